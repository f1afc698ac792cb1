"""Resume a turn whose process died: it goes on from what was kept; what was made already still counts."""

from inkwright.agent.desk import Desk
from inkwright.conversation.outcomes import Outcome
from inkwright.conversation.turns import TurnState
from inkwright.errors import NotFound, TurnOver
from inkwright.usecases.carry_turn import carry_turn
from inkwright.usecases.take_answer import known_answer, take_answer, take_over


async def resume_turn(desk: Desk, turn_id: str, *, owner: str) -> Outcome:
    """What becomes of the turn. One that is over, waits for the person, or is still carried elsewhere is TurnOver;
    one that waits for what was answered goes on with that answer.
    """
    turn = await desk.conversations.load_turn(turn_id, owner=owner)
    if turn is None:
        raise NotFound(what_kind="turn", id=turn_id)
    going = await take_over(desk, turn) or await _with_left_answer(desk, turn)
    if going is None:
        raise TurnOver(id=turn.id, status=turn.status)
    return await carry_turn(desk, going)


async def _with_left_answer(desk: Desk, turn: TurnState) -> TurnState | None:
    """The turn as it goes on with the answer to what it waits for, if one was kept."""
    ask = next((each.ask for each in turn.asks if each.ask.id == turn.ask_id), None)
    answer = await known_answer(desk, turn, ask) if ask else None
    return await take_answer(desk, turn, ask, answer) if ask and answer else None
