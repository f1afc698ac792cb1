"""Keep a text as a block: a new one, or a new text of one that is there, whose earlier texts stay."""

from dataclasses import dataclass
from typing import Literal

from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Language, text
from inkwright.projects.names import MAX_BLOCKS, kept_name, kept_text
from inkwright.projects.records import Block, Project
from inkwright.projects.trees import SEPARATOR, BlockTree
from inkwright.usecases.find_blocks import load_tree
from inkwright.usecases.open_store import Store


@dataclass(frozen=True, slots=True)
class KeptBlock:
    """The block as it is now, its path, and what had to be done."""

    block: Block
    path: str
    done: Literal["made", "changed", "same"]


async def keep_block(store: Store, project: Project, path: str, written: str, language: Language = "en") -> KeptBlock:
    """The path is exact: its last name is the block's, those before it are blocks that are there."""
    content = kept_text(written, language)
    tree = await load_tree(store.blocks, project)
    found = tree.at(path)
    if found is not None:
        return await _changed(store, tree, found, content)
    parent = _parent(tree, path, language)
    parent_id, now = parent.id if parent else None, store.clock.now()
    block = Block(
        store.ids.new("block"),
        project.id,
        project.owner,
        parent_id,
        kept_name(path.rpartition(SEPARATOR)[2], language),
        tree.next_position(parent_id),
        version=1,
        characters=len(content),
        created=now,
        changed=now,
    )
    if await store.blocks.add(block, content):
        return KeptBlock(block, SEPARATOR.join([*([tree.path(parent)] if parent else []), block.name]), "made")
    # Somebody else made it in this very moment: this is its next text.
    return await keep_block(store, project, path, written, language)


async def restore_text(
    store: Store, project: Project, block: Block, version: int, language: Language = "en"
) -> KeptBlock:
    """Give a block an earlier text of its own again, as a new version: nothing is taken away."""
    content = await read_version(store, block, version, language)
    return await _changed(store, await load_tree(store.blocks, project), block, content)


async def read_version(store: Store, block: Block, version: int | None, language: Language = "en") -> str:
    """The text that a block has, or had in that version."""
    content = await store.blocks.read(block.id, owner=block.owner, version=version)
    if content is None:
        raise NotFound(what_kind=text(language, "project.word.version"), id=str(version))
    return content


def _parent(tree: BlockTree, path: str, language: Language) -> Block | None:
    if len(tree) >= MAX_BLOCKS:
        told = text(language, "project.too_many_blocks", most=f"{MAX_BLOCKS:,}")
        raise InvalidOption(option="block", value=path, allowed=told)
    above, separator, _ = path.rpartition(SEPARATOR)
    parent = tree.at(above) if separator else None
    if separator and parent is None:
        raise NotFound(what_kind=text(language, "project.word.block"), id=above)
    return parent


async def _changed(store: Store, tree: BlockTree, block: Block, content: str) -> KeptBlock:
    if await store.blocks.read(block.id, owner=block.owner) == content:
        return KeptBlock(block, tree.path(block), "same")
    changed = await store.blocks.change(block.id, content, store.clock.now(), owner=block.owner)
    return KeptBlock(changed, tree.path(block), "changed")
