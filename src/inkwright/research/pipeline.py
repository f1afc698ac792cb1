"""Research as a job: plan, search, read, write the chapters side by side, check the citations, build the files."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.job_kinds import JobKind, JobRun
from inkwright.agent.source_search import SourceHit, SourceSearch
from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.source import DocumentSpec
from inkwright.artifacts.vault import Verified
from inkwright.errors import InvalidOption, ServiceFailed, SourcesLacking
from inkwright.i18n import Language, Reason, error_message, error_text, language_of, text
from inkwright.llm.brain import Brain
from inkwright.llm.dialog import dialog_with_retry
from inkwright.prompts import load_prompt
from inkwright.research.dossier import dossier_chapters
from inkwright.research.notes import SourceNote, notes_for
from inkwright.research.plans import PLAN_HEADERS, chapter_lines, chapter_parser, plan_parser
from inkwright.research.report import CheckedText, check_text, problem_text, report_markdown, sentences_to_judge
from inkwright.research.searching import says_enough
from inkwright.research.support import SupportVerdict, judge_support

SourceName = Literal["web", "library"]
_MAX_TOPIC: Final = 500
_CHAPTERS: Final = {1: 3, 2: 5, 3: 8}
_MOST_CHAPTERS: Final = 12
_SOURCES: Final = {1: 6, 2: 12, 3: 30}
_HITS: Final = 10
_AT_ONCE: Final = 4
_NOTES: Final = 8
_MAX_READ: Final = 60_000
_ROUNDS: Final = 2


class PlannedChapter(BaseModel):
    """A chapter of an outline, and what is searched for it; without searches, its title is."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: Annotated[str, Field(min_length=1, max_length=120, pattern=r"\S")]
    queries: Annotated[tuple[Annotated[str, Field(min_length=1, max_length=200)], ...], Field(max_length=3)] = ()


