"""Checks a .pdf: opens the file again and reports the problems a reader would see."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from inkwright.artifacts.documents.file_checks import (
    ALLOWED_LINK_SCHEMES,
    check_counts,
    check_file,
    check_lines,
    check_markup,
    excerpt,
    unprintable_characters,
)
from inkwright.artifacts.documents.pdf.active_content import active_content
from inkwright.artifacts.documents.pdf.pdf_builder import COUNTS_KEY, PRODUCER
from inkwright.artifacts.documents.prepare import COUNTED_KINDS, ContentCounts
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.artifacts.leftover_markup import is_code_font
from inkwright.artifacts.rendering.pdf import (
    MAX_PAGES,
    PageCharacter,
    RenderedPage,
    Thumbnail,
    UnreadablePdf,
    read_pdf_pages,
)
from inkwright.artifacts.text import is_blank
from inkwright.artifacts.validation import UnreadableContent
from inkwright.i18n import Reason, library_reason

_TAGS: Final = {f"/H{level}": "headings" for level in range(1, 7)} | {
    "/Table": "tables", "/Figure": "pictures", "/Formula": "equations", "/Note": "footnotes", "/FENote": "footnotes",
}  # fmt: skip
_TEXT_OPERATORS: Final = frozenset({"Tj", "'", '"', "TJ"})
_EDGE_TOLERANCE: Final = 2.0
_MAX_NESTING: Final = 6
"""The greatest number of tags between a formula and an enclosing formula."""

_BODY_AREA: Final = (0.065, 0.925)


class LockedPdf(Exception):
    """The PDF requires a password or is encrypted."""


@dataclass(frozen=True, slots=True)
class PdfPageContents:
    """One page: its lines, whether it is blank, and the text cut off at its edges."""

    lines: tuple[str, ...]
    is_blank: bool
    cut: str
    unseen: str
    has_missing_glyph: bool
    has_code: bool


@dataclass(frozen=True, slots=True)
class PdfContents:
    """The contents of a PDF."""

    pages: tuple[PdfPageContents, ...]
    counted: ContentCounts
    facts: ContentCounts | None
    active: tuple[str, ...]
    links: tuple[str, ...]
    bare_fonts: tuple[str, ...]


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
            active, links = active_content(pikepdf, pdf)
            counted, facts, bare = _tag_counts(pikepdf, pdf), _recorded_counts(pdf), _unembedded_fonts(pikepdf, pdf)
    except pikepdf.PasswordError as problem:
        raise LockedPdf from problem
    except (pikepdf.PdfError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as problem:
        # Damaged bytes can make the library raise anything.
        raise UnreadableContent(library_reason(problem)) from problem
    return PdfContents(tuple(_pages(content, missing)), counted, facts, active, links, bare)


def count_pages(draft: Draft) -> dict[str, int]:
    """Count the pages of a PDF that was checked before."""
    import pikepdf  # noqa: PLC0415 - slow to import

    with pikepdf.open(io.BytesIO(draft.main)) as pdf:
        return {"pages": len(pdf.pages)}


def _pages(content: bytes, missing: list[bool]) -> Iterator[PdfPageContents]:
    try:
        pages = read_pdf_pages(content)
    except UnreadablePdf as problem:
        reason = problem.fields.get("problem") or Reason(f"reason.pdf.{problem.key}", **problem.fields)
        raise UnreadableContent(reason) from problem
    if len(pages) != len(missing):
        raise UnreadableContent("its pages cannot be counted")
    for page, has_missing in zip(pages, missing, strict=True):
        yield PdfPageContents(
            lines=tuple(page.text.splitlines()),
            is_blank=_has_empty_middle(page),
            cut=_cut_off_text(page),
            unseen=_unseen_text(page),
            has_missing_glyph=has_missing,
            has_code=any(map(is_code_font, {char.style.font for char in page.chars})),
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


_TINY: Final = 2.5
_SAME: Final = 6
_MIN_UNSEEN: Final = 8


def _unseen_text(page: RenderedPage) -> str:
    """Return the first text that nobody can read: in the colour of what is around it, or tiny."""
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
    """Whether every pixel of the character and around it has its colour."""
    if char.box.beyond(page.box) > 0 or not char.box.area:
        return False
    glance = page.thumbnail
    scale = glance.width / page.width
    left, right = int(char.box.left * scale), min(int(char.box.right * scale) + 1, glance.width)
    for row in range(int(char.box.top * scale), min(int(char.box.bottom * scale) + 1, glance.height)):
        pixels = glance.pixels[3 * (row * glance.width + left) : 3 * (row * glance.width + right)]
        for part, shade in enumerate(char.style.colour):
            if any(abs(pixel - shade) > _SAME for pixel in pixels[part::3]):
                return False
    return True


def _has_missing_glyph(pikepdf: Any, page: Any) -> bool:
    """Whether the page uses glyph 0 of a font, which replaces missing glyphs."""
    fonts = page.resources.get("/Font", {}) if "/Resources" in page else {}
    doubles = {name for name, font in dict(fonts).items() if _uses_glyph_numbers(font)}
    if not doubles:
        return False
    current = ""
    for operands, operator in pikepdf.parse_content_stream(page, "Tf Tj TJ ' \""):
        named = str(operator)
        if named == "Tf":
            current = str(operands[0])
        elif (
            named in _TEXT_OPERATORS
            and current in doubles
            and any(_contains_glyph_zero(pikepdf, each) for each in operands)
        ):
            return True
    return False


def _uses_glyph_numbers(font: Any) -> bool:
    return font.get("/Subtype") == "/Type0" and font.get("/Encoding") in ("/Identity-H", "/Identity-V")


def _contains_glyph_zero(pikepdf: Any, operand: Any) -> bool:
    if isinstance(operand, pikepdf.String):
        codes = bytes(operand)
        return any(codes[place : place + 2] == b"\0\0" for place in range(0, len(codes) - 1, 2))
    return isinstance(operand, pikepdf.Array) and any(_contains_glyph_zero(pikepdf, each) for each in operand)


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
    yield from check_counts(contents.counted, contents.facts, location)


def _check_pages(contents: PdfContents, name: str) -> Iterator[Finding]:
    for number, page in enumerate(contents.pages, 1):
        location = Location(file=name, page=number)
        yield from _check_page(page, location)
        if page.has_missing_glyph:
            # A character without a glyph may be missing in the text too. The source lists the doubtful characters.
            doubtful = contents.facts.doubtful if contents.facts else ""
            named = " ".join(unprintable_characters("".join(page.lines) + doubtful)[:20])
            yield finding("document.glyphs", location, characters=named or "?")
        yield from check_lines(page.lines, location)
        if not page.has_code:
            yield from check_markup(page.lines, location)
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
