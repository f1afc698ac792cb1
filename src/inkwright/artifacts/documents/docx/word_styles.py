"""The styles of our Word documents, and the reference document that passes them to pandoc."""

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from xml.sax.saxutils import quoteattr

from inkwright.artifacts.documents.docx.outside_fields import outside_fields
from inkwright.artifacts.documents.embedded_images import LINE_CM
from inkwright.artifacts.documents.page_layout import MAX_CHOICE_COLUMNS
from inkwright.artifacts.documents.source import DocumentKind, DocumentLanguage
from inkwright.artifacts.office_package import package_problem, package_relations
from inkwright.artifacts.typefaces import BOOK, HEI, HUMANIST, SONG, TYPEWRITER
from inkwright.artifacts.workers import run_in_worker
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, Reason, library_reason, text

WORD_NAMESPACE: Final = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
LANGUAGE_TAGS: Final = {"en": "en-US", "zh": "zh-CN", "zh-Hant": "zh-TW"}
_HEADING_SIZES: Final = (1.5, 1.22, 1.08, 1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class WordLook:
    """The settings shared by the styles of a kind of document. Sizes are in points, colours in hexadecimal."""

    kind: DocumentKind
    language: DocumentLanguage
    accent: str
    tint: str
    line: str
    size: float
    is_serif: bool = False

    @property
    def is_chinese(self) -> bool:
        return self.language != "en"


def word_look(kind: DocumentKind, language: DocumentLanguage) -> WordLook:
    """Return the look of a kind of document, the same as that of its typst template."""
    match kind:
        case "lesson_plan":
            return WordLook(kind, language, "0B6157", "E7EFEE", "A9C7C3", 10.5)
        case "worksheet":
            return WordLook(kind, language, "32418A", "EBECF3", "B7BCD6", 11.5)
        case "report":
            return WordLook(
                kind, language, "7A2E2A", "F2EAEA", "D0B5B3", 11.5 if language != "en" else 11, is_serif=True
            )
        case "letter":
            return WordLook(kind, language, "282828", "F2F2F2", "C8C8C8", 11 if language == "en" else 12)
        case _:
            return WordLook(kind, language, "1F4E79", "E9EDF2", "AFC1D2", 11)


@dataclass(frozen=True, slots=True)
class WordStyle:
    """One style: its name, and the properties of its paragraphs and characters."""

    name: str
    paragraph: str = ""
    run: str = ""
    follows: str = "Normal"
    kind: str = "paragraph"
    rest: str = ""

    @property
    def identifier(self) -> str:
        return self.name.title().replace(" ", "") if self.name[0].islower() else self.name.replace(" ", "")

    def xml(self) -> str:
        inside = f"<w:name w:val={quoteattr(self.name)}/>"
        if self.follows and self.identifier != self.follows:
            inside += f'<w:basedOn w:val="{self.follows}"/>'
        inside += "<w:qFormat/>"
        if self.paragraph:
            inside += f"<w:pPr>{self.paragraph}</w:pPr>"
        if self.run:
            inside += f"<w:rPr>{self.run}</w:rPr>"
        is_default = ' w:default="1"' if self.identifier == "Normal" else ""
        return f'<w:style w:type="{self.kind}"{is_default} w:styleId="{self.identifier}">{inside}{self.rest}</w:style>'


def fonts_xml(latin: str, east_asian: str) -> str:
    return f'<w:rFonts w:ascii="{latin}" w:hAnsi="{latin}" w:cs="{latin}" w:eastAsia="{east_asian}"/>'


def size_xml(points: float) -> str:
    half = round(2 * points)
    return f'<w:sz w:val="{half}"/><w:szCs w:val="{half}"/>'


def spacing_xml(before: float, after: float, line: float = 0) -> str:
    """Return the space around a paragraph in points and its line height as a multiple of single spacing."""
    lines = f' w:line="{round(240 * line)}" w:lineRule="auto"' if line else ""
    return f'<w:spacing w:before="{round(20 * before)}" w:after="{round(20 * after)}"{lines}/>'


def _border_xml(side: str, width: int, color: str, space: int = 1) -> str:
    return f'<w:{side} w:val="single" w:sz="{width}" w:space="{space}" w:color="{color}"/>'


def styles_xml(look: WordLook) -> bytes:
    """Return the part `word/styles.xml`."""
    latin, east = (BOOK, SONG) if look.is_serif else (HUMANIST, HEI)
    tag = LANGUAGE_TAGS[look.language]
    languages = f'<w:lang w:val="en-US" w:eastAsia="{tag if look.is_chinese else "zh-CN"}"/>'
    defaults = (
        f"<w:docDefaults><w:rPrDefault><w:rPr>{fonts_xml(latin.office, east.office)}{size_xml(look.size)}{languages}"
        f"</w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>"
    )
    made = "".join(style.xml() for style in all_styles(look))
    styles = f"<w:styles {WORD_NAMESPACE}>{defaults}{made}</w:styles>"
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>{styles}'.encode()


def all_styles(look: WordLook) -> Iterator[WordStyle]:
    """Yield every style that a document with this look uses."""
    yield from _text_styles(look)
    yield from _heading_styles(look)
    yield from _title_block_styles(look)
    yield from _small_styles(look)
    yield from _table_styles(look)


def _text_styles(look: WordLook) -> Iterator[WordStyle]:
    # Microsoft YaHei already has a large line height.
    lines = 1.15 if not look.is_chinese else 1.3 if look.is_serif else 1.08
    # Chinese paragraphs begin two characters in. The tasks of a worksheet do not.
    is_indented = look.is_chinese and look.kind != "worksheet"
    indent = f'<w:ind w:firstLineChars="200" w:firstLine="{round(40 * look.size)}"/>' if is_indented else ""
    side = '<w:jc w:val="both"/>' if look.is_serif or look.is_chinese else ""
    body = f"{spacing_xml(3, 3 if is_indented else 5, lines)}{indent}{side}"
    yield WordStyle("Normal", spacing_xml(0, 0, lines))
    yield WordStyle("Body Text", body)
    yield WordStyle("First Paragraph", "", follows="BodyText")
    yield WordStyle("Compact", spacing_xml(1.5, 1.5, lines))
    yield WordStyle(
        "Block Text",
        f'<w:pBdr>{_border_xml("left", 18, look.line, 10)}</w:pBdr>{spacing_xml(4, 8, lines)}<w:ind w:left="260"/>',
        '<w:color w:val="404040"/>',
    )
    yield WordStyle("Definition Term", f"<w:keepNext/>{spacing_xml(5, 0, lines)}", "<w:b/>")
    yield WordStyle("Definition", f'{spacing_xml(0, 4, lines)}<w:ind w:left="420"/>')
    yield WordStyle("Rule", f"<w:pBdr>{_border_xml('bottom', 4, 'B4B4B4')}</w:pBdr>{spacing_xml(0, 12, 1)}")
    lines_of = _border_xml("bottom", 4, "969696") + _border_xml("between", 4, "969696")
    exactly = '<w:spacing w:before="{}" w:after="{}" w:line="480" w:lineRule="exact"/>'
    together = f"{exactly.format(0, 180)}<w:contextualSpacing/>"
    yield WordStyle("Answer Line", f"<w:pBdr>{lines_of}</w:pBdr>{together}")
    sides = "".join(_border_xml(each, 4, "8C8C8C", 4) for each in ("top", "left", "bottom", "right"))
    # The border is drawn outside of the text, so the text leaves room for it inside the margins.
    within = f'<w:ind w:left="{_BORDER_ROOM}" w:right="{_BORDER_ROOM}"/>'
    yield WordStyle("Answer Box", f"<w:keepLines/><w:pBdr>{sides}</w:pBdr>{exactly.format(120, 200)}{within}")
    for columns in range(1, MAX_CHOICE_COLUMNS + 1):
        stops = "".join(f'<w:tab w:val="left" w:pos="{stop}"/>' for stop in choice_stops(columns))
        tabs = f"<w:tabs>{stops}</w:tabs>" if stops else ""
        yield WordStyle(f"Choices {columns}", f'{tabs}{spacing_xml(1, 1, 1.2)}<w:ind w:left="284" w:hanging="284"/>')


def choice_stops(columns: int) -> list[int]:
    """Return the tab stops of choices in so many columns over the whole line."""
    width = round(LINE_CM * _TWIPS_PER_CM / columns)
    return [width * number for number in range(1, columns)]


def _heading_styles(look: WordLook) -> Iterator[WordStyle]:
    face = fonts_xml(HUMANIST.office, HEI.office)
    for level, scale in enumerate(_HEADING_SIZES, 1):
        color = look.accent if level <= 2 else "282828"
        space = spacing_xml((20, 16, 13, 11, 11, 11)[level - 1], 6, 1.1)
        properties = f'<w:keepNext/><w:keepLines/>{space}<w:outlineLvl w:val="{level - 1}"/>'
        run = f'{face}<w:b/><w:color w:val="{color}"/>{size_xml(look.size * scale)}'
        yield WordStyle(f"heading {level}", properties, run)
    run = f'{face}<w:b/><w:color w:val="{look.accent}"/>{size_xml(look.size * 1.5)}'
    yield WordStyle("TOC Heading", f"<w:keepNext/>{spacing_xml(0, 8, 1.1)}", run)
    for level in (1, 2, 3):
        bold = "<w:b/>" if level == 1 else ""
        indent = f'<w:ind w:left="{300 * (level - 1)}" w:right="400"/>'
        stop = f'<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="{_LINE_TWIPS}"/></w:tabs>'
        yield WordStyle(f"toc {level}", stop + spacing_xml(6 if level == 1 else 2, 1, 1.1) + indent, face + bold)


def _title_block_styles(look: WordLook) -> Iterator[WordStyle]:
    """Yield the styles of the title and of the fields next to it."""
    if look.kind == "lesson_plan":
        yield from _title_band_styles(look)
    elif look.kind == "letter":
        yield from _letter_styles(look)
    else:
        yield from _plain_title_styles(look)


def _title_band_styles(look: WordLook) -> Iterator[WordStyle]:
    """Yield the styles of a title in white on a coloured band."""
    face = fonts_xml(HUMANIST.office, HEI.office)
    sides = "".join(_border_xml(each, 48, look.accent, 4) for each in ("top", "left", "bottom", "right"))
    band = (
        f'<w:pBdr>{sides}</w:pBdr><w:shd w:val="clear" w:color="auto" w:fill="{look.accent}"/>'
        f'{{}}<w:ind w:left="200" w:right="200"/>'
    )
    white = '<w:color w:val="FFFFFF"/>'
    yield WordStyle(
        "Kind Label", band.format(spacing_xml(0, 0, 1.2)), f'{face}{white}<w:spacing w:val="20"/>{size_xml(9.5)}'
    )
    yield WordStyle("Title", band.format(spacing_xml(0, 0, 1.15)), f"{face}<w:b/>{white}{size_xml(20)}")
    yield WordStyle("Subtitle", band.format(spacing_xml(0, 0, 1.3)), f"{face}{white}{size_xml(12)}")
    yield WordStyle("Author", band.format(spacing_xml(0, 0, 1.3)), f"{face}{white}{size_xml(9.5)}")
    yield WordStyle("Head End", spacing_xml(0, 0, 0.5))


def _letter_styles(look: WordLook) -> Iterator[WordStyle]:
    """Yield the styles of a letter: sender and date at the right, the recipient, the subject, the signature."""
    face = fonts_xml(HUMANIST.office, HEI.office)
    right = '<w:jc w:val="right"/>'
    centred = '<w:jc w:val="center"/>' if look.is_chinese else ""
    yield WordStyle("Sender", f"<w:keepNext/>{spacing_xml(0, 0, 1.15)}{right}", face + size_xml(10))
    yield WordStyle("Letter Date", f"<w:keepNext/>{spacing_xml(10, 18, 1.1)}{right}")
    yield WordStyle("Recipient", f"<w:keepNext/>{spacing_xml(0, 0, 1.15)}")
    space = spacing_xml(0, 18, 1.1) if look.is_chinese else spacing_xml(22, 12, 1.1)
    size = size_xml(18 if look.is_chinese else 12.5)
    yield WordStyle("Title", f"<w:keepNext/>{space}{centred}", f"{face}<w:b/>{size}")
    yield WordStyle("Subtitle", f"<w:keepNext/>{spacing_xml(0, 10, 1.1)}{centred}", face)
    yield WordStyle("Salutation", f"<w:keepNext/>{spacing_xml(4, 8, 1.15)}")
    yield WordStyle("Letter Closing", f"<w:keepNext/><w:keepLines/>{spacing_xml(12, 0, 1.15)}")
    side = right if look.is_chinese else ""
    signed = spacing_xml(20, 4, 1.15) if look.is_chinese else spacing_xml(40, 4, 1.15)
    yield WordStyle("Signature", f"<w:keepLines/>{signed}{side}")
    yield WordStyle("Signature Date", f"<w:keepLines/>{spacing_xml(0, 4, 1.15)}{side}")


def _plain_title_styles(look: WordLook) -> Iterator[WordStyle]:
    """Yield the styles of a title on white, with a rule or a bar in the accent colour."""
    face = fonts_xml(HUMANIST.office, HEI.office)
    grey, size = '<w:color w:val="5A5A5A"/>', {"report": 30, "worksheet": 19}.get(look.kind, 22)
    title, side, rule = spacing_xml(0, 4, 1.1), "", ""
    if look.kind == "report":
        side = f"<w:pBdr>{_border_xml('left', 48, look.accent, 14)}</w:pBdr>"
        title = f"{side}{spacing_xml(200, 0, 1.1)}"
    if look.kind == "worksheet":
        side = '<w:jc w:val="center"/>'
        title = f"<w:pBdr>{_border_xml('top', 18, look.accent, 8)}</w:pBdr>{spacing_xml(10, 2, 1.1)}"
    if look.kind != "report":
        rule = f"<w:pBdr>{_border_xml('bottom', 10 if look.kind == 'plain' else 6, look.accent, 1)}</w:pBdr>"
    subtitle, author = spacing_xml(0, 3, 1.1) + side, spacing_xml(6, 0, 1.1) + side
    if look.kind == "report":
        # One bar runs along all of them, so the space between them is line height, which the bar covers.
        subtitle, author = side + spacing_xml(0, 0, 1.9), side + spacing_xml(0, 0, 1.5)
    else:
        title += side
    yield WordStyle("Title", title, f'{face}<w:b/><w:color w:val="{look.accent}"/>{size_xml(size)}')
    yield WordStyle("Subtitle", subtitle, face + grey + size_xml(15 if look.kind == "report" else 12.5))
    yield WordStyle("Author", author, face + grey + size_xml(12 if look.kind == "report" else 10))
    yield WordStyle("Head End", rule + spacing_xml(0, 12, 0.5), size_xml(4))
    stops = "".join(f'<w:tab w:val="left" w:leader="underscore" w:pos="{stop}"/>' for stop in _BLANK_STOPS)
    yield WordStyle("Worksheet Line", f"<w:tabs>{stops}</w:tabs>{spacing_xml(0, 4, 1.2)}", face + size_xml(10.5))
    shade = f'<w:shd w:val="clear" w:color="auto" w:fill="{look.tint}"/>'
    yield WordStyle("Instructions", f"{shade}{spacing_xml(6, 8, 1.25)}", face + size_xml(10.5))


def _small_styles(look: WordLook) -> Iterator[WordStyle]:
    """Yield the styles of captions, footnotes, code, headers and footers."""
    face, mono = fonts_xml(HUMANIST.office, HEI.office), fonts_xml(TYPEWRITER.office, HEI.office)
    caption = f'{face}<w:color w:val="464646"/>{size_xml(look.size * 0.88)}'
    yield WordStyle("caption", f'{spacing_xml(4, 10, 1.1)}<w:jc w:val="center"/>', caption)
    yield WordStyle("Table Caption", f"<w:keepNext/>{spacing_xml(10, 5, 1.1)}", follows="Caption")
    yield WordStyle("Image Caption", spacing_xml(4, 10, 1.1), follows="Caption")
    yield WordStyle("Captioned Figure", f'<w:keepNext/>{spacing_xml(8, 2, 1)}<w:jc w:val="center"/>')
    yield WordStyle("Figure", f'{spacing_xml(8, 2, 1)}<w:jc w:val="center"/>')
    yield WordStyle("footnote text", spacing_xml(0, 2, 1.05), size_xml(8.5))
    code = f"<w:pBdr>{_border_xml('left', 16, look.line, 8)}</w:pBdr>"
    shade = '<w:shd w:val="clear" w:color="auto" w:fill="F6F6F6"/>'
    yield WordStyle(
        "Source Code",
        f'<w:keepLines/>{code}{shade}<w:wordWrap w:val="0"/>{spacing_xml(5, 8, 1.05)}<w:ind w:left="200"/>',
        mono,
    )
    edge = f'{face}<w:color w:val="6E6E6E"/>{size_xml(8.5)}'
    below = f"<w:pBdr>{_border_xml('bottom', 4, 'C8C8C8', 4)}</w:pBdr>"
    yield WordStyle("header", below, edge)
    yield WordStyle("footer", '<w:jc w:val="center"/>', edge)
    default = {"follows": "", "kind": "character"}
    yield WordStyle("Default Paragraph Font", **default)
    yield WordStyle("Verbatim Char", "", mono + size_xml(9), **default)
    yield WordStyle("footnote reference", "", '<w:vertAlign w:val="superscript"/>', **default)
    yield WordStyle("Hyperlink", "", '<w:color w:val="1A4F8B"/>', **default)
    yield WordStyle("Caption Number", **default)


def _table_styles(look: WordLook) -> Iterator[WordStyle]:
    compact = 'w:type="dxa"'
    margins = "".join(f'<w:{side} w:w="{size}" {compact}/>' for side, size in _CELL_MARGINS)
    cells = f"<w:tblCellMar>{margins}</w:tblCellMar>"
    yield WordStyle(
        "Normal Table", follows="", kind="table", rest=f'<w:tblPr><w:tblInd w:w="0" {compact}/>{cells}</w:tblPr>'
    )
    lines = (
        _border_xml("top", 8, look.accent, 0)
        + _border_xml("bottom", 8, look.accent, 0)
        + _border_xml("insideH", 3, "CDCDCD", 0)
    )
    head = (
        f'<w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr><w:tcPr><w:tcBorders>'
        f"{_border_xml('bottom', 6, look.accent, 0)}</w:tcBorders>"
        f'<w:shd w:val="clear" w:color="auto" w:fill="{look.tint}"/></w:tcPr></w:tblStylePr>'
    )
    rest = f'<w:tblPr><w:jc w:val="center"/><w:tblBorders>{lines}</w:tblBorders>{cells}</w:tblPr>'
    yield WordStyle(
        "Table", spacing_xml(0, 0, 1.1), size_xml(10), follows="NormalTable", kind="table", rest=rest + head
    )
    sides = ("top", "left", "bottom", "right", "insideH", "insideV")
    grid = "".join(_border_xml(side, 4, look.line, 0) for side in sides)
    rest = f"<w:tblPr><w:tblBorders>{grid}</w:tblBorders>{cells}</w:tblPr>"
    yield WordStyle("Fields", follows="NormalTable", kind="table", rest=rest)
    face = fonts_xml(HUMANIST.office, HEI.office)
    yield WordStyle(
        "Field Label", spacing_xml(2, 2, 1.1), f'{face}<w:b/><w:color w:val="{look.accent}"/>{size_xml(10)}'
    )
    yield WordStyle("Field Value", spacing_xml(2, 2, 1.1), face + size_xml(10))
    yield WordStyle("Field Item", f'{spacing_xml(1, 1, 1.1)}<w:ind w:left="200" w:hanging="200"/>', face + size_xml(10))
    yield WordStyle("Field End", spacing_xml(0, 4, 0.5), size_xml(4))
    yield WordStyle("Table Text", spacing_xml(1, 1, 1.05), face)


_TWIPS_PER_CM: Final = 567
_BORDER_ROOM: Final = 90
_BLANK_STOPS: Final = (3300, 5250, 7250, 8500)
"""Where the lines for name, class, date and score end."""

_LINE_TWIPS: Final = round(LINE_CM * _TWIPS_PER_CM)
_CELL_MARGINS: Final = (("top", 40), ("left", 115), ("bottom", 40), ("right", 115))


MAX_REFERENCE_BYTES: Final = 8 * 1024 * 1024
ZIP_TIMESTAMP: Final = (1980, 1, 1, 0, 0, 0)
RUNNING_TITLE: Final = "inkwright-running-title"
"""The placeholder in the header for the title of the document."""

_RELATIONS: Final = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WORD: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_XML_DECLARATION: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_PARTS: Final = ("header1", "header2", "footer1", "footer2")
# A4, with the margins of the typst templates.
_PAGE_SETUP: Final = (
    '<w:pgSz w:w="11906" w:h="16838"/>'
    '<w:pgMar w:top="1361" w:right="1361" w:bottom="1247" w:left="1361" w:header="680" w:footer="600" w:gutter="0"/>'
)


@lru_cache(maxsize=16)
def default_reference(kind: DocumentKind, language: DocumentLanguage) -> bytes:
    """Return our reference document for a kind and a language."""
    numbers = _footer_xml(
        _field_xml("PAGE") + '<w:r><w:t xml:space="preserve"> / </w:t></w:r>' + _field_xml("NUMPAGES")
    )
    parts = {
        "[Content_Types].xml": _content_types_xml(),
        "_rels/.rels": _relationships_xml([("officeDocument", "word/document.xml")]),
        "word/_rels/document.xml.rels": _relationships_xml(
            [("styles", "styles.xml"), *((part[:-1], f"{part}.xml") for part in _PARTS), ("settings", "settings.xml")]
        ),
        "word/document.xml": _document_xml(),
        "word/styles.xml": styles_xml(word_look(kind, language)),
        "word/settings.xml": f"{_XML_DECLARATION}<w:settings {WORD_NAMESPACE}/>".encode(),
        "word/header1.xml": _header_xml(f"<w:r><w:t>{RUNNING_TITLE}</w:t></w:r>"),
        "word/header2.xml": _header_xml("", style="Normal"),
        "word/footer1.xml": numbers,
        "word/footer2.xml": _footer_xml("") if kind == "report" else numbers,
    }
    return zip_package(parts)


def zip_package(parts: dict[str, bytes]) -> bytes:
    """Pack the parts into a package. The same parts give the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(zipfile.ZipInfo(name, ZIP_TIMESTAMP), content, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def check_reference(content: bytes, language: Language) -> bytes:
    """Return a user's reference document if it is valid.

    A document that is not a valid .docx, or that refers to anything outside of itself, raises InvalidOption.
    """
    run_in_worker(try_reference, content, language)
    return content


def try_reference(content: bytes, language: Language) -> None:
    """Open a reference document; InvalidOption as in `check_reference`."""
    from lxml import etree  # noqa: PLC0415 - slow to import

    if len(content) > MAX_REFERENCE_BYTES:
        size = text(language, "reason.documents.reference_size", size=len(content), limit=MAX_REFERENCE_BYTES)
        raise _invalid_reference(language, size)
    if problem := package_problem(content):
        raise _invalid_reference(language, problem.reason)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            names = set(package.namelist())
        parser = etree.XMLParser(resolve_entities=False, no_network=True)
        relations = package_relations(content, lambda part: etree.fromstring(part, parser))
        fields = outside_fields(content, lambda part: etree.fromstring(part, parser))
    except (etree.XMLSyntaxError, ValueError) as error:
        raise _invalid_reference(language, library_reason(error)) from error
    if not {"word/document.xml", "word/styles.xml"} <= names:
        raise _invalid_reference(language, text(language, "reason.documents.reference_parts"))
    if outside := [*relations.external, *fields, *relations.missing]:
        raise _invalid_reference(language, str(outside[0])[:200])


def _invalid_reference(language: Language, problem: Reason | str) -> InvalidOption:
    return InvalidOption(option="reference", value=problem, allowed=text(language, "document.reference"))


def _field_xml(code: str) -> str:
    return (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        f'<w:r><w:instrText xml:space="preserve"> {code} </w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def _header_xml(runs: str, style: str = "Header") -> bytes:
    paragraph = f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr>{runs}</w:p>'
    return f"{_XML_DECLARATION}<w:hdr {WORD_NAMESPACE}>{paragraph}</w:hdr>".encode()


def _footer_xml(runs: str) -> bytes:
    paragraph = f'<w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr>{runs}</w:p>'
    return f"{_XML_DECLARATION}<w:ftr {WORD_NAMESPACE}>{paragraph}</w:ftr>".encode()


def _document_xml() -> bytes:
    references = "".join(
        f'<w:{part[:-1]}Reference w:type="{"default" if part.endswith("1") else "first"}" r:id="rId{number}"/>'
        for number, part in enumerate(_PARTS, 2)
    )
    section = f"<w:sectPr>{references}{_PAGE_SETUP}<w:titlePg/></w:sectPr>"
    body = f"<w:body><w:p/>{section}</w:body>"
    return f'{_XML_DECLARATION}<w:document {WORD_NAMESPACE} xmlns:r="{_OFFICE}">{body}</w:document>'.encode()


def _relationships_xml(targets: list[tuple[str, str]]) -> bytes:
    inside = "".join(
        f'<Relationship Id="rId{number}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    )
    return f'{_XML_DECLARATION}<Relationships xmlns="{_RELATIONS}">{inside}</Relationships>'.encode()


def _content_types_xml() -> bytes:
    kinds = {"document": "document.main", "styles": "styles", "settings": "settings"}
    kinds |= {part: part[:-1] for part in _PARTS}
    overrides = "".join(
        f'<Override PartName="/word/{part}.xml" ContentType="{_WORD}.{kind}+xml"/>' for part, kind in kinds.items()
    )
    defaults = (
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
    )
    types = "http://schemas.openxmlformats.org/package/2006/content-types"
    return f'{_XML_DECLARATION}<Types xmlns="{types}">{defaults}{overrides}</Types>'.encode()
