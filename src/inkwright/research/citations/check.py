"""Check the cited sentences of a report: each number, date, name and quotation is looked up in the cited sources."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from inkwright.research.citations.certainty import changes_what_did_not, drops_a_hedge, turns_a_link_into_a_cause
from inkwright.research.citations.comparisons import (
    ranks_against_numbers,
    reverses_a_comparison,
    takes_the_rejected,
)
from inkwright.research.citations.contexts import Item, SourceItems, Surroundings, surroundings_of
from inkwright.research.citations.contrasts import (
    contrasts_with_source,
    has_other_predicate,
    is_of_the_other_side,
    is_part_for_whole,
)
from inkwright.research.citations.dates import CalendarDate, dates_in
from inkwright.research.citations.derived_dates import is_before_multiple, is_reckoned_day, is_reckoned_year
from inkwright.research.citations.extents import names_another_main, states_a_plan_as_done, widens_an_extent
from inkwright.research.citations.folding import folded, is_chinese, with_chinese_stops
from inkwright.research.citations.names import is_named_in, names_in, refers_back
from inkwright.research.citations.periods import is_of_another_label, names_another_label, period_near, shared_period
from inkwright.research.citations.polarity import (
    contradicts_source,
    direction_near,
    is_end_of_change,
    is_start_of_change,
)
from inkwright.research.citations.predicates import (
    changes_another,
    happened_another_time,
    is_in_another_place,
    is_unrelated,
    reverses_a_change,
)
from inkwright.research.citations.quantities import Quantity, quantities_in, stated_quantities
from inkwright.research.citations.quotations import (
    Quotation,
    attribution_of,
    is_quoted_from,
    is_translated,
    quotations_in,
)
from inkwright.research.citations.roles import exchanges_roles, gives_office_to_another, tells_of_another_person
from inkwright.research.citations.speakers import is_said_by_another
from inkwright.research.citations.units import YEAR
from inkwright.research.citations.values import (
    is_age_in,
    is_difference_in,
    is_growth_in,
    is_multiple_in,
    is_part_in,
    is_ratio_in,
    is_rest_in,
    is_same_quantity,
    is_span_in,
    is_span_of_dates,
    is_sum_in,
    is_worked_out_year,
)

ProblemKind = Literal[
    "citation", "number", "date", "name", "quotation", "speaker", "context", "negation", "certainty", "support"
]
"""`support` is what a model found and the rules cannot see."""

CITATION: Final = re.compile(r"\[(\d{1,3}(?:\s?[,，、]\s?\d{1,3})*)\]")
_MAX_CLAIM: Final = 2_000
_MIN_COPIED: Final = 12
_STOP = re.compile(r"\s?(?:[.。!！?？;；]|$)")
_MAX_SOURCE: Final = 200_000
_PLACED = re.compile(r"\b(?:in|at|from|of|on|about|near)(?: the)? $|在$", re.I)
_BETWEEN = re.compile(r"\s?[a-z]+ (?:earlier|later|before|after|ago|on)\b|[年个]?月?(?:之|以)?[前后间来里内]")


@dataclass(frozen=True, slots=True)
class CitationProblem:
    """What a cited sentence says without support: the kind, the words of the sentence, and the citation numbers."""

    kind: ProblemKind
    words: str
    citations: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Claim:
    """The part of a sentence that ends with citations."""

    text: str
    citations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """The numbers and dates of a source, found once."""

    text: str
    joined: str
    numbers: tuple[Quantity, ...]
    dates: tuple[CalendarDate, ...]
    items: SourceItems

    @property
    def years(self) -> list[int]:
        """The years of its dates, each once."""
        return sorted({year for date in self.dates if not date.is_decade for year in date.years})

    @staticmethod
    @lru_cache(maxsize=64)
    def of(original: str) -> "SourceFacts":
        """Return the facts of a source."""
        text = folded(original[:_MAX_SOURCE])
        dates = dates_in(text)
        numbers = quantities_in(text, [(date.start, date.end) for date in dates])
        if text == with_chinese_stops(original[:_MAX_SOURCE]):
            # A bare 元 in simplified characters is the yuan.
            numbers = [
                replace(number, family="money:cny") if number.family == "money:" else number for number in numbers
            ]
        return SourceFacts(
            text, " ".join(text.split()), tuple(numbers), tuple(dates), SourceItems(text, _items(numbers, dates))
        )


def _items(numbers: Sequence[Quantity], dates: Sequence[CalendarDate]) -> list[Item]:
    return [
        Item(number.start, number.end, number.family, number.noun, round(number.value, 6)) for number in numbers
    ] + [
        Item(date.start, date.end, "date", "", "-".join(map(str, (*sorted(date.years), date.month, date.day))))
        for date in dates
    ]


def check_sentence(sentence: str, sources: Mapping[int, str]) -> list[CitationProblem]:
    """Return what the sentence says without support. `sources` are the texts that were read, by citation number."""
    problems: list[CitationProblem] = []
    for claim in _claims(sentence):
        missing = tuple(number for number in claim.citations if number not in sources)
        if missing:
            problems.append(CitationProblem("citation", "".join(f"[{number}]" for number in missing), missing))
        facts = [SourceFacts.of(sources[number]) for number in claim.citations if number in sources]
        if facts:
            problems += _check_claim(claim, facts)
    return problems


def _claims(sentence: str) -> Iterator[_Claim]:
    """Yield each part of the sentence with the citations right after it."""
    start = 0
    groups = list(re.finditer(rf"(?:{CITATION.pattern}\s?)+", sentence))
    for index, group in enumerate(groups):
        numbers = tuple(int(number) for number in re.findall(r"\d+", group[0]))
        text = sentence[start : group.start()]
        if index == len(groups) - 1:
            text += sentence[group.end() :]
        yield _Claim(folded(text.strip(" ,，;；"))[:_MAX_CLAIM], numbers)
        start = group.end()


def _check_claim(claim: _Claim, facts: Sequence[SourceFacts]) -> Iterator[CitationProblem]:
    sources = [fact.text for fact in facts]
    if any(_is_copied(claim.text, fact) for fact in facts):
        return
    quotations = quotations_in(claim.text)
    dates = dates_in(claim.text)
    quoted = [(quotation.start, quotation.end) for quotation in quotations]
    for quotation in quotations:
        yield from _check_quotation(quotation, claim, sources)
    spans = [*quoted, *((date.start, date.end) for date in dates)]
    numbers = list(stated_quantities(claim.text, spans))
    names = [name for name in names_in(_blanked(claim.text, quoted)) if name.text.strip()]
    for name in names:
        if not any(is_named_in(name, source) for source in sources):
            yield CitationProblem("name", name.text, claim.citations)
    outside = [date for date in dates if not _is_inside(date.start, quoted)]
    yield from _check_items(claim, numbers, outside, facts)
    plain = _blanked(claim.text, quoted)
    alike = [source for source in sources if _is_alike(claim, source)]
    if alike and all(_is_of_another(plain, source) for source in alike):
        yield CitationProblem("context", claim.text, claim.citations)
    if any(_is_opposed(plain, fact) for fact in facts if _is_alike(claim, fact.text)):
        yield CitationProblem("negation", claim.text, claim.citations)
    if alike and all(_is_overstated(plain, source) for source in alike):
        yield CitationProblem("certainty", claim.text, claim.citations)


def _is_of_another(claim: str, source: str) -> bool:
    """Whether the source says the same of another person or thing."""
    checks = (
        contrasts_with_source, exchanges_roles, gives_office_to_another, names_another_label, reverses_a_change,
        is_said_by_another, names_another_main, tells_of_another_person,
    )  # fmt: skip
    return any(check(claim, source) for check in checks)


def _is_overstated(claim: str, source: str) -> bool:
    """Whether the source says less: it may be so, there is a link, some of them, or it is planned."""
    checks = (drops_a_hedge, turns_a_link_into_a_cause, widens_an_extent, states_a_plan_as_done)
    return any(check(claim, source) for check in checks)


def _is_copied(claim: str, fact: SourceFacts) -> bool:
    """Whether the source has the claim word for word, as a whole sentence or the end of one."""
    words = " ".join(claim.split()).rstrip(" .。!！?？;；")
    place = fact.joined.find(words) if len(words) >= _MIN_COPIED else -1
    return place >= 0 and bool(_STOP.match(fact.joined, place + len(words)))


def _is_opposed(claim: str, fact: SourceFacts) -> bool:
    """Whether the source says the opposite."""
    return (
        contradicts_source(claim, fact.text)
        or changes_what_did_not(claim, fact.text)
        or reverses_a_comparison(claim, fact.text)
        or takes_the_rejected(claim, fact.text)
        or ranks_against_numbers(claim, fact.text, fact.numbers)
    )


def _is_alike(claim: _Claim, source: str) -> bool:
    return is_chinese(claim.text) == is_chinese(source)


def _is_inside(place: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= place < end for start, end in spans)


def _blanked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return the text with these spans blanked; the rest keeps its place."""
    letters = list(text)
    for start, end in spans:
        letters[start + 1 : end - 1] = " " * (end - start - 2)
    return "".join(letters)


