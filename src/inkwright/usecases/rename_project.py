"""Rename a project or a block: what is in it, and what was said of it, stays."""

from inkwright.errors import InvalidOption
from inkwright.i18n import Language, text
from inkwright.projects.names import kept_name
from inkwright.projects.records import Block, Project
from inkwright.usecases.open_store import Store


async def rename_project(store: Store, project: Project, name: str, language: Language = "en") -> str:
    """The name that it has now."""
    kept = kept_name(name, language)
    if not await store.projects.rename(project.id, kept, owner=project.owner):
        raise InvalidOption(option="name", value=name, allowed=text(language, "project.taken"))
    return kept


async def rename_block(store: Store, block: Block, name: str, language: Language = "en") -> str:
    """The name that it has now; it stays at its place in the tree."""
    kept = kept_name(name, language)
    if not await store.blocks.rename(block.id, kept, owner=block.owner):
        raise InvalidOption(option="name", value=name, allowed=text(language, "project.taken_block"))
    return kept
