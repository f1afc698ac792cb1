"""Mentions in a message: `@name` of a block, found in one place for the terminal and the page.

Names may have spaces, and Chinese needs no spaces around them: `参考@第一章修改@结尾`. The longest name counts. A name
in quotes is exact, `@block:` means a block only, and a path such as `@./notes.md` a file only. Full-width characters,
the `@` and the spaces included, are the same as others unless two names differ in nothing else.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from inkwright.projects.blocks import ContentBlock
from inkwright.projects.records import name_key
from inkwright.projects.tree import BlockTree

BLOCK_PREFIX: Final = "block:"
"""The prefix of a block path where a file is possible too."""
_MAX_MENTIONS: Final = 100
_MAX_KEY: Final = 400
_MAX_CANDIDATES: Final = 8
_MAX_ACCENTS: Final = 20
"""How much longer than a name it may be written, with more spaces or its accents apart."""
_AT: Final = re.compile(r"(?<![A-Za-z0-9._%+@-])@(?=\S)|＠(?=\S)")
_PREFIX: Final = re.compile(r"block[:：]")
_QUOTED: Final = re.compile(
    r"""["“”]([^"“”\n]+)["“”]|['‘’]([^'‘’\n]+)['‘’]|「([^「」\n]+)」|『([^『』\n]+)』|《([^《》\n]+)》"""
)
_WORD: Final = re.compile(r"[^\s\"，。；：！？（）、“”「」『』《》@＠]+")
_FILE_PATH: Final = re.compile(r"\.{0,2}/|~|[A-Za-z]:\\")
_TRAILING: Final = ".,;:!?)"
_EXTENSION: Final = re.compile(r"\.[A-Za-z0-9]")


@dataclass(frozen=True, slots=True)
class BlockMention:
    """A block that a message mentions, and where: from the `@` to the end of the name."""

    block: ContentBlock
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class UnclearMention:
    """A mention that may mean several things, or nothing; `candidates` can be written after the `@` instead."""

    written: str
    start: int
    end: int
    reason: Literal["ambiguous", "unknown"]
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mentions:
    """What a message mentions. Files are left to the one who can read them."""

    blocks: tuple[BlockMention, ...] = ()
    unclear: tuple[UnclearMention, ...] = ()


def resolve_mentions(message: str, tree: BlockTree, is_file: Callable[[str], bool]) -> Mentions:
    """Return the blocks that a message mentions, and what must be asked. `is_file` says whether a name is a file's."""
    names = _Names(tree)
    blocks: list[BlockMention] = []
    unclear: list[UnclearMention] = []
    for start in _starts(message):
        found = _resolve(message, start, names, is_file)
        if isinstance(found, BlockMention):
            blocks.append(found)
        elif found is not None:
            unclear.append(found)
    return Mentions(tuple(blocks), tuple(unclear))


def has_mentions(message: str) -> bool:
    """Whether anything in a message may be a mention, so that the blocks must be loaded."""
    return _AT.search(message) is not None


def _starts(message: str) -> Iterator[int]:
    for count, match in enumerate(_AT.finditer(message)):
        if count == _MAX_MENTIONS:
            return
        yield match.start()


class _Names:
    """The blocks of a tree by the keys of their names and paths."""

    def __init__(self, tree: BlockTree) -> None:
        self.tree = tree
        self._by_key: dict[str, list[ContentBlock]] = defaultdict(list)
        for _, block in tree.walk():
            self._by_key[name_key(block.name)].append(block)
            if block.parent_id is not None:
                self._by_key[name_key(tree.path(block))].append(block)
        self._longest = min(max(map(len, self._by_key), default=0) + _MAX_ACCENTS, _MAX_KEY)

    def longest(self, rest: str) -> tuple[int, list[ContentBlock]]:
        """Return the length of the longest name at the beginning of a text, and the blocks that it may mean."""
        for length in range(min(len(rest), self._longest), 0, -1):
            if _ends_name(rest, length) and (found := self.named(rest[:length])):
                return length, found
        return 0, []

    def named(self, written: str) -> list[ContentBlock]:
        """Return the blocks that a whole name or path may mean; one at exactly this path wins."""
        found = self._by_key.get(name_key(written)) or self.tree.meant(written)
        exact = self.tree.at(written)
        return [exact] if exact is not None else found


def _ends_name(rest: str, length: int) -> bool:
    """Whether a name may end here: not within a Latin word or a number, and not before an extension or a blank."""
    last, after = rest[length - 1], rest[length : length + 1]
    if last.isspace() or unicodedata.combining(after or " ") or _EXTENSION.match(rest, length):
        return False
    return not (_is_latin(last) and _is_latin(after))


def _is_latin(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character == "_")


def _resolve(
    message: str, start: int, names: _Names, is_file: Callable[[str], bool]
) -> BlockMention | UnclearMention | None:
    """Return the block of the mention at `start`, or what is unclear about it; None if it is a file's."""
    quoted = _QUOTED.match(message, start + 1)
    end = start + 1 + _MAX_KEY + len(BLOCK_PREFIX)
    rest = message[start + 1 : end].partition("\n")[0]
    if quoted and not names.longest(rest)[0]:
        rest = next(filter(None, quoted.groups()))
    else:
        quoted = None
    prefix = _PREFIX.match(rest)
    wanted = rest[prefix.end() :] if prefix else rest
    word = wanted if quoted else _word(wanted)
    if not prefix and (_FILE_PATH.match(rest) or not word):
        return None
    length, found = (len(wanted), names.named(wanted)) if quoted else names.longest(wanted)
    if not prefix and is_file(word):
        if not found or len(word) > length:
            return None
        return _unclear(names, word, (start, _end(quoted, start, word)), found, f"./{word}")
    written = wanted[:length] if found else word
    span = (start, _end(quoted, start, (prefix[0] if prefix else "") + written))
    if len(found) == 1:
        return BlockMention(found[0], *span)
    if not found and not prefix and _EXTENSION.search(word):
        return None
    return _unclear(names, written, span, found)


def _end(quoted: re.Match[str] | None, start: int, written: str) -> int:
    return quoted.end() if quoted else start + 1 + len(written)


def _word(rest: str) -> str:
    match = _WORD.match(rest)
    return match[0].rstrip(_TRAILING) if match else ""


def _unclear(
    names: _Names, written: str, span: tuple[int, int], found: list[ContentBlock], *others: str
) -> UnclearMention:
    paths = [names.tree.path(each) for each in found] or list(names.tree.suggestions(written))
    candidates = (*(BLOCK_PREFIX + path for path in paths[:_MAX_CANDIDATES]), *others)
    return UnclearMention(written, *span, "ambiguous" if found else "unknown", candidates)
