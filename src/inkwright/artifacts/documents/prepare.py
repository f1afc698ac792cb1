"""Prepares a document for every format: anchors, numbers, captions, images, columns, answer space and counts."""

import base64
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from pydantic import BaseModel, ConfigDict

from inkwright.artifacts.documents.chart_drawings import draw_chart
from inkwright.artifacts.documents.embedded_images import EmbeddedImage, EmbeddedImages
from inkwright.artifacts.documents.letters import letter_blocks
from inkwright.artifacts.documents.markdown_reader import read_body
from inkwright.artifacts.documents.page_layout import MAX_CHOICE_COLUMNS, MAX_COLUMNS, column_shares, header_fields
from inkwright.artifacts.documents.source import MAX_ANSWER_LINES, DocumentSpec
from inkwright.artifacts.documents.worksheets import (
    CHOICES,
    NEW_PAGE,
    answer_space,
    options_side_by_side,
    with_answer_space,
    with_key_pages,
)
from inkwright.artifacts.math.to_typst import normalise_formula, typst_formulas
from inkwright.artifacts.pandoc import (
    Node,
    attribute_value,
    div,
    map_nodes,
    node_attributes,
    node_text,
    span,
    text_inlines,
    walk,
)
from inkwright.artifacts.slides.layouts.charts import chart_slide
from inkwright.artifacts.text import column_width, is_blank
from inkwright.artifacts.typefaces import missing_glyphs
from inkwright.errors import InvalidOption
from inkwright.i18n import text

COUNTED_KINDS: Final = ("headings", "tables", "pictures", "equations", "footnotes")
_NODE_KINDS: Final[Mapping[str, str]] = MappingProxyType(
    dict(zip(("Header", "Table", "Image", "Math", "Note"), COUNTED_KINDS, strict=True))
)
_MAX_MISSING_GLYPHS: Final = 40


