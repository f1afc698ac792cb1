"""Write the sections of a document, and fix the ones that its checks blame."""

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
from inkwright.artifacts.verification import CHECKERS
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
from inkwright.parsing.markdown_tree import MarkdownCode, parse_tree
from inkwright.threads import run_by_size

MAX_SECTION_CHARACTERS: Final = 20_000
SECTION_LEVEL: Final = 2
"""The heading level of the sections that are written here."""


class SectionText(BaseModel):
    """The text of one section."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    markdown: str = Field(description="The text under the heading, in Markdown, without the heading itself.")


class SectionItem(NamedTuple):
    """A section to write: its heading and its points."""

    heading: str
    points: tuple[str, ...] = ()


async def write_sections(
    context: AuthorContext, title: str, brief: str, items: Sequence[SectionItem]
) -> WrittenItems[SectionChunk]:
    """Write the sections in order, each under its given heading."""
    headings = "\n".join(f"{number}. {item.heading}" for number, item in enumerate(items, 1))

    async def write(index: int, item: SectionItem) -> SectionChunk:
        points = "\n".join(f"- {point}" for point in item.points)
        prompt = context.prompt(
            "section",
            document=title,
            brief=brief,
            headings=headings,
            number=index + 1,
            heading=item.heading,
            points=points,
            sources=context.drawn_on(f"{item.heading}\n{points}"),
        )
        return section_with_heading(item.heading, await _section_from_model(context, prompt, SECTION_LEVEL))

    return await write_items(context, items, lambda item: item.heading, write)


async def fix_section(
    bench: AuthorContext, chunk: SectionChunk, findings: Sequence[Finding], level: int
) -> SectionChunk:
    """Rewrite the section under its heading so that it has none of the findings; `level` is that of the heading."""
    prompt = bench.prompt(
        "section_mending",
        heading=chunk.head.strip(),
        section=chunk.body.strip(),
        findings=findings_text(findings, bench.speech),
    )
    body = await _section_from_model(bench, prompt, level)
    return SectionChunk(chunk.head, f"\n{body}\n\n" if chunk.head else f"{body}\n\n")


class SectionRequest(NamedTuple):
    """A requested change to one section of a document; `action` says how the new text is inserted."""

    document: str
    heading: str
    section: str
    level: int
    action: str
    instruction: str


async def rewrite_section(context: AuthorContext, request: SectionRequest) -> str:
    """Return the requested text: a replacement for the section, an addition to it, or a new section after it."""
    context.need_a_writer()
    prompt = context.prompt(
        f"section_{request.action}",
        document=request.document,
        heading=request.heading,
        section=request.section.strip(),
        instruction=request.instruction,
        sources=context.drawn_on(f"{request.heading}\n{request.instruction}"),
    )
    if request.action != "insert_after":
        return await _section_from_model(context, prompt, request.level)
    found = await context.brain.think(
        prompt, NewSection, check=lambda value: _section_problem(context, value.markdown, request.level)
    )
    return f"{'#' * request.level} {one_line(found.heading)}\n\n{found.markdown.strip()}"


class NewSection(BaseModel):
    """A section with its heading."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    heading: str = Field(min_length=1, max_length=200, description="The heading, without any `#`.")
    markdown: str = Field(description="The text under the heading, in Markdown, without the heading itself.")


def section_with_heading(heading: str, body: str) -> SectionChunk:
    """Return a section under its heading."""
    return SectionChunk(f"{'#' * SECTION_LEVEL} {one_line(heading)}\n", f"\n{body.strip()}\n\n")


def section_from_points(item: SectionItem) -> SectionChunk | None:
    """Return the points of a section as a list, or None without points."""
    return (
        section_with_heading(item.heading, "\n".join(f"- {one_line(point)}" for point in item.points))
        if item.points
        else None
    )


def heading_level(chunk: SectionChunk) -> int:
    """Return the level of its heading, 0 without one."""
    return next((each.level for each in sections_of(chunk.head)), 0)


async def _section_from_model(context: AuthorContext, prompt: str, level: int) -> str:
    found = await context.brain.think(
        prompt, SectionText, check=lambda value: _section_problem(context, value.markdown, level)
    )
    return found.markdown.strip()


