"""`ui_request`: the one way in which a model asks the person, with questions or an outline to approve."""

import logging
from typing import Any, Final

from pydantic import Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from inkwright.agent.text_requests import UI_REQUEST
from inkwright.agent.tool_runner import ToolCallRejected
from inkwright.agent.tools import AgentTool, ToolContext, register_tool
from inkwright.conversation.asks import AskDraft, AskOption, AskQuestion
from inkwright.i18n import text
from inkwright.parsing.coercions import coerce_request, parse_embedded_json
from inkwright.parsing.requests import (
    OutlineLines,
    Prose,
    Question,
    Questions,
    RequestKind,
    ShortText,
    StrictModel,
    envelope_example,
)
from inkwright.parsing.written_calls import TYPE_OF_CALL
from inkwright.projects.phases import FIRST_PHASES

_log = logging.getLogger(__name__)

TYPE_OF_NAME: Final = {name: kind for name, kind in TYPE_OF_CALL.items() if name != UI_REQUEST}
"""The other names of the tool, and the type that a name alone implies."""


class UiRequest(StrictModel):
    """What the person is asked."""

    type: RequestKind
    title: ShortText
    preface: Prose | None = None
    questions: Questions | None = Field(
        default=None, validate_default=True, description="clarification only: at least one question"
    )
    outline_lines: OutlineLines | None = Field(
        default=None, validate_default=True, description="outline_edit only: one line of the outline each"
    )

    @field_validator("questions")
    @classmethod
    def _fit_the_type(cls, questions: list[Question] | None, info: ValidationInfo) -> list[Question] | None:
        kind = info.data.get("type")
        if kind == "clarification" and not questions:
            raise PydanticCustomError("questions", "a clarification needs at least one question")
        if kind == "outline_edit" and questions:
            raise PydanticCustomError("questions", "an outline_edit has outline_lines and no questions")
        return questions

    @field_validator("outline_lines")
    @classmethod
    def _fits_the_type(cls, lines: list[str] | None, info: ValidationInfo) -> list[str] | None:
        kind = info.data.get("type")
        if kind == "outline_edit" and not lines:
            raise PydanticCustomError("outline", "an outline_edit needs outline_lines: at least one line")
        if kind == "clarification" and lines:
            raise PydanticCustomError("outline", "a clarification has questions and no outline_lines")
        return lines


def read_arguments(given: Any, called: str = UI_REQUEST) -> Any:
    """Return the arguments after lossless coercions, each logged; `called` is the name that was used."""
    payload = parse_embedded_json(given, "arguments", dict, _log_coercion)
    if not isinstance(payload, dict):
        return payload
    implied = TYPE_OF_NAME.get(called)
    if implied and "type" not in payload and "response_type" not in payload:
        payload = {"type": implied, **payload}
        _log_coercion("name → type")
    return coerce_request(payload, "type", _log_coercion)


def _log_coercion(coercion: str) -> None:
    _log.info("%s: %s", UI_REQUEST, coercion)


async def ui_request(request: UiRequest, context: ToolContext) -> AskDraft:
    """Return the question to the person. The turn waits for it; the answer becomes the result of the call.

    In the interview about the intent of a project, the person is asked one question at a time.
    """
    if context.project is not None and len(request.questions or ()) > 1:
        project = await context.project.project()
        if project.current_phase == FIRST_PHASES[0].code:
            told = text(context.language, "content.one_question")
            raise ToolCallRejected(told, told)
    return AskDraft(
        kind=request.type,
        title=request.title,
        preface=request.preface,
        questions=tuple(_ask_question(question) for question in request.questions or ()),
        outline_lines=tuple(request.outline_lines or ()),
    )


def _ask_question(question: Question) -> AskQuestion:
    options = tuple(AskOption(**option.model_dump()) for option in question.options)
    return AskQuestion(**{**question.model_dump(), "options": options})


TOOL = register_tool(
    AgentTool(
        UI_REQUEST,
        "Ask the person; the only way to do so. type clarification: questions, each with options or allow_freeform. "
        "type outline_edit: an outline to adopt, edit or abandon. Put all questions into one call.",
        UiRequest,
        ui_request,
        is_base=True,
        agents=("unified", "content"),
        aliases=tuple(TYPE_OF_NAME),
        read=read_arguments,
        example=" or ".join(envelope_example(kind, "type") for kind in ("clarification", "outline_edit")),
    )
)
