"""Asks: stored questions to the person, the answers each allows, and answers parsed from text or JSON."""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, ValidationError

from inkwright.conversation.shapes import Shape, Versioned, WordsState, clean_text
from inkwright.errors import InvalidAnswer
from inkwright.parsing.fences import wrap_in_fence
from inkwright.parsing.schemas import format_path

AskKind = Literal["clarification", "outline_edit", "permission"]
AnswerStatus = Literal["answered", "cancelled", "timeout", "adopted", "edited", "abandoned"]
OutlineLine = Annotated[str, AfterValidator(clean_text)]
SKIPPED_ANSWER = "user chose not to answer this question"
_STATUS_TEXTS: Final[dict[AnswerStatus, str]] = {
    "cancelled": "cancelled: the person withdrew the question; go on without it or stop.",
    "timeout": "timeout: the person did not answer in time; go on without the answer or stop.",
    "abandoned": "abandoned: the person does not want this outline; make nothing from it.",
}


class AskOption(Shape):
    """One answer to choose."""

    label: str = Field(description="The label to show.")
    value: str = Field(description="The value in the answer.")
    description: str | None = Field(default=None, description="More about it.")


class AskQuestion(Shape):
    """One question. Without options it is answered freely."""

    id: str = Field(description="The question, within its ask.")
    question: str = Field(description="The question in words.")
    options: tuple[AskOption, ...] = Field(default=(), description="The answers to choose from.")
    recommended: str | None = Field(default=None, description="The value of the option that is recommended.")
    allow_freeform: bool = Field(default=True, description="Whether other answers are allowed.")
    placeholder: str | None = Field(default=None, description="The placeholder of the field for a free answer.")
    multi_select: bool = Field(default=False, description="Whether several options may be chosen.")


class AskDraft(Shape):
    """A question to the person before it is stored as an ask of a turn."""

    kind: AskKind = Field(description="The kind of ask.")
    title: str = Field(description="The subject, in one line.")
    preface: str | None = Field(default=None, description="Text to show first.")
    questions: tuple[AskQuestion, ...] = Field(
        default=(), description="The questions of a clarification or a permission."
    )
    outline_lines: tuple[OutlineLine, ...] = Field(default=(), description="The outline to adopt, edit or abandon.")
    hint: str | None = Field(default=None, description="What a client may help with, such as a list to choose from.")


class Ask(AskDraft, Versioned):
    """A question to the person. The turn waits for the answer, for minutes or days, in this process or another."""

    id: str = Field(description="The request; the answer names it.")
    turn_id: str = Field(description="The turn that waits.")
    owner: str = Field(description="The person who is asked; no other person can answer.")


class QuestionAnswer(Shape):
    """The answer to one question. Where several options may be chosen, each chosen one is an answer of its own."""

    id: str = Field(description="The question.")
    value: str | None = Field(default=None, description="The value of an option, or other words if they are allowed.")
    label: str | None = Field(default=None, description="The label of that option.")
    note: str | None = Field(default=None, description="What the person adds.")
    skipped: bool = Field(default=False, description="Whether the person chose not to answer.")


class Answer(Versioned):
    """The person's answer. `status` tells a refusal to answer from an answer; `said` is an answer in their own words
    instead of a choice.
    """

    status: AnswerStatus = Field(description="What the person did.")
    answers: tuple[QuestionAnswer, ...] = Field(
        default=(), description="The answers to questions; a missing one is skipped."
    )
    outline_lines: tuple[OutlineLine, ...] = Field(default=(), description="The outline as it was changed.")
    said: str | None = Field(default=None, description="An answer in the person’s own words instead of choices.")

    @property
    def chosen(self) -> str:
        """The choice or the words that answer the first question; empty if there are none."""
        return self.said or next((each.value for each in self.answers if each.value), "") or ""

    def for_model(self, ask: Ask) -> str:
        """Return the answer as text, for the model that asked. An outline is included word for word."""
        if self.status in _STATUS_TEXTS:
            return _STATUS_TEXTS[self.status]
        if self.said is not None:
            return f"{self.status}, in the person's own words:\n{wrap_in_fence(self.said)}"
        if ask.kind == "outline_edit":
            words = "the person changed the outline to exactly this" if self.status == "edited" else "as it stands"
            outline = "\n".join(self.outline_lines or ask.outline_lines)
            return f"{self.status}: {words}\n{wrap_in_fence(outline)}"
        said: dict[str, list[QuestionAnswer]] = {}
        for answer in self.answers:
            said.setdefault(answer.id, []).append(answer)
        lines = [f"{question.question} → {_answers_text(said.get(question.id, []))}" for question in ask.questions]
        if ask.kind == "permission":
            lines.append("If the person allowed it, make the same call again.")
        return f"{self.status}:\n" + "\n".join(lines) if lines else self.status