def _section_problem(context: AuthorContext, markdown: str, level: int) -> str | None:
    """Return why the text cannot be used under a heading of that level."""
    if is_blank(markdown):
        return text(context.speech, "authoring.check.blank")
    if len(markdown) > MAX_SECTION_CHARACTERS:
        return text(context.speech, "authoring.check.long", count=len(markdown), most=MAX_SECTION_CHARACTERS)
    if any(isinstance(block, MarkdownCode) and not block.is_closed for block in parse_tree(markdown)):
        return text(context.speech, "authoring.check.fence")
    if any(each.level <= level for each in sections_of(markdown)):
        return text(context.speech, "authoring.check.heading", level=level)
    return None


@dataclass(frozen=True, slots=True)
class DocumentRequest:
    """A document to build: its format, title, kind and language."""

    form: str
    title: str
    kind: DocumentKind
    language: DocumentLanguage | None


async def fix_document(bench: AuthorContext, order: DocumentRequest, content: str) -> FixResult[SectionChunk]:
    """Build and verify the document with its source attached; return the findings that cannot be fixed."""
    try:
        head, chunks = await run_by_size(len(content), _source_parts, order, content)
    except InvalidOption as problem:
        # An error in the metadata or the total size belongs to no section.
        return FixResult(None, (), (build_failure(Location(whole="document"), problem),))
    return await build_and_fix(bench, chunks, _DocumentJob(order.form, head))


def _source_parts(order: DocumentRequest, content: str) -> tuple[str, Sequence[SectionChunk]]:
    """Return the head of the source of a document, and its sections."""
    source = source_text(order.title, order.kind, order.language, content)
    read_document(source)
    body = split_source(source)[1].lstrip("\n")
    return source[: len(source) - len(body)], split_into_chunks(body)


async def fix_section_edit(
    context: AuthorContext, chunk: SectionChunk, build: Callable[[str], Draft], level: int
) -> FixResult[SectionChunk]:
    """Verify a document in which one text is new; return the findings that cannot be fixed.

    `level` is the heading level above the text, if the text has no heading.
    """
    return await build_and_fix(context, (chunk,), _SectionEditJob(build, heading_level(chunk) or level))


def draft_document(source: str, form: str, name: str | None = None) -> Draft:
    """Return the draft that a source describes, with the source attached."""
    return attach_source(build_document(read_document(source), form), source, name)


@dataclass(frozen=True, slots=True)
class _DocumentJob:
    form: str
    head: str
    place: Literal["document"] = "document"

    def build(self, parts: Sequence[SectionChunk]) -> Draft:
        return draft_document(self.head + join_chunks(parts), self.form)

    def blamed(self, parts: Sequence[SectionChunk], findings: Sequence[Finding]) -> Blame:
        """Findings name pages, not sections, so each section is built and checked separately."""
        if len(parts) == 1:
            return {0: findings}
        alone = {index: self._errors(part) for index, part in enumerate(parts)}
        return {index: errors for index, errors in alone.items() if errors}

    def unbuilt(self, parts: Sequence[SectionChunk], _whole: Finding) -> Blame:
        return build_separately(
            len(parts), lambda index: self.build([parts[index]]), lambda index, p: self._cannot(parts[index], p)
        )

    def _errors(self, part: SectionChunk) -> list[Finding]:
        try:
            found = CHECKERS[self.form](self.build([part]))
        except InvalidOption:
            # A section that refers to another one cannot be built separately, which is not an error.
            return []
        return [each for each in found if each.severity == "error"]

    def _cannot(self, part: SectionChunk, problem: Exception) -> Finding:
        return build_failure(Location(title=self.name(part)), problem)

    def name(self, part: SectionChunk) -> str:
        return part.head.strip().lstrip("# ") or part.body.strip()[:40]

    async def rewrite(
        self, context: AuthorContext, _index: int, part: SectionChunk, findings: Sequence[Finding]
    ) -> SectionChunk:
        return await fix_section(context, part, findings, heading_level(part))


@dataclass(frozen=True, slots=True)
class _SectionEditJob:
    """One new text in a document whose other sections were already verified, so it causes every finding."""

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

    async def rewrite(
        self, context: AuthorContext, _index: int, part: SectionChunk, findings: Sequence[Finding]
    ) -> SectionChunk:
        return await fix_section(context, part, findings, self.level)
