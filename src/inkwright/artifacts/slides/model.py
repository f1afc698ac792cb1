"""The description of a deck, and of any slide whose layout is registered."""

from collections.abc import Mapping
from functools import lru_cache, reduce
from operator import or_
from typing import Annotated, Any, Final

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    TypeAdapter,
)
from pydantic import Tag as Case
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticKnownError, core_schema

from inkwright.artifacts.slides.fields import (
    BaseSlide,
    OptionalPicture,
    OptionalShortText,
    OptionalText,
    SubtitleText,
    ThemeName,
    TitleText,
)
from inkwright.artifacts.slides.layout_registry import layouts, registry_version

MAX_SLIDES: Final = 60


def _layout_of(value: object) -> object:
    if isinstance(value, Mapping):
        return value.get("layout", "bullets")
    return getattr(value, "layout", None)


@lru_cache(maxsize=1)
def _slide_adapter(_version: int) -> TypeAdapter[BaseSlide]:
    """Build the union of all layouts, once for each version of the registry."""
    known = layouts()
    message = f"A slide is an object whose layout is one of: {', '.join(layout.name for layout in known)}"
    # A union of types that are known only at run time has no static type.
    union: Any = reduce(or_, (Annotated[layout.model, Case(layout.name)] for layout in known))
    return TypeAdapter(
        Annotated[union, Discriminator(_layout_of, custom_error_type="layout", custom_error_message=message)]
    )


def slide_adapter() -> TypeAdapter[BaseSlide]:
    """Return the adapter that validates a slide of any registered layout."""
    return _slide_adapter(registry_version())


class _AnyLayout:
    """Validates a slide against the layouts that are registered at that time, and describes them in JSON schemas."""

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(lambda value: slide_adapter().validate_python(value))

    @classmethod
    def __get_pydantic_json_schema__(cls, _schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(slide_adapter().core_schema)


Slide = Annotated[BaseSlide, _AnyLayout]
"""A slide of any registered layout. One that names no layout is a list of bullets."""


def text_layout_names() -> list[str]:
    """Return the layouts that can be written from text alone."""
    return [layout.name for layout in layouts() if layout.is_text]


class _TextLayouts:
    """Validates the name of a layout that is registered at that time, and lists the names in JSON schemas."""

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(_check_text_layout, core_schema.any_schema())

    @classmethod
    def __get_pydantic_json_schema__(cls, _schema: CoreSchema, _handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"enum": text_layout_names(), "type": "string"}


def _check_text_layout(value: object) -> object:
    names = text_layout_names()
    if value not in names:
        *first, last = map(repr, names)
        raise PydanticKnownError("literal_error", {"expected": f"{', '.join(first)} or {last}"})
    return value


TextLayoutName = Annotated[str, _TextLayouts]
"""The name of a layout that can be written from text alone."""


class DeckSpec(BaseModel):
    """A deck: a title slide with title, subtitle and author, then the slides in order."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: TitleText = Field(description="The title of the whole deck.")
    subtitle: SubtitleText = Field(default="", description="One line under the title; may be empty.")
    author: OptionalShortText = Field(default="", description="Who speaks; may be empty.")
    theme: ThemeName | None = Field(default=None, description="How the deck looks; may be left out.")
    image: OptionalPicture = Field(default="", description="A picture next to the title of the deck; may be left out.")
    alt: OptionalText = Field(default="", description="What that picture shows, for those who do not see it.")
    slides: list[Slide] = Field(min_length=1, max_length=MAX_SLIDES)
