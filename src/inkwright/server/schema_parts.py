"""The data of message parts in the OpenAPI description, so that generated clients know every part by its type."""

from typing import Any, Final

from pydantic import BaseModel, Field, create_model
from pydantic.json_schema import models_json_schema

from inkwright.conversation.payloads import PAYLOADS
from inkwright.server.turn_models import AskItem, OutcomeItem
from inkwright.server.ui_messages import AnswerData, AttachedData
from inkwright.server.wire import WireModel

_REFERENCE: Final = "#/components/schemas/{model}"


class ConversationData(WireModel):
    """The conversation and the turn of a message."""

    conversation_id: str
    turn_id: str


class RetriedData(WireModel):
    """The turn runs again after a failure: of what came before, only files count."""

    turn_id: str


class ToolProgressData(WireModel):
    """What a tool does: it is `running`, `done`, `stopped`, or in `error`."""

    tool: str
    status: str
    message: str | None = None
    duration_ms: int | None = None


class AskData(WireModel):
    """A question to the person."""

    ask: AskItem


class NoticeData(WireModel):
    """A warning, or an error after which the turn went on."""

    code: str
    message: str


class OutcomeData(WireModel):
    """How the turn ended."""

    outcome: OutcomeItem


_OWN: Final[dict[str, type[BaseModel]]] = {
    "conversation": ConversationData,
    "tool-progress": ToolProgressData,
    "retried": RetriedData,
    "ask": AskData,
    "answer": AnswerData,
    "attached": AttachedData,
    "warning": NoticeData,
    "error": NoticeData,
    "outcome": OutcomeData,
}


def data_part_schemas() -> dict[str, Any]:
    """Return the schema `DataParts`, with the data of every part under its type without `data-`, and those it uses."""
    shapes: dict[str, type[BaseModel]] = {**_OWN, **{name: kind.shape for name, kind in PAYLOADS.items()}}
    fields: dict[str, Any] = {
        name.replace("-", "_"): (shape | None, Field(default=None, alias=name)) for name, shape in shapes.items()
    }
    parts = create_model("DataParts", __doc__="The data of message parts, by their types without `data-`.", **fields)
    _, found = models_json_schema([(parts, "serialization")], ref_template=_REFERENCE)
    return {name: _as_sent(schema) for name, schema in found["$defs"].items()}


def _as_sent(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema of the stream: fields may be added later, and a part about a file has its address."""
    schema.pop("additionalProperties", None)
    if "artifactId" in schema.get("properties", {}):
        schema["properties"]["url"] = {"type": "string", "description": "Where its file is downloaded."}
    return schema
