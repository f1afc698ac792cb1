"""Send messages and answers, and cancel, retry, resume or take back turns."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.run import end_turn, lease_until, run_turn
from inkwright.agent.school_turns import names_kept
from inkwright.agent.services import PriorContext, TurnLimits, TurnServices
from inkwright.agent.source_answers import answer_in_words
from inkwright.agent.tasks import finish_despite_cancel, running_task
from inkwright.conversation.asks import Answer, AnsweredAsk, Ask, QuestionAnswer, answer_from_text, check_answer
from inkwright.conversation.events import Warned
from inkwright.conversation.protocols import Asks, Conversations
from inkwright.conversation.turns import (
    LEASE_SECONDS,
    ConversationFile,
    Failed,
    Outcome,
    RouterResult,
    TurnState,
    TurnUsage,
)
from inkwright.errors import AlreadyAnswered, CallerError, GaveUp, ModelError, NotFound, TurnOver
from inkwright.i18n import language_of, text
from inkwright.llm.brain import Brain
from inkwright.llm.call_log import calls_in_turn
from inkwright.processes import process_place
from inkwright.prompts import load_prompt
from inkwright.settings import TURN_CALLS, TURN_DOLLARS, TURN_SECONDS, TURN_TOKENS, Settings
from inkwright.usecases.history import HistoryText, load_history_text, load_messages, summarise_turns
from inkwright.usecases.project_turns import in_project


def limits_from_settings(settings: Settings) -> TurnLimits:
    """Return the limits of every turn."""
    return TurnLimits(
        calls_in_all=settings.get(TURN_CALLS),
        tokens=settings.get(TURN_TOKENS),
        dollars=settings.get(TURN_DOLLARS),
        seconds=settings.get(TURN_SECONDS),
    )


async def cancel_turn(turn_id: str, *, owner: str) -> None:
    """Cancel a turn of this process, and wait until it has ended."""
    task = running_task(turn_id, owner)
    if task is None:
        raise NotFound(what_kind="running turn", id=turn_id)
    task.cancel()
    await asyncio.wait([task])


async def cancel_anywhere(services: TurnServices, turn: TurnState) -> None:
    """Cancel a turn that runs in any process. One elsewhere is taken over and ended; its process stops at its next
    write. TurnOver if it does not run.
    """
    if running_task(turn.id, turn.owner) is not None:
        await cancel_turn(turn.id, owner=turn.owner)
        return
    taken = marked_running(services, turn)
    if turn.status != "running" or not await services.conversations.change_turn(turn, taken):
        raise TurnOver(id=turn.id, status=turn.status)
    await end_turn(taken, services)


async def take_back_message(conversations: Conversations, asks: Asks, turn: TurnState) -> None:
    """Remove the message of the turn and everything after it from the conversation; close its open questions."""
    later = await conversations.turns_after(turn.conversation_id, turn.id, owner=turn.owner)
    await conversations.replace_from(turn.conversation_id, turn.message_id, owner=turn.owner)
    for each in (turn, *later):
        await _cancel_asks(asks, each)


async def withdraw_ask(conversations: Conversations, asks: Asks, turn: TurnState) -> bool:
    """Close a question because the person continued with something else; its turn is over.

    Return whether it was closed: a turn that continues with an answer at this moment is left alone.
    """
    over = turn.model_copy(update={"status": "finished", "ask_id": None})
    if turn.status != "waiting" or not await conversations.change_turn(turn, over):
        return False
    await _cancel_asks(asks, turn)
    return True


async def _cancel_asks(asks: Asks, turn: TurnState) -> None:
    for each in turn.asks:
        with contextlib.suppress(AlreadyAnswered):
            await asks.answer(each.ask.id, Answer(status="cancelled"), owner=turn.owner)


HISTORY_TOKENS: Final = 4_000
"""How much of the conversation a new turn gets as text."""

_KEEP_LATEST: Final = 2
_UNCARRIED_SECONDS: Final = 10.0
"""How long a turn of this process may go without a task that renews its lease; one that begins has none yet."""

_UNSUMMARISED_TOKENS: Final = HISTORY_TOKENS // 2
"""Turns that the summary does not cover have room next to it. When they exceed half of the budget, a new summary covers
all but the latest turns. So it is not rewritten in every turn, and no turn is missing in both.
"""


@dataclass(frozen=True, slots=True)
class BegunTurn:
    """A turn that is stored as running in this process, and has not run yet; it may have asked in another one.

    `is_first`: the conversation starts with it, so earlier messages and files do not exist. `note` is shown first.
    """

    turn: TurnState
    is_first: bool = False
    note: Warned | None = None


async def run_begun(services: TurnServices, begun: BegunTurn) -> Outcome:
    """Run the turn to its outcome."""
    with calls_in_turn(begun.turn.conversation_id, begun.turn.id):
        async with _ended_if_cancelled(services, begun.turn):
            return await _run_and_summarise(services, begun)


@contextlib.asynccontextmanager
async def _ended_if_cancelled(services: TurnServices, turn: TurnState) -> AsyncIterator[None]:
    """End a turn that is cancelled after it was stored and before it runs; one that runs ends by itself."""
    try:
        yield
    except asyncio.CancelledError:
        await finish_despite_cancel(_end_unstarted(services, turn))
        raise


async def _end_unstarted(services: TurnServices, turn: TurnState) -> None:
    if await services.conversations.load_turn(turn.id, owner=turn.owner) == turn:
        await end_turn(turn, services)


async def _run_and_summarise(services: TurnServices, begun: BegunTurn) -> Outcome:
    turn = begun.turn
    services = services if begun.is_first else await in_project(services, turn)
    talk = HistoryText("", is_cut=False) if begun.is_first else await prior_history(services, turn)
    prior = PriorContext(has_files=False) if begun.is_first else await _prior_context(services, turn, talk)
    outcome = await run_turn(turn, services, prior, note=begun.note)
    if talk.is_cut:
        # Messages that no longer fit are summarised for the next turn. Without a summary, a line marks the gap.
        with contextlib.suppress(ModelError, GaveUp):
            async with names_kept(services, turn.owner):
                await summarise_turns(
                    Brain(services.model, purpose="summary"),
                    services.conversations,
                    turn.conversation_id,
                    owner=turn.owner,
                    keep_latest=_KEEP_LATEST,
                    room_tokens=_UNSUMMARISED_TOKENS,
                )
    return outcome


async def _prior_context(services: TurnServices, turn: TurnState, talk: HistoryText) -> PriorContext:
    """Return what the turn is given of earlier ones: the talk as text; in a project, messages with their tool calls.

    A weak model gets text everywhere: tool calls of other turns confuse it.
    """
    if services.workspace is None or services.model.abilities.is_weak:
        return PriorContext(talk.text)
    messages = await load_messages(
        services.conversations,
        turn.conversation_id,
        owner=turn.owner,
        budget_tokens=HISTORY_TOKENS,
        before=turn.id,
    )
    return PriorContext(talk.text, messages, talk.summary if talk.is_cut else "")


def marked_running(services: TurnServices, turn: TurnState, **changes: object) -> TurnState:
    """Return the turn as running in this process."""
    held = {"held_until": lease_until(services), "held_by": process_place()}
    continued = {"status": "running", "outcome": None, "ask_id": None, "epoch": turn.epoch + 1}
    return turn.model_copy(update={**held, **continued, **changes})


async def prior_history(services: TurnServices, turn: TurnState) -> HistoryText:
    """Return the conversation before this turn."""
    return await load_history_text(
        services.conversations,
        turn.conversation_id,
        owner=turn.owner,
        budget_tokens=HISTORY_TOKENS,
        language=language_of(turn.message),
        before=turn.message_id if turn.message_id else None,
    )


async def retry_turn(services: TurnServices, turn_id: str, *, owner: str) -> Outcome:
    """Run a failed turn again. Its limits start from zero."""
    return await run_begun(services, await begin_retry(services, turn_id, owner=owner))


async def begin_retry(services: TurnServices, turn_id: str, *, owner: str) -> BegunTurn:
    """Store a failed turn as running again."""
    turn = await services.conversations.load_turn(turn_id, owner=owner)
    if turn is None:
        raise NotFound(what_kind="turn", id=turn_id)
    if not isinstance(turn.outcome, Failed):
        raise TurnOver(id=turn.id, status=turn.status)
    begun_again = {"extra_runs": 0, "engine_messages": "", "asks": (), "spent": TurnUsage(), "crashes": 0}
    continued = marked_running(services, turn, **begun_again, begun_at_epoch=turn.epoch + 1)
    if not await services.conversations.change_turn(turn, continued):
        raise TurnOver(id=turn.id, status=turn.status)
    return BegunTurn(continued)


async def accept_answer(
    services: TurnServices, turn: TurnState, ask: Ask, answer: Answer, said: str | None = None
) -> TurnState | None:
    """Return the turn as it continues with the answer; None if it does not wait for it, or another process was first.

    The answer, the message and the running turn are stored at once. What is stored with the ask repeats it.
    """
    if turn.status != "waiting" or all(each.ask.id != ask.id or each.answer for each in turn.asks):
        return None
    asks = tuple(each.model_copy(update={"answer": answer}) if each.ask.id == ask.id else each for each in turn.asks)
    agreed = (*turn.agreed, AnsweredAsk(ask=ask, answer=answer))
    continued = marked_running(services, turn, asks=asks, agreed=agreed, crashes=0, begun_at_epoch=turn.epoch + 1)
    words = turn.said(services.ids.new("msg"), said or answer.for_model(ask))
    if not await services.conversations.change_turn(turn, continued, words):
        return None
    await close_asks(services, continued)
    return continued


def is_carried(turn: TurnState, now: float) -> bool:
    """Whether a process carries the turn to its end: another one that counts as alive, or a task of this one.

    The task of a turn ends before the turn if the database cannot store it, so this process may find a turn of its own
    that no task renews any more.
    """
    if running_task(turn.id, turn.owner) is not None:
        return True
    is_own = turn.held_by == process_place() != ""
    return turn.is_held(now) and not (is_own and turn.held_until - now < LEASE_SECONDS - _UNCARRIED_SECONDS)


async def take_over_turn(services: TurnServices, turn: TurnState) -> TurnState | None:
    """Return the turn as it continues here after its process died; None if it does not run, runs elsewhere, or another
    process was first.
    """
    is_carried_on = is_carried(turn, services.clock.now().timestamp())
    # Counted before it runs: it may end this process too.
    continued = marked_running(services, turn, crashes=turn.crashes + 1)
    if turn.status != "running" or is_carried_on or not await services.conversations.change_turn(turn, continued):
        return None
    await close_asks(services, continued)
    return continued


async def known_answer(services: TurnServices, turn: TurnState, ask: Ask) -> Answer | None:
    """Return the valid answer, if there is one: from the turn, or stored with the ask."""
    taken = next((each.answer for each in turn.agreed if each.ask.id == ask.id), None)
    return taken or await services.asks.answer_to(ask.id, owner=ask.owner)


async def close_asks(services: TurnServices, turn: TurnState) -> None:
    """Store the answers that the turn knows with their asks."""
    for each in turn.asks:
        if each.answer is not None:
            with contextlib.suppress(AlreadyAnswered):
                await services.asks.answer(each.ask.id, each.answer, owner=turn.owner)


async def answer_ask(
    services: TurnServices, ask_id: str, answer: Answer, *, owner: str, said: str | None = None
) -> Outcome:
    """Answer a question and continue its turn, which may have asked in another process, days ago.

    The answer must be one that the ask allows. It is added to the conversation, as `said` if the person wrote it in
    their own words. If a process died after taking an answer, the turn continues with that one; the person is warned if
    their new answer differs.
    """
    return await run_begun(services, await begin_answer(services, ask_id, answer, owner=owner, said=said))


async def begin_answer(
    services: TurnServices, ask_id: str, answer: Answer, *, owner: str, said: str | None = None
) -> BegunTurn:
    """Store the answer, and the turn as it continues with it."""
    ask, turn = await _load_ask(services, ask_id, owner)
    check_answer(ask, answer)
    first = await known_answer(services, turn, ask)
    valid = first or answer
    continued = await accept_answer(services, turn, ask, valid, said if valid == answer else None)
    if continued is None and first is not None:
        continued = await take_over_turn(services, turn)
    if continued is None:
        raise await _refusal_error(services, ask_id, owner)
    return BegunTurn(continued, note=_answer_note(turn, ask, answer, valid))


async def _load_ask(services: TurnServices, ask_id: str, owner: str) -> tuple[Ask, TurnState]:
    ask = await services.asks.get(ask_id, owner=owner)
    if ask is None:
        raise NotFound(what_kind="ask", id=ask_id)
    turn = await services.conversations.load_turn(ask.turn_id, owner=owner)
    if turn is None:
        raise NotFound(what_kind="turn", id=ask.turn_id)
    return ask, turn


async def _refusal_error(services: TurnServices, ask_id: str, owner: str) -> CallerError:
    """Return why the turn does not continue with an answer."""
    ask, turn = await _load_ask(services, ask_id, owner)
    if await known_answer(services, turn, ask) is not None:
        return AlreadyAnswered(id=ask_id)
    return TurnOver(id=turn.id, status=turn.status)


def _answer_note(turn: TurnState, ask: Ask, given: Answer, valid: Answer) -> Warned | None:
    """Return what the person is told about an answer: another one counts, or none came in time."""
    if valid != given:
        return _answer_saved_warning(turn, ask, valid)
    if valid.status != "timeout":
        return None
    return Warned(
        code="ask_timed_out", message=text(language_of(turn.message), "turn.ask_timed_out", question=ask.title)
    )


def _answer_saved_warning(turn: TurnState, ask: Ask, answer: Answer) -> Warned:
    chosen = [each.label or each.value or "" for each in answer.answers]
    kept = answer.said or " · ".join(filter(None, chosen))
    key = "turn.answer_kept" if kept else "turn.answer_kept_bare"
    said = text(language_of(turn.message), key, question=ask.title, answer=kept)
    return Warned(code="answer_kept", message=said)


async def resume_turn(services: TurnServices, turn_id: str, *, owner: str) -> Outcome:
    """Continue a turn whose process died. TurnOver if it is over, waits for the person, or still runs elsewhere; one
    with a stored answer continues with it.
    """
    return await run_begun(services, await begin_resume(services, turn_id, owner=owner))


async def begin_resume(services: TurnServices, turn_id: str, *, owner: str) -> BegunTurn:
    """Store a turn whose process died as running in this one."""
    turn = await services.conversations.load_turn(turn_id, owner=owner)
    if turn is None:
        raise NotFound(what_kind="turn", id=turn_id)
    continued = await take_over_turn(services, turn) or await _with_saved_answer(services, turn)
    if continued is None:
        raise TurnOver(id=turn.id, status=turn.status)
    return BegunTurn(continued)


async def _with_saved_answer(services: TurnServices, turn: TurnState) -> TurnState | None:
    """Return the turn as it continues with a stored answer, if there is one."""
    ask = next((each.ask for each in turn.asks if each.ask.id == turn.ask_id), None)
    answer = await known_answer(services, turn, ask) if ask else None
    return await accept_answer(services, turn, ask, answer) if ask and answer else None


class ReplyReading(BaseModel):
    """What a fast model reads in the message."""

    model_config = ConfigDict(extra="forbid")

    is_answer: bool
    chosen: Annotated[str, Field(max_length=300)] | None = None


async def pending_ask(services: TurnServices, conversation_id: str, *, owner: str) -> Ask | None:
    """Return the question that the conversation waits for, if there is one."""
    latest = await services.conversations.latest_turns(conversation_id, owner=owner, limit=1)
    turn = latest[0] if latest else None
    if turn is None or turn.status != "waiting" or turn.ask_id is None:
        return None
    return await services.asks.get(turn.ask_id, owner=owner)


async def answer_from_message(services: TurnServices, ask: Ask, message: str) -> Answer | None:
    """Return the answer that the message gives; None if it is about something else.

    A message that names an option needs no model. Otherwise a fast one is asked; if that fails, a message after a
    single free question is its answer.
    """
    answer = answer_from_text(ask, message) or answer_in_words(ask, message)
    if answer is not None:
        return answer
    model = services.model_of("fast")
    if model.abilities.is_weak:
        return _free_text_answer(ask, message) if _is_free_text(ask) else None
    try:
        async with names_kept(services, ask.owner):
            reading = await Brain(model, purpose="answer").decide(_reply_prompt(ask, message), ReplyReading)
    except (ModelError, GaveUp):
        return _free_text_answer(ask, message) if _is_free_text(ask) else None
    if not reading.is_answer or ask.kind == "permission":
        return None
    return (answer_from_text(ask, reading.chosen) if reading.chosen else None) or _free_text_answer(ask, message)


def _is_free_text(ask: Ask) -> bool:
    return ask.kind == "clarification" and len(ask.questions) == 1 and ask.questions[0].allow_freeform


def _free_text_answer(ask: Ask, message: str) -> Answer:
    if _is_free_text(ask):
        return Answer(status="answered", answers=(QuestionAnswer(id=ask.questions[0].id, value=message),))
    return Answer(status="answered", said=message)


def _reply_prompt(ask: Ask, message: str) -> str:
    language = language_of(message)
    prompt = load_prompt("inkwright.usecases", "read_reply", language)
    asked = [ask.title, *ask.outline_lines]
    for question in ask.questions:
        asked += [question.question, *(f"- {option.label}" for option in question.options)]
    return prompt.replace("{asked}", "\n".join(asked)).replace("{message}", message)


async def send_message(
    services: TurnServices,
    message: str,
    route: RouterResult | None = None,
    *,
    owner: str,
    conversation_id: str | None = None,
    attached: Sequence[ConversationFile] | None = None,
) -> Outcome:
    """Send a message; return the outcome of its turn. `route` is given if the caller knows what is wanted, such as a
    command or a button; otherwise a model guesses it. `attached` are the files that come with the message.

    The turn gets the conversation so far. If a question is open, the message may be its answer in the person's own
    words; if not, the question is closed.
    """
    begun = await begin_message(
        services, message, route, owner=owner, conversation_id=conversation_id, attached=attached
    )
    return await run_begun(services, begun)


async def begin_message(
    services: TurnServices,
    message: str,
    route: RouterResult | None = None,
    *,
    owner: str,
    conversation_id: str | None = None,
    attached: Sequence[ConversationFile] | None = None,
) -> BegunTurn:
    """Store a message and the turn that it starts, or continues if it answers the open question.

    `attached` are the files that come with the message; by default the ones that no earlier turn knows.
    """
    withdrawn = None
    waiting = await pending_ask(services, conversation_id, owner=owner) if conversation_id is not None else None
    if conversation_id is not None and waiting is not None:
        with calls_in_turn(conversation_id, waiting.turn_id):
            answer = await answer_from_message(services, waiting, message) if route is None else None
        if answer is not None:
            return await begin_answer(services, waiting.id, answer, owner=owner, said=message)
        asked = await services.conversations.load_turn(waiting.turn_id, owner=owner)
        if asked is not None and await withdraw_ask(services.conversations, services.asks, asked):
            withdrawn = waiting.title
    turn = TurnState(
        id=services.ids.new("turn"),
        conversation_id=conversation_id or services.ids.new("conv"),
        owner=owner,
        message=message,
        message_id=services.ids.new("msg"),
        route=route,
        held_until=lease_until(services),
        held_by=process_place(),
        withdraws=withdrawn,
        attached=None if attached is None else tuple(attached),
    )
    async with _ended_if_cancelled(services, turn):
        await services.conversations.begin_turn(turn.said(turn.message_id, message), turn)
    return BegunTurn(turn, is_first=conversation_id is None)
