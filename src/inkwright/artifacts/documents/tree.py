"""The tree of a document as pandoc writes it: walking it, reading its words, and making pieces of it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

Node = dict[str, Any]
"""`t` names its type, `c` holds its content; an `attr` is `[id, [class…], [[key, value]…]]`."""

_SPACES: Final = frozenset({"Space", "SoftBreak", "LineBreak"})


def walk(tree: Any) -> Iterator[Node]:
    """Every node below and including this, in the order of reading."""
    waiting = [tree]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            if "t" in part:
                yield part
            waiting += reversed([part.get("c")] if "t" in part else [*part.values()])
        elif isinstance(part, list):
            waiting += reversed(part)


def depth(tree: Any, most: int) -> int:
    """How deep blocks stand in blocks; counting ends above `most`."""
    deepest, waiting = 0, [(tree, 0)]
    while waiting and deepest <= most:
        part, level = waiting.pop()
        if isinstance(part, dict):
            level += 1
            waiting += [(value, level) for value in part.values()]
            deepest = max(deepest, level)
        elif isinstance(part, list):
            waiting += [(each, level) for each in part]
    return deepest


def mapped(tree: Any, change: Callable[[Node], Any]) -> Any:
    """The tree with every node replaced, inner ones first. A list in place of a node is spliced in."""
    if isinstance(tree, list):
        made: list[Any] = []
        for part in tree:
            new = mapped(part, change)
            is_spliced = isinstance(part, dict) and isinstance(new, list)
            made.extend(new if is_spliced else [new])
        return made
    if not isinstance(tree, dict):
        return tree
    inner = {key: mapped(value, change) for key, value in tree.items()}
    return change(inner) if "t" in inner else inner


def words(tree: Any) -> str:
    """The text that a reader sees, on one line; notes, formulas and code included as they are written."""
    parts: list[str] = []
    for node in walk(tree):
        kind = node["t"]
        content: Any = node.get("c")
        if kind == "Str":
            parts.append(content)
        elif kind in _SPACES:
            parts.append(" ")
        elif kind in ("Code", "Math", "CodeBlock"):
            parts.append(content[1])
    return " ".join("".join(parts).split())


def attr(identifier: str = "", classes: Sequence[str] = (), **values: str) -> list[Any]:
    """The attributes of a node; `custom_style` is written `custom-style`."""
    return [identifier, [*classes], [[key.replace("_", "-"), value] for key, value in values.items()]]


def value_of(attributes: Sequence[Any], key: str, default: str = "") -> str:
    """One value of a node's attributes."""
    return next((str(value) for name, value in attributes[2] if name == key), default)


def inlines(written: str) -> list[Node]:
    """Plain text; nothing in it is markup."""
    made: list[Node] = []
    for word in written.split(" "):
        made += [{"t": "Space"}, {"t": "Str", "c": word}] if word else []
    return made[1:]


def para(content: Sequence[Node], style: str = "") -> Node:
    """A paragraph, in a style of the Word document where one is named."""
    paragraph: Node = {"t": "Para", "c": [*content]}
    return div([paragraph], custom_style=style) if style else paragraph


def div(content: Sequence[Node], classes: Sequence[str] = (), **values: str) -> Node:
    """Blocks that belong together."""
    return {"t": "Div", "c": [attr("", classes, **values), [*content]]}


def span(content: Sequence[Node], classes: Sequence[str] = (), **values: str) -> Node:
    """Inlines that belong together."""
    return {"t": "Span", "c": [attr("", classes, **values), [*content]]}


def cell(content: Sequence[Node], columns: int = 1) -> list[Any]:
    """A cell of a table."""
    return [attr(), {"t": "AlignDefault"}, 1, columns, [*content]]


def table(rows: Sequence[Sequence[list[Any]]], widths: Sequence[float], style: str) -> Node:
    """A table without a header row, with columns of these shares of the line."""
    columns = [[{"t": "AlignDefault"}, {"t": "ColWidth", "c": width}] for width in widths]
    body = [attr(), 0, [], [[attr(), [*row]] for row in rows]]
    return {"t": "Table", "c": [attr(custom_style=style), [None, []], columns, [attr(), []], [body], [attr(), []]]}
