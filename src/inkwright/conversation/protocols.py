"""Who keeps what: protocols that the stores implement. The implementations in `memory` are their reference."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.events import Event
from inkwright.conversation.messages import Message
from inkwright.conversation.turns import LedgerEntry, TurnState


class Journal(Protocol):
    """The events of each turn, in order, kept before they are shown."""

    async def append(self, turn_id: str, event: Event) -> int:
        """Keep an event; its number, from 1 on."""
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


class Steps(Protocol):
    """Work that must not be done twice."""

    async def once(self, key: str, work: Callable[[], Awaitable[Any]]) -> Any:
        """The result of the work under this key: done now, or remembered as JSON. Failures are not kept."""
        ...


class Conversations(Protocol):
    """Messages and turns."""

    async def add_message(self, message: Message) -> None:
        """Keep a message."""
        ...

    async def messages(self, conversation_id: str, *, owner: str) -> list[Message]:
        """The messages of a conversation, in order."""
        ...

    async def first_message(self, conversation_id: str, *, owner: str) -> Message | None:
        """What was said first."""
        ...

    async def latest_messages(
        self, conversation_id: str, *, owner: str, limit: int, before: str | None = None
    ) -> list[Message]:
        """The latest messages, those before one of them if it is named; in order."""
        ...

    async def count_messages(self, conversation_id: str, *, owner: str, before: str | None = None) -> int:
        """How many there are, or were before one of them."""
        ...

    async def save_turn(self, turn: TurnState) -> None:
        """Keep a turn as it stands now."""
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
        """The last turn that the latest summary covers, and its text."""
        ...

    async def put_summary(self, conversation_id: str, upto_turn: str, text: str, *, owner: str) -> None:
        """Keep the summary of everything up to a turn."""
        ...
