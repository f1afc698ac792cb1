"""Questions as forms that any MCP client can show, and the answers that come back."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field, JsonValue, create_model

from inkwright.conversation.asks import Answer, Ask, AskQuestion, QuestionAnswer

_OUTLINE_CHOICES = {"adopted": "adopt", "abandoned": "abandon"}


def form_of(ask: Ask) -> type[BaseModel]:
    """Return a flat form with one field per question. A field that is left empty skips its question."""
    if ask.kind == "outline_edit":
        choices: list[JsonValue] = [{"const": value, "title": title} for value, title in _OUTLINE_CHOICES.items()]
        return create_model("OutlineForm", decision=(str, Field(title=ask.title, json_schema_extra={"oneOf": choices})))
    fields: dict[str, Any] = {f"q{index}": _field(question) for index, question in enumerate(ask.questions)}
    return create_model("QuestionForm", **fields)


def message_of(ask: Ask) -> str:
    """Return what the person reads above the form."""
    return "\n".join(filter(None, [ask.preface, ask.title, *ask.outline_lines]))


def answer_from_form(ask: Ask, form: Mapping[str, Any]) -> Answer:
    """Return the answer that a filled form gives."""
    if ask.kind == "outline_edit":
        return Answer(status="adopted" if form.get("decision") == "adopted" else "abandoned")
    answers: list[QuestionAnswer] = []
    for index, question in enumerate(ask.questions):
        value = form.get(f"q{index}")
        chosen = value if isinstance(value, list) else [value] if value else []
        answers += [_answer(question, each) for each in chosen] or [QuestionAnswer(id=question.id, skipped=True)]
    return Answer(status="answered", answers=tuple(answers))


def _field(question: AskQuestion) -> tuple[Any, Any]:
    titled: list[JsonValue] = [{"const": option.value, "title": option.label} for option in question.options]
    if question.multi_select and titled:
        items: dict[str, JsonValue] = {"items": {"anyOf": titled}}
        return list[str], Field(default_factory=list, title=question.question, json_schema_extra=items)
    if titled and not question.allow_freeform:
        return str | None, Field(default=None, title=question.question, json_schema_extra={"oneOf": titled})
    known = ", ".join(option.label for option in question.options)
    return str | None, Field(default=None, title=question.question, description=known or None)


def _answer(question: AskQuestion, value: str) -> QuestionAnswer:
    option = next((each for each in question.options if value in (each.value, each.label)), None)
    if option is None:
        return QuestionAnswer(id=question.id, value=value)
    return QuestionAnswer(id=question.id, value=option.value, label=option.label)
