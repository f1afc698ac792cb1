"""The outline of a deck: converted to editable lines and back, and compared with a finished deck."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.artifacts.slides.fields import MAX_TITLE
from inkwright.artifacts.slides.model import DeckSpec, Slide, TextLayoutName, text_layout_names
from inkwright.artifacts.text import is_blank, one_line, split_text, tidy_lines
from inkwright.conversation.asks import AnsweredAsk

OutlineLayout = TextLayoutName
"""A layout that can be written from text alone."""

_HEADING = re.compile(r"\s*([#＃]{1,6})(?![#＃])\s*(.*)")
_QUOTE = re.compile(r"\s*[>＞]\s?(.*)")
_ITEM = re.compile(r"(\s*)(?:[-*+•·](?:\s+|$)|\d{1,3}(?:[.)]\s+|[、．]\s*))(.*)")
_BRACKET = re.compile(r"(?P<head>.*?)(?P<slashes>(?<!\\)\\*+)(?P<last>[\[【](?P<name>[^\[\]【】]*)[\]】])")


@dataclass(frozen=True, slots=True)
class OutlineSlide:
    """A planned slide with normalised texts."""

    title: str
    key_points: tuple[str, ...] = ()
    section: str = ""
    layout: OutlineLayout | None = None
    notes: str = ""

    @classmethod
    def of(
        cls,
        title: str,
        key_points: Sequence[str] = (),
        section: str = "",
        layout: OutlineLayout | None = None,
        notes: str = "",
    ) -> Self:
        """Return a slide with normalised texts. The rest of an overlong title becomes the first point."""
        first, *rest = split_text(one_line(title), MAX_TITLE) or [""]
        points = [*rest, *(one_line(point) for point in key_points)]
        tidy_notes = tidy_lines(notes)
        return cls(
            first,
            tuple(point for point in points if not is_blank(point)),
            "" if is_blank(section) else one_line(section),
            layout,
            "" if is_blank(tidy_notes) else tidy_notes,
        )


@dataclass(frozen=True, slots=True)
class DeckOutline:
    """A planned deck. `duration` is the length of the talk, in words."""

    title: str
    slides: tuple[OutlineSlide, ...] = ()
    duration: str = ""


def outline_lines(outline: DeckOutline) -> tuple[str, ...]:
    """Return the outline as lines, which `parse_outline` converts back unchanged."""
    lines = [f"# {outline.title}"]
    lines += [f"> {outline.duration}"] if outline.duration else []
    section = ""
    for slide in outline.slides:
        lines.append("")
        if slide.section != section:
            section = slide.section
            lines += [f"# {section}".rstrip(), ""]
        lines.append(f"## {_slide_heading(slide)}")
        lines += [f"- {point}" for point in slide.key_points]
        lines += [f"> {line}".rstrip() for line in slide.notes.split("\n") if slide.notes]
    return tuple(lines)


def parse_outline(lines: Sequence[str], title: str = "") -> DeckOutline:
    """Parse the lines of an outline, however they were edited; `title` is used if they have none.

    Any other line is a key point. Without `##`, every line is a slide and the lines indented under it are key points.
    """
    parser = _OutlineParser()
    for line in "\n".join(lines).splitlines():
        parser.take(line)
    return parser.outline(title)


def _slide_heading(slide: OutlineSlide) -> str:
    if slide.layout:
        return f"{slide.title} [{slide.layout}]"
    found = _BRACKET.fullmatch(slide.title)
    if found is None or _layout_from(found) is None:
        return slide.title
    # A backslash marks a title that only looks as if it ended in a layout.
    return slide.title[: found.start("last")] + "\\" + found["last"]


def _layout_from(found: re.Match[str]) -> OutlineLayout | None:
    name = re.sub(r"[\s-]+", "_", found["name"].strip().lower())
    return name if found["head"].strip() and name in text_layout_names() else None


def _split_layout(heading: str) -> tuple[str, OutlineLayout | None]:
    found = _BRACKET.fullmatch(heading.strip())
    layout = _layout_from(found) if found else None
    if found is None or layout is None:
        return heading, None
    if found["slashes"]:
        return found["head"] + found["slashes"][1:] + found["last"], None
    return found["head"], layout


@dataclass(slots=True)
class _OutlineParser:
    """The state of the parser. `loose` are the lines before the first slide, with their indentation."""

    title: str = ""
    duration: list[str] = field(default_factory=list)
    section: str = ""
    slides: list[OutlineSlide] = field(default_factory=list)
    loose: list[tuple[int, str]] = field(default_factory=list)

    def take(self, line: str) -> None:
        """Parse one more line."""
        if heading := _HEADING.fullmatch(line):
            self._head(len(heading[1]), heading[2])
        elif quote := _QUOTE.fullmatch(line):
            self._note(one_line(quote[1]))
        elif item := _ITEM.fullmatch(line):
            self._point(len(item[1]), item[2])
        elif not is_blank(line):
            self._point(len(line) - len(line.lstrip()), line)

    def _head(self, level: int, words: str) -> None:
        if level > 1:
            title, layout = _split_layout(words)
            if not is_blank(title):
                self.slides.append(OutlineSlide.of(title, section=self.section, layout=layout))
        elif self.title or self.slides:
            self.section = words
        else:
            self.title = one_line(words)

    def _note(self, words: str) -> None:
        if not self.slides:
            self.duration += [words] if words else []
        else:
            last = self.slides[-1]
            self.slides[-1] = replace(last, notes=f"{last.notes}\n{words}" if last.notes else words)

    def _point(self, indent: int, words: str) -> None:
        point = one_line(words)
        if is_blank(point):
            return
        if not self.slides:
            self.loose.append((indent, point))
        else:
            self.slides[-1] = replace(self.slides[-1], key_points=(*self.slides[-1].key_points, point))

    def outline(self, title: str) -> DeckOutline:
        """Return the outline of all lines."""
        slides = self.slides or self._slides_from_loose_lines()
        tidy = [OutlineSlide.of(each.title, each.key_points, each.section, each.layout, each.notes) for each in slides]
        named = split_text(self.title, MAX_TITLE) or split_text(one_line(title), MAX_TITLE) or [""]
        return DeckOutline(named[0], tuple(tidy), " ".join(self.duration))

    def _slides_from_loose_lines(self) -> list[OutlineSlide]:
        slides: list[OutlineSlide] = []
        outermost = min((indent for indent, _ in self.loose), default=0)
        for indent, words in self.loose:
            if indent <= outermost or not slides:
                title, layout = _split_layout(words)
                slides.append(OutlineSlide.of(title, layout=layout))
            else:
                slides[-1] = replace(slides[-1], key_points=(*slides[-1].key_points, words))
        return slides


def agreed_outline(agreed: Sequence[AnsweredAsk]) -> DeckOutline | None:
    """Return the outline that was last adopted or edited, or None.

    An abandoned outline also cancels the ones before it.
    """
    for each in reversed(agreed):
        if each.ask.kind == "outline_edit":
            is_edited = each.answer.status == "edited"
            if not is_edited and each.answer.status != "adopted":
                return None
            lines = each.answer.outline_lines if is_edited else each.ask.outline_lines
            return parse_outline(lines, each.ask.title)
    return None


def outline_differences(deck: DeckSpec, outline: DeckOutline) -> tuple[Finding, ...]:
    """Return every difference between the deck and the agreed outline."""
    found: list[Finding] = []
    whole = Location(whole="deck")
    if deck.title != outline.title:
        found.append(finding("agreed.deck_title", whole, found=deck.title, agreed=outline.title))
    if len(deck.slides) != len(outline.slides):
        titles = "; ".join(slide.title for slide in outline.slides)
        here, meant = len(deck.slides), len(outline.slides)
        found.append(finding("agreed.count", whole, titles=titles, found=here, agreed=meant))
    for at, (slide, item) in enumerate(zip(deck.slides, outline.slides, strict=False)):
        found += _slide_differences(slide, item, Location(path=f"slides[{at}]"))
    return tuple(found)


def _slide_differences(slide: Slide, item: OutlineSlide, location: Location) -> Iterator[Finding]:
    if slide.title != item.title:
        yield finding("agreed.title", location, found=slide.title, agreed=item.title)
    if item.layout and slide.layout != item.layout:
        yield finding("agreed.layout", location, found=slide.layout, agreed=item.layout)
    if item.notes and slide.notes != item.notes:
        yield finding("agreed.notes", location, agreed=item.notes)
