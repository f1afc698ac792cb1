"""What the program knows about a turn while it runs, and what it says to an ending that a model proposes."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from inkwright.agent.attributed_names import unknown_pupils, unknown_refusal
from inkwright.agent.change_targets import unchanged_targets
from inkwright.agent.claim_proof import RecordLine
from inkwright.agent.closing import ProposedEnding, TurnStory, Verdict, record_lines, words_refusal, words_state
from inkwright.agent.ending_words import result_words
from inkwright.agent.group_claims import GroupClaims, group_refusal
from inkwright.agent.instructions import MAX_INLINE_CHARACTERS, other_files
from inkwright.agent.judge import NOTHING_FALSE, UNCHECKED, Review, judge_words
from inkwright.agent.number_evidence import number_tools, numbers_refusal, unproven_numbers
from inkwright.agent.owned_numbers import misplaced_numbers, misplaced_refusal, told_shares
from inkwright.agent.receipts import TurnFacts, build_receipt, failed_change, makes_thing, thing_text, untried_things
from inkwright.agent.request_wording import orders_change
from inkwright.agent.research_requests import RESEARCH_TOOL, lacks_research
from inkwright.agent.rule_answers import RuleAnswer, answer_by_rule
from inkwright.agent.rule_planner import TurnModels
from inkwright.agent.school_turns import asks_school
from inkwright.agent.services import MeteredModel, TurnServices, UsageMeter
from inkwright.agent.streaming import EventSink
from inkwright.agent.text_evidence import TurnWords
from inkwright.agent.tools import AgentTool
from inkwright.agent.turn_parts import said_without_parts
from inkwright.agent.turn_sources import load_sources, quoted_sources
from inkwright.agent.verification import Refusal, TurnRecord, artifact_ids_in, ends_in_question, find_refusal
from inkwright.conversation.changes import ChangeEntry
from inkwright.conversation.turns import (
    ArtifactRef,
    FinalResult,
    LedgerEntry,
    Receipt,
    RequestedItem,
    TurnState,
    UsedSource,
    join_sources,
)
from inkwright.grounding.source import Source
from inkwright.i18n import Language, text
from inkwright.llm.brain import Brain

_MAX_EARLIER = 20
"""How many earlier turns are in the record for the judge."""


@dataclass
class TurnEvidence:
    """The evidence of a turn. `turn` is its present state; `called`, `failures` and `reads` are those of its tools;
    `returned` are the texts that prove numbers: what tools returned, and the conversation so far. `has_files` is False
    if no file can be attached; `speaks_by_rule`: the words of its ending are the program's.
    """

    turn: TurnState
    services: TurnServices
    sink: EventSink
    models: TurnModels
    meter: UsageMeter
    language: Language
    called: set[str]
    has_files: bool
    failures: dict[str, str] = field(default_factory=dict)
    reads: list[str] = field(default_factory=list)
    read_sources: list[UsedSource] = field(default_factory=list)
    returned: list[str] = field(default_factory=list)
    speaks_by_rule: bool = False

    @property
    def sources(self) -> tuple[UsedSource, ...] | None:
        """The sources of the turn: the decided ones, and what the model has read besides."""
        decided = self.turn.sources
        if decided is None or not self.read_sources:
            return decided
        return join_sources(decided, self.read_sources)

    async def source_texts(self) -> tuple[Source, ...]:
        """Return the texts of the files that the turn uses."""
        services = self.services
        return await load_sources(self.turn, services.attachments, services.vault, services.library)

    async def answer_by_rule(self, language: Language) -> tuple[RuleAnswer, tuple[UsedSource, ...]]:
        """Return the answer without a model, and the files that it quotes.

        A message that refers to no file is looked up in all files of the conversation.
        """
        turn = self.turn
        texts = await self.source_texts()
        asked = said_without_parts(turn.message) if any(each.parts for each in turn.sources or ()) else turn.message
        answer = await asyncio.to_thread(answer_by_rule, asked, texts, language)
        others = tuple(UsedSource(name=name, reason="earlier") for name in other_files(turn))
        is_named = any(each.reason != "earlier" for each in turn.sources or ())
        if answer.kind == "refusal" and not is_named and others:
            turn = turn.model_copy(update={"sources": others})
            texts = await load_sources(turn, self.services.attachments, self.services.vault)
            found = await asyncio.to_thread(answer_by_rule, turn.message, texts, language)
            answer = found if found.quoted else answer
        return answer, quoted_sources(turn.sources or (), answer.quoted)

    async def ledger(self) -> list[LedgerEntry]:
        """Return what was made in the turn. A call is stored before it runs, so without one nothing was made."""
        return await self.services.ledger.of(self.turn.id) if self.called else []

    async def changes(self) -> list[ChangeEntry]:
        """Return what was changed in the turn that is not a file."""
        has_called = any(tool.changes is not None and tool.name in self.called for tool in self.services.tools)
        return await self.services.ledger.changes_of(self.turn.id) if has_called else []

    async def receipt(self, ledger: Sequence[LedgerEntry] | None = None) -> Receipt:
        """Return what happened in the turn so far. `ledger` is what was made, if the caller has read it."""
        route, vault = self.turn.route, self.services.vault
        refined = await vault.get(route.refines, owner=self.turn.owner) if route and route.refines else None
        reference = ArtifactRef.of(refined) if refined else None
        made = await self.ledger() if ledger is None else ledger
        changes = await self.changes()
        if lacks_research(self.turn, self.called) and route is not None:
            route = route.model_copy(update={"requested": (*route.requested, RequestedItem(thing=RESEARCH_TOOL))})
        failures = {**await self._unchanged_blocks(changes), **self.failures}
        return build_receipt(TurnFacts(route, made, failures, reference, self.sources or (), changes))

    @property
    def orders_change(self) -> bool:
        """Whether the message orders a change of the project."""
        return self.services.workspace is not None and orders_change(self.turn.message)

    async def _unchanged_blocks(self, changes: Sequence[ChangeEntry]) -> dict[str, str]:
        """Return the blocks that the message asks to change and nothing has changed, as failures without a problem."""
        workspace = self.services.workspace
        if workspace is None or not self.orders_change:
            return {}
        done = {each.change.id for each in changes}
        left = unchanged_targets(self.turn.message, await workspace.tree(), done)
        return {failed_change(each.name): "" for each in left}

    async def verdict(self, proposed: ProposedEnding, *, is_last: bool) -> Verdict:
        """Verify an ending: by the rules, then by a judge of its words. `is_last`: no other run may follow."""
        ledger = await self.ledger()
        receipt = await self.receipt(ledger)
        refusal = await self._rule_refusal(proposed, receipt, ledger)
        if refusal is not None and (not is_last or (refusal.is_hard and not refusal.is_question)):
            return Verdict(proposed, receipt, UNCHECKED, refusal)
        if self.speaks_by_rule:
            return Verdict(proposed, receipt, NOTHING_FALSE, refusal)
        review = await self.review(proposed.words(), receipt)
        checked = receipt.model_copy(update={"words": words_state(review)})
        return Verdict(proposed, checked, review, refusal or words_refusal(proposed, checked, review, self.language))

    async def review(self, words: Sequence[str], receipt: Receipt) -> Review:
        """Let a capable model judge the words: the fast one, or else the one that wrote them."""
        tier = self.turn.route.model_tier if self.turn.route else "standard"
        fast, writer = self.services.model_of("fast"), self.models.model_of(tier)
        models = [fast] if fast is writer else [fast, writer]
        judges = [
            Brain(MeteredModel(model, self.meter, "judge"), clock=self.services.clock)
            for model in models
            if not model.abilities.is_weak
        ]
        if not judges:
            return UNCHECKED
        said = TurnWords(self.turn.message, [*self.returned, *(each.text for each in await self._source_texts())])
        return await judge_words(judges, words, await self._record(receipt), self.language, said)

    async def missing_makers(self, ledger: Sequence[LedgerEntry]) -> "MissingMakers":
        """Return which tools may make something again: the ones that make what is still missing."""
        missing = (await self.receipt(ledger)).missing
        return MissingMakers(tuple(item.thing for item in missing if item.made == 0))

    async def _rule_refusal(
        self, proposed: ProposedEnding, receipt: Receipt, ledger: Sequence[LedgerEntry]
    ) -> Refusal | None:
        """Return why the rules do not accept the ending, if they do not."""
        result, mode = proposed.result, self.turn.route.expected_mode if self.turn.route else "answer"
        if result is None:
            return None
        known = await self._existing_artifacts(result)
        refusal = find_refusal(result, mode, TurnRecord(self.sink.emitted, self.called, ledger, known))
        refusal = refusal or self._numbers_refusal(result, ledger)
        untried = [] if result.clarify else untried_things(receipt, self.called, self.failures)
        if RESEARCH_TOOL in untried and ends_in_question(result.message):
            untried.remove(RESEARCH_TOOL)
        if refusal is None and untried:
            things = ", ".join(thing_text(thing, self.language) for thing in untried)
            return Refusal(text(self.language, "turn.untried", things=things), is_hard=False)
        return refusal

    def _numbers_refusal(self, result: FinalResult, ledger: Sequence[LedgerEntry]) -> Refusal | None:
        """Return why numbers are not accepted: after a tool that gives numbers, or for a question about the school."""
        gives = number_tools(self.services.tools)
        is_asked = gives and asks_school(self.turn.message, self.services.school)
        if not (gives & self.called or is_asked):
            return None
        units = " ".join(str(count) for entry in ledger for count in entry.artifact.units.values())
        evidence = [*self.returned, self.turn.message, units]
        unproven = [
            number
            for words in result_words(result)
            for number in unproven_numbers(words, [*evidence, " ".join(told_shares(words, self.services.school))])
        ]
        if unproven:
            return Refusal(numbers_refusal(unproven), is_hard=True)
        school, asked = self.services.school, self.turn.message
        misplaced = [each for words in result_words(result) for each in misplaced_numbers(words, school, asked)]
        if misplaced or school is None:
            return Refusal(misplaced_refusal(misplaced), is_hard=True) if misplaced else None
        unknown = [each for words in result_words(result) for each in unknown_pupils(words, school, evidence)]
        if unknown:
            return Refusal(unknown_refusal(unknown), is_hard=True)
        untrue = [each for words in result_words(result) for each in GroupClaims(words, school, asked).false_ones()]
        return Refusal(group_refusal(untrue), is_hard=True) if untrue else None

    async def _existing_artifacts(self, result: FinalResult) -> set[str]:
        """Return those artifacts named in the text of a result that exist."""
        named, vault, owner = artifact_ids_in(result.message), self.services.vault, self.turn.owner
        return {each for each in named if await vault.get(each, owner=owner) is not None}

    async def _source_texts(self) -> tuple[Source, ...]:
        return await self.source_texts() if self.has_files else ()

    async def _record(self, receipt: Receipt) -> list[RecordLine]:
        """Return the record of the turn for the judge."""
        turn = self.turn
        texts = await self._source_texts()
        known = {artifact.id for artifact in receipt.artifacts}
        earlier = [artifact for artifact in await self._earlier_artifacts() if artifact.id not in known]
        has_texts = sum(len(each.text) for each in texts) <= MAX_INLINE_CHARACTERS
        given = [each.name for each in texts] if has_texts else []
        attached = [each.name for each in texts if not has_texts] + other_files(turn)
        return record_lines(TurnStory(receipt, turn.route, given, attached, earlier, self.reads), self.language)

    async def _earlier_artifacts(self) -> list[ArtifactRef]:
        """Return what earlier turns of this conversation made; the first turn has none."""
        if not self.has_files:
            return []
        turn, conversations = self.turn, self.services.conversations
        earlier = await conversations.latest_turns(
            turn.conversation_id, owner=turn.owner, limit=_MAX_EARLIER, before=turn.id
        )
        return [artifact for each in earlier for artifact in getattr(each.outcome, "artifacts", ())]


@dataclass(frozen=True, slots=True)
class MissingMakers:
    """Tells whether a tool makes something that is still missing in a turn."""

    missing: tuple[str, ...]

    def __call__(self, tool: AgentTool) -> bool:
        return any(makes_thing(thing, tool.name) for thing in self.missing)
