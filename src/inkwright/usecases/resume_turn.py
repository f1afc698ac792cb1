"""Resume a turn whose process died: it goes on from what was kept; what was made already still counts."""

from inkwright.agent.desk import Desk
from inkwright.agent.running import running_task
from inkwright.conversation.outcomes import Outcome
from inkwright.errors import NotFound, TurnOver
from inkwright.usecases.carry_turn import carry_turn, running


async def resume_turn(desk: Desk, turn_id: str, *, owner: str) -> Outcome:
    """What becomes of the turn. One that is over, waits for the person, or is still carried elsewhere is TurnOver."""
    turn = await desk.conversations.load_turn(turn_id, owner=owner)
    if turn is None:
        raise NotFound(what_kind="turn", id=turn_id)
    is_carried = running_task(turn_id, owner) is not None or turn.held_until > desk.clock.now().timestamp()
    if turn.status != "running" or is_carried:
        raise TurnOver(id=turn.id, status=turn.status)
    token = desk.ids.new("run")
    # Two who resume at once ask for the same step; it is done once, and only who did it goes on.
    won = await desk.steps.once(f"{turn.id}/resume/{turn.held_until}", lambda: _itself(token))
    if won != token:
        raise TurnOver(id=turn.id, status=turn.status)
    turn = running(desk, turn)
    await desk.conversations.save_turn(turn)
    return await carry_turn(desk, turn)


async def _itself(token: str) -> str:
    return token
