"""The tree of a project's blocks: order, paths, names, and the statuses that parents have from their children."""

import difflib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from inkwright.ids import is_id_prefix
from inkwright.projects.blocks import BlockStatus, ContentBlock
from inkwright.projects.dependencies import DependencyGraph, groups_of
from inkwright.projects.records import name_key, plain_key

PATH_SEPARATOR: Final = "/"
ID_PREFIX: Final = "id:"
"""Before the id of a block, or its beginning, where a name is expected."""
_MAX_SUGGESTIONS: Final = 5


@dataclass(frozen=True, slots=True)
class BlockFound:
    """The only block that a name means."""

    block: ContentBlock


@dataclass(frozen=True, slots=True)
class BlockAmbiguous:
    """The paths of the blocks that a name may mean."""

    written: str
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BlockMissing:
    """No block has the name; `suggestions` are paths of blocks with similar names."""

    written: str
    suggestions: tuple[str, ...]


class BlockTree:
    """A tree of blocks, ordered by their index."""

    def __init__(self, blocks: Sequence[ContentBlock]) -> None:
        self._by_id = {block.id: block for block in blocks}
        children: dict[str | None, list[ContentBlock]] = defaultdict(list)
        for block in sorted(blocks, key=lambda block: (block.order_index, block.id)):
            children[block.parent_id].append(block)
        self._children: Mapping[str | None, list[ContentBlock]] = dict(children)
        self._in_order = tuple(self._walk([(0, block) for block in self.children(None)]))

    def __len__(self) -> int:
        return len(self._by_id)

    def walk(self) -> Iterator[tuple[int, ContentBlock]]:
        """Yield every block with its depth, parents before children."""
        yield from self._in_order

    def get(self, block_id: str) -> ContentBlock | None:
        """Return the block with this id."""
        return self._by_id.get(block_id)

    def children(self, block_id: str | None) -> tuple[ContentBlock, ...]:
        """Return the blocks directly below a block, or those at the top."""
        return tuple(self._children.get(block_id, ()))

    def under(self, block_id: str) -> list[ContentBlock]:
        """Return a block and all its descendants."""
        return [block for _, block in self._walk([(0, self._by_id[block_id])])]

    def ancestors(self, block: ContentBlock) -> list[ContentBlock]:
        """Return the blocks above a block, from the top, and then the block itself."""
        line = [block]
        while block.parent_id is not None:
            block = self._by_id[block.parent_id]
            line.append(block)
        return line[::-1]

    def path(self, block: ContentBlock) -> str:
        """Return the name of a block after the names of its ancestors."""
        return PATH_SEPARATOR.join(each.name for each in self.ancestors(block))

    def paths(self) -> list[str]:
        """Return the path of every block, in order."""
        return [self.path(block) for _, block in self.walk()]

    def at(self, path: str) -> ContentBlock | None:
        """Return the block with exactly this path."""
        exact = [block for block in self._ending_with(path) if len(self.ancestors(block)) == len(path_names(path))]
        return exact[0] if exact else None

    def meant(self, written: str) -> list[ContentBlock]:
        """Return the blocks that a path, or the end of one, may refer to. The caller reports none or several. Full
        width counts only if it makes a difference.
        """
        if written.startswith(ID_PREFIX):
            prefix = written.removeprefix(ID_PREFIX).strip()
            return [block for _, block in self.walk() if is_id_prefix(block.id, prefix)]
        exact = self.at(written)
        if exact is not None:
            return [exact]
        return self._ending_with(written) or self._ending(written, self._by_plain_name, plain_key)

    def find(self, written: str) -> BlockFound | BlockAmbiguous | BlockMissing:
        """Return the block that a path, the end of one, or `id:` means; or the paths that it may mean."""
        matching = self.meant(written)
        if len(matching) == 1:
            return BlockFound(matching[0])
        if matching:
            return BlockAmbiguous(written, tuple(self.path(block) for block in matching[:_MAX_SUGGESTIONS]))
        return BlockMissing(written, self.suggestions(written))

    def suggestions(self, written: str) -> tuple[str, ...]:
        """Return the paths of blocks whose names are similar to this, or contain it."""
        key = name_key(path_names(written)[-1])[:200]
        if not key:
            return ()
        containing = [name for name in self._by_name if key in name or name in key]
        similar = difflib.get_close_matches(key, self._by_name, _MAX_SUGGESTIONS, 0.6)
        names = list(dict.fromkeys([*containing, *similar]))
        return tuple(self.path(block) for name in names for block in self._by_name[name])[:_MAX_SUGGESTIONS]

    def status(self, block: ContentBlock) -> BlockStatus:
        """Return the status of a block; that of one with children follows theirs."""
        below = self._children.get(block.id)
        if not below:
            return block.status
        own = [] if block.block_type == "group" else [block.status]
        ends = [each.status for each in self.under(block.id)[1:] if not self._children.get(each.id)]
        return _joined_status({*own, *ends})

    def phase(self, block: ContentBlock) -> str:
        """Return the code of the phase of a block: its own, or that of the nearest ancestor that has one."""
        return next((each.phase for each in reversed(self.ancestors(block)) if each.phase), "")

    def graph(self) -> DependencyGraph:
        """Return what depends on what."""
        groups = {id_ for id_, block in self._by_id.items() if block.block_type == "group"}
        return DependencyGraph(
            groups_of({id_: block.parent_id for id_, block in self._by_id.items()}, groups),
            {id_: block.depends_on for id_, block in self._by_id.items() if block.depends_on},
        )

    def next_index(self, parent_id: str | None) -> int:
        """Return the index after all children of this parent."""
        return max((block.order_index for block in self.children(parent_id)), default=0) + 1

    def _ending_with(self, written: str) -> list[ContentBlock]:
        return self._ending(written, self._by_name, name_key)

    def _ending(
        self, written: str, by_name: Mapping[str, list[ContentBlock]], key: Callable[[str], str]
    ) -> list[ContentBlock]:
        keys = [key(name) for name in path_names(written)]
        ending = by_name.get(keys[-1], ())
        return [each for each in ending if [key(up.name) for up in self.ancestors(each)[-len(keys) :]] == keys]

    @cached_property
    def _by_name(self) -> Mapping[str, list[ContentBlock]]:
        return self._named_by(name_key)

    @cached_property
    def _by_plain_name(self) -> Mapping[str, list[ContentBlock]]:
        return self._named_by(plain_key)

    def _named_by(self, key: Callable[[str], str]) -> Mapping[str, list[ContentBlock]]:
        found: dict[str, list[ContentBlock]] = {}
        for _, block in self._in_order:
            found.setdefault(key(block.name), []).append(block)
        return found

    def _walk(self, first: list[tuple[int, ContentBlock]]) -> Iterator[tuple[int, ContentBlock]]:
        waiting = first[::-1]
        while waiting:
            depth, block = waiting.pop()
            yield depth, block
            if below := self._children.get(block.id):
                waiting += [(depth + 1, each) for each in reversed(below)]


def path_names(path: str) -> list[str]:
    """Return the names in a path."""
    return path.split(PATH_SEPARATOR)


def _joined_status(statuses: set[BlockStatus]) -> BlockStatus:
    if len(statuses) == 1:
        return next(iter(statuses))
    return "failed" if "failed" in statuses else "in_progress"
