"""Take back what was said or asked: questions that nobody will answer are closed, and their turns are over."""

import contextlib

from inkwright.conversation.asks import Answer
from inkwright.conversation.protocols import Asks, Conversations
from inkwright.conversation.turns import TurnState
from inkwright.errors import AlreadyAnswered


async def take_back(conversations: Conversations, asks: Asks, turn: TurnState) -> None:
    """The message of the turn and all that followed it no longer belong to the talk; what was asked there is
    withdrawn.
    """
    later = await conversations.turns_behind(turn.conversation_id, turn.id, owner=turn.owner)
    await conversations.replace_from(turn.conversation_id, turn.message_id, owner=turn.owner)
    for each in (turn, *later):
        await _close(asks, each)


async def withdraw(conversations: Conversations, asks: Asks, turn: TurnState) -> bool:
    """The person went on with something else: the question is closed, and its turn is over as it stands. Whether it
    is: one that goes on with an answer at this moment is left to it.
    """
    over = turn.model_copy(update={"status": "finished", "ask_id": None})
    if turn.status != "waiting" or not await conversations.change_turn(turn, over):
        return False
    await _close(asks, turn)
    return True


async def _close(asks: Asks, turn: TurnState) -> None:
    for each in turn.asks:
        with contextlib.suppress(AlreadyAnswered):
            await asks.answer(each.ask.id, Answer(status="cancelled"), owner=turn.owner)
