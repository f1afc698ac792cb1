"""Builds a .pdf: our typst templates draw the document tree, which they read as data."""

import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from inkwright.artifacts.documents.embedded_images import EmbeddedImage
from inkwright.artifacts.documents.letters import LETTER_PART, letter_head
from inkwright.artifacts.documents.page_layout import (
    CELL_PADDING,
    LINE_WIDTH,
    POINTS_PER_CM,
    HeaderField,
    blank_fields,
    field_rows,
    header_fields,
    running_title,
    table_font_size,
    text_width,
    worksheet_instructions,
)
from inkwright.artifacts.documents.pdf.typesetter import typeset
from inkwright.artifacts.documents.prepare import PreparedDocument
from inkwright.artifacts.documents.source import DocumentSpec
from inkwright.artifacts.documents.worksheets import CHOICES
from inkwright.artifacts.pandoc import Node, attribute_value, node_text
from inkwright.artifacts.rendering.pdf import read_pdf_text
from inkwright.artifacts.source_formats.records import BuildOptions
from inkwright.artifacts.text import column_width
from inkwright.i18n import text

_BODY_SIZE: Final = 11.0
_INDENT: Final = 26.0
_CODE_SIZE: Final = 9.0
_INLINE_STYLES: Final = {
    "Emph": "em", "Strong": "strong", "Subscript": "sub", "Superscript": "sup", "Strikeout": "strike",
    "Underline": "under", "SmallCaps": "caps",
}  # fmt: skip
_QUOTES: Final = {"DoubleQuote": "“”", "SingleQuote": "‘’"}
_LONG_WORD = re.compile("[^\\s\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\ufe30-\uffef]{2,}")
_CHUNK: Final = 3
_TASK_BOXES: Final = ("☐", "☒")


@dataclass(frozen=True, slots=True)
class _LineRoom:
    """The width of a line and its font size, in points.

    Table columns are sized for their words; other text may use a wider typeface than the measured one.
    """

    width: float = LINE_WIDTH
    size: float = _BODY_SIZE
    is_column: bool = False

    def holds(self, word: str) -> bool:
        """Whether a word fits on the line."""
        # Measuring is slow, and no character is much wider than the font size.
        if 1.4 * len(word) * self.size <= self.width:
            return True
        asked = text_width(word, self.size)
        return asked <= self.width + 0.5 if self.is_column else 1.15 * asked <= self.width

    def inside(self, indent: float = _INDENT) -> "_LineRoom":
        return _LineRoom(max(self.width - indent, 30.0), self.size, self.is_column)


