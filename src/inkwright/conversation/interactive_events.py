"""The events of an interactive page: what is coming, each part as it is written, and the page when it is checked."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from inkwright.artifacts.vault import Verified
from inkwright.conversation.events import Data
from inkwright.conversation.payloads import PayloadKind, announced, data, register_payload
from inkwright.conversation.shapes import Shape

Part = Literal["html", "css", "js"]


class InteractiveStarted(Shape):
    """A page is going to be written."""

    title: str = Field(description="What it is called.")
    description: str = Field(description="What it is for.")
    phases: tuple[str, ...] = Field(description="The parts that are written side by side.")


class InteractiveDelta(Shape):
    """More of one part. It counts when the page is announced, not before."""

    content: str = Field(description="The text that was added.")


class InteractivePartDone(Shape):
    """One part is written."""


class InteractiveContent(Shape):
    """The page, put together and checked."""

    model_config = ConfigDict(alias_generator=to_camel, serialize_by_alias=True)

    artifact_id: str = Field(description="The artifact, by which it is read, changed and exported.")
    filename: str = Field(description="The name of its file.")
    html: str = Field(description="What stands in its body.")
    css: str = Field(description="Its styles.")
    js: str = Field(description="Its script.")
    title: str = Field(description="What it is called.")
    description: str = Field(description="What it is for.")
    preferred_height: int = Field(description="How high a frame it wants, in pixels.")


STARTED: Final = register_payload("interactive-content-start", InteractiveStarted)
CONTENT: Final = register_payload("interactive-content", InteractiveContent, proves_artifact=True)
_DELTAS: Final[dict[Part, PayloadKind]] = {
    "html": register_payload("interactive-html-delta", InteractiveDelta),
    "css": register_payload("interactive-css-delta", InteractiveDelta),
    "js": register_payload("interactive-js-delta", InteractiveDelta),
}
_DONE: Final[dict[Part, PayloadKind]] = {
    "html": register_payload("interactive-html-complete", InteractivePartDone),
    "css": register_payload("interactive-css-complete", InteractivePartDone),
    "js": register_payload("interactive-js-complete", InteractivePartDone),
}


def page_started(title: str, description: str, phases: tuple[str, ...]) -> Data:
    """The event before anything is written."""
    return data(STARTED, InteractiveStarted(title=title, description=description, phases=phases))


def part_grew(part: Part, content: str) -> Data:
    """The event of more of a part."""
    return data(_DELTAS[part], InteractiveDelta(content=content))


def part_done(part: Part) -> Data:
    """The event of a part that is written."""
    return data(_DONE[part], InteractivePartDone())


def page_ready(artifact: Verified, facts: Mapping[str, Any]) -> Data:
    """The announcement of a page; what is shown of it stands under `page`."""
    page: Mapping[str, Any] = facts["page"]
    told = {"artifactId": artifact.id, "filename": artifact.name, **page}
    return announced(CONTENT, InteractiveContent.model_validate(told), artifact)
