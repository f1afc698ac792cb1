"""A short research for a project: planned searches, at most ten sources, and a report whose citations are checked."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.source_search import SourceHit, SourceSearch
from inkwright.errors import InvalidOption, ModelError, ServiceFailed
from inkwright.i18n import Language, Reason, error_text, text
from inkwright.llm.brain import Brain
from inkwright.prompts import load_prompt
from inkwright.research.dossier import dossier_chapters
from inkwright.research.notes import SourceNote, notes_for
from inkwright.research.plans import chapter_parser
from inkwright.research.report import CheckedText, check_text, problem_text, report_markdown, sentences_to_judge
from inkwright.research.searching import says_enough
from inkwright.research.support import judge_support

ResearchType = Literal["consumer", "generic"]
MAX_SOURCES: Final = 10
_QUERIES: Final = 5
_HITS: Final = 5
_AT_ONCE: Final = 4
_NOTES: Final = 16
_MAX_READ: Final = 60_000
_MAX_CONTEXT: Final = 4_000

_Words = Annotated[str, Field(min_length=1, max_length=600, pattern=r"\S")]


class ResearchQueries(BaseModel):
    """The searches of a research."""

    model_config = ConfigDict(extra="forbid")

    queries: list[Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]] = Field(
        min_length=1, max_length=_QUERIES
    )


class CitedStatement(BaseModel):
    """A statement, and the numbers of the sources that say it."""

    model_config = ConfigDict(extra="forbid")

    statement: _Words
    sources: list[Annotated[int, Field(ge=1, le=MAX_SOURCES)]] = Field(min_length=1, max_length=MAX_SOURCES)


class ConsumerPersona(BaseModel):
    """An invented person who represents a group of readers or customers."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=60, pattern=r"\w")
    basic_info: _Words
    background: str = Field(min_length=1, max_length=1_500)
    pain_points: list[_Words] = Field(min_length=1, max_length=5)


class ConsumerFindings(BaseModel):
    """What the sources say about the people, and three personas that follow from it."""

    model_config = ConfigDict(extra="forbid")

    summary: str = Field(min_length=1, max_length=200)
    profile: list[CitedStatement] = Field(min_length=1, max_length=6)
    pain_points: list[CitedStatement] = Field(min_length=3, max_length=5)
    value_propositions: list[CitedStatement] = Field(min_length=3, max_length=5)
    personas: list[ConsumerPersona] = Field(min_length=3, max_length=3)


@dataclass(frozen=True, slots=True)
class ResearchRequest:
    """What to research, for whom, and what the project has so far."""

    query: str
    research_type: ResearchType
    owner: str
    language: Language
    context: str = ""


@dataclass(frozen=True, slots=True)
class ReadSource:
    """A source that was read, and its number in the report."""

    number: int
    title: str
    address: str
    text: str


@dataclass(frozen=True, slots=True)
class Briefing:
    """The report with its sources. `unsupported` counts the cited sentences that their sources do not support, and
    `unconfirmed` those of which that is not known: both are marked. `problems` are the searches and pages that failed.
    """

    markdown: str
    queries: tuple[str, ...]
    sources: tuple[ReadSource, ...]
    cited: int
    unsupported: int
    problems: tuple[str, ...]
    personas: tuple[ConsumerPersona, ...] = ()
    is_dossier: bool = False
    unconfirmed: int = 0


async def research_briefing(
    brain: Brain, places: Sequence[SourceSearch], request: ResearchRequest, progress: Callable[[str], None]
) -> Briefing:
    """Return the report. InvalidOption if there is nothing to search, nothing was found, or nothing could be read."""
    return await _BriefingRun(brain, places, request, progress).run()


