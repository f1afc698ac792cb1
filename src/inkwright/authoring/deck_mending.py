"""Decks made, checked and mended slide by slide."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.slides.builder import build_deck
from inkwright.artifacts.slides.paging import slides_by_page
from inkwright.artifacts.slides.specs import DeckSpec, Slide
from inkwright.authoring.mending import Blame, Mended, mend, tried_alone, unbuildable
from inkwright.authoring.slide_writing import mend_slide
from inkwright.authoring.workbench import Workbench
from inkwright.i18n import Language, language_of, text

Hold = Callable[[int, Slide], Slide]
"""Gives a slide, counted from 0, back what must not change in it."""


def as_it_is(_: int, slide: Slide) -> Slide:
    """Where everything may change."""
    return slide


async def mend_deck(bench: Workbench, deck: DeckSpec, hold: Hold = as_it_is) -> Mended[Slide]:
    """The deck, verified; or what is still wrong after its slides were mended as often as is allowed."""
    return await mend(bench, deck.slides, _DeckJob(deck, hold, bench.language))


async def mend_edit(bench: Workbench, slide: Slide, build: Callable[[Slide], Draft]) -> Mended[Slide]:
    """A deck in which one slide is new, verified; or what is still wrong with it."""
    return await mend(bench, (slide,), _EditJob(build))


@dataclass(frozen=True, slots=True)
class _DeckJob:
    deck: DeckSpec
    hold: Hold
    language: Language
    place: str = "deck"

    def build(self, parts: Sequence[Slide]) -> Draft:
        return build_deck(self._with(parts))

    def blamed(self, parts: Sequence[Slide], findings: Sequence[Finding]) -> Blame:
        # The vault speaks the language of the deck's title.
        speech = language_of(self.deck.title)
        places = {
            text(speech, "finding.pptx.place", number=page): slide
            for page, slide in slides_by_page(self._with(parts)).items()
        }
        blame: dict[int, list[Finding]] = {}
        for each in findings:
            if each.place in places:
                blame.setdefault(places[each.place], []).append(each)
        return blame

    def unbuilt(self, parts: Sequence[Slide], _whole: Finding) -> Blame:
        return tried_alone(len(parts), lambda at: self.build([parts[at]]), self._cannot)

    def name(self, part: Slide) -> str:
        return part.title

    async def anew(self, bench: Workbench, at: int, part: Slide, findings: Sequence[Finding]) -> Slide:
        return self.hold(at, await mend_slide(bench, part, findings))

    def _with(self, parts: Sequence[Slide]) -> DeckSpec:
        return self.deck.model_copy(update={"slides": [*parts]})

    def _cannot(self, at: int, problem: Exception) -> Finding:
        return unbuildable(self.language, f"slides[{at}]", problem)


@dataclass(frozen=True, slots=True)
class _EditJob:
    """One part in a deck whose other slides were verified before: whatever is wrong is wrong with it."""

    made: Callable[[Slide], Draft]
    place: str = "deck"

    def build(self, parts: Sequence[Slide]) -> Draft:
        return self.made(parts[0])

    def blamed(self, _parts: Sequence[Slide], findings: Sequence[Finding]) -> Blame:
        return {0: findings}

    def unbuilt(self, _parts: Sequence[Slide], whole: Finding) -> Blame:
        return {0: [whole]}

    def name(self, part: Slide) -> str:
        return part.title

    async def anew(self, bench: Workbench, _at: int, part: Slide, findings: Sequence[Finding]) -> Slide:
        return await mend_slide(bench, part, findings)
