"""Checks a .docx: opens the file again and reports the problems a reader would see."""

import io
import re
import unicodedata
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from inkwright.artifacts.documents.docx.docx_blocks import DocxGraphics, docx_blocks, docx_graphics, docx_tables
from inkwright.artifacts.documents.docx.docx_builder import COUNTS_PART, COUNTS_PROPERTY, PROGRAM
from inkwright.artifacts.documents.docx.outside_fields import outside_fields
from inkwright.artifacts.documents.file_checks import (
    check_counts,
    check_file,
    check_lines,
    check_markup,
    check_placeholders,
    excerpt,
)
from inkwright.artifacts.documents.prepare import ContentCounts
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.artifacts.leftover_markup import is_code_font, meant_markup
from inkwright.artifacts.office_package import missing_part_reason, package_problem, package_relations
from inkwright.artifacts.prose.checks import prose_issues, table_issues
from inkwright.artifacts.prose.prose_blocks import ProseBlock
from inkwright.artifacts.slides.checks.styles import contrast_ratio
from inkwright.artifacts.text import is_blank
from inkwright.artifacts.typefaces import missing_glyphs
from inkwright.artifacts.validation import UnreadableContent, unreadable_if_damaged

_W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_M: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_A: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_R: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_DRAWING: Final = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_EMU_PER_TWIP: Final = 635
"""English Metric Units per twip, the twentieth part of a point."""

_REFERENCE = re.compile(r"^\s*(?:REF|PAGEREF|NOTEREF)\s+(\S+)")
_HEADING = re.compile(r"heading [1-6]", re.I)


@dataclass(frozen=True, slots=True)
class DocxContents:
    """The contents of a document. Widths are in twips; `prose` are the lines without code."""

    lines: tuple[str, ...]
    prose: tuple[str, ...]
    counted: ContentCounts
    facts: ContentCounts | None
    external: tuple[str, ...]
    empty_headings: int
    empty_equations: int
    dangling: tuple[str, ...]
    wide_tables: tuple[int, ...]
    wide_pictures: tuple[int, ...]
    broken_pictures: tuple[str, ...]
    blank_pages: int
    unseen: tuple[str, ...]
    """Unreadable text: too pale on white, or tiny."""

    blocks: tuple[ProseBlock, ...]
    tables: tuple[list[list[str]], ...]
    graphics: DocxGraphics


def read_docx(content: bytes) -> DocxContents:
    """Read a document, or raise UnreadableContent."""
    import docx  # noqa: PLC0415 - slow to import
    from docx.oxml import parse_xml  # noqa: PLC0415 - as above

    with unreadable_if_damaged():
        relations = package_relations(content, parse_xml)
        document = docx.Document(io.BytesIO(content))
        if relations.missing:
            raise UnreadableContent(missing_part_reason(relations.missing[0]))
        outside = [*relations.external, *outside_fields(content, parse_xml)]
        return _read(content, document, tuple(dict.fromkeys(outside)))


def _read(content: bytes, document: Any, external: tuple[str, ...]) -> DocxContents:
    body = document.element.body
    paragraphs = [*body.iter(f"{_W}p")]
    names = {style.style_id: style.name or "" for style in document.styles}
    headings = [each for each in paragraphs if _HEADING.fullmatch(names.get(_style_name(each), ""))]
    everywhere = [body, *_footnotes(document)]
    equations = [each for root in everywhere for each in root.iter(f"{_M}oMath")]
    room = _text_width(document)
    counted = ContentCounts(
        headings=len(headings),
        tables=sum(len([*root.iter(f"{_W}tbl")]) for root in everywhere),
        pictures=sum(len([*root.iter(f"{_A}blip")]) for root in everywhere),
        equations=len(equations),
        footnotes=len([*body.iter(f"{_W}footnoteReference")]),
    )
    return DocxContents(
        lines=tuple(_paragraph_text(each) for root in everywhere for each in root.iter(f"{_W}p")),
        prose=tuple(
            _prose_text(each, names) for root in everywhere for each in root.iter(f"{_W}p") if not _is_code(each, names)
        ),
        counted=counted,
        facts=_recorded_counts(content),
        external=external,
        empty_headings=sum(is_blank(_paragraph_text(each)) for each in headings),
        empty_equations=sum(not "".join(node.text or "" for node in each.iter(f"{_M}t")).strip() for each in equations),
        dangling=tuple(_broken_references(body)),
        wide_tables=tuple(
            number for number, each in enumerate(body.iter(f"{_W}tbl"), 1) if _table_width(each, room) > room
        ),
        wide_pictures=tuple(_wide_pictures(body, room)),
        broken_pictures=tuple(_broken_pictures(document)),
        blank_pages=_blank_pages(body),
        unseen=tuple(_unseen_texts(body)),
        blocks=tuple(docx_blocks(body, names)),
        tables=tuple(docx_tables(body)),
        graphics=docx_graphics(document),
    )


