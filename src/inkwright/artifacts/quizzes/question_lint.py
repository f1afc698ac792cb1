"""What is wrong with one question: its text, its options, its answer."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from pydantic.alias_generators import to_camel

from inkwright.artifacts.findings import Severity
from inkwright.artifacts.quizzes.comparing import as_asked, as_option, as_typed, folded, is_alike
from inkwright.artifacts.quizzes.formulas import count_blanks, is_balanced
from inkwright.artifacts.quizzes.specs import (
    Composite,
    FillInBlank,
    LongAnswer,
    Matching,
    MultipleChoice,
    Ordering,
    Question,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
    alternatives,
    index_of,
)

_CUE: Final = 2.5
_CUE_LEAST: Final = 40
_LEAK_LEAST: Final = 8
_HAN_LEAK_LEAST: Final = 4
_LEAK_MOST: Final = 200
_LOOK_AT: Final = 100
_SHOWN: Final = 60
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_WORD_CHARACTER = re.compile(r"\w")
_META: Final = frozenset(
    "all of the above,none of the above,both a and b,以上都对,以上都是,以上都不对,以上都不是,以上皆是,以上皆非".split(
        ","
    )
)


class Fault(NamedTuple):
    """What is wrong: the key of its message, where in the question, how bad, and the fields of the message."""

    key: str
    place: str
    severity: Severity
    fields: Mapping[str, object]


def _fault(key: str, place: str, severity: Severity = "error", **fields: object) -> Fault:
    return Fault(key, place, severity, fields)


def of_the_question(question: Question) -> Iterator[Fault]:
    """All that is wrong with it, without its sub-questions."""
    if not _is_said(question.question):
        yield _fault("empty_question", ".question")
    yield from _of_the_dollars(question)
    yield from _CHECKS[type(question)](question)


def _is_said(text: str) -> bool:
    """Whether there is more than blanks and signs."""
    return any(unicodedata.category(char)[0] in "LNS" for char in text)


def texts_of(question: Question) -> Iterator[tuple[str, str]]:
    """All texts of a question that are shown, without its sub-questions: each with its place, such as `.options[1]`."""
    names = ("question", "explanation", "options", "correct_answer", "distractors", "option_feedback")
    for name in names:
        yield from _texts(getattr(question, name, ""), f".{to_camel(name)}")


def _of_the_dollars(question: Question) -> Iterator[Fault]:
    for place, text in texts_of(question):
        if "$" in text and not is_balanced(text):
            yield _fault("dollars", place, "warning")


def _texts(value: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield place, value
    else:
        for at, each in enumerate(value):
            yield from _texts(each, f"{place}[{at}]")


def _of_the_options(options: Sequence[str], name: str = "options", least: int = 2) -> Iterator[Fault]:
    if len(options) < least:
        yield _fault("few_options", f".{name}", count=len(options), least=least)
    seen: dict[str, int] = {}
    alike: dict[str, int] = {}
    for at, option in enumerate(options):
        if not option:
            yield _fault("empty_option", f".{name}[{at}]")
            continue
        first, near = seen.setdefault(as_option(option), at), alike.setdefault(as_asked(option).lower(), at)
        if first != at:
            yield _fault("same_option", f".{name}[{at}]", text=option[:_SHOWN], other=f"{name}[{first}]")
        elif near != at and is_alike(option, options[near]):
            fields = {"text": option[:_SHOWN], "other": f"{name}[{near}]"}
            yield _fault("alike_option", f".{name}[{at}]", "warning", **fields)


def _of_the_feedback(feedback: Sequence[str], count: int) -> Iterator[Fault]:
    if feedback and len(feedback) != count:
        yield _fault("feedback_count", ".optionFeedback", count=len(feedback), options=count)


def _single(question: SingleChoice) -> Iterator[Fault]:
    options, answer = question.options, question.correct_answer
    yield from _of_the_options(options)
    yield from _of_the_feedback(question.option_feedback, len(options))
    right = index_of(answer, len(options))
    if not answer:
        yield _fault("no_answer", ".correctAnswer")
    elif right is None and _several(answer, len(options)):
        yield _fault("not_one", ".correctAnswer", answer=answer)
    elif right is None:
        yield _fault("no_such_option", ".correctAnswer", answer=answer[:_SHOWN], count=len(options))
    else:
        yield from _of_the_cues(question, right)


def _several(answer: str, count: int) -> bool:
    found = re.findall(r"[A-Z]", answer)
    is_list = re.fullmatch(r"[A-Z](?:[\s,，、;；]*[A-Z])+", answer) is not None
    return is_list and all(index_of(each, count) is not None for each in found)


def _of_the_cues(question: SingleChoice, right: int) -> Iterator[Fault]:
    """What gives the right option away."""
    answer = question.options[right]
    others = [option for at, option in enumerate(question.options) if at != right]
    if _leaks(answer, question.question, others):
        yield _fault("leak", ".question", "warning", answer=answer[:_SHOWN])
    longest = max(map(len, others), default=0)
    if len(answer) >= _CUE_LEAST and len(answer) > _CUE * longest:
        yield _fault("longest_option", f".options[{right}]", "warning", length=len(answer), other=longest)


def _leaks(answer: str, stem: str, others: Sequence[str] = ()) -> bool:
    """Whether the stem says the answer, and none of the others: who only reads would choose it."""
    said, asked = folded(answer), folded(stem)
    least = _HAN_LEAK_LEAST if _HAN.search(said) else _LEAK_LEAST
    if not least <= len(said) <= _LEAK_MOST or said in _META or "$" in said:
        return False
    return _stands_in(said, asked) and not any(other and _stands_in(folded(other), asked) for other in others)


def _stands_in(said: str, asked: str) -> bool:
    """As whole words; Chinese has no blanks between them."""
    at = asked.find(said)
    for _ in range(_LOOK_AT):
        if at < 0:
            return False
        before, behind = asked[at - 1 : at], asked[at + len(said) : at + len(said) + 1]
        edges = (before and said[0].isascii() and before.isascii(), behind and said[-1].isascii() and behind.isascii())
        is_inside = (edges[0] and _WORD_CHARACTER.match(before)) or (edges[1] and _WORD_CHARACTER.match(behind))
        if not is_inside:
            return True
        at = asked.find(said, at + 1)
    return False


def _multiple(question: MultipleChoice) -> Iterator[Fault]:
    options, answers = question.options, question.correct_answer
    yield from _of_the_options(options)
    yield from _of_the_feedback(question.option_feedback, len(options))
    if not any(answers):
        yield _fault("no_answer", ".correctAnswer")
    for at, answer in enumerate(answers):
        if answer and index_of(answer, len(options)) is None:
            yield _fault("no_such_option", f".correctAnswer[{at}]", answer=answer[:_SHOWN], count=len(options))
    if len(set(answers)) < len(answers):
        yield _fault("answer_twice", ".correctAnswer")
    if len(options) > 1 and len(set(answers)) == len(options):
        yield _fault("all_right", ".correctAnswer", "warning")


def _true_false(question: TrueFalse) -> Iterator[Fault]:
    yield from _of_the_feedback(question.option_feedback, 2)
    if not question.correct_answer:
        yield _fault("no_answer", ".correctAnswer")
    elif question.correct_answer not in ("true", "false"):
        yield _fault("not_true_false", ".correctAnswer", answer=question.correct_answer[:_SHOWN])


def _fill(question: FillInBlank) -> Iterator[Fault]:
    blanks, answers = count_blanks(question.question), question.correct_answer
    if not blanks:
        yield _fault("no_blank", ".question")
    elif len(answers) != blanks and answers:
        yield _fault("blanks", ".correctAnswer", blanks=blanks, answers=len(answers))
    if not answers:
        yield _fault("no_answer", ".correctAnswer")
    for at, answer in enumerate(answers):
        place = f".correctAnswer[{at}]"
        yield from _of_the_words(answer, place)
        if any(_leaks(each, question.question) for each in alternatives(answer)):
            yield _fault("leak", ".question", "warning", answer=alternatives(answer)[0][:_SHOWN])


def _of_the_words(answer: str | list[str], place: str) -> Iterator[Fault]:
    """What somebody is to write."""
    if not all(alternatives(answer)):
        yield _fault("no_answer", place)
    if len({as_typed(each) for each in alternatives(answer)}) < len(alternatives(answer)):
        yield _fault("answer_twice", place, "warning")


def _short(question: ShortAnswer) -> Iterator[Fault]:
    yield from _of_the_words(question.correct_answer, ".correctAnswer")
    if any(_leaks(each, question.question) for each in alternatives(question.correct_answer)):
        yield _fault("leak", ".question", "warning", answer=alternatives(question.correct_answer)[0][:_SHOWN])


def _long(question: LongAnswer) -> Iterator[Fault]:
    if not question.correct_answer and not question.explanation:
        yield _fault("no_model_answer", ".correctAnswer", "warning")


def _matching(question: Matching) -> Iterator[Fault]:
    yield from _of_the_options(question.options)
    if len(question.correct_answer) != len(question.options):
        count, options = len(question.correct_answer), len(question.options)
        yield _fault("pairs", ".correctAnswer", answers=count, options=options)
    for at, answer in enumerate(question.correct_answer):
        if not answer:
            yield _fault("no_answer", f".correctAnswer[{at}]")
    right = {as_option(answer) for answer in question.correct_answer}
    if len(question.correct_answer) > 1 and len(right) == 1:
        yield _fault("one_partner", ".correctAnswer")
    yield from _of_the_options(question.distractors, "distractors", least=0)
    for at, each in enumerate(question.distractors):
        if as_option(each) in right:
            yield _fault("right_distractor", f".distractors[{at}]", text=each[:_SHOWN])


def _ordering(question: Ordering) -> Iterator[Fault]:
    count, answers = len(question.options), question.correct_answer
    yield from _of_the_options(question.options, least=2)
    if not any(answers):
        yield _fault("no_answer", ".correctAnswer")
        return
    for at, answer in enumerate(answers):
        if index_of(answer, count) is None:
            yield _fault("no_such_option", f".correctAnswer[{at}]", answer=answer[:_SHOWN], count=count)
    if len(answers) != count or len(set(answers)) < len(answers):
        yield _fault("not_an_order", ".correctAnswer", count=count)


def _composite(question: Composite) -> Iterator[Fault]:
    if not question.sub_questions:
        yield _fault("no_parts", ".subQuestions")


_CHECKS: Final[Mapping[type, Callable[[Any], Iterator[Fault]]]] = {
    SingleChoice: _single,
    MultipleChoice: _multiple,
    TrueFalse: _true_false,
    FillInBlank: _fill,
    ShortAnswer: _short,
    LongAnswer: _long,
    Matching: _matching,
    Ordering: _ordering,
    Composite: _composite,
}
