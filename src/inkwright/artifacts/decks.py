"""What a slide deck says, before anything is drawn: titles, bullets and speaker notes, each with its budget."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from inkwright.artifacts.markdown_pieces import Piece, pieces
from inkwright.artifacts.wording import columns, cut, is_blank, many_lines, one_line
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, language_of, text

MAX_TITLE: Final = 120
MAX_SUBTITLE: Final = 200
MAX_BULLET: Final = 300
MAX_BULLETS: Final = 8
MAX_NOTES: Final = 10_000
MAX_SLIDES: Final = 30

# Room for a number behind the title of a slide that goes on.
_MAX_HEADING: Final = MAX_TITLE - 10
_MAX_COLUMNS: Final = 900
_SHORT_TITLE: Final = 60


def _tidy_line(value: object) -> object:
    return one_line(value) if isinstance(value, str) else value


def _tidy_lines(value: object) -> object:
    return many_lines(value) if isinstance(value, str) else value


def _visible(value: str) -> str:
    if is_blank(value):
        raise ValueError("it must not be blank")
    return value


def _empty_if_blank(value: str) -> str:
    return "" if is_blank(value) else value


# Tidied before it is measured: what is cut away does not count.
_Tidy = BeforeValidator(_tidy_line)
_Title = Annotated[str, Field(min_length=1, max_length=MAX_TITLE), _Tidy, AfterValidator(_visible)]
_Bullet = Annotated[str, Field(min_length=1, max_length=MAX_BULLET), _Tidy, AfterValidator(_visible)]
_Subtitle = Annotated[str, Field(max_length=MAX_SUBTITLE), _Tidy, AfterValidator(_empty_if_blank)]
_Notes = Annotated[str, Field(max_length=MAX_NOTES), BeforeValidator(_tidy_lines), AfterValidator(_empty_if_blank)]


class SlideSpec(BaseModel):
    """One slide: what the audience sees, and what the speaker says."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: _Title = Field(description="The point of the slide, in a few words.")
    bullets: list[_Bullet] = Field(
        min_length=1,
        max_length=MAX_BULLETS,
        description="Short lines; what is said at length belongs in the notes.",
    )
    notes: _Notes = Field(default="", description="What the speaker says.")


class DeckSpec(BaseModel):
    """A deck: a title slide with title and subtitle, then the slides in order."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: _Title = Field(description="The title of the whole deck.")
    subtitle: _Subtitle = Field(default="", description="One line under the title; may be empty.")
    slides: list[SlideSpec] = Field(min_length=1, max_length=MAX_SLIDES)


@dataclass(slots=True)
class _Section:
    """A heading and all that stands under it, before it is cut into slides."""

    title: str
    lines: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def deck_from_markdown(markdown: str) -> DeckSpec:
    """The deck that a document describes. Nothing of it is dropped: what is too much for one slide goes on the next.

    The first `#` is the title, each `##` a slide, lists and paragraphs are its bullets; comments and quotes that begin
    with `notes:` or `备注：` are its notes. More than fits a deck is an InvalidOption.
    """
    language = language_of(markdown)
    found = pieces(markdown)
    title, sections = _sections(found, text(language, "deck.opening"))
    title = title or _title_of(sections)
    heading, *rest = cut(title, MAX_TITLE) or [""]
    sections[0].lines[:0] = rest
    slides = [slide for section in _folded(sections) for slide in _slides(section, language)]
    if not slides:
        raise InvalidOption(option="slides", value=0, allowed=text(language, "deck.nothing"))
    if len(slides) > MAX_SLIDES:
        told = text(language, "deck.too_many", most=MAX_SLIDES)
        raise InvalidOption(option="slides", value=len(slides), allowed=told)
    return DeckSpec(title=heading, slides=slides)


def _sections(found: Sequence[Piece], opening: str) -> tuple[str, list[_Section]]:
    """The title, if a heading is one, and the sections; the first of them is what stands before any heading."""
    title_at, slide_level = _levels(found)
    sections = [_Section(opening)]
    for number, piece in enumerate(found):
        if piece.kind == "notes":
            sections[-1].notes.append(piece.text)
        elif piece.kind == "heading" and number == title_at:
            continue
        elif piece.kind == "heading" and piece.level <= slide_level:
            heading, *rest = cut(piece.text, _MAX_HEADING)
            sections.append(_Section(heading, rest))
        else:
            sections[-1].lines += cut(piece.text, MAX_BULLET)
    return (found[title_at].text if title_at is not None else ""), sections


def _levels(found: Sequence[Piece]) -> tuple[int | None, int]:
    """Which piece is the title of the deck, and down to which level a heading opens a slide."""
    levels = {number: piece.level for number, piece in enumerate(found) if piece.kind == "heading"}
    if not levels:
        return None, 0
    highest = min(levels.values())
    at = next(number for number, level in levels.items() if level == highest)
    is_alone = at == next(iter(levels)) and list(levels.values()).count(highest) == 1
    if highest > 1 and (not is_alone or len(levels) == 1):
        return None, highest
    below = {level for number, level in levels.items() if number != at}
    return at, 2 if 2 in below else min(below, default=0)


def _title_of(sections: list[_Section]) -> str:
    """A title for a document that has none: its short first line, which then is said, or how it begins."""
    opening = sections[0].lines
    if opening and len(opening[0]) <= _SHORT_TITLE and (len(opening) > 1 or len(sections) > 1):
        return opening.pop(0)
    begin = opening[0] if opening else next((section.title for section in sections[1:]), "")
    return next(iter(cut(begin, _SHORT_TITLE)), "")


def _folded(sections: list[_Section]) -> list[_Section]:
    """The sections that have something to show. A bare heading becomes a line of the slide before it."""
    opening, *others = sections
    kept = [opening]
    for section in others:
        if section.lines:
            kept.append(section)
        else:
            kept[-1].lines.append(section.title)
            kept[-1].notes += section.notes
    if opening.lines or len(kept) == 1:
        return kept if opening.lines else []
    kept[1].notes[:0] = opening.notes
    return kept[1:]


def _slides(section: _Section, language: Language) -> list[SlideSpec]:
    notes = "\n".join(section.notes)
    if len(notes) > MAX_NOTES:
        told = text(language, "deck.long_notes", title=section.title, most=MAX_NOTES)
        raise InvalidOption(option="notes", value=f"{notes[:40]}…", allowed=told)
    first, *others = _shared_out(section.lines)
    more = [SlideSpec(title=f"{section.title} ({number})", bullets=lines) for number, lines in enumerate(others, 2)]
    return [SlideSpec(title=section.title, bullets=first, notes=notes), *more]


def _shared_out(lines: list[str]) -> list[list[str]]:
    """The lines on as few slides as hold them, about as many on each."""
    full = _filled(lines, MAX_BULLETS)
    even = _filled(lines, -(-len(lines) // len(full)))
    return even if len(even) == len(full) else full


def _filled(lines: list[str], most: int) -> list[list[str]]:
    slides: list[list[str]] = []
    room = 0
    for line in lines:
        room -= columns(line)
        if not slides or room < 0 or len(slides[-1]) == most:
            slides.append([])
            room = _MAX_COLUMNS - columns(line)
        slides[-1].append(line)
    return slides
