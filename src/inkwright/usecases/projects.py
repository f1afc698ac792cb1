"""Open, list, rename, delete and restore projects and their blocks, and save or attach the texts of blocks."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from inkwright.conversation.attachments import Attachment, attachment_name
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Language, Reason, text
from inkwright.projects.protocols import Blocks, Projects
from inkwright.projects.records import (
    MAX_BLOCKS,
    PATH_SEPARATOR,
    Block,
    BlockTree,
    Project,
    name_key,
    valid_name,
    valid_text,
)
from inkwright.store.conversations import ConversationRow
from inkwright.usecases.conversations import list_conversations
from inkwright.usecases.store import Store

_MAX_SUGGESTIONS = 5


async def load_tree(blocks: Blocks, project: Project) -> BlockTree:
    """Return the blocks of a project."""
    return BlockTree(await blocks.of(project.id, owner=project.owner))


def find_block(tree: BlockTree, written: str, language: Language = "en") -> Block:
    """Return the block with this path, or the only one whose path ends with it. If there are several, the error lists
    their paths.
    """
    matching = tree.meant(written)
    if not matching:
        raise NotFound(what_kind=text(language, "project.word.block"), id=written)
    if len(matching) > 1:
        paths = ", ".join(tree.path(block) for block in matching[:_MAX_SUGGESTIONS])
        listed = text(language, "project.ambiguous", count=len(matching), paths=paths)
        raise InvalidOption(option="block", value=written, allowed=listed)
    return matching[0]


async def find_project(projects: Projects, name: str, *, owner: str) -> Project | None:
    """Return the project of this name; case does not matter."""
    wanted = name_key(name)
    return next((each for each in await projects.all(owner) if name_key(each.name) == wanted), None)


async def require_project(projects: Projects, name: str, *, owner: str, language: Language = "en") -> Project:
    """Return the project of this name; NotFound if there is none."""
    found = await find_project(projects, name, owner=owner)
    if found is None:
        raise NotFound(what_kind=text(language, "project.word"), id=name)
    return found


async def open_project(store: Store, name: str, *, owner: str, language: Language = "en") -> tuple[Project, bool]:
    """Return the project of this name, and whether it was created. InvalidOption if the name is not allowed."""
    found = await find_project(store.projects, name, owner=owner)
    if found is not None:
        return found, False
    made = Project(store.ids.new("proj"), owner, valid_name(name, language), store.clock.now())
    if await store.projects.add(made):
        return made, True
    # Another process has just created it.
    return await require_project(store.projects, name, owner=owner, language=language), False


_NO_LIMIT: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class ProjectContent:
    """A project, its blocks, and its conversations, newest first."""

    project: Project
    tree: BlockTree
    conversations: tuple[ConversationRow, ...]


async def list_projects(store: Store, *, owner: str) -> list[ProjectContent]:
    """Return every project of an owner, in the order of their names."""
    return await _contents(store, await store.projects.all(owner), owner)


async def show_project(store: Store, project: Project) -> ProjectContent:
    """Return the content of a project."""
    return (await _contents(store, [project], project.owner))[0]


async def _contents(store: Store, projects: Sequence[Project], owner: str) -> list[ProjectContent]:
    rows = (await list_conversations(store, owner=owner, limit=_NO_LIMIT)).rows
    return [
        ProjectContent(
            project,
            await load_tree(store.blocks, project),
            tuple(row for row in rows if row.project_id == project.id),
        )
        for project in projects
    ]


async def rename_project(store: Store, project: Project, name: str, language: Language = "en") -> str:
    """Rename a project; return its name."""
    saved = valid_name(name, language)
    if not await store.projects.rename(project.id, saved, owner=project.owner):
        raise InvalidOption(option="name", value=name, allowed=Reason("project.taken"))
    return saved


async def rename_block(store: Store, block: Block, name: str, language: Language = "en") -> str:
    """Rename a block, which keeps its position in the tree; return its name."""
    saved = valid_name(name, language)
    if not await store.blocks.rename(block.id, saved, owner=block.owner):
        raise InvalidOption(option="name", value=name, allowed=Reason("project.taken_block"))
    return saved


async def delete_project(store: Store, project: Project) -> None:
    """Delete a project. Its conversations stay in the history; they belong to it again when it is restored."""
    await store.projects.remove(project.id, store.clock.now(), owner=project.owner)


async def restore_project(store: Store, name: str, *, owner: str, language: Language = "en") -> Project:
    """Restore the last deleted project of this name."""
    removed = await store.projects.all(owner, is_removed=True)
    found = next((each for each in removed if name_key(each.name) == name_key(name)), None)
    if found is None:
        raise NotFound(what_kind=text(language, "project.word.deleted"), id=name)
    if not await store.projects.restore(found.id, owner=owner):
        raise InvalidOption(option="name", value=name, allowed=Reason("project.taken"))
    return found


async def delete_block(store: Store, block: Block) -> int:
    """Delete a block and everything below it; return how many blocks were deleted."""
    return await store.blocks.remove(block.id, store.ids.new("removal"), owner=block.owner)


async def restore_block(store: Store, project: Project, name: str, language: Language = "en") -> Block:
    """Restore the last deleted block of this name, with everything deleted with it."""
    removed = await store.blocks.removed(project.id, owner=project.owner)
    found = next((each for each in removed if name_key(each.name) == name_key(name)), None)
    if found is None:
        raise NotFound(what_kind=text(language, "project.word.deleted_block"), id=name)
    there = {each.id for each in await store.blocks.of(project.id, owner=project.owner)}
    if found.parent_id is not None and found.parent_id not in there:
        raise InvalidOption(option="block", value=name, allowed=Reason("project.restore_above"))
    if not await store.blocks.restore(found.id, owner=project.owner):
        raise InvalidOption(option="block", value=name, allowed=Reason("project.taken_block"))
    return found


@dataclass(frozen=True, slots=True)
class SavedBlock:
    """The block, its path, and whether it was created or changed."""

    block: Block
    path: str
    done: Literal["made", "changed", "same"]


async def save_block(store: Store, project: Project, path: str, written: str, language: Language = "en") -> SavedBlock:
    """Save a text under an exact path: its last name is the block's, the names before it are existing blocks."""
    content = valid_text(written, language)
    tree = await load_tree(store.blocks, project)
    found = tree.at(path)
    if found is not None:
        return await _updated_block(store, tree, found, content)
    parent = _parent_block(tree, path, language)
    parent_id, now = parent.id if parent else None, store.clock.now()
    block = Block(
        store.ids.new("block"),
        project.id,
        project.owner,
        parent_id,
        valid_name(path.rpartition(PATH_SEPARATOR)[2], language),
        tree.next_position(parent_id),
        version=1,
        characters=len(content),
        created=now,
        changed=now,
    )
    if await store.blocks.add(block, content):
        return SavedBlock(block, PATH_SEPARATOR.join([*([tree.path(parent)] if parent else []), block.name]), "made")
    # Another process has just created it: this is its next text.
    return await save_block(store, project, path, written, language)


