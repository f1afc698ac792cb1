"""Plan a deck, write its slides, and fix the slides that its checks blame."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
    """The slides behind the title slide, in order."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    slides: Annotated[list[PlannedSlide], Field(min_length=1, max_length=MAX_SLIDES)]


async def plan_deck(bench: AuthorContext, title: str, brief: str) -> DeckOutline:
    """The outline that the brief asks for, by one thought. GaveUp where none is accepted."""
    bench.need_a_writer()
    prompt = bench.prompt("outline", deck=title, brief=brief, sources=bench.drawn_on(f"{title}\n{brief}"))
    plan = await bench.brain.think(prompt, DeckPlan)
    bench.say("outline_made", count=len(plan.slides))
    return DeckOutline(
        title, tuple(OutlineSlide.of(each.title, each.key_points, layout=each.layout) for each in plan.slides)
    )


class AnySlide(RootModel[Slide]):
    """A slide of whichever layout suits it."""


async def write_slides(bench: AuthorContext, brief: str, outline: DeckOutline) -> WrittenItems[Slide]:
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
        return with_agreed_texts(await _slide_from_model(bench, prompt, item.layout, needs_notes=not item.notes), item)

    return await write_items(bench, outline.slides, lambda item: item.title, write)


async def fix_slide(bench: AuthorContext, slide: Slide, findings: Sequence[Finding]) -> Slide:
    """The slide written anew, in its layout, so that the findings go away. Pictures are not ours to write."""
    if slide.layout == "image":
        return slide
    written = slide.model_dump_json(exclude_defaults=True)
    prompt = bench.prompt(
        "slide_mending", slide=written, layout=slide.layout, findings=findings_text(findings, bench.speech)
    )
    return await _slide_from_model(bench, prompt, slide.layout, needs_notes=bool(slide.notes))


async def rewrite_slide(bench: AuthorContext, page: DeckPage, instruction: str, titles: Sequence[str]) -> Slide:
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
    return await _slide_from_model(bench, prompt, None)


async def write_slide(bench: AuthorContext, before: DeckPage, instruction: str, titles: Sequence[str]) -> Slide:
    """A slide to stand behind one of a deck, written from what is wanted of it."""
    prompt = bench.prompt(
        "slide_adding",
        titles="\n".join(titles),
        page=before.text,
        instruction=instruction,
        sources=bench.drawn_on(f"{before.text}\n{instruction}"),
    )
    return await _slide_from_model(bench, prompt, None)


def with_agreed_texts(slide: Slide, item: OutlineSlide) -> Slide:
    """The slide with the title, and the notes where there are any, that were agreed."""
    agreed = {"title": item.title} | ({"notes": item.notes} if item.notes else {})
    return slide.model_copy(update=agreed)


def slide_from_points(item: OutlineSlide) -> Slide | None:
    """The agreed key points as they stand, where they make a slide by themselves."""
    lines = [line for point in item.key_points for line in split_text(point, MAX_BULLET)]
    if item.layout not in (None, "bullets") or not 1 <= len(lines) <= MAX_BULLETS:
        return None
    return BulletsSlide(title=item.title, bullets=[*lines], notes=item.notes or "\n".join(lines))


async def _slide_from_model(
    bench: AuthorContext, prompt: str, layout: str | None, *, needs_notes: bool = True
) -> Slide:
    def check(value: Any) -> str | None:
        slide = value.root if isinstance(value, AnySlide) else value
        if slide.layout == "image":
            return text(bench.speech, "authoring.check.picture")
        return text(bench.speech, "authoring.check.notes") if needs_notes and not slide.notes else None

    bench.need_a_writer()
    found = await bench.brain.think(prompt, layout_named(layout).model if layout else AnySlide, check=check)
    return cast("Slide", found.root if isinstance(found, AnySlide) else found)


KeepAgreed = Callable[[int, Slide], Slide]
"""Gives a slide, counted from 0, back what must not change in it."""


def unchanged_slide(_: int, slide: Slide) -> Slide:
    """Where everything may change."""
    return slide


async def fix_deck(bench: AuthorContext, deck: DeckSpec, hold: KeepAgreed = unchanged_slide) -> FixResult[Slide]:
    """The deck, verified; or what is still wrong after its slides were mended as often as is allowed."""
    return await build_and_fix(bench, deck.slides, _DeckJob(deck, hold))


async def fix_slide_edit(bench: AuthorContext, slide: Slide, build: Callable[[Slide], Draft]) -> FixResult[Slide]:
    """A deck in which one slide is new, verified; or what is still wrong with it."""
    return await build_and_fix(bench, (slide,), _SlideEditJob(build))


@dataclass(frozen=True, slots=True)
class _DeckJob:
    deck: DeckSpec
    hold: KeepAgreed
    place: Literal["deck"] = "deck"

    def build(self, parts: Sequence[Slide]) -> Draft:
        return build_deck(self._with(parts))

    def blamed(self, parts: Sequence[Slide], findings: Sequence[Finding]) -> Blame:
        slides = slides_by_page(self._with(parts))
        blame: dict[int, list[Finding]] = {}
        for each in findings:
            if each.location.slide in slides:
                blame.setdefault(slides[each.location.slide], []).append(each)
        return blame

    def unbuilt(self, parts: Sequence[Slide], _whole: Finding) -> Blame:
        return build_separately(len(parts), lambda at: self.build([parts[at]]), self._cannot)

    def name(self, part: Slide) -> str:
        return part.title

    async def anew(self, bench: AuthorContext, at: int, part: Slide, findings: Sequence[Finding]) -> Slide:
        return self.hold(at, await fix_slide(bench, part, findings))

    def _with(self, parts: Sequence[Slide]) -> DeckSpec:
        return self.deck.model_copy(update={"slides": [*parts]})

    def _cannot(self, at: int, problem: Exception) -> Finding:
        return build_failure(Location(path=f"slides[{at}]"), problem)


@dataclass(frozen=True, slots=True)
class _SlideEditJob:
    """One part in a deck whose other slides were verified before: whatever is wrong is wrong with it."""

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

    async def anew(self, bench: AuthorContext, _at: int, part: Slide, findings: Sequence[Finding]) -> Slide:
        return await fix_slide(bench, part, findings)
