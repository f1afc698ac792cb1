"""Delete a project, or a block with all that is below it; and bring either back as it was."""

from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Language, text
from inkwright.projects.names import name_key
from inkwright.projects.records import Block, Project
from inkwright.usecases.open_store import Store


async def delete_project(store: Store, project: Project) -> None:
    """Its conversations stay in the history; they belong to it again when it is brought back."""
    await store.projects.remove(project.id, store.clock.now(), owner=project.owner)


async def restore_project(store: Store, name: str, *, owner: str, language: Language = "en") -> Project:
    """The project of this name that was deleted last."""
    removed = await store.projects.all(owner, is_removed=True)
    found = next((each for each in removed if name_key(each.name) == name_key(name)), None)
    if found is None:
        raise NotFound(what_kind=text(language, "project.word.deleted"), id=name)
    if not await store.projects.restore(found.id, owner=owner):
        raise InvalidOption(option="name", value=name, allowed=text(language, "project.taken"))
    return found


async def delete_block(store: Store, block: Block) -> int:
    """How many went: the block and all that is below it."""
    return await store.blocks.remove(block.id, store.ids.new("removal"), owner=block.owner)


async def restore_block(store: Store, project: Project, name: str, language: Language = "en") -> Block:
    """The block of this name that was deleted last, with all that went with it."""
    removed = await store.blocks.removed(project.id, owner=project.owner)
    found = next((each for each in removed if name_key(each.name) == name_key(name)), None)
    if found is None:
        raise NotFound(what_kind=text(language, "project.word.deleted_block"), id=name)
    there = {each.id for each in await store.blocks.of(project.id, owner=project.owner)}
    if found.parent_id is not None and found.parent_id not in there:
        raise InvalidOption(option="block", value=name, allowed=text(language, "project.restore_above"))
    if not await store.blocks.restore(found.id, owner=project.owner):
        raise InvalidOption(option="block", value=name, allowed=text(language, "project.taken_block"))
    return found
