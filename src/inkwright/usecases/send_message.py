"""Send a message: it is kept, becomes a turn, and the turn is carried to its outcome."""

import asyncio
import contextlib
from typing import Final

from inkwright.agent.desk import Desk
from inkwright.agent.turn import Earlier, run_turn
from inkwright.conversation.messages import Message
from inkwright.conversation.outcomes import Delivered, Failed, Outcome
from inkwright.conversation.results import RouterResult
from inkwright.conversation.turns import TurnState
from inkwright.errors import ModelError
from inkwright.i18n import language_of
from inkwright.llm.brain import Brain
from inkwright.usecases.load_history import Talk, load_talk
from inkwright.usecases.summarise_turns import summarise_turns

TALK_TOKENS: Final = 4_000
"""As much of the conversation a new turn is told, as text."""


async def send_message(
    desk: Desk, message: str, route: RouterResult, *, owner: str, conversation_id: str | None = None
) -> Outcome:
    """What becomes of the message. The route is given by whoever knows what is wanted: a command, a button.

    In a conversation that has begun the turn is told what was said before.
    """
    turn = TurnState(
        id=desk.ids.new("turn"),
        conversation_id=conversation_id or desk.ids.new("conv"),
        owner=owner,
        message=message,
        message_id=desk.ids.new("msg"),
        route=route,
    )
    talk = await talk_before(desk, turn) if conversation_id else Talk("", is_cut=False)
    said = _message(turn, turn.message_id, "user", message)
    await asyncio.gather(desk.conversations.add_message(said), desk.conversations.save_turn(turn))
    outcome = await run_turn(turn, desk, earlier=Earlier(talk.text))
    await keep_reply(desk, turn, outcome)
    if talk.is_cut:
        # What falls out of the talk is summarised for the next turn. Without a summary the gap is told as a gap.
        with contextlib.suppress(ModelError):
            await summarise_turns(Brain(desk.model), desk.conversations, turn.conversation_id, owner=owner)
    return outcome


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


async def keep_reply(desk: Desk, turn: TurnState, outcome: Outcome) -> None:
    """The outcome as the message that the person sees in the conversation later on."""
    made = outcome.artifacts if isinstance(outcome, Delivered | Failed) else ()
    ids = tuple(artifact.id for artifact in made)
    await desk.conversations.add_message(_message(turn, desk.ids.new("msg"), "assistant", outcome.message, ids))


def _message(turn: TurnState, id_: str, role: str, text: str, artifact_ids: tuple[str, ...] = ()) -> Message:
    return Message.model_validate(
        {
            "id": id_,
            "conversation_id": turn.conversation_id,
            "owner": turn.owner,
            "role": role,
            "text": text,
            "artifact_ids": artifact_ids,
        }
    )
