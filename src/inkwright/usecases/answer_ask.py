"""Answer what the person was asked: the same turn goes on, with the same ledger and the same limits."""

from inkwright.agent.desk import Desk
from inkwright.agent.turn import Earlier, run_turn
from inkwright.conversation.asks import Answer
from inkwright.conversation.outcomes import Outcome
from inkwright.errors import NotFound, TurnOver
from inkwright.usecases.send_message import keep_reply, talk_before


async def answer_ask(desk: Desk, ask_id: str, answer: Answer, *, owner: str) -> Outcome:
    """What becomes of the turn. It may have been asked in another process, days ago."""
    ask = await desk.asks.answer(ask_id, answer, owner=owner)
    turn = await desk.conversations.load_turn(ask.turn_id, owner=owner)
    if turn is None:
        raise NotFound(what_kind="turn", id=ask.turn_id)
    if turn.status != "waiting" or turn.ask_id != ask_id:
        raise TurnOver(id=turn.id, status=turn.status)
    turn = turn.model_copy(update={"status": "running", "outcome": None})
    outcome = await run_turn(turn, desk, (ask, answer), Earlier((await talk_before(desk, turn)).text))
    await keep_reply(desk, turn, outcome)
    return outcome
