"""The last touch to a .docx that pandoc wrote: numbers as fields, tables that hold, properties, and the facts."""

import io
import zipfile
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final
from xml.sax.saxutils import escape

from inkwright.artifacts.documents.docx_formulas import touch_formulas
from inkwright.artifacts.documents.docx_paging import tell, touch_pages
from inkwright.artifacts.documents.facts import Facts
from inkwright.artifacts.documents.heads import running_title
from inkwright.artifacts.documents.measures import table_size
from inkwright.artifacts.documents.sources import DocumentSpec
from inkwright.artifacts.documents.word_reference import RUNNING_TITLE, packed
from inkwright.artifacts.documents.word_styles import LANGUAGE_TAGS, Look, all_styles, look_of

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

PROGRAM: Final = "Inkwright"
FACTS_PART: Final = "docProps/custom.xml"
FACTS_NAME: Final = "InkwrightFacts"

_W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PICTURE: Final = "{http://schemas.openxmlformats.org/drawingml/2006/picture}cNvPr"
_XML: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_CENTIMETRE: Final = 567
_SEQUENCES: Final = {"TableCaption": "Table", "ImageCaption": "Figure"}


@dataclass(frozen=True, slots=True)
class Finish:
    """What the touch needs to know."""

    spec: DocumentSpec
    facts: Facts
    made_at: datetime
    has_own_reference: bool


def finished(content: bytes, finish: Finish) -> bytes:
    """The package with its last touch. The same package gives the same bytes."""
    from lxml import etree  # noqa: PLC0415 - comes with an extra, and is slow to import

    with zipfile.ZipFile(io.BytesIO(content)) as package:
        parts = {name: package.read(name) for name in package.namelist() if not name.endswith("/")}
    spec = finish.spec
    look = look_of(spec.kind, spec.language)
    root = etree.fromstring(parts["word/document.xml"])
    _touch_pictures(root)
    _touch_captions(root)
    _touch_answers(root)
    touch_pages(root)
    for each in root.iter(f"{_W}tbl"):
        _touch_table(each, look)
    touch_formulas(root)
    parts["word/document.xml"] = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    if "word/footnotes.xml" in parts:
        notes = etree.fromstring(parts["word/footnotes.xml"])
        touch_formulas(notes)
        parts["word/footnotes.xml"] = etree.tostring(notes, xml_declaration=True, encoding="UTF-8", standalone=True)
    title = escape(running_title(spec)).encode()
    for name in parts:
        if name.startswith("word/header"):
            parts[name] = parts[name].replace(RUNNING_TITLE.encode(), title)
    if finish.has_own_reference:
        parts["word/styles.xml"] = _with_our_styles(etree, parts["word/styles.xml"], look)
    parts["docProps/core.xml"] = _core(finish)
    parts["docProps/app.xml"] = _application()
    parts[FACTS_PART] = _custom(finish.facts)
    return packed(parts)


def _touch_pictures(root: "Element") -> None:
    for each in root.iter(_PICTURE):
        # Pandoc names the picture by its address, which here is the whole picture once more.
        each.attrib.pop("descr", None)


def _touch_captions(root: "Element") -> None:
    """The number of a caption as a field, so that Word can count anew when a table is put in."""
    for paragraph in root.iter(f"{_W}p"):
        sequence = _SEQUENCES.get(_style(paragraph))
        runs = [run for run in paragraph.iter(f"{_W}r") if _run_style(run) == "CaptionNumber"]
        if sequence and runs:
            _put_field(runs[-1], sequence)


def _touch_answers(root: "Element") -> None:
    """One tall paragraph for a box, which no page can part; and the task stays with the room for its answer."""
    for paragraph in [*root.iter(f"{_W}p")]:
        before = paragraph.getprevious()
        style, other = _style(paragraph), _style(before) if before is not None else ""
        if style == "AnswerBox" and other == style and before is not None:
            _grow(before)
            paragraph.getparent().remove(paragraph)
        elif style in ("AnswerBox", "AnswerLine") and before is not None and before.tag == f"{_W}p":
            tell(before, "keepNext")


def _style(paragraph: "Element") -> str:
    style = paragraph.find(f"{_W}pPr/{_W}pStyle")
    return str(style.get(f"{_W}val", "")) if style is not None else ""


