"""What the pages of a deck say, read from its file: for whoever changes one of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from inkwright.artifacts.checks.shapes import ShapeSeen, SlideSeen
from inkwright.artifacts.pptx_checks import slides_in
from inkwright.artifacts.slides.layouts import NAMES
from inkwright.artifacts.slides.sheets import numbered
from inkwright.artifacts.wording import is_blank, one_line

_KINDS: Final[Mapping[str, str]] = MappingProxyType({name: kind for kind, name in NAMES.items()})
_ALT: Final = frozenset({"chart", "picture"})


@dataclass(frozen=True, slots=True)
class PageText:
    """A page. `kind` names its layout as we know it, and is empty where the layout is not ours."""

    title: str
    kind: str
    lines: tuple[str, ...]
    notes: str
    has_picture: bool

    @property
    def text(self) -> str:
        """All that stands on it."""
        return "\n".join((self.title, *(f"- {line}" for line in self.lines)))


def pages_of(content: bytes) -> list[PageText]:
    """The pages of a deck in order; Unreadable where it is none."""
    return [_page(slide) for slide in slides_in(content)]


def pages_from(pages: Sequence[PageText], number: int) -> int:
    """How many pages the slide takes that begins on this page, counted from 1: it may go on behind it."""
    title, count = pages[number - 1].title, 1
    while number - 1 + count < len(pages) and pages[number - 1 + count].title == numbered(title, count + 1):
        count += 1
    return count


def _is_ordinal(shape: ShapeSeen) -> bool:
    """Whether it is a number that the drawing adds: of a card, a step or a section."""
    return shape.name in ("Ordinal", f"Number {shape.text.strip()}")


def _page(slide: SlideSeen) -> PageText:
    lines: list[str] = []
    for shape in slide.shapes:
        if shape.is_title or shape.is_furniture or _is_ordinal(shape):
            continue
        # What is drawn from numbers or TeX is told in its description.
        written = shape.description if shape.kind in _ALT else shape.text
        lines += [one_line(line) for line in written.split("\n") if not is_blank(line)]
    kind = _KINDS.get(slide.layout, "")
    title = one_line(slide.title.text) if slide.title else ""
    # A formula is a picture too, but it is made of words.
    has_picture = any(shape.kind == "picture" for shape in slide.shapes) and kind != "formula"
    return PageText(title, kind, tuple(lines), slide.notes.strip(), has_picture)
