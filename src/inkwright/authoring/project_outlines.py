"""The outline of a project as lines that a person can edit, and back: a part a line, indented below its parent.

A line `- Name` is a part. Below it, `> …` is the task for writing it, and `< A, B` are the parts that it depends on.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from inkwright.authoring.block_writer import OutlineNode, ProjectOutline

MAX_PARTS: Final = 200
_INDENT: Final = "  "
_PART: Final = re.compile(r"([ \t]*)(?:[-*+]|\d{1,3}[.)])[ \t]+(\S.*)")
_NAMES: Final = re.compile(r"[,，、;；]")
_MAX_LINE: Final = 4_000


@dataclass(frozen=True, slots=True)
class ProjectPart:
    """A part: how deep it is, its name, the task for writing it, and the names of the parts that it depends on."""

    depth: int
    name: str
    prompt: str = ""
    depends_on: tuple[str, ...] = ()


def outline_lines(outline: ProjectOutline) -> tuple[str, ...]:
    """Return the outline as lines."""
    return tuple(_node_lines(outline.nodes, 0))


def _node_lines(nodes: Sequence[OutlineNode], depth: int) -> Iterator[str]:
    for node in nodes:
        yield f"{_INDENT * depth}- {_one_line(node.name)}"
        if task := _one_line(f"{node.description} {node.ai_prompt}"):
            yield f"{_INDENT * (depth + 1)}> {task}"
        if node.depends_on:
            yield f"{_INDENT * (depth + 1)}< {', '.join(map(_one_line, node.depends_on))}"
        yield from _node_lines(node.children, depth + 1)


def parse_outline_lines(lines: Sequence[str]) -> list[ProjectPart]:
    """Return the parts, in order. Indentation of any width counts; a line that is none of the three is left out."""
    parts: list[ProjectPart] = []
    widths: list[int] = []
    for line in (each[:_MAX_LINE].expandtabs(4) for each in lines):
        if part := _PART.fullmatch(line):
            width = len(part[1])
            while widths and widths[-1] >= width:
                widths.pop()
            widths.append(width)
            parts.append(ProjectPart(len(widths) - 1, part[2].strip()))
        elif parts and (marked := line.strip())[:1] in ("<", ">"):
            parts[-1] = _with_line(parts[-1], marked[0], marked[1:].strip())
    return parts[:MAX_PARTS]


def _with_line(part: ProjectPart, mark: str, words: str) -> ProjectPart:
    if mark == ">":
        return replace(part, prompt=f"{part.prompt} {words}".strip())
    names = tuple(name for each in _NAMES.split(words) if (name := each.strip()))
    return replace(part, depends_on=(*part.depends_on, *names))


def _one_line(words: str) -> str:
    return " ".join(words.split())
