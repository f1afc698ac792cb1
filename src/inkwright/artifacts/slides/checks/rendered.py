"""Checks of decks as LibreOffice renders them: overflow, overprint, sizes, contrast and empty space."""

import asyncio
import math
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, finding, quoted_line
from inkwright.artifacts.rendering.office import Office, OfficeFile, OfficeTimedOut
from inkwright.artifacts.rendering.pdf import Box, PageCharacter, RenderedPage, UnreadablePdf, read_pdf_pages
from inkwright.artifacts.slides.checks.appearance import SLACK, contrast_issue, size_issue
from inkwright.artifacts.slides.checks.deck import inspect_deck, may_be_sparse
from inkwright.artifacts.slides.checks.inspection import InspectedShape, InspectedSlide
from inkwright.artifacts.slides.checks.styles import InspectedParagraph, InspectedRun
from inkwright.artifacts.text import is_blank


@dataclass(frozen=True, slots=True)
class TextMatch:
    """A paragraph, where it may stand, and its characters as they are drawn. `is_lost`: it is not to be seen."""

    shape: InspectedShape
    paragraph: InspectedParagraph
    room: Box | None
    chars: tuple[tuple[PageCharacter, InspectedRun], ...]
    is_lost: bool = False

    @property
    def box(self) -> Box:
        """Around all its characters."""
        box = self.chars[0][0].box
        for char, _ in self.chars[1:]:
            box = box.around(char.box)
        return box


@dataclass(slots=True)
class PageMatches:
    """The paragraphs of a slide with their characters, and the characters that are nobody's: bullets, labels."""

    found: list[TextMatch]
    others: list[PageCharacter]


@dataclass(slots=True)
class _PageCharacters:
    """The characters of a page that are still to be had."""

    chars: Sequence[PageCharacter]
    drawn: str = ""
    owners: list[int] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        folded = [_folded_character(char.text) for char in self.chars]
        self.drawn = "".join(folded)
        self.owners = [number for number, text in enumerate(folded) for _ in text]

    def take(self, words: str, start: int) -> list[int] | None:
        """The next place, from `start` on and then from the beginning, where the words are drawn and free."""
        for first, last in ((start, len(self.drawn)), (0, min(start + len(words), len(self.drawn)))):
            at = self.drawn.find(words, first, last)
            while at >= 0:
                numbers = self.owners[at : at + len(words)]
                if self.taken.isdisjoint(numbers):
                    self.taken.update(numbers)
                    return numbers
                at = self.drawn.find(words, at + 1, last)
        return None

    def gather(self, words: str, room: Box) -> list[int]:
        """The free characters in a room that are those of the words, in whatever order they are drawn."""
        wanted = list(words)
        numbers = []
        for at, sign in enumerate(self.drawn):
            number = self.owners[at]
            if number not in self.taken and sign in wanted and self.chars[number].box.shared(room).area:
                wanted.remove(sign)
                numbers.append(number)
        self.taken.update(numbers)
        return numbers


def match_text(slide: InspectedSlide, page: RenderedPage) -> PageMatches:
    """The paragraphs of a slide, each with its characters on the page."""
    sheet = _PageCharacters(page.chars)
    found: list[TextMatch] = []
    start = 0
    for shape, paragraph, room in _slide_paragraphs(slide):
        words = [(sign, run) for run in paragraph.runs for char in run.text for sign in _folded_character(char)]
        joined = "".join(sign for sign, _ in words)
        if not joined:
            continue
        numbers = sheet.take(joined, start)
        if numbers is None:
            found.append(_gather_characters(sheet, TextMatch(shape, paragraph, room, ()), joined))
            continue
        start = max(start, sheet.owners.index(numbers[-1]) + 1)
        pairs = {number: run for number, (_, run) in zip(numbers, words, strict=True)}
        found.append(
            TextMatch(shape, paragraph, room, tuple((page.chars[number], run) for number, run in pairs.items()))
        )
    return PageMatches(found, [char for number, char in enumerate(page.chars) if number not in sheet.taken])


