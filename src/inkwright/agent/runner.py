"""`TurnRunner`: route a turn, run the model and its tools, verify the result, and decide the outcome."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from inkwright.agent.agent_profiles import PROJECT_INTENT, agent_for
from inkwright.agent.ask_opening import open_asks
from inkwright.agent.closing import (
    ProposedEnding,
    Verdict,
    asking_receipt,
    asking_result,
    asks_with_message,
    final_message,
    outcome_from,
    proposed_ending,
    words_state,
)
from inkwright.agent.ending_words import ask_words, clean_ask, clean_result, has_visible_text
from inkwright.agent.engine import (
    ENGINE_VERSION,
    EngineRun,
    RunInput,
    RunNeverEnded,
    RunResult,
    history_with_answer,
    history_with_note,
    run_engine,
)
from inkwright.agent.history import turn_tokens
from inkwright.agent.instructions import compose_instructions, first_prompt, made_before, other_files
from inkwright.agent.judge import NOTHING_FALSE, Review
from inkwright.agent.library_choice import with_documents
from inkwright.agent.mention_asks import ask_about_mentions
from inkwright.agent.number_evidence import returned_texts
from inkwright.agent.project_commands import CommandRunner, command_runner
from inkwright.agent.receipts import missing_text, receipt_lines
from inkwright.agent.recorded_replies import RecordedReplies
from inkwright.agent.recovery import discard_unfinished, recover_turn
from inkwright.agent.repeated_tasks import with_task
from inkwright.agent.router import action_kind
from inkwright.agent.rule_planner import (
    RULE_MODEL_NAME,
    TRY_ANYWAY,
    NoModel,
    RulePlanner,
    TurnModels,
    other_ways_text,
    plannable_tools,
    too_small_answer,
    too_small_ask,
)
from inkwright.agent.school_turns import reply_from_school, weak_points_text
from inkwright.agent.services import LimitReached, MeteredModel, PriorContext, TurnServices, UsageMeter, with_seconds
from inkwright.agent.streaming import EventSink, ReplyStream
from inkwright.agent.tool_offer import ToolOffer
from inkwright.agent.tool_runner import ToolRunner
from inkwright.agent.turn_evidence import TurnEvidence
from inkwright.agent.turn_routing import find_route, router_answers
from inkwright.agent.turn_sources import choose_or_ask
from inkwright.agent.verification import Refusal, clarification_ask
from inkwright.conversation.asks import Ask, AskDraft, OpenAsk
from inkwright.conversation.events import AskOpened, ErrorHappened, TurnFinished, Warned
from inkwright.conversation.payloads import action_event
from inkwright.conversation.shapes import WordsState
from inkwright.conversation.turns import (
    Answered,
    Asked,
    ClarifyPayload,
    Delivered,
    Failed,
    Outcome,
    Receipt,
    RouterResult,
    TurnState,
    TurnUsage,
)
from inkwright.errors import ModelError, ModelUnavailable, NoModelLeft
from inkwright.i18n import error_message, error_text, language_of, text
from inkwright.llm.brain import Brain
from inkwright.llm.models import Model, Purpose

_MAX_EXTRA_RUNS = 1
_SAVING_SECONDS = 5.0
"""For so long after its end, the process of a turn is expected to save its files."""
_Progress = tuple[TurnUsage, tuple[str, ...], tuple[str, ...]]
_TOLD_CODES = frozenset({"too_small", "unsafe", "plan_failed"})
"""Failures whose message says by itself that nothing was made."""


class TurnRunner:
    """A turn while it runs."""

    def __init__(self, turn: TurnState, services: TurnServices, sink: EventSink, prior: PriorContext) -> None:
        self.services = services
        self.language = language_of(turn.message)
        self._prior = prior
        self._sink = sink
        self._replies = RecordedReplies(services.steps, turn)
        self._meter = UsageMeter(services.limits, turn.spent, self._save_progress, self._replies, turn.extra_runs)
        self._started = services.clock.elapsed()
        self.reply_stream = ReplyStream(sink, services.ids)
        self._called = set(turn.called_tools)
        self._saving = asyncio.Lock()
        self._saved: tuple[object, ...] = ()
        self._models = TurnModels(services)
        self._evidence = TurnEvidence(
            turn, services, sink, self._models, self._meter, self.language, self._called, prior.has_files
        )
        self._evidence.returned += [prior.talk, *returned_texts(turn.engine_messages), *prior.returned]
        sink.emitted |= set(turn.emitted_events)

    @property
    def _turn(self) -> TurnState:
        return self._evidence.turn

    @_turn.setter
    def _turn(self, turn: TurnState) -> None:
        self._evidence.turn = turn

    async def run(self) -> Outcome:
        """Route the turn and let the model work until its result is verified. Open questions must be answered first."""
        await self._recover()
        if self._turn.withdraws and not self._turn.agreed:
            said = text(self.language, "turn.withdrawn", question=self._turn.withdraws)
            self._sink.emit(Warned(code="ask_withdrawn", message=said))
        if waiting := [each for each in self._turn.asks if each.answer is None]:
            await open_asks(waiting, self._turn.id, self.services, self._sink)
            opened = waiting[0]
            message = opened.message or opened.ask.preface or opened.ask.title
            receipt = asking_receipt(await self._evidence.receipt())
            return self._wait(opened.ask, message, receipt.model_copy(update={"words": opened.words}))
        return await self._route_and_run()

    async def _recover(self) -> None:
        """Take over what earlier runs of this turn did, whether they ended or died."""
        recovered = await recover_turn(self._turn, self.services, self._sink)
        self._called |= recovered.called
        self._evidence.failures |= recovered.failures
        self._evidence.reads += recovered.reads
        self._replies.told = recovered.told

    async def _route_and_run(self) -> Outcome:
        try:
            asked = await ask_about_mentions(self._turn, self.services, self.language) or await self._choose_sources()
            reply = asked or reply_from_school(self._turn, self.services, self.language)
            if isinstance(reply, AskDraft):
                return await self._ask([OpenAsk(ask=self._new_ask(reply))], reply.title)
            if reply is not None:
                if reply.shown is not None:
                    self._sink.emit(reply.shown)
                self.reply_stream.finish(reply.message)
                return Answered(message=reply.message)
            route = await self._current_route()
            if route.clarify is not None and not router_answers(self._turn):
                return await self._ask_first(route.clarify)
            return (
                await self._without_model(route)
                or await self._answered_by_rule(route)
                or await self._too_small(route)
                or await self._run_until_verified(route)
            )
        except ModelError as error:
            if await self._falls_back_to_rules(error):
                return await self._route_and_run()
            message = error_message(self.language, error)
            return await self.give_up(error.code, message, retryable=error.retryable)
        except (RunNeverEnded, LimitReached) as error:
            return await self.give_up(error.code, text(self.language, f"turn.{error.code}"))

    async def _ask_first(self, clarify: ClarifyPayload) -> Outcome:
        """Ask the question of the router. Its words may be a model's, so they are judged like any other."""
        draft = clarification_ask(clarify)
        is_ours = self.services.model_of("fast").abilities.is_weak
        review = NOTHING_FALSE if is_ours else await self._evidence.review(ask_words(draft), Receipt())
        state: WordsState = "ours" if is_ours else words_state(review)
        verdict = Verdict(ProposedEnding(None), Receipt(words=state), review)
        clean = clean_ask(draft, review, self.language)
        return await self._ask([OpenAsk(ask=self._new_ask(clean))], clean.title, verdict)

    async def finish(self, outcome: Outcome) -> None:
        """Store the turn with its outcome, its reply and its last event, all or nothing, and show the outcome."""
        self.reply_stream.retract()
        if isinstance(outcome, Failed) and self._called:
            await discard_unfinished(self._turn, self.services, await self._evidence.ledger())
        self._turn = self._turn.ended(outcome)
        if isinstance(outcome, Delivered | Failed) and outcome.artifacts:
            saved_until = self.services.clock.now().timestamp() + _SAVING_SECONDS
            self._turn = self._turn.model_copy(update={"output": self.services.output, "held_until": saved_until})
        reply = self._turn.replied(self.services.ids.new("msg"), outcome, self.reply_stream.kept)
        async with self._saving:
            self._note_progress(self._progress())
            finish = partial(self.services.conversations.finish_turn, self._turn, reply)
            await self._sink.finish(TurnFinished(outcome=outcome), finish)

    def has_crashed(self, times: int) -> bool:
        """Whether the process of this turn has died so often while it ran."""
        return self._turn.crashes >= times

    async def give_up(self, code: str, message: str, *, retryable: bool = False) -> Failed:
        """Return a failure that lists what was made nevertheless. What it refutes is retracted first."""
        self.reply_stream.retract()
        receipt = await self._evidence.receipt()
        known = receipt_lines(receipt, self.language) if code == "unproven" else []
        if code not in _TOLD_CODES:
            known = known or [missing_text(item, self.language) for item in receipt.missing]
        message = "\n".join([message, *known])
        self._sink.emit(ErrorHappened(code=code, message=message))
        return Failed(code=code, message=message, retryable=retryable, artifacts=receipt.artifacts, receipt=receipt)

    async def save(self, **changes: object) -> None:
        """Store the turn with these changes."""
        async with self._saving:
            await self._save(self._progress(), **changes)

    async def _save_progress(self) -> None:
        """Store what was spent and called so far, if there is news: the process may die in what comes next."""
        async with self._saving:
            if (progress := self._progress()) != self._saved:
                await self._save(progress)

    async def _save_call(self) -> None:
        """Store the tools called so far, if there is a new one. What was spent is stored with each reply."""
        async with self._saving:
            progress = self._progress()
            if progress[1:2] != self._saved[1:2] or (self._turn.crashes and self._replies.has_new):
                await self._save(progress)

    def _progress(self) -> _Progress:
        return self._meter.spent, tuple(sorted(self._called)), tuple(sorted(self._sink.emitted))

    async def _save(self, progress: _Progress, **changes: object) -> None:
        self._note_progress(progress, **changes)
        await self.services.conversations.save_turn(self._turn)
        self._saved = progress

    def _note_progress(self, progress: _Progress, **changes: object) -> None:
        spent, called, emitted = progress
        spent = with_seconds(spent, self.services.clock.elapsed() - self._started)
        kept = {"spent": spent, "called_tools": called, "emitted_events": emitted, "sources": self._evidence.sources}
        kept["crashes"] = 0 if self._replies.has_new else self._turn.crashes
        self._turn = self._turn.model_copy(update={**kept, **changes})

    # The route.

    async def _current_route(self) -> RouterResult:
        """Return the route. It is found now if it is unknown, or if the person has answered the router."""
        known, answers = self._turn.route, router_answers(self._turn)
        if known is None or (known.intent == "clarify" and answers):
            known = await find_route(self._turn, self.services, self._prior, partial(self._brain, purpose="route"))
            self._turn = self._turn.model_copy(update={"route": known})
        if not self._turn.engine_messages and self._models.stand_in is None:
            self._sink.emit(action_event(action_kind(known, has_asked=bool(answers)), known))
        return known

    async def _without_model(self, route: RouterResult) -> Outcome | None:
        """Return the outcome of a request that needs no model: one that is refused, or one that belongs elsewhere."""
        if route.safety_flags:
            flags = ", ".join(text(self.language, f"route.flag.{flag}") for flag in route.safety_flags)
            return await self.give_up("unsafe", text(self.language, "turn.unsafe", flags=flags))
        if route.intent == "build_workflow":
            told = text(self.language, "turn.build")
            self.reply_stream.finish(told)
            return Answered(message=told)
        return None

    # Without a capable model.

    async def _answered_by_rule(self, route: RouterResult) -> Outcome | None:
        """Answer by rule if the model is too weak to be believed: from the help or the files, or not at all."""
        model = self._models.model_of(route.model_tier)
        if route.expected_mode == "artifact" or route.intent == PROJECT_INTENT or not model.abilities.is_weak:
            return None
        answer, quoted = await self._evidence.answer_by_rule(self.language)
        if answer.kind == "refusal":
            return await self.give_up("too_small", answer.message)
        self.reply_stream.finish(answer.message)
        return Answered(message=answer.message, receipt=Receipt(sources=quoted))

    async def _too_small(self, route: RouterResult) -> Outcome | None:
        """Ask the person whether a model that is too weak to write should try, unless it can work from files."""
        model = self._models.model_of(route.model_tier)
        is_able = not plannable_tools(route, self.services.tools) or not model.abilities.is_weak
        if is_able or await self._evidence.source_texts():
            return None
        given = "" if model.name == RULE_MODEL_NAME else too_small_answer(self._turn.agreed)
        if given is None:
            wanted = too_small_ask(model.name, self.language)
            return await self._ask([OpenAsk(ask=self._new_ask(wanted))], wanted.title)
        return None if given == TRY_ANYWAY else await self.give_up("too_small", self._other_ways())

    def _other_ways(self) -> str:
        """Return what the person can do instead; of a quiz on what pupils got wrong, also what that is."""
        points = weak_points_text(self._turn.message, self.services.school, self.language)
        return "\n\n".join(filter(None, [other_ways_text(self.language), points]))

    async def _falls_back_to_rules(self, error: ModelError) -> bool:
        """Whether rules take over: the model is unreachable, and there are files to work from."""
        is_gone = isinstance(error, ModelUnavailable | NoModelLeft) and not self._models.stand_in
        can_plan = bool(plannable_tools(self._turn.route, self.services.tools))
        if not is_gone or not can_plan or await self._evidence.ledger() or not await self._evidence.source_texts():
            return False
        self.reply_stream.retract()
        message = text(self.language, "turn.by_rule", problem=error_text(self.language, error)[0].rstrip(".。"))
        self._sink.emit(Warned(code="by_rule", message=message))
        self._models.stand_in = NoModel()
        return True

    # The runs.

    async def _run_until_verified(self, route: RouterResult) -> Outcome:
        """Run and verify; run once more if the verification fails."""
        run_input = await self._first_input(route)
        tools = self._tool_runner()
        offer = ToolOffer(route, agent_for(route, self.services.tools), tools)
        while True:
            ended = await self._run(offer, run_input)
            proposed = proposed_ending(ended, tools.requests)
            verdict = await self._evidence.verdict(proposed, is_last=self._turn.extra_runs >= _MAX_EXTRA_RUNS)
            ended.close(verdict.refusal.reason if verdict.refusal else " ".join(verdict.review.false) or None)
            if verdict.refusal is None:
                self._take_messages(ended)
                return await self._closed(verdict)
            if self._turn.extra_runs >= _MAX_EXTRA_RUNS:
                self._take_messages(ended)
                return await self._closed_after_refusal(verdict, verdict.refusal)
            self.reply_stream.retract()
            self._meter.run += 1
            await self.save(extra_runs=self._meter.run)
            tools.requests.clear()
            answers = dict.fromkeys(proposed.call_ids, verdict.refusal.reason)
            run_input = RunInput(None if answers else verdict.refusal.reason, ended.messages, answers)

    async def _first_input(self, route: RouterResult) -> RunInput:
        """Return the input of the next run: the message, or the answers to what was asked."""
        turn = self._turn
        given = [(each.call_id, each.answer.for_model(each.ask)) for each in turn.asks if each.answer]
        made = await self._evidence.ledger()
        if not turn.engine_messages or not given:
            # A weak model has no tools to read other files with.
            others = () if self._models.model_of(route.model_tier).abilities.is_weak else other_files(turn)
            texts, changes = await self._evidence.source_texts(), await self._evidence.changes()
            prompt = first_prompt(turn, made, self.language, texts, others, changes)
            return RunInput(prompt, turn.engine_messages)
        # What a process made that died after the answer is not in the messages.
        unknown = made_before([entry for entry in made if entry.artifact.id not in turn.engine_messages], self.language)
        if not given[0][0]:
            return RunInput(unknown, history_with_answer(turn.engine_messages, given[0][1]))
        return RunInput(unknown, turn.engine_messages, dict(given))

    async def _run(self, offer: ToolOffer, run_input: RunInput) -> RunResult:
        ledger = offer.tool_runner.earlier = await self._evidence.ledger()
        offer.tool_runner.change_keys.clear()
        offer.tool_runner.may_make_again = await self._evidence.missing_makers(ledger)
        task = (await with_task(self._turn, self.services)).message
        capable = self._models.model_of(offer.route.model_tier)
        command = command_runner(offer.route, task, capable, self._prior.last_said)
        worker = command or await self._models.model_for(offer, task, self._evidence.source_texts)
        self._evidence.speaks_by_rule = isinstance(worker, RulePlanner | CommandRunner)
        model = MeteredModel(worker, self._meter, "step")
        instruct = partial(compose_instructions, offer, self._prior.instructed, self.language, self.services)
        limits, prior = self.services.limits, self._prior.messages
        stream = self.reply_stream
        run = EngineRun(model, offer, offer.tool_runner, stream, limits, self.language, instruct, prior, task)
        ended = await run_engine(run, run_input)
        begun = self._turn.model_copy(update={"engine_messages": run_input.own})
        self._turn = self._turn.model_copy(update={"tokens": turn_tokens(begun, ended.usages)})
        return ended

    def _take_messages(self, ended: RunResult) -> None:
        """Make the messages of a run part of the turn, once it is decided what comes of them: they may end with calls
        that only the questions of the turn answer.
        """
        kept = {"engine_messages": ended.messages, "engine_version": ENGINE_VERSION, "asks": ()}
        self._turn = self._turn.model_copy(update=kept)

    def _brain(self, model: Model, purpose: Purpose) -> Brain:
        return Brain(MeteredModel(model, self._meter, purpose), clock=self.services.clock)

    def _tool_runner(self) -> ToolRunner:
        known = self._evidence
        return ToolRunner(
            self._turn,
            self.services,
            self._sink,
            self._brain(self._models.model, "tool"),
            self._called,
            failures=known.failures,
            reads=known.reads,
            sources=known.read_sources,
            returned=known.returned,
            save=self._save_call,
            replies=self._replies,
        )

    # The ending.

    async def _closed(self, verdict: Verdict) -> Outcome:
        """Return the outcome of an ending that is accepted, with what the program itself knows."""
        if verdict.proposed.result is None:
            return await self._open_requests(verdict)
        result = clean_result(verdict.proposed.result, verdict.review)
        if result.clarify is not None:
            draft = clean_ask(clarification_ask(result.clarify), verdict.review, self.language)
            return await self._ask([OpenAsk(ask=self._new_ask(draft))], result.message, verdict)
        if not has_visible_text(result.message) and not verdict.receipt.has_results:
            return await self.give_up("unproven", text(self.language, "turn.unproven"))
        # The person learns that an order changed nothing in the project, also if the model claims more.
        is_refused = verdict.refusal is not None or self._evidence.orders_change
        tells_all = is_refused and not verdict.receipt.has_results
        message = final_message(result.message, verdict.receipt, verdict.review, self.language, tells_all=tells_all)
        self.reply_stream.finish(message)
        self._note_removed(verdict.review)
        return outcome_from(message, verdict.receipt)

    def _note_removed(self, review: Review) -> None:
        """Tell later turns, which see the model's own messages, what of them was not true."""
        if review.false and self._turn.engine_messages:
            sentences = "\n".join(f"- {sentence}" for sentence in review.false)
            note = text(self.language, "turn.removed_words", sentences=sentences)
            kept = history_with_note(self._turn.engine_messages, note)
            self._turn = self._turn.model_copy(update={"engine_messages": kept})

    async def _closed_after_refusal(self, verdict: Verdict, refusal: Refusal) -> Outcome:
        """Return the outcome if the model insists: a question in prose is asked, a hard refusal fails, a soft one is
        told in the receipt.
        """
        # Once in a turn: a model that never works does not keep the person answering.
        if refusal.is_question and not self._turn.agreed and (asking := asking_result(verdict)):
            return await self._closed(replace(verdict, proposed=replace(verdict.proposed, result=asking)))
        if refusal.is_hard and not refusal.is_question:
            return await self.give_up("unproven", text(self.language, "turn.unproven"))
        if not verdict.receipt.artifacts and self._turn.route and self._turn.route.expected_mode == "artifact":
            self._sink.emit(Warned(code="nothing_made", message=text(self.language, "turn.nothing_made")))
        return await self._closed(verdict)

    # The person.

    async def _open_requests(self, verdict: Verdict) -> Outcome:
        """Open the questions of tools, in the order of their calls, after the words that the model wrote with them."""
        asks: list[OpenAsk] = []
        for request in verdict.proposed.requests:
            ask = self._new_ask(clean_ask(request.draft, verdict.review, self.language))
            asks.append(OpenAsk(ask=ask, call_id=request.call_id, tool=request.tool.name))
        first = asks[0].ask
        spoken = verdict.review.clean(verdict.proposed.spoken)
        return await self._ask(asks, spoken or first.preface or first.title, verdict)

    def _new_ask(self, wanted: AskDraft) -> Ask:
        given = wanted.model_dump()
        return Ask(id=self.services.ids.new("ask"), turn_id=self._turn.id, owner=self._turn.owner, **given)

    async def _ask(self, asks: Sequence[OpenAsk], message: str, verdict: Verdict | None = None) -> Outcome:
        """Store all questions, and show the first."""
        if verdict is None:
            await self._store_asks([asks[0].model_copy(update={"message": message}), *asks[1:]])
            return self._wait(asks[0].ask, message, Receipt())
        asks, told, receipt = asks_with_message(asks, message, verdict, self.language)
        await self._store_asks(asks)
        return self._wait(asks[0].ask, told, receipt)

    async def _store_asks(self, asks: Sequence[OpenAsk]) -> None:
        """Store the questions with the turn first: if the process dies, the same ones are asked again."""
        await self.save(asks=tuple(asks))
        await open_asks(asks, self._turn.id, self.services, self._sink)

    def _wait(self, ask: Ask, message: str, receipt: Receipt) -> Outcome:
        self.reply_stream.finish(message)
        self._sink.emit(AskOpened(ask=ask))
        return Asked(message=message, ask_id=ask.id, receipt=receipt)

    async def _choose_sources(self) -> AskDraft | None:
        """Decide which files the turn uses; return the question if only the person can tell."""
        if self._turn.sources is not None:
            return None
        if not self._prior.has_files:
            self._turn = self._turn.model_copy(update={"sources": ()})
            return None
        self._turn, unclear = await choose_or_ask(self._turn, self.services, self.language)
        self._turn = await with_documents(self._turn, self.services, self._sink.emit, self.language)
        return unclear