def _footnotes(document: Any) -> list[Any]:
    """Return the markup of footnotes and endnotes, which python-docx does not support."""
    return [
        _parse_xml(relation.target_part.blob)
        for relation in document.part.rels.values()
        if not relation.is_external and relation.reltype.endswith(("/footnotes", "/endnotes"))
    ]


def _parse_xml(content: bytes) -> Any:
    """Parse a part without fetching or expanding anything."""
    from docx.oxml import parse_xml  # noqa: PLC0415 - slow to import

    return parse_xml(content)


def _style_name(paragraph: Any) -> str:
    named = paragraph.find(f"{_W}pPr/{_W}pStyle")
    return named.get(f"{_W}val", "") if named is not None else ""


def _paragraph_text(paragraph: Any) -> str:
    """Return the text of a paragraph with its formulas."""
    return "".join(each.text or "" for each in paragraph.iter(f"{_W}t", f"{_M}t"))


_CODE_STYLE: Final = re.compile(r"code|verbatim|preformatted|listing|代码", re.I)


def _is_code(element: Any, names: Mapping[str, str]) -> bool:
    """Whether a paragraph or a run is set as code, by the name of its style or its typeface."""
    kind = "r" if element.tag == f"{_W}r" else "p"
    style = element.find(f"{_W}{kind}Pr/{_W}{kind}Style")
    name = style.get(f"{_W}val", "") if style is not None else ""
    fonts = element.find(f"{_W}rPr/{_W}rFonts") if kind == "r" else None
    typefaces = "" if fonts is None else fonts.get(f"{_W}ascii", "")
    return bool(_CODE_STYLE.search(f"{name} {names.get(name, '')}")) or is_code_font(typefaces)


def _prose_text(paragraph: Any, names: Mapping[str, str]) -> str:
    """Return the text of a paragraph without its code and its formulas."""
    runs = (run for run in paragraph.iter(f"{_W}r") if not _is_code(run, names))
    return "".join(each.text or "" for run in runs for each in run.iter(f"{_W}t"))


_COLOUR = re.compile("[0-9a-fA-F]{6}")
_PALE: Final = 1.7
"""The contrast with white paper under which nobody reads a text."""

_TINY_HALF_POINTS: Final = 12
_PLAIN_TABLES: Final = frozenset({"", "TableGrid", "TableNormal"})


def _unseen_texts(body: Any) -> Iterator[str]:
    """Yield text that is too pale for white paper, or smaller than 6 points. Drawings may have a ground."""
    has_ground = body.getparent().find(f"{_W}background") is not None
    for paragraph in (*body.findall(f"{_W}p"), *_plain_cell_paragraphs(body)):
        if paragraph.find(f"{_W}pPr/{_W}shd") is not None:
            continue
        for run in paragraph.findall(f"{_W}r"):
            text = "".join(each.text or "" for each in run.findall(f"{_W}t"))
            if not is_blank(text) and ((_is_pale(run) and not has_ground) or _is_tiny(run)):
                yield text


def _plain_cell_paragraphs(body: Any) -> Iterator[Any]:
    """Yield the paragraphs of cells that have no ground, neither of their own nor by the style of their table."""
    for table in body.findall(f"{_W}tbl"):
        style = table.find(f"{_W}tblPr/{_W}tblStyle")
        if style is not None and style.get(f"{_W}val", "") not in _PLAIN_TABLES:
            continue
        if table.find(f"{_W}tblPr/{_W}shd") is None:
            for cell in table.iterfind(f"{_W}tr/{_W}tc"):
                yield from cell.findall(f"{_W}p") if cell.find(f"{_W}tcPr/{_W}shd") is None else ()


