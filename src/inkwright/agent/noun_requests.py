"""Requests without a verb: "Quiz from coffee.md", "then 5 slides about tea", "测验，用茶.md"."""

import re
from typing import Final

from inkwright.agent.deliverables import DELIVERABLES
from inkwright.agent.source_words import FILE_NOUNS

_NUMBER: Final = r"\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty"
_CONNECTIVES: Final = (
    r"(?:(?:and|then|now|also|next|ok|okay|please|plus|so|finally|again|first|second|hi|hello|hey|thanks|yes|great|just"
    r"|maybe|after that|as well as|this time|from (?:it|this|that|them)|out of (?:it|this|that|them))\b[\s,.!:;-]*)*"
)
_QUALITY: Final = (
    r"(?:short|quick|long|easy|hard|simple|small|little|brief|multiple[ -]choice|true[ /-]+false|interactive|printable"
    r"|more|mini|pop|study|summary|word|single)\s+"
)
_BEFORE: Final = re.compile(
    rf"\W*{_CONNECTIVES}(?:(?P<one>(?:a|an|another|some|{_NUMBER})(?:\s+more)?)[\s-]+(?:[\w/-]+\s+){{0,2}}"
    rf"|(?P<known>(?:the|my|your|that|this)\s+)?(?:(?:same|new)\s+)?(?:{_QUALITY}){{0,2}})",
    re.IGNORECASE,
)
_BEFORE_ZH: Final = re.compile(
    r"\W*(?:(?:然后|再来?|还要|也要|还有|现在|接着|接下来|请|好的?|那|和|另外|最后|以及|加上|同时|来)[\s，,、]*)*"
    r"(?:(?:用|根据|依据|基于|关于|有关|按照|从)[^，。；？?!！]{1,40}?(?P<topic>[的，, ]+)|(?:的|，|,|\s)*)"
    r"(?P<one>(?:\d{1,3}|[一二两三四五六七八九十几]{1,3})\s*[个份套道张页组]?|新的?)?\s*"
    r"(?:简短的?|简单的?|互动|单选|多选|选择|判断|填空|中文|英文|难一点的?|\w{1,4}的)?"
)
_AFTER: Final = re.compile(
    r"(?:\s+with\s+[\w-]+\s+\w+)?[\s,:;-]*(?:from|of|about|on|using|based\s+on|out\s+of|covering)\b"
    rf"|\s+for\s+(?:the|this|that|my)\s+(?:\w+\s+){{0,3}}(?:{FILE_NOUNS})\b"
    r"|[\s，,：:、。]*(?:用|根据|依据|基于|关于|有关|按照|从|来自|以)",
    re.IGNORECASE,
)
_END: Final = re.compile(
    r"[\s,，]*(?:(?:please|too|as well|again|now|instead|then|also|吧|谢谢|也要|也)[\s,，]*)*[\s.!。！]*", re.IGNORECASE
)
_STATEMENT: Final = re.compile(
    r"\b(?:was|is|were|are|has|have|had|looks?|seems?|does|did|needs?|should|must)\b|太|不对|错", re.IGNORECASE
)


def noun_position(message: str, *, has_file: bool) -> int:
    """Return where a message without a verb names what to make; its length, if it does not.

    The deliverable comes first, and then what it is about; or the message names a file, or how many there should be.
    The message is without the names of its files; `has_file`: it had some.
    """
    for deliverable in DELIVERABLES.values():
        match = deliverable.pattern.search(message)
        if match and _is_request(message, match, has_file=has_file):
            return match.start()
    return len(message)


def _is_request(message: str, noun: re.Match[str], *, has_file: bool) -> bool:
    before = _BEFORE.fullmatch(message, 0, noun.start()) or _BEFORE_ZH.fullmatch(message, 0, noun.start())
    if before is None or message.rstrip().endswith(("?", "？")):
        return False
    found = before.groupdict()
    if (found.get("known") and _STATEMENT.search(message)) or (noun[0].lower() == "question" and not found["one"]):
        return False
    is_alone = _END.fullmatch(message, noun.end()) is not None
    return has_file or _AFTER.match(message, noun.end()) is not None or (is_alone and _is_told(found))


def _is_told(found: dict[str, str | None]) -> bool:
    """Whether the words before the noun alone make it a request: a number, or what it is about. "A handout" does not
    say enough.
    """
    return bool(found.get("topic")) or (found["one"] or "a").lower() not in ("a", "an", "some")
