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
    """A named place of one owner."""

    id: str
    owner: str
    name: str
    created: datetime


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of content in a project's tree. Its texts are numbered from 1 on: `version` and `characters` are those
    of the text that it has now, which is read apart from it.
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
    """A text that a block has or had."""

    version: int
    characters: int
    written: datetime


MAX_NAME: Final = 80
MAX_CHARACTERS: Final = 2_000_000
MAX_BLOCKS: Final = 2_000
_INVISIBLE_CATEGORIES: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
_FORBIDDEN_CHARACTERS: Final = frozenset('/"')
"""A slash stands between a block and what is above it; quotes stand around a name with spaces."""


def valid_name(written: str, language: Language = "en") -> str:
    """The name as it is kept: one line that people can see and type. InvalidOption says what a name may be."""
    name = unicodedata.normalize("NFC", written.strip(" "))
    is_seen = all(
        unicodedata.category(letter) not in _INVISIBLE_CATEGORIES and letter not in _FORBIDDEN_CHARACTERS
        for letter in name
    )
    if not is_seen or not 1 <= len(name) <= MAX_NAME or not any(map(str.isalnum, name)):
        raise InvalidOption(option="name", value=written, allowed=text(language, "project.name_rule", most=MAX_NAME))
    return name


def name_key(name: str) -> str:
    """Names with the same key are the same: capital letters do not matter, nor how accents are written."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name.strip(" ")).casefold())


def valid_text(written: str, language: Language = "en") -> str:
    """The text as it can be kept anywhere; one that is too long is refused."""
    if len(written) > MAX_CHARACTERS:
        told = text(language, "project.text_too_long", most=f"{MAX_CHARACTERS:,}")
        raise InvalidOption(option="text", value=f"{len(written):,}", allowed=told)
    return written.replace("\0", "").encode(errors="replace").decode()


PATH_SEPARATOR = "/"


class BlockTree:
    """Blocks that stand below each other, in the order of their positions."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._known = {block.id: block for block in blocks}
        self._below: dict[str | None, list[Block]] = defaultdict(list)
        for block in sorted(blocks, key=lambda block: (block.position, block.id)):
            self._below[block.parent_id].append(block)

    def __len__(self) -> int:
        return len(self._known)

    def walk(self) -> Iterator[tuple[int, Block]]:
        """Every block with its depth, each before what stands below it."""
        yield from self._walk([(0, block) for block in self._below[None]])

    def under(self, block_id: str) -> list[Block]:
        """A block and everything below it."""
        return [block for _, block in self._walk([(0, self._known[block_id])])]

    def path(self, block: Block) -> str:
        """Its name behind the names of those above it."""
        names = [block.name]
        while block.parent_id is not None:
            block = self._known[block.parent_id]
            names.append(block.name)
        return PATH_SEPARATOR.join(reversed(names))

    def paths(self) -> list[str]:
        """The path of every block, in order."""
        return [self.path(block) for _, block in self.walk()]

    def at(self, path: str) -> Block | None:
        """The block with exactly this path."""
        wanted = _path_keys(path)
        return next((block for _, block in self.walk() if _path_keys(self.path(block)) == wanted), None)

    def meant(self, written: str) -> list[Block]:
        """Those that a person may mean by a path, or by the end of one. None, or several, are for the door to tell."""
        exact = self.at(written)
        if exact is not None:
            return [exact]
        wanted = _path_keys(written)
        return [block for _, block in self.walk() if _path_keys(self.path(block))[-len(wanted) :] == wanted]

    def next_position(self, parent_id: str | None) -> int:
        """The place behind all that stand below this parent."""
        return max((block.position for block in self._below[parent_id]), default=0) + 1

    def _walk(self, first: list[tuple[int, Block]]) -> Iterator[tuple[int, Block]]:
        waiting = first[::-1]
        while waiting:
            depth, block = waiting.pop()
            yield depth, block
            waiting += [(depth + 1, each) for each in reversed(self._below[block.id])]


def _path_keys(path: str) -> list[str]:
    return [name_key(name) for name in path.split(PATH_SEPARATOR)]