def _is_pale(run: Any) -> bool:
    colour = run.find(f"{_W}rPr/{_W}color")
    value = colour.get(f"{_W}val", "") if colour is not None else ""
    has_ground = any(run.find(f"{_W}rPr/{_W}{name}") is not None for name in ("shd", "highlight"))
    if has_ground or not _COLOUR.fullmatch(value):
        return False
    red, green, blue = bytes.fromhex(value)
    return contrast_ratio((red, green, blue), (255, 255, 255)) < _PALE


def _is_tiny(run: Any) -> bool:
    size = run.find(f"{_W}rPr/{_W}sz")
    value = size.get(f"{_W}val", "") if size is not None else ""
    is_raised = run.find(f"{_W}rPr/{_W}vertAlign") is not None
    return value.isdecimal() and int(value[:6]) < _TINY_HALF_POINTS and not is_raised


_LETTER_PAGE: Final = 12_240
_INCH: Final = 1_440


def _text_width(document: Any) -> int:
    """Return the width of the line in the widest section. What the file leaves open is as in Word: a letter page with
    margins of an inch.
    """
    widths = []
    for section in document.sections:
        stated = (section.page_width, section.left_margin, section.right_margin)
        page, left, right = (
            default if length is None else int(length / _EMU_PER_TWIP)
            for length, default in zip(stated, (_LETTER_PAGE, _INCH, _INCH), strict=True)
        )
        widths.append(page - left - right)
    return max(widths)