class ResearchInput(BaseModel):
    """What to research: a topic, how deep, and where.

    With `outline`, these are the chapters. With `plan_only`, the job ends with the plan, for the person to agree to.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    topic: Annotated[str, Field(min_length=1, max_length=_MAX_TOPIC, pattern=r"\S")]
    depth: Annotated[int, Field(ge=1, le=3)] = 2
    sources: tuple[SourceName, ...] = ("web", "library")
    outline: Annotated[tuple[PlannedChapter, ...], Field(max_length=_MOST_CHAPTERS)] = ()
    plan_only: bool = False


@dataclass(frozen=True, slots=True)
class _Reading:
    """A source that was read, and its number in the report."""

    number: int
    title: str
    address: str
    text: str


class _NothingFound(Exception):
    """A search found nothing. That is not stored: when the job is resumed, there may be more documents."""


async def run_research(job: JobRun) -> dict[str, Any]:
    """Return the report with its sources and what the check of its citations found."""
    return await _Research(job).run()


RESEARCH: Final = JobKind(name="research", input=ResearchInput, run=run_research)


class _Research:
    """One research. Every model call, search and page is a step, so nothing is done twice."""

    def __init__(self, job: JobRun) -> None:
        self._job = job
        self._given: ResearchInput = job.arguments
        self._language: Language = language_of(self._given.topic)
        self._gate = asyncio.Semaphore(_AT_ONCE)
        self._is_weak = job.services.model.abilities.is_weak
        self._done = 0

    async def run(self) -> dict[str, Any]:
        places = self._places()
        plan = await self._plan()
        if self._given.plan_only:
            return self._planned(plan)
        self._progress("searching", len(plan["chapters"]))
        hits, missed = await self._search(places, plan["chapters"])
        if not hits and "web" not in places:
            raise InvalidOption(option="topic", value=self._given.topic, allowed=Reason("reason.research.no_match"))
        readings, unread = await self._read(places, hits)
        if not readings:
            raise InvalidOption(option="topic", value=self._given.topic, allowed=Reason("reason.research.nothing_read"))
        chapters, checked = await self._write(plan["chapters"], readings)
        return await self._report(plan, readings, chapters, checked, [*missed, *unread])

    def _places(self) -> Mapping[str, SourceSearch]:
        wanted: tuple[str, ...] = self._given.sources
        found = {place.name: place for place in self._job.services.sources if place.name in wanted}
        if not found:
            asked = ",".join(wanted)
            raise SourcesLacking(option="sources", value=asked, allowed=Reason("reason.research.no_places"))
        return found

    def _progress(self, stage: str, total: int, **fields: object) -> None:
        self._job.progress(self._done, total, text(self._language, f"research.stage.{stage}", **fields))

    # --- plan and sources --------------------------------------------------------------------------------

    async def _plan(self) -> dict[str, Any]:
        if self._given.outline:
            chapters = [
                {"title": each.title, "queries": list(each.queries or (each.title,))} for each in self._given.outline
            ]
            return {"plan": "", "chapters": chapters}
        if self._is_weak:
            return {"plan": "", "chapters": [{"title": self._given.topic, "queries": [self._given.topic]}]}
        self._progress("planning", 0)
        return await self._job.steps.once("plan", self._ask_plan)  # type: ignore[no-any-return]

    def _planned(self, plan: Mapping[str, Any]) -> dict[str, Any]:
        """Return the plan in the form of a report that nothing was read for."""
        written = "\n".join([plan["plan"], "", *chapter_lines(plan["chapters"])])
        found: dict[str, Any] = {
            "sources": [],
            "cited": 0,
            "unsupported": [],
            "unconfirmed": [],
            "problems": [],
            "artifacts": {},
        }
        return {"title": self._given.topic, "is_dossier": False, **plan, "markdown": written, **found}

    async def _ask_plan(self) -> Any:
        most = _CHAPTERS[self._given.depth]
        plan, outline = PLAN_HEADERS[self._language]
        prompt = self._prompt("plan", topic=self._given.topic, chapters=most, plan=plan, outline=outline)
        brain = Brain(self._job.services.model_of("strong"), purpose="think")
        return await brain.think_with_retry(prompt, plan_parser, language=self._language, max_chapters=most)

    async def _search(
        self, places: Mapping[str, SourceSearch], chapters: Sequence[Mapping[str, Any]]
    ) -> tuple[list[tuple[str, SourceHit]], list[str]]:
        """Return the results of all searches, each address once, those of every chapter in turn."""
        asked = [
            (f"search/{name}/{number}/{place}", places[name], query)
            for number, chapter in enumerate(chapters, 1)
            for place, query in enumerate(chapter["queries"], 1)
            for name in places
        ]
        found = await asyncio.gather(*(self._searched(*each) for each in asked))
        kept: dict[str, tuple[str, SourceHit]] = {}
        for rank in range(_HITS):
            for (_, place, _), answer in zip(asked, found, strict=True):
                for row in answer["hits"][rank : rank + 1]:
                    kept.setdefault(row["address"], (place.name, SourceHit(**row)))
        return list(kept.values()), [answer["problem"] for answer in found if answer["problem"]]

    async def _searched(self, key: str, place: SourceSearch, query: str) -> dict[str, Any]:
        async def work() -> dict[str, Any]:
            try:
                hits = await place.search(query, owner=self._job.owner, limit=_HITS)
            except ServiceFailed as problem:
                return {"hits": [], "problem": error_message(self._language, problem)}
            if not hits:
                raise _NothingFound
            return {"hits": [asdict(hit) for hit in hits], "problem": ""}

        async with self._gate:
            try:
                return await self._job.steps.once(key, work)  # type: ignore[no-any-return]
            except _NothingFound:
                return {"hits": [], "problem": ""}

    async def _read(
        self, places: Mapping[str, SourceSearch], hits: Sequence[tuple[str, SourceHit]]
    ) -> tuple[list[_Reading], list[str]]:
        wanted = hits[: 2 * _SOURCES[self._given.depth]]
        answers = await asyncio.gather(
            *(self._page(number, places[name], hit, len(wanted)) for number, (name, hit) in enumerate(wanted, 1))
        )
        readings: list[_Reading] = []
        for (_, hit), answer in zip(wanted, answers, strict=True):
            if says_enough(hit, answer["text"]) and len(readings) < _SOURCES[self._given.depth]:
                readings.append(_Reading(len(readings) + 1, hit.title, hit.address, answer["text"]))
        return readings, [answer["problem"] for answer in answers if answer["problem"]]

    async def _page(self, number: int, place: SourceSearch, hit: SourceHit, total: int) -> dict[str, str]:
        async def work() -> dict[str, str]:
            try:
                written = await place.read(hit, owner=self._job.owner)
            except ServiceFailed as problem:
                return {"text": "", "problem": error_text(self._language, problem)[0]}
            return {"text": written[:_MAX_READ], "problem": ""}

        async with self._gate:
            answer = await self._job.steps.once(f"read/{number}", work)
        self._done += 1
        self._progress("reading", total, sources=self._done)
        return answer  # type: ignore[no-any-return]

    # --- chapters ----------------------------------------------------------------------------------------

    async def _write(
        self, chapters: Sequence[Mapping[str, Any]], readings: Sequence[_Reading]
    ) -> tuple[list[tuple[str, str]], list[CheckedText]]:
        sources = {reading.number: reading.text for reading in readings}
        if self._is_weak:
            titles = {reading.number: reading.title for reading in readings}
            written = dossier_chapters(self._given.topic, sources, titles, self._language)
            return written, []
        self._done = 0
        answers = await asyncio.gather(
            *(self._chapter(number, chapter, sources, len(chapters)) for number, chapter in enumerate(chapters, 1))
        )
        kept = [(chapter["title"], each) for chapter, each in zip(chapters, answers, strict=True) if each is not None]
        return [(title, each.text) for title, each in kept], [each for _, each in kept]

    async def _chapter(
        self, number: int, chapter: Mapping[str, Any], sources: Mapping[int, str], total: int
    ) -> CheckedText | None:
        """Return the chapter, corrected once where the check found something; None if no source is about it."""
        notes = await asyncio.to_thread(notes_for, [chapter["title"], *chapter["queries"]], sources, _NOTES)
        if not notes:
            return None
        async with self._gate:
            written = await self._job.steps.once(f"chapter/{number}", partial(self._draft, chapter, notes))
            checked, verdicts = await self._checked(f"support/{number}", written, sources, {})
            if checked.unsupported:
                correct = partial(self._correct, written, checked, notes)
                corrected = await self._job.steps.once(f"correct/{number}", correct)
                again, _ = await self._checked(f"support/{number}/corrected", corrected, sources, verdicts)
                if len(again.unsupported) < len(checked.unsupported):
                    checked = again
        self._done += 1
        self._progress("writing", total, chapter=chapter["title"])
        return checked

    async def _checked(
        self, key: str, written: str, sources: Mapping[int, str], known: Mapping[str, SupportVerdict]
    ) -> tuple[CheckedText, dict[str, SupportVerdict]]:
        """Check a text by rule, and by a model what the rules do not decide; in threads, as long sources take seconds.

        `known` are verdicts of an earlier form of the text: a sentence that was not changed is not judged again.
        """
        open_sentences = await asyncio.to_thread(sentences_to_judge, written, sources)
        wanted = [sentence for sentence in open_sentences if sentence not in known]
        stored = await self._job.steps.once(key, partial(self._judge, wanted, sources)) if wanted else []
        verdicts = {**known, **{sentence: SupportVerdict(*rest) for sentence, *rest in stored}}
        return await asyncio.to_thread(check_text, written, sources, self._language, verdicts), verdicts

    async def _judge(self, sentences: Sequence[str], sources: Mapping[int, str]) -> list[list[Any]]:
        judge = Brain(self._job.services.model_of("strong"), purpose="judge")
        found = await judge_support(judge, sentences, sources, self._language)
        return [[sentence, verdict.is_supported, verdict.problem] for sentence, verdict in found.items()]

    async def _draft(self, chapter: Mapping[str, Any], notes: Sequence[SourceNote]) -> str:
        model = self._job.services.model_of("standard")
        director = Brain(self._job.services.model_of("strong"), purpose="judge")
        shown = _shown(notes)

        def review(written: str) -> str:
            return self._prompt("review", topic=self._given.topic, chapter=chapter["title"], text=written, notes=shown)

        found = await dialog_with_retry(
            Brain(model, purpose="write"),
            director,
            self._prompt("chapter", topic=self._given.topic, chapter=chapter["title"], notes=shown),
            chapter_parser,
            review=review,
            max_rounds=_ROUNDS,
            language=self._language,
            numbers=_numbers(notes),
        )
        return str(found.content)

    async def _correct(self, written: str, checked: CheckedText, notes: Sequence[SourceNote]) -> str:
        problems = "\n".join(
            f"- {sentence}\n  {'; '.join(problem_text(problem, self._language) for problem in found)}"
            for sentence, found in checked.unsupported
        )
        prompt = self._prompt("correct", text=written, problems=problems, notes=_shown(notes))
        brain = Brain(self._job.services.model_of("standard"), purpose="write")
        return str(
            await brain.think_with_retry(prompt, chapter_parser, language=self._language, numbers=_numbers(notes))
        )

    def _prompt(self, name: str, **fields: object) -> str:
        return load_prompt("inkwright.research", name, self._language).format(**fields)

    # --- report ------------------------------------------------------------------------------------------

    async def _report(
        self,
        plan: Mapping[str, Any],
        readings: Sequence[_Reading],
        chapters: Sequence[tuple[str, str]],
        checked: Sequence[CheckedText],
        problems: Sequence[str],
    ) -> dict[str, Any]:
        if not chapters:
            raise InvalidOption(option="topic", value=self._given.topic, allowed=Reason("reason.research.nothing_said"))
        listed = [(reading.number, reading.title, reading.address) for reading in readings]
        body = report_markdown(chapters, listed, self._language)
        files = {
            ending: await self._job.steps.once(f"file/{ending}", partial(self._file, ending, body))
            for ending in ("docx", "pdf")
        }
        return {
            "title": self._given.topic,
            "is_dossier": self._is_weak,
            "plan": plan["plan"],
            "markdown": f"# {self._given.topic}\n\n{body}",
            "sources": [asdict(reading) for reading in readings],
            "cited": sum(each.cited for each in checked),
            "unsupported": [
                {"sentence": sentence, "problems": [problem_text(problem, self._language) for problem in found]}
                for each in checked
                for sentence, found in each.unsupported
            ],
            "unconfirmed": [sentence for each in checked for sentence in each.unconfirmed],
            "problems": list(dict.fromkeys(problems)),
            "artifacts": files,
        }

    async def _file(self, ending: str, body: str) -> str:
        """Build one file and store it; return its id, or nothing if it cannot be typeset."""
        spec = DocumentSpec(kind="report", title=self._given.topic[:300], language=self._language, body=body)
        draft = await asyncio.to_thread(build_document, spec, ending)
        kept = await self._job.services.vault.keep(draft, owner=self._job.owner, turn_id=self._job.id)
        return kept.id if isinstance(kept, Verified) else ""


def _numbers(notes: Sequence[SourceNote]) -> tuple[int, ...]:
    return tuple(sorted({note.source for note in notes}))


def _shown(notes: Sequence[SourceNote]) -> str:
    """Show the passages as quoted material: whatever they say is not an instruction."""
    return "\n\n".join(f'<source number="{note.source}" from="{note.start}">\n{note.text}\n</source>' for note in notes)