@dataclass(frozen=True, slots=True)
class TypstTree:
    """Translates a tree into the data of our typst templates."""

    formulas: Mapping[str, str]
    pictures: Mapping[str, EmbeddedImage]

    def blocks(self, nodes: Sequence[Node], room: _LineRoom = _LineRoom()) -> list[dict[str, Any]]:  # noqa: B008 - frozen
        """Translate blocks in order."""
        made: list[dict[str, Any]] = []
        for node in nodes:
            if node["t"] in ("Para", "Plain"):
                made += self._paragraph(node, room)
            else:
                made.append(getattr(self, f"_{node['t'].lower()}")(node.get("c"), room))
        return made

    def _paragraph(self, node: Node, room: _LineRoom) -> list[dict[str, Any]]:
        """Split a paragraph at displayed formulas. The text after a formula continues the paragraph, without indent."""
        kind = "p" if node["t"] == "Para" else "plain"
        made: list[dict[str, Any]] = []
        text: list[Any] = []
        for piece in [*self.inlines(node["c"], room), None]:
            is_formula = isinstance(piece, dict) and piece["i"] == "math" and piece["block"]
            if piece is not None and not is_formula:
                text.append(piece)
                continue
            if any(not isinstance(each, str) or each.strip() for each in text):
                made.append({"b": kind, "c": _without_edge_spaces(text), "is_continuation": bool(made)})
            text = []
            if isinstance(piece, dict):
                made.append({"b": "formula", "s": piece["s"]})
        return made

    def _header(self, content: Any, room: _LineRoom) -> dict[str, Any]:
        level, attributes, title = content
        larger = _LineRoom(room.width, 18.0)
        return {"b": "h", "level": level, "id": attributes[0], "c": self.inlines(title, larger)}

    def _codeblock(self, content: Any, room: _LineRoom) -> dict[str, Any]:
        attributes, code = content
        limit = int((room.width - 22) / (0.6 * _CODE_SIZE))
        lines = [_break_word(line, limit) for line in code.expandtabs(4).split("\n")]
        return {"b": "code", "lang": next(iter(attributes[1]), ""), "lines": lines}

    def _blockquote(self, content: Any, room: _LineRoom) -> dict[str, Any]:
        return {"b": "quote", "c": self.blocks(content, room.inside())}

    def _bulletlist(self, content: Any, room: _LineRoom) -> dict[str, Any]:
        items = [self.blocks(item, room.inside()) for item in content]
        return {"b": "ul", "items": items, "tasks": all(node_text(item).startswith(_TASK_BOXES) for item in content)}

    def _orderedlist(self, content: Any, room: _LineRoom) -> dict[str, Any]:
        (start, style, delimiter), items = content
        made = [self.blocks(item, room.inside()) for item in items]
        return {"b": "ol", "items": made, "start": start, "numbering": _numbering(style["t"], delimiter["t"])}

    def _definitionlist(self, content: Any, room: _LineRoom) -> dict[str, Any]:
        items = [
            [self.inlines(term, room), [self.blocks(definition, room.inside()) for definition in definitions]]
            for term, definitions in content
        ]
        return {"b": "dl", "items": items}

    def _figure(self, content: Any, room: _LineRoom) -> dict[str, Any]:
        _, (_, caption), inside = content
        words = [piece for block in caption for piece in block["c"]]
        return {"b": "figure", "caption": self.inlines(words, room), "c": self.blocks(inside, room)}

    def _div(self, content: Any, room: _LineRoom) -> dict[str, Any]:
        attributes, inside = content
        if "rule" in attributes[1]:
            return {"b": "rule"}
        if "newpage" in attributes[1]:
            return {"b": "newpage"}
        if "whole" in attributes[1]:
            return {"b": "whole", "c": self.blocks(inside, room)}
        if CHOICES in attributes[1]:
            return self._choices(inside[0]["c"], int(attribute_value(attributes, "columns")), room)
        if LETTER_PART in attributes[1]:
            return {"b": "letter", "part": attribute_value(attributes, "part"), "c": self.blocks(inside, room)}
        box = attribute_value(attributes, "box")
        return {"b": "box", "cm": int(box)} if box else {"b": "lines", "n": int(attribute_value(attributes, "lines"))}

    def _choices(self, items: Sequence[list[Node]], columns: int, room: _LineRoom) -> dict[str, Any]:
        narrow = _LineRoom(room.width / columns - CELL_PADDING, room.size, is_column=True)
        return {"b": "choices", "columns": columns, "items": [self.blocks(item, narrow) for item in items]}

    def _table(self, content: Any, _room: _LineRoom) -> dict[str, Any]:
        _, (_, caption), sides, head, bodies, foot = content
        shares = [share["c"] for _, share in sides]
        size = table_font_size(len(sides))
        rooms = [_LineRoom(share * LINE_WIDTH - CELL_PADDING, size, is_column=True) for share in shares]
        rows = [row for body in bodies for row in (*body[2], *body[3])]
        words = [piece for block in caption for piece in block["c"]]
        return {
            "b": "table", "size": size, "caption": self.inlines(words, _LineRoom()), "shares": shares,
            "sides": [_alignment(side["t"]) for side, _ in sides],
            "head": [self._row(row, rooms) for row in head[1]],
            "rows": [self._row(row, rooms) for row in (*rows, *foot[1])],
        }  # fmt: skip

    def _row(self, row: Any, rooms: Sequence[_LineRoom]) -> list[dict[str, Any]]:
        # In a row with spanning cells, a cell may be wider than this. Words then break earlier than necessary.
        narrow = min(rooms, key=lambda room: room.width)
        is_regular = all(across == 1 for _, _, _, across, _ in row[1]) and len(row[1]) == len(rooms)
        return [
            {
                "across": across,
                "down": down,
                "side": _alignment(side["t"]),
                "c": self.blocks(content, rooms[number] if is_regular else narrow),
            }
            for number, (_, side, down, across, content) in enumerate(row[1])
        ]

    def inlines(self, nodes: Sequence[Node], room: _LineRoom = _LineRoom()) -> list[Any]:  # noqa: B008 - frozen
        """Translate inlines: text as strings, the rest as objects. Words wider than the line may break."""
        made: list[Any] = []
        for node in nodes:
            for piece in self._inline(node, room):
                if isinstance(piece, str) and made and isinstance(made[-1], str):
                    made[-1] += piece
                else:
                    made.append(piece)
        return [part for piece in made for part in (_break_text(piece, room) if isinstance(piece, str) else [piece])]

    def _inline(self, node: Node, room: _LineRoom) -> list[Any]:
        kind = node["t"]
        content: Any = node.get("c")
        if kind == "Str":
            return [content]
        if kind in ("Space", "SoftBreak"):
            return [" "]
        if kind in _INLINE_STYLES:
            return [{"i": _INLINE_STYLES[kind], "c": self.inlines(content, room)}]
        if kind == "Quoted":
            marks = _QUOTES[content[0]["t"]]
            return [marks[0], *self.inlines(content[1], room), marks[1]]
        return [self._special(kind, content, room)]

    def _special(self, kind: str, content: Any, room: _LineRoom) -> dict[str, Any]:
        match kind:
            case "LineBreak":
                return {"i": "br"}
            case "Code":
                return {"i": "code", "c": _break_word(content[1], max(int(room.width / (0.62 * room.size)) - 1, 4))}
            case "Math":
                return {"i": "math", "block": content[0]["t"] == "DisplayMath", "s": self.formulas[content[1]]}
            case "Image":
                return self._image(content, room)
            case "Note":
                return {"i": "note", "c": self.blocks(content, _LineRoom(LINE_WIDTH - 12, 8.5))}
            case "Link":
                _, inside, (target, _) = content
                return {"i": "link", "to": target, "c": self.inlines(inside, room)}
            case _:  # a span: the target of a link
                return {"i": "mark", "id": content[0][0], "c": self.inlines(content[1], room)}

    def _image(self, content: Any, room: _LineRoom) -> dict[str, Any]:
        picture = self.pictures[content[2][0]]
        width_here = min(picture.width, room.width / POINTS_PER_CM)
        return {"i": "image", "file": picture.name, "cm": round(width_here, 2), "alt": node_text(content[1])}


