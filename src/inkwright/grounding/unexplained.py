"""Which sentences speak of a person, a thing or a day that only the text around them explains."""

import re
from typing import Final

_GIVEN_NAMES: Final = (
    "Adam|Alex|Alice|Amy|Anna|Anne|Ben|Bob|Carol|Chris|Dan|Dave|David|Emily|Emma|Eve|George|Helen|Jack|James|Jane"
    "|Janet|Jenny|Jim|Joe|John|Julia|Kate|Karen|Laura|Lisa|Linda|Lucy|Maria|Mark|Mary|Mike|Nancy|Nick|Paul|Peter"
    "|Rachel|Sam|Sara|Sarah|Steve|Sue|Susan|Tim|Tom|Tony|Trudy|Mallory"
)
_STORY_NAME = re.compile(
    rf"(?P<before>\b[A-Z][\w.]* )?\b(?:{_GIVEN_NAMES})\b(?![-.])(?P<after> (?:[a-z]{{1,3}} )?[A-Z]\w*)?"
    "|小[明红王李张华刚丽]|张三|李四|王五"
)
_RANKS: Final = frozenset("King Queen Pope Saint St. Sir Lady Lord Emperor Prince Princess Tsar Duke".split())
_DAY = re.compile(
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}\b|"
    r"\d{1,2} ?月 ?\d{1,2} ?[日号]"
)
_YEAR = re.compile(r"\b[12]\d{3}\b|\d ?年|每年|农历|公历|\b(?:every|each) year\b")
_PAST = re.compile(r"\b(?:was|were|had|did|\w{2,}ed)\b|[\u3400-\u9fff]")
_PICTURES: Final = "graph|figure|diagram|chart|table|photo|photograph|picture|image|illustration|map|plot|drawing"
_KNOWN_BEFORE = re.compile(
    rf"\b(?i:in|on|from|by|of) the (?:{_PICTURES})\b(?! (?:of|that|with)\b)"
    # A thing that earlier sentences introduced: "was chosen to head the project."
    r"|\bthe (?:project|plan|experiment|study|event|case|team|survey|class|story|scene|trip|exercise|meeting)\.$"
    r"|(?:, |^[^,]{0,40} )that (?:\w+ ){1,2}(?:is|was|are|were|has|had)\b(?<!that it is)"
    # A conclusion without its reason: "A pie chart cannot be used."
    r"|^[^,;]{0,60}\b(?:cannot|can['’]t|should not|must not) be \w+\.$"
    # One of the things that earlier sentences introduced.
    r"|^The (?:affected|resulting|remaining|given|corresponding|chosen|selected|desired|required) "
    r"|^The [^,]{3,40} (?:(?:can|could|may|must) be (?:used|done|seen|found)|(?:is|are) said to)\b"
    r"|^(?:最终|终于|很自然|[^，]{1,12}(?:立即|立刻|马上|随即|很快(?![，。])))"
    # An opinion, and a code: "05 corresponds to Cuningham".
    r"|\b(?:arguably|[Bb]e aware)\b|(?<![\w.,:/-])0\d\b|欢迎"
)
_REMARK = re.compile("(?:备?注|提示) ?[:：]|[先再]?(?:来|让)?(?:看看|看一[看下]|来看|试试|想想|想一想|回顾)")


def is_unexplained(text: str) -> bool:
    """Whether the sentence tells of somebody in a story, of a picture or thing shown before, or a day of some year."""
    if _KNOWN_BEFORE.search(text) or _REMARK.match(text):
        return True
    if _DAY.search(text) and not _YEAR.search(text) and _PAST.search(text):
        return True
    return any(_is_bare(found) for found in _STORY_NAME.finditer(text))


def _is_bare(found: re.Match[str]) -> bool:
    """Whether a given name is the whole name, as in a story; not "King John" or "Paul Dirac"."""
    before = (found["before"] or "").strip()
    opens = found.start() == 0 and before not in _RANKS
    return not found["after"] and (not before or opens)
