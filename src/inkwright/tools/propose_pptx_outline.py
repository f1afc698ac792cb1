"""`propose_pptx_outline`: the outline of a deck, for the person to adopt, edit or abandon before it is made."""

from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from inkwright.agent.tools import AgentTool, ToolContext, register_tool
from inkwright.artifacts.slides.fields import LineText, NotesText, OptionalShortText, TitleText
from inkwright.authoring.deck_writer import MAX_KEY_POINTS, MAX_SLIDES
from inkwright.authoring.outlines import DeckOutline, OutlineLayout, OutlineSlide, outline_lines, parse_outline
from inkwright.conversation.asks import Ask, AskDraft
from inkwright.conversation.events import Data
from inkwright.conversation.payloads import PPTX_OUTLINE, PptxOutline, PptxOutlineSlide, proposal_event
from inkwright.i18n import text
from inkwright.tools.author_contexts import without_nulls


class ProposedSlide(BaseModel):
    """A slide to be."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: TitleText = Field(description="The point of the slide, in a few words.")
    key_points: list[LineText] = Field(
        default=[], max_length=MAX_KEY_POINTS, description="What it says: short lines, in order."
    )
    section: OptionalShortText | None = Field(default=None, description="The part of the deck that it belongs to.")
    layout: OutlineLayout | None = Field(default=None, description="How it is shown; left out where it is open.")
    notes: NotesText | None = Field(default=None, description="What the speaker says, where that is settled already.")


class ProposePptxOutline(BaseModel):
    """An outline to be agreed. The title slide is made by itself and is none of the slides."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: TitleText = Field(description="The title of the whole deck.")
    outline: list[ProposedSlide] = Field(min_length=1, max_length=MAX_SLIDES, description="The slides, in order.")
    total_slides: int | None = Field(
        default=None, ge=1, le=MAX_SLIDES + 1, description="How many they are; may be left out."
    )
    estimated_duration: OptionalShortText | None = Field(
        default=None, description="How long the talk takes, such as 20 minutes."
    )

    @model_validator(mode="after")
    def _counted(self) -> Self:
        count = len(self.outline)
        # Some models count the title slide too.
        if self.total_slides not in (None, count, count + 1):
            raise ValueError(f"total_slides is {self.total_slides}, and the outline has {count}")
        return self


async def propose_pptx_outline(given: ProposePptxOutline, context: ToolContext) -> AskDraft:
    """Return the outline as lines that the person can edit."""
    slides = tuple(
        OutlineSlide.of(each.title, each.key_points, each.section or "", each.layout, each.notes or "")
        for each in given.outline
    )
    return AskDraft(
        kind="outline_edit",
        title=given.title,
        preface=text(context.language, "authoring.outline_ask", count=len(slides)),
        outline_lines=outline_lines(DeckOutline(given.title, slides, given.estimated_duration or "")),
    )


def pptx_outline(ask: Ask) -> Data:
    """Return the outline as clients show it, from the lines that wait for the person."""
    outline = parse_outline(ask.outline_lines, ask.title)
    payload = PptxOutline(
        title=outline.title,
        outline=tuple(
            PptxOutlineSlide(
                title=each.title, key_points=each.key_points, section=each.section or None, layout=each.layout
            )
            for each in outline.slides
        ),
        total_slides=len(outline.slides),
        estimated_duration=outline.duration or None,
    )
    return proposal_event(PPTX_OUTLINE, payload, ask)


TOOL = register_tool(
    AgentTool(
        "propose_pptx_outline",
        "Show the person the outline of a slide deck before it is made; they adopt, edit or abandon it. Then call "
        "generate_pptx, which makes exactly what was agreed. Skip this where the person wants the deck at once.",
        ProposePptxOutline,
        propose_pptx_outline,
        makes_artifacts=True,
        propose=pptx_outline,
        read=without_nulls,
    )
)
