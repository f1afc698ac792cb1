"""Checks of decks as LibreOffice renders them: overflow, overprint, sizes, contrast and empty space."""

import math
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, error_finding, finding, quoted_line
from inkwright.artifacts.rendering.office import Office, OfficeFile, OfficeTimedOut
from inkwright.artifacts.rendering.pdf import Box, PageCharacter, RenderedPage, UnreadablePdf, read_pdf_pages
from inkwright.artifacts.slides.checks.appearance import SLACK, contrast_issue, size_issue
from inkwright.artifacts.slides.checks.deck import inspect_deck, is_own_deck, may_be_sparse, with_fixed_sizes
from inkwright.artifacts.slides.checks.inspection import InspectedShape, InspectedSlide
from inkwright.artifacts.slides.checks.styles import InspectedParagraph, InspectedRun
from inkwright.artifacts.text import is_blank
from inkwright.artifacts.workers import run_in_worker_async
from inkwright.errors import LimitExceeded


@dataclass(frozen=True, slots=True)
class TextMatch:
    """A paragraph, the box it must stay in, and its rendered characters. `is_lost`: it is not visible."""

    shape: InspectedShape
    paragraph: InspectedParagraph
    room: Box | None
    chars: tuple[tuple[PageCharacter, InspectedRun], ...]
    is_lost: bool = False

    @property
    def box(self) -> Box:
        """The box around all its characters."""
        box = self.chars[0][0].box
        for char, _ in self.chars[1:]:
            box = box.around(char.box)
        return box


@dataclass(slots=True)
class PageMatches:
    """The paragraphs of a slide with their characters, and the other characters, such as bullets and labels."""

    found: list[TextMatch]
    others: list[PageCharacter]


@dataclass(slots=True)
class _PageCharacters:
    """The characters of a page, and which of them are matched."""

    chars: Sequence[PageCharacter]
    drawn: str = ""
    owners: list[int] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        folded = [_folded_character(char.text) for char in self.chars]
        self.drawn = "".join(folded)
        self.owners = [number for number, text in enumerate(folded) for _ in text]

    def take(self, words: str, start: int) -> list[int] | None:
        """Take the next unmatched occurrence of the text, from `start` on and then from the beginning."""
        for first, last in ((start, len(self.drawn)), (0, min(start + len(words), len(self.drawn)))):
            index = self.drawn.find(words, first, last)
            while index >= 0:
                numbers = self.owners[index : index + len(words)]
                if self.taken.isdisjoint(numbers):
                    self.taken.update(numbers)
                    return numbers
                index = self.drawn.find(words, index + 1, last)
        return None

    def gather(self, words: str, room: Box) -> list[int]:
        """Take the unmatched characters of the text inside a box, in any order."""
        wanted = list(words)
        numbers = []
        for number, char in zip(self.owners, self.drawn, strict=True):
            if number not in self.taken and char in wanted and self.chars[number].box.shared(room).area:
                wanted.remove(char)
                numbers.append(number)
        self.taken.update(numbers)
        return numbers


def match_text(slide: InspectedSlide, page: RenderedPage) -> PageMatches:
    """Find the characters of each paragraph on the page."""
    available = _PageCharacters(page.chars)
    found: list[TextMatch] = []
    start = 0
    for shape, paragraph, room in _slide_paragraphs(slide):
        words = [(folded, run) for run in paragraph.runs for char in run.text for folded in _folded_character(char)]
        joined = "".join(folded for folded, _ in words)
        if not joined:
            continue
        numbers = available.take(joined, start)
        if numbers is None:
            found.append(_gather_characters(available, TextMatch(shape, paragraph, room, ()), joined))
            continue
        start = max(start, available.owners.index(numbers[-1]) + 1)
        pairs = {number: run for number, (_, run) in zip(numbers, words, strict=True)}
        found.append(
            TextMatch(shape, paragraph, room, tuple((page.chars[number], run) for number, run in pairs.items()))
        )
    return PageMatches(found, [char for number, char in enumerate(page.chars) if number not in available.taken])


