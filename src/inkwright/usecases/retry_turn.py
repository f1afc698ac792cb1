"""Try a failed turn again: the same message, the same turn; what was made already still counts."""

from inkwright.agent.desk import Desk
from inkwright.conversation.outcomes import Failed, Outcome
from inkwright.conversation.turns import Spent
from inkwright.errors import NotFound, TurnOver
from inkwright.usecases.carry_turn import carry_turn, running


async def retry_turn(desk: Desk, turn_id: str, *, owner: str) -> Outcome:
    """What becomes of the turn now. Only one that failed can be tried again; its limits begin anew."""
    turn = await desk.conversations.load_turn(turn_id, owner=owner)
    if turn is None:
        raise NotFound(what_kind="turn", id=turn_id)
    if not isinstance(turn.outcome, Failed):
        raise TurnOver(id=turn.id, status=turn.status)
    return await carry_turn(desk, running(desk, turn, extra_runs=0, engine_messages="", asks=(), spent=Spent()))
