"""The numbers of a text with their units: percentages, percentage points, fractions, measures, counts and ordinals."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import floor, log10
from typing import Final

from inkwright.grounding.language.english import FUNCTION_WORDS, parts_of_speech
from inkwright.research.citations.numerals import SCALES, WORD_VALUES, digits_value, han_value, words_value
from inkwright.research.citations.units import unit_at

_DIGITS: Final = r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
_HAN: Final = "[零〇一二两三四五六七八九十百千万亿]"
_START: Final = r"(?<![\d.A-Za-z_])(?<![A-Za-z]-)(?<!\d,)"
_WORD: Final = rf"(?:{'|'.join(sorted((*WORD_VALUES, *SCALES), key=len, reverse=True))})"
_PARTS: Final = {
    "half": 2, "halves": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10,
}  # fmt: skip
_ORDINALS: Final = {
    word: value
    for value, word in enumerate(
        "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
        "sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        start=3,
    )
}
_PATTERNS: Final = {
    "clock": re.compile(r"(?<![\d:])(?P<a>\d{1,2}):(?P<b>\d{2})(?::(?P<c>\d{2}(?:\.\d+)?))?(?![\d:])"),
    "split_seconds": re.compile(r"(?<![\d.])(?P<a>\d{1,3})秒(?P<b>\d{2})(?!\d)"),
    "duration": re.compile(
        rf"(?<![\d.A-Za-z])(?P<a>\d+|{_WORD}|{_HAN}+)[ -]?(?:hours?|小时|个小时|时)[ ,]*(?:and )?(?P<b>\d+"
        rf"|{_WORD}(?:-{_WORD})?|{_HAN}+)[ -]?"
        rf"(?:minutes?|分钟|分)(?!之)"
        rf"(?:[ ,]*(?:and )?(?P<c>{_DIGITS}|{_WORD}(?:-{_WORD})?|{_HAN}+)[ -]?(?:seconds?|秒))?"
    ),
    "minutes": re.compile(
        rf"(?<![\d.A-Za-z])(?P<b>\d+)[ -]?(?:minutes?|分钟?)[ ,]*(?:and )?(?P<c>{_DIGITS})[ -]?(?:seconds?|秒)"
    ),
    "half_year": re.compile(r"[上下前后]?半年|\b(?:first|second) half of (?:the year|[12]\d{3})"),
    "and_half": re.compile(
        rf"\b(?P<number>a|an|one|{_WORD})"
        r" (?:(?P<unit>second|minute|hour|day|week|month|year|mile|metre|meter) )?and a half\b",
        re.I,
    ),
    "half_point": re.compile(r"\bhalf (?:a|of a) (?:percentage )?point|半个百分点"),
    "point_fraction": re.compile(
        r"\b(?P<part>a|an|one|two|three) (?P<whole>third|quarter|fifth|tenth)s? of a (?:percentage )?point\b", re.I
    ),
    "basis": re.compile(rf"{_START}(?P<number>{_DIGITS})\s?(?:basis points?\b|个?基点)"),
    "han_fraction": re.compile(rf"(?P<whole>{_HAN}+|\d+)分之(?P<part>{_HAN}+(?:点{_HAN}+)?|{_DIGITS})"),
    "tenths": re.compile(
        r"(?P<tenths>[一二两三四五六七八九])成(?P<more>[一二三四五六七八九半])?(?![为立功员本果长都语效人绩交])"
    ),
    "han_half": re.compile("(?:一半|半数)(?!以)"),
    "in_words": re.compile(
        rf"\b(?P<part>{_WORD}|\d+) (?:in|out of)(?: every)? (?P<whole>{_WORD}|\d+)\b(?! [A-Z]?[a-z]*(?:month|year"
        rf"|day|week))",
        re.I,
    ),
    "every": re.compile(r"\bevery (?P<whole>third|fourth|fifth|tenth)\b", re.I),
    "fraction": re.compile(
        rf"\b(?P<part>a|an|one|{_WORD}|\d)[ -](?P<whole>third|quarter|fourth|fifth|sixth|seventh|eighth|ninth"
        rf"|tenth)s?\b"
        r"(?! (?:of \d{4}|century|time|increase|place|year|day|month|week|quarter))",
        re.I,
    ),
    "half": re.compile(
        r"(?<!first )(?<!second )(?<!latter )(?<!and a )\bhalf\b"
        r"(?![ -](?:an? )?(?:year|century|hour|time|day|mile|of \d))",
        re.I,
    ),
    "points": re.compile(
        rf"{_START}(?P<number>{_DIGITS}|{_HAN}+|{_WORD})\s?(?:个百分点|(?:(?:percentage|per cent) )?points?\b)"
    ),
    "percent": re.compile(rf"{_START}(?P<number>{_DIGITS})\s?(?:%|per ?cent\b)", re.I),
    "permille": re.compile(rf"{_START}(?P<number>{_DIGITS})\s?(?:‰|per ?mille?\b)", re.I),
    "percent_words": re.compile(rf"\b(?P<number>{_WORD}(?:[ -]{_WORD})*) per ?cent\b", re.I),
    "ordinal": re.compile(
        rf"第(?P<han>{_HAN}+|\d+)|\b(?P<digits>\d+)(?:st|nd|rd|th)\b|\b(?P<word>{'|'.join(_ORDINALS)})\b", re.I
    ),
    "scaled": re.compile(
        rf"{_START}(?P<number>{_DIGITS}\s?(?:[百千]?(?:万亿|万|亿)|百(?![分帕])|千(?![米克瓦帕伏卡]))"
        rf"(?:{_DIGITS}\s?[百千]?万)?)"
    ),
    "short_money": re.compile(rf"(?<=[$€£¥])(?P<number>{_DIGITS})\s?(?P<scale>[km]|bn)\b", re.I),
    "digits": re.compile(
        rf"{_START}(?P<number>{_DIGITS})(?:[ -]?(?P<scale>thousand|million|billion|trillion|bn)\b)?(?![\d])"
    ),
    "words": re.compile(rf"\b(?P<number>{_WORD}(?:(?:[ -]| and ){_WORD})*)\b", re.I),
    "han": re.compile(rf"(?P<number>{_HAN}+)"),
}
_VAGUE = re.compile(r"(?:\b(?:a )?(?:few|several|many|couple of) |[几数好成上])$", re.I)
_WHOLE_NOUN = re.compile(r" of (?:the |its )?\d[\d,.]* ([a-z]{3,})")
_NOUN = re.compile(
    r"[ -]?(of (?:them|whom|which)|[a-z]{3,}"
    r"|[人名位所座家只户辆株棵头枚孔道项件条次处个册本套艘站班张幅幢栋场届份批组])"
)
_MEASURES: Final = {"名": "人", "位": "人"}
_SHORT_SCALES: Final = {"k": 10**3, "m": 10**6, "bn": 10**9} | SCALES
_COUNTED: Final = re.compile(
    "[个名人位家所座处次项件条枚只头户间艘辆架台篇部本册届届省市县区国城岁年天月周日时分秒米公平立克斤吨元美欧港英株棵"
    "颗粒袋箱份张页章卷级组支队站班层种类倍步亩代张道颗场集首句字孔跨拱根幢扇幅枪发艘艇节门课股小摄百千万亿]"
)
_HEDGES: Final = {
    "over": re.compile(
        r"(?:\b(?:over|more than|above|at least|exceed(?:s|ed|ing)?|upwards of|in excess of|past|beyond)|超过|逾|超"
        r"|至少|不少于|高于|突破|多于)(?:占|为|有|达)?"
        r"\s?(?:a |the )?[$€£¥]?$", re.I),
    "near": re.compile(
        r"(?:\b(?:nearly|almost|not quite|close to|just under)|近|将近|接近)(?:占|为|有|达)?"
        r"\s?(?:a |the )?[$€£¥]?$", re.I),
    "under": re.compile(
        r"(?:\b(?:under|less than|fewer than|below|up to|at most|no more than)|不到|不足|少于|低于|最多|至多)"
        r"(?:占|为|有|达)?"
        r"\s?(?:a |the )?[$€£¥]?$", re.I),
    "about": re.compile(
        r"(?:\b(?:about|around|some|roughly|approximately|circa|c\.|an estimated|estimated at|or so)|约|大约|约为"
        r"|大概|左右|估计)(?:占|为|有|达)?"
        r"\s?(?:a |the )?[$€£¥]?$", re.I),
}  # fmt: skip
_AFTER: Final = {
    "over": re.compile("[\\s]?(?:多|余|以上)"),
    "about": re.compile("[^，。；,.;]{0,3}(?:左右|上下|or so)"),
}
_LOOK_BACK: Final = 24
_HIGHEST: Final = 1e18
_APPROXIMATE: Final = 0.1
_UNSCALED: Final = 1_000.0
_ALIKE: Final = 20.0
_HALF_YEAR: Final = 365.25 * 86_400 / 2
_JOINED = re.compile(r"\s?(?:to|and|or|against|versus|vs\.?|compared (?:with|to)|[-–—~～至到和与比、])\s?(?:\$|€|£)?")
_LISTED = re.compile(r"[,，;] ?(?:and )?(?:the )?[A-Z][a-z]+ $|\band (?:the )?[A-Z][a-z]+ $")
_SENTENCE_END = re.compile(r"[.。!?]\s")
_SCALE = re.compile(r"(?:thousand|million|billion|trillion|[百千]?[万亿]+)$")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of a text: its value and quantum (the worth of its last digit) in the base unit of its family.

    `hedge` says how it is rounded: "over", "under", "near", "about" or nothing.
    `is_word` is true of numbers without a digit.
    """

    start: int
    end: int
    text: str
    value: float
    quantum: float
    family: str
    hedge: str = ""
    is_word: bool = False
    is_exact: bool = True
    noun: str = ""
    factor: float = 1.0

    @property
    def digits(self) -> int:
        """The count of significant digits."""
        return max(1, floor(log10(abs(self.value) / self.quantum) + 1.000_001)) if self.value else 1


