"""Writes slides: each by a thought of its own, from its place in the outline, the brief and the sources."""

from collections.abc import Sequence
from typing import Any, Final, cast

from pydantic import RootModel

from inkwright.artifacts.findings import Finding
from inkwright.artifacts.slides.contents import PageText
from inkwright.artifacts.slides.specs import (
    MAX_BULLETS,
    AgendaSlide,
    BigNumberSlide,
    BulletsSlide,
    ChartSlide,
    ClosingSlide,
    CodeSlide,
    ComparisonSlide,
    FormulaSlide,
    ProcessSlide,
    QuoteSlide,
    SectionSlide,
    Slide,
    TableSlide,
    TwoColumnsSlide,
)
from inkwright.artifacts.slides.texts import MAX_BULLET
from inkwright.artifacts.wording import cut
from inkwright.authoring.mending import told
from inkwright.authoring.outlines import DeckOutline, OutlineSlide
from inkwright.authoring.workbench import Workbench
from inkwright.authoring.writing import Written, write_items
from inkwright.i18n import text

_SHAPES: Final[dict[str, Any]] = {
    "agenda": AgendaSlide,
    "section": SectionSlide,
    "bullets": BulletsSlide,
    "two_columns": TwoColumnsSlide,
    "comparison": ComparisonSlide,
    "table": TableSlide,
    "chart": ChartSlide,
    "big_number": BigNumberSlide,
    "quote": QuoteSlide,
    "process": ProcessSlide,
    "code": CodeSlide,
    "formula": FormulaSlide,
    "closing": ClosingSlide,
}


class AnySlide(RootModel[Slide]):
    """A slide of whichever layout suits it."""


async def write_slides(bench: Workbench, brief: str, outline: DeckOutline) -> Written[Slide]:
    """The slides of an outline, in its order: titles, and layouts and notes where it has them, exactly as agreed."""
    titles = "\n".join(f"{number}. {slide.title}" for number, slide in enumerate(outline.slides, 1))

    async def write(at: int, item: OutlineSlide) -> Slide:
        points = "\n".join(f"- {point}" for point in item.key_points)
        prompt = bench.prompt(
            "slide",
            deck=outline.title,
            duration=outline.duration,
            brief=brief,
            titles=titles,
            number=at + 1,
            title=item.title,
            section=item.section,
            layout=item.layout or text(bench.speech, "authoring.layout.free"),
            points=points,
            notes=item.notes,
            sources=bench.drawn_on(f"{item.title}\n{points}"),
        )
        return as_agreed(await _thought(bench, prompt, item.layout, needs_notes=not item.notes), item)

    return await write_items(bench, outline.slides, lambda item: item.title, write)


async def mend_slide(bench: Workbench, slide: Slide, findings: Sequence[Finding]) -> Slide:
    """The slide written anew, in its layout, so that the findings go away. Pictures are not ours to write."""
    if slide.layout == "image":
        return slide
    written = slide.model_dump_json(exclude_defaults=True)
    prompt = bench.prompt("slide_mending", slide=written, layout=slide.layout, findings=told(findings))
    return await _thought(bench, prompt, slide.layout, needs_notes=bool(slide.notes))


async def rewrite_slide(bench: Workbench, page: PageText, instruction: str, titles: Sequence[str]) -> Slide:
    """One slide of a deck, written anew from what it says and what is wanted of it. Its layout stays where it can."""
    layout = "bullets" if page.kind == "cards" else page.kind
    prompt = bench.prompt(
        "slide_rewriting",
        titles="\n".join(titles),
        page=page.text,
        notes=page.notes,
        layout=layout or text(bench.speech, "authoring.layout.free"),
        instruction=instruction,
        sources=bench.drawn_on(f"{page.text}\n{instruction}"),
    )
    return await _thought(bench, prompt, None)


async def write_slide(bench: Workbench, before: PageText, instruction: str, titles: Sequence[str]) -> Slide:
    """A slide to stand behind one of a deck, written from what is wanted of it."""
    prompt = bench.prompt(
        "slide_adding",
        titles="\n".join(titles),
        page=before.text,
        instruction=instruction,
        sources=bench.drawn_on(f"{before.text}\n{instruction}"),
    )
    return await _thought(bench, prompt, None)


def as_agreed(slide: Slide, item: OutlineSlide) -> Slide:
    """The slide with the title, and the notes where there are any, that were agreed."""
    agreed = {"title": item.title} | ({"notes": item.notes} if item.notes else {})
    return slide.model_copy(update=agreed)


def from_points(item: OutlineSlide) -> Slide | None:
    """The agreed key points as they stand, where they make a slide by themselves."""
    lines = [line for point in item.key_points for line in cut(point, MAX_BULLET)]
    if item.layout not in (None, "bullets") or not 1 <= len(lines) <= MAX_BULLETS:
        return None
    return BulletsSlide(title=item.title, bullets=[*lines], notes=item.notes or "\n".join(lines))


async def _thought(bench: Workbench, prompt: str, layout: str | None, *, needs_notes: bool = True) -> Slide:
    def check(value: Any) -> str | None:
        slide = value.root if isinstance(value, AnySlide) else value
        if slide.layout == "image":
            return text(bench.speech, "authoring.check.picture")
        return text(bench.speech, "authoring.check.notes") if needs_notes and not slide.notes else None

    bench.need_a_writer()
    found = await bench.brain.think(prompt, _SHAPES[layout] if layout else AnySlide, check=check)
    return cast("Slide", found.root if isinstance(found, AnySlide) else found)
