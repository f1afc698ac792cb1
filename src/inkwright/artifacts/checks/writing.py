"""What is written on a slide: its title, its lines, what was left over, and signs that nobody can read."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from inkwright.artifacts.checks.flaws import Flaw, shown
from inkwright.artifacts.checks.layouts import may_stand_alone
from inkwright.artifacts.checks.shapes import SlideSeen
from inkwright.artifacts.leftovers import is_leftover
from inkwright.artifacts.typefaces import missing_glyphs
from inkwright.artifacts.wording import is_blank, one_line

MAX_LINES: Final = 12
MAX_LINE: Final = 300
_FIGURES: Final = frozenset({"picture", "chart", "table", "figure"})
# Signs without a meaning of their own, and the sign for "something was lost here".
_MEANINGLESS: Final = frozenset({"Co", "Cn", "Cs"})
_LOST: Final = "\ufffd"
_MOST_NAMED: Final = 12


@dataclass(frozen=True, slots=True)
class _Written:
    """What one slide says. `bullets` are the paragraphs of its placeholders, empty ones included.

    `longest` is the number of lines in the placeholder that has most.
    """

    title: str
    bullets: tuple[str, ...]
    others: tuple[str, ...]
    longest: int
    has_figure: bool

    @property
    def shows_something(self) -> bool:
        """Whether there is anything beside the title."""
        return self.has_figure or not all(is_blank(line) for line in self.bullets + self.others)


def flaws_of_writing(slide: SlideSeen, *, is_first: bool) -> Iterator[Flaw]:
    """What is wrong with the words of a slide. The first may have a title alone."""
    written = _written(slide)
    if is_blank(written.title):
        yield Flaw("no_title", "error", {})
    may_be_bare = is_first or may_stand_alone(slide.layout)
    if not written.shows_something and (is_blank(written.title) or not may_be_bare):
        yield Flaw("empty_slide", "error", {})
    elif any(is_blank(line) for line in written.bullets):
        yield Flaw("empty_bullet", "error", {})
    for line in (written.title, *written.bullets, *written.others):
        if is_leftover(line):
            yield Flaw("leftover", "error", {"text": shown(line)})
    yield from _too_much(written)
    yield from _unreadable_signs(written)
    if is_blank(slide.notes):
        yield Flaw("no_notes", "warning", {})


def repeated_titles(slides: Sequence[SlideSeen]) -> Iterator[tuple[int, Flaw]]:
    """The slides, by number, whose title is that of the slide before."""
    titles = [_written(slide).title for slide in slides]
    for number, (before, title) in enumerate(pairwise(titles), 2):
        if title and _same(before) == _same(title):
            yield number, Flaw("same_title", "warning", {"text": shown(title)})


def _written(slide: SlideSeen) -> _Written:
    title = slide.title
    bullets: list[str] = []
    others: list[str] = []
    for shape in slide.shapes:
        if shape is title or shape.is_furniture:
            continue
        others += (paragraph.text for cell in shape.cells for paragraph in cell.paragraphs)
        (bullets if shape.role else others).extend(paragraph.text for paragraph in shape.paragraphs)
    lists = [[line for line in shape.paragraphs if not is_blank(line.text)] for shape in slide.shapes if shape.role]
    longest = max(map(len, lists), default=0)
    has_figure = any(shape.kind in _FIGURES for shape in slide.shapes)
    return _Written(one_line(title.text) if title else "", tuple(bullets), tuple(others), longest, has_figure)


def _too_much(written: _Written) -> Iterator[Flaw]:
    if written.longest > MAX_LINES:
        yield Flaw("many_bullets", "warning", {"count": written.longest, "most": MAX_LINES})
    for line in (*written.bullets, *written.others):
        if len(line) > MAX_LINE:
            yield Flaw("long_bullet", "warning", {"count": len(line), "most": MAX_LINE, "text": shown(line)})


def _unreadable_signs(written: _Written) -> Iterator[Flaw]:
    signs = missing_glyphs("".join((written.title, *written.bullets, *written.others)))
    seen = [sign for sign in signs if not is_blank(sign)]
    lost = [sign for sign in seen if sign == _LOST or unicodedata.category(sign) in _MEANINGLESS]
    rare = [sign for sign in seen if sign not in lost and unicodedata.combining(sign) == 0]
    if lost:
        yield Flaw("no_glyph", "warning", {"signs": _named(lost)})
    if rare:
        yield Flaw("rare_glyph", "warning", {"signs": _named(rare)})


def _named(signs: Sequence[str]) -> str:
    """The signs with their numbers, because a reader may not see them."""
    named = ", ".join(f"{sign} (U+{ord(sign):04X})" for sign in signs[:_MOST_NAMED])
    return f"{named}, …" if len(signs) > _MOST_NAMED else named


def _same(title: str) -> str:
    """Titles that a reader takes for the same are the same here."""
    return unicodedata.normalize("NFKC", title).casefold()
