"""Whether a source says a cited sentence in the same words and order, so that nothing about it needs a judgement.

Each clause of the sentence follows one sentence of a source: every word of the clause is there, in order, with numbers
and dates compared by value. Between them only short runs of plain words may be left out. Nothing that turns a sentence
round may be left out or added: a name, a number, a negation, a quantity, a doubt, a reason, or who says it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from inkwright.grounding.language.english import base_forms
from inkwright.research.citations.dates import CalendarDate, dates_in
from inkwright.research.citations.folding import HAN
from inkwright.research.citations.passages import clause_bounds, sentence_bounds
from inkwright.research.citations.quantities import Quantity, quantities_in
from inkwright.research.citations.values import is_same_quantity

_TOKEN = re.compile(rf"[A-Za-zÀ-ÿ]+(?:['-][A-Za-zÀ-ÿ]+)*|\d+(?:[.,]\d+)*|[%$€£]|[{HAN}]|[,;:，；：、—()（）]")
_STOPS: Final = frozenset(",;:，；：、—()（）") | {"and", "和", "与", "及"}
"""Where a clause or a member of a list ends."""
_EMPTY: Final = frozenset(
    "a an the in on at has have had it its this that these those there as also "
    "about around roughly for with did do does % $ € £".split()
) | frozenset("了也则为在约共其这那该余并而")
_TURNING: Final = frozenset(
    "not no never none nobody nothing neither nor cannot without unless hardly barely except "
    "all every each most many several some few only both half any mostly mainly first last "
    "partly may might can could would should perhaps possibly probably likely expected expects plans planned plan "
    "hopes suggests suggested seems appears estimated believed alleged reportedly claimed claims denied denies "
    "according said says argues say argue think believe believes critics reported warned warns thinks if whether "
    "because since therefore although though despite but rather instead than will "
    "before after until from to by against between under over above below who whom whose which where when while "
    "other another or of is are was were be been being former deputy vice acting assistant minimum maximum average "
    "mean median total net gross chief real nominal relative".split()
)
_TURNING_HAN: Final = frozenset(
    "不未没无非否可能或将拟预由被把让使从到向对比于因故但虽却仅只都全各均每多少几称据说认指若如后前再才另他她们副原代总净最首的"
)
_LOOSENING: Final = frozenset(
    "not no never nor neither unless if except only but although though said says according thinks believes "
    "while whereas yet".split()
)
_LOOSENING_HAN: Final = frozenset("不未没无非否若如但虽却仅只除")
_UNITS: Final = {
    "km": "kilometre", "kilometers": "kilometre", "m": "metre", "meters": "metre", "kg": "kilogram", "t": "tonne",
    "percent": "", "cent": "", "per": "",
}  # fmt: skip
_FRONT: Final = re.compile(
    r"^(?P<front>(?:In|On|By|From|Since|During)\b[^,]{1,40}), (?P<rest>.+)$"
    r"|^(?P<front_han>[^，]{0,4}\d[^，]{0,8})，(?P<rest_han>.+)$"
)
_PRONOUN_FORMS: Final = frozenset("it its they them their 它 其 该".split())
_ADDING: Final = frozenset("who which whose where".split())
_MOST_NAMED: Final = 4
_ALIKE: Final = 0.6
_NEAR: Final = 2
_MOST_SKIPPED: Final = 6
_RUN: Final = 3
_SEGMENT: Final = 8
_LONGEST: Final = 120


@dataclass(frozen=True, slots=True)
class _Token:
    """A word in its basic forms, a Chinese character, a stop, or a number or date by its value."""

    word: str
    forms: frozenset[str] = frozenset()
    item: Quantity | CalendarDate | None = None

    def says(self, claimed: "_Token") -> bool:
        """Whether this token of a source says what the token of a claim says."""
        if isinstance(claimed.item, Quantity):
            return isinstance(self.item, Quantity) and is_same_quantity(claimed.item, self.item)
        if isinstance(claimed.item, CalendarDate):
            return isinstance(self.item, CalendarDate) and claimed.item.agrees_with(self.item)
        return self.item is None and (self.word == claimed.word or bool(self.forms & claimed.forms))

    @property
    def is_stop(self) -> bool:
        """Whether it ends a clause."""
        return self.word in _STOPS

    @property
    def turns(self) -> bool:
        """Whether a sentence says something else without it."""
        lower = self.word.lower()
        return self.item is not None or lower in _TURNING or lower in _TURNING_HAN or lower.endswith("n't")

    @property
    def loosens(self) -> bool:
        """Whether it may take back what the clause before it says."""
        lower = self.word.lower()
        return lower in _LOOSENING or lower in _LOOSENING_HAN or lower.endswith("n't")

    @property
    def is_name(self) -> bool:
        """Whether a capital letter inside a sentence tells a name."""
        return self.word[:1].isupper()


def is_restated(claim: str, sources: Sequence[str]) -> bool:
    """Whether sentences of a folded source say the claim in its own words and order, as a whole or by clauses."""
    return any(_is_said(form, source) for source in sources for form in _forms(claim)) or any(
        _is_said_by_clauses(claim, source) for source in sources
    )


def _forms(claim: str) -> list[str]:
    """Return the claim, and the claim with a date or a time that opens it at its end, where sources often have it."""
    found = _FRONT.match(claim.strip())
    if not found:
        return [claim]
    front, rest = found["front"] or found["front_han"], found["rest"] or found["rest_han"]
    return [claim, f"{rest.rstrip(' .。')} {front}"] if re.search(r"\d", front) else [claim]


def _is_said(claim: str, source: str) -> bool:
    tokens = _claimed(claim)
    return 0 < len(tokens) <= _LONGEST and any(_says(index, tokens, source) for index in range(len(_sentences(source))))


def _is_said_by_clauses(claim: str, source: str) -> bool:
    """Whether two sentences near each other say the two halves of the claim, the second one from its beginning on."""
    sentences = _sentences(source)
    for start, _ in clause_bounds(claim)[1:]:
        first, second = _claimed(claim[:start]), _claimed(claim[start:])
        if len(first) < _RUN or len(second) < _RUN or len(first) + len(second) > _LONGEST:
            continue
        for index in range(len(sentences)):
            near = sentences[max(0, index - _NEAR) : index] + sentences[index + 1 : index + 1 + _NEAR]
            if any(_follows_from(second, each, 0) for each in near) and _says(index, first, source):
                return True
    return False


def _says(index: int, claim: Sequence[_Token], source: str) -> bool:
    """Whether a sentence of the source says the claim, also where the claim names what the source said before."""
    sentences = _sentences(source)
    sentence = sentences[index]
    if _follows(claim, sentence) or any(
        _follows(form, sentence, most=0) for form in _without_topic(claim, sentences[0] if index else ())
    ):
        return True
    found = [token for token in sentence if token.word.lower() in _PRONOUN_FORMS]
    if not found or sum(any(each.says(token) for each in sentence) for token in claim) < _ALIKE * len(claim):
        return False
    before = [each for earlier in sentences[max(0, index - _NEAR) : index] for each in earlier]
    return any(_follows(form, sentence) for form in _with_pronoun(claim, found[0], before))


def _without_topic(claim: Sequence[_Token], opening: Sequence[_Token]) -> Iterator[list[_Token]]:
    """Yield the claim without a name that the source says at its beginning and leaves out later: "of Harrow Bay"."""
    for start in range(1, len(claim)):
        for end in range(start + 1, min(start + _MOST_NAMED, len(claim)) + 1):
            named = claim[start + (claim[start].word == "of") : end]
            if named and all(token.is_name for token in named) and _is_named(named, opening):
                yield [*claim[:start], *claim[end:]]


def _with_pronoun(claim: Sequence[_Token], pronoun: _Token, before: Sequence[_Token]) -> Iterator[list[_Token]]:
    """Yield the claim with a pronoun for each thing in it that the sentences before name; people are not replaced."""
    for start in range(len(claim)):
        for end in range(start + 1, min(start + _MOST_NAMED, len(claim)) + 1):
            named = claim[start:end]
            if any(token.turns or token.is_name for token in named) or not _is_named(named, before):
                break
            yield [*claim[:start], pronoun, *claim[end:]]


def _is_named(named: Sequence[_Token], before: Sequence[_Token]) -> bool:
    size = len(named)
    return any(
        all(each.says(token) for each, token in zip(before[place : place + size], named, strict=True))
        for place in range(len(before) - size + 1)
    )


@lru_cache(maxsize=64)
def _sentences(source: str) -> tuple[tuple[_Token, ...], ...]:
    return tuple(tuple(_tokens(source[start:end])) for start, end in sentence_bounds(source))


@lru_cache(maxsize=256)
def _claimed(text: str) -> tuple[_Token, ...]:
    return tuple(token for token in _tokens(text) if not token.is_stop)


def _tokens(text: str) -> Iterator[_Token]:
    dates = dates_in(text)
    numbers = quantities_in(text, [(date.start, date.end) for date in dates])
    items: dict[int, Quantity | CalendarDate] = {number.start: number for number in numbers}
    items |= {date.start: date for date in dates}
    place = 0
    while found := _TOKEN.search(text, place):
        item = next((items[start] for start in range(place, found.end()) if start in items), None)
        if item is not None and item.end > found.start():
            yield _Token(item.text, item=item)
            place = max(item.end, found.start() + 1)
            continue
        place = found.end()
        yield from _word_token(found[0], is_first=not found.start())


def _word_token(written: str, *, is_first: bool) -> Iterator[_Token]:
    word = written.removesuffix("'s")
    lower = _UNITS.get(word.lower(), word.lower())
    if not lower or (lower in _EMPTY and lower not in _PRONOUN_FORMS):
        return
    if not word[0].isascii() or lower in _STOPS:
        yield _Token(word)
    else:
        forms = frozenset([lower]) | base_forms(lower)
        yield _Token(lower if is_first else word, forms)


def _follows(claim: Sequence[_Token], sentence: Sequence[_Token], most: int = _MOST_SKIPPED) -> bool:
    """Whether the sentence has the tokens in this order, and its other words, `most` at most, change nothing."""
    return any(_follows_from(claim, sentence, start, most) for start in range(len(sentence)))


def _follows_from(claim: Sequence[_Token], sentence: Sequence[_Token], start: int, most: int = _MOST_SKIPPED) -> bool:
    """Whether the tokens follow each other from this place on."""
    if not sentence or not sentence[start].says(claim[0]) or not _may_open(sentence[:start]):
        return False
    place = start + 1
    left_out = 0
    for token in claim[1:]:
        begin = place
        while place < len(sentence) and not sentence[place].says(token):
            place += 1
        if place == len(sentence):
            return False
        skipped = sentence[begin:place]
        if not _may_be_left_out(skipped, sentence[begin - 1]):
            return False
        left_out += sum(not each.is_stop for each in skipped)
        place += 1
    if not most and any(each.is_name or each.item for each in sentence[place:]):
        return False
    return left_out <= most and _may_end(sentence[place:])


def _may_open(opening: Sequence[_Token]) -> bool:
    """Whether the words before the claim may be left out: none, or whole clauses that change nothing."""
    if not opening:
        return True
    return opening[-1].is_stop and not any(each.turns and each.item is None for each in opening)


def _may_be_left_out(skipped: Sequence[_Token], before: _Token) -> bool:
    """Whether a run of words inside a sentence adds only detail: a few plain words, or a whole short insertion."""
    if len(skipped) > 1 and skipped[0].is_stop and skipped[1].word in _ADDING:
        # ", who drew it" only adds something; "those who drew it" says which ones.
        before, skipped = skipped[0], skipped[2:]
    words = [each for each in skipped if not each.is_stop]
    if any(each.is_name or (each.turns and each.item is None) for each in words):
        return False
    if len(words) == len(skipped):
        return len(words) <= _RUN and not any(each.item for each in words)
    is_insertion = (before.is_stop or skipped[0].is_stop) and skipped[-1].is_stop
    return not words or (is_insertion and len(words) <= _SEGMENT)


def _may_end(rest: Sequence[_Token]) -> bool:
    """Whether the words after the claim may be left out: none in its clause turns it, none after it takes it back."""
    end = next((index for index, token in enumerate(rest) if token.is_stop), len(rest))
    return not any(token.turns for token in rest[:end]) and not any(token.loosens for token in rest[end:])
