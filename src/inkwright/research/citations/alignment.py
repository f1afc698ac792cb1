"""Whether a source says a cited sentence in the same words and order, so that nothing about it needs a judgement.

Words may be left out of the source's sentence, and a date may come first. Nothing that turns a sentence round may be
left out or added: a name, a number, a negation, a quantity, a doubt, a reason, a direction, or who says it.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from inkwright.research.citations.contexts import sentence_bounds
from inkwright.research.citations.folding import HAN

_TOKEN = re.compile(rf"[A-Za-zÀ-ÿ]+(?:['-][A-Za-zÀ-ÿ]+)*|\d+(?:[.,]\d+)*|[%$€£]|[{HAN}]")
_EMPTY: Final = frozenset(
    "a an the of in on at is are was were be been being has have had it its this that these those there and as also "
    "about around roughly for with".split()
) | frozenset("的了也则为在约共其这那该和与，")
_TURNING: Final = frozenset(
    "not no never none nobody nothing neither nor cannot without unless hardly barely except "
    "all every each most many several some few only both half any mostly mainly "
    "partly may might could can would should perhaps possibly probably likely expected expects plans planned plan "
    "hopes suggests suggested seems appears estimated believed alleged reportedly claimed claims denied denies "
    "according said says argues say argue think believe believes critics reported warned warns thinks if whether "
    "because since therefore although though despite but rather instead than "
    "before after until from to by against between under over above below".split()
)
_TURNING_HAN: Final = frozenset(
    "不未没无非否可能或将拟预由被把让使从到向对比于因故但虽却仅只都全各均每多少几称据说认指若如"
)
_UNITS: Final = {
    "km": "kilometres", "kilometers": "kilometres", "m": "metres", "meters": "metres", "kg": "kilograms", "t": "tonnes",
    "percent": "%", "cent": "%", "per": "",
}  # fmt: skip
_FRONT: Final = re.compile(
    r"^(?P<front>(?:In|On|By|From|Since|During)\b[^,]{1,40}), (?P<rest>.+)$"
    r"|^(?P<front_han>[^，]{0,4}\d[^，]{0,8})，(?P<rest_han>.+)$"
)
_MOST_SKIPPED: Final = 6
_LONGEST: Final = 120


def is_restated(claim: str, sources: Sequence[str]) -> bool:
    """Whether one sentence of a folded source says the whole claim in its own words and order."""
    forms = [_tokens(claim), *([_tokens(moved)] if (moved := _without_front(claim)) else [])]
    return any(
        0 < len(form) <= _LONGEST and _follows(form, sentence)
        for form in forms
        for source in sources
        for sentence in _sentences(source)
    )


def _without_front(claim: str) -> str:
    """Return the claim with a date or a time that opens it at its end, where sources often have it."""
    found = _FRONT.match(claim.strip())
    if not found:
        return ""
    front, rest = found["front"] or found["front_han"], found["rest"] or found["rest_han"]
    return f"{rest.rstrip(' .。')} {front}" if re.search(r"\d", front) else ""


@lru_cache(maxsize=64)
def _sentences(source: str) -> tuple[tuple[str, ...], ...]:
    return tuple(_tokens(source[start:end]) for start, end in sentence_bounds(source))


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_token_forms(text))


def _token_forms(text: str) -> Iterator[str]:
    for index, found in enumerate(_TOKEN.finditer(text)):
        word = found[0]
        lower = word.lower().removesuffix("'s")
        plain = _UNITS.get(lower, lower)
        if plain and plain not in _EMPTY:
            # Inside a sentence a capital letter tells a name.
            yield word.removesuffix("'s") if index and word[0].isupper() else plain


def _follows(claim: Sequence[str], sentence: Sequence[str]) -> bool:
    """Whether the sentence has the tokens in this order, and its other words change nothing."""
    place = 0
    skipped: list[str] = []
    for token in claim:
        start = place
        while place < len(sentence) and sentence[place].lower() != token.lower():
            place += 1
        if place == len(sentence):
            return False
        if start:
            skipped += sentence[start:place]
        else:
            opening = sentence[:place]
            if any(_turns(each) for each in opening):
                return False
        place += 1
    rest = sentence[place:]
    return (
        len(skipped) <= _MOST_SKIPPED
        and not any(_turns(each) or _is_item(each) for each in skipped)
        and not any(_turns(each) for each in rest)
    )


def _turns(token: str) -> bool:
    return token.lower() in _TURNING or token in _TURNING_HAN or token.lower().endswith("n't")


def _is_item(token: str) -> bool:
    return token[0].isdigit() or token[0].isupper()
