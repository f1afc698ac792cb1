"""Checks a .pdf: opens the file again and reports the problems a reader would see."""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from inkwright.artifacts.documents.file_checks import (
    ALLOWED_LINK_SCHEMES,
    check_counts,
    check_file,
    check_lines,
    check_markup,
    check_placeholders,
    excerpt,
    unprintable_characters,
)
from inkwright.artifacts.documents.pdf.active_content import active_content
from inkwright.artifacts.documents.pdf.pdf_blocks import pdf_blocks
from inkwright.artifacts.documents.pdf.pdf_builder import COUNTS_KEY, PRODUCER
from inkwright.artifacts.documents.pdf.pdf_marks import (
    dangling_links,
    has_squares,
    overprinted_text,
    stretched_pictures,
)
from inkwright.artifacts.documents.prepare import COUNTED_KINDS, ContentCounts
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.artifacts.leftover_markup import is_code_font, meant_markup
from inkwright.artifacts.prose.checks import prose_issues
from inkwright.artifacts.prose.prose_blocks import ProseBlock
from inkwright.artifacts.prose.references import missing_lines
from inkwright.artifacts.rendering.pdf import (
    MAX_PAGES,
    PageCharacter,
    RenderedPage,
    Thumbnail,
    UnreadablePdf,
    read_pdf_pages,
)
from inkwright.artifacts.slides.checks.styles import contrast_ratio
from inkwright.artifacts.text import is_blank
from inkwright.artifacts.validation import UnreadableContent
from inkwright.i18n import Reason, library_reason

_TAGS: Final = {f"/H{level}": "headings" for level in range(1, 7)} | {
    "/Table": "tables", "/Figure": "pictures", "/Formula": "equations", "/Note": "footnotes", "/FENote": "footnotes",
}  # fmt: skip
_TEXT_OPERATORS: Final = frozenset({"Tj", "'", '"', "TJ"})
_EDGE_TOLERANCE: Final = 2.0
_TABLE_BYTES: Final = 20_000
_MAX_NESTING: Final = 6
"""The greatest number of tags between a formula and an enclosing formula."""

_BODY_AREA: Final = (0.065, 0.925)


class LockedPdf(Exception):
    """The PDF requires a password or is encrypted."""


@dataclass(frozen=True, slots=True)
class PdfPageContents:
    """One page: its lines, whether it is blank, the text cut off at its edges, and the text over other text."""

    lines: tuple[str, ...]
    is_blank: bool
    cut: str
    unseen: str
    overprint: str
    has_missing_glyph: bool
    has_code: bool
    stretched: int = 0


@dataclass(frozen=True, slots=True)
class PdfContents:
    """The contents of a PDF."""

    pages: tuple[PdfPageContents, ...]
    counted: ContentCounts
    facts: ContentCounts | None
    active: tuple[str, ...]
    links: tuple[str, ...]
    dangling: tuple[str, ...]
    bare_fonts: tuple[str, ...]
    blocks: tuple[ProseBlock, ...]


