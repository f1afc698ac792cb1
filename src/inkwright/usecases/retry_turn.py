"""Try a failed turn again: the same message, the same turn; what was made already still counts."""

from inkwright.agent.desk import Desk
from inkwright.agent.turn import Earlier, run_turn
from inkwright.conversation.outcomes import Failed, Outcome
from inkwright.errors import NotFound, TurnOver
from inkwright.usecases.send_message import keep_reply, talk_before


async def retry_turn(desk: Desk, turn_id: str, *, owner: str) -> Outcome:
    """What becomes of the turn now. Only one that failed can be tried again."""
    turn = await desk.conversations.load_turn(turn_id, owner=owner)
    if turn is None:
        raise NotFound(what_kind="turn", id=turn_id)
    if not isinstance(turn.outcome, Failed):
        raise TurnOver(id=turn.id, status=turn.status)
    fresh = {"status": "running", "outcome": None, "extra_runs": 0, "engine_messages": ""}
    turn = turn.model_copy(update=fresh)
    outcome = await run_turn(turn, desk, earlier=Earlier((await talk_before(desk, turn)).text))
    await keep_reply(desk, turn, outcome)
    return outcome