def _table_width(table: Any, room: int) -> int:
    """Return the width of a table, or 0 if it fits the line with a small tolerance."""
    stated = table.find(f"{_W}tblPr/{_W}tblW")
    kind = stated.get(f"{_W}type", "auto") if stated is not None else "auto"
    size = int(stated.get(f"{_W}w", "0").rstrip("%") or 0) if stated is not None else 0
    columns = sum(int(each.get(f"{_W}w", "0")) for each in table.findall(f"{_W}tblGrid/{_W}gridCol"))
    columns = max([columns, *(_row_width(row) for row in table.findall(f"{_W}tr"))])
    is_fixed = table.find(f"{_W}tblPr/{_W}tblLayout") is not None
    width = {"pct": room * size // 5_000, "dxa": size}.get(kind, columns if is_fixed else 0)
    return 0 if width <= room * 1.02 + 60 else width


def _row_width(row: Any) -> int:
    """Return the sum of the widths that the cells of a row state; they overrule those of the columns."""
    stated = [cell.find(f"{_W}tcPr/{_W}tcW") for cell in row.findall(f"{_W}tc")]
    return sum(int(each.get(f"{_W}w", "0")) for each in stated if each is not None and each.get(f"{_W}type") == "dxa")


def _wide_pictures(body: Any, room: int) -> Iterator[int]:
    for number, extent in enumerate(body.iter(f"{_DRAWING}extent"), 1):
        if int(extent.get("cx", "0")) / _EMU_PER_TWIP > room * 1.02:
            yield number


def _broken_pictures(document: Any) -> Iterator[str]:
    """Yield pictures that are missing or cannot be opened."""
    from PIL import Image  # noqa: PLC0415 - slow to import

    for blip in document.element.body.iter(f"{_A}blip"):
        name = blip.get(f"{_R}embed", "")
        part = document.part.related_parts.get(name)
        try:
            if part is None:
                raise ValueError(name)
            with Image.open(io.BytesIO(part.blob)) as image:
                image.verify()
        except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
            yield str(part.partname) if part is not None else name


def _broken_references(body: Any) -> Iterator[str]:
    """Yield links and references to missing bookmarks."""
    bookmarks = {each.get(f"{_W}name") for each in body.iter(f"{_W}bookmarkStart")}
    for link in body.iter(f"{_W}hyperlink"):
        anchor = link.get(f"{_W}anchor")
        if anchor and anchor not in bookmarks:
            yield anchor
    codes = [each.text or "" for each in body.iter(f"{_W}instrText")]
    codes += [each.get(f"{_W}instr", "") for each in body.iter(f"{_W}fldSimple")]
    for code in codes:
        if (found := _REFERENCE.match(code)) and found[1] not in bookmarks:
            yield found[1]


def _blank_pages(body: Any) -> int:
    """Count page breaks without content before them since the last break, or without content after them."""
    blank, has_content, has_break = 0, False, False
    for node in body.iter(f"{_W}br", f"{_W}t", f"{_M}t", f"{_A}blip", f"{_W}tbl"):
        if node.tag == f"{_W}br" and node.get(f"{_W}type") == "page":
            blank += not has_content
            has_content, has_break = False, True
        elif node.tag in (f"{_A}blip", f"{_W}tbl") or (node.text or "").strip():
            has_content = True
    return blank + (has_break and not has_content)


def _recorded_counts(content: bytes) -> ContentCounts | None:
    """Return the counts of the source, or None if another program saved the file."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        names = set(package.namelist())
        if not {COUNTS_PART, "docProps/app.xml"} <= names:
            return None
        if f"<Application>{PROGRAM}</Application>".encode() not in package.read("docProps/app.xml"):
            return None
        written = package.read(COUNTS_PART).decode("utf-8", "replace")
    found = re.search(rf'name="{COUNTS_PROPERTY}"><vt:lpwstr>([^<]{{1,500}})<', written)
    return ContentCounts.model_validate_json(found[1].replace("&quot;", '"')) if found else None


def check_docx(draft: Draft) -> list[Finding]:
    """Return the problems of a document, or an empty list if it passes. Any bytes are accepted."""
    location = Location(file=draft.name)
    found = check_file(draft, ".docx")
    if not found and (problem := package_problem(draft.main)):
        key = "damaged" if problem.key == "not_a_zip" else problem.key
        found.append(finding(f"document.{key}", location, severity="error", **problem.fields))
    if found:
        return found
    try:
        contents = read_docx(draft.main)
    except UnreadableContent as problem:
        return [finding("document.damaged", location, problem=problem.reason)]
    return [*_all_findings(contents, location)]


def _all_findings(contents: DocxContents, location: Location) -> Iterator[Finding]:
    for target in contents.external:
        yield finding("document.external", location, target=excerpt(target))
    if all(is_blank(line) for line in contents.lines) and not contents.counted.pictures:
        yield finding("document.no_text", location)
    yield from check_counts(contents.counted, contents.facts, location)
    yield from _check_parts(contents, location)
    yield from _check_characters("".join(contents.lines), location)
    yield from check_lines(contents.lines, location)
    yield from check_placeholders(contents.prose, location)
    yield from check_markup(contents.prose, location, meant_markup("\n".join(contents.lines)))
    issues = (*prose_issues(contents.blocks), *(each for rows in contents.tables for each in table_issues(rows)))
    yield from (each.at(file=location.file) for each in issues)
    if contents.unseen:
        yield finding("docx.unseen", location, severity="warning", text=excerpt(contents.unseen[0]))


def _check_parts(contents: DocxContents, location: Location) -> Iterator[Finding]:
    counts = {
        "empty_heading": contents.empty_headings,
        "empty_equation": contents.empty_equations,
        "blank": contents.blank_pages,
    }
    for key, count in counts.items():
        if count:
            yield finding(f"docx.{key}", location, count=count)
    for number in contents.wide_tables:
        yield finding("docx.wide_table", location, number=number)
    for number in contents.wide_pictures:
        yield finding("docx.wide_picture", location, number=number)
    for key, numbers in (
        ("stretched", [each for each in contents.graphics.stretched if each not in contents.wide_pictures]),
        ("no_alt", contents.graphics.undescribed),
        ("empty_chart", contents.graphics.empty_charts),
    ):
        for number in numbers:
            yield finding(f"docx.{key}", location, severity="warning", number=number)
    for name in dict.fromkeys(contents.dangling):
        yield finding("docx.dangling", location, name=excerpt(name))
    for name in contents.broken_pictures:
        yield finding("docx.broken_picture", location, name=excerpt(name))


def _check_characters(written: str, location: Location) -> Iterator[Finding]:
    """Yield lost characters as errors and those missing in our typefaces as warnings: Word has more fonts."""
    missing = missing_glyphs(written)
    lost = [char for char in missing if char == "\ufffd" or unicodedata.category(char) in ("Co", "Cn", "Cs", "Cc")]
    if lost:
        codes = " ".join(f"U+{ord(char):04X}" for char in lost[:20])
        yield finding("document.glyphs", location, characters=codes)
    others = [char for char in missing if char not in lost and unicodedata.category(char) != "Cf"]
    if others:
        named = " ".join(others[:20])
        yield finding("docx.unsure_glyphs", location, severity="warning", characters=named)