def read_pdf(content: bytes) -> PdfContents:
    """Read a PDF, or raise UnreadableContent or LockedPdf."""
    import pikepdf  # noqa: PLC0415 - slow to import

    try:
        with pikepdf.open(io.BytesIO(content)) as pdf:
            if pdf.is_encrypted:
                raise LockedPdf
            if len(pdf.pages) > MAX_PAGES:
                raise UnreadableContent(f"{len(pdf.pages)} pages, more than {MAX_PAGES}")
            missing = [_has_missing_glyph(pikepdf, page) for page in pdf.pages]
            stretched = [stretched_pictures(pikepdf, page) for page in pdf.pages]
            active, links = active_content(pikepdf, pdf)
            dangling = dangling_links(pikepdf, pdf)
            counted, facts, bare = _tag_counts(pikepdf, pdf), _recorded_counts(pdf), _unembedded_fonts(pikepdf, pdf)
    except pikepdf.PasswordError as problem:
        raise LockedPdf from problem
    except (pikepdf.PdfError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as problem:
        # Damaged bytes can make the library raise anything.
        raise UnreadableContent(library_reason(problem)) from problem
    drawn = _drawn_pages(content, len(missing))
    pages = tuple(_page(*each) for each in zip(drawn, missing, stretched, strict=True))
    return PdfContents(pages, counted, facts, active, links, tuple(dangling), bare, tuple(pdf_blocks(drawn)))


def count_pages(draft: Draft) -> dict[str, int]:
    """Count the pages of a PDF that was checked before."""
    import pikepdf  # noqa: PLC0415 - slow to import

    with pikepdf.open(io.BytesIO(draft.main)) as pdf:
        return {"pages": len(pdf.pages)}


def _drawn_pages(content: bytes, count: int) -> list[RenderedPage]:
    try:
        pages = read_pdf_pages(content)
    except UnreadablePdf as problem:
        reason = problem.fields.get("problem") or Reason(f"reason.pdf.{problem.key}", **problem.fields)
        raise UnreadableContent(reason) from problem
    if len(pages) != count:
        raise UnreadableContent("its pages cannot be counted")
    return pages


def _page(page: RenderedPage, has_missing: bool, stretched: int) -> PdfPageContents:
    return PdfPageContents(
        lines=tuple(page.text.splitlines()),
        is_blank=_has_empty_middle(page),
        cut=_cut_off_text(page),
        unseen=_unseen_text(page),
        overprint=overprinted_text(page.chars),
        has_missing_glyph=has_missing or has_squares(page.chars),
        has_code=any(map(is_code_font, {char.style.font for char in page.chars})),
        stretched=stretched,
    )


def _has_empty_middle(page: RenderedPage) -> bool:
    """Whether the page is empty between its header and its footer."""
    glance = page.thumbnail
    upper, lower = (round(glance.height * share) for share in _BODY_AREA)
    wide = 3 * glance.width
    return Thumbnail(glance.width, lower - upper, glance.pixels[upper * wide : lower * wide]).is_blank


def _cut_off_text(page: RenderedPage) -> str:
    outside = [char.text for char in page.chars if char.box.beyond(page.box) > _EDGE_TOLERANCE]
    return "".join(outside[:100])


_TINY: Final = 4.4
_PALE: Final = 1.7
_AROUND: Final = 2
_MIN_UNSEEN: Final = 8
_contrast: Final = lru_cache(maxsize=20_000)(contrast_ratio)


def _unseen_text(page: RenderedPage) -> str:
    """Return the first text that nobody can read: almost in the colour of what is around it, or tiny."""
    found: list[str] = []
    for char in page.chars:
        if not char.style.is_hidden and (char.style.size < _TINY or _is_like_ground(char, page)):
            found.append(char.text)
        elif len(found) >= _MIN_UNSEEN:
            break
        else:
            found = []
    return "".join(found[:100]) if len(found) >= _MIN_UNSEEN else ""


def _is_like_ground(char: PageCharacter, page: RenderedPage) -> bool:
    """Whether every pixel of the character and around it has almost its colour."""
    if char.box.beyond(page.box) > 0 or not char.box.area:
        return False
    glance = page.thumbnail
    scale = glance.width / page.width
    left, right = int(char.box.left * scale), min(int(char.box.right * scale) + 1, glance.width)
    first, last = int(char.box.top * scale) - _AROUND, int(char.box.bottom * scale) + 1 + _AROUND
    for row in range(max(first, 0), min(last, glance.height)):
        start = 3 * row * glance.width
        for place in range(start + 3 * left, start + 3 * right, 3):
            red, green, blue = glance.pixels[place : place + 3]
            if _contrast((red, green, blue), char.style.colour) >= _PALE:
                return False
    return True


def _has_missing_glyph(pikepdf: Any, page: Any) -> bool:
    """Whether the page uses glyph 0 of a font, which replaces missing glyphs."""
    fonts = page.resources.get("/Font", {}) if "/Resources" in page else {}
    doubles = {name for name, font in dict(fonts).items() if _uses_glyph_numbers(font)}
    singles = {name for name, font in dict(fonts).items() if _lacks_first_code(pikepdf, font)}
    if not doubles and not singles:
        return False
    current = ""
    for operands, operator in pikepdf.parse_content_stream(page, "Tf Tj TJ ' \""):
        named = str(operator)
        if named == "Tf":
            current = str(operands[0])
        elif named in _TEXT_OPERATORS and current in doubles | singles:
            width = 2 if current in doubles else 1
            if any(_contains_glyph_zero(pikepdf, each, width) for each in operands):
                return True
    return False


def _uses_glyph_numbers(font: Any) -> bool:
    return font.get("/Subtype") == "/Type0" and font.get("/Encoding") in ("/Identity-H", "/Identity-V")


def _lacks_first_code(pikepdf: Any, font: Any) -> bool:
    """Whether the code 0 of a font with codes of one byte stands for no character, as in parts of TrueType fonts."""
    table = font.get("/ToUnicode")
    if font.get("/Subtype") != "/TrueType" or not isinstance(table, pikepdf.Stream):
        return False
    return re.search(rb"<00>\s{0,4}<0{4}>", table.read_bytes()[:_TABLE_BYTES]) is not None


def _contains_glyph_zero(pikepdf: Any, operand: Any, width: int) -> bool:
    if isinstance(operand, pikepdf.String):
        codes = bytes(operand)
        none = bytes(width)
        return any(codes[place : place + width] == none for place in range(0, len(codes) - width + 1, width))
    return isinstance(operand, pikepdf.Array) and any(_contains_glyph_zero(pikepdf, each, width) for each in operand)


def _tag_counts(pikepdf: Any, pdf: Any) -> ContentCounts:
    """Count the tags of the structure. Every piece of text has one."""
    counts: dict[str, Any] = dict.fromkeys(COUNTED_KINDS, 0)
    for each in pdf.objects:
        if isinstance(each, pikepdf.Dictionary) and "/S" in each and "/P" in each and str(each["/S"]) in _TAGS:
            counts[_TAGS[str(each["/S"])]] += not _is_in_formula(pikepdf, each)
    return ContentCounts(**counts)


def _is_in_formula(pikepdf: Any, tag: Any) -> bool:
    """Whether a tag is a formula inside another formula, such as one in a frame."""
    outer = tag
    for _ in range(_MAX_NESTING if str(tag["/S"]) == "/Formula" else 0):
        outer = outer.get("/P")
        if not isinstance(outer, pikepdf.Dictionary):
            return False
        if str(outer.get("/S", "")) == "/Formula":
            return True
    return False


def _recorded_counts(pdf: Any) -> ContentCounts | None:
    """Return the counts of the source, or None if another program rewrote the file."""
    if str(pdf.docinfo.get("/Producer", "")) != PRODUCER or COUNTS_KEY not in pdf.docinfo:
        return None
    return ContentCounts.model_validate_json(str(pdf.docinfo[COUNTS_KEY]))


def _unembedded_fonts(pikepdf: Any, pdf: Any) -> tuple[str, ...]:
    """Return the fonts that are not embedded: readers may see other fonts."""
    described = [
        each for each in pdf.objects if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/FontDescriptor"
    ]
    bare = [each for each in described if not any(key in each for key in ("/FontFile", "/FontFile2", "/FontFile3"))]
    return tuple(dict.fromkeys(str(each.get("/FontName", "?")) for each in bare))


_HEADER_BYTES = 1_024


_LONGEST_QUESTION: Final = 400


def check_pdf(draft: Draft) -> list[Finding]:
    """Return the problems of a PDF, or an empty list if it passes. Any bytes are accepted."""
    found = check_file(draft, ".pdf")
    location = Location(file=draft.name)
    if found:
        return found
    if b"%PDF-" not in draft.main[:_HEADER_BYTES]:
        return [finding("document.damaged", location, problem=Reason("reason.documents.not_pdf"))]
    try:
        contents = read_pdf(draft.main)
    except LockedPdf:
        return [finding("pdf.locked", location)]
    except UnreadableContent as problem:
        return [finding("document.damaged", location, problem=problem.reason)]
    return [*_check_document(contents, location), *_check_pages(contents, draft.name)]


def _check_document(contents: PdfContents, location: Location) -> Iterator[Finding]:
    for what in contents.active:
        yield finding("document.active", location, part=what)
    for link in contents.links:
        if not link.lower().startswith(ALLOWED_LINK_SCHEMES):
            yield finding("document.external", location, target=excerpt(link))
    for name in contents.bare_fonts:
        yield finding("pdf.bare_font", location, severity="warning", name=excerpt(name))
    if not contents.pages:
        yield finding("document.no_text", location)
    elif all(is_blank("".join(page.lines)) for page in contents.pages):
        yield finding("pdf.pictures_only", location, severity="warning")
    for name in contents.dangling[:_MOST_LINKS]:
        yield finding("pdf.dangling", location, severity="warning", name=excerpt(name))
    yield from (each.at(file=location.file) for each in prose_issues(contents.blocks) if each.code in _SEEN_IN_PAGES)
    for entry in missing_lines([line for page in contents.pages for line in page.lines]):
        yield finding("prose.no_heading", location, severity="warning", text=excerpt(entry))
    yield from check_counts(contents.counted, contents.facts, location)


_MOST_LINKS: Final = 10
_SEEN_IN_PAGES: Final = frozenset(
    {"prose.unfinished", "prose.no_target", "prose.numbering", "prose.repeated", "prose.total"}
)
"""A PDF does not say what its headings are."""


def _check_pages(contents: PdfContents, name: str) -> Iterator[Finding]:
    meant = meant_markup("\n".join(line for page in contents.pages for line in page.lines))
    for number, page in enumerate(contents.pages, 1):
        location = Location(file=name, page=number)
        yield from _check_page(page, location)
        if page.has_missing_glyph:
            # A character without a glyph may be missing in the text too. The source lists the doubtful characters.
            doubtful = contents.facts.doubtful if contents.facts else ""
            named = " ".join(unprintable_characters("".join(page.lines) + doubtful)[:20])
            yield finding("document.glyphs", location, characters=named or "?")
        yield from check_lines(page.lines, location)
        yield from check_placeholders(page.lines, location)
        if not page.has_code:
            yield from check_markup(page.lines, location, meant)
        if _has_formula_mark("\n".join(page.lines)):
            yield finding("pdf.formula_mark", location, severity="warning")


def _has_formula_mark(written: str) -> bool:
    """Whether there is the sign that an office program draws for a missing part of a formula. Spanish closes it."""
    return any("?" not in rest[:_LONGEST_QUESTION] for rest in written.split("¿")[1:])


def _check_page(page: PdfPageContents, location: Location) -> Iterator[Finding]:
    if page.is_blank:
        yield finding("pdf.blank", location)
    if page.cut:
        yield finding("pdf.cut", location, text=excerpt(page.cut))
    if page.unseen:
        yield finding("pdf.unseen", location, severity="warning", text=excerpt(page.unseen))
    if page.overprint:
        yield finding("pdf.overprint", location, severity="warning", text=excerpt(page.overprint))
    if page.stretched:
        yield finding("pdf.stretched", location, severity="warning", count=page.stretched)
