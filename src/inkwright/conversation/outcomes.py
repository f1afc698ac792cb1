"""How a turn ends: in exactly one of four outcomes, made by our code alone."""

from typing import Annotated, Literal

from pydantic import Field

from inkwright.artifacts.vault import Verified
from inkwright.conversation.shapes import Shape, Versioned


class ArtifactRef(Shape):
    """A verified artifact by its name. In a program it is made of a `Verified`, and of nothing else."""

    id: str = Field(description="The artifact.")
    artifact_version: int = Field(description="Its version; an edit makes the next one.")
    artifact_kind: str = Field(description="Its kind, such as pptx, docx or pdf.")
    name: str = Field(description="The name of its file.")
    title: str = Field(description="What it is called.")
    size: int = Field(description="The size of its file in bytes.")

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
    message: str = Field(description="What the person is told.")


class Delivered(Versioned):
    """The person got what they asked for, opened and checked."""

    kind: Literal["delivered"] = "delivered"
    message: str = Field(description="What the person is told.")
    artifacts: tuple[ArtifactRef, ...] = Field(min_length=1, description="What was made; at least one.")


class Asked(Versioned):
    """The person is needed; the turn goes on with their answer."""

    kind: Literal["asked"] = "asked"
    message: str = Field(description="What the person is told.")
    ask_id: str = Field(description="The request that the turn waits for.")


class Failed(Versioned):
    """It could not be done. What did succeed is listed: nothing is lost."""

    kind: Literal["failed"] = "failed"
    code: str = Field(description="Why, for programs.")
    message: str = Field(description="Why, for the person.")
    retryable: bool = Field(default=False, description="Whether trying again may help.")
    artifacts: tuple[ArtifactRef, ...] = Field(default=(), description="What was made and verified all the same.")


Outcome = Annotated[Answered | Delivered | Asked | Failed, Field(discriminator="kind")]
