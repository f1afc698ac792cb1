"""The order in which blocks can be produced: what depends on what, cycles, and what a change affects.

A group is started before the blocks below it, and done when they are done. So a dependency on a group is one on all
blocks below it, and all blocks below a group depend on what the group depends on. A field is done when its own text is
done.
"""

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from inkwright.errors import InvalidOption
from inkwright.i18n import Reason

_MAX_NAMES: Final = 6
_Node = tuple[str, bool]
"""A block, and whether it is done (True) or only started (False)."""


def groups_of(parents: Mapping[str, str | None], groups: Container[str]) -> dict[str, str | None]:
    """Return the nearest group above each block."""
    found: dict[str, str | None] = {}
    for id_ in parents:
        above = parents[id_]
        line = [id_]
        while above is not None and above not in groups and above not in found:
            line.append(above)
            above = parents.get(above)
        nearest = found[above] if above in found and above not in groups else above
        found |= dict.fromkeys(line, nearest)
    return found


def descendants(parents: Mapping[str, str | None], block_id: str) -> list[str]:
    """Return a block and everything below it."""
    children = defaultdict(list)
    for id_, parent in parents.items():
        children[parent].append(id_)
    found = [block_id]
    for each in found:
        found += children[each]
    return found


@dataclass(frozen=True, slots=True)
class DependencyGraph:
    """The groups that blocks are in, and their dependencies, by id. Ids that `groups` does not have are ignored."""

    groups: Mapping[str, str | None]
    depends_on: Mapping[str, Sequence[str]]
    _children: dict[str | None, list[str]] = field(default_factory=lambda: defaultdict(list), init=False)

    def __post_init__(self) -> None:
        for id_, parent in self.groups.items():
            self._children[parent].append(id_)

    def cycle(self) -> list[str] | None:
        """Return the blocks of a cycle in their order, if there is one."""
        done: set[_Node] = set()
        for id_ in self.groups:
            found = self._cycle_from((id_, True), done)
            if found:
                return found
        return None

    def affected_by(self, block_id: str) -> set[str]:
        """Return every block that depends on this one, directly or through others."""
        dependents = defaultdict(list)
        for id_, needed in self.depends_on.items():
            for each in needed:
                dependents[each].append(id_)
        found, seen, waiting = set[str](), set[str](), [block_id]
        while waiting:
            for above in self._ancestors(waiting.pop()):
                if above in seen:
                    break
                seen.add(above)
                new = {each for dependent in dependents[above] for each in self.below(dependent)} - found
                found |= new
                waiting += new
        return found - {block_id}

    def needed_by(self, block_id: str) -> list[str]:
        """Return the blocks without children that must be done before this one can start."""
        needed = (each for above in self._ancestors(block_id) for each in self.depends_on.get(above, ()))
        ends = (
            each for id_ in needed if id_ in self.groups for each in self.below(id_) if not self._children.get(each)
        )
        return list(dict.fromkeys(ends))

    def below(self, block_id: str) -> list[str]:
        """Return a block and all its descendants."""
        found, waiting = [], [block_id]
        while waiting:
            current = waiting.pop()
            found.append(current)
            waiting += self._children.get(current, ())
        return found

    def _ancestors(self, block_id: str) -> Iterator[str]:
        """Yield a block and its ancestors."""
        current: str | None = block_id
        while current is not None and current in self.groups:
            yield current
            current = self.groups[current]

    def _before(self, node: _Node) -> list[_Node]:
        """Return what must come before a block is started, or done."""
        id_, is_done = node
        if is_done:
            return [(id_, False), *((child, True) for child in self._children.get(id_, ()))]
        parent = self.groups[id_]
        started: list[_Node] = [(parent, False)] if parent in self.groups and parent is not None else []
        return [*started, *((each, True) for each in self.depends_on.get(id_, ()) if each in self.groups)]

    def _cycle_from(self, start: _Node, done: set[_Node]) -> list[str] | None:
        path: dict[_Node, Iterator[_Node]] = {}
        current: _Node | None = start if start not in done else None
        while current is not None:
            path.setdefault(current, iter(self._before(current)))
            following = next((each for each in path[current] if each not in done), None)
            if following is None:
                done.add(current)
                del path[current]
                current = next(reversed(path), None)
            elif following in path:
                nodes = list(path)
                return list(dict.fromkeys(id_ for id_, _ in nodes[nodes.index(following) :]))
            else:
                current = following
        return None


def cycle_error(cycle: Sequence[str], names: Mapping[str, str]) -> InvalidOption:
    """Return the error for blocks that would wait for each other, with their names."""
    shown = " → ".join(names[id_] for id_ in [*cycle[:_MAX_NAMES], cycle[0]])
    return InvalidOption(option="depends_on", value=names[cycle[0]], allowed=Reason("project.cycle", names=shown))
