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

    async def save_turn(self, turn: TurnState) -> None:
        """Keep a turn as it stands now."""
        ...

    async def load_turn(self, turn_id: str, *, owner: str) -> TurnState | None:
        """A turn as it was kept last."""
        ...