def _answers_text(answers: Sequence[QuestionAnswer]) -> str:
    """Return all choices of one question; on lines of their own if one of them has several lines."""
    texts = [_answer_text(answer) for answer in answers] or [_answer_text(None)]
    return ("\n" if any("\n" in each for each in texts) else "; ").join(texts)


def _answer_text(answer: QuestionAnswer | None) -> str:
    if answer is None or answer.skipped or not (answer.label or answer.value):
        said = SKIPPED_ANSWER
    else:
        said = _fenced_answer(answer.label or answer.value or "")
        if answer.label and answer.value and answer.label != answer.value:
            said += f" [{answer.value}]"
    return f"{said} ({answer.note})" if answer and answer.note else said


def _fenced_answer(said: str) -> str:
    """Put several lines into a fence, so that none of them can be taken for the next answer."""
    return "\n" + wrap_in_fence(said) if "\n" in said else said


class AnsweredAsk(Shape):
    """An ask of this turn with the person's answer."""

    ask: Ask
    answer: Answer


class OpenAsk(Shape):
    """An ask that a turn waits for. `call_id` is the tool call whose result the answer will be, if a `tool` asked.

    `message` is what it is shown with, if that is neither its preface nor its title; `words` says who wrote them.
    """

    ask: Ask
    call_id: str = ""
    tool: str = ""
    message: str = ""
    words: WordsState = "ours"
    answer: Answer | None = None


MAX_TEXT: Final = 20_000
MAX_LINES: Final = 2_000
MAX_OUTLINE_CHARACTERS: Final = 200_000
ALLOWED_STATUSES: Final[dict[AskKind, tuple[AnswerStatus, ...]]] = {
    "clarification": ("answered", "cancelled", "timeout"),
    "outline_edit": ("adopted", "edited", "abandoned", "cancelled", "timeout"),
    "permission": ("answered", "cancelled", "timeout"),
}
_CHOICE = re.compile(
    r"(?P<bare>[0-9]{1,2}|[a-z])[.)、:]?|\((?P<round>[0-9]{1,2}|[a-z])\)|\[(?P<square>[0-9]{1,2}|[a-z])\]"
)
_SEPARATORS: Final = (
    re.compile(r"[,，、;；\n]"),
    re.compile(r"[,，、;；\n]|\s(?:and|und|et|&|\+)\s|[和与及]"),
    re.compile(r"[,，、;；\s]+"),
)
"""What separates several choices in a message. A label may contain a comma, a word or a space, so each is tried."""
_MAX_SHOWN: Final = 60
_LISTS: Final = ("values", "value", "labels", "label")
_TYPE_NAMES: Final = {
    "string_type": "text | null",
    "bool_type": "true | false",
    "tuple_type": "[…]",
    "model_type": "{…}",
}


def check_answer(ask: Ask, answer: Answer) -> None:
    """Raise InvalidAnswer with the first invalid field, unless this ask allows the answer.

    A question without an answer counts as skipped. An answer in the person's own words answers everything but a
    permission, and excludes other fields.
    """
    if answer.said is not None:
        _check_free_text(ask, answer)
        return
    if answer.status not in ALLOWED_STATUSES[ask.kind]:
        raise _invalid("status", answer.status, ALLOWED_STATUSES[ask.kind])
    if answer.answers and answer.status != "answered":
        raise _invalid("answers", [said.id for said in answer.answers], ["[]"])
    _check_outline(ask, answer)
    questions = {question.id: question for question in ask.questions}
    counts = Counter(said.id for said in answer.answers)
    for index, said in enumerate(answer.answers):
        path = f"answers[{index}]"
        question = questions.get(said.id)
        if question is None:
            raise _invalid(f"{path}.id", said.id, questions)
        if counts[said.id] > 1 and not (question.multi_select and not said.skipped):
            raise InvalidAnswer(path=f"{path}.id", given=f"{said.id} ×{counts[said.id]}", allowed=f"{said.id} ×1")
        _check_question_answer(question, said, path)
    _check_distinct(answer)


def _check_distinct(answer: Answer) -> None:
    """Raise InvalidAnswer if an option is chosen twice."""
    chosen = Counter((said.id, said.value) for said in answer.answers)
    for index, said in enumerate(answer.answers):
        if chosen[said.id, said.value] > 1:
            count = chosen[said.id, said.value]
            raise InvalidAnswer(path=f"answers[{index}].value", given=f"{said.value} ×{count}", allowed="×1")


