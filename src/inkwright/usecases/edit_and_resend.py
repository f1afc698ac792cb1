"""Edit a message and send it again: what followed it is replaced, and nothing of it is lost."""

from inkwright.agent.desk import Desk
from inkwright.conversation.outcomes import Outcome
from inkwright.conversation.results import RouterResult
from inkwright.errors import NotFound, TurnOver
from inkwright.usecases.send_message import send_message
from inkwright.usecases.take_back import take_back


async def edit_and_resend(
    desk: Desk, turn_id: str, message: str, route: RouterResult | None = None, *, owner: str
) -> Outcome:
    """What becomes of the message as it is now. The turn is a new one, at the place of the old: it and all later ones
    no longer belong to the talk. A turn that still runs has to be stopped first.
    """
    turn = await desk.conversations.load_turn(turn_id, owner=owner)
    if turn is None:
        raise NotFound(what_kind="turn", id=turn_id)
    if turn.status == "running" and turn.held_until > desk.clock.now().timestamp():
        raise TurnOver(id=turn.id, status=turn.status)
    await take_back(desk.conversations, desk.asks, turn)
    return await send_message(desk, message, route, owner=owner, conversation_id=turn.conversation_id)
