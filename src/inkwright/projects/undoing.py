"""Take back the last change of a project: texts, removed blocks and added blocks."""

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.projects.blocks import Author, BlockChange
from inkwright.projects.feed import FeedEntry
from inkwright.projects.workspace import ProjectWorkspace

_EXAMINED: Final = 500
_UNDONE: Final = re.compile(r"undo #(\d+)")
_TAKEN_BACK: Final = frozenset({"block_changed", "blocks_removed", "block_added"})
_OTHER_CHANGES: Final = frozenset({"block_renamed", "block_moved", "phase_changed", "blocks_restored"})
"""What is a change for people too, and has a way back of its own."""


class TakenBack(NamedTuple):
    """What became of a block: its earlier text is written again, or it is there again, or gone again."""

    action: Literal["changed", "restored", "removed"]
    change: BlockChange


async def undo_last(workspace: ProjectWorkspace, author: Author) -> list[TakenBack]:
    """Take back the last change that was not taken back before; changes of one message belong together.

    InvalidOption if there is none, or if it is of another kind than texts, added blocks and removed blocks.
    """
    last = await workspace.feed_number()
    entries = await workspace.feed(max(0, last - _EXAMINED), limit=_EXAMINED)
    group = _last_group(entries)
    if not group:
        raise InvalidOption(option="change", value="", allowed=Reason("content.nothing_to_undo"))
    if group[0].kind not in _TAKEN_BACK:
        raise InvalidOption(option="change", value=group[0].subject, allowed=Reason("content.other_to_undo"))
    return [each for entry in group for each in await _taken_back(workspace, entry, author)]


def _last_group(entries: Sequence[FeedEntry]) -> list[FeedEntry]:
    """Return the last change that still counts with the others of its message, newest first."""
    undone: set[int] = set()
    group: list[FeedEntry] = []
    for entry in reversed(entries):
        if match := _UNDONE.match(entry.origin.reason):
            undone.add(int(match[1]))
            continue
        if entry.number in undone or entry.kind not in _TAKEN_BACK | _OTHER_CHANGES:
            continue
        if group and not _belongs(entry, group):
            break
        group.append(entry)
    return group


def _belongs(entry: FeedEntry, group: Sequence[FeedEntry]) -> bool:
    """Whether a change was made for the same message as the later ones."""
    is_same = entry.origin.author == group[0].origin.author == "agent" and entry.kind in _TAKEN_BACK
    is_same = is_same and bool(entry.origin.reason) and entry.origin.reason == group[0].origin.reason
    return (
        is_same
        and group[0].kind in _TAKEN_BACK
        and not {*entry.block_ids} & {id_ for each in group for id_ in each.block_ids}
    )


async def _taken_back(workspace: ProjectWorkspace, entry: FeedEntry, author: Author) -> list[TakenBack]:
    why = f"undo #{entry.number}"
    block_id = entry.block_ids[0]
    if entry.kind == "blocks_removed":
        removed = {each.id: each for each in await workspace.removed()}
        restored = next(id_ for id_ in entry.block_ids if id_ in removed)
        await workspace.restore(restored, author=author, reason=why)
        tree = await workspace.tree()
        back = [block for id_ in entry.block_ids if (block := tree.get(id_))]
        return [TakenBack("restored", BlockChange(each.id, each.name, each.version)) for each in back]
    block = await workspace.block(block_id)
    if entry.kind == "block_added":
        await workspace.remove(block_id, author=author, reason=why)
        return [TakenBack("removed", BlockChange(block.id, block.name, block.version))]
    version = max(1, (entry.version or block.version) - 1)
    change = await workspace.rollback(block_id, version, based_on=block.version, author=author, reason=why)
    return [TakenBack("changed", change)]
