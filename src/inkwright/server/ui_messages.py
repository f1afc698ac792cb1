"""The messages of a conversation as clients of the AI SDK keep them."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Final, Literal

from pydantic import Field, JsonValue

from inkwright.conversation.asks import AnsweredAsk, AnswerStatus, Ask, QuestionAnswer
from inkwright.conversation.message_stream import message_parts
from inkwright.conversation.turns import Message, TurnState
from inkwright.server.streams import FILE_URL
from inkwright.server.wire import WireModel
from inkwright.usecases.conversations import ConversationRecord, Exchange


class TextPart(WireModel):
    """Words of a message."""

    type: Literal["text"]
    text: str
    state: Literal["done"] = "done"


class ReasoningPart(WireModel):
    """What the model wrote for itself before it replied. Nothing has checked it."""

    type: Literal["reasoning"]
    text: str
    state: Literal["done"] = "done"


class DataPart(WireModel):
    """What a message shows besides words. `data` is described by `DataParts`, under the type without `data-`."""

    type: str = Field(pattern="^data-[a-z-]+$", examples=["data-file-ready"])
    id: str | None = Field(default=None, description="A later part of the same type and id replaces this one.")
    data: dict[str, JsonValue]


UiPart = TextPart | ReasoningPart | DataPart


class MessageMetadata(WireModel):
    """How the turn of a message ended; nothing while it runs. `message_ids` are the stored messages that it shows."""

    outcome: Literal["answered", "delivered", "asked", "failed"] | None = None
    message_ids: list[str] = Field(default_factory=list, description="By these a search names its messages.")


class UiMessage(WireModel):
    """A message as clients of the AI SDK keep it. The id of an assistant message is that of its turn."""

    id: str
    role: Literal["user", "assistant"]
    parts: list[UiPart]
    metadata: MessageMetadata = MessageMetadata()


class AnsweredQuestionData(WireModel):
    """A question with its answer; no words if it was skipped."""

    question: str
    words: str = ""
    note: str = ""


class AnswerData(WireModel):
    """What the person answered to a question."""

    ask_id: str
    status: AnswerStatus
    items: list[AnsweredQuestionData] = Field(default_factory=list)
    said: str = Field(default="", description="What the person wrote, if they did not use the form.")


class AttachedData(WireModel):
    """The files that came with a message."""

    names: list[str]


def ui_messages(record: ConversationRecord) -> list[UiMessage]:
    """Return the messages of a conversation: for each turn what the person sent, and what came of it.

    Answers to questions are parts of the turn that asked. Files are parts of the message that they came with.
    """
    found: list[UiMessage] = []
    seen = set(record.known_files)
    for exchange in record.exchanges:
        names = [each.name for each in exchange.turn.files if each.name not in seen] if exchange.turn else []
        seen.update(names)
        for index, message in enumerate(_sent(exchange)):
            parts: list[UiPart] = [TextPart(type="text", text=message.text)]
            if names and not index:
                parts.append(_data_part("attached", AttachedData(names=names)))
            found.append(UiMessage(id=message.id, role="user", parts=parts))
        if exchange.turn is not None:
            outcome = exchange.turn.outcome.kind if exchange.turn.outcome else None
            stored = [message.id for message in exchange.messages]
            metadata = MessageMetadata(outcome=outcome, message_ids=stored)
            found.append(
                UiMessage(
                    id=exchange.turn.id, role="assistant", parts=_turn_parts(exchange, exchange.turn), metadata=metadata
                )
            )
    return found


def _sent(exchange: Exchange) -> list[Message]:
    """Return the messages of the person, without answers that the turn has."""
    said = [message for message in exchange.messages if message.role == "user"]
    return said[:1] if exchange.turn and exchange.turn.agreed else said


def _turn_parts(exchange: Exchange, turn: TurnState) -> list[UiPart]:
    written = [message.text for message in exchange.messages if message.role == "user"][1:]
    answers = {
        each.ask.id: answer_data(each, said) for each, said in zip_longest(turn.agreed, written[: len(turn.agreed)])
    }
    parts: list[UiPart] = []
    for each in message_parts((event for _, event in exchange.events), FILE_URL):
        parts.append(_part(each))
        if each["type"] == "data-ask" and (answered := answers.get(each["id"])):
            parts.append(_data_part("answer", answered, answered.ask_id))
    return parts


def answer_data(answered: AnsweredAsk, written: str | None = None) -> AnswerData:
    """Return an answer for people: the labels of what was chosen, and the notes; or what they wrote as a message."""
    ask, answer = answered.ask, answered.answer
    said = answer.said or ("" if written in (None, answer.for_model(ask)) else written)
    given: dict[str, list[QuestionAnswer]] = {}
    for each in answer.answers:
        given.setdefault(each.id, []).append(each)
    return AnswerData(
        ask_id=ask.id,
        status=answer.status,
        items=[] if said else _items(ask, given),
        said=said or "",
    )


def _items(ask: Ask, given: dict[str, list[QuestionAnswer]]) -> list[AnsweredQuestionData]:
    return [
        AnsweredQuestionData(
            question=question.question,
            words=_joined([each.label or each.value or "" for each in given.get(question.id, [])]),
            note=_joined([each.note or "" for each in given.get(question.id, [])]),
        )
        for question in ask.questions
    ]


def _joined(words: Sequence[str]) -> str:
    return ", ".join(filter(None, words))


def _data_part(name: str, data: WireModel, part_id: str | None = None) -> DataPart:
    return DataPart(type=f"data-{name}", id=part_id, data=data.model_dump(mode="json", by_alias=True))


_SHAPES: Final[dict[str, type[TextPart | ReasoningPart]]] = {"text": TextPart, "reasoning": ReasoningPart}


def _part(part: dict[str, Any]) -> UiPart:
    return _SHAPES.get(part["type"], DataPart).model_validate(part)
