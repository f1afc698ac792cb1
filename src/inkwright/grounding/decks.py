"""A deck of a person's own text: agenda, the slides of its parts, and its terms at the end, all of it extracted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.artifacts.slides.specs import MAX_SLIDES, AgendaSlide, BigNumberSlide, ClosingSlide, DeckSpec, Slide
from inkwright.artifacts.slides.texts import MAX_LABEL, MAX_SUBTITLE, MAX_TITLE, MAX_WORD
from inkwright.errors import TextLacks
from inkwright.grounding.clauses import opened
from inkwright.grounding.definitions import definitions_of
from inkwright.grounding.material import Choose, Grounded, Material, Section, Sentence
from inkwright.grounding.outlines import MOST_SENTENCES, before_each, is_ready_made, parts_of, titled
from inkwright.grounding.part_slides import Workshop, slides_of, with_lead
from inkwright.grounding.quoting import place_of, quoted
from inkwright.grounding.ranking import Ranking, ranking_of
from inkwright.grounding.slide_kinds import Drafted
from inkwright.grounding.slide_lines import shown
from inkwright.grounding.terms import terms_of
from inkwright.i18n import text

__all__ = ["DeckWish", "deck_from", "is_ready_made"]

MOST_SLIDES: Final = 40
"""So many slides a deck has at most where nobody says how many."""

_LEAST_SENTENCES: Final = 3
_FEW_PARTS: Final = 3
_MOST_ITEMS: Final = 10
_MOST_FIGURES: Final = 2
_MOST_TERMS: Final = 6
_FEW_TERMS: Final = 3


@dataclass(frozen=True, slots=True)
class DeckWish:
    """What is wanted of a deck. `count` are the slides behind its title slide; without it the text decides."""

    title: str
    count: int | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True)
class _Part:
    section: Section
    drafts: tuple[Drafted, ...]


async def deck_from(material: Material, wish: DeckWish, choose: Choose) -> tuple[DeckSpec, tuple[Grounded[str], ...]]:
    """The deck, and each of its lines with its place. A text that has nothing to show is a TextLacks."""
    definitions = definitions_of(material)
    ranking = ranking_of(material, terms_of(material), definitions)
    explained = {found.sentence: found for found in definitions}
    shop = Workshop(material.language, ranking, explained, before_each(material))
    parts = _parts(material, shop, wish.count)
    closing = _closing(material, ranking)
    most = min(wish.count or MOST_SLIDES, MAX_SLIDES)
    frame = (len(parts) >= _FEW_PARTS) + (closing is not None)
    kept = _within(parts, max(most - frame, 1))
    agenda = _agenda(kept or [_Part(section, ()) for section in material.sections if section.title], material)
    drafts = [agenda, *(draft for part in kept for draft in part.drafts), closing if kept else None]
    shown_drafts = [draft for draft in drafts if draft is not None]
    if not shown_drafts:
        raise _nothing(material)
    return _deck(material, wish, [await with_lead(draft, shop, choose) for draft in shown_drafts[:most]])


def _deck(material: Material, wish: DeckWish, drafts: Sequence[Drafted]) -> tuple[DeckSpec, tuple[Grounded[str], ...]]:
    names = ", ".join(dict.fromkeys(section.place.source for section in material.sections))
    subtitle = shown(text(material.language, "grounded.from", name=names), MAX_SUBTITLE) or ""
    title = shown(titled(material, wish.title), MAX_TITLE) or text(material.language, "grounded.key_points")
    deck = DeckSpec(title=title, subtitle=subtitle, slides=[draft.slide for draft in drafts])
    return deck, tuple(each for draft in drafts for each in draft.grounded)


def _parts(material: Material, shop: Workshop, count: int | None) -> list[_Part]:
    """The parts with their slides, which tell of fewer sentences each where more slides are wanted."""
    found: list[_Part] = []
    for most in range(MOST_SENTENCES, _LEAST_SENTENCES - 1, -1):
        sections = parts_of(material, shop.ranking, most)
        drafted = [_Part(section, tuple(slides_of(section, shop, most))) for section in sections]
        found = _with_few_figures([part for part in drafted if part.drafts])
        if sum(len(part.drafts) for part in found) + 2 >= (count or 0):
            break
    return found


def _with_few_figures(parts: Sequence[_Part]) -> list[_Part]:
    """An audience remembers a number or two."""
    left = _MOST_FIGURES
    kept = []
    for part in parts:
        figures = [draft for draft in part.drafts if isinstance(draft.slide, BigNumberSlide)]
        dropped = figures[left:]
        left = max(left - len(figures), 0)
        kept.append(_Part(part.section, tuple(draft for draft in part.drafts if draft not in dropped)))
    return [part for part in kept if part.drafts]


def _within(parts: Sequence[_Part], most: int) -> list[_Part]:
    """The parts with at most so many slides, those of the greatest worth, in their order."""
    worths = [(-draft.worth, at, number) for at, part in enumerate(parts) for number, draft in enumerate(part.drafts)]
    kept = {(at, number) for _, at, number in sorted(worths)[:most]}
    chosen = [
        _Part(part.section, tuple(draft for number, draft in enumerate(part.drafts) if (at, number) in kept))
        for at, part in enumerate(parts)
    ]
    return [part for part in chosen if part.drafts]


def _agenda(parts: Sequence[_Part], material: Material) -> Drafted | None:
    sections = [part.section for part in parts]
    if len(sections) > _MOST_ITEMS:
        highest = min(section.level for section in sections)
        sections = [section for section in sections if section.level == highest]
    items = [(label, section) for section in sections if (label := shown(section.title, MAX_LABEL))]
    few = 2 if not any(part.drafts for part in parts) else _FEW_PARTS
    if not few <= len(items) <= _MOST_ITEMS:
        return None
    places = "\n".join(f"{label}: {place_of([section.place], material.language)}" for label, section in items)
    title = text(material.language, "grounded.agenda")
    slide = AgendaSlide(title=title, items=[label for label, _ in items], notes=places)
    return Drafted(slide, tuple(Grounded(label, section.place) for label, section in items), 1.0)


def _closing(material: Material, ranking: Ranking) -> Drafted | None:
    """The terms of the greatest weight, and where each is spoken of first."""
    firsts: dict[str, Sentence] = {}
    sentences: list[Sentence] = []
    for sentence in material.sentences:
        for key in ranking.terms_in(sentence.text):
            firsts.setdefault(key.text, sentence)
    found: list[Grounded[str]] = []
    for key in ranking.keys:
        name = key.text.casefold()
        is_known = any(name in each.item.casefold() or each.item.casefold() in name for each in found)
        label = shown(opened(key.text), MAX_WORD)
        if label and not is_known and key.text in firsts and len(found) < _MOST_TERMS:
            found.append(Grounded(label, firsts[key.text].place))
            sentences.append(firsts[key.text])
    if len(found) < _FEW_TERMS:
        return None
    told = set(sentences)
    ordered = [sentence for sentence in material.sentences if sentence in told]
    points: list[str] = [each.item for each in found]
    slide: Slide = ClosingSlide(
        title=text(material.language, "grounded.key_terms"), points=[*points], notes=quoted(ordered, material.language)
    )
    return Drafted(slide, tuple(found), 1.0)


def _nothing(material: Material) -> TextLacks:
    return TextLacks(
        wanted=text(material.language, "grounded.kind.slides"),
        lacking=text(material.language, "grounded.lacks.sentences"),
        instead=text(material.language, "grounded.instead.none"),
    )