async def restore_block_text(
    store: Store, project: Project, block: Block, version: int, language: Language = "en"
) -> SavedBlock:
    """Give a block one of its earlier texts again, as a new version; no version is removed."""
    content = await read_block_text(store, block, version, language)
    return await _updated_block(store, await load_tree(store.blocks, project), block, content)


async def read_block_text(store: Store, block: Block, version: int | None, language: Language = "en") -> str:
    """Return the text of a block, or of one of its versions."""
    content = await store.blocks.read(block.id, owner=block.owner, version=version)
    if content is None:
        raise NotFound(what_kind=text(language, "project.word.version"), id=str(version))
    return content


def _parent_block(tree: BlockTree, path: str, language: Language) -> Block | None:
    if len(tree) >= MAX_BLOCKS:
        listed = text(language, "project.too_many_blocks", most=f"{MAX_BLOCKS:,}")
        raise InvalidOption(option="block", value=path, allowed=listed)
    above, separator, _ = path.rpartition(PATH_SEPARATOR)
    parent = tree.at(above) if separator else None
    if separator and parent is None:
        raise NotFound(what_kind=text(language, "project.word.block"), id=above)
    return parent


async def _updated_block(store: Store, tree: BlockTree, block: Block, content: str) -> SavedBlock:
    if await store.blocks.read(block.id, owner=block.owner) == content:
        return SavedBlock(block, tree.path(block), "same")
    changed = await store.blocks.change(block.id, content, store.clock.now(), owner=block.owner)
    return SavedBlock(changed, tree.path(block), "changed")


BLOCK_PREFIX = "block:"
"""The prefix of a block path where a file is possible too."""


async def attach_blocks(
    store: Store, conversation_id: str, project: Project, written: Sequence[str], language: Language = "en"
) -> list[Attachment]:
    """Find the blocks, then attach their texts; if one does not exist, none is attached.

    A block that was attached before is replaced by its present text.
    """
    tree = await load_tree(store.blocks, project)
    matching = {block.id: block for block in (find_block(tree, each, language) for each in written)}
    names = {block.id: BLOCK_PREFIX + tree.path(block) for block in matching.values()}
    alike = [name for name, count in Counter(map(attachment_name, names.values())).items() if count > 1]
    if alike:
        raise InvalidOption(option="@block", value=alike[0], allowed=Reason("project.alike"))
    texts = {names[block.id]: await read_block_text(store, block, None, language) for block in matching.values()}
    return [
        await store.attachments.add(conversation_id, name, content, owner=project.owner)
        for name, content in texts.items()
    ]
