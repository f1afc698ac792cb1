"""Who did what to whom, and who holds which office: sentences that exchange two names."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from inkwright.research.citations.contexts import ordered_tokens, sentence_bounds
from inkwright.research.citations.folding import is_chinese
from inkwright.research.citations.names import NameFound, is_named_in, names_in

_ACTIVE: Final = {
    "succeed": r"succeeds?|succeeded|replaces?|replaced|takes? over from|took over from|follow(?:s|ed)",
    "defeat": r"defeats?|defeated|beats?|beat|overcame|knocked out",
    "buy": r"acquires?|acquired|buys?|bought|purchases?|purchased|takes? over(?! from)|took over(?! from)",
    "sue": r"sues?|sued",
    "accuse": r"accuses?|accused|criticises?|criticizes?|criticised|criticized|blames?|blamed",
    "teach": r"taught|teaches|trained|trains|mentored",
    "discover": r"discovered|invented|founded|designed|painted|composed|directed",
}
_PASSIVE: Final = {
    "succeed": "succeeded|replaced|followed", "defeat": "defeated|beaten|overcome|knocked out",
    "buy": "acquired|bought|purchased|taken over", "sue": "sued",
    "accuse": "accused|criticised|criticized|blamed", "teach": "taught|trained|mentored",
    "discover": "discovered|invented|founded|designed|painted|composed|directed",
}  # fmt: skip
_CHINESE: Final = {
    "succeed": "接替|取代|继任", "defeat": "击败|战胜|打败|淘汰", "buy": "收购|买下|并购", "sue": "起诉|控告",
    "accuse": "批评|指责|指控", "teach": "教导|培养|指导",
}  # fmt: skip
_BEING: Final = r"\b(?:is|are|was|were|be|been|being|got)\s+(?:\w+ly\s+)?"
_PATTERNS: Final = tuple(
    (kind, is_passive, re.compile(pattern))
    for verbs, is_passive, frame in (
        (_PASSIVE, True, _BEING + r"(?:{})\s+by\b"),
        (_ACTIVE, False, r"\b(?:{})\b(?!\s+by\b)"),
        (_CHINESE, False, "(?:{})(?!的)"),
    )
    for kind, alternatives in verbs.items()
    for pattern in (frame.format(alternatives),)
)
_BY_CHINESE = re.compile("[由被]$")
_REACH: Final = 60
_OFFICES: Final = (
    "engineer architect director minister president chairman chairwoman chair chief executive mayor governor editor "
    "founder designer manager secretary treasurer headteacher principal rector dean captain coach conductor composer "
    "leader head inventor winner successor predecessor"
).split()
_ROLE: Final = rf"(?P<role>(?:[A-Za-z-]+ ){{0,3}}(?:{'|'.join(_OFFICES)}))"
_OFFICE_FRAMES: Final = (
    re.compile(rf"\b[Tt]he {_ROLE}(?: of [^,.;]{{1,50}}?)? (?:is|was) (?P<name>)", re.I),
    re.compile(rf"(?P<name>),? (?:is|was) the {_ROLE}\b", re.I),
    re.compile(rf"(?P<name>), (?:the|its|their|her|his) {_ROLE}\b", re.I),
    re.compile(r"(?P<role>首任[\u4e00-\u9fff]{2,4}|总[\u4e00-\u9fff]{2,4}?)(?:是|为|由)?(?P<name>)"),
)


class Deed(NamedTuple):
    """A verb of a text with the name of the one who acts, and of the one it happens to; None has no name."""

    kind: str
    agent: NameFound | None
    patient: NameFound | None


@lru_cache(maxsize=64)
def deeds_in(text: str) -> tuple[Deed, ...]:
    """Return the deeds of a folded text."""
    return tuple(deed for start, end in sentence_bounds(text) for deed in _deeds(text[start:end]))


def _deeds(sentence: str) -> Iterator[Deed]:
    found = [
        (kind, is_passive, match) for kind, is_passive, pattern in _PATTERNS for match in pattern.finditer(sentence)
    ]
    names = names_in(sentence) if found else []
    for kind, is_passive, match in found:
        before = [name for name in names if match.start() - _REACH <= name.end <= match.start()]
        after = [name for name in names if match.end() <= name.start <= match.end() + _REACH]
        if is_chinese(sentence) and before and _BY_CHINESE.search(sentence[: before[-1].start]):
            # 乙由甲接替: the one who acts is named right before the verb.
            if len(before) > 1:
                yield Deed(kind, before[-1], before[-2])
        elif before or after:
            first, second = before[-1] if before else None, after[0] if after else None
            yield Deed(kind, second, first) if is_passive else Deed(kind, first, second)


def exchanges_roles(claim: str, source: str) -> bool:
    """Whether the claim says that one did to the other what the source only says the other way round."""
    for deed in deeds_in(claim):
        given = [other for other in deeds_in(source) if other.kind == deed.kind]
        if any(_is_reversed(deed, other) for other in given) and not any(_is_same(deed, other) for other in given):
            return True
    return False


class HeldOffice(NamedTuple):
    """An office that one person holds, as its words, and the name of the person."""

    role: frozenset[str]
    holder: NameFound


@lru_cache(maxsize=64)
def offices_in(text: str) -> tuple[HeldOffice, ...]:
    """Return the offices of a folded text with their holders."""
    return tuple(office for start, end in sentence_bounds(text) for office in _offices(text[start:end]))


def _offices(sentence: str) -> Iterator[HeldOffice]:
    for name in names_in(sentence):
        for pattern in _OFFICE_FRAMES:
            for match in pattern.finditer(sentence, max(0, name.start - _REACH - 40), name.end + _REACH):
                if name.start <= match.start("name") <= name.end and (match.start("name") in (name.start, name.end)):
                    words = ordered_tokens(match["role"]) or [match["role"]]
                    yield HeldOffice(frozenset(words), name)


def gives_office_to_another(claim: str, source: str) -> bool:
    """Whether the claim gives an office to a person, and the source gives it to another one only."""
    given = offices_in(source)
    for office in offices_in(claim):
        holders = [other.holder for other in given if other.role == office.role]
        if holders and not any(_is_alike(office.holder, holder) for holder in holders):
            return True
    return False


def _is_same(one: Deed, other: Deed) -> bool:
    """Whether one of the two has the same part in both, and the other one no other part."""
    pairs = ((one.agent, other.agent), (one.patient, other.patient))
    return any(a and b and _is_alike(a, b) for a, b in pairs) and all(
        not a or not b or _is_alike(a, b) for a, b in pairs
    )


def _is_reversed(one: Deed, other: Deed) -> bool:
    pairs = ((one.agent, other.patient), (one.patient, other.agent))
    return any(a and b and _is_alike(a, b) for a, b in pairs) and all(
        not a or not b or _is_alike(a, b) for a, b in pairs
    )


def _is_alike(one: NameFound, other: NameFound) -> bool:
    return is_named_in(one, other.text) or is_named_in(other, one.text)
