"""The cells of a sheet as the sheet shows them: percentages, dates, fractions and amounts by their number format."""

import datetime as dt
import math
import re
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Final

_LONGEST_FORMAT: Final = 120
_LARGEST: Final = 1e15
_HIDDEN = re.compile(r"\[[^\]]*\]|_.|\*.", re.DOTALL)
_CURRENCY = re.compile(r"\[\$([^\]\-]+)[^\]]*\]")
_LITERAL = re.compile(r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)', re.DOTALL)
_NUMBER = re.compile(r"(?P<whole>[#0,]+)(?:\.(?P<places>[0#]*))?(?P<percent>%?)")
_PLAIN = re.compile(r"[^A-Za-z0-9#?@/]*")
_FRACTION = re.compile(r"(?:#\s*)?\?+/(?P<digits>\?+)")
_DATE_PART = re.compile(r"y+|m+|d+|h+|s+|[^A-Za-z]", re.IGNORECASE)
# These two are shown in the order of whoever opens the file, so that no other order is the right one.
_LOCAL: Final = {"mm-dd-yy": "yyyy-mm-dd", "m/d/yy h:mm": "yyyy-mm-dd h:mm"}
_DATE_FIELDS: Final = {"y": "year", "m": "month", "d": "day", "h": "hour", "s": "second"}

Moment = dt.datetime | dt.date | dt.time


def shown(value: object, number_format: str) -> str:
    """The text of a cell with this value and this number format. What the format does not tell is written plainly."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    section = number_format.split(";", 1)[0][:_LONGEST_FORMAT]
    if isinstance(value, int | float):
        return _number(value, section)
    if isinstance(value, dt.datetime | dt.date | dt.time):
        return _moment(value, _LOCAL.get(section, section))
    return str(value)


def _number(value: float, section: str) -> str:
    bare = _HIDDEN.sub("", _CURRENCY.sub(r'"\1"', section))
    if not math.isfinite(value) or abs(value) >= _LARGEST:
        return _plainly(value)
    if fraction := _FRACTION.fullmatch(bare.strip()):
        return _fraction(value, len(fraction["digits"]))
    masked = _LITERAL.sub(lambda found: "\0" * len(found[0]), bare)
    core = _NUMBER.search(masked)
    if core is None or not all(map(_PLAIN.fullmatch, (masked[: core.start()], masked[core.end() :]))):
        return _plainly(value)
    before, after = (_LITERAL.sub(_literal, part) for part in (bare[: core.start()], bare[core.end() :]))
    return f"{before}{_amount(value, core)}{after}".strip()


def _literal(found: re.Match[str]) -> str:
    return found["escaped"] or found["quoted"] or ""


def _amount(value: float, core: re.Match[str]) -> str:
    places = core["places"] or ""
    exact = Decimal(str(value)) * (100 if core["percent"] else 1)
    rounded = exact.quantize(Decimal(1).scaleb(-len(places)), ROUND_HALF_UP)
    written = f"{abs(rounded):,f}" if "," in core["whole"].strip(",") else f"{abs(rounded):f}"
    whole, point, rest = written.partition(".")
    for _ in range(len(places) - len(places.rstrip("#"))):
        rest = rest.removesuffix("0")
    whole = whole.zfill(core["whole"].count("0"))
    sign = "-" if rounded < 0 else ""
    return f"{sign}{whole}{point if rest else ''}{rest}{core['percent']}"


def _fraction(value: float, digits: int) -> str:
    found = Fraction(str(abs(value))).limit_denominator(10 ** min(digits, 4) - 1)
    whole, rest = divmod(found.numerator, found.denominator)
    parts = [str(whole)] if whole or not rest else []
    parts += [f"{rest}/{found.denominator}"] if rest else []
    return ("-" if value < 0 else "") + " ".join(parts)


def _plainly(value: float) -> str:
    """As many digits as a sheet keeps: more are what is left of counting in twos."""
    if isinstance(value, int):
        return str(value)
    return str(int(value)) if value.is_integer() and abs(value) < _LARGEST else f"{value:.15g}"


def _moment(value: Moment, section: str) -> str:
    parts = [*_date_parts(_HIDDEN.sub("", section))]
    told = [_date_part(value, part, is_minute) for part, is_minute in parts]
    if told and all(part is not None for part in told):
        return "".join(part or "" for part in told).strip()
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return value.date().isoformat()
    return value.isoformat(" ") if isinstance(value, dt.datetime) else value.isoformat()


def _date_parts(bare: str) -> Iterator[tuple[str, bool]]:
    """The parts of the format, and whether an `m` in it is a minute: behind hours, or before seconds."""
    found: list[str] = []
    at = 0
    while at < len(bare):
        part = _LITERAL.match(bare, at) or _DATE_PART.match(bare, at)
        if part is None:
            found.append("?")  # a letter that is no part of a date
            break
        found.append(part[0])
        at = part.end()
    letters = [(place, part[0].lower()) for place, part in enumerate(found) if part[0].lower() in _DATE_FIELDS]
    for place, each in enumerate(found):
        before = next((letter for at, letter in reversed(letters) if at < place), "")
        after = next((letter for at, letter in letters if at > place), "")
        yield each, each[0] in "mM" and (before == "h" or after == "s")


def _date_part(value: Moment, part: str, is_minute: bool) -> str | None:
    """What a part of the format shows of the value; None where this part is not known."""
    if literal := _LITERAL.fullmatch(part):
        return _literal(literal)
    letter, width = part[0].lower(), len(part)
    name = "minute" if is_minute else _DATE_FIELDS.get(letter)
    if name is None:
        return None if letter in "?@#0" else part
    number = getattr(value, name, None)
    if number is None or width > (4 if letter == "y" else 2):
        return None
    if letter == "y":
        return f"{number:04}" if width > 2 else f"{number % 100:02}"
    return f"{number:0{width}}"
