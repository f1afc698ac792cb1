"""Find blocks: the tree of a project, and the one block that a person means in it."""

from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Language, text
from inkwright.projects.protocols import Blocks
from inkwright.projects.records import Block, Project
from inkwright.projects.trees import BlockTree

_MOST_MEANT = 5


async def load_tree(blocks: Blocks, project: Project) -> BlockTree:
    """The blocks of a project."""
    return BlockTree(await blocks.of(project.id, owner=project.owner))


def block_meant(tree: BlockTree, written: str, language: Language = "en") -> Block:
    """The block with this path, or the only one whose path ends so. Where several do, their paths are told."""
    meant = tree.meant(written)
    if not meant:
        raise NotFound(what_kind=text(language, "project.word.block"), id=written)
    if len(meant) > 1:
        paths = ", ".join(tree.path(block) for block in meant[:_MOST_MEANT])
        told = text(language, "project.ambiguous", count=len(meant), paths=paths)
        raise InvalidOption(option="block", value=written, allowed=told)
    return meant[0]
