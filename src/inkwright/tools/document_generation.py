"""What the document tools share: the inputs of a document, and how it is written, built and fixed."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.make_requests import MakeRequest
from inkwright.agent.tools import Evidence, Flawed, ToolContext
from inkwright.artifacts.documents.sections import SectionChunk, heading_paths, join_chunks
from inkwright.artifacts.documents.source import MAX_BODY, MAX_TITLE, MAX_VALUE, DocumentKind, read_document
from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.artifacts.vault import Verified
from inkwright.authoring.context import AuthorContext
from inkwright.authoring.document_writer import (
    DocumentRequest,
    SectionItem,
    fix_document,
    section_from_points,
    write_sections,
)
from inkwright.authoring.extraction import extract_document
from inkwright.errors import TextLacks
from inkwright.grounding.documents import StudyDocumentKind
from inkwright.i18n import Language, language_of, text
from inkwright.threads import run_by_size
from inkwright.tools.author_contexts import author_context
from inkwright.tools.library_credits import sources_section

MAX_SECTIONS: Final = 30
MAX_POINTS: Final = 12
MAX_BRIEF: Final = 8_000

DocumentTitle = Annotated[
    str, Field(min_length=1, max_length=MAX_TITLE, pattern=r"\S", description="The title of the document, plain text.")
]
Markdown = Annotated[str, Field(min_length=1, max_length=MAX_BODY, pattern=r"\S")]
MARKDOWN_TEXT: Final = (
    "The text in Markdown: headings, lists, tables, footnotes, code, TeX math. Without the title. "
    "Front matter (subject, grade, duration, objectives, author…) fills the head of a lesson plan or worksheet."
)
Brief = Annotated[str, Field(max_length=MAX_BRIEF, description="What the document is for; used with `sections`.")]


class SectionPlan(BaseModel):
    """A section to be written."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    heading: str = Field(min_length=1, max_length=200, pattern=r"\S", description="The heading, without any `#`.")
    points: list[Annotated[str, Field(min_length=1, max_length=MAX_VALUE)]] = Field(
        default=[], max_length=MAX_POINTS, description="What the section says, in short."
    )


Sections = Annotated[
    list[SectionPlan],
    Field(min_length=1, max_length=MAX_SECTIONS, description="Sections to be written for you, one by one, in order."),
]


FromFiles = Annotated[
    StudyDocumentKind,
    Field(
        description="Make study notes, a summary or a worksheet of sentences of the person's files, word by word, with "
        "their places; nothing is written."
    ),
]


_KIND_PATTERNS: Final[dict[StudyDocumentKind, re.Pattern[str]]] = {
    "worksheet": re.compile(r"\bworksheets?\b|\bexercises?\b|练习|学习单|工作单|作业", re.I),
    "summary": re.compile(r"\bsummar(?:y|ies|ise|ize)\b|\bdigest\b|总结|摘要|概要|概述", re.I),
    "notes": re.compile(r"\bstudy notes\b|\brevision\b|\bkey (?:terms|points)\b|学习笔记|复习|要点|知识点", re.I),
}
"""How a request names the kinds of documents that are taken from files, if no model reads it."""


_LESSON_PLAN: Final = re.compile(r"\blesson plans?\b|\bteaching plans?\b|教案|教学设计|课时计划", re.I)


def _needs_planning(language: Language) -> TextLacks:
    """Return the error for a lesson plan without a model: a text is not a plan."""
    return TextLacks(
        wanted=text(language, "grounded.kind.lesson_plan"),
        lacking=text(language, "grounded.lacks.plan"),
        instead=text(language, "grounded.instead.plan"),
    )


def plan_document(
    request: MakeRequest, content_field: str, design: Callable[[DocumentKind], dict[str, Any]]
) -> dict[str, Any]:
    """Return the arguments for a request that is read by rule. `design` returns the argument for a kind of document."""
    if not request.sources:
        sections = [{"heading": request.title}]
        return {
            "title": request.title,
            "sections": sections,
            "brief": request.message[:MAX_BRIEF],
            **design("plain"),
        }
    kind = request.first_kind(_KIND_PATTERNS)
    spec = read_document(request.note)
    if kind is None and spec.kind != "lesson_plan" and _LESSON_PLAN.search(request.message):
        raise _needs_planning(request.material.language)
    if kind is not None:
        designed = design("worksheet" if kind == "worksheet" else "plain")
        return {"title": request.title, "from_files": kind, "language": request.material.language, **designed}
    return {"title": spec.title, content_field: request.note, **design(spec.kind)}


class DocumentContent(BaseModel):
    """The content of a document: a text, sections to write, or the person's files."""

    model_config = ConfigDict(frozen=True)

    content: str | None
    sections: Sequence[SectionPlan] = ()
    brief: str = ""
    from_files: StudyDocumentKind | None = None


async def make_document(context: ToolContext, request: DocumentRequest, material: DocumentContent) -> Evidence | Flawed:
    """Write the missing parts, build the document, let the vault check it, fix it, and return the result."""
    writes, from_files = request.language or language_of(request.title), material.from_files
    author = await author_context(context, writes, keeps_words=from_files is not None)
    unwritten: list[str] = []
    facts: dict[str, Any] = {}
    content = material.content
    if from_files is not None:
        extracted = await extract_document(author, request.title, from_files)
        content, facts = extracted.made, extracted.facts(author, from_files)
    elif content is None:
        parts, missing, unwritten = await _written_sections(author, request.title, material)
        if missing:
            return Flawed(tuple(missing))
        content = join_chunks(parts)
    content += sources_section(context, writes)
    fixed = await fix_document(author, request, content)
    if fixed.verified is None:
        return Flawed(fixed.findings)
    evidence = await document_result(fixed.verified, join_chunks(fixed.parts), unwritten)
    return replace(evidence, facts={**evidence.facts, **facts})


async def _written_sections(
    author: AuthorContext, title: str, material: DocumentContent
) -> tuple[list[SectionChunk], list[Finding], list[str]]:
    """Return the sections, the findings for missing ones, and the titles of sections that show only their points."""
    items = [SectionItem(each.heading, tuple(each.points)) for each in material.sections]
    found = await write_sections(author, title, material.brief, items)
    missing: list[Finding] = []
    unwritten: list[str] = []
    for each in found.failed:
        if section_from_points(items[each.at]) is None:
            missing.append(finding("authoring.unwritten", Location(title=each.name), problem=each.problem))
        else:
            author.say("from_points", title=each.name)
            unwritten.append(each.name)
    parts = [part or section_from_points(item) for part, item in zip(found.parts, items, strict=True)]
    return [part for part in parts if part is not None], missing, unwritten


async def document_result(saved: Verified, body: str, unwritten: Sequence[str] = ()) -> Evidence:
    """Return the evidence of a document: its version and its headings, and the number of pages of a PDF. The pages of a
    Word document are not known before it is displayed.
    """
    headings = await run_by_size(len(body), heading_paths, body)
    facts: dict[str, Any] = {"version": saved.version, "headings": headings}
    if saved.kind == "pdf":
        facts |= saved.units
    if unwritten:
        facts["sections_with_their_points_alone"] = [*unwritten]
    return Evidence((saved,), facts)
