"""Attach blocks to a conversation: their texts, as they are now, are kept beside what is said."""

from collections import Counter
from collections.abc import Sequence

from inkwright.conversation.attachments import Attachment, kept_name
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, text
from inkwright.projects.records import Project
from inkwright.usecases.find_blocks import block_meant, load_tree
from inkwright.usecases.keep_block import read_version
from inkwright.usecases.open_store import Store

PREFIX = "block:"
"""Stands before the path of a block where a file could stand too."""


async def attach_blocks(
    store: Store, conversation_id: str, project: Project, written: Sequence[str], language: Language = "en"
) -> list[Attachment]:
    """Find the blocks, then keep their texts; where one is not there, none is kept.

    A block that was attached before is replaced by what it is now.
    """
    tree = await load_tree(store.blocks, project)
    meant = {block.id: block for block in (block_meant(tree, each, language) for each in written)}
    names = {block.id: PREFIX + tree.path(block) for block in meant.values()}
    alike = [name for name, count in Counter(map(kept_name, names.values())).items() if count > 1]
    if alike:
        raise InvalidOption(option="@block", value=alike[0], allowed=text(language, "project.alike"))
    texts = {names[block.id]: await read_version(store, block, None, language) for block in meant.values()}
    return [
        await store.attachments.add(conversation_id, name, content, owner=project.owner)
        for name, content in texts.items()
    ]
