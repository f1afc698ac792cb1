"""What an answer in Markdown says: which options it names, in which order, or that a statement is true or false."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Final

from inkwright.artifacts.quizzes.coercing import truth_of
from inkwright.artifacts.quizzes.comparing import as_option, folded
from inkwright.artifacts.quizzes.formulas import count_blanks
from inkwright.artifacts.quizzes.specs import LETTERS

_EMPHASIS: Final = str.maketrans("", "", "*_`\"'“”‘’「」")
_LEAD = re.compile(
    r"(?:both[ ]+|the[ ]+)?(?:options?|choices?|letters?|answers?)(?![a-z])(?:[ ]+(?:is|are)(?![a-z]))?[\s:]*"
    r"|both(?![a-z])"
    r"|(?:答案)?[故应为是]?选(?:择|项)?[\s:为是]*|答案[\s:为是]*",
    re.IGNORECASE,
)
_PARTING = re.compile(r"[\s,、;/&+|.。!()\[\]【】]+|\band\b|以及|[和与及跟]", re.IGNORECASE)
_ORDER_PARTING = re.compile(r"[\s,、;/&+|.。()\[\]【】>→⇒—–-]+|\band\b|\bthen\b|[和与及]", re.IGNORECASE)
_TOKEN = re.compile(r"[A-Za-z]+|\d+")
_LETTER_AND_TEXT = re.compile(r"[\s(\[]*([A-Za-z])[)\]]?[ ]*[.、:—–-]?\s*(\S.*)", re.DOTALL)
_BETWEEN_TEXTS = re.compile(r"[\n,，、;；|]")
_BETWEEN_ITEMS = re.compile(r"[\n,，、;；|>→⇒]|->|=>")
_STOPS: Final = "。.．!！"
_ENDED: Final = '。.．!！?？”"』」…'
_UNFINISHED = re.compile(
    r"(?:[是为叫作成即=＝:：,，、]|(?:说法|看法|观点|判断|做法|结论)[都均]?"
    r"|(?<![a-z])(?:is|are|was|were|be|called|means|to|the|an?|of))$",
    re.IGNORECASE,
)
_VERDICTS: Final = frozenset("√ × ✓ ✗ t f true false 对 错 正确 错误".split())
"""These are hardly ever the missing word of a sentence; `yes` or `right` may be."""


def letters_named(written: str, options: Sequence[str]) -> list[str]:
    """The letters of the options that an answer names by letters, texts or both; none where any is no option."""
    places = _places(options)
    word = written.strip()
    if one := _one(word, places, len(options)):
        return [one]
    if found := _tokens(_PARTING, _without_lead(word), len(options), is_order=False):
        return found
    if judged := _judged(word, options):
        return [judged]
    parts = [part.strip() for part in _BETWEEN_TEXTS.split(word) if part.strip()]
    each = [_one(part, places, len(options)) for part in parts]
    return [one for one in each if one] if all(each) and len(set(each)) == len(each) else []


def order_named(written: str, options: Sequence[str]) -> list[str]:
    """The letters of the items in the order that an answer tells by letters, numbers or texts; none where it fails."""
    if found := _tokens(_ORDER_PARTING, _without_lead(written), len(options), is_order=True):
        return found
    places = _places(options)
    parts = [part.strip() for part in _BETWEEN_ITEMS.split(written) if part.strip()]
    each = [_one(part, places, len(options)) for part in parts]
    return [one for one in each if one] if all(each) else []


def statement_of(stem: str, answers: Sequence[str]) -> str | None:
    """The statement on which the answer passes a verdict, without an empty place for it at its end.

    None where the answer is no verdict, or is a word for a blank. A sole 1 or 0 is a number, not a verdict.
    """
    if len(answers) != 1 or truth_of(answers[0]) is None or answers[0].strip().isdecimal():
        return None
    before, is_line = _before_empty_end(stem)
    if before is None:
        return None if count_blanks(stem) else stem
    if count_blanks(before) or not before or _UNFINISHED.search(before):
        return None
    is_verdict = folded(answers[0]).strip(" .。") in _VERDICTS
    if is_line and not is_verdict and before[-1] not in _ENDED:
        return None
    stop = stem.rstrip()[-1]
    return before + stop if stop in _STOPS and before[-1] not in _ENDED else before


def _before_empty_end(stem: str) -> tuple[str | None, bool]:
    """What stands before empty brackets or a line at the end of a text, and whether it is a line; None without them."""
    body = stem.rstrip()
    if body and body[-1] in _STOPS:
        body = body[:-1].rstrip()
    if body.endswith("__"):
        return body.rstrip("_").rstrip(), True
    inner = body[:-1].rstrip() if body.endswith((")", "）")) else ""
    return (inner[:-1].rstrip(), False) if inner.endswith(("(", "（")) else (None, False)


def _without_lead(written: str) -> str:
    plain = unicodedata.normalize("NFKC", written).translate(_EMPHASIS).strip()
    lead = _LEAD.match(plain)
    return plain[lead.end() :] if lead else plain


def _places(options: Sequence[str]) -> dict[str, str]:
    """The letter of each option by its text, exactly and forgivingly; a text that two have tells none."""
    found: dict[str, str] = {}
    for form in (folded, as_option):
        texts = [form(option) for option in options[: len(LETTERS)]]
        counts = Counter(texts)
        found |= {each: LETTERS[at] for at, each in enumerate(texts) if each and counts[each] == 1}
    return found


def _one(word: str, places: dict[str, str], count: int) -> str | None:
    """The letter of the one option that is meant, by its letter, its text or both."""
    if len(word) == 1 and word in LETTERS[:count]:
        return word
    if found := _by_text(word, places):
        return found
    plain = unicodedata.normalize("NFKC", word).strip()
    if len(plain) == 1 and plain.upper() in LETTERS[:count]:
        return plain.upper()
    both = _LETTER_AND_TEXT.fullmatch(plain)
    if not both:
        return None
    bare = both[2][1:-1] if both[2].startswith("(") and both[2].endswith(")") else both[2]
    meant = _by_text(both[2], places) or _by_text(bare, places)
    return meant if meant == both[1].upper() else None


def _by_text(word: str, places: dict[str, str]) -> str | None:
    return places.get(as_option(word)) or places.get(folded(word)) or places.get(folded(word.rstrip(" .。")))


def _tokens(parting: re.Pattern[str], plain: str, count: int, *, is_order: bool) -> list[str]:
    """The letters that a list of letters names; items of an order may be named by their numbers."""
    found: list[str] = []
    for part in parting.split(plain):
        token = _TOKEN.fullmatch(part) if part else None
        if part and (token is None or (token[0].isdecimal() and not is_order)):
            return []
        if token and token[0].isdecimal():
            numbers = list(token[0]) if count < 10 else [token[0]]
            found += [LETTERS[int(each) - 1] if 0 < int(each) <= count else "" for each in numbers]
        elif token:
            found += token[0].upper()
    is_known = all(each and each in LETTERS[:count] for each in found)
    return found if is_known and (is_order or len(set(found)) == len(found)) else []


def _judged(word: str, options: Sequence[str]) -> str | None:
    """The option that says the same as a verdict, where one says true and the other false."""
    truths = [truth_of(option) for option in options]
    truth = truth_of(word)
    return LETTERS[truths.index(truth)] if truth is not None and sorted(map(str, truths)) == ["False", "True"] else None
