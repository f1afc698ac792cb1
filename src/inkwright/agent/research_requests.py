"""Whether a message asks for research: findings in the reply to it are believed only if research was run.

A message that is not recognised is left to the judge of the words. One that is recognised by mistake costs one more
call of the model and a question.
"""

import re
from collections.abc import Collection
from typing import Final

from inkwright.agent.agent_profiles import PROJECT_INTENT
from inkwright.conversation.turns import TurnState
from inkwright.parsing.chinese_variants import simplify_requests

RESEARCH_TOOL: Final = "run_research"

_MAX_CHARACTERS: Final = 4_000
_NOUN: Final = r"(?:调研|调查|研究)"
_CHINESE: Final = re.compile(
    rf"(?:做|进行|开展|来|搞|再|请|帮我|先|跑)[^，。；！？\n@＠“”]{{0,12}}{_NOUN}"
    rf"|(?:^|[，。；！？\n]|请|麻烦|帮我?|先|再|去)(?:你|您|我们?)?{_NOUN}"
    r"|(?:调研|调查|研究|了解|查|搜)(?:一下|一番|一查|一搜)"
    r"|(?:上网|网上|联网|全网)[^，。；！？\n@＠]{0,8}(?:查|搜|找)"
    r"|写[^，。；！？\n@＠]{0,12}(?:调研|调查)报告"
)
_CHINESE_USE: Final = re.compile(r"(?:一下|一番)?\s*(?:[@＠“「《]|的|得|里|中的|结果|阶段|大纲|提纲|模板|方法|所)")
"""What follows if the words name a text or a phase that there is: “研究一下 @第一章”, “调研的部分”, “调研阶段”."""
_ENGLISH: Final = re.compile(
    r"(?:^|[.;:,!?\n]\s{0,4}|\b(?:please|then|and|also|now|first|kindly|let['’]s|(?:can|could|would|will) you"
    r"|for me)\s+)"
    r"(?:(?:please|also|first|just|quickly)\s+){0,2}"
    r"(?:research|investigate|look up|look into|find out|google|survey|search (?:the web|online|the internet|for)"
    r"|(?:do|run|carry out|conduct|make) (?:(?!and\b)\w{1,20} ){0,4}?(?:research|survey|study))\b",
    re.IGNORECASE,
)
_ENGLISH_USE: Final = re.compile(
    r"\s*(?:[@＠\"“]|results?\b|phase\b|report\b|findings\b|section\b|block\b)", re.IGNORECASE
)


def asks_for_research(message: str) -> bool:
    """Whether a message asks to find something out, not only to work with a text that there is."""
    examined = simplify_requests(message[:_MAX_CHARACTERS])
    return any(
        use.match(examined, found.end()) is None
        for asked, use in ((_CHINESE, _CHINESE_USE), (_ENGLISH, _ENGLISH_USE))
        for found in asked.finditer(examined)
    )


def lacks_research(turn: TurnState, called: Collection[str]) -> bool:
    """Whether a turn in a project asks for research and no research was tried in it."""
    is_in_project = turn.route is not None and turn.route.intent == PROJECT_INTENT
    return is_in_project and RESEARCH_TOOL not in called and asks_for_research(turn.message)
