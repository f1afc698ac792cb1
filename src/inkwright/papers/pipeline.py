"""From sources to a paper: overview, framework, checklist, sections, the whole paper, PDF, each stage done once."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from inkwright.artifacts.documents.tex.tex_compiler import compile_tex, xelatex_path
from inkwright.artifacts.drafts import Draft
from inkwright.conversation.protocols import Steps
from inkwright.errors import InvalidOption, NeverParsed, SourcesLacking, TypesettingFailed
from inkwright.i18n import Language, Reason, language_of, text
from inkwright.llm.attempts import Thought, ThoughtListener, ignore_event
from inkwright.llm.file_agent import FileAgent
from inkwright.llm.file_generation import Sleep
from inkwright.llm.models import Model
from inkwright.papers.agents import (
    LaTeXPaperGeneratorAgent,
    PaperOverviewAgent,
    PaperRepairAgent,
    PaperSectionAgent,
    RequirementChecklistAgent,
)
from inkwright.papers.assembly import assemble_paper
from inkwright.papers.checks import latex_problems
from inkwright.papers.evidence import all_text, grounded
from inkwright.papers.forms import MIN_QUOTES
from inkwright.papers.notes_draft import draft_of_notes
from inkwright.papers.quotes import quotes_of
from inkwright.papers.rule_choice import paper_model
from inkwright.papers.sessions import PaperSession
from inkwright.papers.sources import MergedSources, describe_with, merge_sources

SECTIONS: Final = ("abstract", "introduction", "related_work", "methods", "experiments", "conclusion")
STAGES: Final = ("sources", "overview", "framework", "checklist", *SECTIONS, "paper", "pdf")
_MAX_REPAIRS: Final = 2
_MAX_SHOWN: Final = 500

StageListener = Callable[[str, int, int], None]
"""Gets the stage that begins, its number and the number of all stages."""


def ignore_stage(_stage: str, _number: int, _total: int) -> None:
    """Report nothing."""


def stages_from(stage: str) -> tuple[str, ...]:
    """Return a stage and all that follow it; InvalidOption if there is no such stage."""
    if stage not in STAGES:
        raise InvalidOption(
            option="stage", value=stage, allowed=Reason("reason.usecases.one_of", names=", ".join(STAGES))
        )
    return STAGES[STAGES.index(stage) :]


@dataclass(frozen=True, slots=True)
class PaperRun:
    """What a run needs: the model, who hears of stages and of attempts, and how it waits between attempts."""

    model: Model
    on_stage: StageListener = ignore_stage
    on_event: ThoughtListener = ignore_event
    sleep: Sleep = asyncio.sleep


async def write_paper(session: PaperSession, steps: Steps, run: PaperRun) -> dict[str, Any]:
    """Do every stage that is not done, and return the records of all. A stage that fails keeps those before it."""
    return await _Pipeline(session, steps, run).records()


class _Pipeline:
    def __init__(self, session: PaperSession, steps: Steps, run: PaperRun) -> None:
        self._session = session
        self._steps = steps
        self._run = replace(run, model=paper_model(run.model))
        self._settings = session.settings
        self._done: dict[str, dict[str, Any]] = {}
        self._language: Language = "en"
        self._sources = MergedSources("", ())

    async def records(self) -> dict[str, Any]:
        await self._stage("sources", self._read_sources)
        found = self._done["sources"]
        books = tuple(found["bibliographies"])
        self._sources = MergedSources(found["text"], tuple(found["unread"]), found["tex"], books)
        self._language = language_of(self._sources.text)
        await self._stage("overview", self._overview)
        await self._stage("framework", self._framework)
        await self._stage("checklist", self._checklist)
        for section in SECTIONS:
            await self._stage(section, partial(self._section, section))
        await self._stage("paper", self._paper)
        await self._stage("pdf", self._pdf)
        return self._done

    async def _stage(self, stage: str, work: Callable[[], Awaitable[dict[str, Any]]]) -> None:
        self._run.on_stage(stage, STAGES.index(stage) + 1, len(STAGES))
        self._done[stage] = await self._steps.once(stage, work)

    # Stages

    async def _read_sources(self) -> dict[str, Any]:
        given = self._session.sources()
        if self._is_weak and self._settings.get("has_outline") and not any(_is_tex(source.name) for source in given):
            # Without a framework there is nothing that it could quote into.
            raise InvalidOption(option="model", value=self._run.model.name, allowed=Reason("reason.papers.too_weak"))
        language = language_of(str(self._settings.get("title", "")))
        merged = await merge_sources(given, describe_with(self._run.model), language)
        names = [source.name for source in given]
        found = {"text": merged.text, "unread": list(merged.unread), "tex": merged.tex}
        return {"inputs": names, **found, "bibliographies": list(merged.bibliographies)}

    async def _overview(self) -> dict[str, Any]:
        agent = PaperOverviewAgent(self._language, with_example=not self._is_weak)
        if not self._has_form(agent):
            return self._skipped(text(self._language, "paper.skipped.short"))
        return await self._written(agent, self._sources.text)

    async def _framework(self) -> dict[str, Any]:
        """Write the framework. With an outline or a .tex of the person's own, none is needed and no model is asked."""
        if self._settings.get("has_outline") or self._sources.tex:
            rule = "tex" if self._sources.tex else "outline"
            return self._skipped(text(self._language, f"paper.skipped.{rule}"))
        agent = LaTeXPaperGeneratorAgent(self._language, with_example=not self._is_weak)
        if not self._has_form(agent):
            few = Reason("reason.papers.too_few_sentences", least=MIN_QUOTES)
            raise SourcesLacking(option="sources", value=len(quotes_of(self._sources.text)), allowed=few)
        return await self._written(agent, self._sources.text if self._is_weak else self._material())

    async def _checklist(self) -> dict[str, Any]:
        agent = RequirementChecklistAgent(self._language, with_example=not self._is_weak)
        if not self._has_form(agent):
            return self._skipped(text(self._language, "paper.skipped.short"))
        material = self._sources.text
        if not self._done["framework"]["skipped"] and not self._is_weak:
            material = all_text([self._done["overview"]["content"], self._done["framework"]["content"]])
        return await self._written(agent, material)

    async def _section(self, section: str) -> dict[str, Any]:
        """Write a section. A weak model writes none: its paper is the framework, in sentences of the notes."""
        if self._is_weak:
            return self._skipped(text(self._language, "paper.skipped.weak"))
        return await self._written(PaperSectionAgent(section, self._language), self._material())

    async def _paper(self) -> dict[str, Any]:
        framework = self._done["framework"].get("content") or self._sources.tex
        if self._is_weak:
            content = self._marked_as_quoted(self._by_rule(framework))
        else:
            written = {section: str(self._done[section]["content"]) for section in SECTIONS}
            template = str(self._settings.get("template") or self._sources.tex or "article")
            content = assemble_paper(
                framework, written, self._sources.bibliographies, template=template, language=self._language
            )
        problems = latex_problems(content, language=self._language)
        self._session.save("paper.tex", content)
        return {**self._record("paper.tex", content), "problems": problems}

    def _by_rule(self, framework: str) -> str:
        """Return the notes as a paper where their headings name its sections, else the framework."""
        if self._sources.tex or not framework:
            return framework
        template = str(self._settings.get("template") or "article")
        written = draft_of_notes(
            self._sources.text, framework, self._sources.bibliographies, template=template, language=self._language
        )
        # Formulas of the notes may be wrong: then their sentences alone are used.
        return framework if not written or latex_problems(written, language=self._language) else written

    def _marked_as_quoted(self, framework: str) -> str:
        if not framework:
            raise InvalidOption(option="model", value=self._run.model.name, allowed=Reason("reason.papers.too_weak"))
        note = f"\\maketitle\n\n\\begin{{center}}\\emph{{{text(self._language, 'paper.quoted')}}}\\end{{center}}"
        return framework.replace("\\maketitle", note, 1)

    async def _pdf(self) -> dict[str, Any]:
        """Compile the paper where TeX is installed, repairing it from its own log a few times."""
        if xelatex_path() is None:
            return self._not_compiled(text(self._language, "document.no_xelatex"))
        content = str(self._done["paper"]["content"])
        usage: dict[str, Any] = {}
        for attempt in range(_MAX_REPAIRS + 1):
            try:
                made = await asyncio.to_thread(
                    compile_tex, Draft("tex", "paper.tex", "paper", {"paper.tex": content.encode()})
                )
            except TypesettingFailed as problem:
                reason = str(problem.fields.get("problem") or problem)
                repaired = None if attempt == _MAX_REPAIRS or self._is_weak else await self._repaired(content, reason)
                if repaired is None:
                    return {**self._not_compiled(reason), "usage": usage}
                content, usage = repaired["content"], _sum(usage, repaired["usage"])
            else:
                self._session.save("paper.tex", content)
                self._session.save("paper.pdf", made.main)
                return {"file": "paper.pdf", "compiled": True, "skipped": False, "usage": usage, "repairs": attempt}
        raise AssertionError("the last attempt returns")

    async def _repaired(self, content: str, problem: str) -> dict[str, Any] | None:
        try:
            return await self._written(PaperRepairAgent(self._language), f"{content}\n\n! {problem}", name="paper.tex")
        except NeverParsed:
            return None

    # Parts

    @property
    def _is_weak(self) -> bool:
        return self._run.model.abilities.is_weak

    def _has_form(self, agent: FileAgent) -> bool:
        """Whether the model can write this file: a weak one only chooses sentences, of which there must be enough."""
        return not self._is_weak or agent.form is None or agent.form(self._sources.text) is not None

    def _material(self) -> str:
        """Return what later stages work from: the overview, the framework, and the sources."""
        stages = (self._done[stage] for stage in ("overview", "framework") if stage in self._done)
        return all_text([*(str(each.get("content", "")) for each in stages), self._sources.text])

    async def _written(self, agent: FileAgent, material: str, *, name: str = "") -> dict[str, Any]:
        agent = grounded(agent, self._sources.evidence, self._language)
        found: dict[str, Any] = {}
        async for event in agent.stream(material, self._run.model, sleep=self._run.sleep):
            if isinstance(event, Thought):
                found = event.value
            self._run.on_event(event)
        if found["is_skipped"]:
            return {**self._skipped(str(found["skip_reason"])), "usage": found["usage"]}
        content = str(found["file_content"]).rstrip() + "\n"
        self._session.save(name or found["file_name"], content)
        return {
            **self._record(name or found["file_name"], content),
            "inputs": [material[:_MAX_SHOWN]],
            "usage": found["usage"],
        }

    def _record(self, name: str, content: str) -> dict[str, Any]:
        return {"file": name, "content": content, "skipped": False, "reason": "", "usage": {}}

    def _skipped(self, reason: str) -> dict[str, Any]:
        return {"file": "", "content": "", "skipped": True, "reason": reason, "usage": {}}

    def _not_compiled(self, reason: str) -> dict[str, Any]:
        return {"file": "", "compiled": False, "skipped": True, "reason": reason, "usage": {}}


def _is_tex(name: str) -> bool:
    return name.lower().endswith(".tex")


def total_usage(records: dict[str, Any]) -> dict[str, Any]:
    """Return what all stages used together."""
    total: dict[str, Any] = {}
    for record in records.values():
        total = _sum(total, record.get("usage") or {})
    return total


def _sum(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    names = {**one, **other}
    return {name: (one.get(name) or 0) + (other.get(name) or 0) for name in names}