def _check_quotation(quotation: Quotation, claim: _Claim, sources: Sequence[str]) -> Iterator[CitationProblem]:
    holding = [source for source in sources if is_quoted_from(quotation, source)]
    if not holding:
        if not all(is_translated(quotation, source) for source in sources):
            yield CitationProblem("quotation", quotation.text, claim.citations)
        return
    if quotation.is_speech and all(_is_wrong_speaker(quotation, claim.text, source) for source in holding):
        yield CitationProblem("speaker", quotation.text, claim.citations)


def _is_wrong_speaker(quotation: Quotation, claim: str, source: str) -> bool:
    """Whether the claim names a person, and the source gives the words to another person."""
    outside = claim[: quotation.start] + " " + claim[quotation.end :]
    claimed = [
        name for name in names_in(outside) if is_named_in(name, source) and not _PLACED.search(outside[: name.start])
    ]
    attribution, before = attribution_of(quotation, source)
    speakers = names_in(attribution)
    if not claimed or not attribution.strip():
        return False
    if not speakers and refers_back(attribution):
        # "she said": the person named shortly before.
        attribution += before[-400:]
    return not any(
        is_named_in(name, attribution) or any(is_named_in(speaker, name.text) for speaker in speakers)
        for name in claimed
    )


def _check_items(
    claim: _Claim, numbers: Sequence[Quantity], dates: Sequence[CalendarDate], facts: Sequence[SourceFacts]
) -> Iterator[CitationProblem]:
    silent = [
        each for each in quantities_in(claim.text) if each.family and each.is_word and each not in numbers
    ]  # "Less than one hour" states nothing that is looked up, but tells what another number belongs to.
    around = surroundings_of(claim.text, [*_items(numbers, dates), *_items(silent, [])], is_claim=True)
    stated: list[Quantity | CalendarDate] = [*numbers, *dates]
    is_worked_out = False
    for index, item in enumerate(stated):
        found = [(fact, _matching(item, fact)) for fact in facts]
        held = [(fact, matching) for fact, matching in found if matching]
        if not held:
            if isinstance(item, CalendarDate) and any(_is_reckoned(item, fact) for fact in facts):
                continue
            if isinstance(item, Quantity) and _is_derived(item, claim.text, facts):
                is_worked_out = True
                continue
            yield CitationProblem("number" if isinstance(item, Quantity) else "date", item.text, claim.citations)
        elif is_worked_out and isinstance(item, CalendarDate):
            # The words around the date belong to a number that the source does not have.
            continue
        elif not _is_whole(claim.text, item) and all(
            _is_elsewhere(claim, item, fact, matching, around[index])
            or _is_of_another_clause(claim, item, fact, matching, around[index].words)
            for fact, matching in held
        ):
            yield CitationProblem("context", item.text, claim.citations)


