"""Plans a deck: from a brief to an outline, where no outline was agreed."""

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from inkwright.artifacts.slides.texts import Line, Title
from inkwright.authoring.outlines import DeckOutline, OutlineLayout, OutlineSlide
from inkwright.authoring.workbench import Workbench

MAX_SLIDES: Final = 30
MAX_KEY_POINTS: Final = 8


class PlannedSlide(BaseModel):
    """A slide to be written."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: Title = Field(description="The point of the slide, in a few words.")
    key_points: list[Line] = Field(min_length=1, max_length=MAX_KEY_POINTS, description="What it says.")
    layout: OutlineLayout | None = Field(default=None, description="Which layout shows it best; null leaves it open.")


class DeckPlan(BaseModel):
    """The slides behind the title slide, in order."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    slides: Annotated[list[PlannedSlide], Field(min_length=1, max_length=MAX_SLIDES)]


async def plan_deck(bench: Workbench, title: str, brief: str) -> DeckOutline:
    """The outline that the brief asks for, by one thought. GaveUp where none is accepted."""
    bench.need_a_writer()
    prompt = bench.prompt("outline", deck=title, brief=brief, sources=bench.drawn_on(f"{title}\n{brief}"))
    plan = await bench.brain.think(prompt, DeckPlan)
    bench.say("outline_made", count=len(plan.slides))
    return DeckOutline(
        title, tuple(OutlineSlide.of(each.title, each.key_points, layout=each.layout) for each in plan.slides)
    )
