"""Runs pandoc in a sandbox, and reads and builds the document tree that it exchanges as JSON."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from inkwright.artifacts.programs import run_program, typesetting_problem
from inkwright.artifacts.temporary_files import process_folder
from inkwright.artifacts.workers import MEGABYTE, WorkLimits
from inkwright.errors import LimitExceeded, TypesettingFailed
from inkwright.i18n import Reason, system_reason

PANDOC_SECONDS: Final = 20.0
_MEMORY: Final = 512
_NURSERY: Final = "-A64M"
"""Memory for short-lived objects: with less, a quarter of the time is spent on garbage collection."""


class PandocOutput(NamedTuple):
    """What pandoc wrote, and its warnings, line by line."""

    content: bytes
    warnings: tuple[str, ...]


def pandoc_path() -> Path | None:
    """Return the program that comes with pypandoc_binary, or None if that is not installed."""
    spec = find_spec("pypandoc")
    if spec is None or not spec.submodule_search_locations:
        return None
    path = Path(spec.submodule_search_locations[0]) / "files" / "pandoc"
    return path if path.is_file() else None


def convert(content: bytes, arguments: Sequence[str], *, seconds: float = PANDOC_SECONDS) -> PandocOutput:
    """Convert the content with pandoc.

    The sandbox reads only the files that the arguments name, and nothing from the network.
    """
    path = pandoc_path()
    if path is None:
        raise ModuleNotFoundError("pypandoc_binary is not installed", name="pypandoc_binary")
    command = [str(path), "--sandbox", *arguments, "-o", "-", "+RTS", f"-M{_MEMORY}M", _NURSERY, "-RTS"]
    with tempfile.TemporaryDirectory(dir=process_folder()) as home:
        # Defaults and templates of the user would change the result.
        environment = {"HOME": home, "XDG_DATA_HOME": home, "LANG": "C.UTF-8", "PATH": ""}
        limits = WorkLimits("pandoc", seconds, 2 * _MEMORY * MEGABYTE)
        try:
            ran = run_program(command, limits, folder=Path(home), environment=environment, content=content)
        except LimitExceeded as problem:
            raise typesetting_problem("pandoc", problem, seconds) from problem
        except OSError as problem:
            raise TypesettingFailed(program="pandoc", problem=system_reason(problem)) from problem
    if ran.code != 0:
        raise TypesettingFailed(program="pandoc", problem=ran.messages[-300:] or _exit_reason(ran.code))
    return PandocOutput(ran.content, tuple(ran.messages.splitlines()))


def _exit_reason(code: int) -> Reason:
    return Reason("reason.pandoc.exit_code", code=code)


Node = dict[str, Any]
"""`t` names its type, `c` holds its content; an `attr` is `[id, [class…], [[key, value]…]]`."""

_SPACES: Final = frozenset({"Space", "SoftBreak", "LineBreak"})


def walk(tree: Any) -> Iterator[Node]:
    """Yield this node and every node inside it, in reading order."""
    waiting = [tree]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            if "t" in part:
                yield part
            waiting += reversed([part.get("c")] if "t" in part else [*part.values()])
        elif isinstance(part, list):
            waiting += reversed(part)


def depth(tree: Any, limit: int) -> int:
    """Return how deep blocks are nested. Counting stops above `limit`."""
    deepest, waiting = 0, [(tree, 0)]
    while waiting and deepest <= limit:
        part, level = waiting.pop()
        if isinstance(part, dict):
            level += 1
            waiting += [(value, level) for value in part.values()]
            deepest = max(deepest, level)
        elif isinstance(part, list):
            waiting += [(each, level) for each in part]
    return deepest


def map_nodes(tree: Any, change: Callable[[Node], Any]) -> Any:
    """Replace every node, inner ones first. Where `change` returns a list, its items take the place of the node."""
    if isinstance(tree, list):
        made: list[Any] = []
        for part in tree:
            new = map_nodes(part, change)
            is_spliced = isinstance(part, dict) and isinstance(new, list)
            made.extend(new if is_spliced else [new])
        return made
    if not isinstance(tree, dict):
        return tree
    inner = {key: map_nodes(value, change) for key, value in tree.items()}
    return change(inner) if "t" in inner else inner


def node_text(tree: Any) -> str:
    """Return the visible text on one line, with the source of notes, formulas and code."""
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


def node_attributes(identifier: str = "", classes: Sequence[str] = (), **values: str) -> list[Any]:
    """Build the attributes of a node; `custom_style` becomes `custom-style`."""
    return [identifier, [*classes], [[key.replace("_", "-"), value] for key, value in values.items()]]


def attribute_value(attributes: Sequence[Any], key: str, default: str = "") -> str:
    """Return one value of the attributes of a node."""
    return next((str(value) for name, value in attributes[2] if name == key), default)


def text_inlines(written: str) -> list[Node]:
    """Build the nodes of plain text, without markup."""
    made: list[Node] = []
    for word in written.split(" "):
        made += [{"t": "Space"}, {"t": "Str", "c": word}] if word else []
    return made[1:]


def paragraph_node(content: Sequence[Node], style: str = "") -> Node:
    """Build a paragraph, with a style of the Word document if one is given."""
    paragraph: Node = {"t": "Para", "c": [*content]}
    return div([paragraph], custom_style=style) if style else paragraph


def div(content: Sequence[Node], classes: Sequence[str] = (), **values: str) -> Node:
    """Build a group of blocks."""
    return {"t": "Div", "c": [node_attributes("", classes, **values), [*content]]}


def span(content: Sequence[Node], classes: Sequence[str] = (), **values: str) -> Node:
    """Build a group of inlines."""
    return {"t": "Span", "c": [node_attributes("", classes, **values), [*content]]}


def cell(content: Sequence[Node], columns: int = 1) -> list[Any]:
    """Build a table cell."""
    return [node_attributes(), {"t": "AlignDefault"}, 1, columns, [*content]]


def table(rows: Sequence[Sequence[list[Any]]], widths: Sequence[float], style: str) -> Node:
    """Build a table without a header row. The widths are shares of the line."""
    columns = [[{"t": "AlignDefault"}, {"t": "ColWidth", "c": width}] for width in widths]
    body = [node_attributes(), 0, [], [[node_attributes(), [*row]] for row in rows]]
    return {
        "t": "Table",
        "c": [
            node_attributes(custom_style=style),
            [None, []],
            columns,
            [node_attributes(), []],
            [body],
            [node_attributes(), []],
        ],
    }
