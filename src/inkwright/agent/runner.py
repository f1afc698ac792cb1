"""`TurnRunner`: route a turn, run the model and its tools, verify the result, and decide the outcome."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from inkwright.agent.engine import (
    ENGINE_VERSION,
    EngineRun,
    RunInput,
    RunNeverEnded,
    RunResult,
    history_with_answer,
    run_engine,
)
from inkwright.agent.history import turn_tokens
from inkwright.agent.instructions import first_prompt, instructions
from inkwright.agent.make_requests import load_sources
from inkwright.agent.router import RouterInput, action_kind, route_message
from inkwright.agent.rule_planner import (
    RULE_MODEL_NAME,
    TRY_ANYWAY,
    NoModel,
    TurnModels,
    other_ways_text,
    plannable_tools,
    too_small_answer,
    too_small_ask,
)
from inkwright.agent.services import LimitReached, MeteredModel, TurnServices, UsageMeter, with_seconds
from inkwright.agent.streaming import EventSink, ReplyStream
from inkwright.agent.tool_offer import ToolOffer
from inkwright.agent.tool_runner import ToolRunner
from inkwright.agent.verification import (
    FALSE_CLAIM,
    Refusal,
    TurnRecord,
    artifact_ids_in,
    claims_file,
    clarification_ask,
    failure,
    find_refusal,
    outcome_from,
)
from inkwright.conversation.asks import Ask, AskDraft, OpenAsk
from inkwright.conversation.events import AskOpened, ErrorHappened, TurnFinished, Warned
from inkwright.conversation.payloads import action_event
from inkwright.conversation.turns import (
    Answered,
    Asked,
    Failed,
    FinalResult,
    LedgerEntry,
    Message,
    Outcome,
    RouterResult,
    TurnState,
)
from inkwright.errors import ModelError, ModelUnavailable, NoModelLeft
from inkwright.grounding.source import Source
from inkwright.i18n import error_text, language_of, text
from inkwright.llm.brain import Brain

_MAX_EXTRA_RUNS = 1


@dataclass(frozen=True, slots=True)
class PriorContext:
    """What a turn is given of earlier ones: the conversation as text, and in a project the engine's messages, as its
    JSON.

    `summary` is that of turns which are not among the messages. `has_files` is False if no file can be attached.
    """

    talk: str = ""
    messages: str = ""
    summary: str = ""
    has_files: bool = True

    @property
    def instructed(self) -> str:
        """The part for the instructions: the conversation, unless the model gets its messages."""
        return self.summary if self.messages else self.talk


class TurnRunner:
    """A turn while it runs."""

    def __init__(self, turn: TurnState, services: TurnServices, sink: EventSink, prior: PriorContext) -> None:
        self.services = services
        self.language = language_of(turn.message)
        self._turn = turn
        self._prior = prior
        self._sink = sink
        self._meter = UsageMeter(services.limits, turn.spent)
        self._started = services.clock.elapsed()
        self._reply_stream = ReplyStream(sink, services.ids)
        self._called = set(turn.called_tools)
        self._saving = asyncio.Lock()
        self._models = TurnModels(services)
        sink.emitted |= set(turn.emitted_events)

    async def run(self) -> Outcome:
        """Route the turn and let the model work until its result is verified. Open questions must be answered first."""
        if self._turn.withdraws and not self._turn.agreed:
            said = text(self.language, "turn.withdrawn", question=self._turn.withdraws)
            self._sink.emit(Warned(code="ask_withdrawn", message=said))
        if waiting := [each for each in self._turn.asks if each.answer is None]:
            return self._wait(waiting[0].ask, waiting[0].ask.preface or waiting[0].ask.title)
        return await self._route_and_run()

    async def _route_and_run(self) -> Outcome:
        try:
            route = await self._current_route()
            if route.clarify is not None and not self._turn.agreed:
                wanted = clarification_ask(route.clarify)
                return await self._ask([OpenAsk(ask=self._new_ask(wanted))], route.clarify.question)
            return (
                await self._without_model(route)
                or await self._too_small(route)
                or await self._run_until_verified(route)
            )
        except ModelError as error:
            if await self._falls_back_to_rules(error):
                return await self._route_and_run()
            what, todo = error_text(self.language, error)
            return await self.give_up(error.code, f"{what} {todo}".strip(), retryable=error.retryable)
        except (RunNeverEnded, LimitReached) as error:
            return await self.give_up(error.code, text(self.language, f"turn.{error.code}"))

    async def finish(self, outcome: Outcome) -> None:
        """Store the turn with its outcome and its reply, and show the outcome."""
        self._reply_stream.retract()
        spent = with_seconds(self._meter.spent, self.services.clock.elapsed() - self._started)
        self._turn = self._turn.ended(outcome)
        await self.save(self._turn.replied(self.services.ids.new("msg"), outcome), spent=spent)
        self._sink.emit(TurnFinished(outcome=outcome))

    async def give_up(self, code: str, message: str, *, retryable: bool = False) -> Failed:
        """Return a failure that lists what was made nevertheless."""
        self._sink.emit(ErrorHappened(code=code, message=message))
        return failure(code, message, await self._ledger(), retryable=retryable)

    async def save(self, reply: Message | None = None, **changes: object) -> None:
        """Store the turn with these changes."""
        async with self._saving:
            kept = {"called_tools": tuple(sorted(self._called)), "emitted_events": tuple(sorted(self._sink.emitted))}
            self._turn = self._turn.model_copy(update={**kept, "spent": self._meter.spent, **changes})
            await self.services.conversations.save_turn(self._turn, reply)

    # The route.

    async def _current_route(self) -> RouterResult:
        """Return the route. It is found now if it is unknown, or if the person has answered the router."""
        known = self._turn.route
        if known is None or (known.intent == "clarify" and self._turn.agreed):
            known = await self._route()
            self._turn = self._turn.model_copy(update={"route": known})
        if not self._turn.engine_messages and self._models.stand_in is None:
            self._sink.emit(action_event(action_kind(known, has_asked=bool(self._turn.agreed)), known))
        return known

    async def _route(self) -> RouterResult:
        turn, services = self._turn, self.services
        attached = await services.attachments.of(turn.conversation_id, owner=turn.owner)
        given = RouterInput(
            message=first_prompt(turn, (), self.language),
            language=self.language,
            talk=self._prior.talk,
            attached=tuple(each.name for each in attached),
            has_asked=bool(turn.agreed),
            chosen=turn.agreed[-1].answer.chosen if turn.agreed else "",
        )
        route = await route_message(self._fast_brain(), given, services.tools)
        if route.refines and await services.vault.get(route.refines, owner=turn.owner) is None:
            return route.model_copy(update={"refines": None})
        return route

    async def _without_model(self, route: RouterResult) -> Outcome | None:
        """Return the outcome of a request that needs no model: one that is refused, or one that belongs elsewhere."""
        if route.safety_flags:
            flags = ", ".join(text(self.language, f"route.flag.{flag}") for flag in route.safety_flags)
            return await self.give_up("unsafe", text(self.language, "turn.unsafe", flags=flags))
        if route.intent == "build_workflow":
            said = text(self.language, "turn.build")
            self._reply_stream.finish(said)
            return Answered(message=said)
        return None

    # Without a capable model.

    async def _too_small(self, route: RouterResult) -> Outcome | None:
        """Ask the person whether a model that is too weak to write should try, unless it can work from files."""
        model = self._models.model_of(route.model_tier)
        if not plannable_tools(route, self.services.tools) or not model.abilities.is_weak or await self._sources():
            return None
        given = "" if model.name == RULE_MODEL_NAME else too_small_answer(self._turn.agreed)
        if given is None:
            wanted = too_small_ask(model.name, self.language)
            return await self._ask([OpenAsk(ask=self._new_ask(wanted))], wanted.title)
        return None if given == TRY_ANYWAY else await self.give_up("too_small", other_ways_text(self.language))

    async def _falls_back_to_rules(self, error: ModelError) -> bool:
        """Whether rules take over: the model is unreachable, and there are files to work from."""
        is_gone = isinstance(error, ModelUnavailable | NoModelLeft) and not self._models.stand_in
        can_plan = bool(plannable_tools(self._turn.route, self.services.tools))
        if not is_gone or not can_plan or await self._ledger() or not await self._sources():
            return False
        self._reply_stream.retract()
        message = text(self.language, "turn.by_rule", problem=error_text(self.language, error)[0].rstrip(".。"))
        self._sink.emit(Warned(code="by_rule", message=message))
        self._models.stand_in = NoModel()
        return True

    # The runs.

    async def _run_until_verified(self, route: RouterResult) -> Outcome:
        """Run and verify; run once more if the verification fails."""
        run_input = await self._first_input()
        is_weak = self._models.model_of(route.model_tier).abilities.is_weak
        offer = ToolOffer(route, self.services.tools, self._tool_runner(), is_weak)
        while True:
            ended = await self._run(offer, run_input)
            made = await self._ledger()
            if ended.ending is None:
                return await self._open_requests(offer, ended.words)
            result = ended.ending.result()
            refusal = await self._refusal(result, made)
            if refusal is None:
                return await self._finished(result, made)
            if self._turn.extra_runs >= _MAX_EXTRA_RUNS:
                return await self._after_second_refusal(result, made, refusal)
            self._reply_stream.retract()
            await self.save(extra_runs=self._turn.extra_runs + 1)
            run_input = self._run_input(refusal.reason, self._turn.engine_messages)

    async def _refusal(self, result: FinalResult, made: Sequence[LedgerEntry]) -> Refusal | None:
        """Return why the result is not accepted, if it is not."""
        mode = self._turn.route.expected_mode if self._turn.route else "answer"
        seen = TurnRecord(self._sink.emitted, self._called, made, await self._existing_artifacts(result))
        refusal = find_refusal(result, mode, seen)
        is_talk = result.status == "answer_ready" and mode != "artifact" and not made and bool(self.services.tools)
        if refusal is None and is_talk and await claims_file(self._fast_brain(), result.message):
            return Refusal(FALSE_CLAIM, is_hard=False)
        return refusal

    async def _first_input(self) -> RunInput:
        """Return the input of the next run: the message, or the answers to what was asked."""
        turn = self._turn
        given = [(each.call_id, each.answer.for_model(each.ask)) for each in turn.asks if each.answer]
        if not turn.engine_messages or not given:
            # A turn without tool calls has made nothing.
            made = await self._ledger() if turn.called_tools else []
            prompt = first_prompt(turn, made, self.language, await self._sources())
            return self._run_input(prompt, turn.engine_messages)
        if not given[0][0]:
            return self._run_input(None, history_with_answer(turn.engine_messages, given[0][1]))
        return self._run_input(None, turn.engine_messages, dict(given))

    def _run_input(self, prompt: str | None, own: str, answers: dict[str, str] | None = None) -> RunInput:
        return RunInput("", prompt, self._prior.messages, own, answers or {})

    async def _run(self, offer: ToolOffer, run_input: RunInput) -> RunResult:
        worker = await self._models.model_for(offer, self._turn.message, self._sources)
        model = MeteredModel(worker, self._meter, is_step=True)
        composed = instructions(offer, self._prior.instructed, self.language)
        run = EngineRun(model, offer, offer.tool_runner, self._reply_stream, self.services.limits, self.language)
        ended = await run_engine(
            run, RunInput(composed, run_input.prompt, run_input.prior, run_input.own, run_input.answers)
        )
        tokens = turn_tokens(self._turn, ended.usages)
        kept = {"engine_messages": ended.messages, "engine_version": ENGINE_VERSION, "tokens": tokens, "asks": ()}
        self._turn = self._turn.model_copy(update=kept)
        return ended

    def _fast_brain(self) -> Brain:
        return Brain(MeteredModel(self.services.model_of("fast"), self._meter), clock=self.services.clock)

    def _tool_runner(self) -> ToolRunner:
        brain = Brain(MeteredModel(self._models.model, self._meter), clock=self.services.clock)
        return ToolRunner(self._turn, self.services, self._sink, brain, self._called)

    async def _after_second_refusal(
        self, result: FinalResult, made: Sequence[LedgerEntry], refusal: Refusal
    ) -> Outcome:
        """Return the outcome of a second refusal: a failure if it is hard; else the result, with a note about what is
        missing.
        """
        if not refusal.is_hard:
            missing = text(self.language, "turn.nothing_made")
            self._sink.emit(Warned(code="nothing_made", message=missing))
            return await self._finished(result.model_copy(update={"message": f"{result.message}\n\n{missing}"}), made)
        self._reply_stream.retract()
        return await self.give_up("unproven", text(self.language, "turn.unproven"))

    async def _finished(self, result: FinalResult, made: Sequence[LedgerEntry]) -> Outcome:
        if result.clarify is not None:
            asked = OpenAsk(ask=self._new_ask(clarification_ask(result.clarify)))
            return await self._ask([asked], result.message)
        self._reply_stream.finish(result.message)
        return outcome_from(result, made)

    # The person.

    async def _open_requests(self, offer: ToolOffer, words: str) -> Outcome:
        """Open the questions of tools, in the order of their calls, after the words that the model wrote with them."""
        asks: list[OpenAsk] = []
        for request in offer.tool_runner.requests:
            ask = self._new_ask(request.draft)
            asks.append(OpenAsk(ask=ask, call_id=request.call_id))
            if request.tool.propose is not None:
                self._sink.emit(request.tool.propose(ask))
        first = asks[0].ask
        return await self._ask(asks, words or first.preface or first.title)

    def _new_ask(self, wanted: AskDraft) -> Ask:
        given = wanted.model_dump()
        return Ask(id=self.services.ids.new("ask"), turn_id=self._turn.id, owner=self._turn.owner, **given)

    async def _ask(self, asks: Sequence[OpenAsk], message: str) -> Outcome:
        """Store all questions, and show the first."""
        for each in asks:
            await self.services.asks.open(each.ask)
        self._turn = self._turn.model_copy(update={"asks": tuple(asks)})
        return self._wait(asks[0].ask, message)

    def _wait(self, ask: Ask, message: str) -> Outcome:
        self._reply_stream.finish(message)
        self._sink.emit(AskOpened(ask=ask))
        return Asked(message=message, ask_id=ask.id)

    # What is stored.

    async def _ledger(self) -> list[LedgerEntry]:
        return await self.services.ledger.of(self._turn.id)

    async def _existing_artifacts(self, result: FinalResult) -> set[str]:
        """Return those artifacts named in the text of a result that exist."""
        named, vault, owner = artifact_ids_in(result.message), self.services.vault, self._turn.owner
        return {each for each in named if await vault.get(each, owner=owner) is not None}

    async def _sources(self) -> tuple[Source, ...]:
        """Return the texts of the files of this conversation."""
        if not self._prior.has_files:
            return ()
        return await load_sources(self.services.attachments, self._turn.conversation_id, owner=self._turn.owner)
