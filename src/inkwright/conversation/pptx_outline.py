"""`pptx-outline`: the outline of a deck that waits for the person."""

from typing import Final, Literal

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from inkwright.conversation.payloads import register_payload
from inkwright.conversation.shapes import Shape


class _Camel(Shape):
    model_config = ConfigDict(alias_generator=to_camel, validate_by_name=True, serialize_by_alias=True)


class PptxOutlineSlide(_Camel):
    """One slide to be."""

    title: str = Field(description="The point of the slide.")
    key_points: tuple[str, ...] = Field(description="What it says, in order.")
    section: str | None = Field(description="The part of the deck that it belongs to.")
    layout: str | None = Field(description="How it is shown; null where that is open.")


class PptxOutline(_Camel):
    """What clients show for adopting, editing or abandoning. `id` of the event is that of the ask."""

    title: str = Field(description="The title of the deck.")
    outline: tuple[PptxOutlineSlide, ...] = Field(description="The slides behind the title slide.")
    total_slides: int = Field(description="How many they are.")
    estimated_duration: str | None = Field(description="How long the talk takes, in words.")
    requires_confirmation: Literal[True] = Field(default=True, description="Nothing is made before the person agreed.")


PPTX_OUTLINE: Final = register_payload("pptx-outline", PptxOutline, proves_artifact=True)
