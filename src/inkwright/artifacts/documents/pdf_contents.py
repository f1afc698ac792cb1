"""What a PDF holds: its structure, and its pages as they are shown. Any bytes may be given."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from inkwright.artifacts.documents.facts import COUNTS, Facts
from inkwright.artifacts.documents.pdf_builder import FACTS, PRODUCER
from inkwright.artifacts.pages.pdf import MAX_PAGES, Glance, UnreadablePdf, pages_of
from inkwright.artifacts.pages.pdf import Page as SeenPage
from inkwright.artifacts.unreadable import Unreadable
from inkwright.artifacts.wording import one_line

_RUNS: Final = frozenset({"/JavaScript", "/Launch", "/SubmitForm", "/ImportData", "/GoToR", "/GoToE", "/Rendition"})
_TAGS: Final = {f"/H{level}": "headings" for level in range(1, 7)} | {
    "/Table": "tables", "/Figure": "pictures", "/Formula": "equations", "/Note": "footnotes", "/FENote": "footnotes",
}  # fmt: skip
_SHOWS: Final = frozenset({"Tj", "'", '"', "TJ"})
_ROOM: Final = 2.0
_NESTED: Final = 6
"""So many tags may stand between a formula and the one in which it is."""

_MIDDLE: Final = (0.065, 0.925)


class Locked(Exception):
    """The PDF asks for a password, or is encrypted."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its lines, whether anything stands on it, and what is cut off at its edges."""

    lines: tuple[str, ...]
    is_blank: bool
    cut: str
    has_missing_glyph: bool


@dataclass(frozen=True, slots=True)
class Contents:
    """The whole of a PDF."""

    pages: tuple[Page, ...]
    counted: Facts
    facts: Facts | None
    active: tuple[str, ...]
    links: tuple[str, ...]
    bare_fonts: tuple[str, ...]


