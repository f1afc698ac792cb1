"""Study pages extracted from a text: flashcards, timelines, matching and sorting exercises."""

import random
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from inkwright.artifacts.text import column_width, one_line
from inkwright.artifacts.webpages.study_pages.page_types import (
    AnyStudyPage,
    Flashcard,
    FlashcardsPage,
    MatchingPage,
    MatchingPair,
    SortingGroup,
    SortingPage,
    TimelineEvent,
    TimelinePage,
)
from inkwright.errors import TextLacks
from inkwright.grounding.clauses import as_sentence_start, depends_on_previous, refers_back, without_full_stop
from inkwright.grounding.definitions import Definition, definitions_of
from inkwright.grounding.source import Chooser, GroundedItem, Material, Sentence, SourceList
from inkwright.grounding.summary.outline import list_lead, overall_title
from inkwright.grounding.summary.quotes import location_text
from inkwright.grounding.summary.ranking import KeyTerm, Ranking, is_usable, rank_material
from inkwright.grounding.summary.timeline import DatedEvent, dated_events
from inkwright.grounding.terms import terms_of
from inkwright.i18n import text

StudyPageKind = Literal["flashcards", "timeline", "matching", "sorting"]
StudyPage = tuple[AnyStudyPage, tuple[GroundedItem[str], ...]]

BLANK: Final = "____"
_MAX_CARDS: Final = 24
_MAX_CLOZES: Final = 10
_MAX_PAIRS: Final = 8
_MAX_EVENTS: Final = 80
_MAX_GROUPS: Final = 5
_MIN_PAIRS: Final = 3
_MIN_EVENTS: Final = 2
_MANY_EVENTS: Final = 5
# So much of a text is dated where it tells a history.
_HISTORY: Final = 0.35
_MAX_CLOZE: Final = 200
_CANDIDATES: Final = 3
_LINE: Final = 200
# A sentence that is longer than its event by this much says more.
_BARE: Final = 16
_WORD: Final = 80
_GROUP: Final = 40
_MISSING_CONTENT: Final = {"flashcards": "terms", "timeline": "dates", "matching": "definitions", "sorting": "groups"}


@dataclass(frozen=True, slots=True)
class StudyPageOptions:
    """What is wanted of a page; without a kind it is what the text gives best."""

    kind: StudyPageKind | None
    title: str
    seed: int = 0


async def study_page_from(material: Material, wish: StudyPageOptions, choose: Chooser) -> StudyPage:
    """The page, and each of its items with its place. TextLacks says what the text lacks and what it could give."""
    maker = _PageBuilder(material, wish, choose)
    kinds = maker.kinds()
    kind = wish.kind or next(iter(kinds), None)
    if kind is None or kind not in kinds:
        raise _lacks_content(material, kind, kinds)
    makers: dict[StudyPageKind, Callable[[], Awaitable[StudyPage]]] = {
        "flashcards": maker.flashcards,
        "timeline": maker.timeline,
        "matching": maker.matching,
        "sorting": maker.sorting,
    }
    return await makers[kind]()


def _lacks_content(material: Material, kind: StudyPageKind | None, kinds: Sequence[StudyPageKind]) -> TextLacks:
    language = material.language
    names = text(language, "grounded.kinds.join").join(text(language, f"grounded.kind.{each}") for each in kinds)
    return TextLacks(
        wanted=text(language, f"grounded.page.{kind or 'any'}"),
        lacking=text(language, f"grounded.lacks.{_MISSING_CONTENT[kind] if kind else 'terms'}"),
        instead=text(language, "grounded.instead", kinds=names) if kinds else text(language, "grounded.instead.none"),
    )


