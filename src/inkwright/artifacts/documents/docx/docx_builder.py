"""Builds a .docx: pandoc writes it, then captions, tables, page breaks, formulas and properties are completed."""

import io
import json
import re
import tempfile
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from xml.sax.saxutils import escape

from inkwright.artifacts.documents.docx.contents import PAGE_BREAK, raw_xml, table_of_contents, with_page_numbers
from inkwright.artifacts.documents.docx.page_marks import apply_page_marks, page_mark, set_paragraph_property
from inkwright.artifacts.documents.docx.word_styles import (
    LANGUAGE_TAGS,
    RUNNING_TITLE,
    WordLook,
    all_styles,
    check_reference,
    choice_stops,
    default_reference,
    word_look,
    zip_package,
)
from inkwright.artifacts.documents.embedded_images import LINE_CM
from inkwright.artifacts.documents.letters import LETTER_PART, letter_head
from inkwright.artifacts.documents.page_layout import (
    blank_fields,
    field_rows,
    header_fields,
    running_title,
    table_font_size,
    worksheet_instructions,
)
from inkwright.artifacts.documents.prepare import KEEP_TOGETHER, ContentCounts, PreparedDocument
from inkwright.artifacts.documents.source import DocumentSpec
from inkwright.artifacts.documents.worksheets import CHOICES, NEW_PAGE
from inkwright.artifacts.math.omml import fix_formulas
from inkwright.artifacts.math.to_typst import PANDOC_API_VERSION
from inkwright.artifacts.pandoc import (
    Node,
    attribute_value,
    cell,
    convert,
    div,
    map_nodes,
    paragraph_node,
    table,
    text_inlines,
)
from inkwright.artifacts.source_formats.records import BuildOptions
from inkwright.artifacts.temporary_files import process_folder
from inkwright.artifacts.typefaces import HEI, SONG
from inkwright.i18n import text

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
PROGRAM: Final = "Inkwright"
COUNTS_PART: Final = "docProps/custom.xml"
COUNTS_PROPERTY: Final = "InkwrightFacts"

_PICTURE: Final = "{http://schemas.openxmlformats.org/drawingml/2006/picture}cNvPr"
_XML: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_TWIPS_PER_CM: Final = 567
_TASK_TWIPS: Final = 720
_WRITING_ROW: Final = 510
_HAN: Final = re.compile("[\u3400-\u9fff\uf900-\ufaff\u3000-\u303f\uff00-\uff65]")
_LAST_PARAGRAPHS: Final = 7
_NO_CONTENT: Final = tuple(f"{_W}{name}" for name in ("sectPr", "bookmarkStart", "bookmarkEnd"))
_LONG_PARAGRAPH: Final = 300
_SEQUENCES: Final = {"TableCaption": "Table", "ImageCaption": "Figure"}


@dataclass(frozen=True, slots=True)
class DocxMetadata:
    """The properties that are written into the finished file."""

    spec: DocumentSpec
    facts: ContentCounts
    made_at: datetime
    has_own_reference: bool


def postprocess(content: bytes, metadata: DocxMetadata) -> bytes:
    """Complete the package that pandoc wrote. The same package gives the same bytes."""
    from lxml import etree  # noqa: PLC0415 - slow to import

    with zipfile.ZipFile(io.BytesIO(content)) as package:
        parts = {name: package.read(name) for name in package.namelist() if not name.endswith("/")}
    spec = metadata.spec
    look = word_look(spec.kind, spec.language)
    root = etree.fromstring(parts["word/document.xml"])
    _fix_pictures(root)
    _fix_captions(root)
    _fix_answer_boxes(root)
    _fix_nested_choices(root)
    _fix_chinese_emphasis(root, look)
    apply_page_marks(root)
    _keep_lead_ins(root)
    _fill_last_page(root)
    for each in root.iter(f"{_W}tbl"):
        _fix_table(each, look)
    fix_formulas(root)
    parts["word/document.xml"] = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    if "word/footnotes.xml" in parts:
        notes = etree.fromstring(parts["word/footnotes.xml"])
        fix_formulas(notes)
        parts["word/footnotes.xml"] = etree.tostring(notes, xml_declaration=True, encoding="UTF-8", standalone=True)
    title = escape(running_title(spec)).encode()
    for name in parts:
        if name.startswith("word/header"):
            parts[name] = parts[name].replace(RUNNING_TITLE.encode(), title)
    if metadata.has_own_reference:
        parts["word/styles.xml"] = _add_missing_styles(etree, parts["word/styles.xml"], look)
    parts["docProps/core.xml"] = _core_properties(metadata)
    parts["docProps/app.xml"] = _app_properties()
    parts[COUNTS_PART] = _custom_properties(metadata.facts)
    return zip_package(parts)