class ContentCounts(BaseModel):
    """How many items of each kind there are, and the characters that none of our typefaces has (other fonts may)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    headings: int = 0
    tables: int = 0
    pictures: int = 0
    equations: int = 0
    footnotes: int = 0
    doubtful: str = ""


def count_contents(blocks: Sequence[Node]) -> ContentCounts:
    """Count the contents of a tree."""
    counts: dict[str, Any] = dict.fromkeys(COUNTED_KINDS, 0)
    for node in walk([*blocks]):
        if node["t"] in _NODE_KINDS:
            counts[_NODE_KINDS[node["t"]]] += 1
    doubtful = "".join(missing_glyphs(node_text([*blocks]))[:_MAX_MISSING_GLYPHS])
    return ContentCounts(**counts, doubtful=doubtful)


CAPTION_NUMBER: Final = "Caption Number"
MAX_BOX_HEIGHT: Final = 20
LONG_DOCUMENT: Final = 12_000
"""The number of characters on about four pages."""

KEEP_TOGETHER: Final = "whole"
"""The class of blocks whose content stays on one page."""

MAX_KEPT_TOGETHER: Final = 800
MAX_KEPT_ROWS: Final = 17
_LINK_SCHEMES: Final = ("http://", "https://", "mailto:")
_MANY_HEADINGS: Final = 6


@dataclass(frozen=True, slots=True)
class PreparedDocument:
    """A document that is ready to be typeset. The targets of its images are names in `pictures`.

    `formulas` maps each formula to its typst markup.
    """

    spec: DocumentSpec
    blocks: list[Node]
    pictures: Mapping[str, EmbeddedImage]
    formulas: Mapping[str, str]
    facts: ContentCounts
    has_toc: bool

    @property
    def headings(self) -> list[tuple[int, str, str]]:
        """The level, the anchor and the text of each heading."""
        found = (node["c"] for node in walk(self.blocks) if node["t"] == "Header")
        return [(level, attributes[0], node_text(content)) for level, attributes, content in found]


def prepare_document(spec: DocumentSpec, files: Mapping[str, bytes]) -> PreparedDocument:
    """Prepare a document for any format. `files` holds the pictures that the text may refer to."""
    blocks = read_body(spec.body, spec.speech)
    if is_blank(node_text(blocks)) and not any(node["t"] == "Image" for node in walk(blocks)):
        raise InvalidOption(option="body", value="", allowed=text(spec.speech, "document.nothing"))
    album = EmbeddedImages(files, spec.speech)
    work = _Preparer(spec, album, _anchors(blocks), _top_heading_level(blocks))
    if spec.kind == "worksheet":
        blocks = map_nodes(blocks, options_side_by_side)
        blocks = with_answer_space(blocks, spec.answer_lines) if spec.answer_lines else blocks
    blocks = with_key_pages(_lift_page_breaks(map_nodes(blocks, work.changed)))
    if spec.kind == "letter":
        blocks = letter_blocks(spec, blocks)
    if spec.numbered:
        _number_headings(blocks)
    headings = sum(node["t"] == "Header" for node in walk(blocks))
    is_long = (
        len(spec.body) > (LONG_DOCUMENT if spec.language == "en" else LONG_DOCUMENT // 2) and headings >= _MANY_HEADINGS
    )
    has_toc = bool(headings) and (is_long or spec.kind == "report" if spec.toc is None else spec.toc)
    formulas = typst_formulas(blocks, spec.speech)
    counted = count_contents(blocks)
    # The header fields are a table too.
    facts = counted.model_copy(update={"tables": counted.tables + bool(header_fields(spec))})
    return PreparedDocument(spec, blocks, album.pictures, formulas, facts, has_toc)


def _anchors(blocks: Sequence[Node]) -> dict[str, str]:
    """Map each anchor in the source to one in the output. Our own anchors have only plain characters."""
    anchors: dict[str, str] = {}
    for node in walk([*blocks]):
        if node["t"] in ("Header", "Span", "Figure", "Table"):
            attributes = node["c"][1 if node["t"] == "Header" else 0]
            name = attributes[0]
            if name and name not in anchors:
                anchors[name] = f"part-{len(anchors) + 1}"
    return anchors


def _top_heading_level(blocks: Sequence[Node]) -> int:
    return min((node["c"][0] for node in walk([*blocks]) if node["t"] == "Header"), default=1)


@dataclass(slots=True)
class _Preparer:
    spec: DocumentSpec
    album: EmbeddedImages
    anchors: Mapping[str, str]
    highest: int
    figures: int = 0
    tables: int = 0

    def changed(self, node: Node) -> Any:
        """Return the replacement of a node. Its inner nodes were replaced before."""
        change = getattr(self, f"_{node['t'].lower()}", None)
        return change(node.get("c")) if change else node

    def _header(self, content: Any) -> Node:
        level, attributes, title = content
        anchor = self.anchors.get(attributes[0], "")
        return {"t": "Header", "c": [min(level - self.highest + 1, 6), node_attributes(anchor), title]}

    def _span(self, content: Any) -> Any:
        attributes, inside = content
        if anchor := self.anchors.get(attributes[0], ""):
            return {"t": "Span", "c": [node_attributes(anchor), inside]}
        return list(inside)

    def _div(self, content: Any) -> Any:
        attributes, inside = content
        if NEW_PAGE in attributes[1]:
            return [div([], [NEW_PAGE]), *inside]
        if KEEP_TOGETHER in attributes[1] and _fits_a_page(inside):
            return div(inside, [KEEP_TOGETHER])
        if CHOICES in attributes[1] and [node["t"] for node in inside] == ["BulletList"]:
            return self._choices(inside, attribute_value(attributes, "columns"))
        if "answer" not in attributes[1]:
            return list(inside)
        return [*inside, self._answer(attribute_value(attributes, "lines"), attribute_value(attributes, "box"))]

    def _answer(self, lines: str, box: str) -> Node:
        size, limit = (box, MAX_BOX_HEIGHT) if box else (lines or "3", MAX_ANSWER_LINES)
        # Python accepts digits of any script, and a very long number would be slow to convert.
        if not re.fullmatch(r"\d{1,3}", size, re.ASCII) or not 1 <= int(size) <= limit:
            allowed = text(self.spec.speech, "document.answer", lines=MAX_ANSWER_LINES, box=MAX_BOX_HEIGHT)
            raise InvalidOption(option="answer", value=size[:20], allowed=allowed)
        return answer_space(int(size), is_box=bool(box))

    def _choices(self, inside: list[Node], columns: str) -> Node:
        if columns not in {str(count) for count in range(1, MAX_CHOICE_COLUMNS + 1)}:
            allowed = text(self.spec.speech, "document.choices", most=MAX_CHOICE_COLUMNS)
            raise InvalidOption(option="choices", value=columns[:20], allowed=allowed)
        return div(inside, [CHOICES], columns=columns)

    def _link(self, content: Any) -> Any:
        _, inside, (target, _) = content
        if target.startswith("#"):
            anchor = self.anchors.get(target[1:])
            if anchor is None:
                allowed = text(self.spec.speech, "document.dangling", target=target[:80])
                raise InvalidOption(option="link", value=target[:80], allowed=allowed)
            return {"t": "Link", "c": [node_attributes(), inside, [f"#{anchor}", ""]]}
        if target.lower().startswith(_LINK_SCHEMES) and len(target) <= 2_000:
            return {"t": "Link", "c": [node_attributes(), inside, [target, ""]]}
        return list(inside)

    def _image(self, content: Any) -> Node:
        attributes, alt, (target, _) = content
        picture = self.album.picture(target, attribute_value(attributes, "width"))
        size = node_attributes(width=f"{picture.width}cm", height=f"{picture.height}cm")
        return {"t": "Image", "c": [size, text_inlines(node_text(alt)), [picture.name, ""]]}

    def _codeblock(self, content: Any) -> Node:
        """Draw a fence `chart`. Other code stays as it is."""
        attributes, code = content
        if attributes[1][:1] != [_CHART]:
            return {"t": "CodeBlock", "c": content}
        chart = chart_slide(self.spec.title[:100], " ".join(attributes[1]), code.split("\n"))
        drawn = base64.b64encode(draw_chart(chart)).decode()
        words = chart.takeaway or ", ".join(filter(None, (each.name for each in chart.series))) or _CHART
        image = self._image([node_attributes(), text_inlines(words), [f"data:image/svg+xml;base64,{drawn}", ""]])
        caption = [{"t": "Plain", "c": text_inlines(words)}]
        return self._figure([node_attributes(), [None, caption], [{"t": "Plain", "c": [image]}]])

    def _figure(self, content: Any) -> Node:
        attributes, (_, caption), inside = content
        self.figures += 1
        numbered = self._captioned(caption, "figure", self.figures, attributes[0])
        return {"t": "Figure", "c": [node_attributes(), [None, numbered], inside]}

    def _table(self, content: Any) -> Node:
        attributes, (_, caption), columns, *rest = content
        if len(columns) > MAX_COLUMNS:
            allowed = text(self.spec.speech, "document.many_columns", most=MAX_COLUMNS)
            raise InvalidOption(option="table", value=len(columns), allowed=allowed)
        if caption:
            self.tables += 1
            caption = self._captioned(caption, "table", self.tables, attributes[0])
        made: Node = {"t": "Table", "c": [node_attributes(), [None, caption], columns, *rest]}
        shares = column_shares(made)
        made["c"][2] = [[side, {"t": "ColWidth", "c": share}] for (side, _), share in zip(columns, shares, strict=True)]
        return made

    def _captioned(self, caption: list[Node], kind: str, number: int, name: str) -> list[Node]:
        """Return the caption after its number. The number is marked so that Word can renumber the captions."""
        label = text(self.spec.speech, f"document.caption.{kind}")
        gap = "\u3000" if self.spec.language != "en" else " "
        end = "" if self.spec.language != "en" else ":"
        marked = span(
            [{"t": "Str", "c": f"{label}\u00a0{number}"}], ["number"], custom_style=CAPTION_NUMBER, kind=kind, end=end
        )
        marked["c"][0][0] = self.anchors.get(name, "")
        words = [piece for block in caption for piece in (block["c"] if block["t"] in ("Plain", "Para") else [])]
        return [{"t": "Plain", "c": [marked, {"t": "Str", "c": f"{end}{gap}"}, *words]}]

    def _math(self, content: Any) -> Node:
        return {"t": "Math", "c": [content[0], normalise_formula(content[1])]}

    def _horizontalrule(self, _content: Any) -> Node:
        return div([], ["rule"])


_CHART: Final = "chart"
_KEPT_CLASSES: Final = frozenset({"answer", CHOICES})


def _is_new_page(node: Node) -> bool:
    return node["t"] == "Div" and NEW_PAGE in node["c"][0][1]


def _lift_page_breaks(blocks: Sequence[Node]) -> list[Node]:
    """Keep page breaks between top-level blocks and remove those inside lists and tables."""
    made: list[Node] = []
    for block in blocks:
        inner = [] if _is_new_page(block) else map_nodes([block], lambda node: [] if _is_new_page(node) else node)
        made += [block] if _is_new_page(block) else inner
    return made


def _fits_a_page(blocks: Sequence[Node]) -> bool:
    """Whether the blocks are certainly shorter than a page: unbreakable content would run off a page."""
    rows = 0.0
    for node in walk([*blocks]):
        kind = node["t"]
        content: Any = node.get("c")
        if kind in ("Image", "CodeBlock", "Header") or (kind == "Div" and not _KEPT_CLASSES & {*content[0][1]}):
            return False
        if kind == "Div" and "answer" in content[0][1]:
            rows += 2 * int(attribute_value(content[0], "box") or attribute_value(content[0], "lines"))
        elif kind == "Table":
            cells = sum(each["t"] in ("Para", "Plain") for each in walk(content))
            rows -= cells * (1 - 1 / max(len(content[2]), 1))
        elif kind in ("Para", "Plain", "LineBreak"):
            rows += 1
    return rows <= MAX_KEPT_ROWS and column_width(node_text([*blocks])) <= MAX_KEPT_TOGETHER


def _number_headings(blocks: Sequence[Node]) -> None:
    counts = [0] * 6
    for node in walk([*blocks]):
        if node["t"] == "Header":
            level, _, title = node["c"]
            counts[level - 1 :] = [counts[level - 1] + 1, *[0] * (6 - level)]
            number = ".".join(str(count or 1) for count in counts[:level])
            title[:0] = [{"t": "Str", "c": f"{number}\u2002"}]