class _PageBuilder:
    """What the text gives for pages, and the pages of it."""

    def __init__(self, material: Material, wish: StudyPageOptions, choose: Chooser) -> None:
        self._material = material
        self._choose = choose
        self._random = random.Random(wish.seed)  # noqa: S311 - nothing is secret here
        self._title = overall_title(material, wish.title)
        definitions = definitions_of(material)
        terms = terms_of(material)
        self._mentioned = {term.text.casefold(): term.sentences for term in terms}
        self._ranking: Ranking = rank_material(material, terms, definitions)
        self._definitions = [found for found in definitions if _is_explanation(found)]
        self._events = dated_events(material.sentences)[:_MAX_EVENTS]
        self._groups = sorting_groups(material)
        self._clozes = self._found_clozes()

    def kinds(self) -> list[StudyPageKind]:
        """The kinds that the text gives, the best first."""
        is_possible: dict[StudyPageKind, bool] = {
            "flashcards": bool(self._definitions or self._clozes),
            "matching": len(self._pairs()) >= _MIN_PAIRS,
            "timeline": len(self._events) >= _MIN_EVENTS,
            "sorting": len(self._groups) > 1,
        }
        found = [kind for kind, can in is_possible.items() if can]
        dated = {event.sentence for event in self._events}
        is_history = len(dated) >= _MANY_EVENTS and len(dated) >= _HISTORY * len(self._material.sentences)
        return sorted(found, key=lambda kind: kind != "timeline") if is_history else found

    async def flashcards(self) -> StudyPage:
        """Terms and what they mean, then sentences in which a term is missing."""
        explained = self._definitions[:_MAX_CARDS]
        cards = [self._card(each.term, each.meaning, each.sentence) for each in explained]
        grounded = [GroundedItem(each.meaning, each.sentence.place) for each in explained]
        for key, sentences in self._clozes[: _MAX_CARDS - len(cards)]:
            sentence, by_model = await self._chosen(key, sentences)
            cards.append(self._card(_with_blank(sentence.text, key.text), key.text, sentence))
            grounded.append(GroundedItem(sentence.text, sentence.place, by_model))
        return FlashcardsPage.model_validate(self._frame("flashcards") | {"cards": tuple(cards)}), tuple(grounded)

    async def matching(self) -> StudyPage:
        """Terms and what they mean, to be brought together."""
        pairs = self._pairs()
        chosen = sorted(self._random.sample(range(len(pairs)), min(len(pairs), _MAX_PAIRS)))
        kept = [pairs[at] for at in chosen]
        pairs_shown = tuple(
            MatchingPair(
                left=as_sentence_start(each.term),
                right=as_sentence_start(each.meaning),
                source=self._source(each.sentence),
            )
            for each in kept
        )
        page = MatchingPage.model_validate(self._frame("matching") | {"pairs": pairs_shown})
        return page, tuple(GroundedItem(each.meaning, each.sentence.place) for each in kept)

    async def timeline(self) -> StudyPage:
        """The dated events in the order of their dates; where they stand in several sections, grouped by these."""
        sections = {event.sentence.place.section for event in self._events}
        is_grouped = 1 < len(sections) <= _MAX_GROUPS and all(0 < len(each) <= _GROUP for each in sections)
        events = tuple(self._event(each, is_grouped=is_grouped) for each in self._events)
        page = TimelinePage.model_validate(self._frame("timeline") | {"events": events})
        return page, tuple(GroundedItem(each.title, each.sentence.place) for each in self._events)

    async def sorting(self) -> StudyPage:
        """The items of several lists, to be put under their names."""
        groups = tuple(
            SortingGroup(name=name, items=tuple(map(_item_name, items)), sources=tuple(map(self._source, items)))
            for name, items in self._groups
        )
        page = SortingPage.model_validate(self._frame("sorting") | {"groups": groups})
        return page, tuple(GroundedItem(_item_name(item), item.place) for _, items in self._groups for item in items)

    def _card(self, front: str, back: str, sentence: Sentence) -> Flashcard:
        return Flashcard(front=as_sentence_start(front), back=as_sentence_start(back), hint=self._place(sentence))

    def _event(self, event: DatedEvent, *, is_grouped: bool) -> TimelineEvent:
        """What the sentence says beyond the title, and where it stands."""
        is_more = column_width(event.sentence.text) > column_width(event.title) + column_width(event.when) + _BARE
        said = [event.sentence.text] if is_more else []
        group = event.sentence.place.section if is_grouped else ""
        return TimelineEvent(
            when=event.when, title=event.title, text="\n".join([*said, self._source(event.sentence)]), group=group
        )

    def _frame(self, page: StudyPageKind) -> dict[str, Any]:
        names = ", ".join(dict.fromkeys(section.place.source for section in self._material.sections))
        language = self._material.language
        return {
            "page": page,
            "title": self._title,
            "description": text(language, "grounded.from", name=names)[:_LINE],
            "language": language,
        }

    def _place(self, sentence: Sentence) -> str:
        return location_text([sentence.place], self._material.language)[-_LINE:]

    def _source(self, sentence: Sentence) -> str:
        place = location_text([sentence.place], self._material.language)
        said = text(self._material.language, "grounded.source", place=place)
        # The end of a long place tells most.
        return said if len(said) <= _LINE else place[-_LINE:]

    def _pairs(self) -> list[Definition]:
        """Definitions of which no two have the same side, and none gives itself away."""
        kept: dict[str, Definition] = {}
        meanings: set[str] = set()
        for each in self._definitions:
            term, meaning = each.term.casefold(), each.meaning.casefold()
            is_known = term in kept or meaning in meanings
            if not is_known and term not in meaning and max(len(each.term), len(each.meaning)) <= _LINE:
                kept[term] = each
                meanings.add(meaning)
        return list(kept.values())

    def _found_clozes(self) -> list[tuple[KeyTerm, list[Sentence]]]:
        """Key terms that nothing explains, with the sentences that say most about them; each sentence once."""
        explained = {each.term.casefold() for each in self._definitions}
        used = {each.sentence for each in self._definitions}
        found: list[tuple[KeyTerm, list[Sentence]]] = []
        for key in self._ranking.keys:
            name = key.text.casefold()
            fitting = [each for each in self._mentioned.get(name, ()) if each not in used and _is_cloze(each, key)]
            if name not in explained and fitting and len(found) < _MAX_CLOZES:
                best = sorted(fitting, key=lambda each: -self._ranking.score(each))[:_CANDIDATES]
                used.update(best)
                found.append((key, best))
        return found

    async def _chosen(self, key: KeyTerm, sentences: Sequence[Sentence]) -> tuple[Sentence, bool]:
        if len(sentences) < 2:
            return sentences[0], False
        why = text(self._material.language, "grounded.why.lead", title=key.text)
        chosen = await self._choose(why, tuple(sentence.text for sentence in sentences))
        if chosen is None or not 0 <= chosen < len(sentences):
            return sentences[0], False
        return sentences[chosen], True


