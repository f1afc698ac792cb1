"""The registered payloads of `Data`: each is registered in the file that owns it, so a new one touches one file."""

from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel

from inkwright.artifacts.vault import Verified
from inkwright.conversation.asks import Ask
from inkwright.conversation.events import Data
from inkwright.errors import InvalidOption

WIRE_PREFIX: Final = "data-"


@dataclass(frozen=True, slots=True)
class PayloadKind:
    """One kind of data. `proves_artifact`: it is said of artifacts that were verified, and of nothing else."""

    name: str
    shape: type[BaseModel]
    proves_artifact: bool

    @property
    def wire_name(self) -> str:
        """As clients see it."""
        return WIRE_PREFIX + self.name


PAYLOADS: Final[dict[str, PayloadKind]] = {}


def register_payload(name: str, shape: type[BaseModel], *, proves_artifact: bool = False) -> PayloadKind:
    """Make a kind of data known; a name is taken once."""
    if name in PAYLOADS:
        raise InvalidOption(option="name", value=name, allowed="Another payload has that name.")
    PAYLOADS[name] = PayloadKind(name, shape, proves_artifact)
    return PAYLOADS[name]


def data(kind: PayloadKind, payload: BaseModel, id: str | None = None) -> Data:  # noqa: A002
    """An event of a kind that proves nothing. What proves an artifact is said with `announced` alone."""
    if kind.proves_artifact:
        raise InvalidOption(option="kind", value=kind.name, allowed="An artifact is announced with its `Verified`.")
    return _data(kind, payload, id)


def announced(kind: PayloadKind, payload: BaseModel, artifact: Verified) -> Data:
    """The announcement of an artifact: there is none without a `Verified`, and only the vault makes those."""
    return _data(kind, payload, artifact.id)


def proposed(kind: PayloadKind, payload: BaseModel, ask: Ask) -> Data:
    """What there is to see of a request to the person. Its evidence is the ask that was stored."""
    return _data(kind, payload, ask.id)


def artifact_event_types() -> frozenset[str]:
    """The wire names of every kind that proves an artifact."""
    return frozenset(kind.wire_name for kind in PAYLOADS.values() if kind.proves_artifact)


def _data(kind: PayloadKind, payload: BaseModel, id: str | None) -> Data:  # noqa: A002
    if not isinstance(payload, kind.shape):
        raise InvalidOption(option="payload", value=type(payload).__name__, allowed=f"It is a {kind.shape.__name__}.")
    return Data(name=kind.name, payload=payload.model_dump(mode="json", by_alias=True), id=id)
