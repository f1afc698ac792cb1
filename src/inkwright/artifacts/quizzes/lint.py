"""Checks quizzes and their questions: errors that make a question wrong, and warnings about hints for guessing."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from pydantic import ValidationError
from pydantic.alias_generators import to_camel

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, Severity, finding
from inkwright.artifacts.leftover_markup import leftover_markup
from inkwright.artifacts.math.delimiters import count_blanks, formulas_in, has_balanced_dollars, without_formulas
from inkwright.artifacts.math.to_typst import unreadable_formulas
from inkwright.artifacts.pandoc import pandoc_path
from inkwright.artifacts.quizzes.compare import are_options_alike, fold_text, option_form, question_form, typed_form
from inkwright.artifacts.quizzes.equal_numbers import equal_numbers
from inkwright.artifacts.quizzes.key_contradictions import contradictions
from inkwright.artifacts.quizzes.load import read_quiz
from inkwright.artifacts.quizzes.missing_files import holds_files, missing_files
from inkwright.artifacts.quizzes.model import (
    Composite,
    FillInBlank,
    LongAnswer,
    Matching,
    MultipleChoice,
    Ordering,
    PartQuestion,
    Question,
    Quiz,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
    alternatives,
    letter,
    option_index,
)
from inkwright.artifacts.quizzes.same_meaning import same_meanings
from inkwright.artifacts.quizzes.text.fenced_code import split_fences
from inkwright.artifacts.text import is_placeholder_text
from inkwright.errors import InvalidOption, TypesettingFailed

_CUE_RATIO: Final = 2.5
_CUE_MIN_LENGTH: Final = 40
_LEAK_MIN_LENGTH: Final = 8
_HAN_LEAK_MIN_LENGTH: Final = 4
_LEAK_MAX_LENGTH: Final = 200
_MAX_COMPARED: Final = 100
_SHOWN: Final = 60
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_WORD_CHARACTER = re.compile(r"\w")
_META_OPTIONS: Final = frozenset(
    "all of the above,none of the above,both a and b,以上都对,以上都是,以上都不对,以上都不是,以上皆是,以上皆非".split(
        ","
    )
)


def _issue(key: str, path: str, severity: Severity = "error", **fields: object) -> Finding:
    return finding(f"quiz.{key}", Location(path=path.removeprefix(".")), severity=severity, **fields)


def issues_in_question(question: Question) -> Iterator[Finding]:
    """Yield the problems of a question, without those of its sub-questions."""
    if not _has_words(question.question):
        yield _issue("empty_question", ".question")
    yield from _dollar_issues(question)
    yield from _markup_issues(question)
    yield from _leftover_issues(question)
    yield from _picture_issues(question)
    yield from (_issue("contradicted", path) for path in _contradicted_paths(question))
    yield from _CHECKS[type(question)](question)


def _has_words(text: str) -> bool:
    """Whether there is more than spaces and punctuation."""
    return any(unicodedata.category(char)[0] in "LNS" for char in text)


def question_texts(question: Question) -> Iterator[tuple[str, str]]:
    """Yield all displayed texts of a question with their paths, such as `.options[1]`, without its sub-questions."""
    names = ("question", "explanation", "options", "correct_answer", "distractors", "option_feedback")
    for name in names:
        yield from _located_texts(getattr(question, name, ""), f".{to_camel(name)}")


def _dollar_issues(question: Question) -> Iterator[Finding]:
    for path, written in question_texts(question):
        if "$" in written and not has_balanced_dollars(written):
            yield _issue("dollars", path, "warning")


_ABOUT_MARKUP: Final = re.compile(r"html|css|markdown|latex|\btex\b|\btags?\b|标签|标记|entity|实体", re.I)
_INLINE_CODE: Final = re.compile(r"`[^`\n]*`")


def _markup_issues(question: Question) -> Iterator[Finding]:
    """Yield markup that readers would see, unless the question is about markup."""
    texts = [*question_texts(question)]
    if any(_ABOUT_MARKUP.search(written) for _, written in texts):
        return
    for path, written in texts:
        words = "".join(each.text for each in split_fences(written) if not each.is_code)
        left = leftover_markup(_INLINE_CODE.sub("", without_formulas(words)))
        if left and left != written:
            yield _issue("markup", path, "warning", text=left)


def _leftover_issues(question: Question) -> Iterator[Finding]:
    """Yield placeholder text."""
    for path, written in question_texts(question):
        if left := next(filter(is_placeholder_text, written.splitlines()), ""):
            yield _issue("leftover", path, text=left[:_SHOWN])


_PICTURE: Final = re.compile(
    r"\b(?:picture|figure|diagram|image|photo(?:graph)?|graph|chart|map|drawing)s? "
    r"(?:below|above|on the (?:left|right))\b"
    r"|下图|上图|右图|左图|如图所示|看图",
    re.IGNORECASE,
)


def _picture_issues(question: Question) -> Iterator[Finding]:
    """Yield a reference to a picture: a quiz has none. Code and tables of the question may be what is meant."""
    found = _PICTURE.search(question.question)
    if found and not any(mark in question.question for mark in ("|", "```", "![", "$$")):
        yield _issue("no_picture", ".question", "warning", text=found[0])


def _contradicted_paths(question: Question) -> Iterator[str]:
    return iter(()) if isinstance(question, Composite) else contradictions(question)


def _located_texts(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    else:
        for index, each in enumerate(value):
            yield from _located_texts(each, f"{path}[{index}]")


def _option_issues(options: Sequence[str], name: str = "options", min_count: int = 2) -> Iterator[Finding]:
    if len(options) < min_count:
        yield _issue("few_options", f".{name}", count=len(options), least=min_count)
    seen: dict[str, int] = {}
    alike: dict[str, int] = {}
    for index, option in enumerate(options):
        if not option:
            yield _issue("empty_option", f".{name}[{index}]")
            continue
        first = seen.setdefault(option_form(option), index)
        near = alike.setdefault(typed_form(question_form(option)).lower(), index)
        if first != index:
            yield _issue("same_option", f".{name}[{index}]", text=option[:_SHOWN], other=f"{name}[{first}]")
        elif near != index and are_options_alike(typed_form(option), typed_form(options[near])):
            fields = {"text": option[:_SHOWN], "other": f"{name}[{near}]"}
            yield _issue("alike_option", f".{name}[{index}]", "warning", **fields)


def _equal_option_issues(question: SingleChoice | MultipleChoice) -> Iterator[Finding]:
    options = question.options
    equal = [*equal_numbers(options)]
    same = [pair for pair in same_meanings(question.question, options) if pair not in equal]
    for key, pairs in (("equal_option", equal), ("same_meaning", same)):
        for index, other in pairs:
            fields = {"text": options[index][:_SHOWN], "other": f"options[{other}]"}
            if not are_options_alike(typed_form(options[index]), typed_form(options[other])):
                yield _issue(key, f".options[{index}]", "warning", **fields)


def _feedback_issues(feedback: Sequence[str], count: int) -> Iterator[Finding]:
    if feedback and len(feedback) != count:
        yield _issue("feedback_count", ".optionFeedback", count=len(feedback), options=count)


def _single_choice_issues(question: SingleChoice) -> Iterator[Finding]:
    options, answer = question.options, question.correct_answer
    yield from _option_issues(options)
    yield from _equal_option_issues(question)
    yield from _feedback_issues(question.option_feedback, len(options))
    right = option_index(answer, len(options))
    if not answer:
        yield _issue("no_answer", ".correctAnswer")
    elif right is None and _names_several(answer, len(options)):
        yield _issue("not_one", ".correctAnswer", answer=answer)
    elif right is None:
        yield _issue("no_such_option", ".correctAnswer", answer=answer[:_SHOWN], count=len(options))
    else:
        yield from _cue_issues(question, right)


def _names_several(answer: str, count: int) -> bool:
    found = re.findall(r"[A-Z]", answer)
    is_list = re.fullmatch(r"[A-Z](?:[\s,，、;；]*[A-Z])+", answer) is not None
    return is_list and all(option_index(each, count) is not None for each in found)


def _cue_issues(question: SingleChoice, right: int) -> Iterator[Finding]:
    """Yield what gives the right option away."""
    answer = question.options[right]
    others = [option for index, option in enumerate(question.options) if index != right]
    if _is_answer_in_stem(answer, question.question, others):
        yield _issue("leak", ".question", "warning", answer=answer[:_SHOWN])
    longest = max(map(len, others), default=0)
    if len(answer) >= _CUE_MIN_LENGTH and len(answer) > _CUE_RATIO * longest:
        yield _issue("longest_option", f".options[{right}]", "warning", length=len(answer), other=longest)


def _is_answer_in_stem(answer: str, stem: str, others: Sequence[str] = ()) -> bool:
    """Whether the question contains the answer and no other option, so that readers can guess it."""
    phrase, question = fold_text(answer), fold_text(stem)
    min_length = _HAN_LEAK_MIN_LENGTH if _HAN.search(phrase) else _LEAK_MIN_LENGTH
    if not min_length <= len(phrase) <= _LEAK_MAX_LENGTH or phrase in _META_OPTIONS or "$" in phrase:
        return False
    return _contains_words(phrase, question) and not any(
        other and _contains_words(fold_text(other), question) for other in others
    )


def _contains_words(phrase: str, text: str) -> bool:
    """Whether the text contains the phrase as whole words. Chinese has no spaces between words."""
    start = text.find(phrase)
    for _ in range(_MAX_COMPARED):
        if start < 0:
            return False
        end = start + len(phrase)
        is_inside = _is_one_word(text[start - 1 : start], phrase[0]) or _is_one_word(text[end : end + 1], phrase[-1])
        if not is_inside:
            return True
        start = text.find(phrase, start + 1)
    return False


def _is_one_word(outside: str, inside: str) -> bool:
    """Whether two neighbouring characters, the first of which may be missing, belong to one word."""
    return outside.isascii() and inside.isascii() and _WORD_CHARACTER.match(outside) is not None


def _multiple_choice_issues(question: MultipleChoice) -> Iterator[Finding]:
    options, answers = question.options, question.correct_answer
    yield from _option_issues(options)
    yield from _equal_option_issues(question)
    yield from _feedback_issues(question.option_feedback, len(options))
    if not any(answers):
        yield _issue("no_answer", ".correctAnswer")
    for index, answer in enumerate(answers):
        if answer and option_index(answer, len(options)) is None:
            yield _issue("no_such_option", f".correctAnswer[{index}]", answer=answer[:_SHOWN], count=len(options))
    if len(set(answers)) < len(answers):
        yield _issue("answer_twice", ".correctAnswer")
    if len(options) > 1 and len(set(answers)) == len(options):
        yield _issue("all_right", ".correctAnswer", "warning")


def _true_false_issues(question: TrueFalse) -> Iterator[Finding]:
    yield from _feedback_issues(question.option_feedback, 2)
    if not question.correct_answer:
        yield _issue("no_answer", ".correctAnswer")
    elif question.correct_answer not in ("true", "false"):
        yield _issue("not_true_false", ".correctAnswer", answer=question.correct_answer[:_SHOWN])


def _fill_in_blank_issues(question: FillInBlank) -> Iterator[Finding]:
    blanks, answers = count_blanks(question.question), question.correct_answer
    if not blanks:
        yield _issue("no_blank", ".question")
    elif len(answers) != blanks and answers:
        yield _issue("blanks", ".correctAnswer", blanks=blanks, answers=len(answers))
    if not answers:
        yield _issue("no_answer", ".correctAnswer")
    for index, answer in enumerate(answers):
        yield from _typed_answer_issues(answer, f".correctAnswer[{index}]")
        if any(_is_answer_in_stem(each, question.question) for each in alternatives(answer)):
            yield _issue("leak", ".question", "warning", answer=alternatives(answer)[0][:_SHOWN])


def _typed_answer_issues(answer: str | list[str], path: str) -> Iterator[Finding]:
    if not all(alternatives(answer)):
        yield _issue("no_answer", path)
    if len({typed_form(each) for each in alternatives(answer)}) < len(alternatives(answer)):
        yield _issue("answer_twice", path, "warning")


def _short_answer_issues(question: ShortAnswer) -> Iterator[Finding]:
    yield from _typed_answer_issues(question.correct_answer, ".correctAnswer")
    if any(_is_answer_in_stem(each, question.question) for each in alternatives(question.correct_answer)):
        yield _issue("leak", ".question", "warning", answer=alternatives(question.correct_answer)[0][:_SHOWN])


def _long_answer_issues(question: LongAnswer) -> Iterator[Finding]:
    if not question.correct_answer and not question.explanation:
        yield _issue("no_model_answer", ".correctAnswer", "warning")


def _matching_issues(question: Matching) -> Iterator[Finding]:
    yield from _option_issues(question.options)
    if len(question.correct_answer) != len(question.options):
        count, options = len(question.correct_answer), len(question.options)
        yield _issue("pairs", ".correctAnswer", answers=count, options=options)
    for index, answer in enumerate(question.correct_answer):
        if not answer:
            yield _issue("no_answer", f".correctAnswer[{index}]")
    right = {option_form(answer) for answer in question.correct_answer}
    if len(question.correct_answer) > 1 and len(right) == 1:
        yield _issue("one_partner", ".correctAnswer")
    yield from _option_issues(question.distractors, "distractors", min_count=0)
    for index, each in enumerate(question.distractors):
        if option_form(each) in right:
            yield _issue("right_distractor", f".distractors[{index}]", text=each[:_SHOWN])


def _ordering_issues(question: Ordering) -> Iterator[Finding]:
    count, answers = len(question.options), question.correct_answer
    yield from _option_issues(question.options)
    if not any(answers):
        yield _issue("no_answer", ".correctAnswer")
        return
    for index, answer in enumerate(answers):
        if option_index(answer, count) is None:
            yield _issue("no_such_option", f".correctAnswer[{index}]", answer=answer[:_SHOWN], count=count)
    if len(answers) != count or len(set(answers)) < len(answers):
        yield _issue("not_an_order", ".correctAnswer", count=count)


def _composite_issues(question: Composite) -> Iterator[Finding]:
    if not question.sub_questions:
        yield _issue("no_parts", ".subQuestions")


_CHECKS: Final[Mapping[type, Callable[[Any], Iterator[Finding]]]] = {
    SingleChoice: _single_choice_issues,
    MultipleChoice: _multiple_choice_issues,
    TrueFalse: _true_false_issues,
    FillInBlank: _fill_in_blank_issues,
    ShortAnswer: _short_answer_issues,
    LongAnswer: _long_answer_issues,
    Matching: _matching_issues,
    Ordering: _ordering_issues,
    Composite: _composite_issues,
}


_MIN_QUESTIONS: Final = 8
"""From this many single choices on, the letters and lengths of the right options show a pattern."""

_SKEW_LIMIT: Final = 0.6
_LONGEST_OPTION_LIMIT: Final = 0.75


_LEARNING_SYSTEM: Final = frozenset({"quiz.no_model_answer", "quiz.skewed", "quiz.longest", "quiz.longest_option"})
"""What does not matter in files for learning systems: these shuffle options, and teachers grade essays."""


def check_quiz(draft: Draft) -> list[Finding]:
    """Return all problems of a quiz file. Any bytes are accepted."""
    try:
        quiz = read_quiz(draft.main, draft.name).quiz
    except (InvalidOption, ValidationError) as problem:
        reason = problem.fields["allowed"] if isinstance(problem, InvalidOption) else str(problem)
        return [finding("quiz.unreadable", Location(file=draft.name), problem=reason)]
    # Some formats show formulas that Inkwright's documents cannot hold, so they are not an error here.
    found = lint(quiz, formulas="warning")
    if draft.name.lower().endswith(".json"):
        return found
    written = draft.main.decode("utf-8", "replace")
    let = _LEARNING_SYSTEM | ({"quiz.no_picture"} if holds_files(written) else set())
    lost = [finding("quiz.missing_file", Location(file=draft.name), name=name) for name in missing_files(written)]
    return [*lost, *(each for each in found if each.code not in let)]


def count_questions(draft: Draft) -> dict[str, int]:
    """Count the questions of a quiz file that was checked before. A question with parts counts once."""
    return {"questions": len(read_quiz(draft.main, draft.name).quiz.questions)}


def lint(quiz: Quiz, *, formulas: Severity = "error") -> list[Finding]:
    """Return all problems of a quiz, with locations such as `questions[3].options[1]`, counted from 0.

    `formulas` is the severity of a formula that cannot be read. Formulas are checked by another program: call this in a
    thread where waiting is not allowed.
    """
    return [*_QuizLinter(quiz).findings(), *_formula_findings(quiz, formulas)]


def lint_question(question: Question, number: int = 0) -> list[Finding]:
    """Return the problems of one question on its own. Its formulas are not checked."""
    found = [each.at(question=number) for each in issues_in_question(question)]
    for part, each in enumerate(_parts(question), 1):
        found += (issue.at(question=number, part=part) for issue in issues_in_question(each))
    return found


def _parts(question: Question) -> Sequence[PartQuestion]:
    return question.sub_questions if isinstance(question, Composite) else ()


def _formula_findings(quiz: Quiz, severity: Severity) -> Iterator[Finding]:
    """Check all formulas in one run of pandoc. Without pandoc nothing is reported."""
    located = [
        (location.with_parts(path=path.removeprefix(".")), [*formulas_in(said)])
        for location, each in _located_questions(quiz)
        for path, said in question_texts(each)
    ]
    if not any(inside for _, inside in located) or pandoc_path() is None:
        return
    try:
        bad = unreadable_formulas(dict.fromkeys(formula for _, inside in located for formula in inside))
    except TypesettingFailed:
        return
    for location, inside in located:
        if wrong := next((formula for formula in inside if formula in bad), None):
            yield finding("quiz.formula", location, severity=severity, formula=wrong[:_SHOWN])


def _located_questions(quiz: Quiz) -> Iterator[tuple[Location, Question | PartQuestion]]:
    for number, question in enumerate(quiz.questions, 1):
        yield Location(question=number), question
        for part, each in enumerate(_parts(question), 1):
            yield Location(question=number, part=part), each


class _QuizLinter:
    def __init__(self, quiz: Quiz) -> None:
        self._quiz = quiz

    def findings(self) -> Iterator[Finding]:
        if not has_balanced_dollars(self._quiz.title):
            yield _issue("dollars", "title", "warning")
        stems: dict[str, str] = {}
        ids: dict[str, str] = {}
        for number, question in enumerate(self._quiz.questions, 1):
            location = Location(question=number)
            yield from lint_question(question, number)
            yield from self._duplicates(question, location, stems, ids)
            for part, each in enumerate(_parts(question), 1):
                # Parts of different texts may ask the same, so stems are compared only within one text.
                yield from self._duplicates(each, location.with_parts(part=part), {}, ids)
            yield from self._same_parts(question, location)
        yield from self._patterns(self._single_choices())

    def _duplicates(
        self, question: Question | PartQuestion, location: Location, stems: dict[str, str], ids: dict[str, str]
    ) -> Iterator[Finding]:
        # The same words with other options, such as "Which is right?", are another question.
        options = "\n".join(sorted(map(option_form, getattr(question, "options", ()))))
        same, here = f"{question_form(question.question)}\n{options}", location.question_path
        if question.question and (first := stems.setdefault(same, here)) != here:
            yield finding("quiz.same_question", location.with_parts(path="question"), other=first)
        if question.id and (first := ids.setdefault(question.id, here)) != here:
            yield finding("quiz.same_id", location.with_parts(path="id"), other=first, id=question.id)

    def _same_parts(self, question: Question, location: Location) -> Iterator[Finding]:
        stems: dict[str, str] = {}
        for part, each in enumerate(_parts(question), 1):
            yield from self._duplicates(each, location.with_parts(part=part), stems, {})

    def _single_choices(self) -> list[tuple[SingleChoice, int]]:
        found = []
        for question in self._quiz.questions:
            for each in question.sub_questions if isinstance(question, Composite) else (question,):
                if isinstance(each, SingleChoice):
                    right = option_index(each.correct_answer, len(each.options))
                    if right is not None and len(each.options) > 1:
                        found.append((each, right))
        return found

    def _patterns(self, choices: list[tuple[SingleChoice, int]]) -> Iterator[Finding]:
        """Yield the patterns that would help somebody who guesses."""
        if len(choices) < _MIN_QUESTIONS:
            return
        [(common, count)] = Counter(right for _, right in choices).most_common(1)
        # With two options each, one letter is right in more than half by chance.
        fair = len(choices) / sum(len(each.options) for each, _ in choices)
        if count / len(choices) > max(_SKEW_LIMIT, fair + 0.25):
            fields = {"letter": letter(common), "count": count, "all": len(choices)}
            yield _issue("skewed", "questions", "warning", **fields)
        longest = sum(_is_longest_option(each, right) for each, right in choices)
        if longest / len(choices) > _LONGEST_OPTION_LIMIT:
            yield _issue("longest", "questions", "warning", count=longest, all=len(choices))


def _is_longest_option(question: SingleChoice, right: int) -> bool:
    lengths = [len(option) for option in question.options]
    return all(lengths[right] > length for index, length in enumerate(lengths) if index != right)
