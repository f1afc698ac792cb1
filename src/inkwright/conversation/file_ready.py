"""`file-ready`: a file that was made, opened and checked."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from inkwright.artifacts.vault import Verified
from inkwright.conversation.events import Data
from inkwright.conversation.payloads import announced, register_payload
from inkwright.conversation.shapes import Shape


class Preview(Shape):
    """What there is to see of a file."""

    model_config = ConfigDict(alias_generator=to_camel, serialize_by_alias=True)

    page_count: int = Field(description="How many pages or slides it has.")


class FileReady(Shape):
    """What clients show as a card."""

    model_config = ConfigDict(alias_generator=to_camel, serialize_by_alias=True)

    artifact_id: str = Field(description="The artifact, by which it is read, changed and exported.")
    type: str = Field(description="Its kind, such as pptx, docx or pdf.")
    filename: str = Field(description="The name of its file.")
    title: str = Field(description="What it is called.")
    size: int = Field(description="The size of its file in bytes.")
    preview: Preview | None = Field(default=None, description="What there is to see of it, where that is known.")


_NO_FACTS: Final[Mapping[str, Any]] = MappingProxyType({})
FILE_READY: Final = register_payload("file-ready", FileReady, proves_artifact=True)


def file_ready(artifact: Verified, facts: Mapping[str, Any] = _NO_FACTS) -> Data:
    """The announcement of a file. Tools tell the number of its pages as the fact `pages` or `slides`."""
    pages = facts.get("pages", facts.get("slides"))
    card = FileReady.model_validate(
        {
            "artifactId": artifact.id,
            "type": artifact.kind,
            "filename": artifact.name,
            "title": artifact.title,
            "size": artifact.size,
            "preview": {"pageCount": pages} if isinstance(pages, int) else None,
        }
    )
    return announced(FILE_READY, card, artifact)
