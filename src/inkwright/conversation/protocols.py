"""The protocols that stores implement; `inkwright.testing` has the reference implementations."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, Protocol

from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.attachments import Attachment
from inkwright.conversation.changes import ChangeEntry
from inkwright.conversation.events import Event
from inkwright.conversation.turns import ConversationExcerpt, LedgerEntry, Message, TurnState


class Journal(Protocol):
    """The events of each turn, in order, stored before they are shown."""

    async def append(
        self, turn_id: str, events: Sequence[Event], finish: Callable[[], Awaitable[None]] | None = None
    ) -> list[int]:
        """Store events, all or none; return their numbers, which start at 1.

        `finish` calls `Conversations.finish_turn`: the end of the turn and these events are stored, both or neither.
        """
        ...

    async def read(self, turn_id: str, after: int = 0) -> list[tuple[int, Event]]:
        """Return the events after a number."""
        ...

    def follow(self, turn_id: str, after: int = 0) -> AsyncIterator[list[tuple[int, Event]]]:
        """Yield the events after a number and all later ones, until a run has finished and no other follows.

        They come in batches; an empty one says that nothing has happened for some time.
        """
        ...


class Ledger(Protocol):
    """What was made and changed in each turn."""

    async def add(self, turn_id: str, entry: LedgerEntry) -> None:
        """Add an artifact; the same one twice counts once."""
        ...

    async def of(self, turn_id: str) -> list[LedgerEntry]:
        """Return every artifact that was made in a turn."""
        ...

    async def add_change(self, turn_id: str, entry: ChangeEntry) -> None:
        """Add a change of something that is not a file; the same one twice counts once."""
        ...

    async def changes_of(self, turn_id: str) -> list[ChangeEntry]:
        """Return every change of a turn that is not in a file."""
        ...


class Asks(Protocol):
    """Questions to the person. Those of another owner do not exist."""

    async def open(self, ask: Ask) -> None:
        """Store an ask; the same one twice counts once."""
        ...

    async def get(self, ask_id: str, *, owner: str) -> Ask | None:
        """Return an ask, answered or not."""
        ...

    async def answer(self, ask_id: str, answer: Answer, *, owner: str) -> Ask:
        """Store the answer. NotFound if the ask does not exist, AlreadyAnswered if it has an answer."""
        ...

    async def answer_to(self, ask_id: str, *, owner: str) -> Answer | None:
        """Return the stored answer, if there is one."""
        ...


class Attachments(Protocol):
    """The texts of attached files. Those of another owner do not exist."""

    async def add(self, conversation_id: str, name: str, text: str, *, owner: str) -> Attachment:
        """Store the text of a file; a file of the same name is replaced. The name is made safe; the attachment has it.

        InvalidOption if the text is too long, or the conversation has too many files.
        """
        ...

    async def of(self, conversation_id: str, *, owner: str) -> list[Attachment]:
        """Return the files of a conversation, in the order of their names."""
        ...

    async def read(self, conversation_id: str, name: str, *, owner: str) -> str | None:
        """Return the text of a file."""
        ...


class Steps(Protocol):
    """Work that must not be done twice."""

    async def once(self, key: str, work: Callable[[], Awaitable[Any]]) -> Any:
        """Return the result of the work under this key: done now, or stored as JSON. Failures are not stored."""
        ...


class Conversations(Protocol):
    """Messages and turns. Replaced ones are stored but not returned, except by `load_turn`."""

    async def add_message(self, message: Message) -> None:
        """Store a message."""
        ...

    async def begin_turn(self, message: Message, turn: TurnState) -> None:
        """Store a message and the turn that it starts, both or neither."""
        ...

    async def messages(self, conversation_id: str, *, owner: str) -> list[Message]:
        """Return the messages of a conversation, in order."""
        ...

    async def excerpt(
        self, conversation_id: str, *, owner: str, limit: int, before: str | None = None
    ) -> ConversationExcerpt:
        """Return the first and the latest messages, the latter before a message if one is given.

        This takes no longer in a longer conversation.
        """
        ...

    async def latest_messages(
        self, conversation_id: str, *, owner: str, limit: int, before: str | None = None
    ) -> list[Message]:
        """Return the latest messages in order, those before a message if one is given."""
        ...

    async def replace_from(self, conversation_id: str, message_id: str, *, owner: str) -> None:
        """Mark a message and all later ones, and their turns, as replaced. NotFound if there is no such message, or it
        is replaced already.
        """
        ...

    async def save_turn(self, turn: TurnState) -> None:
        """Store a turn."""
        ...

    async def finish_turn(self, turn: TurnState, reply: Message | None = None) -> None:
        """Store a turn that has ended, and its reply, both or neither; `Journal.append` stores its last events too."""
        ...

    async def change_turn(self, before: TurnState, after: TurnState, message: Message | None = None) -> bool:
        """Store a turn as `after`, and a message, if it is stored as `before` and not replaced; both or neither.

        Return whether this was so. Of several attempts at once, one succeeds.
        """
        ...

    async def load_turn(self, turn_id: str, *, owner: str) -> TurnState | None:
        """Return a turn as it was last stored."""
        ...

    async def first_turn(self, conversation_id: str, *, owner: str) -> TurnState | None:
        """Return the first turn of a conversation."""
        ...

    async def latest_turns(
        self, conversation_id: str, *, owner: str, limit: int, before: str | None = None
    ) -> list[TurnState]:
        """Return the latest turns in order, those before a turn if one is given."""
        ...

    async def turns_after(self, conversation_id: str, turn_id: str, *, owner: str) -> list[TurnState]:
        """Return the turns after one, in order; all if the id is empty."""
        ...

    async def summary(self, conversation_id: str, *, owner: str) -> tuple[str, str] | None:
        """Return the last turn that the latest summary covers, and its text. A summary of replaced turns does not
        count.
        """
        ...

    async def put_summary(self, conversation_id: str, upto_turn: str, text: str, *, owner: str) -> None:
        """Store the summary of everything up to a turn."""
        ...
