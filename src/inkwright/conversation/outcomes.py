"""How a turn ends: in exactly one of four outcomes, made by our code alone."""

from typing import Annotated, Literal

from pydantic import Field

from inkwright.artifacts.vault import Verified
from inkwright.conversation.shapes import Shape, Versioned


class ArtifactRef(Shape):
    """A verified artifact by its name. In a program it is made of a `Verified`, and of nothing else."""

    id: str
    artifact_version: int
    artifact_kind: str
    name: str
    title: str
    size: int

    @classmethod
    def of(cls, verified: Verified) -> "ArtifactRef":
        """The reference to an artifact that was checked."""
        return cls(
            id=verified.id,
            artifact_version=verified.version,
            artifact_kind=verified.kind,
            name=verified.name,
            title=verified.title,
            size=verified.size,
        )


class Answered(Versioned):
    """The person got an answer in words."""

    kind: Literal["answered"] = "answered"
    message: str


class Delivered(Versioned):
    """The person got what they asked for, opened and checked."""

    kind: Literal["delivered"] = "delivered"
    message: str
    artifacts: tuple[ArtifactRef, ...] = Field(min_length=1)


class Asked(Versioned):
    """The person is needed; the turn goes on with their answer."""

    kind: Literal["asked"] = "asked"
    message: str
    ask_id: str


class Failed(Versioned):
    """It could not be done. What did succeed is listed: nothing is lost."""

    kind: Literal["failed"] = "failed"
    code: str
    message: str
    retryable: bool = False
    artifacts: tuple[ArtifactRef, ...] = ()


Outcome = Annotated[Answered | Delivered | Asked | Failed, Field(discriminator="kind")]
