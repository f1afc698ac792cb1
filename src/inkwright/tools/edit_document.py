"""`edit_document`: a new version of a Word document or PDF with one changed section; the rest is unchanged."""

import asyncio
from typing import Final, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext, register_tool
from inkwright.artifacts.documents.sections import (
    MarkdownSection,
    SectionAction,
    SectionChunk,
    begins_with_heading,
    edit_section,
    find_sections,
    heading_paths,
    keeps_other_sections,
    sections_of,
)
from inkwright.artifacts.documents.source import MAX_BODY, read_document
from inkwright.artifacts.documents.source_file import SOURCE_NAME
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.artifacts.vault import Verified
from inkwright.authoring.context import AuthorContext
from inkwright.authoring.document_writer import (
    SectionRequest,
    draft_document,
    fix_section_edit,
    rewrite_section,
)
from inkwright.authoring.parts import build_failure
from inkwright.errors import InvalidOption
from inkwright.threads import run_by_size
from inkwright.tools.author_contexts import author_context, owned_artifact, without_nulls, wrong_kind_finding
from inkwright.tools.document_generation import document_result

MAX_INSTRUCTION: Final = 4_000
_FORMATS: Final = ("docx", "pdf")


class EditDocument(BaseModel):
    """A change of one section. The new text is given in `markdown`, or written from `instruction`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    artifact_id: str = Field(min_length=1, max_length=100, description="The id of the document.")
    section: str = Field(
        min_length=1,
        max_length=400,
        pattern=r"\S",
        description="The heading of the section; where several are called so, `Heading above > Heading`.",
    )
    action: SectionAction = Field(
        default="replace",
        description="replace its text, append to its end, insert_after it a section, or delete it with its heading.",
    )
    markdown: str | None = Field(
        default=None, min_length=1, max_length=MAX_BODY, pattern=r"\S", description="The new text, in Markdown."
    )
    instruction: str | None = Field(
        default=None,
        min_length=1,
        max_length=MAX_INSTRUCTION,
        description="What is wanted, such as “add a table of the results”; it is then written from the present text.",
    )

    @model_validator(mode="after")
    def _says_one_thing(self) -> Self:
        given = (self.markdown is not None) + (self.instruction is not None)
        if self.action == "delete" and given:
            raise ValueError("delete takes neither markdown nor instruction")
        if self.action != "delete" and given != 1:
            raise ValueError(f"{self.action} takes either markdown or instruction")
        return self


async def edit_document(given: EditDocument, context: ToolContext) -> Evidence | Flawed:
    """Make the next version of the document from its changed source, checked like any other."""
    artifact = await owned_artifact(context, given.artifact_id)
    context = context.editing(artifact)
    if artifact.kind not in _FORMATS:
        return Flawed((wrong_kind_finding(artifact, "edit_pptx"),))
    saved = await context.read(artifact.id, SOURCE_NAME)
    if saved is None:
        return Flawed((finding("edit.no_source", Location(path="artifact_id")),))
    source = saved.decode()
    section = await run_by_size(len(source), _find_section, source, given.section)
    if isinstance(section, Finding):
        return Flawed((section,))
    change = _SectionChange(source, section, given.action, artifact.kind, artifact.name)
    if given.action == "delete":
        return await _delete_section(change, context)
    spec = await run_by_size(len(source), read_document, source)
    author = await author_context(context, spec.language)
    new = await _new_text(given, author, change, spec.title)
    if not await run_by_size(len(source) + len(new), change.leaves_the_rest, new):
        return Flawed((finding("edit.swallows", Location(path="markdown")),))
    fixed = await fix_section_edit(author, _chunk_from(new), change.build, section.level)
    if fixed.verified is None:
        return Flawed(fixed.findings)
    return await document_result(fixed.verified, change.source_with(fixed.parts[0].text))


class _SectionChange(NamedTuple):
    """A section of a source, and what happens to it."""

    source: str
    section: MarkdownSection
    action: SectionAction
    form: str
    name: str

    def source_with(self, new: str) -> str:
        return edit_section(self.source, self.section, self.action, new)

    def leaves_the_rest(self, new: str) -> bool:
        return keeps_other_sections(self.source, self.section, self.source_with(new))

    def build(self, new: str) -> Draft:
        return draft_document(self.source_with(new), self.form, self.name)


async def _delete_section(change: _SectionChange, context: ToolContext) -> Evidence | Flawed:
    """Return the document without the section: there is nothing to write or to fix."""
    try:
        draft = await asyncio.to_thread(change.build, "")
    except InvalidOption as problem:
        return Flawed((build_failure(Location(path="section"), problem),))
    saved = await context.save(draft)
    return await document_result(saved, change.source_with("")) if isinstance(saved, Verified) else Flawed(saved)


def _chunk_from(new: str) -> SectionChunk:
    """Split the new text from its heading, if it begins with one."""
    if not begins_with_heading(new):
        return SectionChunk("", new)
    index = sections_of(new)[0].body
    return SectionChunk(new[:index], new[index:])


def _find_section(source: str, wanted: str) -> MarkdownSection | Finding:
    found = find_sections(source, wanted)
    if len(found) == 1:
        return found[0]
    if found:
        known = "; ".join(each.shown for each in found)
        return finding("edit.ambiguous", Location(path="section"), wanted=wanted, known=known)
    known = "; ".join(heading_paths(source))
    key = "edit.no_section" if known else "edit.no_headings"
    return finding(key, Location(path="section"), wanted=wanted, known=known)


async def _new_text(given: EditDocument, author: AuthorContext, change: _SectionChange, title: str) -> str:
    if given.instruction is None:
        return given.markdown or ""
    section = change.section
    present = change.source[section.body : section.end]
    request = SectionRequest(title, section.heading, present, section.level, given.action, given.instruction)
    new = await rewrite_section(author, request)
    author.say("written", number=1, count=1, title=section.heading)
    return new


TOOL = register_tool(
    AgentTool(
        "edit_document",
        "Change one section of a Word document or PDF that was made before: replace its text, append to it, insert a "
        "section behind it, or delete it. Everything else stays as it is. Give the text in `markdown`, or say in "
        "`instruction` what is wanted. The result is a new version of the document.",
        EditDocument,
        edit_document,
        makes_artifacts=True,
        read=without_nulls,
        example='{"artifact_id": "art_…", "section": "Where they begin", "instruction": "shorter"}',
    )
)
