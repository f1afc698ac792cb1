"""Send a message: it is kept, becomes a turn, and the turn is carried to its outcome."""

from inkwright.agent.desk import Desk
from inkwright.agent.turn import held_from_now
from inkwright.conversation.outcomes import Outcome
from inkwright.conversation.results import RouterResult
from inkwright.conversation.turns import TurnState
from inkwright.llm.calls import calls_of
from inkwright.usecases.answer_ask import answer_ask
from inkwright.usecases.carry_turn import carry_turn
from inkwright.usecases.read_reply import read_reply, waiting_ask
from inkwright.usecases.take_back import withdraw


async def send_message(
    desk: Desk, message: str, route: RouterResult | None = None, *, owner: str, conversation_id: str | None = None
) -> Outcome:
    """What becomes of the message. A route is given by whoever knows what is wanted: a command, a button; without one
    a model guesses it.

    In a conversation that has begun the turn is told what was said before. Where a question waits there, the message
    may be its answer, in the person's own words; if it is not, the question is withdrawn.
    """
    withdrawn = None
    waiting = await waiting_ask(desk, conversation_id, owner=owner) if conversation_id is not None else None
    if conversation_id is not None and waiting is not None:
        with calls_of(conversation_id):
            answer = await read_reply(desk, waiting, message) if route is None else None
        if answer is not None:
            return await answer_ask(desk, waiting.id, answer, owner=owner, said=message)
        asked = await desk.conversations.load_turn(waiting.turn_id, owner=owner)
        if asked is not None and await withdraw(desk.conversations, desk.asks, asked):
            withdrawn = waiting.title
    turn = TurnState(
        id=desk.ids.new("turn"),
        conversation_id=conversation_id or desk.ids.new("conv"),
        owner=owner,
        message=message,
        message_id=desk.ids.new("msg"),
        route=route,
        held_until=held_from_now(desk),
        withdraws=withdrawn,
    )
    await desk.conversations.begin_turn(turn.said(turn.message_id, message), turn)
    return await carry_turn(desk, turn, is_first=conversation_id is None)
