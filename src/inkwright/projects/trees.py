"""The blocks of a project as a tree: their order, their paths, and which of them a person means."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from inkwright.projects.names import name_key
from inkwright.projects.records import Block

SEPARATOR = "/"


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
        return SEPARATOR.join(reversed(names))

    def paths(self) -> list[str]:
        """The path of every block, in order."""
        return [self.path(block) for _, block in self.walk()]

    def at(self, path: str) -> Block | None:
        """The block with exactly this path."""
        wanted = _keys(path)
        return next((block for _, block in self.walk() if _keys(self.path(block)) == wanted), None)

    def meant(self, written: str) -> list[Block]:
        """Those that a person may mean by a path, or by the end of one. None, or several, are for the door to tell."""
        exact = self.at(written)
        if exact is not None:
            return [exact]
        wanted = _keys(written)
        return [block for _, block in self.walk() if _keys(self.path(block))[-len(wanted) :] == wanted]

    def next_position(self, parent_id: str | None) -> int:
        """The place behind all that stand below this parent."""
        return max((block.position for block in self._below[parent_id]), default=0) + 1

    def _walk(self, first: list[tuple[int, Block]]) -> Iterator[tuple[int, Block]]:
        waiting = first[::-1]
        while waiting:
            depth, block = waiting.pop()
            yield depth, block
            waiting += [(depth + 1, each) for each in reversed(self._below[block.id])]


def _keys(path: str) -> list[str]:
    return [name_key(name) for name in path.split(SEPARATOR)]
