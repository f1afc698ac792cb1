"""What each slide was drawn from, kept in its XML, so that it can be copied or drawn again in another look."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from inkwright.artifacts.slides.fields import (
    BaseSlide,
    OptionalPicture,
    OptionalShortText,
    OptionalText,
    SubtitleText,
    TitleText,
)
from inkwright.artifacts.slides.model import slide_adapter
from inkwright.artifacts.slides.pptx.canvas import numbered_title
from inkwright.artifacts.text import one_line

MAX_DESCRIPTION: Final = 4 * 1024 * 1024
_URI: Final = "{6E1D4B0A-2C8F-4E57-9A43-0B5D7F6C1E92}"
_NAMESPACE: Final = "urn:inkwright:slide"
_TAG: Final = f"{{{_NAMESPACE}}}slide"
_EXTENSION: Final = "{http://schemas.openxmlformats.org/presentationml/2006/main}ext"
_EXTENSIONS: Final = f"{_EXTENSION}Lst"
_EMBEDDED: Final = "picture-{}.png"
"""The name of a picture that came inside the description: the slide holds it already."""


class TitleSlide(BaseModel):
    """What the title slide of a deck shows."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: TitleText
    subtitle: SubtitleText = ""
    author: OptionalShortText = ""
    image: OptionalPicture = ""
    alt: OptionalText = ""


Description = TitleSlide | BaseSlide
Described = TypeVar("Described", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class DeckSlide:
    """A slide of an open deck: its first page, counted from 1, how many pages it takes, its title, and what it was
    drawn from, if that is known.
    """

    number: int
    pages: int
    title: str
    description: Description | None

    @property
    def is_title(self) -> bool:
        """Whether it is the title slide."""
        return isinstance(self.description, TitleSlide)


def describe_slide(slide: Any, description: Description) -> None:
    """Keep in a slide what it was drawn from. Office programs keep an extension that they do not know."""
    from lxml import etree  # noqa: PLC0415 - slow to import

    element = slide._element  # noqa: SLF001 - the library has no other way to the XML
    extensions = element.find(_EXTENSIONS)
    if extensions is None:
        extensions = etree.SubElement(element, _EXTENSIONS)
    extension = etree.SubElement(extensions, _EXTENSION, {"uri": _URI})
    etree.SubElement(extension, _TAG, nsmap={"inkwright": _NAMESPACE}).text = _written(description)


def _written(description: Description) -> str:
    sources = enumerate(picture_names(description), 1)
    names = [_EMBEDDED.format(place) if each.startswith("data:") else each for place, each in sources]
    description = with_picture_names(description, names)
    fields = description.model_dump(mode="json", exclude_defaults=True)
    if isinstance(description, BaseSlide):
        fields["layout"] = description.layout
    # Escapes keep out the characters that XML cannot hold.
    return json.dumps(fields, ensure_ascii=True)


def read_description(slide: Any) -> Description | None:
    """Return what a slide was drawn from; None if it does not say so, or says something else."""
    found = next(slide._element.iter(_TAG), None)  # noqa: SLF001 - as above
    written = (found.text or "") if found is not None else ""
    if not written or len(written) > MAX_DESCRIPTION:
        return None
    try:
        fields = json.loads(written)
        if isinstance(fields, Mapping) and "layout" in fields:
            return slide_adapter().validate_python(fields)
        return TitleSlide.model_validate(fields)
    except (ValueError, ValidationError, RecursionError):
        return None


def deck_slides(deck: Any) -> list[DeckSlide]:
    """Return the slides of an open deck in order, each with the pages on which it continues."""
    pages = [(page_title(page), read_description(page)) for page in deck.slides]
    found: list[DeckSlide] = []
    number = 1
    while number <= len(pages):
        title, description = pages[number - 1]
        count = 1 + sum(1 for _ in _continued(pages[number:], title))
        found.append(DeckSlide(number, count, title, description))
        number += count
    return found


def _continued(pages: Sequence[tuple[str, Description | None]], title: str) -> Iterator[int]:
    for number, (other, description) in enumerate(pages, 2):
        if description is not None or other != one_line(numbered_title(title, number)):
            return
        yield number


def page_title(page: Any) -> str:
    """Return the title of a page of an open deck."""
    title = page.shapes.title
    return one_line(title.text_frame.text) if title is not None and title.has_text_frame else ""


def slide_pictures(page: Any, description: Description) -> dict[str, bytes]:
    """Return the pictures that a description names, from the page that shows them in the same order."""
    names = picture_names(description)
    shown = [shape.image.blob for shape in page.shapes if hasattr(shape, "image")] if names else []
    return dict(zip(names, shown, strict=False))


def picture_names(description: Description) -> list[str]:
    """Return the pictures of a description: that of its field `image`, or those in its list `pictures`."""
    image = getattr(description, "image", "")
    return [image] if image else [each.image for each in getattr(description, "pictures", ())]


def with_picture_names(description: Described, names: Sequence[str]) -> Described:
    """Return the description with other names for its pictures."""
    if not names:
        return description
    if getattr(description, "image", ""):
        return description.model_copy(update={"image": names[0]})
    pictures = zip(getattr(description, "pictures", ()), names, strict=True)
    return description.model_copy(
        update={"pictures": [each.model_copy(update={"image": name}) for each, name in pictures]}
    )
