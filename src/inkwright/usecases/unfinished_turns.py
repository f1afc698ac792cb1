"""Turns that have not ended: the ones that wait for an answer, and those whose process died or still runs them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from inkwright.conversation.asks import Ask
from inkwright.conversation.turns import TurnState
from inkwright.ids import is_id_prefix
from inkwright.usecases.store import Store
from inkwright.usecases.turns import is_carried

_MOMENT: Final = 12
"""How many letters of an id are the milliseconds of its creation."""
_CONTINUED_FOR: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class UnfinishedTurn:
    """A turn that has not ended. `ask` is the question it waits for; without one, its process has died, or still runs
    it: then `is_held`, until its lease expires.
    """

    turn: TurnState
    ask: Ask | None
    is_held: bool = False

    @property
    def id(self) -> str:
        """The id to show: that of the question, or of the turn."""
        return self.ask.id if self.ask else self.turn.id

    @property
    def since(self) -> datetime:
        """Since when it waits."""
        letters = self.id.partition("_")[2][:_MOMENT]
        return datetime.fromtimestamp(int(letters, 16) / 1000, UTC)


async def find_unfinished(store: Store, *, owner: str) -> list[UnfinishedTurn]:
    """Return the turns that have not ended, oldest first."""
    now = store.clock.now().timestamp()
    found = []
    for turn in await store.conversations.unfinished(owner):
        ask = next((each.ask for each in turn.asks if each.ask.id == turn.ask_id), None)
        if turn.status == "running":
            found.append(UnfinishedTurn(turn, None, is_held=turn.is_held(now)))
        elif ask is not None:
            # It was answered but not continued, so it needs no answer: its process died too.
            is_answered = await store.asks.answer_to(ask.id, owner=owner) is not None
            found.append(UnfinishedTurn(turn, None if is_answered else ask))
    return found


async def find_left(store: Store) -> list[TurnState]:
    """Return the turns of all owners whose process died, oldest first; after some days they wait to be resumed."""
    now = store.clock.now()
    oldest = int((now - _CONTINUED_FOR).timestamp() * 1000)
    running = await store.conversations.running(after=f"turn_{oldest:0{_MOMENT}x}")
    return [turn for turn in running if not is_carried(turn, now.timestamp())]


def match_unfinished(found: Sequence[UnfinishedTurn], written: str) -> list[UnfinishedTurn]:
    """Return the turns that an id of a question (also of an answered one), the turn or the conversation may mean, or
    the beginning or end of one.

    The caller reports none or several.
    """

    def ids(each: UnfinishedTurn) -> list[str]:
        turn = each.turn
        asked = [*(known.ask.id for known in turn.asks), *(known.ask.id for known in turn.agreed)]
        return [each.id, turn.id, turn.conversation_id, *asked]

    exact = [each for each in found if written in ids(each)]
    return exact or [each for each in found if any(_matches_id(own, written) for own in ids(each))]


def _matches_id(own: str, written: str) -> bool:
    return is_id_prefix(own, written) or (bool(written) and own.partition("_")[2].endswith(written))