def _check_free_text(ask: Ask, answer: Answer) -> None:
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
    path = "outline_lines"
    if answer.status == "edited":
        if not any(line.strip() for line in lines):
            raise _invalid(path, list(lines), ["≥ 1"])
        _check_size(path, len(lines), MAX_LINES)
        _check_size(path, sum(map(len, lines)), MAX_OUTLINE_CHARACTERS)
        for index, line in enumerate(lines):
            _check_size(f"{path}[{index}]", len(line), MAX_TEXT)
            if "\n" in line:
                raise _invalid(f"{path}[{index}]", line, line.split("\n"))
    elif lines and not (answer.status == "adopted" and lines == ask.outline_lines):
        raise _invalid(path, list(lines), ["[]"])


def _check_question_answer(question: AskQuestion, said: QuestionAnswer, path: str) -> None:
    for name in ("value", "label", "note"):
        _check_size(f"{path}.{name}", len(getattr(said, name) or ""), MAX_TEXT)
    if said.skipped:
        if said.value is not None or said.label is not None:
            raise _invalid(f"{path}.value", said.value or said.label, ["null"])
        return
    option = _option_with_value(question, said.value)
    if option is None and not (question.allow_freeform and said.value and said.value.strip()):
        raise _invalid(f"{path}.value", said.value, [each.value for each in question.options] or ["…"])
    label = option.label if option else said.value
    if said.label not in (None, label):
        raise _invalid(f"{path}.label", said.label, [str(label)])


def _check_size(path: str, size: int, limit: int) -> None:
    if size > limit:
        raise InvalidAnswer(path=path, given=f"{size:,}", allowed=f"≤ {limit:,}")


def _option_with_value(question: AskQuestion, value: str | None) -> AskOption | None:
    return next((option for option in question.options if option.value == value), None)


def answer_from_text(ask: Ask, text: str) -> Answer | None:
    """Return the option that a short message names: by its label, value, number or letter.

    Several options may be named, separated by commas, spaces or "and", where several may be chosen. Case and character
    width do not matter. None in all other cases: for several questions, for a number that no option has, and if a
    message names one option by its words and another by its number.
    """
    if len(ask.questions) != 1 or ask.kind == "outline_edit" or len(text) > MAX_TEXT:
        return None
    (question,) = ask.questions
    chosen = _options_named(question, text)
    return _answer_from([_choice(question, option) for option in chosen]) if chosen else None


def _options_named(question: AskQuestion, text: str) -> list[AskOption]:
    """Return the option that a text names or, if several may be chosen, the options; empty if a part names none."""
    option = _option_in(question, text)
    if option is not None or not question.multi_select:
        return [option] if option else []
    for separator in _SEPARATORS:
        parts = [part for part in separator.split(text.strip()) if part.strip()]
        found = [_option_in(question, part) for part in parts]
        if found and all(found):
            return list({each.value: each for each in found if each}.values())
    return []


def _option_in(question: AskQuestion, text: str) -> AskOption | None:
    """Return the one option that a text names by label, value, number or letter."""
    said = _casefolded(text)
    meant = [
        option for option in question.options if said and said in (_casefolded(option.label), _casefolded(option.value))
    ]
    choice = _CHOICE.fullmatch(said)
    path = _choice_index(choice[choice.lastgroup or 0]) if choice else None
    if path is not None and 0 <= path < len(question.options):
        meant.append(question.options[path])
    return meant[0] if len({option.value for option in meant}) == 1 else None


def _choice(question: AskQuestion, option: AskOption) -> QuestionAnswer:
    return QuestionAnswer(id=question.id, value=option.value, label=option.label)


def _casefolded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip()


def _choice_index(choice: str) -> int:
    return int(choice) - 1 if choice.isdecimal() else ord(choice) - ord("a")


def answer_from_json(ask: Ask, given: Any) -> Answer:
    """Return an answer from a file: in full, or as a mapping of question ids to values, null for a skipped one.

    An option may be named by its value or its label, several options as a list. InvalidAnswer says what is invalid,
    and where.
    """
    if not isinstance(given, dict):
        raise _invalid(format_path(()), given, ["{…}"])
    ids = [question.id for question in ask.questions]
    if given and given.keys() <= set(ids):
        answers = [_question_answers(ask.questions[ids.index(id_)], value) for id_, value in given.items()]
        answer = _answer_from([each for said in answers for each in said])
    else:
        answer = _with_labels(ask, _parse_answer(_with_single_values(ask, given)))
    check_answer(ask, answer)
    return answer


