"""Requests to the person that a model wrote as text instead of calling `ui_request`."""

import json
import logging
from dataclasses import dataclass
from typing import Any, Final

from inkwright.i18n import language_of, text
from inkwright.llm.models import ToolCall
from inkwright.parsing import Rejected
from inkwright.parsing.envelope import envelope_example, find_envelope

UI_REQUEST: Final = "ui_request"
_FIELDS: Final = ("title", "preface", "questions", "outline_lines")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TextRequest:
    """The reply is a request: the call that the model should have made."""

    call: ToolCall


@dataclass(frozen=True, slots=True)
class TextAnswer:
    """The reply is an ordinary answer in an envelope: its text."""

    text: str


@dataclass(frozen=True, slots=True)
class BrokenRequest:
    """The reply begins a request and does not hold one. `feedback` is for the model, `example` a valid call."""

    reason: str
    feedback: str
    example: str


def parse_text_request(reply: str, call_id: str = "spoken") -> TextRequest | TextAnswer | BrokenRequest | None:
    """What a reply without calls asks of the person; None for ordinary text, which stays as it is.

    Under the old status tag the text before it becomes one question with a free answer: every word of it reaches
    the person, and no round with the model is spent. Where there is no text, or too much for a question, the
    model is told; what it wrote stays in the messages of the turn, so nothing is lost there either.
    """
    found = find_envelope(reply)
    if found is None:
        return None
    if isinstance(found, Rejected):
        return _broken_request(reply, found)
    envelope = found.value
    for coercion in envelope["coercions"]:
        _log.info("%s in a reply: %s", UI_REQUEST, coercion)
    if envelope["response_type"] == "normal":
        return TextAnswer(envelope["content"])
    arguments: dict[str, Any] = {"type": envelope["response_type"]}
    arguments.update((key, envelope[key]) for key in _FIELDS if key in envelope)
    return TextRequest(ToolCall(call_id, UI_REQUEST, json.dumps(arguments, ensure_ascii=False)))


def _broken_request(reply: str, found: Rejected) -> BrokenRequest:
    feedback = text(language_of(reply), "feedback.spoken", problem=found.feedback, tool=UI_REQUEST)
    return BrokenRequest(found.reason, feedback, envelope_example(_request_kind(found.example), "type"))


def _request_kind(example: str) -> Any:
    """Of which kind the request was meant to be; a clarification where nothing says."""
    kind = json.loads(example)["response_type"] if example else "normal"
    return "clarification" if kind == "normal" else kind
