"""Checks of a deck as it is shown: the rendered page is the judge, not what the file says of itself."""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from inkwright.artifacts.boxes import Box
from inkwright.artifacts.checks.flaws import Flaw, shown, told
from inkwright.artifacts.checks.layouts import may_look_sparse
from inkwright.artifacts.checks.looks import SLACK, contrast_flaw, size_flaw
from inkwright.artifacts.checks.shapes import SlideSeen
from inkwright.artifacts.findings import Finding, finding
from inkwright.artifacts.pages.claims import Claim, Claims, claims_of
from inkwright.artifacts.pages.ink import Picture, share_of_height
from inkwright.artifacts.pages.pdf import Page, UnreadablePdf, pages_of
from inkwright.artifacts.pptx_checks import slides_in
from inkwright.i18n import Language, text

LEAST_SHARE: Final = 0.55
_TOUCH: Final = 0.3


def check_rendered_deck(content: bytes, pdf: bytes | None, language: Language, *, name: str) -> list[Finding]:
    """All that is wrong with a deck as LibreOffice shows it; the deck itself must have passed `check_deck`."""
    place = text(language, "finding.place.file", name=name)
    slides = [(number, slide) for number, slide in enumerate(slides_in(content), 1) if not slide.is_hidden]
    if pdf is None:
        return [finding(language, "pdf_view.not_shown", place=place)]
    try:
        pages = pages_of(pdf)
    except UnreadablePdf as problem:
        return [finding(language, f"pdf_view.{problem.key}", place=place, **problem.fields)]
    if len(pages) != len(slides):
        return [finding(language, "pptx.rendered_pages", place=place, pages=len(pages), slides=len(slides))]
    return [
        each
        for (number, slide), page in zip(slides, pages, strict=True)
        for each in told(flaws_of_page(slide, page), number, language)
    ]


def flaws_of_page(slide: SlideSeen, page: Page) -> Iterator[Flaw]:
    """What is wrong with one slide as it is shown."""
    claims = claims_of(slide, page)
    if page.is_blank or not (page.chars or any(shape.kind != "text" for shape in slide.shapes)):
        yield Flaw("blank_page", "error", {})
        return
    for claim in claims.found:
        if claim.is_lost:
            yield Flaw("lost_text", "error", {"text": shown(claim.paragraph.text)})
    yield from _overflows(slide, page, claims)
    yield from _sizes(slide, claims)
    yield from _overprints(claims.found)
    yield from _contrasts(claims.found, page)
    if not may_look_sparse(slide.layout):
        share = share_of_height(slide, page)
        if share < LEAST_SHARE:
            fields = {"share": f"{share * 100:.0f}", "least": f"{LEAST_SHARE * 100:.0f}"}
            yield Flaw("looks_empty", "warning", fields)


def _overflows(slide: SlideSeen, page: Page, claims: Claims) -> Iterator[Flaw]:
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
        yield Flaw("overflow", "error", {"points": f"{beyond:.0f}", "text": shown(words)})


def _sizes(slide: SlideSeen, claims: Claims) -> Iterator[Flaw]:
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
    flaws = (size_flaw(size, words) for size, words in smallest.values())
    yield from (flaw for flaw in flaws if flaw)


def _overprints(claims: Sequence[Claim]) -> Iterator[Flaw]:
    drawn = [(claim, claim.box) for claim in claims if claim.chars]
    pairs = [(one, other) for one, other in combinations(drawn, 2) if one[0].shape is not other[0].shape]
    seen: set[tuple[int, int]] = set()
    for (one, first), (other, second) in pairs:
        shapes = (id(one.shape), id(other.shape))
        if shapes not in seen and first.shared(second).area and _touch(one, other):
            seen.add(shapes)
            yield Flaw("overprint", "error", {"one": shown(one.shape.text), "other": shown(other.shape.text)})


def _touch(one: Claim, other: Claim) -> bool:
    return any(
        char.box.shared(second.box).area > _TOUCH * min(char.box.area, second.box.area) > 0
        for char, _ in one.chars
        for second, _ in other.chars
    )


def _contrasts(claims: Sequence[Claim], page: Page) -> Iterator[Flaw]:
    """The colours in which words are really drawn, beside what is most of their surroundings."""
    picture = Picture(page)
    seen: set[int] = set()
    for claim in claims:
        if not claim.chars or id(claim.shape) in seen:
            continue
        char, run = claim.chars[0]
        around = claim.box
        ground = picture.common(Box(around.left - 4, around.top - 4, around.right + 4, around.bottom + 4))
        flaw = contrast_flaw(char.style.colour, ground, char.style.size, claim.paragraph.text, is_bold=run.is_bold)
        if flaw:
            seen.add(id(claim.shape))
            yield flaw
