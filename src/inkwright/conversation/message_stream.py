"""Render events as the UI message stream of the AI SDK, which web clients read; versions 5, 6 and 7 accept it.

One table says which parts an event becomes. The renderer and the reference in `docs/events.md` both use it.
"""

import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any, Final

from inkwright.conversation.asks import Ask, AskQuestion
from inkwright.conversation.events import (
    AskOpened,
    Data,
    Event,
    ReasoningAppended,
    ReasoningEnded,
    TextAppended,
    TextEnded,
    TextRetracted,
    ToolFailed,
    ToolFinished,
    ToolStarted,
    TurnFinished,
    TurnStarted,
)
from inkwright.conversation.payloads import WIRE_PREFIX, artifact_event_types, is_transient
from inkwright.conversation.turns import Failed, Outcome

Part = dict[str, Any]
"""One part of the stream, as JSON."""

STREAM_HEADERS: Final = {
    "content-type": "text/event-stream",
    "cache-control": "no-cache, no-transform",
    "x-vercel-ai-ui-message-stream": "v1",
    "x-accel-buffering": "no",
}
STREAM_END: Final = "data: [DONE]\n\n"
HEARTBEAT: Final = ": heartbeat\n\n"
_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class PartField:
    """One field of a part: where its value comes from, in words and as a function of the event."""

    source: str
    read: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class StreamPart:
    """A part that an event becomes. `when` says on which condition, in words; `items` selects what it is rendered for,
    by default the event itself. The fields of a `data-…` part other than `id` are under `data`.
    """

    name: str
    fields: Mapping[str, PartField] = field(default_factory=dict)
    when: str = ""
    items: Callable[[Any], Iterable[Any]] = lambda event: (event,)

    def render(self, event: Event) -> Iterator[Part]:
        """Yield the part for each item. Fields without a value are left out: clients refuse null."""
        for item in self.items(event):
            values = {name: each.read(item) for name, each in self.fields.items()}
            known = {name: value for name, value in values.items() if value is not None}
            yield _data_part(self.name, known) if self.name.startswith(WIRE_PREFIX) else {"type": self.name, **known}


def _data_part(name: str, values: Mapping[str, Any]) -> Part:
    rest = {key: value for key, value in values.items() if key != "id"}
    return {"type": name, **({"id": values["id"]} if "id" in values else {}), "data": rest}


def _from(path: str) -> PartField:
    return PartField(path, attrgetter(path))


def _always(value: str) -> PartField:
    return PartField(f'"{value}"', lambda _: value)


def _milliseconds(path: str) -> PartField:
    return PartField(f"{path} × 1000", lambda event: round(1000 * attrgetter(path)(event)))


def _known_milliseconds(path: str) -> PartField:
    def read(event: Any) -> int | None:
        value = attrgetter(path)(event)
        return None if value is None else round(1000 * value)

    return PartField(f"{path} × 1000", read)


def _as_json(path: str) -> PartField:
    return PartField(
        path, lambda event: _camel_case(attrgetter(path)(event).model_dump(mode="json", exclude_none=True))
    )


def _camel_case(value: Any) -> Any:
    """Return JSON with its names in camel case. Names that are data, such as units, have no underscore."""
    if isinstance(value, dict):
        return {_camel_name(key): _camel_case(each) for key, each in value.items()}
    return [_camel_case(each) for each in value] if isinstance(value, list) else value


