"""Which deliverables a message asks for, and the route to them."""

import re
from collections.abc import Sequence
from typing import Final

from inkwright.agent.deliverables import DELIVERABLES
from inkwright.agent.make_requests import count_in
from inkwright.agent.noun_requests import noun_position
from inkwright.agent.source_words import OWN_DOCUMENTS
from inkwright.conversation.turns import RequestedItem, RouterResult
from inkwright.parsing.chinese_variants import simplify_requests

_MAX_CHARACTERS: Final = 2_000
_EDIT_TOOLS: Final = {
    "docx": "edit_document",
    "html": "edit_page",
    "pdf": "edit_document",
    "pptx": "edit_pptx",
    "quiz": "edit_quiz",
}
"""The tool that changes artifacts of a kind."""
_MAKING_WORDS = re.compile(
    r"\b(?:make|create|generate|write|prepare|build|draft|produce|design|turn\b.{1,80}\binto|i (?:need|want)|give me)\b"
    r"|做|写|生成|制作|出\s?[一二三四五六七八九十两几个道份套\d]|出题|设计|准备|整理|变成|转成|[改换][成为](?=[一1]?[份套组])|帮我|给我|来[一几]?[个份套]|我要|我想要|需要",
    re.IGNORECASE,
)

_QUESTION: Final = re.compile(
    r"^(?:(?:and|so|but|ok(?:ay)?|then|also|hm+|um+|well|sorry)[,. ]+){0,2}"
    r"(?:how|what|why|when|where|who|which|whose|is|are|was|were|does|did|should"
    r"|do(?! (?:the same|it|that|this|so|likewise)\b)"
    r"|tell me (?:how|what|why|about)|explain)\b"
    r"|怎么|怎样|如何|什么|为什么|为何|哪[个里些]|是不是|有没有|多少钱|[吗么][？?]?$(?<!可以吗)(?<!可以吗？)(?<!好吗)(?<!好吗？)",
    re.IGNORECASE,
)
_ORDER: Final = re.compile(
    r"(?:^|[.!;,\n]\s*|\b(?:please|now|then|and|also|kindly|to|you|me|us|let's)\s+)(?:make|create|generate|write|prepare|build"
    r"|draft|produce|design|turn|give me|i (?:need|want)|i'd like)\b|^\d+\s+\w+|\b(?:can|could|would|will) you\b"
    r"|(?:^|[，。！；,.!;\s]|请|帮我|给我|现在|再|也|并|然后|用.{1,60}|根据.{1,60}|把.{1,60})(?:来|去)?(?:做|写|生成|制作|出|设计|准备|整理|变成|转成|来[一几\d])"
    r"|(?:文件|笔记|课文|文章|材料|资料|讲义|内容|[章节页课])(?:也|再|先|单独|一起|合起来|分别|各)?(?:做|写|生成|制作|出|整理)(?![得的了过着])",
    re.IGNORECASE,
)
_FILE_NAME: Final = re.compile(
    r"@\"[^\"\n]{1,250}\"|@[^\s，。；：！？（）、“”]{1,250}|[^\s，。；：！？（）、“”\"]{1,250}\.[A-Za-z]{2,5}(?![A-Za-z])"
)


def route_for(names: Sequence[str], message: str = "", *, at_once: bool = False) -> RouterResult:
    """Return the route to deliverables that are known by name; the message may say how many parts they should have.

    `at_once`: without asking for an outline first.
    """
    wanted = [DELIVERABLES[name] for name in names]
    tools = [tool for each in wanted for tool in each.tools if not (at_once and tool == each.outline_tool)]
    intent = wanted[0].intent if len(wanted) == 1 else "content_create"
    return RouterResult(
        intent=intent,
        confidence=1,
        candidate_tools=tuple(tools),
        expected_mode="artifact",
        requested=tuple(requested_item(name, message) for name in names),
    )


def route_to_change(artifact_id: str, kind: str) -> RouterResult:
    """Return the route to a change of an artifact of this kind."""
    tool = _EDIT_TOOLS.get(kind)
    return RouterResult(
        intent="refine",
        confidence=1,
        candidate_tools=(tool,) if tool else (),
        expected_mode="artifact",
        refines=artifact_id,
    )


def requested_item(thing: str, message: str, count: int | None = None) -> RequestedItem:
    """Return one requested thing. Without a count, the number before its units in the message counts."""
    deliverable = DELIVERABLES.get(thing)
    units = deliverable.units if deliverable else None
    return RequestedItem(thing=thing, count=count or (count_in(message, *units) if units else None))


def is_clear_request(message: str) -> bool:
    """Whether a message that names a deliverable tells to make it: it is no question about making one."""
    examined = simplify_requests(message[:_MAX_CHARACTERS]).strip()
    if is_question(examined):
        return False
    return _ORDER.search(examined) is not None or _noun_position(examined) < len(examined)


def is_question(message: str) -> bool:
    """Whether a message asks something."""
    return _QUESTION.search(simplify_requests(message[:_MAX_CHARACTERS]).strip()) is not None


def without_file_names(message: str) -> str:
    """Return the message without the names of files and the words for the library, which are no request."""
    return OWN_DOCUMENTS.sub(" ", _FILE_NAME.sub(" ", message))


def deliverables_in(message: str) -> tuple[str, ...]:
    """Return the names of the deliverables that a message asks for, in its order; none unless it asks to make one."""
    simplified = simplify_requests(message[:_MAX_CHARACTERS])
    examined = without_file_names(simplified)
    if making_word_position(examined) == len(examined) and _noun_position(simplified) == len(simplified):
        return ()
    found = sorted(
        (match.start(), name) for name, each in DELIVERABLES.items() if (match := each.pattern.search(examined))
    )
    names = [name for _, name in found]
    return tuple(name for name in names if DELIVERABLES[name].yields_to not in names)


def making_word_position(message: str) -> int:
    """Return where a message first says that something should be made; its length, if it does not."""
    found = _MAKING_WORDS.search(message)
    return min(found.start() if found else len(message), _noun_position(message))


def _noun_position(message: str) -> int:
    """Return where a message asks for something without a verb; its length, if it does not."""
    examined = _FILE_NAME.sub(lambda match: " " * len(match[0]), message)
    found = len(message) if is_question(message) else noun_position(examined, has_file=examined != message)
    return found if found < len(examined) else len(message)
