"""Build a deck from a text: agenda, the slides of each section, and the key terms at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from inkwright.artifacts.slides.fields import MAX_LABEL, MAX_NOTES, MAX_SHORT_TEXT, MAX_SUBTITLE, MAX_TITLE
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.layouts.panels import AgendaSlide
from inkwright.artifacts.slides.layouts.statements import (
    MAX_QUOTE,
    BigNumberSlide,
    ClosingSlide,
    QuoteSlide,
    SectionSlide,
)
from inkwright.artifacts.slides.markdown.inline import escape_marks
from inkwright.artifacts.slides.model import MAX_SLIDES, DeckSpec, Slide
from inkwright.artifacts.text import column_width
from inkwright.errors import TextLacks
from inkwright.grounding.clauses import as_sentence_start, without_connective
from inkwright.grounding.definitions import Definition, definitions_of
from inkwright.grounding.read import table_as_list
from inkwright.grounding.slides.slide_drafts import (
    DraftSlide,
    KeyFigure,
    SlideLine,
    best_lines,
    comparison_slide,
    continued_title,
    event_slides,
    figure_slide,
    fit_text,
    ground_lines,
    is_comparison,
    key_figure,
    lead_first,
    list_slides,
    table_slides,
    term_slides,
)
from inkwright.grounding.source import Chooser, GroundedItem, Material, Sentence, SourceList, SourceSection, SourceTable
from inkwright.grounding.summary.outline import (
    MAX_PART_SENTENCES,
    distinctive_terms,
    is_outline,
    list_lead,
    outline_parts,
    overall_title,
    previous_sentences,
    split_sentences,
)
from inkwright.grounding.summary.quotes import location_text, quote_sentences
from inkwright.grounding.summary.ranking import Ranking, rank_material
from inkwright.grounding.summary.timeline import DatedEvent, dated_events
from inkwright.grounding.terms import terms_of
from inkwright.i18n import Language, text

_MIN_EVENTS: Final = 3
_MIN_TABLE_TERMS: Final = 2
_MIN_SENTENCES: Final = 4
_SHORT_LEAD: Final = 64


@dataclass(frozen=True, slots=True)
class SlideContext:
    """What all slides are built with. `before` maps each sentence to the one before it."""

    language: Language
    ranking: Ranking
    definitions: Mapping[Sentence, Definition]
    before: Mapping[Sentence, Sentence]


def section_slides(part: SourceSection, context: SlideContext, limit: int) -> list[DraftSlide]:
    """Return the slides of a part in order, each covering at most `limit` sentences.

    A heading without content becomes a section slide.
    """
    if part.is_bare:
        note = text(context.language, "grounded.source", place=location_text([part.location], context.language))
        opening = SectionSlide(title=_slide_title(part.title), notes=note)
        return [DraftSlide(opening, (GroundedItem(part.title, part.location),), 0.5)]
    titles = _Titles(_slide_title(part.title), context.language)
    share = _divide_content(part.sentences, context)
    is_all = not (share.events or share.terms or part.listings or part.tables)
    prose, unused = _prose_slides(titles, share.prose, context, limit, is_all=is_all)
    events = event_slides(titles.of("events"), share.events, context.language) if share.events else []
    terms = term_slides(titles.of("terms"), share.terms, context.language) if share.terms else []
    # Other slides use the terms that the part explains first.
    explains_first = bool(terms) and share.terms[0].sentence == part.sentences[0]
    drafts = [*terms, *prose, *events] if explains_first else [*prose, *events, *terms]
    if share.figure and (draft := figure_slide(titles.of("number"), share.figure, context.language)):
        drafts.append(draft)
    drafts += _list_slides(titles, part.listings, context.language)
    drafts += _table_slides(titles, part.tables, context.language)
    return _with_notes(drafts, quote_sentences(unused, context.language))


@dataclass(frozen=True, slots=True)
class _SectionContent:
    """The content of a part by the kind of slide that shows it."""

    events: list[DatedEvent]
    terms: list[Definition]
    figure: KeyFigure | None
    prose: list[Sentence]


def _divide_content(sentences: Sequence[Sentence], context: SlideContext) -> _SectionContent:
    dated = dated_events(sentences)
    events = dated if len({event.sentence for event in dated}) >= _MIN_EVENTS else []
    left = _other_sentences(sentences, [event.sentence for event in events])
    terms = _defined_terms(left, context)
    left = _other_sentences(left, [found.sentence for found in terms])
    figure = next(filter(None, map(key_figure, left)), None) if len(left) >= _MIN_SENTENCES else None
    return _SectionContent(events, terms, figure, _other_sentences(left, [figure.sentence] if figure else []))


def _other_sentences(sentences: Sequence[Sentence], others: Sequence[Sentence]) -> list[Sentence]:
    taken = set(others)
    return [sentence for sentence in sentences if sentence not in taken]


async def with_lead(draft: DraftSlide, context: SlideContext, choose: Chooser) -> DraftSlide:
    """Return the slide with the chosen line first."""
    if not draft.lines or not isinstance(draft.slide, BulletsSlide):
        return draft
    lines = await lead_first(draft.lines, draft.slide.title, context.ranking, choose, context.language)
    slide = draft.slide.model_copy(update={"bullets": [line.text for line in lines]})
    return DraftSlide(slide, ground_lines(lines), draft.priority)


class _Titles:
    """Titles for the slides of a part: the first gets the title, the others add what they show."""

    def __init__(self, title: str, language: Language) -> None:
        self.title = title
        self._language: Language = language
        self._given = 0
        self._alone = 0
        self._terms: set[str] = set()

    def of(self, key: str) -> str:
        """Return the title of a slide with this kind of content."""
        if self._given == 0:
            return self.following()
        self._given += 1
        full = text(self._language, f"grounded.titled.{key}", title=self.title)
        return full if len(full) <= MAX_TITLE else self.title

    def of_list(self, listing: SourceList) -> str:
        """Return the title of a list slide: its lead, if that is short."""
        lead = fit_text(list_lead(listing), MAX_TITLE)
        if self._given == 0 or not lead or lead == self.title or column_width(lead) > _SHORT_LEAD:
            return self.following()
        self._given += 1
        return lead

    def about(self, sentences: Sequence[Sentence], context: SlideContext) -> str:
        """Return the title with a term that is more typical of these sentences than of the others."""
        for term in distinctive_terms(sentences, context.ranking):
            full = text(self._language, "grounded.titled", title=self.title, of=escape_marks(term))
            if full not in self._terms and term.casefold() not in self.title.casefold() and len(full) <= MAX_TITLE:
                self._terms.add(full)
                self._given += 1
                return full
        return self.following()

    def following(self) -> str:
        """Return the title of a slide without a description of its own."""
        self._given += 1
        self._alone += 1
        return continued_title(self.title, self._alone - 1, self._language)


def _with_notes(drafts: list[DraftSlide], notes: str) -> list[DraftSlide]:
    """Add the notes of sentences that no slide shows to the first slide."""
    if not notes or not drafts:
        return drafts
    first = drafts[0]
    together = f"{notes}\n{first.slide.notes}"
    if len(together) > MAX_NOTES:
        return drafts
    return [replace(first, slide=first.slide.model_copy(update={"notes": together})), *drafts[1:]]


def _slide_title(title: str) -> str:
    return fit_text(title, MAX_TITLE) or title[:MAX_TITLE]


def _defined_terms(sentences: Sequence[Sentence], context: SlideContext) -> list[Definition]:
    """Return the definitions, if there are enough for a table."""
    found = [context.definitions[sentence] for sentence in sentences if sentence in context.definitions]
    return found if len(found) >= _MIN_TABLE_TERMS else []


def _prose_slides(
    titles: _Titles, sentences: Sequence[Sentence], context: SlideContext, limit: int, *, is_all: bool
) -> tuple[list[DraftSlide], list[Sentence]]:
    """Return slides with the best lines, and the sentences that none of them shows."""
    pieces = split_sentences(sentences, context.ranking, limit)
    drafts: list[DraftSlide] = []
    unused: list[Sentence] = []
    for piece in pieces:
        untitled = [each for each in piece if without_connective(each.text) != titles.title]
        lines = best_lines(untitled, context.ranking, context.before)
        if len(lines) > 1:
            title = titles.about(piece, context) if drafts else titles.following()
            drafts.append(_bullet_slide(title, piece, lines, context))
        elif piece and is_all and len(pieces) == 1:
            drafts += _quote_slide(titles, piece, context)
        else:
            unused += piece
    return drafts, unused


def _bullet_slide(
    title: str, sentences: Sequence[Sentence], lines: Sequence[SlideLine], context: SlideContext
) -> DraftSlide:
    notes = quote_sentences(sentences, context.language)
    slide = BulletsSlide(title=title, bullets=[line.text for line in lines], notes=notes)
    priority = 1.0 + max(context.ranking.score(line.sentence) for line in lines)
    return DraftSlide(slide, ground_lines(lines), priority, tuple(lines))


def _quote_slide(titles: _Titles, sentences: Sequence[Sentence], context: SlideContext) -> list[DraftSlide]:
    """Return the best sentence as a quote slide."""
    best = max(sentences, key=context.ranking.score)
    quote = fit_text(best.text, MAX_QUOTE)
    if quote is None:
        return []
    source = location_text([best.location], context.language)
    slide = QuoteSlide(
        title=titles.following(),
        quote=quote,
        source=source[-MAX_TITLE:],
        notes=quote_sentences(sentences, context.language),
    )
    return [DraftSlide(slide, (GroundedItem(quote, best.location),), 1.0)]


def _list_slides(titles: _Titles, listings: Sequence[SourceList], language: Language) -> list[DraftSlide]:
    if is_comparison(listings):
        return [comparison_slide(titles.following(), listings, language)]
    return [draft for listing in listings for draft in list_slides(titles.of_list(listing), listing, language)]


def _table_slides(titles: _Titles, tables: Sequence[SourceTable], language: Language) -> list[DraftSlide]:
    """Return slides of the tables; a table that is too large becomes a list."""
    if not tables:
        return []
    title = titles.of("table")
    by_table = [
        table_slides(title, each, language) or list_slides(title, table_as_list(each), language) for each in tables
    ]
    return [
        replace(draft, slide=draft.slide.model_copy(update={"title": continued_title(title, number, language)}))
        for number, draft in enumerate(draft for way in by_table for draft in way)
    ]


__all__ = ["StudyDeckOptions", "deck_from", "is_outline"]

MAX_DECK_SLIDES: Final = 40
"""The maximum number of slides if no count is requested."""

_MIN_DECK_SENTENCES: Final = 3
_MIN_PARTS: Final = 3
_MAX_AGENDA_ITEMS: Final = 10
_MAX_FIGURES: Final = 2
_MAX_CLOSING_TERMS: Final = 6
_MIN_CLOSING_TERMS: Final = 3


@dataclass(frozen=True, slots=True)
class StudyDeckOptions:
    """The requested deck. `count` is the number of slides after the title slide; without it the text decides."""

    title: str
    count: int | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True)
class _DeckPart:
    section: SourceSection
    drafts: tuple[DraftSlide, ...]


async def deck_from(
    material: Material, options: StudyDeckOptions, choose: Chooser
) -> tuple[DeckSpec, tuple[GroundedItem[str], ...]]:
    """Return the deck, and the location of each of its lines. Raise TextLacks if the text has no usable content."""
    definitions = definitions_of(material)
    ranking = rank_material(material, terms_of(material), definitions)
    explained = {found.sentence: found for found in definitions}
    context = SlideContext(material.language, ranking, explained, previous_sentences(material))
    parts = _deck_parts(material, context, options.count)
    closing = _closing_slide(material, ranking)
    limit = min(options.count or MAX_DECK_SLIDES, MAX_SLIDES)
    frame = (len(parts) >= _MIN_PARTS) + (closing is not None)
    kept = _limit_slides(parts, max(limit - frame, 1))
    agenda = _agenda_slide(kept or [_DeckPart(section, ()) for section in material.sections if section.title], material)
    drafts = [agenda, *(draft for part in kept for draft in part.drafts), closing if kept else None]
    shown_drafts = [draft for draft in drafts if draft is not None]
    if not shown_drafts:
        raise _lacks_content(material)
    return _build_deck(material, options, [await with_lead(draft, context, choose) for draft in shown_drafts[:limit]])


def _build_deck(
    material: Material, options: StudyDeckOptions, drafts: Sequence[DraftSlide]
) -> tuple[DeckSpec, tuple[GroundedItem[str], ...]]:
    names = ", ".join(dict.fromkeys(section.location.source for section in material.sections))
    subtitle = fit_text(text(material.language, "grounded.from", name=names), MAX_SUBTITLE) or ""
    title = fit_text(overall_title(material, options.title), MAX_TITLE) or text(
        material.language, "grounded.key_points"
    )
    deck = DeckSpec(title=title, subtitle=subtitle, slides=[draft.slide for draft in drafts])
    return deck, tuple(each for draft in drafts for each in draft.grounded)


def _deck_parts(material: Material, context: SlideContext, count: int | None) -> list[_DeckPart]:
    """Return the parts with their slides; more slides are made by putting fewer sentences on each."""
    found: list[_DeckPart] = []
    for limit in range(MAX_PART_SENTENCES, _MIN_DECK_SENTENCES - 1, -1):
        sections = outline_parts(material, context.ranking, limit)
        drafted = [_DeckPart(section, tuple(section_slides(section, context, limit))) for section in sections]
        found = _limit_figures([part for part in drafted if part.drafts])
        if sum(len(part.drafts) for part in found) + 2 >= (count or 0):
            break
    return found


def _limit_figures(parts: Sequence[_DeckPart]) -> list[_DeckPart]:
    """Remove surplus figure slides: an audience remembers one or two numbers."""
    left = _MAX_FIGURES
    kept = []
    for part in parts:
        figures = [draft for draft in part.drafts if isinstance(draft.slide, BigNumberSlide)]
        dropped = figures[left:]
        left = max(left - len(figures), 0)
        kept.append(_DeckPart(part.section, tuple(draft for draft in part.drafts if draft not in dropped)))
    return [part for part in kept if part.drafts]


def _limit_slides(parts: Sequence[_DeckPart], limit: int) -> list[_DeckPart]:
    """Return the parts limited to the slides of highest priority, in their order."""
    ranked = [
        (-draft.priority, index, number) for index, part in enumerate(parts) for number, draft in enumerate(part.drafts)
    ]
    kept = {(index, number) for _, index, number in sorted(ranked)[:limit]}
    chosen = [
        _DeckPart(part.section, tuple(draft for number, draft in enumerate(part.drafts) if (index, number) in kept))
        for index, part in enumerate(parts)
    ]
    return [part for part in chosen if part.drafts]


def _agenda_slide(parts: Sequence[_DeckPart], material: Material) -> DraftSlide | None:
    sections = [part.section for part in parts]
    if len(sections) > _MAX_AGENDA_ITEMS:
        highest = min(section.level for section in sections)
        sections = [section for section in sections if section.level == highest]
    items = [(label, section) for section in sections if (label := fit_text(section.title, MAX_LABEL))]
    min_items = 2 if not any(part.drafts for part in parts) else _MIN_PARTS
    if not min_items <= len(items) <= _MAX_AGENDA_ITEMS:
        return None
    locations = "\n".join(
        f"{label}: {location_text([section.location], material.language)}" for label, section in items
    )
    title = text(material.language, "grounded.agenda")
    slide = AgendaSlide(title=title, items=[label for label, _ in items], notes=locations)
    return DraftSlide(slide, tuple(GroundedItem(label, section.location) for label, section in items), 1.0)


def _closing_slide(material: Material, ranking: Ranking) -> DraftSlide | None:
    """Return a slide with the most important terms; its notes quote the first mention of each."""
    firsts: dict[str, Sentence] = {}
    sentences: list[Sentence] = []
    for sentence in material.sentences:
        for key in ranking.terms_in(sentence.text):
            firsts.setdefault(key.text, sentence)
    found: list[GroundedItem[str]] = []
    for key in ranking.keys:
        name = key.text.casefold()
        is_known = any(name in each.item.casefold() or each.item.casefold() in name for each in found)
        label = fit_text(as_sentence_start(key.text), MAX_SHORT_TEXT)
        if label and not is_known and key.text in firsts and len(found) < _MAX_CLOSING_TERMS:
            found.append(GroundedItem(label, firsts[key.text].location))
            sentences.append(firsts[key.text])
    if len(found) < _MIN_CLOSING_TERMS:
        return None
    quoted = set(sentences)
    ordered = [sentence for sentence in material.sentences if sentence in quoted]
    points: list[str] = [each.item for each in found]
    slide: Slide = ClosingSlide(
        title=text(material.language, "grounded.key_terms"),
        points=[*points],
        notes=quote_sentences(ordered, material.language),
    )
    return DraftSlide(slide, tuple(found), 1.0)


def _lacks_content(material: Material) -> TextLacks:
    return TextLacks(
        wanted=text(material.language, "grounded.kind.slides"),
        lacking=text(material.language, "grounded.lacks.sentences"),
        instead=text(material.language, "grounded.instead.none"),
    )
