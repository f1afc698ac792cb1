"""The styles of our Word documents, per kind and language, as the XML that Word reads."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import quoteattr

from inkwright.artifacts.documents.sources import DocumentKind, DocumentLanguage
from inkwright.artifacts.typefaces import BOOK, HEI, HUMANIST, SONG, TYPEWRITER

W: Final = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
LANGUAGE_TAGS: Final = {"en": "en-US", "zh": "zh-CN", "zh-Hant": "zh-TW"}
_HEADINGS: Final = (1.5, 1.22, 1.08, 1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Look:
    """What the styles of a kind have in common. Sizes are in points, colours as Word writes them."""

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


def look_of(kind: DocumentKind, language: DocumentLanguage) -> Look:
    """The look that the typst template of the same kind has too."""
    match kind:
        case "lesson_plan":
            return Look(kind, language, "0B6157", "E7EFEE", "A9C7C3", 10.5)
        case "worksheet":
            return Look(kind, language, "32418A", "EBECF3", "B7BCD6", 11.5)
        case "report":
            return Look(kind, language, "7A2E2A", "F2EAEA", "D0B5B3", 11.5 if language != "en" else 11, is_serif=True)
        case _:
            return Look(kind, language, "1F4E79", "E9EDF2", "AFC1D2", 11)


@dataclass(frozen=True, slots=True)
class Style:
    """One style: what it is called, and the properties of its paragraphs and characters."""

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


def fonts(latin: str, east_asian: str) -> str:
    return f'<w:rFonts w:ascii="{latin}" w:hAnsi="{latin}" w:cs="{latin}" w:eastAsia="{east_asian}"/>'


def sized(points: float) -> str:
    half = round(2 * points)
    return f'<w:sz w:val="{half}"/><w:szCs w:val="{half}"/>'


def spaced(before: float, after: float, line: float = 0) -> str:
    """Space around a paragraph in points, and its lines as a multiple of single ones."""
    lines = f' w:line="{round(240 * line)}" w:lineRule="auto"' if line else ""
    return f'<w:spacing w:before="{round(20 * before)}" w:after="{round(20 * after)}"{lines}/>'


def _border(side: str, width: int, color: str, space: int = 1) -> str:
    return f'<w:{side} w:val="single" w:sz="{width}" w:space="{space}" w:color="{color}"/>'


def styles_xml(look: Look) -> bytes:
    """The part `word/styles.xml`."""
    latin, east = (BOOK, SONG) if look.is_serif else (HUMANIST, HEI)
    tag = LANGUAGE_TAGS[look.language]
    languages = f'<w:lang w:val="en-US" w:eastAsia="{tag if look.is_chinese else "zh-CN"}"/>'
    defaults = (
        f"<w:docDefaults><w:rPrDefault><w:rPr>{fonts(latin.office, east.office)}{sized(look.size)}{languages}"
        f"</w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>"
    )
    made = "".join(style.xml() for style in all_styles(look))
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:styles {W}>{defaults}{made}</w:styles>'.encode()


def all_styles(look: Look) -> Iterator[Style]:
    """Every style that a document of this look uses."""
    yield from _text_styles(look)
    yield from _heading_styles(look)
    yield from _head_styles(look)
    yield from _small_styles(look)
    yield from _table_styles(look)


def _text_styles(look: Look) -> Iterator[Style]:
    # Microsoft YaHei stands on tall lines of its own.
    lines = 1.15 if not look.is_chinese else 1.3 if look.is_serif else 1.08
    is_indented = look.is_chinese and look.is_serif
    indent = '<w:ind w:firstLineChars="200" w:firstLine="460"/>' if is_indented else ""
    side = '<w:jc w:val="both"/>' if look.is_serif or look.is_chinese else ""
    body = f"{spaced(3, 3 if is_indented else 5, lines)}{indent}{side}"
    yield Style("Normal", spaced(0, 0, lines))
    yield Style("Body Text", body)
    yield Style("First Paragraph", "", follows="BodyText")
    yield Style("Compact", spaced(1.5, 1.5, lines))
    yield Style(
        "Block Text",
        f'<w:pBdr>{_border("left", 18, look.line, 10)}</w:pBdr>{spaced(4, 8, lines)}<w:ind w:left="260"/>',
        '<w:color w:val="404040"/>',
    )
    yield Style("Definition Term", f"<w:keepNext/>{spaced(5, 0, lines)}", "<w:b/>")
    yield Style("Definition", f'{spaced(0, 4, lines)}<w:ind w:left="420"/>')
    yield Style("Rule", f"<w:pBdr>{_border('bottom', 4, 'B4B4B4')}</w:pBdr>{spaced(0, 12, 1)}")
    lines_of = _border("bottom", 4, "969696") + _border("between", 4, "969696")
    exactly = '<w:spacing w:before="{}" w:after="{}" w:line="480" w:lineRule="exact"/>'
    together = f"{exactly.format(0, 180)}<w:contextualSpacing/>"
    yield Style("Answer Line", f"<w:pBdr>{lines_of}</w:pBdr>{together}")
    sides = "".join(_border(each, 4, "8C8C8C", 4) for each in ("top", "left", "bottom", "right"))
    yield Style("Answer Box", f"<w:pBdr>{sides}</w:pBdr>{exactly.format(120, 200)}")


def _heading_styles(look: Look) -> Iterator[Style]:
    face = fonts(HUMANIST.office, HEI.office)
    for level, scale in enumerate(_HEADINGS, 1):
        color = look.accent if level <= 2 else "282828"
        space = spaced((20, 16, 13, 11, 11, 11)[level - 1], 6, 1.1)
        properties = f'<w:keepNext/><w:keepLines/>{space}<w:outlineLvl w:val="{level - 1}"/>'
        run = f'{face}<w:b/><w:color w:val="{color}"/>{sized(look.size * scale)}'
        yield Style(f"heading {level}", properties, run)
    run = f'{face}<w:b/><w:color w:val="{look.accent}"/>{sized(look.size * 1.5)}'
    yield Style("TOC Heading", f"<w:keepNext/>{spaced(0, 8, 1.1)}", run)
    for level in (1, 2, 3):
        bold = "<w:b/>" if level == 1 else ""
        indent = f'<w:ind w:left="{300 * (level - 1)}"/>'
        yield Style(f"toc {level}", spaced(6 if level == 1 else 2, 1, 1.1) + indent, face + bold)


def _head_styles(look: Look) -> Iterator[Style]:
    """What stands at the head of a document."""
    face = fonts(HUMANIST.office, HEI.office)
    if look.kind == "lesson_plan":
        sides = "".join(_border(each, 48, look.accent, 4) for each in ("top", "left", "bottom", "right"))
        band = (
            f'<w:pBdr>{sides}</w:pBdr><w:shd w:val="clear" w:color="auto" w:fill="{look.accent}"/>'
            f'{{}}<w:ind w:left="200" w:right="200"/>'
        )
        white = '<w:color w:val="FFFFFF"/>'
        yield Style("Kind Label", band.format(spaced(0, 0, 1.2)), f'{face}{white}<w:spacing w:val="20"/>{sized(9.5)}')
        yield Style("Title", band.format(spaced(0, 0, 1.15)), f"{face}<w:b/>{white}{sized(20)}")
        yield Style("Subtitle", band.format(spaced(0, 0, 1.3)), f"{face}{white}{sized(12)}")
        yield Style("Author", band.format(spaced(0, 0, 1.3)), f"{face}{white}{sized(9.5)}")
        yield Style("Head End", spaced(0, 0, 0.5))
        return
    grey, size = '<w:color w:val="5A5A5A"/>', {"report": 30, "worksheet": 19}.get(look.kind, 22)
    title, side, rule = spaced(0, 4, 1.1), "", ""
    if look.kind == "report":
        side = f"<w:pBdr>{_border('left', 48, look.accent, 14)}</w:pBdr>"
        title = f"{side}{spaced(200, 0, 1.1)}"
    if look.kind == "worksheet":
        side = '<w:jc w:val="center"/>'
        title = f"<w:pBdr>{_border('top', 18, look.accent, 8)}</w:pBdr>{spaced(10, 2, 1.1)}"
    if look.kind != "report":
        rule = f"<w:pBdr>{_border('bottom', 10 if look.kind == 'plain' else 6, look.accent, 1)}</w:pBdr>"
    subtitle, author = spaced(0, 3, 1.1) + side, spaced(6, 0, 1.1) + side
    if look.kind == "report":
        # A bar beside all of them: the space between stands in their lines, where the bar goes on.
        subtitle, author = side + spaced(0, 0, 1.9), side + spaced(0, 0, 1.5)
    else:
        title += side
    yield Style("Title", title, f'{face}<w:b/><w:color w:val="{look.accent}"/>{sized(size)}')
    yield Style("Subtitle", subtitle, face + grey + sized(15 if look.kind == "report" else 12.5))
    yield Style("Author", author, face + grey + sized(12 if look.kind == "report" else 10))
    yield Style("Head End", rule + spaced(0, 12, 0.5), sized(4))
    yield Style("Worksheet Line", spaced(0, 4, 1.2), face + sized(10.5))
    shade = f'<w:shd w:val="clear" w:color="auto" w:fill="{look.tint}"/>'
    yield Style("Instructions", f"{shade}{spaced(6, 8, 1.25)}", face + sized(10.5))


def _small_styles(look: Look) -> Iterator[Style]:
    """Captions, notes, code, and what stands at the edges of the page."""
    face, mono = fonts(HUMANIST.office, HEI.office), fonts(TYPEWRITER.office, HEI.office)
    caption = f'{face}<w:color w:val="464646"/>{sized(look.size * 0.88)}'
    yield Style("caption", f'{spaced(4, 10, 1.1)}<w:jc w:val="center"/>', caption)
    yield Style("Table Caption", f"<w:keepNext/>{spaced(10, 5, 1.1)}", follows="Caption")
    yield Style("Image Caption", spaced(4, 10, 1.1), follows="Caption")
    yield Style("Captioned Figure", f'<w:keepNext/>{spaced(8, 2, 1)}<w:jc w:val="center"/>')
    yield Style("Figure", f'{spaced(8, 2, 1)}<w:jc w:val="center"/>')
    yield Style("footnote text", spaced(0, 2, 1.05), sized(8.5))
    code = f"<w:pBdr>{_border('left', 16, look.line, 8)}</w:pBdr>"
    shade = '<w:shd w:val="clear" w:color="auto" w:fill="F6F6F6"/>'
    yield Style(
        "Source Code",
        f'<w:keepLines/>{code}{shade}<w:wordWrap w:val="0"/>{spaced(5, 8, 1.05)}<w:ind w:left="200"/>',
        mono,
    )
    edge = f'{face}<w:color w:val="6E6E6E"/>{sized(8.5)}'
    below = f"<w:pBdr>{_border('bottom', 4, 'C8C8C8', 4)}</w:pBdr>"
    yield Style("header", below, edge)
    yield Style("footer", '<w:jc w:val="center"/>', edge)
    default = {"follows": "", "kind": "character"}
    yield Style("Default Paragraph Font", **default)
    yield Style("Verbatim Char", "", mono + sized(9), **default)
    yield Style("footnote reference", "", '<w:vertAlign w:val="superscript"/>', **default)
    yield Style("Hyperlink", "", '<w:color w:val="1A4F8B"/>', **default)
    yield Style("Caption Number", **default)


def _table_styles(look: Look) -> Iterator[Style]:
    compact = 'w:type="dxa"'
    margins = "".join(f'<w:{side} w:w="{size}" {compact}/>' for side, size in _MARGINS)
    cells = f"<w:tblCellMar>{margins}</w:tblCellMar>"
    yield Style(
        "Normal Table", follows="", kind="table", rest=f'<w:tblPr><w:tblInd w:w="0" {compact}/>{cells}</w:tblPr>'
    )
    lines = (
        _border("top", 8, look.accent, 0) + _border("bottom", 8, look.accent, 0) + _border("insideH", 3, "CDCDCD", 0)
    )
    head = (
        f'<w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr><w:tcPr><w:tcBorders>'
        f"{_border('bottom', 6, look.accent, 0)}</w:tcBorders>"
        f'<w:shd w:val="clear" w:color="auto" w:fill="{look.tint}"/></w:tcPr></w:tblStylePr>'
    )
    rest = f'<w:tblPr><w:jc w:val="center"/><w:tblBorders>{lines}</w:tblBorders>{cells}</w:tblPr>'
    yield Style("Table", spaced(0, 0, 1.1), sized(10), follows="NormalTable", kind="table", rest=rest + head)
    sides = ("top", "left", "bottom", "right", "insideH", "insideV")
    grid = "".join(_border(side, 4, look.line, 0) for side in sides)
    rest = f"<w:tblPr><w:tblBorders>{grid}</w:tblBorders>{cells}</w:tblPr>"
    yield Style("Fields", follows="NormalTable", kind="table", rest=rest)
    face = fonts(HUMANIST.office, HEI.office)
    yield Style("Field Label", spaced(2, 2, 1.1), f'{face}<w:b/><w:color w:val="{look.accent}"/>{sized(10)}')
    yield Style("Field Value", spaced(2, 2, 1.1), face + sized(10))
    yield Style("Field Item", f'{spaced(1, 1, 1.1)}<w:ind w:left="200" w:hanging="200"/>', face + sized(10))
    yield Style("Field End", spaced(0, 4, 0.5), sized(4))
    yield Style("Table Text", spaced(1, 1, 1.05), face)


_MARGINS: Final = (("top", 40), ("left", 115), ("bottom", 40), ("right", 115))
