"""Take an answer: the turn that waits for it is kept with it first, so that whoever comes after a crash goes on."""

import contextlib

from inkwright.agent.desk import Desk
from inkwright.agent.running import running_task
from inkwright.conversation.asks import Agreed, Answer, Ask
from inkwright.conversation.turns import TurnState
from inkwright.errors import AlreadyAnswered
from inkwright.usecases.carry_turn import running


async def take_answer(
    desk: Desk, turn: TurnState, ask: Ask, answer: Answer, said: str | None = None
) -> TurnState | None:
    """The turn as it goes on with the answer; None if it does not wait for it, or another one went on first.

    The answer, the words in the conversation and the turn that runs are kept at once. What is written down beside the
    ask repeats it.
    """
    if turn.status != "waiting" or all(each.ask.id != ask.id or each.answer for each in turn.asks):
        return None
    asks = tuple(each.model_copy(update={"answer": answer}) if each.ask.id == ask.id else each for each in turn.asks)
    going = running(desk, turn, asks=asks, agreed=(*turn.agreed, Agreed(ask=ask, answer=answer)))
    words = turn.said(desk.ids.new("msg"), said or answer.for_model(ask))
    if not await desk.conversations.change_turn(turn, going, words):
        return None
    await close_asks(desk, going)
    return going


async def take_over(desk: Desk, turn: TurnState) -> TurnState | None:
    """The turn as it goes on here after its process died; None if it does not run, is carried elsewhere, or another
    one took it over first.
    """
    is_carried = running_task(turn.id, turn.owner) is not None or turn.held_until > desk.clock.now().timestamp()
    going = running(desk, turn)
    if turn.status != "running" or is_carried or not await desk.conversations.change_turn(turn, going):
        return None
    await close_asks(desk, going)
    return going


async def known_answer(desk: Desk, turn: TurnState, ask: Ask) -> Answer | None:
    """The answer that counts, if there is one: the turn knows it, or it was written down beside the ask."""
    taken = next((each.answer for each in turn.agreed if each.ask.id == ask.id), None)
    return taken or await desk.asks.answer_to(ask.id, owner=ask.owner)


async def close_asks(desk: Desk, turn: TurnState) -> None:
    """Write down beside each ask what the turn knows as its answer."""
    for each in turn.asks:
        if each.answer is not None:
            with contextlib.suppress(AlreadyAnswered):
                await desk.asks.answer(each.ask.id, each.answer, owner=turn.owner)
