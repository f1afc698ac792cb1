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
# A text with at least this share of dated sentences is treated as a history.
_HISTORY_SHARE: Final = 0.35
_MAX_CLOZE: Final = 200
_MAX_CANDIDATES: Final = 3
_MAX_LINE: Final = 200
# A sentence that exceeds its event title by this many columns has more to say.
_MIN_EXTRA_COLUMNS: Final = 16
_MAX_NAME: Final = 80
_MAX_GROUP_NAME: Final = 40
_MISSING_CONTENT: Final = {"flashcards": "terms", "timeline": "dates", "matching": "definitions", "sorting": "groups"}


@dataclass(frozen=True, slots=True)
class StudyPageOptions:
    """The requested page. Without a kind, the text decides which one suits it best."""

    kind: StudyPageKind | None
    title: str
    seed: int = 0


async def study_page_from(material: Material, options: StudyPageOptions, choose: Chooser) -> StudyPage:
    """Return the page, and the location of each of its items.

    Raise TextLacks if the text lacks what the page needs; the error names the kinds that are possible.
    """
    builder = _PageBuilder(material, options, choose)
    kinds = builder.kinds()
    kind = options.kind or next(iter(kinds), None)
    if kind is None or kind not in kinds:
        raise _lacks_content(material, kind, kinds)
    builders: dict[StudyPageKind, Callable[[], Awaitable[StudyPage]]] = {
        "flashcards": builder.flashcards,
        "timeline": builder.timeline,
        "matching": builder.matching,
        "sorting": builder.sorting,
    }
    return await builders[kind]()


def _lacks_content(material: Material, kind: StudyPageKind | None, kinds: Sequence[StudyPageKind]) -> TextLacks:
    language = material.language
    names = text(language, "grounded.kinds.join").join(text(language, f"grounded.kind.{each}") for each in kinds)
    return TextLacks(
        wanted=text(language, f"grounded.page.{kind or 'any'}"),
        lacking=text(language, f"grounded.lacks.{_MISSING_CONTENT[kind] if kind else 'terms'}"),
        instead=text(language, "grounded.instead", kinds=names) if kinds else text(language, "grounded.instead.none"),
    )


