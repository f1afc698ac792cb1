"""Answers to asks: what may be answered, and answers out of a typed message or a file."""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from pydantic import ValidationError

from inkwright.conversation.asks import Answer, Ask, AskKind, AskOption, AskQuestion, QuestionAnswer, Status
from inkwright.errors import InvalidAnswer
from inkwright.parsing.schemas import path_of

MAX_TEXT: Final = 20_000
MAX_LINES: Final = 2_000
MAX_OUTLINE: Final = 200_000
STATUSES: Final[dict[AskKind, tuple[Status, ...]]] = {
    "clarification": ("answered", "cancelled", "timeout"),
    "outline_edit": ("adopted", "edited", "abandoned", "cancelled", "timeout"),
    "permission": ("answered", "cancelled", "timeout"),
}
_CHOICE = re.compile(
    r"(?P<bare>[0-9]{1,2}|[a-z])[.)、:]?|\((?P<round>[0-9]{1,2}|[a-z])\)|\[(?P<square>[0-9]{1,2}|[a-z])\]"
)
_SHOWN: Final = 60
_TYPES: Final = {"string_type": "text | null", "bool_type": "true | false", "tuple_type": "[…]", "model_type": "{…}"}


def check_answer(ask: Ask, answer: Answer) -> None:
    """InvalidAnswer, with the first place that is wrong, unless the answer is one that this ask allows.

    A question without an answer counts as skipped. Own words answer everything but a permission, and stand alone.
    """
    if answer.said is not None:
        _check_own_words(ask, answer)
        return
    if answer.status not in STATUSES[ask.kind]:
        raise _invalid("status", answer.status, STATUSES[ask.kind])
    if answer.answers and answer.status != "answered":
        raise _invalid("answers", [said.id for said in answer.answers], ["[]"])
    _check_outline(ask, answer)
    questions = {question.id: question for question in ask.questions}
    counts = Counter(said.id for said in answer.answers)
    for index, said in enumerate(answer.answers):
        place = f"answers[{index}]"
        question = questions.get(said.id)
        if question is None:
            raise _invalid(f"{place}.id", said.id, questions)
        if counts[said.id] > 1:
            raise InvalidAnswer(path=f"{place}.id", given=f"{said.id} ×{counts[said.id]}", allowed=f"{said.id} ×1")
        _check_said(question, said, place)


def _check_own_words(ask: Ask, answer: Answer) -> None:
    said = answer.said or ""
    _check_size("said", len(said), MAX_TEXT)
    if ask.kind == "permission" or not said.strip():
        raise _invalid("said", said, ["null"])
    if answer.status != "answered":
        raise _invalid("status", answer.status, ["answered"])
    for name in ("answers", "outline_lines"):
        if getattr(answer, name):
            raise _invalid(name, "…", ["[]"])


def _check_outline(ask: Ask, answer: Answer) -> None:
    lines = answer.outline_lines
    place = "outline_lines"
    if answer.status == "edited":
        if not any(line.strip() for line in lines):
            raise _invalid(place, list(lines), ["≥ 1"])
        _check_size(place, len(lines), MAX_LINES)
        _check_size(place, sum(map(len, lines)), MAX_OUTLINE)
        for index, line in enumerate(lines):
            _check_size(f"{place}[{index}]", len(line), MAX_TEXT)
            if "\n" in line:
                raise _invalid(f"{place}[{index}]", line, line.split("\n"))
    elif lines and not (answer.status == "adopted" and lines == ask.outline_lines):
        raise _invalid(place, list(lines), ["[]"])


def _check_said(question: AskQuestion, said: QuestionAnswer, place: str) -> None:
    for name in ("value", "label", "note"):
        _check_size(f"{place}.{name}", len(getattr(said, name) or ""), MAX_TEXT)
    if said.skipped:
        if said.value is not None or said.label is not None:
            raise _invalid(f"{place}.value", said.value or said.label, ["null"])
        return
    option = _offered(question, said.value)
    if option is None and not (question.allow_freeform and said.value and said.value.strip()):
        raise _invalid(f"{place}.value", said.value, [each.value for each in question.options] or ["…"])
    label = option.label if option else said.value
    if said.label not in (None, label):
        raise _invalid(f"{place}.label", said.label, [str(label)])


def _check_size(place: str, size: int, most: int) -> None:
    if size > most:
        raise InvalidAnswer(path=place, given=f"{size:,}", allowed=f"≤ {most:,}")


def _offered(question: AskQuestion, value: str | None) -> AskOption | None:
    return next((option for option in question.options if option.value == value), None)


