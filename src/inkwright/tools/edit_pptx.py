"""`edit_pptx`: a new version of a deck with one slide replaced, added or removed; the rest is unchanged."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext, register_tool
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.artifacts.slides.deck_pages import DeckPage, count_slide_pages, read_deck_pages
from inkwright.artifacts.slides.edit import delete_slide, insert_slide, replace_slide
from inkwright.artifacts.slides.model import Slide
from inkwright.artifacts.vault import Verified
from inkwright.authoring.deck_writer import fix_slide_edit, rewrite_slide, write_slide
from inkwright.i18n import language_of
from inkwright.tools.author_contexts import author_context, owned_artifact, without_nulls, wrong_kind_finding

MAX_INSTRUCTION: Final = 4_000


class EditPptx(BaseModel):
    """A change of one slide. It is given in `change`, or written from `instruction`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    artifact_id: str = Field(min_length=1, max_length=100, description="The id of the deck.")
    slide: int = Field(ge=1, le=1_000, description="The number of the slide in the file; 1 is the title slide.")
    action: Literal["replace", "insert_after", "delete"] = Field(
        default="replace", description="insert_after puts a new slide behind it; delete takes it out."
    )
    change: Slide | None = Field(default=None, description="The new slide, whole.")
    instruction: str | None = Field(
        default=None,
        min_length=1,
        max_length=MAX_INSTRUCTION,
        description="What shall become of the slide, such as “shorter”; it is then written from what it says now.",
    )

    @model_validator(mode="after")
    def _says_one_thing(self) -> Self:
        given = (self.change is not None) + (self.instruction is not None)
        if self.action == "delete" and given:
            raise ValueError("delete takes neither change nor instruction")
        if self.action != "delete" and given != 1:
            raise ValueError(f"{self.action} takes either change or instruction")
        return self


async def edit_pptx(given: EditPptx, context: ToolContext) -> Evidence | Flawed:
    """Make the next version of the deck, checked like any other."""
    artifact = await owned_artifact(context, given.artifact_id)
    context = context.editing(artifact)
    if artifact.kind != "pptx":
        return Flawed((wrong_kind_finding(artifact, "edit_document"),))
    content = await context.read(artifact.id) or b""
    pages = await asyncio.to_thread(read_deck_pages, content)
    if problem := _problem(given, pages):
        return Flawed((problem,))
    taken = count_slide_pages(pages, given.slide)
    if given.action == "delete":
        draft = await asyncio.to_thread(delete_slide, content, given.slide, name=artifact.name, pages=taken)
        saved = await context.save(draft)
        return _result(saved) if isinstance(saved, Verified) else Flawed(saved)
    return await _changed_deck(given, context, pages, _draft_builder(given, content, artifact.name, taken))


def _problem(given: EditPptx, pages: Sequence[DeckPage]) -> Finding | None:
    """Return why this change cannot be made."""
    count, location = len(pages), Location(path="slide")
    if given.slide > count:
        return finding("edit.no_slide", location, number=given.slide, count=count)
    if given.action == "insert_after":
        return None
    has_title = pages[0].kind == "title"
    if given.slide == 1 and has_title:
        return finding("edit.title_slide", location)
    if given.action == "delete" and count_slide_pages(pages, given.slide) >= count - has_title:
        return finding("edit.last_slide", location)
    if given.instruction and pages[given.slide - 1].has_picture:
        return finding("edit.picture", location, number=given.slide)
    return None


def _draft_builder(given: EditPptx, content: bytes, name: str, taken: int) -> Callable[[Slide], Draft]:
    if given.action == "replace":
        return lambda slide: replace_slide(content, given.slide, slide, name=name, pages=taken)
    return lambda slide: insert_slide(content, given.slide + taken - 1, slide, name=name)


async def _changed_deck(
    given: EditPptx, context: ToolContext, pages: Sequence[DeckPage], build: Callable[[Slide], Draft]
) -> Evidence | Flawed:
    page = _joined_pages(pages[given.slide - 1 : given.slide - 1 + count_slide_pages(pages, given.slide)])
    author = await author_context(context, language_of(page.text))
    titles = [f"{number}. {each.title}" for number, each in enumerate(pages, 1)]
    slide = given.change
    if slide is None:
        write = rewrite_slide if given.action == "replace" else write_slide
        slide = await write(author, page, given.instruction or "", titles)
        author.say("written", number=1, count=1, title=slide.title)
    fixed = await fix_slide_edit(author, slide, build)
    return _result(fixed.verified) if fixed.verified else Flawed(fixed.findings)


def _joined_pages(pages: Sequence[DeckPage]) -> DeckPage:
    """Join the pages of a slide that continues over several."""
    first = pages[0]
    lines = tuple(line for page in pages for line in page.lines)
    return DeckPage(first.title, first.kind, lines, first.notes, first.has_picture)


def _result(saved: Verified) -> Evidence:
    return Evidence((saved,), {"version": saved.version})


TOOL = register_tool(
    AgentTool(
        "edit_pptx",
        "Change one slide of a deck that was made before: replace it, put a new one behind it, or delete it. All the "
        "other slides and notes stay as they are. Give the new slide in `change`, or say in `instruction` what is "
        "wanted. The result is a new version of the deck.",
        EditPptx,
        edit_pptx,
        makes_artifacts=True,
        read=without_nulls,
        example='{"artifact_id": "art_…", "slide": 4, "instruction": "shorter"}',
    )
)
