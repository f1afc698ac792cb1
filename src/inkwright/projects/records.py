"""Projects and their blocks: the records, valid names and texts, and the tree of blocks."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from inkwright.errors import InvalidOption
from inkwright.i18n import Language, text


@dataclass(frozen=True, slots=True)
class Project:
    """A named collection of one owner."""

    id: str
    owner: str
    name: str
    created: datetime


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of content in a project's tree.

    The versions of its text are numbered from 1. `version` and `characters` describe the current text, which is read
    separately.
    """

    id: str
    project_id: str
    owner: str
    parent_id: str | None
    name: str
    position: int
    version: int
    characters: int
    created: datetime
    changed: datetime


@dataclass(frozen=True, slots=True)
class TextVersion:
    """One version of a block's text."""

    version: int
    characters: int
    written: datetime


MAX_NAME: Final = 80
MAX_CHARACTERS: Final = 2_000_000
MAX_BLOCKS: Final = 2_000
_INVISIBLE_CATEGORIES: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
_FORBIDDEN_CHARACTERS: Final = frozenset('/"')
"""A slash separates the names in a path; quotes enclose a name with spaces."""


def valid_name(written: str, language: Language = "en") -> str:
    """Return the name in its stored form: one line of visible characters. Raise InvalidOption with the naming rule."""
    name = unicodedata.normalize("NFC", written.strip(" "))
    is_visible = all(
        unicodedata.category(character) not in _INVISIBLE_CATEGORIES and character not in _FORBIDDEN_CHARACTERS
        for character in name
    )
    if not is_visible or not 1 <= len(name) <= MAX_NAME or not any(map(str.isalnum, name)):
        raise InvalidOption(option="name", value=written, allowed=text(language, "project.name_rule", most=MAX_NAME))
    return name


def name_key(name: str) -> str:
    """Return a key that ignores case and the encoding of accents; names with the same key are the same."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name.strip(" ")).casefold())


def valid_text(written: str, language: Language = "en") -> str:
    """Return the text without characters that cannot be stored. Raise InvalidOption if it is too long."""
    if len(written) > MAX_CHARACTERS:
        rule = text(language, "project.text_too_long", most=f"{MAX_CHARACTERS:,}")
        raise InvalidOption(option="text", value=f"{len(written):,}", allowed=rule)
    return written.replace("\0", "").encode(errors="replace").decode()


PATH_SEPARATOR = "/"


class BlockTree:
    """A tree of blocks, ordered by position."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._by_id = {block.id: block for block in blocks}
        self._children: dict[str | None, list[Block]] = defaultdict(list)
        for block in sorted(blocks, key=lambda block: (block.position, block.id)):
            self._children[block.parent_id].append(block)

    def __len__(self) -> int:
        return len(self._by_id)

    def walk(self) -> Iterator[tuple[int, Block]]:
        """Yield every block with its depth, parents before children."""
        yield from self._walk([(0, block) for block in self._children[None]])

    def under(self, block_id: str) -> list[Block]:
        """Return a block and all its descendants."""
        return [block for _, block in self._walk([(0, self._by_id[block_id])])]

    def path(self, block: Block) -> str:
        """Return the name of a block after the names of its ancestors."""
        names = [block.name]
        while block.parent_id is not None:
            block = self._by_id[block.parent_id]
            names.append(block.name)
        return PATH_SEPARATOR.join(reversed(names))

    def paths(self) -> list[str]:
        """Return the path of every block, in order."""
        return [self.path(block) for _, block in self.walk()]

    def at(self, path: str) -> Block | None:
        """Return the block with exactly this path."""
        keys = _path_keys(path)
        return next((block for _, block in self.walk() if _path_keys(self.path(block)) == keys), None)

    def meant(self, written: str) -> list[Block]:
        """Return the blocks that a path, or the end of one, may refer to. The caller reports none or several."""
        exact = self.at(written)
        if exact is not None:
            return [exact]
        keys = _path_keys(written)
        return [block for _, block in self.walk() if _path_keys(self.path(block))[-len(keys) :] == keys]

    def next_position(self, parent_id: str | None) -> int:
        """Return the position after all children of this parent."""
        return max((block.position for block in self._children[parent_id]), default=0) + 1

    def _walk(self, first: list[tuple[int, Block]]) -> Iterator[tuple[int, Block]]:
        waiting = first[::-1]
        while waiting:
            depth, block = waiting.pop()
            yield depth, block
            waiting += [(depth + 1, each) for each in reversed(self._children[block.id])]


def _path_keys(path: str) -> list[str]:
    return [name_key(name) for name in path.split(PATH_SEPARATOR)]