def _gather_characters(sheet: _PageCharacters, claim: TextMatch, words: str) -> TextMatch:
    """What can be found of words that are not drawn one after the other: other scripts, fields, letters in one."""
    numbers = sheet.gather(words, claim.room) if claim.room else []
    run = claim.paragraph.runs[0]
    chars = tuple((sheet.chars[number], run) for number in dict.fromkeys(numbers))
    is_lost = not claim.paragraph.has_field and len(numbers) < 0.7 * len(words)
    return TextMatch(claim.shape, claim.paragraph, claim.room, chars, is_lost)


def _slide_paragraphs(slide: InspectedSlide) -> Iterator[tuple[InspectedShape, InspectedParagraph, Box | None]]:
    for shape in slide.shapes:
        for paragraph in shape.paragraphs:
            yield shape, paragraph, shape.box
        for cell in shape.cells:
            # Rows grow with what stands in them: the table as a whole is the limit downwards.
            table = shape.box or cell.box
            room = Box(cell.box.left, table.top, cell.box.right, table.bottom)
            for paragraph in cell.paragraphs:
                yield shape, paragraph, room


@lru_cache(maxsize=8_192)
def _folded_character(char: str) -> str:
    """A character so that the file and the drawing agree on it: capitals, ligatures and widths aside."""
    if is_blank(char):
        return ""
    folded = unicodedata.normalize("NFKD", char).casefold()
    return "".join(sign for sign in folded if not unicodedata.combining(sign) and not is_blank(sign))


# The shadow of a pixel is not ink; a pale ground under a card is, because it is seen.
_INK_DIFFERENCE: Final = 24
_PALE_DIFFERENCE: Final = 6
# A gap up to this share of the body is the space between things; a larger one is emptiness.
_SMALL_GAP: Final = 0.3
# How much of a card's height its contents must span.
_FILLED_SHARE: Final = 0.15
_BAR_HEIGHT: Final = 12.0
_EDGE: Final = 4.0
_FOOTER_START: Final = 0.92


class PageImage:
    """The small picture of a page, asked about in points."""

    def __init__(self, page: RenderedPage) -> None:
        from PIL import Image  # noqa: PLC0415 - comes with an extra, and is slow to import

        glance = page.glance
        self._image = Image.frombytes("RGB", (glance.width, glance.height), glance.pixels)
        self._scale = glance.width / page.width
        self._page = page.box

    def common(self, box: Box) -> tuple[int, int, int]:
        """The colour that is most of what lies in a box."""
        cut = self._cut(box)
        _, (red, green, blue) = max(cut.getcolors(maxcolors=cut.width * cut.height))
        return red, green, blue

    def inked_rows(self, box: Box, ground: tuple[int, int, int], difference: int) -> list[tuple[float, float]]:
        """The stretches from top to bottom, in points, in which something in the box differs from the ground."""
        from PIL import Image, ImageChops  # noqa: PLC0415 - as above

        cut = self._cut(box)
        apart = ImageChops.difference(cut, Image.new("RGB", cut.size, ground)).convert("L")
        _, rows = apart.point([255 * (level > difference) for level in range(256)]).getprojection()
        top = round(max(box.top, 0) * self._scale) / self._scale
        return [(top + row / self._scale, top + (row + 1) / self._scale) for row, inked in enumerate(rows) if inked]

    def _cut(self, box: Box) -> Any:
        inside = box.shared(self._page)
        left, top = (
            min(round(at * self._scale), most - 1)
            for at, most in zip((inside.left, inside.top), self._image.size, strict=True)
        )
        right, bottom = round(inside.right * self._scale), round(inside.bottom * self._scale)
        return self._image.crop((left, top, max(right, left + 1), max(bottom, top + 1)))


def filled_height_share(slide: InspectedSlide, page: RenderedPage) -> float:
    """The share of the body's height over which there is ink of the slide's own; decoration of its layout is none."""
    body = _body_box(slide)
    picture = PageImage(page)
    paper = slide.ground or picture.common(page.box)
    rows: list[tuple[float, float]] = []
    for shape in slide.shapes:
        if shape.box is None or shape.is_title or shape.is_furniture:
            continue
        box = shape.box.shared(body)
        if box.area == 0:
            continue
        if shape.kind != "text" or _is_filled(shape, picture):
            rows += picture.inked_rows(box, paper, _PALE_DIFFERENCE)
        else:
            rows += picture.inked_rows(box, picture.common(box), _INK_DIFFERENCE)
    return _covered_length(rows, _SMALL_GAP * body.height) / body.height


