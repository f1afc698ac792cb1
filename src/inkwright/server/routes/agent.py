"""Turns over HTTP: send, answer, retry, edit and cancel; every answer is the stream of the turn."""

import hashlib
import re
from typing import Any, Final, Literal, Self

from fastapi import APIRouter, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

from inkwright.agent.deliverables import DELIVERABLES
from inkwright.agent.intents import route_for
from inkwright.application import Inkwright
from inkwright.conversation.asks import AnswerStatus
from inkwright.conversation.turns import Failed, RouterResult
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Reason
from inkwright.runtime.conversation_locks import WhenBusy
from inkwright.runtime.running_turns import RunningTurn
from inkwright.server.problems import Problem
from inkwright.server.requests import InkwrightWithRoom, OwnersInkwright, RequestLanguage
from inkwright.server.streams import SeenEvent, stream_response
from inkwright.server.turn_models import OutcomeItem
from inkwright.server.uploads import content_of, written_files
from inkwright.server.wire import WireModel, Worded

_CONVERSATION_ID = re.compile(r"conv_[0-9a-f]{32}")
MAX_MESSAGE: Final = 200_000
STREAM_EVENT: Final = {
    "title": "StreamEvent",
    "type": "object",
    "properties": {
        "id": {"type": "string", "description": "The number of the event, to continue after it."},
        "data": {"type": "string", "description": "JSON, or [DONE]."},
    },
    "required": ["data"],
}
STREAM_RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "content": {"text/event-stream": {"schema": STREAM_EVENT}},
        "description": "The UI message stream of the turn.",
    },
    404: {"model": Problem},
    409: {"model": Problem},
    422: {"model": Problem},
    429: {"model": Problem},
}

router = APIRouter(prefix="/api/agent", tags=["agent"], responses={401: {"model": Problem}})


class ClientModel(BaseModel):
    """What clients of the AI SDK send. They add fields of their own, which are ignored: nothing that a client says
    about earlier messages, tools or approvals is believed.
    """

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore", frozen=True)


class ClientPart(ClientModel):
    """One part of a client's message; only text and files are read."""

    type: str = Field(max_length=100)
    text: str = Field(default="", max_length=MAX_MESSAGE)
    filename: str | None = Field(default=None, max_length=300)
    url: str = Field(default="", description="The content of a file, as a `data:` URL.")


class ClientMessage(ClientModel):
    """A message as the AI SDK keeps it."""

    role: str = Field(max_length=20)
    parts: list[ClientPart] = Field(default_factory=list, max_length=1_000)

    @property
    def text(self) -> str:
        """The words of the message."""
        return "\n".join(part.text for part in self.parts if part.type == "text").strip()

    @property
    def files(self) -> list[tuple[str, bytes]]:
        """The names and contents of the files that come with the message."""
        return [(part.filename or "file", content_of(part.url)) for part in self.parts if part.type == "file"]


class StreamRequest(ClientModel):
    """A message to send. Either `message`, or the `messages` of an AI SDK client, of which the last one is sent."""

    message: str | None = Field(default=None, max_length=MAX_MESSAGE, description="The message.")
    conversation_id: str | None = Field(default=None, max_length=200, description="The conversation to continue.")
    project_id: str | None = Field(
        default=None, max_length=64, description="The project to work on; a new conversation is started in it."
    )
    when_busy: WhenBusy = Field(default="wait", description="While another turn runs: wait for its end, or 409.")
    deliverables: list[str] = Field(
        default_factory=list, max_length=5, description="What is to be made, if the client knows: `slides`, `quiz` …"
    )
    at_once: bool = Field(default=False, description="Make it without asking for an outline first.")
    id: str | None = Field(default=None, max_length=200, description="The chat of an AI SDK client.")
    messages: list[ClientMessage] = Field(default_factory=list, max_length=5_000)
    trigger: Literal["submit-message", "regenerate-message"] = "submit-message"

    @property
    def words(self) -> str:
        """The message to send."""
        if self.message is not None:
            return self.message.strip()
        return self._last.text if self._last is not None else ""

    @property
    def files(self) -> list[tuple[str, bytes]]:
        """The files that come with the message."""
        return self._last.files if self.message is None and self._last is not None else []

    @property
    def _last(self) -> ClientMessage | None:
        last = self.messages[-1] if self.messages else None
        return last if last is not None and last.role == "user" else None


class TurnRequest(WireModel):
    """A turn."""

    turn_id: str = Field(max_length=64, description="The turn.")