def _camel_name(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


@dataclass(frozen=True, slots=True)
class _AskedQuestion:
    ask: Ask
    question: AskQuestion

    @property
    def id(self) -> str:
        """Unique: several questions of one ask must not replace each other."""
        return f"{self.ask.id}/{self.question.id}"

    @property
    def choices(self) -> list[dict[str, str]]:
        return [option.model_dump(exclude_none=True) for option in self.question.options]


def _questions(event: AskOpened) -> list[_AskedQuestion]:
    return [_AskedQuestion(event.ask, question) for question in event.ask.questions]


def _tool_progress(status: str, **more: PartField) -> tuple[StreamPart, ...]:
    fields = {"id": _from("call_id"), "tool": _from("tool"), "status": _always(status), **more}
    return (StreamPart("data-tool-progress", fields),)


def _if_outcome(is_meant: Callable[[Outcome], bool]) -> Callable[[TurnFinished], tuple[TurnFinished, ...]]:
    return lambda event: (event,) if is_meant(event.outcome) else ()


CANCELLED: Final = "cancelled"


def _is_cancelled(outcome: Outcome) -> bool:
    return isinstance(outcome, Failed) and outcome.code == CANCELLED


def _is_failed(outcome: Outcome) -> bool:
    return isinstance(outcome, Failed) and not _is_cancelled(outcome)


def _is_successful(outcome: Outcome) -> bool:
    return not isinstance(outcome, Failed)


def _metadata(event: TurnFinished) -> dict[str, str]:
    return {"outcome": event.outcome.kind}


_START: Final = (
    StreamPart("start", {"messageId": _from("turn_id")}, "once in a stream"),
    StreamPart("data-conversation", {"conversationId": _from("conversation_id"), "turnId": _from("turn_id")}),
)
_RETRIED: Final = StreamPart("data-retried", {"turnId": _from("turn_id")}, "if the run before it failed")
_TEXT_START: Final = StreamPart("text-start", {"id": _from("text_id")}, "before the first piece")
_TEXT_END: Final = StreamPart("text-end", {"id": _from("text_id")}, "if the text is open")
_REASONING_START: Final = StreamPart("reasoning-start", {"id": _from("reasoning_id")}, "before the first piece")
_REASONING_END: Final = StreamPart("reasoning-end", {"id": _from("reasoning_id")}, "if the reasoning is open")
_STOPPED: Final = tuple(replace(each, when="for each call that did not end") for each in _tool_progress("stopped"))

STREAM_PARTS: Final[dict[str, tuple[StreamPart, ...]]] = {
    "turn_started": (*_START, *_STOPPED, _RETRIED),
    "text_grew": (_TEXT_START, StreamPart("text-delta", {"id": _from("text_id"), "delta": _from("text")})),
    "text_retracted": (_TEXT_END, StreamPart("data-text-retracted", {"textId": _from("text_id")})),
    "text_ended": (_TEXT_END,),
    "reasoning_grew": (
        _REASONING_START,
        StreamPart("reasoning-delta", {"id": _from("reasoning_id"), "delta": _from("text")}),
    ),
    "reasoning_ended": (_REASONING_END,),
    "tool_started": _tool_progress("running", startedAt=_known_milliseconds("started_at")),
    "tool_progressed": _tool_progress("running", message=_from("message")),
    "tool_finished": _tool_progress("done", durationMs=_milliseconds("seconds")),
    "tool_failed": _tool_progress("error", message=_from("problem"), durationMs=_milliseconds("seconds")),
    "ask_opened": (
        StreamPart("data-ask", {"id": _from("ask.id"), "ask": _as_json("ask")}),
        StreamPart(
            "data-clarify",
            {
                "id": PartField("ask.id/question.id", attrgetter("id")),
                "askId": _from("ask.id"),
                "questionId": _from("question.id"),
                "type": _from("ask.kind"),
                "question": _from("question.question"),
                "choices": PartField("question.options", attrgetter("choices")),
                "hint": _from("ask.hint"),
                "allowCustomInput": _from("question.allow_freeform"),
            },
            "for each question",
            _questions,
        ),
    ),
    "warned": (StreamPart("data-warning", {"code": _from("code"), "message": _from("message")}),),
    "error_happened": (StreamPart("data-error", {"code": _from("code"), "message": _from("message")}),),
    "data": (StreamPart("data-…", {"id": _from("id"), "data": _from("payload")}, "with the name of its kind"),),
    "turn_finished": (
        *_STOPPED,
        StreamPart("data-outcome", {"id": PartField("the turn", lambda _: None), "outcome": _as_json("outcome")}),
        StreamPart("message-metadata", {"messageMetadata": PartField("{outcome: outcome.kind}", _metadata)}),
        StreamPart("abort", {"reason": _from("outcome.message")}, "if it was cancelled", _if_outcome(_is_cancelled)),
        StreamPart("error", {"errorText": _from("outcome.message")}, "if it failed", _if_outcome(_is_failed)),
        StreamPart("finish", {"finishReason": _always("stop")}, "otherwise", _if_outcome(_is_successful)),
    ),
}
"""How events appear in the stream. `error` and `abort` are final for a client, so they come last."""

STATE_KINDS: Final = frozenset(
    {"turn_started", "turn_finished", "text_grew", "text_ended", "text_retracted"}
    | {"reasoning_grew", "reasoning_ended"}
    | {"tool_started", "tool_finished", "tool_failed"}
)
"""The events on which the parts of later ones depend."""


class MessageStream:
    """Renders the events of one turn, in order, as the parts of one message.

    A stream has one `start` and one end, also where the turn continued after an answer: the parts that end it are those
    of the last run. Text is always opened before its first piece and closed before the end. A run after a failed one
    replaces it: of what came before `data-retried`, only files count.
    """

    def __init__(self, file_url: str = "") -> None:
        """`file_url` is where files are downloaded, with `{id}` for the artifact; without it, cards have no address."""
        self._file_url = file_url
        self._is_started = False
        self._has_failed = False
        self._open_texts: dict[str, None] = {}
        self._open_reasoning: dict[str, None] = {}
        self._open_calls: dict[str, ToolStarted] = {}
        self._turn_id = ""
        self._end: list[Part] = []

    def parts(self, event: Event) -> list[Part]:
        """Return the parts of an event."""
        if isinstance(event, TurnStarted):
            return self._start(event)
        if isinstance(event, TextAppended):
            return self._text(event)
        if isinstance(event, TextEnded | TextRetracted):
            return self._end_text(event)
        if isinstance(event, ReasoningAppended | ReasoningEnded):
            return self._reasoning(event)
        if isinstance(event, Data):
            return [self._with_url(_data_event(event))]
        if isinstance(event, TurnFinished):
            return self._finish(event)
        self._note_call(event)
        return [part for each in STREAM_PARTS[event.kind] for part in each.render(event)]

    def skip(self, events: Iterable[Event]) -> None:
        """Take note of events that the reader has seen already. Only those of `STATE_KINDS` matter."""
        for event in events:
            if isinstance(event, TurnStarted | TurnFinished):
                self.parts(event)
            elif isinstance(event, TextAppended):
                self._open_texts[event.text_id] = None
            elif isinstance(event, TextEnded | TextRetracted):
                self._open_texts.pop(event.text_id, None)
            elif isinstance(event, ReasoningAppended | ReasoningEnded):
                self._reasoning(event)
            self._note_call(event)

    def begin_message(self) -> None:
        """Begin a message of its own with the next run: the reader has the events before it in another message."""
        self._is_started = False

    def _note_call(self, event: Event) -> None:
        if isinstance(event, ToolStarted):
            self._open_calls[event.call_id] = event
        elif isinstance(event, ToolFinished | ToolFailed):
            self._open_calls.pop(event.call_id, None)

    def _stopped_calls(self) -> list[Part]:
        """Return the parts that end the calls that did not: they were stopped, or their process died."""
        stopped = [part for call in self._open_calls.values() for each in _STOPPED for part in each.render(call)]
        self._open_calls.clear()
        return stopped

    def _stopped_reasoning(self) -> list[Part]:
        ended: list[Part] = [{"type": _REASONING_END.name, "id": reasoning_id} for reasoning_id in self._open_reasoning]
        self._open_reasoning.clear()
        return ended

    def _with_url(self, part: Part) -> Part:
        artifact = part["data"].get("artifactId")
        if not self._file_url or not artifact:
            return part
        return {**part, "data": {**part["data"], "url": self._file_url.replace("{id}", artifact)}}

    def close(self) -> list[Part]:
        """Return the parts that end the stream; none before the turn has finished."""
        ending, self._end = self._end, []
        return ending

    def _start(self, event: TurnStarted) -> list[Part]:
        self._turn_id, self._end = event.turn_id, []
        start, conversation = (part for each in _START for part in each.render(event))
        is_first, self._is_started = not self._is_started, True
        retried = [*_RETRIED.render(event)] if self._has_failed else []
        self._has_failed = False
        return [
            *([start] if is_first else []),
            *self._stopped_reasoning(),
            *self._stopped_calls(),
            *retried,
            conversation,
        ]

    def _text(self, event: TextAppended) -> list[Part]:
        is_open = event.text_id in self._open_texts
        self._open_texts[event.text_id] = None
        return [part for each in STREAM_PARTS[event.kind][is_open:] for part in each.render(event)]

    def _end_text(self, event: TextEnded | TextRetracted) -> list[Part]:
        end, *rest = (part for each in STREAM_PARTS[event.kind] for part in each.render(event))
        is_open = event.text_id in self._open_texts
        self._open_texts.pop(event.text_id, None)
        return [end, *rest] if is_open else rest

    def _reasoning(self, event: ReasoningAppended | ReasoningEnded) -> list[Part]:
        is_open = event.reasoning_id in self._open_reasoning
        parts = [part for each in STREAM_PARTS[event.kind] for part in each.render(event)]
        if isinstance(event, ReasoningAppended):
            self._open_reasoning[event.reasoning_id] = None
            return parts[is_open:]
        self._open_reasoning.pop(event.reasoning_id, None)
        return parts if is_open else []

    def _finish(self, event: TurnFinished) -> list[Part]:
        still_open: list[Part] = [{"type": "text-end", "id": text_id} for text_id in self._open_texts]
        self._open_texts.clear()
        stopped = self._stopped_calls()
        self._has_failed = isinstance(event.outcome, Failed)
        outcome, *ending = (part for each in STREAM_PARTS[event.kind][1:] for part in each.render(event))
        self._end = ending
        self._add_urls(outcome["data"]["outcome"])
        return [*still_open, *self._stopped_reasoning(), *stopped, {**outcome, "id": self._turn_id}]

    def _add_urls(self, outcome: dict[str, Any]) -> None:
        """Add the addresses of its files to an outcome and its receipt."""
        receipt = outcome["receipt"]
        for file in (*outcome.get("artifacts", ()), *receipt["made"], *receipt["changed"]):
            if self._file_url:
                file["url"] = self._file_url.replace("{id}", file["id"])


def _data_event(event: Data) -> Part:
    part: Part = {"type": WIRE_PREFIX + event.name, "data": _without_null(event.payload)}
    if event.id is not None:
        part["id"] = event.id
    if is_transient(event.name):
        part["transient"] = True
    return part


def _without_null(payload: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in payload.items() if value is not None}


def frame(part: Part) -> str:
    """Return a part as one event of the stream."""
    return f"data: {_encode(part)}\n\n"


def message_parts(events: Iterable[Event], file_url: str = "") -> list[Part]:
    """Return the parts of a finished message, as a client of the stream would keep them: retracted texts, transient
    parts and failed runs are left out, and a later part replaces an earlier one of the same type and id.
    """
    stream, files, number = MessageStream(file_url), artifact_event_types(), itertools.count()
    kept: dict[object, Part] = {}
    for part in (part for event in events for part in stream.parts(event)):
        name = part["type"]
        if name == _RETRIED.name:
            kept = {key: each for key, each in kept.items() if each["type"] in files}
        elif name == "text-start":
            kept["text", part["id"]] = {"type": "text", "text": "", "state": "done"}
        elif name == "text-delta":
            kept["text", part["id"]]["text"] += part["delta"]
        elif name == "reasoning-start":
            kept["reasoning", part["id"]] = {"type": "reasoning", "text": "", "state": "done"}
        elif name == "reasoning-delta":
            kept["reasoning", part["id"]]["text"] += part["delta"]
        elif name == "data-text-retracted":
            kept.pop(("text", part["data"]["textId"]), None)
            kept[name, part["data"]["textId"]] = part
        elif name.startswith(WIRE_PREFIX) and not part.get("transient"):
            kept[(name, part["id"]) if "id" in part else (name, next(number))] = part
    return list(kept.values())
