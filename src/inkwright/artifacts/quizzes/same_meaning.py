"""Finds options that say the same in other words, such as `salt and water` and `water and salt`."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

_ARTICLES: Final = frozenset({"the", "a", "an"})
_WORDS: Final = {
    word: str(value)
    for value, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
}
_SPELLINGS: Final = (
    (re.compile(r"\bper ?cent\b"), "%"),
    (re.compile(r"\bdegrees? celsius\b|\bdegrees? c\b|° ?c\b"), "°c"),
    (re.compile(r"\bdue to\b|\bowing to\b"), "because of"),
    (re.compile(r"\bcan ?not\b|\bcan['’]t\b"), "can not"),
    (re.compile(r"&"), " and "),
)
_HAN_SPELLINGS: Final = (
    (re.compile("由于"), "因为"),
    (re.compile("能够|可以"), "能"),
    (re.compile("[和及跟同]|以及"), "与"),
    (re.compile("[的之了]"), ""),
)
_HAN: Final = re.compile("[\u4e00-\u9fff]")
_PAIR: Final = re.compile("([\u4e00-\u9fff])([\u4e00-\u9fff])[与、]([\u4e00-\u9fff])([\u4e00-\u9fff])")
_JOINED: Final = re.compile(r",\s+and\s+|\s+and\s+|,\s+|[与、，]")
_FORM_COUNTS: Final = re.compile(
    r"_{2}|grammar|article|correct(?:ly)? (?:form|sentence|spelling|word)|spell|sentence|punctuat|tense|plural"
    r"|word order|formula|notation|语法|病句|用词|拼写|书写|读音|标点|成语|填入|（\s*）",
    re.I,
)
_ORDER_COUNTS: Final = re.compile(
    r"\border\b|sequence|respectively|first|arrange|ranked?|from .{1,40} to |顺序|排序|依次|先后|分别|第一|从.{1,20}到",
    re.I,
)
_FEWEST_WORDS: Final = 3
_FEWEST_HAN: Final = 5
_MOST_OPTIONS: Final = 100


def same_meanings(question: str, options: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield pairs of options that say the same. In questions about forms of words, or about an order, none do."""
    if _FORM_COUNTS.search(question):
        return
    is_order = _ORDER_COUNTS.search(question) is not None
    first: dict[str, int] = {}
    for index, option in enumerate(options[:_MOST_OPTIONS]):
        forms = {form for form in _forms(option, is_order=is_order) if form}
        others = [first[form] for form in forms if form in first]
        if others and _letters(options[others[0]]) != _letters(option):
            yield index, others[0]
        for form in forms:
            first.setdefault(form, index)


def _letters(option: str) -> str:
    """Return the letters of an option: what differs in signs alone is compared elsewhere."""
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKC", option).casefold())


def _forms(option: str, *, is_order: bool) -> Iterator[str]:
    folded = " ".join(unicodedata.normalize("NFKC", option).casefold().split()).rstrip(" .。")
    if _HAN.search(folded):
        yield from _han_forms(folded, is_order=is_order)
        return
    for pattern, usual in _SPELLINGS:
        folded = pattern.sub(usual, folded)
    words = re.findall(r"[^\W_]+(?:['’][^\W_]+)?|[%°+−=<>/*^-]", folded)
    kept = [_WORDS.get(word, word) for word in words if word not in _ARTICLES]
    if len([word for word in kept if word[0].isalpha()]) >= _FEWEST_WORDS or _is_number(words, kept):
        yield " ".join(kept)
    parts = [each for each in _JOINED.split(folded) if each]
    if " and " in folded and not is_order and not re.search(r"\d", folded):
        yield "set " + "|".join(sorted(" ".join(w for w in each.split() if w not in _ARTICLES) for each in parts))


def _is_number(words: Sequence[str], kept: Sequence[str]) -> bool:
    """Whether an option is a number, in words or digits: `two` and `2`."""
    return len(words) == len(kept) == 1 and kept[0].isdecimal() and kept[0] in _WORDS.values()


def _han_forms(folded: str, *, is_order: bool) -> Iterator[str]:
    for pattern, usual in _HAN_SPELLINGS:
        folded = pattern.sub(usual, folded)
    plain = re.sub(r"[\s，。、；“”\"]", "", folded)
    if len(plain) >= _FEWEST_HAN:
        yield plain
        # A pair may be written by the first or the last characters of its parts: 海陆 for 海洋与陆地.
        for taken in (r"\1\3", r"\1\4", r"\2\4"):
            short, count = _PAIR.subn(taken, folded)
            if count:
                yield re.sub(r"[\s，。、；“”\"]", "", short)
    parts = [each.strip() for each in _JOINED.split(folded)]
    if "与" in folded and len(parts) > 1 and all(parts) and not is_order and not re.search(r"\d", folded):
        yield "set " + "|".join(sorted(parts))