def _fix_pictures(root: "Element") -> None:
    for each in root.iter(_PICTURE):
        # Pandoc writes the address as the description, which here is a data URI of the whole picture.
        each.attrib.pop("descr", None)


def _fix_captions(root: "Element") -> None:
    """Turn the number of a caption into a field, so that Word can renumber the captions."""
    for paragraph in root.iter(f"{_W}p"):
        sequence = _SEQUENCES.get(_paragraph_style(paragraph))
        runs = [run for run in paragraph.iter(f"{_W}r") if _run_style(run) == "CaptionNumber"]
        if sequence and runs:
            _insert_field(runs[-1], sequence)


def _fix_answer_boxes(root: "Element") -> None:
    """Make a box one tall paragraph, which cannot break across pages, and keep each task with its answer space."""
    for paragraph in [*root.iter(f"{_W}p")]:
        before = paragraph.getprevious()
        style, other = _paragraph_style(paragraph), _paragraph_style(before) if before is not None else ""
        if style == "AnswerBox" and other == style and before is not None:
            _grow_box(before)
            paragraph.getparent().remove(paragraph)
        elif style in ("AnswerBox", "AnswerLine") and before is not None and before.tag == f"{_W}p":
            set_paragraph_property(before, "keepNext")


def _fix_nested_choices(root: "Element") -> None:
    """Set the tab stops of choices inside a task: they begin where the text of the task begins."""
    for paragraph in root.iter(f"{_W}p"):
        style = _paragraph_style(paragraph)
        level = paragraph.find(f"{_W}pPr/{_W}numPr/{_W}ilvl")
        if not style.startswith("Choices") or level is None:
            continue
        columns, left = int(style.removeprefix("Choices")), _TASK_TWIPS * (int(level.get(f"{_W}val", "0")) + 1)
        width = (round(LINE_CM * _TWIPS_PER_CM) - left) / columns
        tabs = paragraph.makeelement(f"{_W}tabs", {})
        for stop in choice_stops(columns):
            tabs.append(tabs.makeelement(f"{_W}tab", {f"{_W}val": "clear", f"{_W}pos": str(stop)}))
        for number in range(1, columns):
            position = str(round(left + width * number))
            tabs.append(tabs.makeelement(f"{_W}tab", {f"{_W}val": "left", f"{_W}pos": position}))
        level.getparent().addnext(tabs)


def _fix_chinese_emphasis(root: "Element", look: WordLook) -> None:
    """Set emphasised Chinese text in the other typeface: there are no Chinese italics, and slanted signs look wrong."""
    other = HEI if look.is_serif else SONG
    for run in root.iter(f"{_W}r"):
        properties = run.find(f"{_W}rPr")
        italics = [] if properties is None else [*properties.iter(f"{_W}i", f"{_W}iCs")]
        if properties is None or not italics or not _HAN.search("".join(run.itertext())):
            continue
        for each in italics:
            properties.remove(each)
        fonts = properties.find(f"{_W}rFonts")
        if fonts is None:
            fonts = properties.makeelement(f"{_W}rFonts", {})
            # The order of properties is fixed: the style comes before the fonts.
            properties.insert(int(properties.find(f"{_W}rStyle") is not None), fonts)
        fonts.set(f"{_W}eastAsia", other.office)


def _keep_lead_ins(root: "Element") -> None:
    """Keep a sentence that ends in a colon with the list, table or formula that it announces."""
    for paragraph in root.iter(f"{_W}p"):
        if paragraph.getnext() is not None and "".join(paragraph.itertext()).rstrip().endswith((":", "：")):
            set_paragraph_property(paragraph, "keepNext")


def _fill_last_page(root: "Element") -> None:
    """Keep the last paragraphs together, so that no page at the end has a line or two only."""
    body = root.find(f"{_W}body")
    last: list[Element] = []
    for block in reversed([] if body is None else [*body]):
        if block.tag in _NO_CONTENT:
            continue
        if block.tag != f"{_W}p" or _is_enough(last, block):
            break
        last.append(block)
        if block.find(f"{_W}pPr/{_W}pageBreakBefore") is not None:
            break
    for paragraph in last[1:]:
        set_paragraph_property(paragraph, "keepNext")


def _is_enough(last: Sequence["Element"], block: "Element") -> bool:
    """Whether the paragraphs fill a page enough without this one. A definition stays with its term instead."""
    is_long = len("".join(block.itertext())) > _LONG_PARAGRAPH
    return is_long or len(last) >= _LAST_PARAGRAPHS or _paragraph_style(block).startswith("Definition")