def _without_edge_spaces(text: list[Any]) -> list[Any]:
    """Remove the space between the text and a displayed formula."""
    if isinstance(text[0], str):
        text[0] = text[0].lstrip(" ")
    if isinstance(text[-1], str):
        text[-1] = text[-1].rstrip(" ")
    return text


def breakable_text(written: str, room: float, size: float) -> list[Any]:
    """Return plain text in which words wider than the line may break. Width and font size are in points."""
    return _break_text(written, _LineRoom(room, size))


def _numbering(style: str, delimiter: str) -> str:
    digit = {"LowerAlpha": "a", "UpperAlpha": "A", "LowerRoman": "i", "UpperRoman": "I"}.get(style, "1")
    return {"OneParen": f"{digit})", "TwoParens": f"({digit})"}.get(delimiter, f"{digit}.")


def _alignment(named: str) -> str:
    return {"AlignRight": "right", "AlignCenter": "center", "AlignLeft": "left"}.get(named, "auto")


def _break_word(written: str, limit: int) -> list[str]:
    """Return the whole text if it fits, else pieces between which a line may break."""
    if column_width(written) <= limit:
        return [written]
    return [written[start : start + _CHUNK] for start in range(0, len(written), _CHUNK)]


def _break_text(written: str, room: _LineRoom) -> list[Any]:
    made: list[Any] = []
    end = 0
    for match in _LONG_WORD.finditer(written):
        word = match[0]
        if not room.holds(word):
            made += [written[end : match.start()], {"i": "long", "c": _break_word(word, 0)}]
            end = match.end()
    return [piece for piece in [*made, written[end:]] if piece]


PRODUCER: Final = "Inkwright"
COUNTS_KEY: Final = "/InkwrightFacts"
_TITLE_WIDTH: Final = 400.0
_TITLE_SIZES: Final = {"plain": 22.0, "lesson_plan": 20.0, "worksheet": 19.0, "report": 30.0, "letter": 18.0}
_FEW_LINES: Final = 5
_FIELD_PADDING: Final = 26.0
_TEMPLATES: Final = Path(__file__).parent / "templates"