def quantities_in(text: str, taken: Sequence[tuple[int, int]] = ()) -> list[Quantity]:
    """Return the numbers of a folded text in order, without those inside the spans that are taken."""
    free = bytearray(b"\x01") * (len(text) + 1)
    for start, end in taken:
        free[start:end] = bytes(end - start)
    found: list[Quantity] = []
    for kind, pattern in _PATTERNS.items():
        for match in pattern.finditer(text):
            start, end = match.span()
            if 0 in free[start:end]:
                continue
            if (quantity := _quantity(text, match, kind)) is not None:
                free[quantity.start : quantity.end] = bytes(quantity.end - quantity.start)
                found.append(quantity)
    return _with_left_out_nouns(text, _with_shared_units(text, sorted(found, key=lambda quantity: quantity.start)))


def _with_shared_units(text: str, found: list[Quantity]) -> list[Quantity]:
    """Give the first number of a pair the unit and scale of the second one: "4.6 to 3.9 percent", "5 to 7 million"."""
    for index in range(len(found) - 2, -1, -1):
        first, second = found[index], found[index + 1]
        is_open = not first.family and not first.noun and second.family != "ordinal"
        if is_open and _JOINED.fullmatch(text[first.end : second.start]):
            times = second.factor * _shared_scale(first, second)
            value, quantum = first.value * times, first.quantum * times
            found[index] = replace(first, value=value, quantum=quantum, family=second.family, factor=second.factor)
    return found


