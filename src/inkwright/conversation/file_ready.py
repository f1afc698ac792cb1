"""`file-ready`: a file that was made, opened and checked."""

from typing import Final

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from inkwright.artifacts.vault import Verified
from inkwright.conversation.events import Data
from inkwright.conversation.payloads import announced, register_payload
from inkwright.conversation.shapes import Shape


class FileReady(Shape):
    """What clients show as a card."""

    model_config = ConfigDict(alias_generator=to_camel, serialize_by_alias=True)

    artifact_id: str = Field(description="The artifact, by which it is read, changed and exported.")
    type: str = Field(description="Its kind, such as pptx, docx or pdf.")
    filename: str = Field(description="The name of its file.")
    title: str = Field(description="What it is called.")
    size: int = Field(description="The size of its file in bytes.")


FILE_READY: Final = register_payload("file-ready", FileReady, proves_artifact=True)


def file_ready(artifact: Verified) -> Data:
    """The announcement of a file."""
    card = FileReady.model_validate(
        {
            "artifactId": artifact.id,
            "type": artifact.kind,
            "filename": artifact.name,
            "title": artifact.title,
            "size": artifact.size,
        }
    )
    return announced(FILE_READY, card, artifact)