class AdvanceRequest(WireModel):
    """A turn to continue, or a project to take to another phase: one of the two."""

    turn_id: str | None = Field(default=None, max_length=64, description="A turn whose process died.")
    project_id: str | None = Field(default=None, max_length=64, description="The project.")
    target_phase: str | None = Field(default=None, max_length=80, description="The phase; the next one by default.")
    conversation_id: str | None = Field(default=None, max_length=200, description="The conversation that tells it.")

    @model_validator(mode="after")
    def _has_one(self) -> Self:
        if (self.turn_id is None) == (self.project_id is None):
            raise ValueError(Reason("server.turn_or_project"))
        return self


class EditRequest(WireModel):
    """A message that replaces the one of a turn, and everything after it."""

    turn_id: str = Field(max_length=64, description="The turn whose message is replaced.")
    message: Worded = Field(max_length=MAX_MESSAGE, description="The new message.")


class QuestionAnswerBody(WireModel):
    """The answer to one question."""

    id: str = Field(max_length=200, description="The question.")
    value: str | list[str] | None = Field(default=None, description="The value of an option, or other words.")
    label: str | None = Field(default=None, description="The label of that option.")
    note: str | None = Field(default=None, description="What the person adds.")
    skipped: bool = Field(default=False, description="Whether the person chose not to answer.")


class AnswerBody(WireModel):
    """An answer in full."""

    status: AnswerStatus = Field(description="What the person did.")
    answers: list[QuestionAnswerBody] = Field(default_factory=list, max_length=200)
    outline_lines: list[str] = Field(default_factory=list, max_length=5_000, description="The outline as changed.")
    said: str | None = Field(default=None, description="An answer in the person's own words instead of choices.")


class AnswerRequest(WireModel):
    """The answer to a question."""

    ask_id: str = Field(max_length=64, description="The question.")
    answer: AnswerBody | dict[str, str | list[str] | None] = Field(
        union_mode="left_to_right",
        description="An answer in full, or question ids with their values; null skips a question.",
        examples=[{"level": "easy", "topic": None}],
    )

    @property
    def given(self) -> dict[str, Any]:
        """The answer with the names of fields in the store."""
        if isinstance(self.answer, AnswerBody):
            return self.answer.model_dump(by_alias=False, exclude_unset=True)
        return self.answer


class ChatReply(WireModel):
    """How a turn ended."""

    conversation_id: str
    turn_id: str
    outcome: OutcomeItem


@router.post("/stream", response_class=StreamingResponse, responses=STREAM_RESPONSES)
async def stream_message(body: StreamRequest, inkwright: InkwrightWithRoom) -> StreamingResponse:
    """Send a message and stream its turn. The turn continues if the reader goes away."""
    return turn_stream(inkwright, await _send(body, inkwright))


@router.post("/answer", response_class=StreamingResponse, responses=STREAM_RESPONSES)
async def stream_answer(body: AnswerRequest, inkwright: InkwrightWithRoom) -> StreamingResponse:
    """Answer a question and stream the rest of its turn."""
    return turn_stream(inkwright, await inkwright.answer(body.ask_id, body.given))


@router.post("/retry", response_class=StreamingResponse, responses=STREAM_RESPONSES)
async def stream_retry(body: TurnRequest, inkwright: InkwrightWithRoom) -> StreamingResponse:
    """Run a failed turn again."""
    return turn_stream(inkwright, await inkwright.retry(body.turn_id))


@router.post("/advance", response_class=StreamingResponse, responses=STREAM_RESPONSES)
async def stream_advance(
    body: AdvanceRequest, inkwright: InkwrightWithRoom, language: RequestLanguage
) -> StreamingResponse:
    """Take a project to another phase, or continue a turn whose process died."""
    if body.turn_id is not None:
        return turn_stream(inkwright, await inkwright.resume(body.turn_id))
    if body.conversation_id is not None:
        await inkwright.conversation(body.conversation_id)
    turn = await inkwright.advance(
        body.project_id or "", body.target_phase, conversation_id=body.conversation_id, language=language
    )
    return turn_stream(inkwright, turn)


@router.post("/edit", response_class=StreamingResponse, responses=STREAM_RESPONSES)
async def stream_edit(body: EditRequest, inkwright: InkwrightWithRoom) -> StreamingResponse:
    """Replace the message of a turn, and everything after it, and stream the new turn."""
    return turn_stream(inkwright, await inkwright.edit(body.turn_id, body.message))


