"""`run_turn`: one message of a person, carried to exactly one outcome.

route (given) → model ⇄ tools → final result → proof → outcome. At most one more run is made when the proof fails.
"""

import asyncio
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from inkwright.agent.boundary import Boundary
from inkwright.agent.desk import Desk
from inkwright.agent.engine import ENGINE_VERSION, Brief, Ended, NeverEnded, answered, run_engine
from inkwright.agent.narrator import Narrator
from inkwright.agent.outcomes import ask_of, failed, outcome_of
from inkwright.agent.proof import RetryNeeded, SoftRetryNeeded, check_ledger, validate_terminal_state
from inkwright.agent.running import registered
from inkwright.agent.voice import Voice
from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.events import AskOpened, ErrorHappened, TurnFinished, TurnStarted, Warned
from inkwright.conversation.outcomes import Asked, Failed, Outcome
from inkwright.conversation.results import FinalResult
from inkwright.conversation.tokens import estimate_tokens
from inkwright.conversation.turns import LedgerEntry, TurnState
from inkwright.errors import ModelError
from inkwright.i18n import error_text, language_of, text

_MOST_EXTRA_RUNS = 1


@dataclass(frozen=True, slots=True)
class Earlier:
    """What a turn is told of earlier ones: the talk as text, or the engine's messages, as its JSON."""

    talk: str = ""
    messages: str = ""


_NOTHING: Final = Earlier()


async def run_turn(
    turn: TurnState, desk: Desk, answer: tuple[Ask, Answer] | None = None, earlier: Earlier = _NOTHING
) -> Outcome:
    """Carry the turn on from where it stands; `answer` is what it waited for.

    Every event is kept, then shown; the last one holds the outcome. A cancelled turn ends in `Failed` as well, and
    then the cancellation goes on.
    """
    with registered(turn.id, turn.owner):
        return await _run_turn(turn, desk, answer, earlier)


async def _run_turn(turn: TurnState, desk: Desk, answer: tuple[Ask, Answer] | None, earlier: Earlier) -> Outcome:
    async with Voice(desk.journal, turn.id, desk.show) as voice:
        voice.say(TurnStarted(turn_id=turn.id))
        run = _Turn(turn, desk, voice, earlier)
        outcome = await _ended(run, desk.limits.seconds, answer)
        await run.finish(outcome)
    return outcome


async def _ended(run: "_Turn", seconds: float, answer: tuple[Ask, Answer] | None) -> Outcome:
    """The outcome. What was not foreseen ends the turn in a failure too, and is raised: it is a mistake of ours."""
    clock = asyncio.timeout(seconds)
    try:
        async with clock:
            return await run.carried(answer)
    except asyncio.CancelledError:
        await asyncio.shield(run.finish(await run.gave_up("cancelled", text(run.language, "turn.cancelled"))))
        raise
    except Exception as problem:
        if isinstance(problem, TimeoutError) and clock.expired():
            return await run.gave_up("timed_out", text(run.language, "turn.timed_out"), retryable=True)
        await run.finish(await run.gave_up("internal", text(run.language, "turn.internal")))
        raise