def write_pdf(document: PreparedDocument, options: BuildOptions) -> dict[str, bytes]:
    """Build the file. Its properties include the counts of its source, so that a check can compare them."""
    timestamp = int(options.made_at.timestamp())
    made = typeset(typst_files(document), timestamp=timestamp).content
    if _has_short_last_page(made):
        tight = typeset(typst_files(document, is_tight=True), timestamp=timestamp).content
        made = tight if _page_count(tight) < _page_count(made) else made
    return {".pdf": _with_properties(made, document.facts.model_dump_json())}


def _has_short_last_page(content: bytes) -> bool:
    """Whether the last of several pages has a few lines only, besides its header and its number."""
    pages = read_pdf_text(content).pages
    return len(pages) > 1 and len(pages[-1].split("\n")) <= _FEW_LINES


def _page_count(content: bytes) -> int:
    return len(read_pdf_text(content).pages)


def typst_files(document: PreparedDocument, *, is_tight: bool = False) -> dict[str, bytes]:
    """Return the input files of typst: our templates, the tree, and the pictures."""
    files = {name: (_TEMPLATES / name).read_bytes() for name in ("main.typ", "drawing.typ")}
    files["design.typ"] = (_TEMPLATES / f"{document.spec.kind}.typ").read_bytes()
    given = {**_template_input(document), "tight": is_tight}
    files["document.json"] = json.dumps(given, ensure_ascii=False).encode()
    return files | {name: picture.content for name, picture in document.pictures.items()}


def _template_input(document: PreparedDocument) -> Mapping[str, Any]:
    spec = document.spec
    return _title_block(spec) | {
        "toc": document.has_toc,
        "letter": _letter_lines(spec),
        "fields": [_field_row(row) for row in field_rows(header_fields(spec))],
        "blanks": [each._asdict() for each in blank_fields(spec)],
        "instructions": [breakable_text(line, LINE_WIDTH - 24, 10.5) for line in worksheet_instructions(spec)],
        "body": TypstTree(document.formulas, document.pictures).blocks(document.blocks),
    }


def _title_block(spec: DocumentSpec) -> dict[str, Any]:
    """Return the content before the text. Words wider than the line may break."""
    return {
        "properties": {
            "title": spec.title,
            "author": [spec.author] if spec.author else [],
            "keywords": spec.keywords,
            "description": spec.subtitle,
        },
        "running": running_title(spec),
        "title": breakable_text(spec.title, _TITLE_WIDTH, _TITLE_SIZES[spec.kind]),
        "subtitle": breakable_text(spec.subtitle, _TITLE_WIDTH, 15.0),
        "people": [breakable_text(each, _TITLE_WIDTH, 12.0) for each in (spec.author, spec.date) if each],
        "lang": "en" if spec.language == "en" else "zh",
        "region": {"en": "us", "zh": "cn", "zh-Hant": "tw"}[spec.language],
        "labels": {
            "kind": text(spec.speech, f"document.kind.{spec.kind}"),
            "contents": text(spec.speech, "document.contents"),
        },
    }


def _letter_lines(spec: DocumentSpec) -> dict[str, Any]:
    head = letter_head(spec)
    lines = {"sender": head.sender, "recipient": head.recipient}
    made: dict[str, Any] = {
        name: [breakable_text(line, _TITLE_WIDTH, _BODY_SIZE) for line in each] for name, each in lines.items()
    }
    return made | {"date": breakable_text(head.date, _TITLE_WIDTH, _BODY_SIZE)}


def _field_row(row: Sequence[HeaderField]) -> list[dict[str, Any]]:
    room = LINE_WIDTH * (0.33 if len(row) == 2 else 0.83) - _FIELD_PADDING
    return [
        {
            "label": breakable_text(each.label, LINE_WIDTH * 0.17 - _FIELD_PADDING, 10.0),
            "lines": [breakable_text(line, room, 10.0) for line in each.lines],
        }
        for each in row
    ]


def _with_properties(content: bytes, facts: str) -> bytes:
    import pikepdf  # noqa: PLC0415 - slow to import

    made = io.BytesIO()
    with pikepdf.open(io.BytesIO(content)) as pdf:
        pdf.docinfo["/Producer"] = PRODUCER
        pdf.docinfo[COUNTS_KEY] = facts
        pdf.save(made, deterministic_id=True)
    return made.getvalue()