def _is_filled(shape: InspectedShape, picture: PageImage) -> bool:
    """Whether a ground counts as ink: a card with something in it does, a large one around a single word does not."""
    box = shape.box
    if not shape.is_filled or box is None:
        return False
    if box.height <= _BAR_HEIGHT:
        return True
    inside = Box(box.left + _EDGE, box.top + _EDGE, box.right - _EDGE, box.bottom - _EDGE)
    rows = picture.inked_rows(inside, picture.common(inside), _INK_DIFFERENCE)
    return bool(rows) and rows[-1][1] - rows[0][0] >= _FILLED_SHARE * box.height


def _body_box(slide: InspectedSlide) -> Box:
    """What is left for the slide's contents: below its title, or all of it where the title stands beside them."""
    page, title = slide.page, slide.title
    foot = page.bottom * _FOOTER_START
    own = [shape.box for shape in slide.shapes if shape.box and not shape.is_title and not shape.is_furniture]
    if title is None or title.box is None or not own:
        return Box(page.left, page.top, page.right, foot)
    is_above = title.box.bottom <= page.bottom / 2 and min(box.top for box in own) >= title.box.bottom - 20
    top = title.box.bottom if is_above else min(box.top for box in own)
    return Box(page.left, top, page.right, max(foot, top + 1))


def _covered_length(rows: Sequence[tuple[float, float]], gap: float) -> float:
    """How long the stretches are together, the small gaps between them included."""
    covered, end = 0.0, None
    for first, last in sorted(rows):
        if end is None or first - end > gap:
            covered += last - first
            end = last
        elif last > end:
            covered += last - end
            end = last
    return covered


LEAST_SHARE: Final = 0.55
_TOUCHING_SHARE: Final = 0.3


def check_rendered_deck(content: bytes, pdf: bytes | None, *, name: str) -> list[Finding]:
    """All that is wrong with a deck as LibreOffice shows it; the deck itself must have passed `check_deck`."""
    location = Location(file=name)
    slides = [(number, slide) for number, slide in enumerate(inspect_deck(content), 1) if not slide.is_hidden]
    if pdf is None:
        return [finding("pdf_view.not_shown", location)]
    try:
        pages = read_pdf_pages(pdf)
    except UnreadablePdf as problem:
        return [finding(f"pdf_view.{problem.key}", location, **problem.fields)]
    if len(pages) != len(slides):
        return [finding("pptx.rendered_pages", location, pages=len(pages), slides=len(slides))]
    return [
        each.at(file=name, slide=number)
        for (number, slide), page in zip(slides, pages, strict=True)
        for each in rendered_issues(slide, page)
    ]


def rendered_issues(slide: InspectedSlide, page: RenderedPage) -> Iterator[Finding]:
    """What is wrong with one slide as it is shown."""
    claims = match_text(slide, page)
    if page.is_blank or not (page.chars or any(shape.kind != "text" for shape in slide.shapes)):
        yield finding("pptx.blank_page")
        return
    for claim in claims.found:
        if claim.is_lost:
            yield finding("pptx.lost_text", text=quoted_line(claim.paragraph.text))
    yield from _overflow_issues(slide, page, claims)
    yield from _size_issues(slide, claims)
    yield from _overprint_issues(claims.found)
    yield from _contrast_issues(claims.found, page)
    if not may_be_sparse(slide.layout):
        share = filled_height_share(slide, page)
        if share < LEAST_SHARE:
            yield finding(
                "pptx.looks_empty",
                severity="warning",
                share=f"{share * 100:.0f}",
                least=f"{LEAST_SHARE * 100:.0f}",
            )


