"""Answer what the person was asked: the same turn goes on, with the same ledger and the same limits."""

from inkwright.agent.desk import Desk
from inkwright.conversation.answering import check_answer
from inkwright.conversation.asks import Answer
from inkwright.conversation.outcomes import Outcome
from inkwright.errors import NotFound, TurnOver
from inkwright.usecases.carry_turn import carry_turn, message_of, running


async def answer_ask(desk: Desk, ask_id: str, answer: Answer, *, owner: str, said: str | None = None) -> Outcome:
    """What becomes of the turn. It may have been asked in another process, days ago.

    The answer must fit what was asked: nothing is chosen that was not offered. It is kept in the conversation, as
    `said` where the person wrote it in their own words.
    """
    ask = await desk.asks.get(ask_id, owner=owner)
    if ask is None:
        raise NotFound(what_kind="ask", id=ask_id)
    turn = await desk.conversations.load_turn(ask.turn_id, owner=owner)
    if turn is None:
        raise NotFound(what_kind="turn", id=ask.turn_id)
    check_answer(ask, answer)
    await desk.asks.answer(ask_id, answer, owner=owner)
    if turn.status != "waiting" or ask_id not in {each.ask.id for each in turn.asks}:
        raise TurnOver(id=turn.id, status=turn.status)
    words = message_of(turn, desk.ids.new("msg"), "user", said or answer.for_model(ask))
    await desk.conversations.add_message(words)
    return await carry_turn(desk, running(desk, turn), (ask, answer))