def contents_of(content: bytes) -> Contents:
    """Read it all, or raise Unreadable or Locked."""
    import pikepdf  # noqa: PLC0415 - an extra, and slow to import

    try:
        with pikepdf.open(io.BytesIO(content)) as pdf:
            if pdf.is_encrypted:
                raise Locked
            if len(pdf.pages) > MAX_PAGES:
                raise Unreadable(f"{len(pdf.pages)} pages, more than {MAX_PAGES}")
            missing = [_shows_missing(pikepdf, page) for page in pdf.pages]
            active, links = _actions(pikepdf, pdf)
            counted, facts, bare = _counted(pikepdf, pdf), _facts(pdf), _bare_fonts(pikepdf, pdf)
    except pikepdf.PasswordError as problem:
        raise Locked from problem
    except (pikepdf.PdfError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as problem:
        # On damaged bytes the library raises whatever its walk stumbles over.
        raise Unreadable(one_line(str(problem))[:200] or type(problem).__name__) from problem
    return Contents(tuple(_pages(content, missing)), counted, facts, active, links, bare)


def page_count(content: bytes) -> int:
    """How many pages a PDF has that was checked before."""
    import pikepdf  # noqa: PLC0415 - an extra, and slow to import

    with pikepdf.open(io.BytesIO(content)) as pdf:
        return len(pdf.pages)


def _pages(content: bytes, missing: list[bool]) -> Iterator[Page]:
    try:
        pages = pages_of(content)
    except UnreadablePdf as problem:
        if problem.key == "not_installed":
            raise ImportError(problem.key) from problem
        told = ", ".join(str(field) for field in problem.fields.values())
        raise Unreadable(one_line(f"{problem.key} ({told})" if told else problem.key)[:200]) from problem
    if len(pages) != len(missing):
        raise Unreadable("its pages cannot be counted")
    for page, has_missing in zip(pages, missing, strict=True):
        yield Page(tuple(page.text.splitlines()), _has_empty_middle(page), _cut(page), has_missing)


def _has_empty_middle(page: SeenPage) -> bool:
    """Whether nothing stands between what every page has at its head and its foot."""
    glance = page.glance
    upper, lower = (round(glance.height * share) for share in _MIDDLE)
    wide = 3 * glance.width
    return Glance(glance.width, lower - upper, glance.pixels[upper * wide : lower * wide]).is_blank


def _cut(page: SeenPage) -> str:
    outside = [char.text for char in page.chars if char.box.beyond(page.box) > _ROOM]
    return "".join(outside[:100])


def _shows_missing(pikepdf: Any, page: Any) -> bool:
    """Whether the page draws the glyph that stands for one that is missing: number 0 of a font."""
    fonts = page.resources.get("/Font", {}) if "/Resources" in page else {}
    doubles = {name for name, font in dict(fonts).items() if _is_by_glyph(font)}
    if not doubles:
        return False
    current = ""
    for operands, operator in pikepdf.parse_content_stream(page, "Tf Tj TJ ' \""):
        named = str(operator)
        if named == "Tf":
            current = str(operands[0])
        elif named in _SHOWS and current in doubles and any(_has_zero(pikepdf, each) for each in operands):
            return True
    return False


def _is_by_glyph(font: Any) -> bool:
    return font.get("/Subtype") == "/Type0" and font.get("/Encoding") in ("/Identity-H", "/Identity-V")


def _has_zero(pikepdf: Any, operand: Any) -> bool:
    if isinstance(operand, pikepdf.String):
        codes = bytes(operand)
        return any(codes[place : place + 2] == b"\0\0" for place in range(0, len(codes) - 1, 2))
    return isinstance(operand, pikepdf.Array) and any(_has_zero(pikepdf, each) for each in operand)


def _actions(pikepdf: Any, pdf: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What can run or is attached, and every address that something links to."""
    active: list[str] = []
    links: list[str] = []
    for each in pdf.objects:
        for part in _dictionaries(pikepdf, each):
            kind = str(part.get("/S", ""))
            if "/JS" in part or kind in _RUNS or "/XFA" in part or "/EmbeddedFiles" in part:
                active.append(kind or "/EmbeddedFiles")
            if kind == "/URI" and "/URI" in part:
                links.append(str(part["/URI"]))
    return tuple(dict.fromkeys(active)), tuple(dict.fromkeys(links))


def _dictionaries(pikepdf: Any, value: Any) -> Iterator[Any]:
    """The dictionary and those that stand inside it; what it refers to comes on its own."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, pikepdf.Stream):
            part = part.stream_dict
        if isinstance(part, pikepdf.Dictionary):
            yield part
            waiting += [each for each in part.values() if _is_inside(pikepdf, each)]
        elif isinstance(part, pikepdf.Array):
            waiting += [each for each in part if _is_inside(pikepdf, each)]


def _is_inside(pikepdf: Any, value: Any) -> bool:
    return isinstance(value, pikepdf.Dictionary | pikepdf.Array) and not value.is_indirect


def _counted(pikepdf: Any, pdf: Any) -> Facts:
    """The tags of the structure, counted: every piece of the text has one."""
    counts: dict[str, Any] = dict.fromkeys(COUNTS, 0)
    for each in pdf.objects:
        if isinstance(each, pikepdf.Dictionary) and "/S" in each and "/P" in each and str(each["/S"]) in _TAGS:
            counts[_TAGS[str(each["/S"])]] += not _is_in_formula(pikepdf, each)
    return Facts(**counts)


def _is_in_formula(pikepdf: Any, tag: Any) -> bool:
    """Whether it is a formula in a formula, like one in a frame. What is no formula is asked no further."""
    outer = tag
    for _ in range(_NESTED if str(tag["/S"]) == "/Formula" else 0):
        outer = outer.get("/P")
        if not isinstance(outer, pikepdf.Dictionary):
            return False
        if str(outer.get("/S", "")) == "/Formula":
            return True
    return False


def _facts(pdf: Any) -> Facts | None:
    """What its source held. Where another program wrote the file anew, that is not to be held against it."""
    if str(pdf.docinfo.get("/Producer", "")) != PRODUCER or FACTS not in pdf.docinfo:
        return None
    return Facts.model_validate_json(str(pdf.docinfo[FACTS]))


def _bare_fonts(pikepdf: Any, pdf: Any) -> tuple[str, ...]:
    """Fonts that are not in the file: whoever opens it may see others."""
    described = [
        each for each in pdf.objects if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/FontDescriptor"
    ]
    bare = [each for each in described if not any(key in each for key in ("/FontFile", "/FontFile2", "/FontFile3"))]
    return tuple(dict.fromkeys(str(each.get("/FontName", "?")) for each in bare))
