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
    """A reply that is a request: the call the model should have made."""

    call: ToolCall


@dataclass(frozen=True, slots=True)
class TextAnswer:
    """A reply that is an ordinary answer in an envelope: its text."""

    text: str


@dataclass(frozen=True, slots=True)
class BrokenRequest:
    """A reply that starts a request but does not hold a valid one. `feedback` is for the model, `example` is a valid
    call.
    """

    reason: str
    feedback: str
    example: str


def parse_text_request(reply: str, call_id: str = "spoken") -> TextRequest | TextAnswer | BrokenRequest | None:
    """Parse a reply without calls as a request to the person; None for ordinary text, which stays unchanged.

    With the old status tag, the text before it becomes one question with a free answer: all of it reaches the person
    without another call. Without text, or with too much for one question, the model gets feedback; its text stays in
    the messages of the turn.
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
    """Return the intended kind of the request; a clarification if nothing says otherwise."""
    kind = json.loads(example)["response_type"] if example else "normal"
    return "clarification" if kind == "normal" else kind