@router.post("/cancel", status_code=204, responses={404: {"model": Problem}, 409: {"model": Problem}})
async def cancel_turn(body: TurnRequest, inkwright: OwnersInkwright) -> Response:
    """Stop a turn. What it made is kept."""
    await inkwright.cancel(body.turn_id)
    return Response(status_code=204)


@router.post("/chat", deprecated=True, responses={k: v for k, v in STREAM_RESPONSES.items() if k != 200})
async def send_and_wait(body: StreamRequest, inkwright: InkwrightWithRoom, response: Response) -> ChatReply:
    """Send a message and wait for the end of its turn. Use `/api/agent/stream` instead."""
    turn = await _send(body, inkwright)
    outcome = await turn.outcome()
    response.headers["deprecation"] = "true"
    response.headers["link"] = '</api/agent/stream>; rel="successor-version"'
    return ChatReply(conversation_id=turn.conversation_id, turn_id=turn.id, outcome=OutcomeItem.of(outcome))


@router.get(
    "/{conversation_id}/stream",
    response_class=StreamingResponse,
    responses={**STREAM_RESPONSES, 204: {"description": "No turn runs."}},
)
async def follow_conversation(conversation_id: str, inkwright: OwnersInkwright, after: SeenEvent) -> Response:
    """Follow the turn that runs in a conversation: everything so far, or what came after an event, then live."""
    turn = await inkwright.latest_turn(_conversation_of(conversation_id, inkwright))
    if turn is None or turn.status != "running":
        return Response(status_code=204)
    return stream_response(inkwright, turn.id, after)


@router.get("/turns/{turn_id}/stream", response_class=StreamingResponse, responses=STREAM_RESPONSES)
async def follow_turn(turn_id: str, inkwright: OwnersInkwright, after: SeenEvent) -> StreamingResponse:
    """Follow a turn, also one that is over: everything so far, or what came after an event, then live."""
    await inkwright.turn(turn_id)
    return stream_response(inkwright, turn_id, after)


def turn_stream(inkwright: Inkwright, turn: RunningTurn) -> StreamingResponse:
    """Return the stream of a turn that was begun."""
    response = stream_response(inkwright, turn.id, turn.after, is_continued=False)
    response.headers["x-conversation-id"] = turn.conversation_id
    response.headers["x-turn-id"] = turn.id
    return response


async def _send(body: StreamRequest, inkwright: Inkwright) -> RunningTurn:
    if body.trigger == "regenerate-message":
        return await _regenerate(body, inkwright)
    if not body.words:
        raise InvalidOption(option="message", value="", allowed=Reason("server.message_needed"))
    conversation_id = await _known_conversation(body, inkwright)
    async with written_files(body.files) as paths:
        return await inkwright.send(
            body.words,
            conversation_id=conversation_id,
            files=paths,
            project_id=body.project_id,
            when_busy=body.when_busy,
            route=_route(body),
        )


def _route(body: StreamRequest) -> RouterResult | None:
    """Return the route of a request that names what to make; otherwise a model finds it."""
    if not body.deliverables:
        return None
    if unknown := [each for each in body.deliverables if each not in DELIVERABLES]:
        allowed = Reason("reason.usecases.one_of", names=", ".join(DELIVERABLES))
        raise InvalidOption(option="deliverables", value=unknown[0][:100], allowed=allowed)
    return route_for(body.deliverables, body.words, at_once=body.at_once)


async def _regenerate(body: StreamRequest, inkwright: Inkwright) -> RunningTurn:
    """Run the latest turn again: a failed one continues, another one is replaced."""
    conversation_id = await _known_conversation(body, inkwright)
    turn = await inkwright.latest_turn(conversation_id) if conversation_id else None
    if turn is None:
        raise NotFound(what_kind="turn", id="")
    if isinstance(turn.outcome, Failed):
        return await inkwright.retry(turn.id)
    return await inkwright.edit(turn.id, turn.message)


async def _known_conversation(body: StreamRequest, inkwright: Inkwright) -> str | None:
    if body.conversation_id is not None:
        await inkwright.conversation(body.conversation_id)
        return body.conversation_id
    return _conversation_of(body.id, inkwright) if body.id else None


def _conversation_of(client_id: str, inkwright: Inkwright) -> str:
    """Return the conversation that a client means: clients of the AI SDK choose the ids of their chats themselves."""
    if _CONVERSATION_ID.fullmatch(client_id):
        return client_id
    digest = hashlib.sha256(f"{inkwright.owner}\0{client_id}".encode(errors="replace")).hexdigest()
    return f"conv_{digest[:32]}"
