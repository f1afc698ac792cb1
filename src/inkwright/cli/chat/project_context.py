"""The current project of a chat, and the blocks that a message mentions."""

from inkwright.cli.chat.status_line import StatusLine
from inkwright.cli.shell import Shell
from inkwright.cli.turns import mentioned_blocks
from inkwright.errors import InvalidOption, NotFound
from inkwright.projects.records import Project
from inkwright.usecases.projects import BLOCK_PREFIX, attach_blocks, load_tree
from inkwright.usecases.store import LOCAL_OWNER, Store


class ProjectContext:
    """`current` is the project in which the talk is. `names` are those of all projects and `words` what stands behind
    `@` for a block of the current one, both as they were when they were looked at last.
    """

    def __init__(self, shell: Shell, store: Store, status: StatusLine) -> None:
        self._shell = shell
        self._store = store
        self._status = status
        self.current: Project | None = None
        self.names: tuple[str, ...] = ()
        self.words: tuple[str, ...] = ()

    async def enter(self, project: Project | None) -> None:
        """From now on the talk is in this project, or in none."""
        self.current = project
        self._status.project = project.name if project else ""
        await self.look()

    async def look(self) -> None:
        """See which projects and blocks there are now."""
        self.names = tuple(project.name for project in await self._store.projects.all(LOCAL_OWNER))
        tree = await load_tree(self._store.blocks, self.current) if self.current else None
        self.words = tuple(BLOCK_PREFIX + path for path in tree.paths()) if tree else ()

    async def claim(self, conversation_id: str) -> bool:
        """The conversation belongs to the project. False where that was deleted meanwhile: now the talk is in none."""
        if self.current is None:
            return True
        try:
            await self._store.projects.place(conversation_id, self.current.id, owner=LOCAL_OWNER)
        except NotFound:
            await self.enter(None)
            return False
        await self.look()
        return True

    async def attach(self, conversation_id: str, message: str) -> None:
        """Put the blocks that a message names beside what is said."""
        named = mentioned_blocks(message)
        if not named:
            return
        project = self.needed("@block", named[0])
        await attach_blocks(self._store, conversation_id, project, named, self._shell.language)

    def needed(self, option: str, wanted: str) -> Project:
        """The current project, without which there is nothing that is `wanted`."""
        if self.current is None:
            raise InvalidOption(option=option, value=wanted, allowed=self._shell.text("chat.block.no_project"))
        return self.current