def _gather_characters(available: _PageCharacters, match: TextMatch, words: str) -> TextMatch:
    """Match text whose characters are not drawn in order: other scripts, fields, ligatures."""
    numbers = available.gather(words, match.room) if match.room else []
    run = match.paragraph.runs[0]
    chars = tuple((available.chars[number], run) for number in dict.fromkeys(numbers))
    is_lost = not match.paragraph.has_field and len(numbers) < 0.7 * len(words)
    return TextMatch(match.shape, match.paragraph, match.room, chars, is_lost)


def _slide_paragraphs(slide: InspectedSlide) -> Iterator[tuple[InspectedShape, InspectedParagraph, Box | None]]:
    for shape in slide.shapes:
        for paragraph in shape.paragraphs:
            yield shape, paragraph, shape.box
        for cell in shape.cells:
            # Rows grow with their text, so only the table limits the height.
            table = shape.box or cell.box
            room = Box(cell.box.left, table.top, cell.box.right, table.bottom)
            for paragraph in cell.paragraphs:
                yield shape, paragraph, room


@lru_cache(maxsize=8_192)
def _folded_character(char: str) -> str:
    """Fold a character, so that case, ligatures and widths do not matter for a match."""
    if is_blank(char):
        return ""
    folded = unicodedata.normalize("NFKD", char).casefold()
    return "".join(each for each in folded if not unicodedata.combining(each) and not is_blank(each))


# A barely darker pixel is not ink; the pale background of a card is, because it is visible.
_INK_DIFFERENCE: Final = 24
_PALE_DIFFERENCE: Final = 6
# A gap up to this share of the body is spacing; a larger one is empty space.
_SMALL_GAP: Final = 0.3
# The share of a card's height that its contents must span.
_FILLED_SHARE: Final = 0.15
_BAR_HEIGHT: Final = 12.0
_EDGE: Final = 4.0
_FOOTER_START: Final = 0.92


class PageImage:
    """The thumbnail of a page, addressed in points."""

    def __init__(self, page: RenderedPage) -> None:
        from PIL import Image  # noqa: PLC0415 - slow to import

        thumbnail = page.thumbnail
        self._image = Image.frombytes("RGB", (thumbnail.width, thumbnail.height), thumbnail.pixels)
        self._scale = thumbnail.width / page.width
        self._page = page.box

    def common(self, box: Box) -> tuple[int, int, int]:
        """Return the most frequent colour in a box."""
        cut = self._cut(box)
        _, (red, green, blue) = max(cut.getcolors(maxcolors=cut.width * cut.height))
        return red, green, blue

    def inked_rows(self, box: Box, ground: tuple[int, int, int], difference: int) -> list[tuple[float, float]]:
        """Return the rows, in points, in which something in the box differs from the background."""
        from PIL import Image, ImageChops  # noqa: PLC0415 - as above

        cut = self._cut(box)
        apart = ImageChops.difference(cut, Image.new("RGB", cut.size, ground)).convert("L")
        _, rows = apart.point([255 * (level > difference) for level in range(256)]).getprojection()
        top = round(max(box.top, 0) * self._scale) / self._scale
        return [(top + row / self._scale, top + (row + 1) / self._scale) for row, inked in enumerate(rows) if inked]

    def has_ink(self, box: Box, ink: tuple[int, int, int], difference: int) -> bool:
        """Whether some pixel of a box has about this colour."""
        cut = self._cut(box)
        colours = [colour for _, colour in cut.getcolors(maxcolors=cut.width * cut.height)]
        return any(
            max(abs(one - other) for one, other in zip(each, ink, strict=True)) <= difference for each in colours
        )

    def _cut(self, box: Box) -> Any:
        inside = box.shared(self._page)
        left, top = (
            min(round(edge * self._scale), size - 1)
            for edge, size in zip((inside.left, inside.top), self._image.size, strict=True)
        )
        right, bottom = round(inside.right * self._scale), round(inside.bottom * self._scale)
        return self._image.crop((left, top, max(right, left + 1), max(bottom, top + 1)))


