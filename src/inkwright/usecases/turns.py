"""Send messages and answers, and cancel, retry, resume or take back turns."""

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.run import lease_until, run_turn
from inkwright.agent.runner import PriorContext
from inkwright.agent.services import TurnLimits, TurnServices
from inkwright.agent.tasks import running_task
from inkwright.conversation.asks import Answer, AnsweredAsk, Ask, QuestionAnswer, answer_from_text, check_answer
from inkwright.conversation.events import Warned
from inkwright.conversation.protocols import Asks, Conversations
from inkwright.conversation.turns import Failed, Outcome, RouterResult, TurnState, TurnUsage
from inkwright.errors import AlreadyAnswered, CallerError, GaveUp, ModelError, NotFound, TurnOver
from inkwright.i18n import language_of, text
from inkwright.ids import is_id_prefix
from inkwright.llm.brain import Brain
from inkwright.llm.call_log import calls_in_conversation
from inkwright.prompts import load_prompt
from inkwright.settings import TURN_CALLS, TURN_DOLLARS, TURN_SECONDS, TURN_TOKENS, Settings
from inkwright.usecases.history import HistoryText, load_history_text, load_messages, summarise_turns
from inkwright.usecases.store import Store


def limits_from_settings(settings: Settings) -> TurnLimits:
    """The limits of every turn."""
    return TurnLimits(
        calls_in_all=settings.get(TURN_CALLS),
        tokens=settings.get(TURN_TOKENS),
        dollars=settings.get(TURN_DOLLARS),
        seconds=settings.get(TURN_SECONDS),
    )


async def cancel_turn(turn_id: str, *, owner: str) -> None:
    """Stop it, and wait until it has said so."""
    task = running_task(turn_id, owner)
    if task is None:
        raise NotFound(what_kind="running turn", id=turn_id)
    task.cancel()
    await asyncio.wait([task])


async def take_back_message(conversations: Conversations, asks: Asks, turn: TurnState) -> None:
    """The message of the turn and all that followed it no longer belong to the talk; what was asked there is
    withdrawn.
    """
    later = await conversations.turns_behind(turn.conversation_id, turn.id, owner=turn.owner)
    await conversations.replace_from(turn.conversation_id, turn.message_id, owner=turn.owner)
    for each in (turn, *later):
        await _cancel_asks(asks, each)


