"""Write the sections of a document, and fix those that its checks blame."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.sections import SectionChunk, join_chunks, sections_of, split_into_chunks
from inkwright.artifacts.documents.source import DocumentKind, DocumentLanguage, read_document, split_source
from inkwright.artifacts.documents.source_file import attach_source, source_text
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location
from inkwright.artifacts.text import is_blank, one_line
from inkwright.artifacts.vault import CHECKERS
from inkwright.authoring.context import AuthorContext
from inkwright.authoring.parts import (
    Blame,
    FixResult,
    WrittenItems,
    build_and_fix,
    build_failure,
    build_separately,
    findings_text,
    write_items,
)
from inkwright.errors import InvalidOption
from inkwright.i18n import text
from inkwright.parsing.fences import fenced_blocks

MAX_SECTION_CHARACTERS: Final = 20_000
SECTION_LEVEL: Final = 2
"""The level of the headings of sections that are written here."""


class SectionText(BaseModel):
    """The text of one section."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    markdown: str = Field(description="The text under the heading, in Markdown, without the heading itself.")


class SectionItem(NamedTuple):
    """A section to be: its heading, and what it says."""

    heading: str
    points: tuple[str, ...] = ()


async def write_sections(
    bench: AuthorContext, title: str, brief: str, items: Sequence[SectionItem]
) -> WrittenItems[SectionChunk]:
    """The sections in their order, each under its heading as given."""
    headings = "\n".join(f"{number}. {item.heading}" for number, item in enumerate(items, 1))

    async def write(at: int, item: SectionItem) -> SectionChunk:
        points = "\n".join(f"- {point}" for point in item.points)
        prompt = bench.prompt(
            "section",
            document=title,
            brief=brief,
            headings=headings,
            number=at + 1,
            heading=item.heading,
            points=points,
            sources=bench.drawn_on(f"{item.heading}\n{points}"),
        )
        return section_with_heading(item.heading, await _section_from_model(bench, prompt, SECTION_LEVEL))

    return await write_items(bench, items, lambda item: item.heading, write)


async def fix_section(
    bench: AuthorContext, chunk: SectionChunk, findings: Sequence[Finding], level: int
) -> SectionChunk:
    """The section written anew under its heading, which is of this level, so that the findings go away."""
    prompt = bench.prompt(
        "section_mending",
        heading=chunk.head.strip(),
        section=chunk.body.strip(),
        findings=findings_text(findings, bench.speech),
    )
    body = await _section_from_model(bench, prompt, level)
    return SectionChunk(chunk.head, f"\n{body}\n\n" if chunk.head else f"{body}\n\n")


class SectionRequest(NamedTuple):
    """What is wanted of one section of a document; `action` is how the new text is put in."""

    document: str
    heading: str
    section: str
    level: int
    action: str
    instruction: str


async def rewrite_section(bench: AuthorContext, wish: SectionRequest) -> str:
    """The new text that a wish asks for: instead of the section's, at its end, or a section behind it."""
    bench.need_a_writer()
    prompt = bench.prompt(
        f"section_{wish.action}",
        document=wish.document,
        heading=wish.heading,
        section=wish.section.strip(),
        instruction=wish.instruction,
        sources=bench.drawn_on(f"{wish.heading}\n{wish.instruction}"),
    )
    if wish.action != "insert_after":
        return await _section_from_model(bench, prompt, wish.level)
    found = await bench.brain.think(
        prompt, NewSection, check=lambda value: _section_problem(bench, value.markdown, wish.level)
    )
    return f"{'#' * wish.level} {one_line(found.heading)}\n\n{found.markdown.strip()}"


