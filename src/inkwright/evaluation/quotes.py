"""Whether a text has the words that are quoted from it: exactly, apart from spacing, quotation marks and full width.

A quote that begins or ends inside a word or a number, or right after a negation, is not accepted either: its words are
in the text, and yet the text does not say them.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, Literal

QuoteProblem = Literal["missing", "short", "word", "cut_number", "negation"]

MIN_QUOTE: Final = 4
_MAX_PLACES: Final = 1_000
_CJK: Final = "\u2e80-\u303f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_IS_CJK: Final = re.compile(f"[{_CJK}]")
_SPACES: Final = re.compile(r"\s+")
_SPACE_BESIDE_CJK: Final = re.compile(f"(?<=[{_CJK}]) | (?=[{_CJK}])")
_MARKS: Final = "\"'‘’‚‛“”„‟′″‵‶‹›«»「」『』〝〞〟´＂＇"
_WIDTH: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_FOLDED: Final[dict[int, int | str]] = {
    **_WIDTH,
    **{ord(mark): "'" for mark in _MARKS if mark != "`"},
    0xFF02: "'",
    0xFF07: "'",
}
_NUMERALS: Final = frozenset("零〇一二两三四五六七八九十百千万亿")
_UNITS: Final = frozenset("%‰十百千万亿")
_ENDS_OF_NUMBERS: Final = frozenset("%‰成倍余")
_SIGNS: Final = frozenset("-−+")
_INSIDE_NUMBERS: Final = frozenset(".,:")
_LAST_WORD: Final = re.compile(r"([a-z']{2,12}) ?$", re.IGNORECASE)
_NEGATIONS: Final = frozenset(
    "no not never nor neither without cannot hardly barely scarcely rarely seldom nobody nothing lacks".split()
)
_LONGER_NEGATIONS: Final = ("far from", "anything but", "instead of", "rather than", "lack of", "fails to", "failed to")
_CHINESE_NEGATIONS: Final = (
    *("不", "没", "没有", "未", "无", "无法", "勿", "并非", "绝非", "不是", "不会", "不能", "不可", "不要", "不必"),
    *("不该", "不应", "不再", "毫无", "少有", "很少", "难以", "未必"),
    *("沒", "沒有", "無", "無法", "並非", "絕非", "不會", "不該", "不應", "毫無", "難以"),
)
_LOOK_BACK: Final = 16
_QUOTED: Final = re.compile(r"“([^“”\n]{1,400})”|「([^「」\n]{1,400})」|『([^『』\n]{1,400})』|\"([^\"\n]{1,400})\"")


def folded(written: str) -> str:
    """Return a text without differences of spacing, quotation marks and full width. Everything else stays."""
    marked = unicodedata.normalize("NFC", written).translate(_FOLDED)
    return _SPACE_BESIDE_CJK.sub("", _SPACES.sub(" ", marked)).strip()


def quote_problem(folded_text: str, quote: str) -> QuoteProblem | None:
    """Return why a quote is not accepted; None if the folded text says it somewhere."""
    wanted = folded(quote)
    if not wanted or len(wanted) < min(MIN_QUOTE, len(folded_text)):
        return "short"
    problem: QuoteProblem = "missing"
    for start in _places(folded_text, wanted):
        found = _problem_at(folded_text, start, start + len(wanted))
        if found is None:
            return None
        problem = found
    return problem


def quotations(written: str) -> list[str]:
    """Return what is in quotation marks in a sentence, if it is long enough to be a quote."""
    found = (next(filter(None, match.groups())) for match in _QUOTED.finditer(written))
    return [each for each in found if len(folded(each)) >= MIN_QUOTE]


def _places(text: str, wanted: str) -> Iterator[int]:
    start = text.find(wanted)
    for _ in range(_MAX_PLACES):
        if start < 0:
            return
        yield start
        start = text.find(wanted, start + 1)


def _problem_at(text: str, start: int, end: int) -> QuoteProblem | None:
    before, after = text[max(0, start - _LOOK_BACK) : start], text[end : end + 2]
    first, last = text[start], text[end - 1]
    if (
        _continues_number(before, text[start : start + 2])
        or _cuts_number_before(before, first)
        or _cuts_number_after(last, after)
    ):
        return "cut_number"
    if (_is_word(first) and _is_word(before[-1:])) or (_is_word(last) and _is_word(after[:1])):
        return "word"
    return "negation" if _ends_in_negation(before) else None


def _is_word(character: str) -> bool:
    return character.isalnum() and not _IS_CJK.match(character)


def _is_numeral(character: str) -> bool:
    return character.isdigit() or character in _NUMERALS if character else False


def _continues_number(before: str, beginning: str) -> bool:
    """Whether a quote leaves out the number to which its beginning belongs: “三|分之二”, “七|成”, “35|%”."""
    if not _is_numeral(before[-1:]):
        return False
    is_decimal = beginning[0] in "点." and _is_numeral(beginning[1:])
    return is_decimal or beginning == "分之" or beginning[0] in _ENDS_OF_NUMBERS


def _cuts_number_before(before: str, first: str) -> bool:
    if not _is_numeral(first) or not before:
        return False
    previous = before[-1]
    if _is_numeral(previous) or before.endswith("分之"):
        return True
    if previous in _INSIDE_NUMBERS:
        return _is_numeral(before[-2:-1])
    return previous in _SIGNS and not before[-2:-1].isalnum()


def _cuts_number_after(last: str, after: str) -> bool:
    if not _is_numeral(last) or not after:
        return False
    if _is_numeral(after[0]) or (last.isdigit() and after[0] in _UNITS):
        return True
    return after[0] in _INSIDE_NUMBERS and after[1:2].isdigit()


def _ends_in_negation(before: str) -> bool:
    plain = before.rstrip()
    if plain.endswith(_CHINESE_NEGATIONS) or plain.lower().endswith(_LONGER_NEGATIONS):
        return True
    word = _LAST_WORD.search(before)
    return word is not None and (word[1].lower() in _NEGATIONS or word[1].lower().endswith("n't"))
