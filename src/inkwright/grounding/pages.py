"""Study pages extracted from a text: flashcards, timelines, matching and sorting exercises."""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from pydantic import ValidationError

from inkwright.artifacts.text import one_line
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
from inkwright.grounding.context_dependence import as_sentence_start, without_full_stop
from inkwright.grounding.definitions import Definition, definitions_of
from inkwright.grounding.source import GroundedItem, Material, Sentence, SourceList
from inkwright.grounding.statements import list_items, statements_of
from inkwright.grounding.summary.outline import overall_title
from inkwright.grounding.summary.ranking import is_usable
from inkwright.grounding.summary.timeline import dated_events
from inkwright.i18n import Reason

StudyPageKind = Literal["flashcards", "timeline", "matching", "sorting"]
StudyPage = tuple[AnyStudyPage, tuple[GroundedItem[str], ...]]

BLANK: Final = "____"
_MAX_CARDS: Final = 24
_MAX_PAIRS: Final = 8
_MAX_EVENTS: Final = 80
_MAX_GROUPS: Final = 5
_MIN_CARDS: Final = 2
_MIN_PAIRS: Final = 3
_MIN_EVENTS: Final = 2
_MANY_EVENTS: Final = 5
# A text with at least this share of dated statements is treated as a history.
_HISTORY_SHARE: Final = 0.35
_MAX_LINE: Final = 200
_MAX_NAME: Final = 80
_MISSING_CONTENT: Final = {"flashcards": "terms", "timeline": "dates", "matching": "definitions", "sorting": "groups"}
_COLON = re.compile(r"(?<![\s:：])[\s:：]++$")
_ENDED = re.compile(r"[.。!！?？…][”’」』\"')）]*$")


@dataclass(frozen=True, slots=True)
class StudyPageOptions:
    """The requested page. Without a kind, the text decides which one suits it best."""

    kind: StudyPageKind | None
    title: str
    seed: int = 0


def study_page_from(material: Material, options: StudyPageOptions) -> StudyPage:
    """Return the page, and the location of each of its items.

    Raise TextLacks if the text lacks what the page needs; the error names the kinds that are possible.
    """
    builder = _PageBuilder(material, options)
    kinds = builder.kinds()
    kind = options.kind or next(iter(kinds), None)
    if kind is None or kind not in kinds:
        raise _lacks_content(kind, kinds)
    builders: dict[StudyPageKind, Callable[[], StudyPage]] = {
        "flashcards": builder.flashcards,
        "timeline": builder.timeline,
        "matching": builder.matching,
        "sorting": builder.sorting,
    }
    try:
        return builders[kind]()
    except ValidationError as error:
        raise _lacks_content(kind, [each for each in kinds if each != kind]) from error


def _lacks_content(kind: StudyPageKind | None, kinds: Sequence[StudyPageKind]) -> TextLacks:
    return TextLacks(
        wanted=Reason(f"grounded.page.{kind or 'any'}"),
        lacking=Reason(f"grounded.lacks.{_MISSING_CONTENT[kind] if kind else 'terms'}"),
        instead=Reason("grounded.instead", kinds=_listed(kinds)) if kinds else Reason("grounded.instead.none"),
    )


def _listed(kinds: Sequence[StudyPageKind]) -> Reason:
    first, *others = kinds
    named = Reason(f"grounded.kind.{first}")
    return Reason("grounded.kinds.list", first=named, others=_listed(others)) if others else named