def _with_left_out_nouns(text: str, found: list[Quantity]) -> list[Quantity]:
    """Give "the Greens 17" the noun of the number before it: "the Reformers won 54 seats, the Greens 17"."""
    for index in range(1, len(found)):
        before, number = found[index - 1], found[index]
        between = text[before.end : number.start]
        if not number.family and not number.noun and _LISTED.search(between) and not _SENTENCE_END.search(between):
            found[index] = replace(number, noun=before.noun) if before.noun else number
    return found


def _shared_scale(first: Quantity, second: Quantity) -> float:
    """Return the scale of the second number if it is also that of the first: not in "from 900 to 1.2 million"."""
    scale = _SCALE.search(second.text)
    if not scale or first.value >= _UNSCALED:
        return 1.0
    size = float(SCALES.get(scale[0]) or han_value(scale[0]))
    low, high = sorted((first.value, second.value / second.factor / size))
    return size if high <= _ALIKE * low else 1.0


def _quantity(text: str, match: re.Match[str], kind: str) -> Quantity | None:
    if kind in ("clock", "split_seconds", "duration", "minutes"):
        return _made(text, match, _seconds(match, kind), "time", quantum=0.01 if kind == "split_seconds" else 1.0)
    if kind == "half_year":
        return _made(text, match, _HALF_YEAR, "time")
    if kind in ("and_half", "half_point"):
        return _with_a_half(text, match) if kind == "and_half" else _made(text, match, 0.5, "points", quantum=0.1)
    if kind == "point_fraction":
        part = words_value({"a": "one", "an": "one"}.get(match["part"].lower(), match["part"])) or 1.0
        return _made(text, match, part / _PARTS[match["whole"].lower()], "points", quantum=0.01)
    if kind == "basis":
        return _made(text, match, digits_value(match["number"]) / 100, "points", quantum=0.01)
    if kind in ("han_fraction", "tenths", "han_half", "in_words", "every", "fraction", "half"):
        return _fraction(text, match, kind)
    if kind == "ordinal":
        written = match["han"] or match["digits"]
        return _made(text, match, han_value(written) if written else _ORDINALS[match["word"].lower()], "ordinal")
    written = match["number"]
    if kind == "permille":
        return _made(text, match, digits_value(written) / 10, "percent", quantum=_quantum(written, 1.0) / 10)
    if kind in ("points", "percent", "percent_words"):
        family = "points" if kind == "points" else "percent"
        value = _value(written)
        return None if value is None else _made(text, match, value, family, quantum=_quantum(written, value))
    return _number(text, match, kind)


