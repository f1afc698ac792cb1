"""`edit_document`: a new version of a Word document or PDF in which one section is changed; the rest is as it was."""

import asyncio
from typing import Final, NamedTuple, Self, cast

from pydantic import BaseModel, ConfigDict, Field, model_validator

from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext, register_tool
from inkwright.artifacts.documents.kept_sources import SOURCE_NAME
from inkwright.artifacts.documents.markdown_sections import (
    Chunk,
    Section,
    SectionAction,
    begins_with_heading,
    changed,
    find_sections,
    headings_of,
    leaves_the_rest,
    sections_of,
)
from inkwright.artifacts.documents.sources import MAX_BODY, read_document
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, finding
from inkwright.artifacts.vault import Verified
from inkwright.authoring.document_mending import Form, document_of, mend_change
from inkwright.authoring.mending import unbuildable
from inkwright.authoring.section_writing import Wish, rewrite_section
from inkwright.authoring.workbench import Workbench
from inkwright.errors import InvalidOption
from inkwright.i18n import Language
from inkwright.tools.document_requests import told
from inkwright.tools.workbenches import owned, without_nulls, workbench, wrong_kind

MAX_INSTRUCTION: Final = 4_000
_FORMS: Final = ("docx", "pdf")


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
    """The next version of the document, made from its changed source and checked like any other."""
    artifact = await owned(context, given.artifact_id)
    language = context.language
    if artifact.kind not in _FORMS:
        return Flawed((wrong_kind(artifact, "edit_pptx", language),))
    kept = await context.vault.read(artifact.id, owner=context.owner, name=SOURCE_NAME)
    if kept is None:
        return Flawed((finding(language, "edit.no_source", place="artifact_id"),))
    source = kept.decode()
    section = _section(source, given.section, language)
    if isinstance(section, Finding):
        return Flawed((section,))
    change = _Change(source, section, given.action, cast("Form", artifact.kind), artifact.name)
    if given.action == "delete":
        return await _without(change, context)
    spec = read_document(source)
    bench = await workbench(context, spec.language)
    new = await _new(given, bench, change, spec.title)
    if not change.leaves_the_rest(new):
        return Flawed((finding(language, "edit.swallows", place="markdown"),))
    mended = await mend_change(bench, _headed(new), change.build, section.level)
    if mended.verified is None:
        return Flawed(mended.findings)
    return await told(context, mended.verified, change.source_with(mended.parts[0].text))


class _Change(NamedTuple):
    """A section of a source, and what is done to it."""

    source: str
    section: Section
    action: SectionAction
    form: Form
    name: str

    def source_with(self, new: str) -> str:
        return changed(self.source, self.section, self.action, new)

    def leaves_the_rest(self, new: str) -> bool:
        return leaves_the_rest(self.source, self.section, self.source_with(new))

    def build(self, new: str) -> Draft:
        return document_of(self.source_with(new), self.form, self.name)


async def _without(change: _Change, context: ToolContext) -> Evidence | Flawed:
    """The document without the section: there is nothing to write, and nothing to mend."""
    try:
        draft = await asyncio.to_thread(change.build, "")
    except InvalidOption as problem:
        return Flawed((unbuildable(context.language, "section", problem),))
    kept = await context.vault.keep(draft, owner=context.owner, turn_id=context.turn_id)
    return await told(context, kept, change.source_with("")) if isinstance(kept, Verified) else Flawed(kept)


def _headed(new: str) -> Chunk:
    """The new text, its own heading apart where it begins with one."""
    if not begins_with_heading(new):
        return Chunk("", new)
    at = sections_of(new)[0].body
    return Chunk(new[:at], new[at:])


def _section(source: str, wanted: str, language: Language) -> Section | Finding:
    found = find_sections(source, wanted)
    if len(found) == 1:
        return found[0]
    if found:
        known = "; ".join(each.shown for each in found)
        return finding(language, "edit.ambiguous", place="section", wanted=wanted, known=known)
    known = "; ".join(headings_of(source))
    key = "edit.no_section" if known else "edit.no_headings"
    return finding(language, key, place="section", wanted=wanted, known=known)


async def _new(given: EditDocument, bench: Workbench, change: _Change, title: str) -> str:
    if given.instruction is None:
        return given.markdown or ""
    section = change.section
    present = change.source[section.body : section.end]
    wish = Wish(title, section.heading, present, section.level, given.action, given.instruction)
    new = await rewrite_section(bench, wish)
    bench.say("written", number=1, count=1, title=section.heading)
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