def filled_height_share(slide: InspectedSlide, page: RenderedPage) -> float:
    """Return the share of the body height that has ink. Decoration of the layout does not count."""
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
    """Whether the fill of a shape counts as ink: not if it is a large card around a single word."""
    box = shape.box
    if not shape.is_filled or box is None:
        return False
    if box.height <= _BAR_HEIGHT:
        return True
    inside = Box(box.left + _EDGE, box.top + _EDGE, box.right - _EDGE, box.bottom - _EDGE)
    rows = picture.inked_rows(inside, picture.common(inside), _INK_DIFFERENCE)
    return bool(rows) and rows[-1][1] - rows[0][0] >= _FILLED_SHARE * box.height


def _body_box(slide: InspectedSlide) -> Box:
    """The area for the contents: below the title, or the whole slide if the title is next to them."""
    page, title = slide.page, slide.title
    foot = page.bottom * _FOOTER_START
    own = [shape.box for shape in slide.shapes if shape.box and not shape.is_title and not shape.is_furniture]
    if title is None or title.box is None or not own:
        return Box(page.left, page.top, page.right, foot)
    is_above = title.box.bottom <= page.bottom / 2 and min(box.top for box in own) >= title.box.bottom - 20
    top = title.box.bottom if is_above else min(box.top for box in own)
    return Box(page.left, top, page.right, max(foot, top + 1))


def _covered_length(rows: Sequence[tuple[float, float]], gap: float) -> float:
    """The total length of the rows, including small gaps between them."""
    covered, end = 0.0, None
    for first, last in sorted(rows):
        if end is None or first - end > gap:
            covered += last - first
            end = last
        elif last > end:
            covered += last - end
            end = last
    return covered


MIN_SHARE: Final = 0.55
_TOUCHING_SHARE: Final = 0.3


def check_rendered_deck(content: bytes, pdf: bytes | None, *, name: str) -> list[Finding]:
    """Return all problems of a rendered deck, which must have passed `check_deck`."""
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
    # How full a slide should be is a promise of our own layouts.
    is_own = is_own_deck(content)
    return [
        each.at(file=name, slide=number)
        for (number, slide), page in zip(slides, pages, strict=True)
        for each in rendered_issues(slide, page)
        if is_own or each.code != "pptx.looks_empty"
    ]


def rendered_issues(slide: InspectedSlide, page: RenderedPage) -> Iterator[Finding]:
    """Yield the problems of one rendered slide."""
    matches = match_text(slide, page)
    if page.is_blank or not (page.chars or any(shape.kind != "text" for shape in slide.shapes)):
        yield finding("pptx.blank_page")
        return
    for match in matches.found:
        if match.is_lost:
            yield finding("pptx.lost_text", text=quoted_line(match.paragraph.text))
    yield from _overflow_issues(slide, page, matches)
    yield from _size_issues(slide, matches)
    yield from _overprint_issues(matches.found)
    yield from _contrast_issues(matches.found, page)
    yield from _covered_issues(slide, matches.found, page)
    if not may_be_sparse(slide.layout):
        share = filled_height_share(slide, page)
        if share < MIN_SHARE:
            yield finding(
                "pptx.looks_empty",
                severity="warning",
                share=f"{share * 100:.0f}",
                least=f"{MIN_SHARE * 100:.0f}",
            )


def _overflow_issues(slide: InspectedSlide, page: RenderedPage, matches: PageMatches) -> Iterator[Finding]:
    """Check that every character is inside its shape, and that other characters are inside some shape."""
    worst: dict[int, tuple[float, str]] = {}
    for match in matches.found:
        limit = page.box if match.shape.grows or match.room is None else match.room
        beyond = max((char.box.beyond(limit) for char, _ in match.chars), default=0.0)
        if beyond > max(SLACK, worst.get(id(match.shape), (0.0, ""))[0]):
            worst[id(match.shape)] = (beyond, match.paragraph.text)
    rooms = [shape.box for shape in (*slide.shapes, *slide.under) if shape.box]
    rooms += [page.box for shape in slide.shapes if shape.grows]
    for char in matches.others:
        beyond = min((char.box.beyond(room) for room in rooms), default=0.0)
        if beyond > SLACK:
            worst[0] = max(worst.get(0, (0.0, "")), (beyond, char.text))
    for beyond, words in worst.values():
        yield finding("pptx.overflow", points=f"{beyond:.0f}", text=quoted_line(words))


