"""The tree that our typst templates draw: plain values, in which text is text and never code."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from inkwright.artifacts.documents.measures import LINE_POINTS, PADDING, POINTS, table_size, width
from inkwright.artifacts.documents.pictures import Picture
from inkwright.artifacts.documents.tree import Node, value_of, words
from inkwright.artifacts.wording import columns

_BODY: Final = 11.0
_INDENT: Final = 26.0
_CODE_SIZE: Final = 9.0
_DRESS: Final = {
    "Emph": "em", "Strong": "strong", "Subscript": "sub", "Superscript": "sup", "Strikeout": "strike",
    "Underline": "under", "SmallCaps": "caps",
}  # fmt: skip
_QUOTES: Final = {"DoubleQuote": "“”", "SingleQuote": "‘’"}
_LONG = re.compile("[^\\s\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\ufe30-\uffef]{2,}")
_CHUNK: Final = 3
_TASKS: Final = ("☐", "☒")


@dataclass(frozen=True, slots=True)
class _Room:
    """How wide the line is here, in points, and the size of its type.

    The columns of a table were made for their words; other text may be set in a wider face than is measured here.
    """

    width: float = LINE_POINTS
    size: float = _BODY
    is_column: bool = False

    def holds(self, word: str) -> bool:
        """Whether the word fits a line."""
        # Measuring is slow, and no character is wider than the type is high by more than a little.
        if 1.4 * len(word) * self.size <= self.width:
            return True
        asked = width(word, self.size)
        return asked <= self.width + 0.5 if self.is_column else 1.15 * asked <= self.width

    def inside(self, indent: float = _INDENT) -> "_Room":
        return _Room(max(self.width - indent, 30.0), self.size, self.is_column)


@dataclass(frozen=True, slots=True)
class TypstTree:
    """Translates a tree, given what its formulas and pictures are."""

    formulas: Mapping[str, str]
    pictures: Mapping[str, Picture]

    def blocks(self, nodes: Sequence[Node], room: _Room = _Room()) -> list[dict[str, Any]]:  # noqa: B008 - it is frozen
        """The blocks, in order."""
        made: list[dict[str, Any]] = []
        for node in nodes:
            if node["t"] in ("Para", "Plain"):
                made += self._paragraph(node, room)
            else:
                made.append(getattr(self, f"_{node['t'].lower()}")(node.get("c"), room))
        return made

    def _paragraph(self, node: Node, room: _Room) -> list[dict[str, Any]]:
        """A formula on lines of its own parts the paragraph; what follows it is no new one, and is not indented."""
        kind = "p" if node["t"] == "Para" else "plain"
        made: list[dict[str, Any]] = []
        text: list[Any] = []
        for piece in [*self.inlines(node["c"], room), None]:
            is_formula = isinstance(piece, dict) and piece["i"] == "math" and piece["block"]
            if piece is not None and not is_formula:
                text.append(piece)
                continue
            if any(not isinstance(each, str) or each.strip() for each in text):
                made.append({"b": kind, "c": _trimmed(text), "goes_on": bool(made)})
            text = []
            if isinstance(piece, dict):
                made.append({"b": "formula", "s": piece["s"]})
        return made

    def _header(self, content: Any, room: _Room) -> dict[str, Any]:
        level, attributes, title = content
        larger = _Room(room.width, 18.0)
        return {"b": "h", "level": level, "id": attributes[0], "c": self.inlines(title, larger)}

    def _codeblock(self, content: Any, room: _Room) -> dict[str, Any]:
        attributes, code = content
        most = int((room.width - 22) / (0.6 * _CODE_SIZE))
        lines = [_chunks(line, most) for line in code.expandtabs(4).split("\n")]
        return {"b": "code", "lang": next(iter(attributes[1]), ""), "lines": lines}

    def _blockquote(self, content: Any, room: _Room) -> dict[str, Any]:
        return {"b": "quote", "c": self.blocks(content, room.inside())}

    def _bulletlist(self, content: Any, room: _Room) -> dict[str, Any]:
        items = [self.blocks(item, room.inside()) for item in content]
        return {"b": "ul", "items": items, "tasks": all(words(item).startswith(_TASKS) for item in content)}

    def _orderedlist(self, content: Any, room: _Room) -> dict[str, Any]:
        (start, style, delimiter), items = content
        made = [self.blocks(item, room.inside()) for item in items]
        return {"b": "ol", "items": made, "start": start, "numbering": _numbering(style["t"], delimiter["t"])}

    def _definitionlist(self, content: Any, room: _Room) -> dict[str, Any]:
        items = [
            [self.inlines(term, room), [self.blocks(told, room.inside()) for told in all_told]]
            for term, all_told in content
        ]
        return {"b": "dl", "items": items}

    def _figure(self, content: Any, room: _Room) -> dict[str, Any]:
        _, (_, caption), inside = content
        told = [piece for block in caption for piece in block["c"]]
        return {"b": "figure", "caption": self.inlines(told, room), "c": self.blocks(inside, room)}

    def _div(self, content: Any, room: _Room) -> dict[str, Any]:
        attributes, inside = content
        if "rule" in attributes[1]:
            return {"b": "rule"}
        if "newpage" in attributes[1]:
            return {"b": "newpage"}
        if "whole" in attributes[1]:
            return {"b": "whole", "c": self.blocks(inside, room)}
        box = value_of(attributes, "box")
        return {"b": "box", "cm": int(box)} if box else {"b": "lines", "n": int(value_of(attributes, "lines"))}

    def _table(self, content: Any, _room: _Room) -> dict[str, Any]:
        _, (_, caption), sides, head, bodies, foot = content
        shares = [share["c"] for _, share in sides]
        size = table_size(len(sides))
        rooms = [_Room(share * LINE_POINTS - PADDING, size, is_column=True) for share in shares]
        rows = [row for body in bodies for row in (*body[2], *body[3])]
        told = [piece for block in caption for piece in block["c"]]
        return {
            "b": "table", "size": size, "caption": self.inlines(told, _Room()), "shares": shares,
            "sides": [_side(side["t"]) for side, _ in sides],
            "head": [self._row(row, rooms) for row in head[1]],
            "rows": [self._row(row, rooms) for row in (*rows, *foot[1])],
        }  # fmt: skip

    def _row(self, row: Any, rooms: Sequence[_Room]) -> list[dict[str, Any]]:
        # A cell in a row with cells that span others may be wider than this; then words break earlier than they must.
        narrow = min(rooms, key=lambda room: room.width)
        is_regular = all(across == 1 for _, _, _, across, _ in row[1]) and len(row[1]) == len(rooms)
        return [
            {
                "across": across,
                "down": down,
                "side": _side(side["t"]),
                "c": self.blocks(content, rooms[number] if is_regular else narrow),
            }
            for number, (_, side, down, across, content) in enumerate(row[1])
        ]

    def inlines(self, nodes: Sequence[Node], room: _Room = _Room()) -> list[Any]:  # noqa: B008 - it is frozen
        """The inlines: texts as strings, the rest as objects; words that are wider than the line may break."""
        made: list[Any] = []
        for node in nodes:
            for piece in self._inline(node, room):
                if isinstance(piece, str) and made and isinstance(made[-1], str):
                    made[-1] += piece
                else:
                    made.append(piece)
        return [part for piece in made for part in (_broken(piece, room) if isinstance(piece, str) else [piece])]

    def _inline(self, node: Node, room: _Room) -> list[Any]:
        kind = node["t"]
        content: Any = node.get("c")
        if kind == "Str":
            return [content]
        if kind in ("Space", "SoftBreak"):
            return [" "]
        if kind in _DRESS:
            return [{"i": _DRESS[kind], "c": self.inlines(content, room)}]
        if kind == "Quoted":
            marks = _QUOTES[content[0]["t"]]
            return [marks[0], *self.inlines(content[1], room), marks[1]]
        return [self._special(kind, content, room)]

    def _special(self, kind: str, content: Any, room: _Room) -> dict[str, Any]:
        match kind:
            case "LineBreak":
                return {"i": "br"}
            case "Code":
                return {"i": "code", "c": _chunks(content[1], max(int(room.width / (0.62 * room.size)) - 1, 4))}
            case "Math":
                return {"i": "math", "block": content[0]["t"] == "DisplayMath", "s": self.formulas[content[1]]}
            case "Image":
                return self._image(content, room)
            case "Note":
                return {"i": "note", "c": self.blocks(content, _Room(LINE_POINTS - 12, 8.5))}
            case "Link":
                _, inside, (target, _) = content
                return {"i": "link", "to": target, "c": self.inlines(inside, room)}
            case _:  # a span: where something points to
                return {"i": "mark", "id": content[0][0], "c": self.inlines(content[1], room)}

    def _image(self, content: Any, room: _Room) -> dict[str, Any]:
        picture = self.pictures[content[2][0]]
        width_here = min(picture.width, room.width / POINTS)
        return {"i": "image", "file": picture.name, "cm": round(width_here, 2), "alt": words(content[1])}


def _trimmed(text: list[Any]) -> list[Any]:
    """Without the space that stood between the text and a formula."""
    if isinstance(text[0], str):
        text[0] = text[0].lstrip(" ")
    if isinstance(text[-1], str):
        text[-1] = text[-1].rstrip(" ")
    return text


def pieces(written: str, room: float, size: float) -> list[Any]:
    """Plain text for a line so wide, set in type so large, both in points."""
    return _broken(written, _Room(room, size))


def _numbering(style: str, delimiter: str) -> str:
    digit = {"LowerAlpha": "a", "UpperAlpha": "A", "LowerRoman": "i", "UpperRoman": "I"}.get(style, "1")
    return {"OneParen": f"{digit})", "TwoParens": f"({digit})"}.get(delimiter, f"{digit}.")


def _side(named: str) -> str:
    return {"AlignRight": "right", "AlignCenter": "center", "AlignLeft": "left"}.get(named, "auto")


def _chunks(written: str, most: int) -> list[str]:
    """The text whole where it fits, else in pieces between which a line may break."""
    if columns(written) <= most:
        return [written]
    return [written[start : start + _CHUNK] for start in range(0, len(written), _CHUNK)]


def _broken(written: str, room: _Room) -> list[Any]:
    made: list[Any] = []
    end = 0
    for match in _LONG.finditer(written):
        word = match[0]
        if not room.holds(word):
            made += [written[end : match.start()], {"i": "long", "c": _chunks(word, 0)}]
            end = match.end()
    return [piece for piece in [*made, written[end:]] if piece]
