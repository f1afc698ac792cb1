"""The current project of a chat, and the blocks that a message mentions."""

from collections.abc import Collection
from functools import partial

from inkwright.cli.chat.status_line import StatusLine
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.completion import mentioned_names
from inkwright.cli.typed_files import is_mentioned_file
from inkwright.conversation.turns import ConversationFile
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Reason
from inkwright.projects.mentions import BLOCK_PREFIX
from inkwright.projects.records import Project
from inkwright.usecases.ask_loop import AnswerAsk
from inkwright.usecases.projects import attach_mentioned, clarify_mentions
from inkwright.usecases.store import LOCAL_OWNER, Store


class ProjectContext:
    """The project of a chat.

    `names` holds the names of all projects, and `words` the text after `@` for each block of the current project. Both
    are as of the last refresh.
    """

    def __init__(self, shell: Shell, store: Store, status: StatusLine) -> None:
        self._shell = shell
        self._store = store
        self._status = status
        self.current: Project | None = None
        self.names: tuple[str, ...] = ()
        self.words: tuple[str, ...] = ()

    async def enter(self, project: Project | None) -> None:
        """Switch to this project, or to none."""
        self.current = project
        self._status.project = project.name if project else ""
        await self.refresh()

    async def refresh(self) -> None:
        """Load the projects and blocks again."""
        self.names = tuple(project.name for project in await self._store.projects.all(LOCAL_OWNER))
        tree = await self._store.workspace(self.current).tree() if self.current else None
        self.words = tuple(BLOCK_PREFIX + path for path in tree.paths()) if tree else ()

    async def claim(self, conversation_id: str) -> bool:
        """Put the conversation into the project; return False and leave the project if it was deleted meanwhile."""
        if self.current is None:
            return True
        try:
            await self._store.projects.place(conversation_id, self.current.id, owner=LOCAL_OWNER)
        except NotFound:
            await self.enter(None)
            return False
        await self.refresh()
        return True

    async def clear(self, message: str, known: Collection[str], answer: AnswerAsk) -> str:
        """Return the message after the person was asked what its unclear mentions mean; InvalidOption if they do not
        say it.
        """
        if self.current is None:
            return message
        is_file, language = partial(is_mentioned_file, known=known), self._shell.language
        cleared = await clarify_mentions(self._store, self.current, message, is_file, answer, language)
        if isinstance(cleared, InvalidOption):
            raise cleared
        return cleared

    async def attach(self, conversation_id: str, message: str, known: Collection[str] = ()) -> list[ConversationFile]:
        """Attach the blocks that a message mentions; return them. `known` are the files of the conversation."""
        if self.current is None:
            for name in mentioned_names(message):
                if name.startswith(BLOCK_PREFIX):
                    self.require("@block", name.removeprefix(BLOCK_PREFIX))
            return []
        is_file = partial(is_mentioned_file, known=known)
        attached = await attach_mentioned(self._store, conversation_id, self.current, message, is_file)
        return [ConversationFile(name=each.name) for each in attached]

    def require(self, option: str, value: str) -> Project:
        """Return the current project; without one, `value` is not a valid `option`."""
        if self.current is None:
            raise InvalidOption(option=option, value=value, allowed=Reason("chat.block.no_project"))
        return self.current
