"""The protocols that stores implement; `memory` holds the reference implementations."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.attachments import Attachment
from inkwright.conversation.events import Event
from inkwright.conversation.turns import ConversationExcerpt, LedgerEntry, Message, TurnState


class Journal(Protocol):
    """The events of each turn, in order, kept before they are shown."""

    async def append(self, turn_id: str, events: Sequence[Event]) -> list[int]:
        """Keep events, all or none; their numbers, from 1 on."""
        ...

    async def read(self, turn_id: str, after: int = 0) -> list[tuple[int, Event]]:
        """The events behind a number."""
        ...


class Ledger(Protocol):
    """What was really made in each turn."""

    async def add(self, turn_id: str, entry: LedgerEntry) -> None:
        """Write down an artifact; the same one twice counts once."""
        ...

    async def of(self, turn_id: str) -> list[LedgerEntry]:
        """Everything that was made in a turn."""
        ...


class Asks(Protocol):
    """Requests to the person. Those of another owner are not there."""

    async def open(self, ask: Ask) -> None:
        """Keep a request."""
        ...

    async def get(self, ask_id: str, *, owner: str) -> Ask | None:
        """A request, answered or not."""
        ...

    async def answer(self, ask_id: str, answer: Answer, *, owner: str) -> Ask:
        """Keep the answer. NotFound if there is no such request, AlreadyAnswered if it has one."""
        ...

    async def answer_to(self, ask_id: str, *, owner: str) -> Answer | None:
        """The answer that was kept, if there is one."""
        ...


class Attachments(Protocol):
    """The texts of files that people put into their conversations. Those of another owner are not there."""

    async def add(self, conversation_id: str, name: str, text: str, *, owner: str) -> Attachment:
        """Keep the text of a file; the same name again replaces it. The name is made safe: the attachment says how.

        InvalidOption where the text is too long, or the conversation has too many files.
        """
        ...

    async def of(self, conversation_id: str, *, owner: str) -> list[Attachment]:
        """The files of a conversation, in the order of their names."""
        ...

    async def read(self, conversation_id: str, name: str, *, owner: str) -> str | None:
        """The text of one of them."""
        ...


class Steps(Protocol):
    """Work that must not be done twice."""

    async def once(self, key: str, work: Callable[[], Awaitable[Any]]) -> Any:
        """The result of the work under this key: done now, or remembered as JSON. Failures are not kept."""
        ...


class Conversations(Protocol):
    """Messages and turns. What was replaced is kept, and not among them; `load_turn` alone still finds it."""

    async def add_message(self, message: Message) -> None:
        """Keep a message."""
        ...

    async def begin_turn(self, message: Message, turn: TurnState) -> None:
        """Keep a message and the turn that it begins, both or neither."""
        ...

    async def messages(self, conversation_id: str, *, owner: str) -> list[Message]:
        """The messages of a conversation, in order."""
        ...

    async def ends_of_talk(
        self, conversation_id: str, *, owner: str, limit: int, before: str | None = None
    ) -> ConversationExcerpt:
        """What was said first and last, the latter before a message if it is named, in one look: it takes no longer
        in a longer conversation.
        """
        ...

    async def latest_messages(
        self, conversation_id: str, *, owner: str, limit: int, before: str | None = None
    ) -> list[Message]:
        """The latest messages, those before one of them if it is named; in order."""
        ...

    async def replace_from(self, conversation_id: str, message_id: str, *, owner: str) -> None:
        """Mark a message and all later ones, and their turns, as replaced. NotFound if the message is not there, or
        was replaced already.
        """
        ...

    async def save_turn(self, turn: TurnState, reply: Message | None = None) -> None:
        """Keep a turn as it stands now, and what it says at its end with it: both or neither."""
        ...

    async def change_turn(self, before: TurnState, after: TurnState, message: Message | None = None) -> bool:
        """Keep a turn as `after`, and a message with it, if it still stands as `before` and was not replaced: both or
        neither. Whether it did; of several at once one succeeds.
        """
        ...

    async def load_turn(self, turn_id: str, *, owner: str) -> TurnState | None:
        """A turn as it was kept last."""
        ...

    async def first_turn(self, conversation_id: str, *, owner: str) -> TurnState | None:
        """The turn with which a conversation began."""
        ...

    async def latest_turns(
        self, conversation_id: str, *, owner: str, limit: int, before: str | None = None
    ) -> list[TurnState]:
        """The latest turns, those before one of them if it is named; in order."""
        ...

    async def turns_behind(self, conversation_id: str, turn_id: str, *, owner: str) -> list[TurnState]:
        """The turns after one, in order; all of them if it is empty."""
        ...

    async def summary(self, conversation_id: str, *, owner: str) -> tuple[str, str] | None:
        """The last turn that the latest summary covers, and its text. One that covers what was replaced is none."""
        ...

    async def put_summary(self, conversation_id: str, upto_turn: str, text: str, *, owner: str) -> None:
        """Keep the summary of everything up to a turn."""
        ...
