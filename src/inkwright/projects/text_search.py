"""Search in all texts of a project, and replace with versions."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final, Unpack

from inkwright.errors import EditConflict, InvalidOption
from inkwright.i18n import Reason
from inkwright.projects.blocks import BlockChange
from inkwright.projects.workspace import ProjectWorkspace, Why

MAX_QUERY: Final = 1_000
_MAX_MATCHES: Final = 1_000
_EXCERPT: Final = 40


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """A place in the text of a block: its line from 1, and the words around it."""

    block_id: str
    path: str
    line: int
    excerpt: str


@dataclass(frozen=True, slots=True)
class ReplacedTexts:
    """The blocks that were changed, how many places, and the paths of blocks that were not, with the reasons."""

    changes: tuple[BlockChange, ...]
    places: int
    refused: tuple[tuple[str, str], ...]


async def search_texts(workspace: ProjectWorkspace, query: str, *, ignore_case: bool = False) -> list[FoundPlace]:
    """Return the places where the texts of a project have these words, in the order of the tree."""
    pattern = _pattern(query, ignore_case=ignore_case)
    tree, texts = await workspace.tree(), await workspace.texts()
    found: list[FoundPlace] = []
    for _, block in tree.walk():
        text = texts.get(block.id, "")
        for line, excerpt in _places(text, pattern, _MAX_MATCHES - len(found)):
            found.append(FoundPlace(block.id, tree.path(block), line, excerpt))
    return found


async def replace_texts(
    workspace: ProjectWorkspace,
    query: str,
    replacement: str,
    *,
    ignore_case: bool = False,
    only: Collection[str] = (),
    **why: Unpack[Why],
) -> ReplacedTexts:
    """Replace words in the texts of all blocks, or of some; each block gets a new version.

    A block that changes in the meantime, or whose structured content would not be valid, is left as it is and reported.
    """
    pattern = _pattern(query, ignore_case=ignore_case)
    tree, texts = await workspace.tree(), await workspace.texts()
    changes, refused, places = [], [], 0
    for _, block in tree.walk():
        if only and block.id not in only:
            continue
        text, count = pattern.subn(lambda _: replacement, texts.get(block.id, ""))
        if not count or text == texts[block.id]:
            continue
        try:
            change = await workspace.write(block.id, text, based_on=block.version, **why)
        except (EditConflict, InvalidOption) as problem:
            refused.append((tree.path(block), str(problem)))
            continue
        changes.append(change)
        places += count
    return ReplacedTexts(tuple(changes), places, tuple(refused))


def _pattern(query: str, *, ignore_case: bool) -> re.Pattern[str]:
    if not 1 <= len(query) <= MAX_QUERY:
        raise InvalidOption(option="query", value=query[:40], allowed=Reason("project.query", most=MAX_QUERY))
    return re.compile(re.escape(query), re.IGNORECASE if ignore_case else 0)


def _places(text: str, pattern: re.Pattern[str], most: int) -> Iterator[tuple[int, str]]:
    line = end = 0
    for count, match in enumerate(pattern.finditer(text)):
        if count >= most:
            return
        line += text.count("\n", end, match.start())
        end = match.start()
        excerpt = text[max(0, match.start() - _EXCERPT) : match.end() + _EXCERPT]
        yield line + 1, " ".join(excerpt.split())
