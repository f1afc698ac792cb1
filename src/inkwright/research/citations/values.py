"""Whether a number of a sentence is a number of its source: the same, converted, or rounded as people round."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from inkwright.research.citations.dates import CalendarDate
from inkwright.research.citations.passages import tokens_of_text
from inkwright.research.citations.quantities import Quantity, quantities_in
from inkwright.research.citations.units import YEAR, is_same_family

_EXACT: Final = 1e-6
_MOST_ROUNDED: Final = 0.1
_MOST_UNHEDGED: Final = 0.03
_MOST_OVER: Final = 0.2
_RATIO: Final = 0.05
_SPECIFIC: Final = 3
_MAX_YEARS: Final = 100
_LONG_SPAN: Final = 10
_SAME_YEAR: Final = 0.1
_BESIDE: Final = 16
_AGED_BEFORE = re.compile(r"\b(?:was|is|aged|at|age of|turned) $")
_AGED_AFTER = re.compile(r"[,.]| (?:when|years old|and)\b|$")
_LEAVING = re.compile(
    r"(?:\b(?:leaving|remaining|the rest|the other)|其余|余下|剩下|剩余|仍|尚|还有|保持)[^.。，,；;]{0,20}$"
)
_LOOK: Final = 24
_COMPARED_REACH: Final = 5
_COMPARED_BEFORE = re.compile(
    r"\bby (?:only |just |about |some |nearly |almost )?[$€£]?$"
    r"|(?:[多少高低长短早晚]|增加|减少|提高|降低|缩短|延长|上升|下降|缺失|缺少"
    r"|失去|消失|上涨|下跌|上调|下调|调[涨高低]|[涨跌]|剩下?|仅存)了?约?$"
)
_COMPARED_AFTER = re.compile(
    r" (?:[a-z]+ ){0,2}(?:more|fewer|less|higher|lower|longer|shorter|taller|above|below)\b"
    r"| (?:out )?of (?:the|its|their)\b"
)
_REST = re.compile(
    r"[^.。;；\n]{0,60}?(?P<subject>[^,，.。;；\n]{0,30})"
    r"(?:\bthe (?:rest|remainder|other)\b|其余|余下|剩下"
    r"|剩余"
    r"|另外)(?P<holder>[^,，.。;；\n]{0,60})"
)
_GROWING = re.compile(
    r"\b(?:rose|risen|rising|grew|grown|increas\w+|climb\w+|gain\w*|up|more|higher|fell|fallen|falling|declin\w+|drop\w+"
    r"|decreas\w+|shr[aiu]nk\w*|down|less|fewer|lower|lost)\b|增长|增加|提高|上升|上涨|下降|减少|降低|下跌|缩小|[多少高低]",
    re.I,
)
_MULTIPLES: Final = ("times", "倍", "-fold", "to one", "to 1", "比1", "比一")
_NOT_ADDED: Final = frozenset({"percent", "points", "ordinal", "temperature", "age", "time"})


def is_same_quantity(claim: Quantity, source: Quantity) -> bool:
    """Whether the source has the number, in a unit of the same family, as exactly as the sentence gives it."""
    if not _is_same_kind(claim, source):
        return False
    if bool(claim.family) != bool(source.family):
        # A bare number is in the unit of its neighbour: it is compared as it is written.
        return _is_same_value(claim, source) or _is_same_value(_as_written(claim), _as_written(source))
    return _is_same_value(claim, source)


def _as_written(number: Quantity) -> Quantity:
    return replace(number, value=number.value / number.factor, quantum=number.quantum / number.factor, factor=1.0)


def _is_same_kind(claim: Quantity, source: Quantity) -> bool:
    one, other = claim.family, source.family
    if one and other:
        return is_same_family(one, other)
    if one == other:
        return True
    named = one or other
    if named in ("percent", "points"):
        return False
    if named == "ordinal":
        return True
    bare = source if one else claim
    # "640 million" after "1.9 billion cubic metres" has its unit from there; a small number with a noun has not.
    return bare.digits >= _SPECIFIC or bare.value >= 1_000 or not bare.noun


def _is_same_value(claim: Quantity, source: Quantity) -> bool:
    if not source.value or not claim.value:
        return claim.value == source.value
    difference = source.value - claim.value
    share = abs(difference) / abs(source.value)
    if share <= (_EXACT if claim.is_exact and source.is_exact else 0.011):
        return True
    if claim.family == "time" and source.family == "time" and share <= 0.001:
        return True
    if not claim.is_exact and claim.hedge and share <= _RATIO:
        return True
    is_rounded = abs(difference) <= claim.quantum / 2 * 1.001
    match claim.hedge:
        case "over":
            return difference > 0 and (is_rounded or share <= _MOST_OVER)
        case "under":
            return difference < 0 and (is_rounded or share <= _MOST_ROUNDED)
        case "near":
            return share <= _MOST_ROUNDED and (difference < 0 or is_rounded)
        case "about":
            return is_rounded and share <= _MOST_ROUNDED
        case _:
            is_shorter = source.digits > claim.digits or source.factor != claim.factor
            return is_rounded and claim.digits >= 2 and is_shorter and share <= _MOST_UNHEDGED


def is_span_in(claim: Quantity, years: Sequence[int]) -> bool:
    """Whether a span of years is the time between two years of the source."""
    span = claim.value / YEAR
    if claim.is_word and not claim.hedge:
        # "Twenty-four years": from the first year to the last, which may count too.
        return span >= _LONG_SPAN and any(
            round(span) - abs(one - other) in (0, 1) for one in years[:_MAX_YEARS] for other in years[:_MAX_YEARS]
        )
    spans = {abs(one - other) for one in years[:_MAX_YEARS] for other in years[:_MAX_YEARS]}
    return claim.family == "time" and span >= 1 and any(abs(span - each) <= max(1, _RATIO * 2 * span) for each in spans)


def is_ratio_in(claim: Quantity, numbers: Sequence[Quantity]) -> bool:
    """Whether a fraction in words is the share of one number of the source in another one near it."""
    if claim.family != "percent" or (claim.is_exact and not claim.hedge):
        return False
    for index, number in enumerate(numbers):
        for other in numbers[max(0, index - 3) : index]:
            if number.family == other.family and number.family not in ("percent", "points", "ordinal"):
                low, high = sorted((number.value, other.value))
                share = 100 * low / high if high else 0.0
                if low and (_is_about(claim, share) or _is_about(claim, 100 - share)):
                    return True
    return False


def _is_about(claim: Quantity, value: float) -> bool:
    """Whether a value is as near to a claim without digits as its hedge allows: "more than a quarter" of 28 percent."""
    share = (value - claim.value) / claim.value
    match claim.hedge:
        case "over":
            return -_EXACT <= share <= _MOST_OVER
        case "under" | "near":
            return -_MOST_OVER / 2 <= share <= _EXACT
        case "about":
            return abs(share) <= 2 * _RATIO
        case _:
            return abs(share) <= _RATIO


def is_growth_in(claim: Quantity, text: str, numbers: Sequence[Quantity]) -> bool:
    """Whether "rose by 28 percent" is what a number of the source is above or below another one beside it."""
    if claim.family != "percent" or claim.digits < 2 or not _GROWING.search(text):
        return False
    least = max(claim.quantum / 2, _RATIO * claim.value / 2 if claim.hedge else 0.0)
    return any(
        one.value and abs(100 * abs(other.value / one.value - 1) - claim.value) <= least * 1.001
        for one, other in pairwise(number for number in numbers if number.family not in ("ordinal", "time", "age"))
        if one.family == other.family
    )


def _months_between(one: CalendarDate, other: CalendarDate) -> int:
    """Return the months from one date to another; a date without a year is in the year of the one before it."""
    years = max(other.years) - max(one.years) if one.years and other.years else 0
    return 12 * years + other.month - one.month


def is_span_of_dates(claim: Quantity, dates: Sequence[CalendarDate]) -> bool:
    """Whether "44 years" or "eight months" are the time between two dates that follow each other in the source."""
    if claim.family != "time":
        return False
    months = claim.value / (YEAR / 12)
    if abs(months - round(months)) < _SAME_YEAR and any(
        one.month and other.month and abs(_months_between(one, other) - months) <= (1 if claim.hedge else 0.1)
        for one, other in pairwise(dates)
    ):
        return True
    span = round(claim.value / YEAR)
    if span < 2 or abs(claim.value / YEAR - span) > _SAME_YEAR:
        return False
    single = [next(iter(date.years)) for date in dates if len(date.years) == 1 and not date.is_decade]
    return any(abs(one - other) == span for one, other in pairwise(single))


def is_difference_in(claim: Quantity, text: str, numbers: Sequence[Quantity]) -> bool:
    """Whether a number is the difference of two neighbours in the source, or the percentage that they leave of 100.

    The difference of two percentages is in percentage points.
    """
    family = "percent" if claim.family == "points" else claim.family
    is_compared = _COMPARED_BEFORE.search(text[max(0, claim.start - _LOOK) : claim.start]) or _COMPARED_AFTER.match(
        text, claim.end
    )
    if is_compared and any(
        abs(abs(one.value - other.value) - claim.value) <= claim.quantum / 100
        for one, other in _stated(claim, text, numbers)
    ):
        return True
    is_share = claim.family == "percent"
    if (
        is_compared
        and claim.family != "percent"
        and any(
            one.family == other.family == claim.family
            and other.start - one.end <= _BESIDE
            and abs(abs(one.value - other.value) - claim.value) <= claim.quantum / 100
            # "Line 3 has 420,000, Line 5 370,000": the number of a line may come between.
            for one, other in combinations_near(numbers, 2)
        )
    ):
        return True
    if claim.family != "points" and claim.digits < (2 if family or is_compared else _SPECIFIC):
        return is_share and _is_last_share(claim, numbers)
    alike = [number for number in numbers if number.family in (family, "") or (is_compared and not family)]
    # "12.1 fewer" compares two groups, whose numbers may come between each other.
    pairs = [
        pair
        for pair in combinations_near(alike, _COMPARED_REACH if is_compared else 1)
        if is_comparable(*pair) or is_share
    ]
    results = (100 - one.value - other.value if is_share else abs(one.value - other.value) for one, other in pairs)
    return any(abs(result - claim.value) <= claim.quantum / 100 for result in results)


def _is_last_share(claim: Quantity, numbers: Sequence[Quantity]) -> bool:
    """Whether two percentages that follow each other closely leave exactly this one of 100."""
    shares = [number for number in numbers if number.family == "percent"]
    return any(
        other.start - one.end <= _LOOK and abs(100 - one.value - other.value - claim.value) < _EXACT
        for one, other in pairwise(shares)
    )


def _stated(claim: Quantity, text: str, numbers: Sequence[Quantity]) -> Iterator[tuple[Quantity, Quantity]]:
    """Yield the numbers of the claim itself that the source has, with the numbers of the source that count the same."""
    for own in quantities_in(text):
        if own.start != claim.start and any(_is_same_value(own, each) for each in numbers):
            yield from (
                (own, other) for other in numbers if other.family == own.family and other.noun in ("", own.noun)
            )


def combinations_near(numbers: Sequence[Quantity], reach: int) -> Iterator[tuple[Quantity, Quantity]]:
    """Yield the pairs of numbers with at most `reach` steps between them."""
    for index, number in enumerate(numbers):
        for other in numbers[index + 1 : index + 1 + reach]:
            yield number, other


def is_comparable(one: Quantity, other: Quantity) -> bool:
    """Whether two numbers may be subtracted: of one family, or one without a unit."""
    return one.family == other.family or not (one.family and other.family)


def is_part_in(claim: Quantity, numbers: Sequence[Quantity]) -> bool:
    """Whether a count is the share of a number in the source that a percentage or fraction near it gives."""
    if claim.family in ("percent", "points", "ordinal", "time", "age") or claim.digits < 2:
        return False
    least = max(claim.quantum / 2, claim.value * (_MOST_UNHEDGED if claim.hedge else 0.001))
    return any(
        "percent" in (one.family, other.family)
        and is_same_family(claim.family, other.family if one.family == "percent" else one.family)
        and abs(one.value * other.value / 100 - claim.value) <= least
        for one, other in combinations_near(numbers, 2)
    )


def is_age_in(claim: Quantity, text: str, years: Sequence[int]) -> bool:
    """Whether a number is the age of a person between two years of the source: "was 32 when"."""
    is_age = claim.family == "age" or (
        not claim.family and _AGED_BEFORE.search(text[: claim.start]) and _AGED_AFTER.match(text, claim.end)
    )
    age = round(claim.value / claim.factor)
    return bool(is_age) and any(
        0 <= one - other - age <= 1 for one in years[:_MAX_YEARS] for other in years[:_MAX_YEARS]
    )


def is_worked_out_year(claim: CalendarDate, numbers: Sequence[Quantity], dates: Sequence[CalendarDate]) -> bool:
    """Whether a year is so many years before or after a date beside them in the source: "2004, six years after"."""
    if claim.month or claim.is_decade or len(claim.years) != 1:
        return False
    (year,) = claim.years
    return any(
        abs(abs(year - other) - number.value / YEAR) < _SAME_YEAR
        for number in numbers
        if number.family == "time" and number.value >= YEAR
        for date in dates
        if min(abs(date.start - number.end), abs(number.start - date.end)) <= _BESIDE
        for other in date.years
    )


def is_rest_in(claim: Quantity, text: str, source: str, numbers: Sequence[Quantity]) -> bool:
    """Whether a percentage is what one in the source leaves of the whole, and is said of what has the rest."""
    words = tokens_of_text(text)
    is_left = _LEAVING.search(text[: claim.start])
    for number in numbers:
        if {claim.family, number.family} != {"percent"} or abs(100 - number.value - claim.value) > claim.quantum / 100:
            continue
        if is_left:
            return True
        if rest := _REST.match(source, number.end):
            holder = tokens_of_text(rest["holder"]) or tokens_of_text(rest["subject"])
            if 2 * len(holder & words) >= max(1, len(holder)):
                return True
    return False


def is_sum_in(claim: Quantity, numbers: Sequence[Quantity]) -> bool:
    """Whether a number is the sum of two neighbours in the source that count the same as it does."""
    if claim.family in _NOT_ADDED or not (claim.family or claim.noun):
        return False
    alike = [number for number in numbers if number.family == claim.family]
    return any(
        _is_counted_alike(claim, one, other) and abs(one.value + other.value - claim.value) <= claim.quantum / 100
        for one, other in pairwise(alike)
    )


def _is_counted_alike(claim: Quantity, one: Quantity, other: Quantity) -> bool:
    return bool(claim.family) or (claim.noun in (one.noun, other.noun) and (one.noun == other.noun or not other.noun))


def is_multiple_in(claim: Quantity, text: str, numbers: Sequence[Quantity]) -> bool:
    """Whether "three times" is one number of the source divided by another one of its family near it."""
    if not text[claim.end : claim.end + 8].lstrip().startswith(_MULTIPLES):
        return False
    for index, number in enumerate(numbers):
        for other in numbers[max(0, index - 4) : index]:
            low, high = sorted((number.value, other.value))
            if number.family == other.family and low and abs(high / low - claim.value) <= 0.1 * claim.value:
                return True
    return False