def _question_answers(question: AskQuestion, value: Any) -> list[QuestionAnswer]:
    """Return the answers that a value in a file gives: of a list, one for each item."""
    if not question.multi_select or value is None:
        return [_question_answer(question, value)]
    if isinstance(value, list):
        return [_question_answer(question, item) for item in value] or [_question_answer(question, None)]
    named = _options_named(question, value) if isinstance(value, str) and not _option_named(question, value) else []
    return [_choice(question, option) for option in named] or [_question_answer(question, value)]


def _with_single_values(ask: Ask, given: dict[str, Any]) -> dict[str, Any]:
    """Replace an answer with a list of values by one answer for each, where several options may be chosen."""
    several = {question.id for question in ask.questions if question.multi_select}
    answers = given.get("answers")
    if not several or not isinstance(answers, list):
        return given
    single: list[Any] = []
    for said in answers:
        name = next((key for key in _LISTS if isinstance(said, dict) and isinstance(said.get(key), list)), None)
        if name is None or str(said.get("id")) not in several:
            single.append(said)
            continue
        rest = {key: value for key, value in said.items() if key not in _LISTS}
        field = "label" if name.startswith("label") else "value"
        single += [
            {**(rest if not index else {"id": said["id"]}), field: item} for index, item in enumerate(said[name])
        ]
        single += [] if said[name] else [{**rest, "skipped": True}]
    return {**given, "answers": single}


def _question_answer(question: AskQuestion, value: Any) -> QuestionAnswer:
    if value is None:
        return QuestionAnswer(id=question.id, skipped=True)
    if not isinstance(value, str):
        raise _invalid(question.id, value, [_TYPE_NAMES["string_type"]])
    option = _option_named(question, value)
    if option is None and not question.allow_freeform:
        raise _invalid(question.id, value, [each.value for each in question.options])
    if option is None:
        return QuestionAnswer(id=question.id, value=value)
    return QuestionAnswer(id=question.id, value=option.value, label=option.label)


def _option_named(question: AskQuestion, name: str) -> AskOption | None:
    """Return the option with this value, or the only one with this label."""
    labelled = [option for option in question.options if option.label == name]
    return _option_with_value(question, name) or (labelled[0] if len(labelled) == 1 else None)


def _parse_answer(given: dict[str, Any]) -> Answer:
    try:
        return Answer.model_validate_json(json.dumps(given), strict=True)
    except (TypeError, ValueError, RecursionError) as problem:
        if not isinstance(problem, ValidationError):
            raise _invalid(format_path(()), given, ["JSON"]) from problem
        first = problem.errors(include_url=False)[0]
        raise _validation_problem(given, first) from problem


def _validation_problem(given: dict[str, Any], error: Any) -> InvalidAnswer:
    inside = len(error["loc"]) > 1 and error["loc"][0] == "answers"
    fields = QuestionAnswer.model_fields if inside else Answer.model_fields
    match error["type"]:
        case "extra_forbidden":
            path = format_path(error["loc"][:-1])
            return _invalid(path, error["loc"][-1], [name for name in fields if name != "version"])
        case "missing" if error["loc"] == ("status",):
            return _invalid("status", None, _all_statuses())
        case "missing":
            return _invalid(format_path(error["loc"]), None, ["…"])
        case "literal_error" if error["loc"] == ("status",):
            return _invalid("status", given["status"], _all_statuses())
    return _invalid(format_path(error["loc"]), error["input"], [_TYPE_NAMES.get(error["type"], error["msg"])])


def _all_statuses() -> list[str]:
    return sorted({status for statuses in ALLOWED_STATUSES.values() for status in statuses})


def _with_labels(ask: Ask, answer: Answer) -> Answer:
    """Return the answer with the value and the label of every option that it names by either."""
    questions = {question.id: question for question in ask.questions}
    answers = []
    for said in answer.answers:
        name = said.value if said.value is not None else said.label
        option = _option_named(questions[said.id], name) if said.id in questions and name else None
        if option and not said.skipped:
            said = said.model_copy(update={"value": option.value, "label": said.label or option.label})
        answers.append(said)
    return answer.model_copy(update={"answers": tuple(answers)})


def _answer_from(answers: list[QuestionAnswer]) -> Answer:
    return Answer(status="answered", answers=tuple(answers))


def _invalid(path: str, given: Any, allowed: Iterable[str]) -> InvalidAnswer:
    listed = " | ".join(allowed)
    return InvalidAnswer(
        path=path, given=_truncated_value(json.dumps(given, ensure_ascii=False, default=repr)), allowed=listed[:300]
    )


def _truncated_value(written: str) -> str:
    return written if len(written) <= _MAX_SHOWN else f"{written[:_MAX_SHOWN]}…"
