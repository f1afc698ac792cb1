"""Find what is unfinished: turns that wait for the person, and turns whose process died."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from inkwright.conversation.asks import Ask
from inkwright.conversation.turns import TurnState
from inkwright.usecases.open_store import Store

_MOMENT: Final = 12
"""So many letters of an id are the milliseconds at which it was made."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A turn that has not ended. `ask` is what it waits for; without one its process has died, or still carries it:
    `is_held`, as long as that one is believed to live.
    """

    turn: TurnState
    ask: Ask | None
    is_held: bool = False

    @property
    def id(self) -> str:
        """What it is called by: the question, or the turn."""
        return self.ask.id if self.ask else self.turn.id

    @property
    def since(self) -> datetime:
        """Since when it waits."""
        letters = self.id.partition("_")[2][:_MOMENT]
        return datetime.fromtimestamp(int(letters, 16) / 1000, UTC)


async def find_unfinished(store: Store, *, owner: str) -> list[Unfinished]:
    """What has not ended, oldest first."""
    now = store.clock.now().timestamp()
    found = []
    for turn in await store.conversations.unfinished(owner):
        ask = next((each.ask for each in turn.asks if each.ask.id == turn.ask_id), None)
        if turn.status == "running":
            found.append(Unfinished(turn, None, is_held=turn.held_until > now))
        elif ask is not None:
            # One that was answered and not taken further needs no answer any more: its process died as well.
            is_answered = await store.asks.answer_to(ask.id, owner=owner) is not None
            found.append(Unfinished(turn, None if is_answered else ask))
    return found


def unfinished_meant(found: Sequence[Unfinished], written: str) -> list[Unfinished]:
    """Those that a person may mean: by an id of the question, the turn or the conversation, or a part of its end or
    beginning. None, or several, are for the door to tell.
    """

    def ids(each: Unfinished) -> tuple[str, str, str]:
        return each.id, each.turn.id, each.turn.conversation_id

    exact = [each for each in found if written in ids(each)]
    return exact or [each for each in found if any(_is_part(own, written) for own in ids(each))]


def _is_part(own: str, written: str) -> bool:
    number = own.partition("_")[2]
    return bool(written) and (own.startswith(written) or number.startswith(written) or number.endswith(written))
