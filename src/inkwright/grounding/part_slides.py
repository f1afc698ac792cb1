"""The slides of one part of a text: its best lines, and what it holds beside prose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from inkwright.artifacts.slides.emphasis import escaped
from inkwright.artifacts.slides.specs import BulletsSlide, QuoteSlide, SectionSlide
from inkwright.artifacts.slides.texts import MAX_NOTES, MAX_QUOTE, MAX_TITLE
from inkwright.artifacts.wording import columns
from inkwright.grounding.clauses import whole
from inkwright.grounding.definitions import Definition
from inkwright.grounding.figures import Figure, figure_in
from inkwright.grounding.material import Choose, Grounded, Listing, Section, Sentence, Table
from inkwright.grounding.outlines import lead_of, own_terms, pieces_of
from inkwright.grounding.quoting import place_of, quoted
from inkwright.grounding.ranking import Ranking
from inkwright.grounding.slide_kinds import (
    Drafted,
    comparison_slide,
    event_slides,
    figure_slide,
    grounded_in,
    is_comparison,
    list_slides,
    numbered,
    table_slides,
    term_slides,
)
from inkwright.grounding.slide_lines import Line, best_lines, led, shown
from inkwright.grounding.tables import as_listing
from inkwright.grounding.timelines import DatedEvent, events_of
from inkwright.i18n import Language, text

_FEW_EVENTS: Final = 3
_FEW_TERMS: Final = 2
_FEW_SENTENCES: Final = 4
_SHORT_LEAD: Final = 64


@dataclass(frozen=True, slots=True)
class Workshop:
    """What the slides of every part are made with. `before` knows what stands before a sentence."""

    language: Language
    ranking: Ranking
    definitions: Mapping[Sentence, Definition]
    before: Mapping[Sentence, Sentence]


def slides_of(part: Section, shop: Workshop, most: int) -> list[Drafted]:
    """The slides of a part in the order in which they are shown; none tells of more than so many sentences.

    A bare heading opens what follows.
    """
    if part.is_bare:
        note = text(shop.language, "grounded.source", place=place_of([part.place], shop.language))
        opening = SectionSlide(title=_title(part.title), notes=note)
        return [Drafted(opening, (Grounded(part.title, part.place),), 0.5)]
    titles = _Titles(_title(part.title), shop.language)
    share = _shared(part.sentences, shop)
    is_all = not (share.events or share.terms or part.listings or part.tables)
    prose, untold = _prose(titles, share.prose, shop, most, is_all=is_all)
    events = event_slides(titles.of("events"), share.events, shop.language) if share.events else []
    terms = term_slides(titles.of("terms"), share.terms, shop.language) if share.terms else []
    # What a part begins with explaining, its other slides speak of.
    explains_first = bool(terms) and share.terms[0].sentence == part.sentences[0]
    drafts = [*terms, *prose, *events] if explains_first else [*prose, *events, *terms]
    if share.figure and (made := figure_slide(titles.of("number"), share.figure, shop.language)):
        drafts.append(made)
    drafts += _lists(titles, part.listings, shop.language)
    drafts += _tables(titles, part.tables, shop.language)
    return _with_notes(drafts, quoted(untold, shop.language))


@dataclass(frozen=True, slots=True)
class _Share:
    """What of a part is shown in which way."""

    events: list[DatedEvent]
    terms: list[Definition]
    figure: Figure | None
    prose: list[Sentence]


def _shared(sentences: Sequence[Sentence], shop: Workshop) -> _Share:
    dated = events_of(sentences)
    events = dated if len({event.sentence for event in dated}) >= _FEW_EVENTS else []
    left = _without(sentences, [event.sentence for event in events])
    terms = _terms(left, shop)
    left = _without(left, [found.sentence for found in terms])
    figure = next(filter(None, map(figure_in, left)), None) if len(left) >= _FEW_SENTENCES else None
    return _Share(events, terms, figure, _without(left, [figure.sentence] if figure else []))


def _without(sentences: Sequence[Sentence], others: Sequence[Sentence]) -> list[Sentence]:
    taken = set(others)
    return [sentence for sentence in sentences if sentence not in taken]


async def with_lead(draft: Drafted, shop: Workshop, choose: Choose) -> Drafted:
    """The slide with the line first that was chosen for it."""
    if not draft.lines or not isinstance(draft.slide, BulletsSlide):
        return draft
    lines = await led(draft.lines, draft.slide.title, shop.ranking, choose, shop.language)
    slide = draft.slide.model_copy(update={"bullets": [line.text for line in lines]})
    return Drafted(slide, grounded_in(lines), draft.worth)


class _Titles:
    """The first slide of a part has its title, the others what they show beside it."""

    def __init__(self, title: str, language: Language) -> None:
        self.title = title
        self._language: Language = language
        self._given = 0
        self._alone = 0
        self._terms: set[str] = set()

    def of(self, key: str) -> str:
        """The title of a slide that shows things of this kind."""
        if self._given == 0:
            return self.following()
        self._given += 1
        full = text(self._language, f"grounded.titled.{key}", title=self.title)
        return full if len(full) <= MAX_TITLE else self.title

    def of_list(self, listing: Listing) -> str:
        """What introduces a list is its title, where it is short."""
        lead = shown(lead_of(listing), MAX_TITLE)
        if self._given == 0 or not lead or lead == self.title or columns(lead) > _SHORT_LEAD:
            return self.following()
        self._given += 1
        return lead

    def about(self, sentences: Sequence[Sentence], shop: Workshop) -> str:
        """The title with a term that these sentences speak of, and the others do not so much."""
        for term in own_terms(sentences, shop.ranking):
            full = text(self._language, "grounded.titled", title=self.title, of=escaped(term))
            if full not in self._terms and term.casefold() not in self.title.casefold() and len(full) <= MAX_TITLE:
                self._terms.add(full)
                self._given += 1
                return full
        return self.following()

    def following(self) -> str:
        """The title of a slide of which nothing else can be said."""
        self._given += 1
        self._alone += 1
        return numbered(self.title, self._alone - 1, self._language)


def _with_notes(drafts: list[Drafted], notes: str) -> list[Drafted]:
    """What no slide shows is told with the first."""
    if not notes or not drafts:
        return drafts
    first = drafts[0]
    together = f"{notes}\n{first.slide.notes}"
    if len(together) > MAX_NOTES:
        return drafts
    return [replace(first, slide=first.slide.model_copy(update={"notes": together})), *drafts[1:]]


def _title(title: str) -> str:
    return shown(title, MAX_TITLE) or title[:MAX_TITLE]


def _terms(sentences: Sequence[Sentence], shop: Workshop) -> list[Definition]:
    """The terms that are explained, where they are enough for a table."""
    found = [shop.definitions[sentence] for sentence in sentences if sentence in shop.definitions]
    return found if len(found) >= _FEW_TERMS else []


def _prose(
    titles: _Titles, sentences: Sequence[Sentence], shop: Workshop, most: int, *, is_all: bool
) -> tuple[list[Drafted], list[Sentence]]:
    """The slides of the best lines, and the sentences that are on none of them."""
    pieces = pieces_of(sentences, shop.ranking, most)
    drafts: list[Drafted] = []
    untold: list[Sentence] = []
    for piece in pieces:
        untitled = [each for each in piece if whole(each.text) != titles.title]
        lines = best_lines(untitled, shop.ranking, shop.before)
        if len(lines) > 1:
            title = titles.about(piece, shop) if drafts else titles.following()
            drafts.append(_bullets(title, piece, lines, shop))
        elif piece and is_all and len(pieces) == 1:
            drafts += _quotation(titles, piece, shop)
        else:
            untold += piece
    return drafts, untold


def _bullets(title: str, sentences: Sequence[Sentence], lines: Sequence[Line], shop: Workshop) -> Drafted:
    notes = quoted(sentences, shop.language)
    slide = BulletsSlide(title=title, bullets=[line.text for line in lines], notes=notes)
    worth = 1.0 + max(shop.ranking.score(line.sentence) for line in lines)
    return Drafted(slide, grounded_in(lines), worth, tuple(lines))


def _quotation(titles: _Titles, sentences: Sequence[Sentence], shop: Workshop) -> list[Drafted]:
    """The best sentence alone, as a quotation."""
    best = max(sentences, key=shop.ranking.score)
    quote = shown(best.text, MAX_QUOTE)
    if quote is None:
        return []
    source = place_of([best.place], shop.language)
    slide = QuoteSlide(
        title=titles.following(), quote=quote, source=source[-MAX_TITLE:], notes=quoted(sentences, shop.language)
    )
    return [Drafted(slide, (Grounded(quote, best.place),), 1.0)]


def _lists(titles: _Titles, listings: Sequence[Listing], language: Language) -> list[Drafted]:
    if is_comparison(listings):
        return [comparison_slide(titles.following(), listings, language)]
    return [draft for listing in listings for draft in list_slides(titles.of_list(listing), listing, language)]


def _tables(titles: _Titles, tables: Sequence[Table], language: Language) -> list[Drafted]:
    """Tables as they are; one that no slide can hold is told line by line."""
    if not tables:
        return []
    title = titles.of("table")
    ways = [table_slides(title, each, language) or list_slides(title, as_listing(each), language) for each in tables]
    return [
        replace(draft, slide=draft.slide.model_copy(update={"title": numbered(title, number, language)}))
        for number, draft in enumerate(draft for way in ways for draft in way)
    ]
