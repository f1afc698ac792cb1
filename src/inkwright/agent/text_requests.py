"""Requests to the person that a model wrote as text instead of calling `ui_request`."""

import json
import logging
from dataclasses import dataclass, field
from typing import Any, Final

from inkwright.agent.quoted_requests import Occasion
from inkwright.i18n import language_of, text
from inkwright.llm.models import ToolCall
from inkwright.parsing.envelope import MAX_PREAMBLE, WrittenMessage, find_message
from inkwright.parsing.requests import envelope_example
from inkwright.parsing.results import Rejected, reject

UI_REQUEST: Final = "ui_request"
_FIELDS: Final = ("title", "preface", "questions", "outline_lines")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TextRequest:
    """A reply with requests: the calls the model should have made, in order, and the words around them.

    `plain` is the same as text only, for a turn that cannot ask.
    """

    call: ToolCall
    words: str = ""
    more: tuple[ToolCall, ...] = ()
    plain: str = field(default="", compare=False)

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """All calls, in order."""
        return (self.call, *self.more)


@dataclass(frozen=True, slots=True)
class TextAnswer:
    """A reply that is an ordinary answer in an envelope: its text."""

    text: str


@dataclass(frozen=True, slots=True)
class BrokenRequest:
    """A reply with a request that is not valid. `feedback` is for the model, `example` is a valid call.

    `words` is what can be shown instead: the text around it, and its content if that is complete.
    """

    reason: str
    feedback: str
    example: str
    words: str = ""


NO_OCCASION: Final = Occasion("")


def parse_text_request(
    reply: str | None, call_id: str = "spoken", occasion: Occasion = NO_OCCASION
) -> TextRequest | TextAnswer | BrokenRequest | None:
    """Parse a reply without calls as a request to the person; None for ordinary text, which stays unchanged.
    `occasion` tells a request that is meant from one that a text quotes.

    With the old status tag, the text before it becomes one question with a free answer: all of it reaches the person
    without another call. Without text, or with too much for one question, the model gets feedback; its text stays in
    the messages of the turn.
    """
    message = find_message(reply, occasion.quotes)
    if message is None or message.is_late:
        return None
    if message.problem is not None:
        return _broken_request(reply or "", message, message.problem)
    if not message.requests:
        return TextAnswer(message.words)
    ids = [call_id, *(f"{call_id}_{number}" for number in range(2, len(message.requests) + 1))]
    first, *more = (_call(request, id_) for request, id_ in zip(message.requests, ids, strict=True))
    return TextRequest(first, message.words, tuple(more), message.plain)


def late_request(reply: str, occasion: Occasion = NO_OCCASION) -> BrokenRequest | None:
    """Return the request that a long text ends with, too late to be opened; None if there is none."""
    message = find_message(reply, occasion.quotes)
    if message is None or not message.is_late:
        return None
    return _broken_request(reply, message, reject(reply, "late", "envelope.late", most=MAX_PREAMBLE))


def words_around(reply: str, occasion: Occasion = NO_OCCASION) -> str:
    """Return a reply without the structured messages in it."""
    message = find_message(reply, occasion.quotes)
    return reply if message is None or message.is_late else message.words


def _call(envelope: dict[str, Any], call_id: str) -> ToolCall:
    for coercion in envelope["coercions"]:
        _log.info("%s in a reply: %s", UI_REQUEST, coercion)
    arguments: dict[str, Any] = {"type": envelope["response_type"]}
    arguments.update((key, envelope[key]) for key in _FIELDS if key in envelope)
    return ToolCall(call_id, UI_REQUEST, json.dumps(arguments, ensure_ascii=False))


def _broken_request(reply: str, message: WrittenMessage, found: Rejected) -> BrokenRequest:
    feedback = text(language_of(reply), "feedback.spoken", problem=found.feedback, tool=UI_REQUEST)
    example = envelope_example(_request_kind(found.example), "type")
    return BrokenRequest(found.reason, feedback, example, message.plain)


def _request_kind(example: str) -> Any:
    """Return the intended kind of the request; a clarification if nothing says otherwise."""
    kind = json.loads(example)["response_type"] if example else "normal"
    return "clarification" if kind == "normal" else kind
