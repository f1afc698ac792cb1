"""Outlines in their three forms: a text, a list of lines, a tree. Lines are the form that loses nothing."""

import re
from collections.abc import Sequence
from typing import Any, Final

_NODE = re.compile(r"(?P<indent>(?:  )*)(?P<id>\S+) (?P<title>.+)")
MAX_DEPTH: Final = 20


def lines_of_text(text: str) -> list[str]:
    """The lines of a text; joining them with newlines gives the text back."""
    return text.replace("\r\n", "\n").split("\n")


def lines_of_levels(nodes: Sequence[dict[str, Any]]) -> list[str]:
    """`{level, title}` as Markdown headings."""
    return [f"{'#' * node['level']} {node['title']}" for node in nodes]


def lines_of_tree(nodes: Sequence[dict[str, Any]], depth: int = 0) -> list[str]:
    """`{id, title, children}` as indented lines, each with its id."""
    lines: list[str] = []
    for node in nodes:
        lines.append(f"{'  ' * depth}{node['id']} {node['title']}")
        lines += lines_of_tree(node["children"], depth + 1)
    return lines


def tree_of_lines(lines: Sequence[str]) -> list[dict[str, Any]] | None:
    """The tree that `lines_of_tree` wrote as these lines, or None if the lines are of another form."""
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
