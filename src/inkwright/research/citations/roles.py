"""Who did what to whom, and who holds which office: sentences that exchange two names."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from inkwright.research.citations.contexts import ordered_tokens, sentence_bounds, tokens_of_text
from inkwright.research.citations.folding import HAN, is_chinese
from inkwright.research.citations.names import NameFound, is_named_in, names_in

_MAKING: Final = "discovered invented founded designed painted composed directed led chaired edited built".split()
_TREATING: Final = "warned praised supported hired appointed dismissed invited advised attacked arrested".split()
_ACTIVE: Final = {
    "succeed": r"succeeds?|succeeded|replaces?|replaced|takes? over from|took over from|follow(?:s|ed)",
    "defeat": r"defeats?|defeated|beats?|beat|overcame|knocked out",
    "buy": r"acquires?|acquired|buys?|bought|purchases?|purchased|takes? over(?! from)|took over(?! from)",
    "sue": r"sues?|sued",
    "accuse": r"accuses?|accused|criticises?|criticizes?|criticised|criticized|blames?|blamed",
    "teach": r"taught|teaches|trained|trains|mentored",
    **{verb: verb for verb in _MAKING},
    **{verb: verb for verb in _TREATING},
    "fund": r"funds|funded|financed|finances|sponsored|sponsors|paid for|pays for",
}
_PASSIVE: Final = {
    "succeed": "succeeded|replaced|followed", "defeat": "defeated|beaten|overcome|knocked out",
    "buy": "acquired|bought|purchased|taken over", "sue": "sued",
    "accuse": "accused|criticised|criticized|blamed", "teach": "taught|trained|mentored",
    **{verb: verb for verb in _MAKING},
    **{verb: verb for verb in _TREATING}, "fund": "funded|financed|sponsored|paid for",
}  # fmt: skip
_CHINESE: Final = {
    "succeed": "接替|取代|继任|接任", "defeat": "击败|战胜|打败|淘汰", "buy": "收购|买下|并购", "sue": "起诉|控告",
    "accuse": "批评|指责|指控", "teach": "教导|培养|指导",
}  # fmt: skip
_PATTERNS: Final = tuple(
    (kind, is_passive, re.compile(pattern))
    for verbs, is_passive, frame in (
        (_PASSIVE, True, r"\b(?i:{})\s+by\b"),
        (_ACTIVE, False, r"\b(?:{})\b(?!\s+by\b)"),
        (_CHINESE, False, "(?:{})(?![的由是为员师])"),
    )
    for kind, alternatives in verbs.items()
    for pattern in (frame.format(alternatives),)
)
_BY_CHINESE = re.compile("[由被][^，。；,;]{0,12}$")
_REACH: Final = 60
_LONGEST_NAME: Final = 3
_FEWEST: Final = 2
_MOST: Final = 0.8
_PRONOUN = re.compile(r"(?:it|he|she|his|her|they|their|this|these|both|the)\b", re.I)
_OFFICE_LENGTH: Final = 3
_CLAUSE = re.compile("[，。；,;]")
_OFFICES: Final = (
    "engineer architect director minister president chairman chairwoman chair chief executive mayor governor editor "
    "founder designer manager secretary treasurer headteacher principal rector dean captain coach conductor composer "
    "leader head inventor winner successor predecessor premier chancellor curator speaker commissioner commander judge"
).split()
_ROLE: Final = rf"(?P<role>(?:[A-Za-z-]+ ){{0,3}}(?:{'|'.join(_OFFICES)}))"
_OFFICE_FRAMES: Final = (
    re.compile(rf"\b[Tt]he {_ROLE}(?: of [^,.;]{{1,50}}?)? (?:is|was) (?P<name>)", re.I),
    re.compile(rf"(?P<name>),? (?:is|was|became|becomes) (?:the )?{_ROLE}\b", re.I),
    re.compile(rf"(?P<name>), (?:the|its|their|her|his) {_ROLE}\b", re.I),
    re.compile(r"(?P<name>), the (?P<role>[a-z]{4,}(?: [a-z]{3,}){0,2}),"),
    re.compile(rf"(?P<name>), {_ROLE}\b", re.I),
    re.compile(rf"[a-z]'s? {_ROLE},? (?P<name>)", re.I),
    re.compile(r"\b[Tt]he (?P<role>[a-z]{4,}(?: [a-z]{3,}){0,2}),? (?P<name>)"),
    re.compile(r"(?P<role>首任[\u4e00-\u9fff]{2,4}|总[\u4e00-\u9fff]{2,4}?)(?:是|为|由)?(?P<name>)"),
)


_APPOSITION = re.compile(r",[^,.;]{3,90}, ?(?:(?:is|are|was|were|has|had|been|being|later|then) ){0,3}$")
"""What is between commas right before a verb: "Brightwell, founded in Leeds in 1987, was bought"."""
_ADJECTIVE_OF = re.compile(r" (?:(?!of|in|at|and|or|for|from|to|by|on|with)[a-z]+ ){1,2}")
"""What is between a name used as an adjective and the name itself: "the Dutch group Verhoeven"."""


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
        subject = _APPOSITION.search(sentence, 0, match.start())
        stop = subject.start() if subject else match.start()
        before = [name for name in names if stop - _REACH <= name.end <= stop]
        after = [name for name in names if match.end() <= name.start <= match.end() + _REACH]
        if len(after) > 1 and _ADJECTIVE_OF.fullmatch(sentence, after[0].end, after[1].start):
            del after[0]
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
        if len(given) == 1 and _is_by_another(deed, given[0]):
            return True
    return _acts_on_its_agent(claim, source)


def _acts_on_its_agent(claim: str, source: str) -> bool:
    """Whether a Chinese claim begins with the one that the verb of the source happens to: 乙收购了甲."""
    for kind, verbs in _CHINESE.items():
        acting = re.search(rf"^(?P<agent>[{HAN}]{{2,8}}?)(?:以|于|在|将|已|用|宣布|{verbs})[^，。；]{{0,24}}", claim)
        if kind == "teach" or not acting or re.search("[由被]", acting[0]) or not re.search(verbs, acting[0]):
            continue
        deeds = [
            (source[start : verb.start()], source[verb.end() : end])
            for start, end in sentence_bounds(source)
            for verb in re.compile(verbs).finditer(source, start, end)
        ]
        if deeds and all(
            acting["agent"] not in before and acting["agent"] in after and not re.search("[由被]", before[-_REACH:])
            for before, after in deeds
        ):
            return True
    return False


_PASSING = re.compile(r"\b(?:outgoing|former|current|then|new|incumbent|acting|present)\b ?", re.I)
_HELD = re.compile(rf"(?P<role>[{HAN}]{{2,10}}?)(?:是|为|由)[^，。；,;]{{0,14}}$")
_TAKES = re.compile(rf"(?:担任|出任|任|负责)(?P<role>[{HAN}]{{2,10}})?")
_TITLE = re.compile(
    rf"(?:^|[^任{HAN}]|(?!任)[{HAN}])(?:[县市省区乡镇村校院所馆局厅部处站]长|董事长|总经理|书记|总统|总理)$"
)
_ROLE_END = re.compile(r"(?:人|者|[长师员官裁理席授]|书记|主任|指导|教练|秘书|主编|导演|顾问|代表)$")


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
                    words = ordered_tokens(_PASSING.sub("", match["role"])) or [match["role"]]
                    yield HeldOffice(frozenset(words), name)
        if role := _chinese_role(sentence, name):
            yield HeldOffice(frozenset({role}), name)


def _chinese_role(sentence: str, name: NameFound) -> str:
    """Return the office of a name in "技术指导是甲", "由甲担任技术指导" and "由甲负责", or nothing."""
    before = _CLAUSE.split(sentence[: name.start])[-1]
    held, takes = _HELD.search(before), _TAKES.match(sentence, name.end)
    if takes and takes["role"] and _ROLE_END.search(takes["role"]):
        return takes["role"][-_OFFICE_LENGTH:]
    if held and _ROLE_END.search(held["role"]):
        return held["role"][-_OFFICE_LENGTH:]
    if title := _TITLE.search(before):
        return title[0][-_OFFICE_LENGTH:]
    return "负责人" if takes and takes[0].startswith("负责") else ""


def gives_office_to_another(claim: str, source: str) -> bool:
    """Whether the claim gives an office to a person, and the source gives it to another one only."""
    given = offices_in(source)
    for office in offices_in(claim):
        if _is_given_to_other(office, source):
            return True
        holders = [other.holder for other in given if other.role == office.role]
        if holders and not any(_is_alike(office.holder, holder) for holder in holders):
            return True
    return False


def tells_of_another_person(claim: str, source: str) -> bool:
    """Whether the claim begins with a name, and what it says is only in sentences that name somebody else instead."""
    names = names_in(claim)
    if is_chinese(claim) or not names or names[0].start > 0 or len(names[0].text.split()) > _LONGEST_NAME:
        return False
    own = frozenset(ordered_tokens(claim[names[0].end :]))
    if len(own) < _FEWEST or not is_named_in(names[0], source):
        return False
    told = [source[start:end].strip() for start, end in sentence_bounds(source)]
    alike = [each for each in told if len(own & tokens_of_text(each)) >= _MOST * len(own)]
    return bool(alike) and not any(
        is_named_in(names[0], each) or _PRONOUN.match(each) or not _is_named_first(each, claim) for each in alike
    )


def _is_named_first(sentence: str, claim: str) -> bool:
    """Whether a sentence begins with the name of a person whom the claim does not name."""
    names = names_in(sentence)
    return bool(names) and names[0].start == 0 and not is_named_in(names[0], claim)


def _is_given_to_other(office: HeldOffice, source: str) -> bool:
    """Whether each clause of a Chinese source that gives the office to somebody lacks the name."""
    (role, *_) = office.role
    if role.isascii() or len(role) < _OFFICE_LENGTH:
        return False
    clauses = [match[0] for match in re.finditer(rf"{role}(?:是|为|由)[^，。；]{{2,30}}", source)]
    return bool(clauses) and not any(office.holder.text in clause for clause in clauses)


def _is_same(one: Deed, other: Deed) -> bool:
    """Whether one of the two has the same part in both, and the other one no other part."""
    pairs = ((one.agent, other.agent), (one.patient, other.patient))
    return any(a and b and _is_alike(a, b) for a, b in pairs) and all(
        not a or not b or _is_alike(a, b) for a, b in pairs
    )


def _is_by_another(one: Deed, other: Deed) -> bool:
    """Whether both name who pays, each another one, and not what for."""
    is_known = one.kind in ("fund", *_MAKING) and one.agent and other.agent and not (one.patient or other.patient)
    return bool(is_known and one.agent and other.agent and not _is_alike(one.agent, other.agent))


def _is_reversed(one: Deed, other: Deed) -> bool:
    pairs = ((one.agent, other.patient), (one.patient, other.agent))
    return any(a and b and _is_alike(a, b) for a, b in pairs) and all(
        not a or not b or _is_alike(a, b) for a, b in pairs
    )


def _is_alike(one: NameFound, other: NameFound) -> bool:
    return is_named_in(one, other.text) or is_named_in(other, one.text)
