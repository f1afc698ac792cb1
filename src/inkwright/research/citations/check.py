"""Check the cited sentences of a report: each number, date, name and quotation is looked up in the cited sources."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from inkwright.research.citations.dates import CalendarDate, dates_in
from inkwright.research.citations.derived_dates import is_before_multiple, is_reckoned_day, is_reckoned_year
from inkwright.research.citations.folding import folded, with_chinese_stops
from inkwright.research.citations.names import is_named_in, names_in, refers_back
from inkwright.research.citations.quantities import Quantity, quantities_in, stated_quantities
from inkwright.research.citations.quotations import (
    Quotation,
    attribution_of,
    is_quoted_from,
    is_translated,
    quotations_in,
)
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

ProblemKind = Literal["citation", "number", "date", "name", "quotation", "speaker", "support"]
"""`support` is what a model found; the rules look up the others."""

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
        return SourceFacts(text, " ".join(text.split()), tuple(numbers), tuple(dates))


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


def _is_copied(claim: str, fact: SourceFacts) -> bool:
    """Whether the source has the claim word for word, as a whole sentence or the end of one."""
    words = " ".join(claim.split()).rstrip(" .。!！?？;；")
    place = fact.joined.find(words) if len(words) >= _MIN_COPIED else -1
    return place >= 0 and bool(_STOP.match(fact.joined, place + len(words)))


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
    stated: list[Quantity | CalendarDate] = [*numbers, *dates]
    for item in stated:
        if any(_has_item(item, fact) for fact in facts):
            continue
        if isinstance(item, CalendarDate):
            if not any(_is_reckoned(item, fact) for fact in facts):
                yield CitationProblem("date", item.text, claim.citations)
        elif not _is_derived(item, claim.text, facts):
            yield CitationProblem("number", item.text, claim.citations)


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


def _has_item(item: Quantity | CalendarDate, fact: SourceFacts) -> bool:
    """Whether a source has the number or date; a bare number may be a year there, and a year a bare number."""
    if isinstance(item, Quantity):
        is_bare = item.family in ("", "ordinal") and item.value.is_integer()
        return any(is_same_quantity(item, number) for number in fact.numbers) or (
            is_bare and any(int(item.value) in date.years for date in fact.dates)
        )
    is_year = not item.month and not item.is_decade
    return any(item.agrees_with(date) for date in fact.dates) or (
        is_year and any(number.value in item.years for number in fact.numbers)
    )
