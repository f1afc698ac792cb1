"""The numbers that a sentence says, in digits and in words of several languages, in a form that can be compared."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from inkwright.agent.spelled_numbers import chinese_value

_DIGITS: Final = re.compile(
    r"(?<![^\W\d_\u3040-\u9fff])(?<!\d)(?<!\d[.,:])\d++(?:[.,:]\d++)*+(?![A-Za-z\d])|(?<=\bv)\d{1,4}\b"
)
"""A number, but no letter with digits, such as A4, 1B or CO2; `v2` is the number of a version."""

_GROUPED: Final = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_WORDS: Final = {
    word: value
    for value, words in {
        2: "two zwei deux dos due dois",
        3: "three drei trois tres tre três",
        4: "four vier quatre cuatro quattro quatro",
        5: "five fünf cinq cinco cinque",
        6: "six sechs seis sei",
        7: "seven sieben sept siete sette sete",
        8: "eight acht huit ocho otto oito",
        9: "nine neun nueve nove",
        10: "ten zehn dix diez dieci dez",
        11: "eleven onze undici",
        12: "twelve zwölf douze doce dodici doze",
        13: "thirteen dreizehn treize trece tredici treze",
        14: "fourteen vierzehn quatorze catorce quattordici",
        15: "fifteen fünfzehn quinze quince quindici",
        16: "sixteen sechzehn seize dieciséis sedici dezesseis",
        17: "seventeen siebzehn diecisiete diciassette dezessete",
        18: "eighteen achtzehn dieciocho diciotto dezoito",
        19: "nineteen neunzehn diecinueve diciannove dezenove",
        20: "twenty zwanzig vingt veinte venti vinte",
        30: "thirty dreißig trente treinta trenta trinta",
        40: "forty vierzig quarante cuarenta quaranta quarenta",
        50: "fifty fünfzig cinquante cincuenta cinquanta cinquenta",
    }.items()
    for word in words.split()
}
_WORD: Final = re.compile(
    rf"\b(?P<word>{'|'.join(_WORDS)})(?:[- ](?P<ones>two|three|four|five|six|seven|eight|nine))?\b"
)
_COUNTED: Final = "个個条條道题題页頁张張份章节節课課问問项項位名枚组組段幅句级級版卷部件篇条處处"
_THINGS: Final = frozenset(_COUNTED) - frozenset("版级級")
_NUMERAL: Final = re.compile(
    rf"(?<=[第前后後共])\s?[二三四五六七八九十百千两兩]+(?!次)|[二三四五六七八九十百两兩][一二三四五六七八九十百]*(?=[{_COUNTED}])"
)
_MEASURE: Final = re.compile(
    r"\s?[-‐]?\s?(?:[%°€$£¥]|(?:min|minut(?:e[sn]?|os?|i)|h|hours?|stunden?|heures?|horas?|sec(?:ond[eo]?s?)?|sekunden?"
    r"|days?|tagen?|jours?|días?|weeks?|wochen?|semaines?|semanas?|months?|years?|jahren?|km|cm|mm|kg|[kmg]b|pt|px)\b"
    r"|分钟|分鐘|分間|小时|小時|時間|秒|天|周|週|月|年|日|岁|歲|次|倍|元)"
)
_LIST_NUMBER: Final = re.compile(r"\s*(?:[-*•]\s*)?\d{1,3}[.)、．]\s")


@dataclass(frozen=True, slots=True)
class SaidNumber:
    """A number in a text: its forms, of which one has to be found, and its place. `is_measure`: it measures time or
    size; `is_counted`: it is a number of things, so not that of a version.
    """

    forms: frozenset[str]
    start: int
    end: int
    is_measure: bool
    is_counted: bool = False


def plain(text: str) -> str:
    """Return the text for comparing: letters of one width and case, numbers in plain digits."""
    return unicodedata.normalize("NFKC", text).casefold()


def said_numbers(text: str) -> Iterator[SaidNumber]:
    """Yield the numbers of a `plain` text that are more than one; the number of an item in a list says nothing."""
    item = _LIST_NUMBER.match(text)
    start = item.end() if item else 0
    for found in _DIGITS.finditer(text, start):
        forms = number_forms(found[0])
        if "1" not in forms:
            is_counted = text[found.end() : found.end() + 1] in _THINGS
            yield SaidNumber(forms, *found.span(), _is_measure(text, found.end(), forms), is_counted)
    for found in _WORD.finditer(text, start):
        value = _WORDS[found["word"]] + (_WORDS[found["ones"]] if found["ones"] else 0)
        yield SaidNumber(frozenset({str(value)}), *found.span(), _is_measure(text, found.end()), is_counted=True)
    for found in _NUMERAL.finditer(text, start):
        value = int(chinese_value(found[0].strip()))
        is_counted = text[found.end() : found.end() + 1] in _THINGS
        yield SaidNumber(frozenset({str(value)}), *found.span(), _is_measure(text, found.end()), is_counted)


def number_forms(written: str) -> frozenset[str]:
    """Return what a number in digits may be: `1.250` is 1250 in some languages."""
    if ":" in written:
        return frozenset({written})
    forms = {written.replace(",", ".") if written.count(",") == 1 else written.replace(",", "")}
    if _GROUPED.fullmatch(written):
        forms.add(re.sub("[.,]", "", written))
    return frozenset(_without_zeros(form) for form in forms)


def _without_zeros(number: str) -> str:
    whole, _, decimals = number.partition(".")
    whole, decimals = whole.lstrip("0") or "0", decimals.rstrip("0")
    return f"{whole}.{decimals}" if decimals else whole


def _is_measure(text: str, end: int, forms: frozenset[str] = frozenset()) -> bool:
    is_year = any(len(form) == 4 and form[:2] in ("18", "19", "20") for form in forms)
    return is_year or _MEASURE.match(text, end) is not None


def numbers_of(text: str) -> frozenset[str]:
    """Return every number of a text; a comma may stand between the cells of a table."""
    read = plain(text)
    return frozenset(
        form for each in (read, read.replace(",", " ")) for number in said_numbers(each) for form in number.forms
    )