class NewSection(BaseModel):
    """A section with its heading."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    heading: str = Field(min_length=1, max_length=200, description="The heading, without any `#`.")
    markdown: str = Field(description="The text under the heading, in Markdown, without the heading itself.")


def section_with_heading(heading: str, body: str) -> SectionChunk:
    """A section under its heading."""
    return SectionChunk(f"{'#' * SECTION_LEVEL} {one_line(heading)}\n", f"\n{body.strip()}\n\n")


def section_from_points(item: SectionItem) -> SectionChunk | None:
    """The points of a section as a list, where it has any."""
    return (
        section_with_heading(item.heading, "\n".join(f"- {one_line(point)}" for point in item.points))
        if item.points
        else None
    )


def heading_level(chunk: SectionChunk) -> int:
    """The level of its heading; 0 where it has none."""
    return next((each.level for each in sections_of(chunk.head)), 0)


async def _section_from_model(bench: AuthorContext, prompt: str, level: int) -> str:
    found = await bench.brain.think(
        prompt, SectionText, check=lambda value: _section_problem(bench, value.markdown, level)
    )
    return found.markdown.strip()


def _section_problem(bench: AuthorContext, markdown: str, level: int) -> str | None:
    """Why this cannot stand under a heading of that level."""
    if is_blank(markdown):
        return text(bench.speech, "authoring.check.blank")
    if len(markdown) > MAX_SECTION_CHARACTERS:
        return text(bench.speech, "authoring.check.long", count=len(markdown), most=MAX_SECTION_CHARACTERS)
    if any(block.closing is None for block in fenced_blocks(markdown)):
        return text(bench.speech, "authoring.check.fence")
    if any(each.level <= level for each in sections_of(markdown)):
        return text(bench.speech, "authoring.check.heading", level=level)
    return None


DocumentFormat = Literal["docx", "pdf"]


@dataclass(frozen=True, slots=True)
class DocumentRequest:
    """What is to be made of a text: a file of this form, in the design of this kind."""

    form: DocumentFormat
    title: str
    kind: DocumentKind
    language: DocumentLanguage | None


async def fix_document(bench: AuthorContext, order: DocumentRequest, content: str) -> FixResult[SectionChunk]:
    """The document with its source beside it, verified; or what is still wrong after its sections were mended."""
    try:
        source = source_text(order.title, order.kind, order.language, content)
        read_document(source)
    except InvalidOption as problem:
        # What is wrong with the head or the size of the whole is nobody's section.
        return FixResult(None, (), (build_failure(Location(whole="document"), problem),))
    body = split_source(source)[1].lstrip("\n")
    head = source[: len(source) - len(body)]
    return await build_and_fix(bench, split_into_chunks(body), _DocumentJob(order.form, head))


async def fix_section_edit(
    bench: AuthorContext, chunk: SectionChunk, build: Callable[[str], Draft], level: int
) -> FixResult[SectionChunk]:
    """A document in which one text is new, verified; or what is still wrong with it.

    The text stands under a heading of this level, if it has none of its own.
    """
    return await build_and_fix(bench, (chunk,), _SectionEditJob(build, heading_level(chunk) or level))


def draft_document(source: str, form: DocumentFormat, name: str | None = None) -> Draft:
    """The draft that a source describes, with the source beside it."""
    return attach_source(build_document(read_document(source), form), source, name)


@dataclass(frozen=True, slots=True)
class _DocumentJob:
    form: DocumentFormat
    head: str
    place: Literal["document"] = "document"

    def build(self, parts: Sequence[SectionChunk]) -> Draft:
        return draft_document(self.head + join_chunks(parts), self.form)

    def blamed(self, parts: Sequence[SectionChunk], findings: Sequence[Finding]) -> Blame:
        """Errors of a document name pages, not sections: each section is made and checked alone."""
        if len(parts) == 1:
            return {0: findings}
        alone = {at: self._errors(part) for at, part in enumerate(parts)}
        return {at: errors for at, errors in alone.items() if errors}

    def unbuilt(self, parts: Sequence[SectionChunk], _whole: Finding) -> Blame:
        return build_separately(
            len(parts), lambda at: self.build([parts[at]]), lambda at, p: self._cannot(parts[at], p)
        )

    def _errors(self, part: SectionChunk) -> list[Finding]:
        try:
            found = CHECKERS[self.form](self.build([part]))
        except InvalidOption:
            # What points to another section cannot stand alone, and is no fault of this one.
            return []
        return [each for each in found if each.severity == "error"]

    def _cannot(self, part: SectionChunk, problem: Exception) -> Finding:
        return build_failure(Location(title=self.name(part)), problem)

    def name(self, part: SectionChunk) -> str:
        return part.head.strip().lstrip("# ") or part.body.strip()[:40]

    async def anew(
        self, bench: AuthorContext, _at: int, part: SectionChunk, findings: Sequence[Finding]
    ) -> SectionChunk:
        return await fix_section(bench, part, findings, heading_level(part))


@dataclass(frozen=True, slots=True)
class _SectionEditJob:
    """One text in a document whose other sections were verified before: whatever is wrong is wrong with it."""

    made: Callable[[str], Draft]
    level: int
    place: Literal["document"] = "document"

    def build(self, parts: Sequence[SectionChunk]) -> Draft:
        return self.made(parts[0].text)

    def blamed(self, _parts: Sequence[SectionChunk], findings: Sequence[Finding]) -> Blame:
        return {0: findings}

    def unbuilt(self, _parts: Sequence[SectionChunk], whole: Finding) -> Blame:
        return {0: [whole]}

    def name(self, part: SectionChunk) -> str:
        return part.head.strip().lstrip("# ") or part.body.strip()[:40]

    async def anew(
        self, bench: AuthorContext, _at: int, part: SectionChunk, findings: Sequence[Finding]
    ) -> SectionChunk:
        return await fix_section(bench, part, findings, self.level)