def _grow(box: "Element") -> None:
    """A centimetre more."""
    properties = _first(box, "pPr")
    spacing = properties.find(f"{_W}spacing")
    if spacing is None:
        spacing = properties.makeelement(f"{_W}spacing", {f"{_W}line": str(_CENTIMETRE), f"{_W}lineRule": "exact"})
        # The order of properties is fixed: indents come behind the spacing.
        indent = properties.find(f"{_W}ind")
        properties.insert(len(properties) if indent is None else properties.index(indent), spacing)
    spacing.set(f"{_W}line", str(int(spacing.get(f"{_W}line", "0")) + _CENTIMETRE))


def _run_style(run: "Element") -> str:
    style = run.find(f"{_W}rPr/{_W}rStyle")
    return str(style.get(f"{_W}val", "")) if style is not None else ""


def _put_field(run: "Element", sequence: str) -> None:
    """Parts `Table 3` into the label and a field that shows 3."""
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


def _touch_table(each: "Element", look: Look) -> None:
    style = each.find(f"{_W}tblPr/{_W}tblStyle")
    _centre(each)
    if style is not None and style.get(f"{_W}val") == "Fields":
        _shade_labels(each, look)
        return
    size = table_size(len(each.findall(f"{_W}tblGrid/{_W}gridCol")))
    for row in each.findall(f"{_W}tr"):
        properties = _first(row, "trPr")
        # A row is read as one: it goes to the next page whole.
        properties.insert(0, properties.makeelement(f"{_W}cantSplit", {}))
        for one in row.findall(f"{_W}tc"):
            cell = _first(one, "tcPr")
            cell.append(cell.makeelement(f"{_W}vAlign", {f"{_W}val": "center"}))
        for named in row.iter(f"{_W}pStyle"):
            if named.get(f"{_W}val") in ("Compact", "BodyText", "FirstParagraph"):
                named.set(f"{_W}val", "TableText")
        for run in row.iter(f"{_W}r"):
            run_properties = _first(run, "rPr")
            for tag in ("sz", "szCs"):
                if run_properties.find(f"{_W}{tag}") is None:
                    run_properties.append(run_properties.makeelement(f"{_W}{tag}", {f"{_W}val": str(round(2 * size))}))


def _centre(each: "Element") -> None:
    """Stated in the table itself: programs differ in what they take from its style."""
    properties = _first(each, "tblPr")
    width = properties.find(f"{_W}tblW")
    if width is not None and properties.find(f"{_W}jc") is None:
        properties.insert(properties.index(width) + 1, properties.makeelement(f"{_W}jc", {f"{_W}val": "center"}))


def _shade_labels(each: "Element", look: Look) -> None:
    for one in each.iter(f"{_W}tc"):
        style = one.find(f"{_W}p/{_W}pPr/{_W}pStyle")
        properties = _first(one, "tcPr")
        if style is not None and style.get(f"{_W}val") == "FieldLabel":
            shade = {f"{_W}val": "clear", f"{_W}color": "auto", f"{_W}fill": look.tint}
            properties.append(properties.makeelement(f"{_W}shd", shade))
        properties.append(properties.makeelement(f"{_W}vAlign", {f"{_W}val": "center"}))


def _first(parent: "Element", tag: str) -> "Element":
    """The properties of an element, which stand before all else in it."""
    found = parent.find(f"{_W}{tag}")
    if found is None:
        found = parent.makeelement(f"{_W}{tag}", {})
        parent.insert(0, found)
    return found


def _with_our_styles(etree: Any, content: bytes, look: Look) -> bytes:
    """The user's styles, and ours for what the user's document has none for."""
    root = etree.fromstring(content)
    known = {each.get(f"{_W}styleId") for each in root.iter(f"{_W}style")}
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    for style in all_styles(look):
        if style.identifier not in known:
            root.append(etree.fromstring(f"<w:x {space}>{style.xml()}</w:x>")[0])
    made: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return made


def _core(finish: Finish) -> bytes:
    spec = finish.spec
    moment = finish.made_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
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


def _application() -> bytes:
    space = "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"
    return f'{_XML}<Properties xmlns="{space}"><Application>{PROGRAM}</Application></Properties>'.encode()


def _custom(facts: Facts) -> bytes:
    space = "http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"
    types = "http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"
    return (
        f'{_XML}<Properties xmlns="{space}" xmlns:vt="{types}">'
        f'<property fmtid="{{D5CDD505-2E9C-101B-9397-08002B2CF9AE}}" pid="2" name="{FACTS_NAME}">'
        f"<vt:lpwstr>{escape(facts.model_dump_json())}</vt:lpwstr></property></Properties>"
    ).encode()