def _size_issues(slide: InspectedSlide, matches: PageMatches) -> Iterator[Finding]:
    """Check the smallest text of each shape, including charts."""
    smallest: dict[int, tuple[float, str]] = {}
    drawn = [
        (id(match.shape), char, run.text) for match in matches.found for char, run in match.chars if not run.is_raised
    ]
    charts = [shape for shape in slide.shapes if shape.kind in ("chart", "figure") and shape.box]
    for shape in charts:
        inside = (char for char in matches.others if shape.box and char.box.beyond(shape.box) == 0)
        drawn += [(id(shape), char, char.text) for char in inside]
    for owner, char, words in drawn:
        smallest[owner] = min(smallest.get(owner, (math.inf, "")), (char.style.size, words))
    issues = (size_issue(size, words) for size, words in smallest.values())
    yield from (issue for issue in issues if issue)


def _overprint_issues(matches: Sequence[TextMatch]) -> Iterator[Finding]:
    drawn = [(match, match.box) for match in matches if match.chars]
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


def _contrast_issues(matches: Sequence[TextMatch], page: RenderedPage) -> Iterator[Finding]:
    """Check the rendered colour of text against the most frequent colour around it."""
    picture = PageImage(page)
    seen: set[int] = set()
    for match in matches:
        if not match.chars or id(match.shape) in seen:
            continue
        char, run = match.chars[0]
        around = match.box
        ground = picture.common(Box(around.left - 4, around.top - 4, around.right + 4, around.bottom + 4))
        issue = contrast_issue(char.style.colour, ground, char.style.size, match.paragraph.text, is_bold=run.is_bold)
        if issue:
            seen.add(id(match.shape))
            yield issue


_COVERED_SHARE: Final = 0.5
_INK_SHADE: Final = 90


def _covered_issues(slide: InspectedSlide, matches: Sequence[TextMatch], page: RenderedPage) -> Iterator[Finding]:
    """Check for text under a picture that was placed later. A transparent picture lets its ink through."""
    picture = PageImage(page)
    order = {id(shape): number for number, shape in enumerate(slide.shapes)}
    for match in matches:
        above = [each.box for each in slide.shapes[order[id(match.shape)] + 1 :] if each.kind == "picture" and each.box]
        under = [char for char, _ in match.chars if any(char.box.shared(box).area for box in above)]
        if len(under) <= _COVERED_SHARE * len(match.chars):
            continue
        if not any(picture.has_ink(char.box, char.style.colour, _INK_SHADE) for char in under):
            yield finding("pptx.covered", text=quoted_line(match.paragraph.text))


async def check_rendered_decks(drafts: Sequence[Draft], *, office: Office) -> list[list[Finding]]:
    """Return the problems of each rendered deck. Each must have passed `check_deck`, which refuses hostile files."""
    try:
        pdfs = await office.pdfs([OfficeFile(".pptx", with_fixed_sizes(draft.main)) for draft in drafts])
    except OfficeTimedOut as late:
        return [[_timeout_finding(draft, str(late))] for draft in drafts]
    except LimitExceeded as problem:
        return [[error_finding(problem, Location(file=draft.name))] for draft in drafts]
    return [await _rendered_findings(draft, pdf) for draft, pdf in zip(drafts, pdfs, strict=True)]


async def _rendered_findings(draft: Draft, pdf: bytes | None) -> list[Finding]:
    try:
        return await run_in_worker_async(check_rendered_deck, draft.main, pdf, name=draft.name)
    except LimitExceeded as problem:
        return [error_finding(problem, Location(file=draft.name))]


def _timeout_finding(draft: Draft, seconds: str) -> Finding:
    location = Location(file=draft.name)
    return finding("pdf_view.timed_out", location, seconds=seconds)
