"""Carry a turn on: tell it what was said before, run it, and summarise what falls out of the talk."""

import contextlib
from typing import Final

from inkwright.agent.carrying import Earlier
from inkwright.agent.desk import Desk
from inkwright.agent.turn import held_from_now, run_turn
from inkwright.conversation.events import Warned
from inkwright.conversation.outcomes import Outcome
from inkwright.conversation.turns import TurnState
from inkwright.errors import GaveUp, ModelError
from inkwright.i18n import language_of
from inkwright.llm.brain import Brain
from inkwright.llm.calls import calls_of
from inkwright.usecases.load_history import Talk, load_talk
from inkwright.usecases.summarise_turns import summarise_turns

TALK_TOKENS: Final = 4_000
"""As much of the conversation a new turn is told, as text."""

_UNSUMMARISED_TOKENS: Final = TALK_TOKENS // 2
_KEEP_LATEST: Final = 2
"""What the summary does not cover has room in the talk beside it: it is made anew when that grows beyond its half, and
then covers all but the latest turns. So it is not made anew in every turn, and nothing falls between the two.
"""


async def carry_turn(desk: Desk, turn: TurnState, *, is_first: bool = False, note: Warned | None = None) -> Outcome:
    """What becomes of the turn, which may have begun in another process.

    `is_first`: the conversation begins with it, so nothing was said before and nothing lies beside it. `note` is told
    before all else.
    """
    with calls_of(turn.conversation_id):
        return await _carried(desk, turn, is_first=is_first, note=note)


async def _carried(desk: Desk, turn: TurnState, *, is_first: bool, note: Warned | None) -> Outcome:
    talk = Talk("", is_cut=False) if is_first else await talk_before(desk, turn)
    outcome = await run_turn(turn, desk, Earlier(talk.text, has_files=not is_first), note=note)
    if talk.is_cut:
        # What falls out of the talk is summarised for the next turn. Without a summary the gap is told as a gap.
        with contextlib.suppress(ModelError, GaveUp):
            await summarise_turns(
                Brain(desk.model),
                desk.conversations,
                turn.conversation_id,
                owner=turn.owner,
                keep_latest=_KEEP_LATEST,
                room_tokens=_UNSUMMARISED_TOKENS,
            )
    return outcome


def running(desk: Desk, turn: TurnState, **changes: object) -> TurnState:
    """The turn as it goes on now, in this process."""
    going = {"status": "running", "outcome": None, "ask_id": None, "held_until": held_from_now(desk)}
    return turn.model_copy(update={**going, **changes})


async def talk_before(desk: Desk, turn: TurnState) -> Talk:
    """What was said in the conversation before this turn."""
    return await load_talk(
        desk.conversations,
        turn.conversation_id,
        owner=turn.owner,
        budget_tokens=TALK_TOKENS,
        language=language_of(turn.message),
        before=turn.message_id if turn.message_id else None,
    )