class _BriefingRun:
    def __init__(
        self, brain: Brain, places: Sequence[SourceSearch], request: ResearchRequest, progress: Callable[[str], None]
    ) -> None:
        self._brain = brain
        self._places = places
        self._request = request
        self._language = request.language
        self._progress = progress
        self._gate = asyncio.Semaphore(_AT_ONCE)
        self._problems: list[str] = []

    async def run(self) -> Briefing:
        if not self._places:
            raise self._refused("no_places")
        is_weak = self._brain.model.abilities.is_weak
        if is_weak and self._request.research_type == "consumer":
            raise self._refused("needs_model")
        self._say("planning")
        queries = [self._request.query] if is_weak else await self._plan()
        self._say("searching")
        hits = await self._search(queries)
        if not hits:
            raise self._refused("no_match" if not self._problems else "nothing_read")
        sources = await self._read(hits)
        if not sources:
            raise self._refused("nothing_read")
        return await self._write(queries, sources, is_weak=is_weak)

    def _refused(self, reason: str) -> InvalidOption:
        found = Reason(f"reason.research.{reason}")
        return InvalidOption(option="query", value=self._request.query[:100], allowed=found)

    def _say(self, stage: str, **fields: object) -> None:
        self._progress(text(self._language, f"research.stage.{stage}", **fields))

    # --- sources -----------------------------------------------------------------------------------------

    async def _plan(self) -> list[str]:
        prompt = self._prompt(
            f"queries_{self._request.research_type}",
            query=self._request.query,
            context=self._request.context[:_MAX_CONTEXT] or text(self._language, "content.none"),
            most=_QUERIES,
        )
        planned = await self._brain.think(prompt, ResearchQueries)
        return list(dict.fromkeys(" ".join(each.split()) for each in planned.queries))

    async def _search(self, queries: Sequence[str]) -> list[tuple[SourceSearch, SourceHit]]:
        """Return the results, each address once, the best of every search first."""
        asked = [(place, query) for query in queries for place in self._places]
        answers = await asyncio.gather(*(self._found(place, query) for place, query in asked))
        kept: dict[str, tuple[SourceSearch, SourceHit]] = {}
        for rank in range(_HITS):
            for (place, _), hits in zip(asked, answers, strict=True):
                for hit in hits[rank : rank + 1]:
                    kept.setdefault(hit.address, (place, hit))
        return list(kept.values())

    async def _found(self, place: SourceSearch, query: str) -> list[SourceHit]:
        async with self._gate:
            try:
                return await place.search(query, owner=self._request.owner, limit=_HITS)
            except ServiceFailed as problem:
                self._note(problem)
                return []

    async def _read(self, hits: Sequence[tuple[SourceSearch, SourceHit]]) -> list[ReadSource]:
        wanted = hits[: 2 * MAX_SOURCES]
        texts = await asyncio.gather(*(self._page(place, hit) for place, hit in wanted))
        sources: list[ReadSource] = []
        for (_, hit), written in zip(wanted, texts, strict=True):
            if says_enough(hit, written) and len(sources) < MAX_SOURCES:
                sources.append(ReadSource(len(sources) + 1, hit.title, hit.address, written))
        return sources

    async def _page(self, place: SourceSearch, hit: SourceHit) -> str:
        async with self._gate:
            try:
                return (await place.read(hit, owner=self._request.owner))[:_MAX_READ]
            except ServiceFailed as problem:
                self._note(problem)
                return ""

    def _note(self, problem: ServiceFailed) -> None:
        self._problems.append(error_text(self._language, problem)[0])

    # --- the report --------------------------------------------------------------------------------------

    async def _write(self, queries: Sequence[str], sources: Sequence[ReadSource], *, is_weak: bool) -> Briefing:
        texts = {source.number: source.text for source in sources}
        self._say("writing", chapter=self._request.query)
        if is_weak:
            titles = {source.number: source.title for source in sources}
            chapters = dossier_chapters(self._request.query, texts, titles, self._language)
            return self._briefing(queries, sources, chapters, CheckedText("", 0, ()), is_dossier=True)
        notes = await asyncio.to_thread(notes_for, [self._request.query, *queries], texts, _NOTES)
        if not notes:
            raise self._refused("nothing_said")
        if self._request.research_type == "consumer":
            return await self._consumer(queries, sources, notes)
        checked = await self._general(notes, texts)
        heading = text(self._language, "research.findings")
        return self._briefing(queries, sources, [(heading, checked.text)], checked)

    async def _general(self, notes: Sequence[SourceNote], texts: Mapping[int, str]) -> CheckedText:
        """Return the report, corrected once where the check found something; what is left is marked."""
        numbers = tuple(sorted({note.source for note in notes}))
        prompt = self._prompt("chapter", topic=self._request.query, chapter=self._request.query, notes=_shown(notes))
        options: dict[str, Any] = {"language": self._language, "numbers": numbers}
        written = str(await self._brain.think_with_retry(prompt, chapter_parser, **options))
        checked = await self._checked(written, texts)
        if not checked.unsupported:
            return checked
        problems = "\n".join(
            f"- {sentence}\n  {'; '.join(problem_text(problem, self._language) for problem in found)}"
            for sentence, found in checked.unsupported
        )
        again = self._prompt("correct", text=written, problems=problems, notes=_shown(notes))
        corrected = await self._checked(
            str(await self._brain.think_with_retry(again, chapter_parser, **options)), texts
        )
        return corrected if len(corrected.unsupported) < len(checked.unsupported) else checked

    async def _consumer(
        self, queries: Sequence[str], sources: Sequence[ReadSource], notes: Sequence[SourceNote]
    ) -> Briefing:
        """Return the findings. Each statement must be supported by the sources that it cites, or it is asked again."""
        texts = {source.number: source.text for source in sources}
        known = {note.source for note in notes}
        prompt = self._prompt("consumer", query=self._request.query, notes=_shown(notes))

        def check(found: ConsumerFindings) -> str | None:
            return _citation_problem(found, texts, known, self._language)

        found: ConsumerFindings = await self._brain.think(prompt, ConsumerFindings, check=check)
        chapters = consumer_chapters(found, self._language)
        checked = await self._checked("\n".join(body for _, body in chapters), texts)
        return self._briefing(queries, sources, chapters, checked, personas=tuple(found.personas))

    async def _checked(self, written: str, texts: Mapping[int, str]) -> CheckedText:
        """Check a text by rule, and by the model what the rules do not decide; without its answer it is unconfirmed."""
        wanted = await asyncio.to_thread(sentences_to_judge, written, texts)
        try:
            judge = Brain(self._brain.model, purpose="judge")
            verdicts = await judge_support(judge, wanted, texts, self._language) if wanted else {}
        except ModelError:
            verdicts = {}
        return await asyncio.to_thread(check_text, written, texts, self._language, verdicts)

    def _briefing(
        self,
        queries: Sequence[str],
        sources: Sequence[ReadSource],
        chapters: Sequence[tuple[str, str]],
        checked: CheckedText,
        *,
        personas: tuple[ConsumerPersona, ...] = (),
        is_dossier: bool = False,
    ) -> Briefing:
        listed = [(source.number, source.title, source.address) for source in sources]
        body = report_markdown(chapters, listed, self._language)
        searched = "\n".join(f"- {query}" for query in queries)
        heading = text(self._language, "research.queries")
        return Briefing(
            f"# {' '.join(self._request.query.split())}\n\n{body}\n## {heading}\n\n{searched}\n",
            tuple(queries),
            tuple(sources),
            checked.cited,
            len(checked.unsupported),
            tuple(dict.fromkeys(self._problems)),
            personas,
            is_dossier,
            len(checked.unconfirmed),
        )

    def _prompt(self, name: str, **fields: object) -> str:
        return load_prompt("inkwright.research", name, self._language).format(**fields)


