"""Blocks by what a person writes: find one by its path, save a text under a path, restore the last deleted one."""

from dataclasses import dataclass
from typing import Literal, Unpack

from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Language, Reason, text
from inkwright.projects.blocks import ContentBlock
from inkwright.projects.records import name_key
from inkwright.projects.tree import PATH_SEPARATOR, BlockAmbiguous, BlockFound, BlockTree, path_names
from inkwright.projects.workspace import ProjectWorkspace, Why


def require_block(tree: BlockTree, written: str, language: Language = "en") -> ContentBlock:
    """Return the block with this path, or the only one whose path ends with it. If there are several, the error lists
    their paths.
    """
    match tree.find(written):
        case BlockFound(block):
            return block
        case BlockAmbiguous(candidates=paths):
            listed = Reason("project.ambiguous", count=len(tree.meant(written)), paths=", ".join(paths))
            raise InvalidOption(option="block", value=written, allowed=listed)
        case _:
            raise NotFound(what_kind=text(language, "project.word.block"), id=written)


@dataclass(frozen=True, slots=True)
class SavedBlock:
    """The block, its path, and whether it was created or changed."""

    block: ContentBlock
    path: str
    done: Literal["made", "changed", "same"]


async def save_block(
    workspace: ProjectWorkspace, path: str, written: str, *, based_on: int | None = None, **why: Unpack[Why]
) -> SavedBlock:
    """Save a text under an exact path: its last name is the block's, the names before it are existing blocks.

    `based_on` is the version that the person has seen; without it, it is the current one.
    """
    names = path_names(path)
    line = await workspace.line(names)
    if len(line) < len(names) - 1:
        raise NotFound(what_kind=text(workspace.language, "project.word.block"), id=PATH_SEPARATOR.join(names[:-1]))
    if len(line) == len(names):
        return await _save_next(workspace, line, written, based_on, why)
    made = await workspace.add(names[-1], written, parent_id=line[-1].id if line else None, **why)
    block = await workspace.block(made.block_id)
    return SavedBlock(block, _joined([*line, block]), "made")


async def _save_next(
    workspace: ProjectWorkspace, line: list[ContentBlock], written: str, based_on: int | None, why: Why
) -> SavedBlock:
    current = await workspace.read(line[-1].id)
    if current.text == written and based_on in (None, current.block.version):
        return SavedBlock(current.block, _joined(line), "same")
    seen = current.block.version if based_on is None else based_on
    await workspace.write(current.block.id, written, based_on=seen, **why)
    return SavedBlock(await workspace.block(current.block.id), _joined(line), "changed")


async def restore_version(
    workspace: ProjectWorkspace, block_id: str, version: int, *, based_on: int | None = None
) -> SavedBlock:
    """Give a block one of its earlier texts again, as a new version; no version is removed."""
    current = await workspace.read(block_id)
    path = await workspace.path(current.block)
    if (await workspace.read(block_id, version)).text == current.text and based_on in (None, current.block.version):
        return SavedBlock(current.block, path, "same")
    await workspace.rollback(block_id, version, based_on=current.block.version if based_on is None else based_on)
    return SavedBlock(await workspace.block(block_id), path, "changed")


async def restore_block(workspace: ProjectWorkspace, name: str) -> ContentBlock:
    """Restore the last deleted block of this name, with everything deleted with it."""
    removed = await workspace.removed()
    found = next((each for each in removed if name_key(each.name) == name_key(name)), None)
    if found is None:
        raise NotFound(what_kind=text(workspace.language, "project.word.deleted_block"), id=name)
    await workspace.restore(found.id)
    return await workspace.block(found.id)


def _joined(line: list[ContentBlock]) -> str:
    return PATH_SEPARATOR.join(each.name for each in line)