def _overflow_issues(slide: InspectedSlide, page: RenderedPage, claims: PageMatches) -> Iterator[Finding]:
    """Every character stands in its shape, and what is nobody's in some shape."""
    worst: dict[int, tuple[float, str]] = {}
    for claim in claims.found:
        limit = page.box if claim.shape.grows or claim.room is None else claim.room
        beyond = max((char.box.beyond(limit) for char, _ in claim.chars), default=0.0)
        if beyond > max(SLACK, worst.get(id(claim.shape), (0.0, ""))[0]):
            worst[id(claim.shape)] = (beyond, claim.paragraph.text)
    rooms = [shape.box for shape in (*slide.shapes, *slide.under) if shape.box]
    rooms += [page.box for shape in slide.shapes if shape.grows]
    for char in claims.others:
        beyond = min((char.box.beyond(room) for room in rooms), default=0.0)
        if beyond > SLACK:
            worst[0] = max(worst.get(0, (0.0, "")), (beyond, char.text))
    for beyond, words in worst.values():
        yield finding("pptx.overflow", points=f"{beyond:.0f}", text=quoted_line(words))


def _size_issues(slide: InspectedSlide, claims: PageMatches) -> Iterator[Finding]:
    """The smallest words of each shape, those of charts too."""
    smallest: dict[int, tuple[float, str]] = {}
    drawn = [
        (id(claim.shape), char, run.text) for claim in claims.found for char, run in claim.chars if not run.is_raised
    ]
    charts = [shape for shape in slide.shapes if shape.kind in ("chart", "figure") and shape.box]
    for shape in charts:
        inside = (char for char in claims.others if shape.box and char.box.beyond(shape.box) == 0)
        drawn += [(id(shape), char, char.text) for char in inside]
    for owner, char, words in drawn:
        smallest[owner] = min(smallest.get(owner, (math.inf, "")), (char.style.size, words))
    flaws = (size_issue(size, words) for size, words in smallest.values())
    yield from (flaw for flaw in flaws if flaw)


def _overprint_issues(claims: Sequence[TextMatch]) -> Iterator[Finding]:
    drawn = [(claim, claim.box) for claim in claims if claim.chars]
    pairs = [(one, other) for one, other in combinations(drawn, 2) if one[0].shape is not other[0].shape]
    seen: set[tuple[int, int]] = set()
    for (one, first), (other, second) in pairs:
        shapes = (id(one.shape), id(other.shape))
        if shapes not in seen and first.shared(second).area and _do_touch(one, other):
            seen.add(shapes)
            yield finding("pptx.overprint", one=quoted_line(one.shape.text), other=quoted_line(other.shape.text))


def _do_touch(one: TextMatch, other: TextMatch) -> bool:
    return any(
        char.box.shared(second.box).area > _TOUCHING_SHARE * min(char.box.area, second.box.area) > 0
        for char, _ in one.chars
        for second, _ in other.chars
    )


def _contrast_issues(claims: Sequence[TextMatch], page: RenderedPage) -> Iterator[Finding]:
    """The colours in which words are really drawn, beside what is most of their surroundings."""
    picture = PageImage(page)
    seen: set[int] = set()
    for claim in claims:
        if not claim.chars or id(claim.shape) in seen:
            continue
        char, run = claim.chars[0]
        around = claim.box
        ground = picture.common(Box(around.left - 4, around.top - 4, around.right + 4, around.bottom + 4))
        flaw = contrast_issue(char.style.colour, ground, char.style.size, claim.paragraph.text, is_bold=run.is_bold)
        if flaw:
            seen.add(id(claim.shape))
            yield flaw


async def check_rendered_decks(drafts: Sequence[Draft], *, office: Office) -> list[list[Finding]]:
    """What is wrong with each deck as it is shown. They must have passed `check_deck`: hostile files are not shown."""
    try:
        pdfs = await office.pdfs([OfficeFile(".pptx", draft.main) for draft in drafts])
    except OfficeTimedOut as late:
        return [[_timeout_finding(draft, str(late))] for draft in drafts]
    looks = (
        asyncio.to_thread(check_rendered_deck, draft.main, pdf, name=draft.name)
        for draft, pdf in zip(drafts, pdfs, strict=True)
    )
    return await asyncio.gather(*looks)


def _timeout_finding(draft: Draft, seconds: str) -> Finding:
    location = Location(file=draft.name)
    return finding("pdf_view.timed_out", location, seconds=seconds)