def answer_from_text(ask: Ask, text: str) -> Answer | None:
    """The option that a short typed message names: by its label or value, or by its number or letter.

    Upper and lower case and full and half width are the same. None for everything else: for several questions, for a
    number that no option has, and where a message names one option by its words and another by its number.
    """
    if len(ask.questions) != 1 or ask.kind == "outline_edit" or len(text) > MAX_TEXT:
        return None
    (question,) = ask.questions
    said = _folded(text)
    meant = [option for option in question.options if said and said in (_folded(option.label), _folded(option.value))]
    choice = _CHOICE.fullmatch(said)
    place = _place(choice[choice.lastgroup or 0]) if choice else None
    if place is not None and 0 <= place < len(question.options):
        meant.append(question.options[place])
    if len({option.value for option in meant}) != 1:
        return None
    return _answered([QuestionAnswer(id=question.id, value=meant[0].value, label=meant[0].label)])


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip()


def _place(choice: str) -> int:
    return int(choice) - 1 if choice.isdecimal() else ord(choice) - ord("a")


def answers_from_json(ask: Ask, given: Any) -> Answer:
    """The answer that a file gives: in full, or as a mapping of question ids to values, null for a skipped one.

    An option may be named by its value or its label. InvalidAnswer says what is wrong, and where.
    """
    if not isinstance(given, dict):
        raise _invalid(path_of(()), given, ["{…}"])
    ids = [question.id for question in ask.questions]
    if given and given.keys() <= set(ids):
        answer = _answered([_chosen(ask.questions[ids.index(id_)], value) for id_, value in given.items()])
    else:
        answer = _labelled(ask, _read(given))
    check_answer(ask, answer)
    return answer


def _chosen(question: AskQuestion, value: Any) -> QuestionAnswer:
    if value is None:
        return QuestionAnswer(id=question.id, skipped=True)
    if not isinstance(value, str):
        raise _invalid(question.id, value, [_TYPES["string_type"]])
    option = _named(question, value)
    if option is None and not question.allow_freeform:
        raise _invalid(question.id, value, [each.value for each in question.options])
    if option is None:
        return QuestionAnswer(id=question.id, value=value)
    return QuestionAnswer(id=question.id, value=option.value, label=option.label)


def _named(question: AskQuestion, name: str) -> AskOption | None:
    """The option of this value, or the only one of this label."""
    labelled = [option for option in question.options if option.label == name]
    return _offered(question, name) or (labelled[0] if len(labelled) == 1 else None)


def _read(given: dict[str, Any]) -> Answer:
    try:
        return Answer.model_validate_json(json.dumps(given), strict=True)
    except (TypeError, ValueError, RecursionError) as problem:
        if not isinstance(problem, ValidationError):
            raise _invalid(path_of(()), given, ["JSON"]) from problem
        first = problem.errors(include_url=False)[0]
        raise _misfit(given, first) from problem


def _misfit(given: dict[str, Any], error: Any) -> InvalidAnswer:
    inside = len(error["loc"]) > 1 and error["loc"][0] == "answers"
    fields = QuestionAnswer.model_fields if inside else Answer.model_fields
    match error["type"]:
        case "extra_forbidden":
            path = path_of(error["loc"][:-1])
            return _invalid(path, error["loc"][-1], [name for name in fields if name != "version"])
        case "missing" if error["loc"] == ("status",):
            return _invalid("status", None, _all_statuses())
        case "missing":
            return _invalid(path_of(error["loc"]), None, ["…"])
        case "literal_error" if error["loc"] == ("status",):
            return _invalid("status", given["status"], _all_statuses())
    return _invalid(path_of(error["loc"]), error["input"], [_TYPES.get(error["type"], error["msg"])])


def _all_statuses() -> list[str]:
    return sorted({status for statuses in STATUSES.values() for status in statuses})


def _labelled(ask: Ask, answer: Answer) -> Answer:
    """The answer with the value and the label of every option that it names by either."""
    questions = {question.id: question for question in ask.questions}
    answers = []
    for said in answer.answers:
        name = said.value if said.value is not None else said.label
        option = _named(questions[said.id], name) if said.id in questions and name else None
        if option and not said.skipped:
            said = said.model_copy(update={"value": option.value, "label": said.label or option.label})
        answers.append(said)
    return answer.model_copy(update={"answers": tuple(answers)})


def _answered(answers: list[QuestionAnswer]) -> Answer:
    return Answer(status="answered", answers=tuple(answers))


def _invalid(path: str, given: Any, allowed: Iterable[str]) -> InvalidAnswer:
    listed = " | ".join(allowed)
    return InvalidAnswer(
        path=path, given=_cut(json.dumps(given, ensure_ascii=False, default=repr)), allowed=listed[:300]
    )


def _cut(written: str) -> str:
    return written if len(written) <= _SHOWN else f"{written[:_SHOWN]}…"
