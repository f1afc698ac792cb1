"""Who says what without quotation marks: a statement that the source gives to another speaker."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from inkwright.research.citations.contexts import sentence_bounds, tokens_of_text
from inkwright.research.citations.folding import HAN, is_chinese
from inkwright.research.citations.names import names_in

_CHINESE = re.compile(
    rf"(?:^|[，。；：,;])(?P<who>[{HAN}]{{2,16}}?)(?:则|却|也|还|并|曾)?"
    r"(?:批评|表示|指出|强调|认为|声称|承认|否认|警告|解释|宣布|回应|反驳|主张|说|称|指)(?![的定导标数南责])"
)
_ENGLISH = re.compile(
    r"(?:^\s{0,2}|[,;:.] )(?:(?:but|and|while|whereas) )?(?P<who>(?:[A-Z]|the |its? |their )[^,;:.]{1,60}?),? "
    r"(?:says?|said|argue[sd]?|claim(?:s|ed)|warn(?:s|ed)|report(?:s|ed)|estimate[sd]?|state[sd]?|insist(?:s|ed)|repl(?:ies|ied)"
    r"|believe[sd]?|den(?:ies|ied)|announced|explain(?:s|ed)|notes?|noted|object(?:s|ed)|complain(?:s|ed))\b(?: that)?"
    r"|\b[Aa]ccording to (?P<source>[^,;:.]{2,60})"
)
_MOST: Final = 0.6
_FEWEST: Final = 2


class ReportedStatement(NamedTuple):
    """The words that name a speaker, and the tokens of what the speaker says."""

    speaker: frozenset[str]
    said: frozenset[str]


def is_said_by_another(claim: str, source: str) -> bool:
    """Whether the claim gives one speaker of the source what another one says there."""
    said = next(_statements(claim), None)
    if said is None or len(said.said) < _FEWEST or not said.speaker:
        return False
    given = _statements_of(source)
    own = [each for each in given if each.speaker & said.speaker]
    most = max((len(each.said & said.said) for each in given), default=0)
    alike = [each for each in given if len(each.said & said.said) == most]
    return bool(own) and most >= _MOST * len(said.said) and not any(each.speaker & said.speaker for each in alike)


@lru_cache(maxsize=64)
def _statements_of(source: str) -> tuple[ReportedStatement, ...]:
    """Return all statements of a source, found once."""
    return tuple(each for start, end in sentence_bounds(source) for each in _statements(source[start:end]))


def _statements(sentence: str) -> Iterator[ReportedStatement]:
    chinese = is_chinese(sentence)
    found = list((_CHINESE if chinese else _ENGLISH).finditer(sentence))
    for index, each in enumerate(found):
        end = found[index + 1].start() if index + 1 < len(found) else len(sentence)
        who = each["who"] if chinese else each["who"] or each["source"]
        speaker = tokens_of_text(who) if chinese else frozenset(tokens_of_text(" ".join(n.text for n in names_in(who))))
        yield ReportedStatement(speaker, tokens_of_text(sentence[each.end() : end]))