def _paragraph_style(paragraph: "Element") -> str:
    style = paragraph.find(f"{_W}pPr/{_W}pStyle")
    return str(style.get(f"{_W}val", "")) if style is not None else ""


def _grow_box(box: "Element") -> None:
    """Make the box one centimetre taller."""
    properties = _properties_element(box, "pPr")
    spacing = properties.find(f"{_W}spacing")
    if spacing is None:
        spacing = properties.makeelement(f"{_W}spacing", {f"{_W}line": str(_TWIPS_PER_CM), f"{_W}lineRule": "exact"})
        # The order of properties is fixed: the indent comes after the spacing.
        indent = properties.find(f"{_W}ind")
        properties.insert(len(properties) if indent is None else properties.index(indent), spacing)
    spacing.set(f"{_W}line", str(int(spacing.get(f"{_W}line", "0")) + _TWIPS_PER_CM))


def _run_style(run: "Element") -> str:
    style = run.find(f"{_W}rPr/{_W}rStyle")
    return str(style.get(f"{_W}val", "")) if style is not None else ""


def _insert_field(run: "Element", sequence: str) -> None:
    """Split `Table 3` into the label and a field that shows 3."""
    written = run.find(f"{_W}t")
    parent = run.getparent()
    if written is None or parent is None:
        return
    label, _, number = (written.text or "").rpartition("\u00a0")
    written.text = f"{label}\u00a0"
    written.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    field = run.makeelement(f"{_W}fldSimple", {f"{_W}instr": f" SEQ {sequence} \\* ARABIC "})
    shown = field.makeelement(f"{_W}r", {})
    digits = shown.makeelement(f"{_W}t", {})
    digits.text = number
    shown.append(digits)
    field.append(shown)
    parent.insert(parent.index(run) + 1, field)


def _fix_table(each: "Element", look: WordLook) -> None:
    style = each.find(f"{_W}tblPr/{_W}tblStyle")
    _centre_table(each)
    if style is not None and style.get(f"{_W}val") == "Fields":
        _shade_labels(each, look)
        return
    size = table_font_size(len(each.findall(f"{_W}tblGrid/{_W}gridCol")))
    for row in each.findall(f"{_W}tr"):
        _keep_row(row)
        for one in row.findall(f"{_W}tc"):
            cell = _properties_element(one, "tcPr")
            cell.append(cell.makeelement(f"{_W}vAlign", {f"{_W}val": "center"}))
        for named in row.iter(f"{_W}pStyle"):
            if named.get(f"{_W}val") in ("Compact", "BodyText", "FirstParagraph"):
                named.set(f"{_W}val", "TableText")
        for run in row.iter(f"{_W}r"):
            run_properties = _properties_element(run, "rPr")
            for tag in ("sz", "szCs"):
                if run_properties.find(f"{_W}{tag}") is None:
                    run_properties.append(run_properties.makeelement(f"{_W}{tag}", {f"{_W}val": str(round(2 * size))}))


def _keep_row(row: "Element") -> None:
    """Move a row to the next page as a whole, and the header with the first row. Empty cells have room to write."""
    properties = _properties_element(row, "trPr")
    properties.insert(0, properties.makeelement(f"{_W}cantSplit", {}))
    if any(not "".join(each.itertext()).strip() and not [*each.iter(_PICTURE)] for each in row.findall(f"{_W}tc")[1:]):
        height = {f"{_W}val": str(_WRITING_ROW), f"{_W}hRule": "atLeast"}
        properties.insert(1, properties.makeelement(f"{_W}trHeight", height))
    if properties.find(f"{_W}tblHeader") is not None:
        for paragraph in row.iter(f"{_W}p"):
            set_paragraph_property(paragraph, "keepNext")


def _centre_table(each: "Element") -> None:
    """Set the alignment on the table itself: programs differ in what they take from its style."""
    properties = _properties_element(each, "tblPr")
    width = properties.find(f"{_W}tblW")
    if width is not None and properties.find(f"{_W}jc") is None:
        properties.insert(properties.index(width) + 1, properties.makeelement(f"{_W}jc", {f"{_W}val": "center"}))


def _shade_labels(each: "Element", look: WordLook) -> None:
    for one in each.iter(f"{_W}tc"):
        style = one.find(f"{_W}p/{_W}pPr/{_W}pStyle")
        properties = _properties_element(one, "tcPr")
        if style is not None and style.get(f"{_W}val") == "FieldLabel":
            shade = {f"{_W}val": "clear", f"{_W}color": "auto", f"{_W}fill": look.tint}
            properties.append(properties.makeelement(f"{_W}shd", shade))
        properties.append(properties.makeelement(f"{_W}vAlign", {f"{_W}val": "center"}))