class _PageBuilder:
    """Builds pages from what the text provides."""

    def __init__(self, material: Material, options: StudyPageOptions, choose: Chooser) -> None:
        self._material = material
        self._choose = choose
        self._random = random.Random(options.seed)  # noqa: S311 - nothing is secret here
        self._title = overall_title(material, options.title)
        definitions = definitions_of(material)
        terms = terms_of(material)
        self._mentioned = {term.text.casefold(): term.sentences for term in terms}
        self._ranking: Ranking = rank_material(material, terms, definitions)
        self._definitions = [found for found in definitions if _is_explanation(found)]
        self._events = dated_events(material.sentences)[:_MAX_EVENTS]
        self._groups = sorting_groups(material)
        self._clozes = self._found_clozes()

    def kinds(self) -> list[StudyPageKind]:
        """Return the kinds of pages that the text supports, best first."""
        is_possible: dict[StudyPageKind, bool] = {
            "flashcards": bool(self._definitions or self._clozes),
            "matching": len(self._pairs()) >= _MIN_PAIRS,
            "timeline": len(self._events) >= _MIN_EVENTS,
            "sorting": len(self._groups) > 1,
        }
        found = [kind for kind, can in is_possible.items() if can]
        dated = {event.sentence for event in self._events}
        is_history = len(dated) >= _MANY_EVENTS and len(dated) >= _HISTORY_SHARE * len(self._material.sentences)
        return sorted(found, key=lambda kind: kind != "timeline") if is_history else found

    async def flashcards(self) -> StudyPage:
        """Build cards with terms and meanings, then cards with sentences in which a term is missing."""
        explained = self._definitions[:_MAX_CARDS]
        cards = [self._card(each.term, each.meaning, each.sentence) for each in explained]
        grounded = [GroundedItem(each.meaning, each.sentence.location) for each in explained]
        for key, sentences in self._clozes[: _MAX_CARDS - len(cards)]:
            sentence, by_model = await self._chosen(key, sentences)
            cards.append(self._card(_with_blank(sentence.text, key.text), key.text, sentence))
            grounded.append(GroundedItem(sentence.text, sentence.location, by_model))
        return FlashcardsPage.model_validate(self._frame("flashcards") | {"cards": tuple(cards)}), tuple(grounded)

    async def matching(self) -> StudyPage:
        """Build a page on which terms are matched with their meanings."""
        pairs = self._pairs()
        chosen = sorted(self._random.sample(range(len(pairs)), min(len(pairs), _MAX_PAIRS)))
        kept = [pairs[index] for index in chosen]
        pairs_shown = tuple(
            MatchingPair(
                left=as_sentence_start(each.term),
                right=as_sentence_start(each.meaning),
                source=self._source(each.sentence),
            )
            for each in kept
        )
        page = MatchingPage.model_validate(self._frame("matching") | {"pairs": pairs_shown})
        return page, tuple(GroundedItem(each.meaning, each.sentence.location) for each in kept)

    async def timeline(self) -> StudyPage:
        """Build a page with the dated events in order, grouped by section if they come from several."""
        sections = {event.sentence.location.section for event in self._events}
        is_grouped = 1 < len(sections) <= _MAX_GROUPS and all(0 < len(each) <= _MAX_GROUP_NAME for each in sections)
        events = tuple(self._event(each, is_grouped=is_grouped) for each in self._events)
        page = TimelinePage.model_validate(self._frame("timeline") | {"events": events})
        return page, tuple(GroundedItem(each.title, each.sentence.location) for each in self._events)

    async def sorting(self) -> StudyPage:
        """Build a page on which the items of several lists are sorted into groups."""
        groups = tuple(
            SortingGroup(name=name, items=tuple(map(_item_name, items)), sources=tuple(map(self._source, items)))
            for name, items in self._groups
        )
        page = SortingPage.model_validate(self._frame("sorting") | {"groups": groups})
        return page, tuple(GroundedItem(_item_name(item), item.location) for _, items in self._groups for item in items)

    def _card(self, front: str, back: str, sentence: Sentence) -> Flashcard:
        return Flashcard(front=as_sentence_start(front), back=as_sentence_start(back), hint=self._location(sentence))

    def _event(self, event: DatedEvent, *, is_grouped: bool) -> TimelineEvent:
        """Return the event with what the sentence says beyond the title, and its source."""
        is_more = (
            column_width(event.sentence.text)
            > column_width(event.title) + column_width(event.when) + _MIN_EXTRA_COLUMNS
        )
        sentence_text = [event.sentence.text] if is_more else []
        group = event.sentence.location.section if is_grouped else ""
        return TimelineEvent(
            when=event.when,
            title=event.title,
            text="\n".join([*sentence_text, self._source(event.sentence)]),
            group=group,
        )

    def _frame(self, page: StudyPageKind) -> dict[str, Any]:
        names = ", ".join(dict.fromkeys(section.location.source for section in self._material.sections))
        language = self._material.language
        return {
            "page": page,
            "title": self._title,
            "description": text(language, "grounded.from", name=names)[:_MAX_LINE],
            "language": language,
        }

    def _location(self, sentence: Sentence) -> str:
        return location_text([sentence.location], self._material.language)[-_MAX_LINE:]

    def _source(self, sentence: Sentence) -> str:
        location = location_text([sentence.location], self._material.language)
        sentence_text = text(self._material.language, "grounded.source", place=location)
        # The end of a long location is the most specific part.
        return sentence_text if len(sentence_text) <= _MAX_LINE else location[-_MAX_LINE:]

    def _pairs(self) -> list[Definition]:
        """Return definitions with distinct terms and meanings, none of which reveals its own term."""
        kept: dict[str, Definition] = {}
        meanings: set[str] = set()
        for each in self._definitions:
            term, meaning = each.term.casefold(), each.meaning.casefold()
            is_known = term in kept or meaning in meanings
            if not is_known and term not in meaning and max(len(each.term), len(each.meaning)) <= _MAX_LINE:
                kept[term] = each
                meanings.add(meaning)
        return list(kept.values())

    def _found_clozes(self) -> list[tuple[KeyTerm, list[Sentence]]]:
        """Return key terms without a definition, each with its most informative sentences; no sentence twice."""
        explained = {each.term.casefold() for each in self._definitions}
        used = {each.sentence for each in self._definitions}
        found: list[tuple[KeyTerm, list[Sentence]]] = []
        for key in self._ranking.keys:
            name = key.text.casefold()
            suitable = [each for each in self._mentioned.get(name, ()) if each not in used and _is_cloze(each, key)]
            if name not in explained and suitable and len(found) < _MAX_CLOZES:
                best = sorted(suitable, key=lambda each: -self._ranking.score(each))[:_MAX_CANDIDATES]
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
    """Return list items by group name, preferably from one section; items in two groups are left out."""
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
    """Return the unordered lists, each with the title of its section."""
    return [
        (section.title, listing)
        for section in material.sections
        for listing in section.listings
        if not listing.is_ordered
        and all(len(item.text) <= _MAX_LINE and is_usable(item.text) for item in listing.items)
    ]


def _group_name(listing: SourceList, title: str) -> str:
    lead = one_line(list_lead(listing))
    return lead if 0 < len(lead) <= _MAX_NAME else one_line(title) if 0 < len(title) <= _MAX_NAME else ""


def _item_name(item: Sentence) -> str:
    return without_full_stop(one_line(item.text))


def _is_explanation(found: Definition) -> bool:
    return 0 < len(found.term) <= _MAX_NAME and 0 < len(found.meaning) <= 600 and is_usable(found.meaning)


def _is_cloze(sentence: Sentence, key: KeyTerm) -> bool:
    """Whether the sentence is clear, names the term once, and still says enough without it."""
    sentence_text = sentence.text
    if (
        column_width(sentence_text) > _MAX_CLOZE
        or not is_usable(sentence_text)
        or depends_on_previous(sentence_text)
        or refers_back(sentence_text)
    ):
        return False
    # A second occurrence may be inside another word.
    is_once = sentence_text.casefold().count(key.text.casefold()) == 1
    return is_once and column_width(_with_blank(sentence_text, key.text)) > 3 * column_width(BLANK)


def _with_blank(sentence_text: str, term: str) -> str:
    """Return the sentence with a blank in place of the term."""
    edge = (r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])") if term.isascii() else ("", "")
    return re.sub(f"{edge[0]}{re.escape(term)}{edge[1]}", BLANK, one_line(sentence_text), flags=re.I)