def _is_reckoned(date: CalendarDate, fact: SourceFacts) -> bool:
    return (
        is_worked_out_year(date, fact.numbers, fact.dates)
        or is_reckoned_year(date, fact.text, fact.numbers, fact.dates)
        or is_reckoned_day(date, fact.text, fact.dates)
    )


def _is_derived(number: Quantity, text: str, facts: Sequence[SourceFacts]) -> bool:
    """Whether a number may be worked out from the source: a share, a multiple, or a short time between two dates."""
    is_short = number.is_word and number.family == "time" and number.value < 4 * YEAR
    is_between = _BETWEEN.match(text, number.end) is not None
    if is_short and is_between:
        return True
    is_loose = bool(number.hedge) or number.is_word
    return any(
        (is_loose and is_span_in(number, fact.years))
        or is_span_of_dates(number, fact.dates)
        or is_growth_in(number, text, fact.numbers)
        or is_age_in(number, text, fact.years)
        or is_ratio_in(number, fact.numbers)
        or is_difference_in(number, text, fact.numbers)
        or is_part_in(number, fact.numbers)
        or is_rest_in(number, text, fact.text, fact.numbers)
        or is_sum_in(number, fact.numbers)
        or is_multiple_in(number, text, fact.numbers)
        or is_before_multiple(number, fact.text, fact.numbers)
        for fact in facts
    )