def _properties_element(parent: "Element", tag: str) -> "Element":
    """Return the properties element, which comes first in its parent; create it if it is missing."""
    found = parent.find(f"{_W}{tag}")
    if found is None:
        found = parent.makeelement(f"{_W}{tag}", {})
        parent.insert(0, found)
    return found


def _add_missing_styles(etree: Any, content: bytes, look: WordLook) -> bytes:
    """Add our styles that the user's document does not define."""
    root = etree.fromstring(content)
    known = {each.get(f"{_W}styleId") for each in root.iter(f"{_W}style")}
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    for style in all_styles(look):
        if style.identifier not in known:
            root.append(etree.fromstring(f"<w:x {space}>{style.xml()}</w:x>")[0])
    made: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return made


def _core_properties(metadata: DocxMetadata) -> bytes:
    spec = metadata.spec
    moment = metadata.made_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    package = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
    return (
        f'{_XML}<cp:coreProperties xmlns:cp="{package}" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"<dc:title>{escape(spec.title)}</dc:title><dc:subject>{escape(spec.subtitle)}</dc:subject>"
        f"<dc:creator>{escape(spec.author or PROGRAM)}</dc:creator>"
        f"<cp:keywords>{escape(', '.join(spec.keywords))}</cp:keywords>"
        f"<dc:language>{LANGUAGE_TAGS[spec.language]}</dc:language>"
        f'<dcterms:created xsi:type="dcterms:W3CDTF">{moment}</dcterms:created>'
        f'<dcterms:modified xsi:type="dcterms:W3CDTF">{moment}</dcterms:modified></cp:coreProperties>'
    ).encode()


def _app_properties() -> bytes:
    space = "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"
    return f'{_XML}<Properties xmlns="{space}"><Application>{PROGRAM}</Application></Properties>'.encode()


def _custom_properties(facts: ContentCounts) -> bytes:
    space = "http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"
    types = "http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"
    return (
        f'{_XML}<Properties xmlns="{space}" xmlns:vt="{types}">'
        f'<property fmtid="{{D5CDD505-2E9C-101B-9397-08002B2CF9AE}}" pid="2" name="{COUNTS_PROPERTY}">'
        f"<vt:lpwstr>{escape(facts.model_dump_json())}</vt:lpwstr></property></Properties>"
    ).encode()


_GAP: Final = [{"t": "Str", "c": "\u00a0"}]
_LETTER_STYLES: Final = {
    "salutation": "Salutation",
    "wish": "Salutation",
    "closing": "Letter Closing",
    "signature": "Signature",
    "signature-date": "Signature Date",
}
_TAB: Final[Node] = {"t": "RawInline", "c": ["openxml", "<w:r><w:tab/></w:r>"]}


def write_docx(document: PreparedDocument, options: BuildOptions) -> dict[str, bytes]:
    """Build the file."""
    spec = document.spec
    given = check_reference(options.reference, spec.speech) if options.reference is not None else None
    blocks = [
        *_title_block(spec),
        *table_of_contents(document),
        *map_nodes(document.blocks, _DocxTree(document).changed),
    ]
    tree = {
        "pandoc-api-version": PANDOC_API_VERSION,
        # Pandoc has no Chinese labels, and this tree needs none.
        "meta": {"lang": {"t": "MetaString", "c": LANGUAGE_TAGS[spec.language]}},
        "blocks": blocks,
    }
    with tempfile.TemporaryDirectory(dir=process_folder()) as folder:
        path = Path(folder) / "reference.docx"
        path.write_bytes(given or default_reference(spec.kind, spec.language))
        arguments = ["-f", "json", "-t", "docx", f"--reference-doc={path}"]
        made = convert(json.dumps(tree).encode(), arguments)
    metadata = DocxMetadata(spec, document.facts, options.made_at, has_own_reference=given is not None)
    return {".docx": with_page_numbers(postprocess(made.content, metadata), document)}