class _Turn:
    """A turn while it runs."""

    def __init__(self, turn: TurnState, desk: Desk, voice: Voice, earlier: Earlier) -> None:
        self._turn = turn
        self._earlier = earlier
        self._desk = desk
        self._voice = voice
        self._boundary = Boundary(turn, desk, voice, set(turn.called_tools))
        self._narrator = Narrator(voice, desk.ids)
        voice.emitted |= set(turn.emitted_events)
        self.language = language_of(turn.message)

    async def carried(self, answer: tuple[Ask, Answer] | None) -> Outcome:
        """Run, prove, and run once more where the proof fails."""
        own, prompt = self._turn.engine_messages, None if answer else self._turn.message
        if answer is not None:
            own = answered(own, answer[1].for_model(answer[0]))
        while True:
            try:
                result = await self._run(own, prompt)
            except ModelError as error:
                what, todo = error_text(self.language, error)
                return await self.gave_up(error.code, f"{what} {todo}".strip(), retryable=error.retryable)
            except NeverEnded as error:
                said = text(self.language, f"turn.{error.code}")
                return await self.gave_up(error.code, said)
            made = await self._desk.ledger.of(self._turn.id)
            reason = self._refusal(result, made)
            if reason is None:
                return await self._ended(result, made)
            if self._turn.extra_runs >= _MOST_EXTRA_RUNS:
                return await self._exhausted(result, made, reason)
            self._narrator.retract()
            await self._save(extra_runs=self._turn.extra_runs + 1)
            own, prompt = self._turn.engine_messages, str(reason)

    async def finish(self, outcome: Outcome) -> None:
        """Keep the turn with its outcome, and say it."""
        self._narrator.retract()
        status = "waiting" if isinstance(outcome, Asked) else "finished"
        ask_id = outcome.ask_id if isinstance(outcome, Asked) else None
        await self._save(status=status, outcome=outcome, ask_id=ask_id)
        self._voice.say(TurnFinished(outcome=outcome))

    async def gave_up(self, code: str, message: str, *, retryable: bool = False) -> Failed:
        """An honest failure that lists what did succeed."""
        self._voice.say(ErrorHappened(code=code, message=message))
        return failed(code, message, await self._desk.ledger.of(self._turn.id), retryable=retryable)

    async def _run(self, own: str, prompt: str | None) -> FinalResult:
        brief = Brief(self._instructions(), prompt, self._earlier.messages, own)
        ended = await run_engine(self._desk, self._boundary, self._narrator, brief)
        kept = {"engine_messages": ended.messages, "engine_version": ENGINE_VERSION, "tokens": self._weighed(ended)}
        self._turn = self._turn.model_copy(update=kept)
        return ended.ending.result()

    def _instructions(self) -> str:
        prompt = files("inkwright.agent").joinpath("prompts", f"turn.{self.language}.md").read_text(encoding="utf-8")
        talk = self._earlier.talk
        return f"{prompt.rstrip()}\n\n{text(self.language, 'turn.talk', talk=talk)}" if talk else prompt

    def _weighed(self, ended: Ended) -> int | None:
        """What this turn will weigh in a history: all that the last call saw and wrote, without what stood before."""
        first, last = ended.usages[0], ended.usages[-1]
        if not first.prompt_tokens or self._turn.engine_messages:
            return None  # nobody has counted, or only a later run of this turn
        grown = last.prompt_tokens - first.prompt_tokens + last.completion_tokens
        return max(0, grown) + estimate_tokens(self._turn.message)

    def _refusal(self, result: FinalResult, made: list[LedgerEntry]) -> RetryNeeded | SoftRetryNeeded | None:
        """Why the result is not believed, if it is not."""
        try:
            validate_terminal_state(result, self._voice.emitted, self._boundary.called, self._turn.route.expected_mode)
            check_ledger(result, made)
        except (RetryNeeded, SoftRetryNeeded) as reason:
            return reason
        return None

    async def _exhausted(
        self, result: FinalResult, made: list[LedgerEntry], reason: RetryNeeded | SoftRetryNeeded
    ) -> Outcome:
        if isinstance(reason, SoftRetryNeeded):
            self._voice.say(Warned(code="nothing_made", message=text(self.language, "turn.nothing_made")))
            return await self._ended(result, made)
        self._narrator.retract()
        return await self.gave_up("unproven", text(self.language, "turn.unproven", reason=str(reason)))

    async def _ended(self, result: FinalResult, made: list[LedgerEntry]) -> Outcome:
        self._narrator.finish(result.message)
        if result.status != "clarify_needed":
            return outcome_of(result, made)
        ask = ask_of(result, self._turn, self._desk.ids)
        await self._desk.asks.open(ask)
        self._voice.say(AskOpened(ask=ask))
        return Asked(message=result.message, ask_id=ask.id)

    async def _save(self, **changes: object) -> None:
        kept = {
            "called_tools": tuple(sorted(self._boundary.called)),
            "emitted_events": tuple(sorted(self._voice.emitted)),
        }
        self._turn = self._turn.model_copy(update={**kept, **changes})
        await self._desk.conversations.save_turn(self._turn)