class _PageBuilder:
    """Builds pages from what the text provides."""

    def __init__(self, material: Material, options: StudyPageOptions) -> None:
        self._material = material
        self._random = random.Random(options.seed)  # noqa: S311 - nothing is secret here
        self._title = overall_title(material, options.title)
        self._statements = statements_of(material)
        self._definitions = [found for found in definitions_of(material) if _is_explanation(found)]
        self._events = [
            event
            for event in dated_events(self._statements, list_items(material))
            if max(len(event.sentence.text), len(event.when)) <= _MAX_LINE
        ][:_MAX_EVENTS]
        self._groups = sorting_groups(material)
        self._clozes = self._found_clozes()

    def kinds(self) -> list[StudyPageKind]:
        """Return the kinds of pages that the text has enough content for, the most suitable first."""
        enough: dict[StudyPageKind, bool] = {
            "flashcards": len(self._definitions) + len(self._clozes) >= _MIN_CARDS,
            "timeline": len(self._events) >= _MIN_EVENTS,
            "matching": len(self._pairs()) >= _MIN_PAIRS,
            "sorting": len(self._groups) > 1,
        }
        found = [kind for kind, is_enough in enough.items() if is_enough]
        is_history = len(self._events) >= _MANY_EVENTS and len(self._events) >= _HISTORY_SHARE * len(self._statements)
        return sorted(found, key=lambda kind: kind != "timeline") if is_history else found

    def flashcards(self) -> StudyPage:
        """Build cards with terms and meanings, then cards with sentences in which a marked term is missing."""
        explained = self._definitions[:_MAX_CARDS]
        cards = [_card(each.term, each.meaning) for each in explained]
        grounded = [GroundedItem(each.meaning, each.sentence.location) for each in explained]
        for term, sentence in self._clozes[: _MAX_CARDS - len(cards)]:
            cards.append(_card(_with_blank(sentence.text, term), term))
            grounded.append(GroundedItem(sentence.text, sentence.location))
        return FlashcardsPage.model_validate(self._frame("flashcards") | {"cards": tuple(cards)}), tuple(grounded)

    def matching(self) -> StudyPage:
        """Build a page on which terms are matched with their meanings."""
        pairs = self._pairs()
        chosen = sorted(self._random.sample(range(len(pairs)), min(len(pairs), _MAX_PAIRS)))
        kept = [pairs[index] for index in chosen]
        shown = tuple(
            MatchingPair(left=as_sentence_start(each.term), right=as_sentence_start(each.meaning)) for each in kept
        )
        page = MatchingPage.model_validate(self._frame("matching") | {"pairs": shown})
        return page, tuple(GroundedItem(each.meaning, each.sentence.location) for each in kept)

    def timeline(self) -> StudyPage:
        """Build a page with the dated sentences in order."""
        events = tuple(TimelineEvent(when=each.when, title=each.sentence.text) for each in self._events)
        page = TimelinePage.model_validate(self._frame("timeline") | {"events": events})
        return page, tuple(GroundedItem(each.sentence.text, each.sentence.location) for each in self._events)

    def sorting(self) -> StudyPage:
        """Build a page on which the items of several lists are sorted into groups."""
        groups = tuple(SortingGroup(name=name, items=tuple(map(_item_name, items))) for name, items in self._groups)
        page = SortingPage.model_validate(self._frame("sorting") | {"groups": groups})
        return page, tuple(GroundedItem(_item_name(item), item.location) for _, items in self._groups for item in items)

    def _frame(self, page: StudyPageKind) -> dict[str, Any]:
        return {"page": page, "title": self._title, "language": self._material.language}

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

    def _found_clozes(self) -> list[tuple[str, Sentence]]:
        """Return the marked terms without a definition, each with the first sentence that says enough about it."""
        used = {each.sentence for each in self._definitions}
        found = {each.term.casefold(): ("", each.sentence) for each in self._definitions}
        for sentence in filter(None, (statement.alone for statement in self._statements)):
            for term in sentence.marked:
                is_new = term.casefold() not in found and sentence not in used
                if is_new and len(term) <= _MAX_NAME and _is_cloze(sentence.text, term):
                    found[term.casefold()] = (term, sentence)
                    used.add(sentence)
        return [(term, sentence) for term, sentence in found.values() if term]


def _card(front: str, back: str) -> Flashcard:
    return Flashcard(front=as_sentence_start(front), back=as_sentence_start(back))


def sorting_groups(material: Material) -> list[tuple[str, list[Sentence]]]:
    """Return the items of the named lists of one section by group; items in two groups are left out."""
    for section in material.sections:
        named = [(_group_name(each), each) for each in section.listings if _can_be_sorted(each)]
        groups = {name: list(listing.items) for name, listing in named if name}
        names = [_item_name(item).casefold() for items in groups.values() for item in items]
        clear = {
            name: [item for item in items if names.count(_item_name(item).casefold()) == 1]
            for name, items in [*groups.items()][:_MAX_GROUPS]
        }
        found = [(name, items[:20]) for name, items in clear.items() if len(items) > 1]
        if len(found) > 1:
            return found
    return []


def _can_be_sorted(listing: SourceList) -> bool:
    fits = len(listing.items) <= 40 and all(
        len(item.text) <= _MAX_LINE and is_usable(item.text) for item in listing.items
    )
    return fits and not listing.is_ordered


def _group_name(listing: SourceList) -> str:
    lead = "" if _ENDED.search(listing.lead) else one_line(_COLON.sub("", listing.lead))
    return lead if 0 < len(lead) <= _MAX_NAME else ""


def _item_name(item: Sentence) -> str:
    return without_full_stop(one_line(item.text))


def _is_explanation(found: Definition) -> bool:
    return 0 < len(found.term) <= _MAX_NAME and 0 < len(found.meaning) <= 600 and is_usable(found.meaning)


def _is_cloze(sentence_text: str, term: str) -> bool:
    """Whether the sentence names the term once and still says enough without it."""
    is_once = sentence_text.casefold().count(term.casefold()) == 1
    return is_once and BLANK in _with_blank(sentence_text, term) and len(sentence_text) > 3 * len(term)


def _with_blank(sentence_text: str, term: str) -> str:
    """Return the sentence with a blank in place of the term."""
    edge = (r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])") if term.isascii() else ("", "")
    return re.sub(f"{edge[0]}{re.escape(term)}{edge[1]}", BLANK, one_line(sentence_text), flags=re.I)