class _DocxTree:
    """Translates nodes of the tree into nodes that pandoc's Word writer understands."""

    def __init__(self, document: PreparedDocument) -> None:
        self._pictures = document.pictures

    def changed(self, node: Node) -> Any:
        if node["t"] == "Image":
            attributes, alt, (name, title) = node["c"]
            return {"t": "Image", "c": [attributes, alt, [self._pictures[name].data_uri, title]]}
        if node["t"] == "Div":
            attributes = node["c"][0]
            if "rule" in attributes[1]:
                return paragraph_node(_GAP, "Rule")
            if NEW_PAGE in attributes[1]:
                return raw_xml(page_mark("page"))
            if KEEP_TOGETHER in attributes[1]:
                return [raw_xml(page_mark("first")), *node["c"][1], raw_xml(page_mark("last"))]
            if LETTER_PART in attributes[1]:
                return div(node["c"][1], custom_style=_LETTER_STYLES[attribute_value(attributes, "part")])
            if CHOICES in attributes[1]:
                return _choice_rows(node["c"][1][0]["c"], int(attribute_value(attributes, "columns")))
            box = attribute_value(attributes, "box")
            count = int(box or attribute_value(attributes, "lines"))
            style = "Answer Box" if box else "Answer Line"
            return div([{"t": "Para", "c": _GAP}] * count, custom_style=style)
        return node


def _choice_rows(items: Sequence[list[Node]], columns: int) -> list[Node]:
    """Return paragraphs of items side by side, at the tab stops of their style."""
    rows: list[Node] = []
    for start in range(0, len(items), columns):
        row: list[Node] = []
        for number, item in enumerate(items[start : start + columns]):
            row += [_TAB] * bool(number) + [piece for block in item for piece in block["c"]]
        rows.append(paragraph_node(row, f"Choices {columns}"))
    return rows


def _title_block(spec: DocumentSpec) -> list[Node]:
    """Return the blocks before the text, in the same order as the typst templates."""
    if spec.kind == "letter":
        return _letter_head(spec) + _field_table(spec)
    made: list[Node] = []
    if spec.kind == "worksheet":
        made.append(_worksheet_line(spec))
    if spec.kind == "lesson_plan":
        made.append(paragraph_node(text_inlines(text(spec.speech, "document.kind.lesson_plan")), "Kind Label"))
    made.append(paragraph_node(text_inlines(spec.title), "Title"))
    if spec.subtitle:
        made.append(paragraph_node(text_inlines(spec.subtitle), "Subtitle"))
    people = [each for each in (spec.author, spec.date) if each]
    if spec.kind == "report":
        made += [paragraph_node(text_inlines(each), "Author") for each in people] + [raw_xml(PAGE_BREAK)]
    else:
        made += [paragraph_node(text_inlines(" · ".join(people)), "Author")] if people else []
        made.append(paragraph_node(_GAP, "Head End"))
    instructions = worksheet_instructions(spec) if spec.kind == "worksheet" else []
    return made + _field_table(spec) + [paragraph_node(text_inlines(line), "Instructions") for line in instructions]


def _letter_head(spec: DocumentSpec) -> list[Node]:
    head = letter_head(spec)
    date = [head.date] if head.date else []
    subtitle = [spec.subtitle] if spec.subtitle else []
    styled = (("Sender", head.sender), ("Letter Date", date), ("Recipient", head.recipient), ("Title", [spec.title]))
    return [
        paragraph_node(text_inlines(line), style)
        for style, lines in (*styled, ("Subtitle", subtitle))
        for line in lines
    ]


def _field_table(spec: DocumentSpec) -> list[Node]:
    rows = field_rows(header_fields(spec))
    if not rows:
        return []
    shares = (0.17, 0.33, 0.17, 0.33)
    return [table([_field_row(row) for row in rows], shares, "Fields"), paragraph_node(_GAP, "Field End")]


def _field_row(row: Sequence[Any]) -> list[list[Any]]:
    across = 1 if len(row) == 2 else 3
    made = []
    for each in row:
        lines = [text_inlines(line) for line in each.lines]
        items = [paragraph_node([{"t": "Str", "c": "•\u2002"}, *line], "Field Item") for line in lines]
        values = [paragraph_node(lines[0], "Field Value")] if len(lines) == 1 else items
        made += [cell([paragraph_node(text_inlines(each.label), "Field Label")]), cell(values, across)]
    return made


def _worksheet_line(spec: DocumentSpec) -> Node:
    """Return labels with lines to write on. The lines are leaders of tabs, so they fit with every typeface."""
    pieces: list[Node] = []
    for blank in blank_fields(spec):
        pieces += [*text_inlines(blank.label), {"t": "Str", "c": "\u00a0"}, _TAB]
        suffix = f"\u00a0{blank.suffix}".replace(" ", "\u00a0") if blank.suffix else "\u2002"
        pieces.append({"t": "Str", "c": suffix})
    return paragraph_node(pieces, "Worksheet Line")