def _is_whole(text: str, item: Quantity | CalendarDate) -> bool:
    """Whether the item is the whole of a part before it, "112 of the 340": the words around belong to the part."""
    return re.search(r"\d(?: [a-z]+)?\s(?:out )?of (?:the |its |these )?$", text[: item.start]) is not None


def _matching(item: Quantity | CalendarDate, fact: SourceFacts) -> list[int]:
    """Return the places of the item among the items of a source: numbers first, then dates."""
    if isinstance(item, Quantity):
        found = [index for index, number in enumerate(fact.numbers) if is_same_quantity(item, number)]
        if not found and item.family in ("", "ordinal") and item.value.is_integer():
            found = [
                len(fact.numbers) + index for index, date in enumerate(fact.dates) if int(item.value) in date.years
            ]
        return found
    return [len(fact.numbers) + index for index, date in enumerate(fact.dates) if item.agrees_with(date)] or [
        index
        for index, number in enumerate(fact.numbers)
        if not item.month and not item.is_decade and number.value in item.years
    ]


def _is_of_another_clause(
    claim: _Claim, item: Quantity | CalendarDate, fact: SourceFacts, matching: Sequence[int], said: frozenset[str]
) -> bool:
    """Whether the source says it of what another clause is about."""
    if not _is_alike(claim, fact.text):
        return False
    (own,) = _items([item], []) if isinstance(item, Quantity) else _items([], [item])
    places = [fact.items.items[index] for index in matching]
    if isinstance(item, CalendarDate) and is_unrelated(said, fact.text, places):
        return True
    if is_part_for_whole(claim.text, own, fact.text, places):
        return True
    if is_of_another_label(claim.text, own, fact.text, places):
        return True
    others = [each for index, each in enumerate(fact.items.items) if index not in matching]
    if not is_chinese(claim.text):
        return is_of_the_other_side(claim.text, own, fact.text, places, others) or has_other_predicate(
            claim.text, own, fact.text, places, others
        )
    if isinstance(item, CalendarDate):
        return happened_another_time(claim.text, own, fact.text, places)
    if is_in_another_place(claim.text, own, fact.text, places):
        return True
    return changes_another(claim.text, own, fact.text, places, others) or has_other_predicate(
        claim.text, own, fact.text, places, others
    )


def _is_elsewhere(
    claim: _Claim, item: Quantity | CalendarDate, fact: SourceFacts, matching: Sequence[int], around: Surroundings
) -> bool:
    """Whether the source says it of something else, or in the other direction."""
    family = item.family if isinstance(item, Quantity) else "date"
    if not _is_alike(claim, fact.text):
        # Only the numbers and dates near it can be compared with a source in another language.
        marks = frozenset(token for token in around.clause if token.startswith("#"))
        return fact.items.is_about_another(around._replace(clause=marks, opening=()), matching)
    if fact.items.is_about_another(around, matching):
        return True
    if isinstance(item, Quantity) and not item.family and fact.items.counts_another(item.noun, matching):
        return True
    if family == "date":
        return False
    period = period_near(claim.text, item.start, item.end)
    claimed = direction_near(claim.text, item.start, item.end)
    places = [fact.items.items[index] for index in matching]
    if is_end_of_change(claim.text, item.start) and all(is_start_of_change(fact.text, each.start) for each in places):
        return True
    periods = [period_near(fact.text, place.start, place.end) or shared_period(fact.text, place) for place in places]
    if len(period) == 1 and periods and all(len(each) == 1 and each != period for each in periods):
        return True
    given = [direction_near(fact.text, place.start, place.end) for place in places]
    return len(claimed) == 1 and bool(given) and all(len(each) == 1 and not each & claimed for each in given)