def _with_a_half(text: str, match: re.Match[str]) -> Quantity:
    """Return the number of "a second and a half", "two and a half years"."""
    whole = 1.0 if match["number"].lower() in ("a", "an") else words_value(match["number"]) or 1.0
    unit = unit_at(text, match.start(), match.end("number") if match["unit"] else match.end())
    family, factor = (unit.family, unit.factor) if unit else ("", 1.0)
    return _made(text, match, (whole + 0.5) * factor, family, quantum=0.1 * factor, factor=factor)


def _seconds(match: re.Match[str], kind: str) -> float:
    groups = match.groupdict()
    first, second, third = (_value(groups.get(name) or "0") or 0.0 for name in "abc")
    if kind == "split_seconds":
        return first + float(f"0.{match['b']}")
    return 3_600 * first + 60 * second + third


def _fraction(text: str, match: re.Match[str], kind: str) -> Quantity | None:
    groups = match.groupdict()
    if kind == "tenths":
        more = groups["more"]
        # 七成 may be 71 percent.
        value = 10 * han_value(groups["tenths"]) + (5 if more == "半" else han_value(more or "零"))
    elif kind in ("half", "han_half"):
        value = 50.0
    elif kind == "every":
        value = 100 / _PARTS[groups["whole"].lower()]
    elif kind == "fraction":
        part = 1.0 if groups["part"].lower() in ("a", "an") else _value(groups["part"])
        if part is None:
            return None
        value = 100 * part / _PARTS[groups["whole"].lower()]
    else:
        whole, part = _value(groups["whole"]), _value(groups["part"])
        if not whole or part is None or part > whole:
            return None
        value = 100 * part / whole
        if kind == "han_fraction" and groups["whole"] in ("百", "100"):
            return _made(text, match, value, "percent", quantum=_quantum(groups["part"], value))
    return _made(text, match, value, "percent", quantum=_APPROXIMATE * value, is_exact=False)