async def withdraw_ask(conversations: Conversations, asks: Asks, turn: TurnState) -> bool:
    """The person went on with something else: the question is closed, and its turn is over as it stands. Whether it
    is: one that goes on with an answer at this moment is left to it.
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
"""As much of the conversation a new turn is told, as text."""

_UNSUMMARISED_TOKENS: Final = HISTORY_TOKENS // 2
_KEEP_LATEST: Final = 2
"""What the summary does not cover has room in the talk beside it: it is made anew when that grows beyond its half, and
then covers all but the latest turns. So it is not made anew in every turn, and nothing falls between the two.
"""


async def continue_turn(
    services: TurnServices, turn: TurnState, *, is_first: bool = False, note: Warned | None = None
) -> Outcome:
    """What becomes of the turn, which may have begun in another process.

    `is_first`: the conversation begins with it, so nothing was said before and nothing lies beside it. `note` is told
    before all else.
    """
    with calls_in_conversation(turn.conversation_id):
        return await _run_and_summarise(services, turn, is_first=is_first, note=note)


async def _run_and_summarise(
    services: TurnServices, turn: TurnState, *, is_first: bool, note: Warned | None
) -> Outcome:
    talk = HistoryText("", is_cut=False) if is_first else await prior_history(services, turn)
    prior = PriorContext(has_files=False) if is_first else await _prior_context(services, turn, talk)
    outcome = await run_turn(turn, services, prior, note=note)
    if talk.is_cut:
        # What falls out of the talk is summarised for the next turn. Without a summary the gap is told as a gap.
        with contextlib.suppress(ModelError, GaveUp):
            await summarise_turns(
                Brain(services.model),
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
    project = await services.projects.of(turn.conversation_id, owner=turn.owner) if services.projects else None
    if project is None or services.model.abilities.is_weak:
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
    """The turn as it goes on now, in this process."""
    going = {"status": "running", "outcome": None, "ask_id": None, "held_until": lease_until(services)}
    return turn.model_copy(update={**going, **changes})


async def prior_history(services: TurnServices, turn: TurnState) -> HistoryText:
    """What was said in the conversation before this turn."""
    return await load_history_text(
        services.conversations,
        turn.conversation_id,
        owner=turn.owner,
        budget_tokens=HISTORY_TOKENS,
        language=language_of(turn.message),
        before=turn.message_id if turn.message_id else None,
    )


async def retry_turn(services: TurnServices, turn_id: str, *, owner: str) -> Outcome:
    """What becomes of the turn now. Only one that failed can be tried again; its limits begin anew."""
    turn = await services.conversations.load_turn(turn_id, owner=owner)
    if turn is None:
        raise NotFound(what_kind="turn", id=turn_id)
    if not isinstance(turn.outcome, Failed):
        raise TurnOver(id=turn.id, status=turn.status)
    return await continue_turn(
        services, marked_running(services, turn, extra_runs=0, engine_messages="", asks=(), spent=TurnUsage())
    )


async def accept_answer(
    services: TurnServices, turn: TurnState, ask: Ask, answer: Answer, said: str | None = None
) -> TurnState | None:
    """The turn as it goes on with the answer; None if it does not wait for it, or another one went on first.

    The answer, the words in the conversation and the turn that runs are kept at once. What is written down beside the
    ask repeats it.
    """
    if turn.status != "waiting" or all(each.ask.id != ask.id or each.answer for each in turn.asks):
        return None
    asks = tuple(each.model_copy(update={"answer": answer}) if each.ask.id == ask.id else each for each in turn.asks)
    going = marked_running(services, turn, asks=asks, agreed=(*turn.agreed, AnsweredAsk(ask=ask, answer=answer)))
    words = turn.said(services.ids.new("msg"), said or answer.for_model(ask))
    if not await services.conversations.change_turn(turn, going, words):
        return None
    await close_asks(services, going)
    return going


async def take_over_turn(services: TurnServices, turn: TurnState) -> TurnState | None:
    """The turn as it goes on here after its process died; None if it does not run, is carried elsewhere, or another
    one took it over first.
    """
    is_carried = running_task(turn.id, turn.owner) is not None or turn.held_until > services.clock.now().timestamp()
    going = marked_running(services, turn)
    if turn.status != "running" or is_carried or not await services.conversations.change_turn(turn, going):
        return None
    await close_asks(services, going)
    return going


async def known_answer(services: TurnServices, turn: TurnState, ask: Ask) -> Answer | None:
    """The answer that counts, if there is one: the turn knows it, or it was written down beside the ask."""
    taken = next((each.answer for each in turn.agreed if each.ask.id == ask.id), None)
    return taken or await services.asks.answer_to(ask.id, owner=ask.owner)


async def close_asks(services: TurnServices, turn: TurnState) -> None:
    """Write down beside each ask what the turn knows as its answer."""
    for each in turn.asks:
        if each.answer is not None:
            with contextlib.suppress(AlreadyAnswered):
                await services.asks.answer(each.ask.id, each.answer, owner=turn.owner)


async def answer_ask(
    services: TurnServices, ask_id: str, answer: Answer, *, owner: str, said: str | None = None
) -> Outcome:
    """What becomes of the turn. It may have been asked in another process, days ago.

    The answer must fit what was asked: nothing is chosen that was not offered. It is kept in the conversation, as
    `said` where the person wrote it in their own words. Where a process died with an answer in its hands, the turn
    goes on with that one, and the person is told if they say something else now.
    """
    ask, turn = await _load_ask(services, ask_id, owner)
    check_answer(ask, answer)
    first = await known_answer(services, turn, ask)
    counts = first or answer
    going = await accept_answer(services, turn, ask, counts, said if counts == answer else None)
    if going is None and first is not None:
        going = await take_over_turn(services, turn)
    if going is None:
        raise await _refusal_error(services, ask_id, owner)
    return await continue_turn(
        services, going, note=None if counts == answer else _answer_saved_warning(turn, ask, counts)
    )


async def _load_ask(services: TurnServices, ask_id: str, owner: str) -> tuple[Ask, TurnState]:
    ask = await services.asks.get(ask_id, owner=owner)
    if ask is None:
        raise NotFound(what_kind="ask", id=ask_id)
    turn = await services.conversations.load_turn(ask.turn_id, owner=owner)
    if turn is None:
        raise NotFound(what_kind="turn", id=ask.turn_id)
    return ask, turn


async def _refusal_error(services: TurnServices, ask_id: str, owner: str) -> CallerError:
    """Why the turn does not go on with an answer, as it stands now."""
    ask, turn = await _load_ask(services, ask_id, owner)
    if await known_answer(services, turn, ask) is not None:
        return AlreadyAnswered(id=ask_id)
    return TurnOver(id=turn.id, status=turn.status)


def _answer_saved_warning(turn: TurnState, ask: Ask, answer: Answer) -> Warned:
    chosen = [each.label or each.value or "" for each in answer.answers]
    kept = answer.said or " · ".join(filter(None, chosen))
    key = "turn.answer_kept" if kept else "turn.answer_kept_bare"
    said = text(language_of(turn.message), key, question=ask.title, answer=kept)
    return Warned(code="answer_kept", message=said)


async def resume_turn(services: TurnServices, turn_id: str, *, owner: str) -> Outcome:
    """What becomes of the turn. One that is over, waits for the person, or is still carried elsewhere is TurnOver;
    one that waits for what was answered goes on with that answer.
    """
    turn = await services.conversations.load_turn(turn_id, owner=owner)
    if turn is None:
        raise NotFound(what_kind="turn", id=turn_id)
    going = await take_over_turn(services, turn) or await _with_saved_answer(services, turn)
    if going is None:
        raise TurnOver(id=turn.id, status=turn.status)
    return await continue_turn(services, going)


async def _with_saved_answer(services: TurnServices, turn: TurnState) -> TurnState | None:
    """The turn as it goes on with the answer to what it waits for, if one was kept."""
    ask = next((each.ask for each in turn.asks if each.ask.id == turn.ask_id), None)
    answer = await known_answer(services, turn, ask) if ask else None
    return await accept_answer(services, turn, ask, answer) if ask and answer else None


class ReplyReading(BaseModel):
    """What a fast model says of the message."""

    model_config = ConfigDict(extra="forbid")

    is_answer: bool
    chosen: Annotated[str, Field(max_length=300)] | None = None


async def pending_ask(services: TurnServices, conversation_id: str, *, owner: str) -> Ask | None:
    """The question that the conversation waits for, if it waits for one."""
    latest = await services.conversations.latest_turns(conversation_id, owner=owner, limit=1)
    turn = latest[0] if latest else None
    if turn is None or turn.status != "waiting" or turn.ask_id is None:
        return None
    return await services.asks.get(turn.ask_id, owner=owner)


async def answer_from_message(services: TurnServices, ask: Ask, message: str) -> Answer | None:
    """The answer that the message is; None if it is something new.

    What names an option needs no model. Otherwise a fast one is asked; where none can tell, a message after a single
    free question is its answer.
    """
    answer = answer_from_text(ask, message)
    if answer is not None:
        return answer
    model = services.model_of("fast")
    if model.abilities.is_weak:
        return _free_text_answer(ask, message) if _is_free_text(ask) else None
    try:
        reading = await Brain(model, clock=services.clock).decide(_reply_prompt(ask, message), ReplyReading)
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
) -> Outcome:
    """What becomes of the message. A route is given by whoever knows what is wanted: a command, a button; without one
    a model guesses it.

    In a conversation that has begun the turn is told what was said before. Where a question waits there, the message
    may be its answer, in the person's own words; if it is not, the question is withdrawn.
    """
    withdrawn = None
    waiting = await pending_ask(services, conversation_id, owner=owner) if conversation_id is not None else None
    if conversation_id is not None and waiting is not None:
        with calls_in_conversation(conversation_id):
            answer = await answer_from_message(services, waiting, message) if route is None else None
        if answer is not None:
            return await answer_ask(services, waiting.id, answer, owner=owner, said=message)
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
        withdraws=withdrawn,
    )
    await services.conversations.begin_turn(turn.said(turn.message_id, message), turn)
    return await continue_turn(services, turn, is_first=conversation_id is None)


_MOMENT: Final = 12
"""So many letters of an id are the milliseconds at which it was made."""


@dataclass(frozen=True, slots=True)
class UnfinishedTurn:
    """A turn that has not ended. `ask` is what it waits for; without one its process has died, or still carries it:
    `is_held`, as long as that one is believed to live.
    """

    turn: TurnState
    ask: Ask | None
    is_held: bool = False

    @property
    def id(self) -> str:
        """What it is called by: the question, or the turn."""
        return self.ask.id if self.ask else self.turn.id

    @property
    def since(self) -> datetime:
        """Since when it waits."""
        letters = self.id.partition("_")[2][:_MOMENT]
        return datetime.fromtimestamp(int(letters, 16) / 1000, UTC)


async def find_unfinished(store: Store, *, owner: str) -> list[UnfinishedTurn]:
    """What has not ended, oldest first."""
    now = store.clock.now().timestamp()
    found = []
    for turn in await store.conversations.unfinished(owner):
        ask = next((each.ask for each in turn.asks if each.ask.id == turn.ask_id), None)
        if turn.status == "running":
            found.append(UnfinishedTurn(turn, None, is_held=turn.held_until > now))
        elif ask is not None:
            # One that was answered and not taken further needs no answer any more: its process died as well.
            is_answered = await store.asks.answer_to(ask.id, owner=owner) is not None
            found.append(UnfinishedTurn(turn, None if is_answered else ask))
    return found


def match_unfinished(found: Sequence[UnfinishedTurn], written: str) -> list[UnfinishedTurn]:
    """Those that a person may mean: by an id of the question, the turn or the conversation, or a part of its end or
    beginning. None, or several, are for the door to tell.
    """

    def ids(each: UnfinishedTurn) -> tuple[str, str, str]:
        return each.id, each.turn.id, each.turn.conversation_id

    exact = [each for each in found if written in ids(each)]
    return exact or [each for each in found if any(_matches_id(own, written) for own in ids(each))]


def _matches_id(own: str, written: str) -> bool:
    return is_id_prefix(own, written) or (bool(written) and own.partition("_")[2].endswith(written))
