"""Convert outlines between text, lines, headings with levels, and trees, without loss."""

import re
from collections.abc import Sequence
from typing import Any, Final

_NODE = re.compile(r"(?P<indent>(?:  )*)(?P<id>\S+) (?P<title>.+)")
MAX_DEPTH: Final = 20
_HEADING = re.compile(rf"(?P<marks>#{{1,{MAX_DEPTH}}}) (?P<title>.*)")


def lines_from_text(text: str) -> list[str]:
    """Split a text into lines; joining them with newlines restores it."""
    return text.replace("\r\n", "\n").split("\n")


def lines_from_levels(nodes: Sequence[dict[str, Any]]) -> list[str]:
    """Return nodes of `{level, title}` as Markdown headings."""
    return [f"{'#' * node['level']} {node['title']}" for node in nodes]


def levels_from_lines(lines: Sequence[str]) -> list[dict[str, Any]] | None:
    """Return the nodes for lines from `lines_from_levels`, or None for lines in another format."""
    headings = [_HEADING.fullmatch(line) for line in lines]
    found = [{"level": len(match["marks"]), "title": match["title"]} for match in headings if match]
    return found if len(found) == len(headings) else None


def lines_from_tree(nodes: Sequence[dict[str, Any]], depth: int = 0) -> list[str]:
    """Return nodes of `{id, title, children}` as indented lines, each with its id."""
    lines: list[str] = []
    for node in nodes:
        lines.append(f"{'  ' * depth}{node['id']} {node['title']}")
        lines += lines_from_tree(node["children"], depth + 1)
    return lines


def tree_from_lines(lines: Sequence[str]) -> list[dict[str, Any]] | None:
    """Return the tree for lines from `lines_from_tree`, or None for lines in another format."""
    roots: list[dict[str, Any]] = []
    levels: list[list[dict[str, Any]]] = [roots]
    for line in lines:
        match = _NODE.fullmatch(line)
        depth = len(match["indent"]) // 2 if match else 0
        if match is None or depth >= len(levels):
            return None
        node: dict[str, Any] = {"id": match["id"], "title": match["title"], "children": []}
        levels[depth].append(node)
        levels[depth + 1 :] = [node["children"]]
    return roots


def lines_from_outline(outline: Any) -> list[str] | None:
    """Convert an outline, given as a text, levels or a tree, to lines; None if that would lose something.

    Levels and trees must be restorable from their lines. `children` may be missing.
    """
    if isinstance(outline, str):
        return lines_from_text(outline)
    if not isinstance(outline, list):
        return None
    if all(_is_heading(node) for node in outline):
        lines = lines_from_levels(outline)
        return lines if levels_from_lines(lines) == outline else None
    tree = _normalised_tree(outline, 0)
    if tree is None:
        return None
    lines = lines_from_tree(tree)
    return lines if tree_from_lines(lines) == tree else None


def _is_heading(node: Any) -> bool:
    return (
        isinstance(node, dict)
        and node.keys() == {"level", "title"}
        and type(node["level"]) is int
        and 1 <= node["level"] <= MAX_DEPTH
        and isinstance(node["title"], str)
    )


def _normalised_tree(nodes: Any, depth: int) -> list[dict[str, Any]] | None:
    """Return the tree with `children` in every node, or None if it is not a tree."""
    if not isinstance(nodes, list) or depth > MAX_DEPTH:
        return None
    normalised = []
    for node in nodes:
        if not isinstance(node, dict) or not {"id", "title"} <= node.keys() <= {"id", "title", "children"}:
            return None
        children = _normalised_tree(node.get("children", []), depth + 1)
        if children is None or not isinstance(node["id"], str) or not isinstance(node["title"], str):
            return None
        normalised.append({"id": node["id"], "title": node["title"], "children": children})
    return normalised