def consumer_chapters(found: ConsumerFindings, language: Language) -> list[tuple[str, str]]:
    """Return the findings as chapters with citations. The personas are invented, and the chapter says so."""

    def cited(statements: Sequence[CitedStatement]) -> str:
        return "\n".join(f"- {_cited_statement(each)}" for each in statements)

    personas = "\n\n".join(
        f"### {each.name}\n\n{each.basic_info}\n\n{each.background}\n\n"
        + "\n".join(f"- {point}" for point in each.pain_points)
        for each in found.personas
    )
    note = text(language, "research.consumer.invented")
    bodies = {
        "summary": found.summary,
        "profile": cited(found.profile),
        "pain_points": cited(found.pain_points),
        "value_propositions": cited(found.value_propositions),
        "personas": f"{note}\n\n{personas}",
    }
    return [(text(language, f"research.consumer.{name}"), body) for name, body in bodies.items()]


def _cited_statement(each: CitedStatement) -> str:
    words = " ".join(each.statement.split()).rstrip(" .。")
    end = "。" if words and ord(words[-1]) > 0x2E80 else "."
    numbers = "".join(f"[{number}]" for number in dict.fromkeys(each.sources))
    return f"{words} {numbers}{end}"


def _citation_problem(
    found: ConsumerFindings, texts: Mapping[int, str], known: set[int], language: Language
) -> str | None:
    statements = [*found.profile, *found.pain_points, *found.value_propositions]
    unknown = sorted({number for each in statements for number in each.sources} - known)
    if unknown:
        allowed = ", ".join(f"[{number}]" for number in sorted(known))
        shown = ", ".join(f"[{number}]" for number in unknown)
        return text(language, "research.feedback.unknown", unknown=shown, allowed=allowed)
    problems = [
        f"{sentence}: {'; '.join(problem_text(problem, language) for problem in lacking)}"
        for each in statements
        for sentence, lacking in check_text(_cited_statement(each), texts, language).unsupported
    ]
    return "\n".join(problems) or None


def _shown(notes: Sequence[SourceNote]) -> str:
    """Show the passages as quoted material: whatever they say is not an instruction."""
    return "\n\n".join(f'<source number="{note.source}" from="{note.start}">\n{note.text}\n</source>' for note in notes)