def sorting_groups(material: Material) -> list[tuple[str, list[Sentence]]]:
    """Lists under names of their own, first those that stand in one section; nothing stands in two of them."""
    named = [(_group_name(listing, title), listing, title) for title, listing in _titled_lists(material)]
    by_section: dict[str, list[tuple[str, SourceList]]] = {}
    for name, listing, title in named:
        if name:
            by_section.setdefault(title, []).append((name, listing))
    together = next((group for group in by_section.values() if len({name for name, _ in group}) > 1), None)
    chosen = together or [(name, listing) for name, listing, _ in named if name]
    groups: dict[str, list[Sentence]] = {}
    for name, listing in chosen:
        if len(groups) < _MAX_GROUPS or name in groups:
            groups.setdefault(name, []).extend(listing.items)
    counts: dict[str, int] = {}
    for item in (item for items in groups.values() for item in items):
        counts[_item_name(item).casefold()] = counts.get(_item_name(item).casefold(), 0) + 1
    clear = {
        name: [item for item in items if counts[_item_name(item).casefold()] == 1] for name, items in groups.items()
    }
    return [(name, items[:20]) for name, items in clear.items() if len(items) > 1]


def _titled_lists(material: Material) -> list[tuple[str, SourceList]]:
    """The lists whose order says nothing, with the titles above them."""
    return [
        (section.title, listing)
        for section in material.sections
        for listing in section.listings
        if not listing.is_ordered and all(len(item.text) <= _LINE and is_usable(item.text) for item in listing.items)
    ]


def _group_name(listing: SourceList, title: str) -> str:
    lead = one_line(list_lead(listing))
    return lead if 0 < len(lead) <= _WORD else one_line(title) if 0 < len(title) <= _WORD else ""


def _item_name(item: Sentence) -> str:
    return without_full_stop(one_line(item.text))


def _is_explanation(found: Definition) -> bool:
    return 0 < len(found.term) <= _WORD and 0 < len(found.meaning) <= 600 and is_usable(found.meaning)


def _is_cloze(sentence: Sentence, key: KeyTerm) -> bool:
    """Whether the sentence is clear, and still says enough when the term, which it names once, is missing in it."""
    said = sentence.text
    if column_width(said) > _MAX_CLOZE or not is_usable(said) or depends_on_previous(said) or refers_back(said):
        return False
    # A second time it may stand inside another word.
    is_once = said.casefold().count(key.text.casefold()) == 1
    return is_once and column_width(_with_blank(said, key.text)) > 3 * column_width(BLANK)


def _with_blank(said: str, term: str) -> str:
    """The sentence with a blank where the term stands in it."""
    edge = (r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])") if term.isascii() else ("", "")
    return re.sub(f"{edge[0]}{re.escape(term)}{edge[1]}", BLANK, one_line(said), flags=re.I)
