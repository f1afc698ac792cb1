"""Answer what the person was asked: the same turn goes on, with the same ledger and the same limits."""

from inkwright.agent.desk import Desk
from inkwright.conversation.answering import check_answer
from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.events import Warned
from inkwright.conversation.outcomes import Outcome
from inkwright.conversation.turns import TurnState
from inkwright.errors import AlreadyAnswered, CallerError, NotFound, TurnOver
from inkwright.i18n import language_of, text
from inkwright.usecases.carry_turn import carry_turn
from inkwright.usecases.take_answer import known_answer, take_answer, take_over


async def answer_ask(desk: Desk, ask_id: str, answer: Answer, *, owner: str, said: str | None = None) -> Outcome:
    """What becomes of the turn. It may have been asked in another process, days ago.

    The answer must fit what was asked: nothing is chosen that was not offered. It is kept in the conversation, as
    `said` where the person wrote it in their own words. Where a process died with an answer in its hands, the turn
    goes on with that one, and the person is told if they say something else now.
    """
    ask, turn = await _asked(desk, ask_id, owner)
    check_answer(ask, answer)
    first = await known_answer(desk, turn, ask)
    counts = first or answer
    going = await take_answer(desk, turn, ask, counts, said if counts == answer else None)
    if going is None and first is not None:
        going = await take_over(desk, turn)
    if going is None:
        raise await _refusal(desk, ask_id, owner)
    return await carry_turn(desk, going, note=None if counts == answer else _note(turn, ask, counts))


async def _asked(desk: Desk, ask_id: str, owner: str) -> tuple[Ask, TurnState]:
    ask = await desk.asks.get(ask_id, owner=owner)
    if ask is None:
        raise NotFound(what_kind="ask", id=ask_id)
    turn = await desk.conversations.load_turn(ask.turn_id, owner=owner)
    if turn is None:
        raise NotFound(what_kind="turn", id=ask.turn_id)
    return ask, turn


async def _refusal(desk: Desk, ask_id: str, owner: str) -> CallerError:
    """Why the turn does not go on with an answer, as it stands now."""
    ask, turn = await _asked(desk, ask_id, owner)
    if await known_answer(desk, turn, ask) is not None:
        return AlreadyAnswered(id=ask_id)
    return TurnOver(id=turn.id, status=turn.status)


def _note(turn: TurnState, ask: Ask, answer: Answer) -> Warned:
    chosen = [each.label or each.value or "" for each in answer.answers]
    kept = answer.said or " · ".join(filter(None, chosen))
    key = "turn.answer_kept" if kept else "turn.answer_kept_bare"
    said = text(language_of(turn.message), key, question=ask.title, answer=kept)
    return Warned(code="answer_kept", message=said)