def _number(text: str, match: re.Match[str], kind: str) -> Quantity | None:
    written = match["number"]
    value = _value(written)
    if value is None or value > _HIGHEST:
        return None
    quantum = _quantum(written, value)
    scale = match.groupdict().get("scale")
    if scale:
        value, quantum = value * _SHORT_SCALES[scale.lower()], quantum * _SHORT_SCALES[scale.lower()]
    if kind == "han" and not _is_counted(text, match):
        return None
    unit = unit_at(text, *match.span())
    family, factor = (unit.family, unit.factor) if unit else ("", 1.0)
    return _made(
        text, match, value * factor, family, quantum=quantum * factor, factor=factor, is_word=kind in ("han", "words")
    )


def _is_counted(text: str, match: re.Match[str]) -> bool:
    """Whether Han numerals are a number here, and not part of a word such as 统一 or 一些."""
    written = match[0]
    if len(written) == 1 and written not in "十百千万亿":
        return bool(_COUNTED.match(text, match.end())) or bool(re.match("[多余]", text[match.end() :]))
    return any(character in "一二两三四五六七八九" for character in written) or written == "十"


def _value(written: str) -> float | None:
    if "点" in written:
        whole, _, part = written.partition("点")
        return han_value(whole) + float(f"0.{''.join(str(int(han_value(digit))) for digit in part)}")
    if re.search(_HAN, written):
        return han_value(written)
    return digits_value(written) if written[0].isdigit() else words_value(written)


def _quantum(written: str, value: float) -> float:
    """Return the worth of the last digit that is not a trailing zero."""
    digits = re.search(_DIGITS, written)
    if digits and "." in digits[0]:
        places = len(digits[0].partition(".")[2])
        base = digits_value(digits[0])
        return float((value / base if base else 1.0) * 10.0**-places)
    whole = round(value)
    quantum = 1
    while whole and whole % (quantum * 10) == 0:
        quantum *= 10
    return float(quantum)


def _made(text: str, match: re.Match[str], value: float, family: str, **fields: float | bool) -> Quantity:
    start, end = match.span()
    before = text[max(0, start - _LOOK_BACK) : start]
    hedge = next((name for name, pattern in _HEDGES.items() if pattern.search(before)), "") or next(
        (name for name, pattern in _AFTER.items() if pattern.match(text, end)), ""
    )
    return Quantity(
        start, end, match[0], float(value), float(fields.get("quantum", 1.0)) or 1.0, family, hedge,
        bool(fields.get("is_word", False)), bool(fields.get("is_exact", True)), _noun(text, end),
        float(fields.get("factor", 1.0)),
    )  # fmt: skip


def _noun(text: str, end: int) -> str:
    """Return what is counted: the next English word in the singular, or a Chinese measure word."""
    found = _WHOLE_NOUN.match(text, end) or _NOUN.match(text, end)
    if not found:
        return ""
    word = found[1]
    if not word.isascii():
        return _MEASURES.get(word, word)
    is_function = word in FUNCTION_WORDS and word not in ("of",)
    parts = parts_of_speech(word)
    is_verb = "VERB" in parts and not parts & {"NOUN", "ADJ"}
    return "" if is_function or is_verb else word[:5].removesuffix("s")


def stated_quantities(text: str, taken: Sequence[tuple[int, int]]) -> Iterator[Quantity]:
    """Yield the numbers of a sentence that state something: not "one", nor a bare "two", nor "a few hundred"."""
    for quantity in quantities_in(text, taken):
        count = quantity.value / quantity.factor
        if quantity.is_word and (count <= 1 or (count <= 2 and not quantity.family)):
            continue
        if quantity.family == "ordinal" and quantity.value < 3:
            continue
        if quantity.is_word and _VAGUE.search(text[: quantity.start]):
            continue
        yield quantity
