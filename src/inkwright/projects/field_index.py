"""The index of a project's blocks for a model: names, states and digests, read once in 30 seconds.

A tool that changed something drops the index at once, so that the next call of the model sees the change.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from inkwright.clock import Clock
from inkwright.projects.blocks import BlockStatus
from inkwright.projects.creator_profiles import profile_text
from inkwright.projects.records import Project
from inkwright.projects.tree import BlockTree
from inkwright.projects.workspace import ProjectWorkspace

INDEX_SECONDS: Final = 30.0
_MAX_PROJECTS: Final = 64
_DIGEST_LENGTH: Final = 120


@dataclass(frozen=True, slots=True)
class IndexedBlock:
    """One line of the index."""

    depth: int
    name: str
    phase: str
    status: BlockStatus
    version: int
    characters: int
    is_stale: bool
    is_group: bool
    digest: str


@dataclass(frozen=True, slots=True, eq=False)
class FieldIndex:
    """A project and its blocks, in the order of the tree. `profile` describes the creator; empty if none was chosen.

    It is compared by identity, so that what is derived from it can be cached.
    """

    project: Project
    blocks: tuple[IndexedBlock, ...]
    profile: str = ""


_CACHE: Final[OrderedDict[tuple[str, str], tuple[float, FieldIndex]]] = OrderedDict()


async def build_field_index(workspace: ProjectWorkspace, clock: Clock) -> FieldIndex:
    """Return the index, at most 30 seconds old."""
    key, now = (workspace.owner, workspace.project_id), clock.elapsed()
    known = _CACHE.get(key)
    if known is not None and now - known[0] < INDEX_SECONDS:
        return known[1]
    project, tree = await workspace.project(), await workspace.tree()
    index = FieldIndex(project, _indexed(tree), await profile_text(workspace, project))
    _CACHE[key] = (now, index)
    _CACHE.move_to_end(key)
    while len(_CACHE) > _MAX_PROJECTS:
        _CACHE.popitem(last=False)
    return index


def invalidate_field_index_cache(project_id: str) -> None:
    """Drop the index of a project: something in it has changed."""
    for key in [key for key in _CACHE if key[1] == project_id]:
        del _CACHE[key]


def _indexed(tree: BlockTree) -> tuple[IndexedBlock, ...]:
    phases: dict[str, str] = {}
    lines = []
    for depth, block in tree.walk():
        phases[block.id] = block.phase or phases.get(block.parent_id or "", "")
        digest = " ".join(block.digest.split())[:_DIGEST_LENGTH]
        lines.append(
            IndexedBlock(
                depth,
                block.name,
                phases[block.id],
                block.status,
                block.version,
                block.characters,
                block.needs_regeneration,
                block.block_type == "group",
                digest,
            )
        )
    return tuple(lines)
