"""Plan a deck, write its slides, and fix the slides that its checks blame."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, RootModel

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location
from inkwright.artifacts.slides.deck_pages import DeckPage, slides_by_page
from inkwright.artifacts.slides.fields import MAX_BULLET, LineText, TitleText
from inkwright.artifacts.slides.layout_registry import layout_named
from inkwright.artifacts.slides.layouts.lists import MAX_BULLETS, BulletsSlide
from inkwright.artifacts.slides.model import DeckSpec, Slide
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.slides.themes.brand import Brand
from inkwright.artifacts.text import split_text
from inkwright.authoring.context import AuthorContext
from inkwright.authoring.outlines import DeckOutline, OutlineLayout, OutlineSlide
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
from inkwright.i18n import text

MAX_SLIDES: Final = 30
MAX_KEY_POINTS: Final = 8


class PlannedSlide(BaseModel):
    """A slide to be written."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: TitleText = Field(description="The point of the slide, in a few words.")
    key_points: list[LineText] = Field(min_length=1, max_length=MAX_KEY_POINTS, description="What it says.")
    layout: OutlineLayout | None = Field(default=None, description="Which layout shows it best; null leaves it open.")


class DeckPlan(BaseModel):
    """The slides after the title slide, in order."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    slides: Annotated[list[PlannedSlide], Field(min_length=1, max_length=MAX_SLIDES)]


async def plan_deck(context: AuthorContext, title: str, brief: str) -> DeckOutline:
    """Return the outline for a brief, written in one request. Raise GaveUp if no reply is accepted."""
    context.need_a_writer()
    prompt = context.prompt("outline", deck=title, brief=brief, sources=context.drawn_on(f"{title}\n{brief}"))
    plan = await context.brain.think(prompt, DeckPlan)
    context.say("outline_made", count=len(plan.slides))
    return DeckOutline(
        title, tuple(OutlineSlide.of(each.title, each.key_points, layout=each.layout) for each in plan.slides)
    )


class AnySlide(RootModel[Slide]):
    """A slide of any layout."""


async def write_slides(context: AuthorContext, brief: str, outline: DeckOutline) -> WrittenItems[Slide]:
    """Write the slides of an outline in order; agreed titles, layouts and notes stay exactly as they are."""
    titles = "\n".join(f"{number}. {slide.title}" for number, slide in enumerate(outline.slides, 1))

    async def write(index: int, item: OutlineSlide) -> Slide:
        points = "\n".join(f"- {point}" for point in item.key_points)
        prompt = context.prompt(
            "slide",
            deck=outline.title,
            duration=outline.duration,
            brief=brief,
            titles=titles,
            number=index + 1,
            title=item.title,
            section=item.section,
            layout=item.layout or text(context.speech, "authoring.layout.free"),
            points=points,
            notes=item.notes,
            sources=context.drawn_on(f"{item.title}\n{points}"),
        )
        return with_agreed_texts(
            await _slide_from_model(context, prompt, item.layout, needs_notes=not item.notes), item
        )

    return await write_items(context, outline.slides, lambda item: item.title, write)


async def fix_slide(bench: AuthorContext, slide: Slide, findings: Sequence[Finding]) -> Slide:
    """Rewrite the slide in the same layout so that it has none of the findings. Image slides are returned unchanged."""
    if slide.layout == "image":
        return slide
    written = slide.model_dump_json(exclude_defaults=True)
    prompt = bench.prompt(
        "slide_mending", slide=written, layout=slide.layout, findings=findings_text(findings, bench.speech)
    )
    return await _slide_from_model(bench, prompt, slide.layout, needs_notes=bool(slide.notes))


async def rewrite_slide(context: AuthorContext, page: DeckPage, instruction: str, titles: Sequence[str]) -> Slide:
    """Rewrite one slide of a deck from its text and an instruction. Its layout stays the same if possible."""
    layout = "bullets" if page.kind == "cards" else page.kind
    prompt = context.prompt(
        "slide_rewriting",
        titles="\n".join(titles),
        page=page.text,
        notes=page.notes,
        layout=layout or text(context.speech, "authoring.layout.free"),
        instruction=instruction,
        sources=context.drawn_on(f"{page.text}\n{instruction}"),
    )
    return await _slide_from_model(context, prompt, None)


async def write_slide(context: AuthorContext, before: DeckPage, instruction: str, titles: Sequence[str]) -> Slide:
    """Write a slide to insert after another one, from an instruction."""
    prompt = context.prompt(
        "slide_adding",
        titles="\n".join(titles),
        page=before.text,
        instruction=instruction,
        sources=context.drawn_on(f"{before.text}\n{instruction}"),
    )
    return await _slide_from_model(context, prompt, None)


def with_agreed_texts(slide: Slide, item: OutlineSlide) -> Slide:
    """Return the slide with the agreed title, and the agreed notes if there are any."""
    agreed = {"title": item.title} | ({"notes": item.notes} if item.notes else {})
    return slide.model_copy(update=agreed)


def slide_from_points(item: OutlineSlide) -> Slide | None:
    """Return the agreed key points as a bullet slide, if they fit on one."""
    lines = [line for point in item.key_points for line in split_text(point, MAX_BULLET)]
    if item.layout not in (None, "bullets") or not 1 <= len(lines) <= MAX_BULLETS:
        return None
    return BulletsSlide(title=item.title, bullets=[*lines], notes=item.notes or "\n".join(lines))


async def _slide_from_model(
    context: AuthorContext, prompt: str, layout: str | None, *, needs_notes: bool = True
) -> Slide:
    def check(value: Any) -> str | None:
        slide = value.root if isinstance(value, AnySlide) else value
        if slide.layout == "image":
            return text(context.speech, "authoring.check.picture")
        return text(context.speech, "authoring.check.notes") if needs_notes and not slide.notes else None

    context.need_a_writer()
    found = await context.brain.think(prompt, layout_named(layout).model if layout else AnySlide, check=check)
    return cast("Slide", found.root if isinstance(found, AnySlide) else found)


KeepAgreed = Callable[[int, Slide], Slide]
"""Restores what must not change in a slide. The first argument is the index of the slide."""


def unchanged_slide(_: int, slide: Slide) -> Slide:
    """Return the slide as it is, if everything may change."""
    return slide


async def fix_deck(bench: AuthorContext, deck: DeckSpec, hold: KeepAgreed = unchanged_slide) -> FixResult[Slide]:
    """Build and verify the deck, rewriting slides with errors; return the findings that cannot be fixed."""
    return await build_and_fix(bench, deck.slides, _DeckJob(deck, hold, bench.brand, bench.pictures))


async def fix_slide_edit(context: AuthorContext, slide: Slide, build: Callable[[Slide], Draft]) -> FixResult[Slide]:
    """Verify a deck in which one slide is new; return the remaining findings if it cannot be fixed."""
    return await build_and_fix(context, (slide,), _SlideEditJob(build))


@dataclass(frozen=True, slots=True)
class _DeckJob:
    deck: DeckSpec
    hold: KeepAgreed
    brand: Brand | None = None
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    place: Literal["deck"] = "deck"

    def build(self, parts: Sequence[Slide]) -> Draft:
        return build_deck(self._with(parts), brand=self.brand, images=self.pictures)

    def blamed(self, parts: Sequence[Slide], findings: Sequence[Finding]) -> Blame:
        slides = slides_by_page(self._with(parts))
        blame: dict[int, list[Finding]] = {}
        for each in findings:
            if each.location.slide in slides:
                blame.setdefault(slides[each.location.slide], []).append(each)
        return blame

    def unbuilt(self, parts: Sequence[Slide], _whole: Finding) -> Blame:
        return build_separately(len(parts), lambda index: self.build([parts[index]]), self._cannot)

    def name(self, part: Slide) -> str:
        return part.title

    async def rewrite(self, context: AuthorContext, index: int, part: Slide, findings: Sequence[Finding]) -> Slide:
        return self.hold(index, await fix_slide(context, part, findings))

    def _with(self, parts: Sequence[Slide]) -> DeckSpec:
        return self.deck.model_copy(update={"slides": [*parts]})

    def _cannot(self, at: int, problem: Exception) -> Finding:
        return build_failure(Location(path=f"slides[{at}]"), problem)


@dataclass(frozen=True, slots=True)
class _SlideEditJob:
    """One new slide in a deck whose other slides were already verified, so it causes every finding."""

    made: Callable[[Slide], Draft]
    place: Literal["deck"] = "deck"

    def build(self, parts: Sequence[Slide]) -> Draft:
        return self.made(parts[0])

    def blamed(self, _parts: Sequence[Slide], findings: Sequence[Finding]) -> Blame:
        return {0: findings}

    def unbuilt(self, _parts: Sequence[Slide], whole: Finding) -> Blame:
        return {0: [whole]}

    def name(self, part: Slide) -> str:
        return part.title

    async def rewrite(self, context: AuthorContext, _index: int, part: Slide, findings: Sequence[Finding]) -> Slide:
        return await fix_slide(context, part, findings)
