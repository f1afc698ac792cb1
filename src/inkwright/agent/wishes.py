"""What a request says in plain words: the things it asks for, how many, of which sort.

Only where no model can be asked: words are a poor guide, so what follows from them is asked about before it is done.
"""

import re
from typing import Final, TypeVar

from inkwright.agent.things import Thing
from inkwright.grounding.cards import PageSort
from inkwright.grounding.documents import DocumentSort

T = TypeVar("T")

MAX_COUNT: Final = 50
_LOOK_AT: Final = 2_000
_MAKING = re.compile(
    r"\b(?:make|create|generate|write|prepare|build|draft|produce|design|turn\b.{1,80}\binto|i (?:need|want)|give me)\b"
    r"|做|写|生成|制作|出[一二三四五六七八九十两几个道份套\d]|出题|设计|准备|整理|变成|转成|帮我|给我|来[一几]?[个份套]|我要|我想要|需要",
    re.IGNORECASE,
)
_THINGS: Final[dict[Thing, re.Pattern[str]]] = {
    "quiz": re.compile(
        r"\bquiz(?:zes)?\b|\btests?\b|\bquestions?\b|\bexam\b|测验|测试|试卷|小测|问卷|(?<![主问标课专话难命])题", re.I
    ),
    "slides": re.compile(
        r"\bslides?\b|\bdecks?\b|\bpresentations?\b|\bpptx?\b|\bpower ?point\b|幻灯片|课件|演示文稿", re.I
    ),
    "page": re.compile(
        r"\bflash ?cards?\b|\btimelines?\b|\bweb ?pages?\b|\binteractive\b|\bgames?\b|\bhtml\b"
        r"|网页|互动|闪卡|抽认卡|卡片|时间线|时间轴|配对|分类游戏|游戏",
        re.I,
    ),
    "pdf": re.compile(r"\bpdf\b", re.I),
    "doc": re.compile(
        r"\bdocuments?\b|\bworksheets?\b|\bhand-?outs?\b|\bsummar(?:y|ies)\b|\bstudy notes\b|\bdocx\b|\bword file\b"
        r"|文档|讲义|练习单|学习单|工作单|总结|摘要|概要|学习笔记",
        re.I,
    ),
}
_DOCUMENTS: Final[dict[DocumentSort, re.Pattern[str]]] = {
    "worksheet": re.compile(r"\bworksheets?\b|\bexercises?\b|练习|学习单|工作单|作业", re.I),
    "summary": re.compile(r"\bsummar(?:y|ies|ise|ize)\b|\bdigest\b|总结|摘要|概要|概述", re.I),
    "notes": re.compile(r"\bstudy notes\b|\brevision\b|\bkey (?:terms|points)\b|学习笔记|复习|要点|知识点", re.I),
}
_PAGES: Final[dict[PageSort, re.Pattern[str]]] = {
    "flashcards": re.compile(r"\bflash ?cards?\b|\bcards\b|闪卡|抽认卡|卡片", re.I),
    "timeline": re.compile(r"\btime ?lines?\b|时间线|时间轴|年表", re.I),
    "matching": re.compile(r"\bmatch(?:ing)?\b|\bpairs?\b|配对|连线", re.I),
    "sorting": re.compile(r"\bsort(?:ing)?\b|分类|归类", re.I),
}
_TYPES: Final[dict[str, re.Pattern[str]]] = {
    "MULTIPLE_CHOICE": re.compile(r"\bmultiple[- ]answers?\b|多选", re.I),
    "SINGLE_CHOICE": re.compile(r"\bsingle[- ]choice\b|\bmultiple[- ]choice\b|单选|选择题", re.I),
    "TRUE_FALSE": re.compile(r"\btrue(?:[ /-]| or )false\b|判断", re.I),
    "FILL_IN_BLANK": re.compile(r"\bfill[- ]in\b|\bblanks?\b|\bcloze\b|\bgaps?\b|填空", re.I),
    "MATCHING": re.compile(r"\bmatching\b|配对|连线|匹配", re.I),
    "ORDERING": re.compile(r"\border(?:ing)?\b|排序", re.I),
}
_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_UNITS: Final[dict[Thing, tuple[str, str]]] = {
    "quiz": ("questions?|items?", "道|题|个题"),
    "slides": ("slides?|pages?", "页|张"),
}
_DIGITS: Final = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}


def things_in(message: str) -> tuple[Thing, ...]:
    """The things that a message asks to be made; none where it does not speak of making."""
    words = message[:_LOOK_AT]
    if not _MAKING.search(words):
        return ()
    found = sorted((match.start(), thing) for thing, one in _THINGS.items() if (match := one.search(words)))
    things = [thing for _, thing in found]
    # A worksheet, a summary or notes "as a PDF" are one thing.
    return tuple(thing for thing in things if thing != "doc" or "pdf" not in things)


def document_sort(message: str) -> DocumentSort | None:
    """Which document is meant, where it is one that has to be drawn from a text."""
    return _first(_DOCUMENTS, message)


def page_sort(message: str) -> PageSort | None:
    """Which page is meant."""
    return _first(_PAGES, message)


def question_types(message: str) -> tuple[str, ...]:
    """The types of questions that a message names."""
    return tuple(name for name, one in _TYPES.items() if one.search(message[:_LOOK_AT]))


def count_in(message: str, thing: Thing) -> int | None:
    """How many questions or slides, where it is said."""
    if thing not in _UNITS:
        return None
    units, han_units = _UNITS[thing]
    between = r"\s*(?:[\w-]+\s+){0,2}?"
    words = message[:_LOOK_AT]
    if match := re.search(rf"(?<![\d.])(\d{{1,3}})(?![\d.%])(?:{between}(?:{units})|\s*(?:{han_units}))", words, re.I):
        return max(1, min(int(match[1]), MAX_COUNT))
    if match := re.search(rf"([一二两三四五六七八九十]{{1,3}})(?:{han_units})", words):
        return min(_number(match[1]), MAX_COUNT)
    if match := re.search(rf"\b({'|'.join(_NUMBERS)}){between}(?:{units})\b", words, re.I):
        return _NUMBERS.index(match[1].lower()) + 1
    return None


def _number(written: str) -> int:
    tens, ten, ones = written.partition("十")
    return (_DIGITS.get(tens, 1) * 10 if ten else 0) + _DIGITS.get(ones if ten else tens, 0) or 1


def _first(sorts: dict[T, re.Pattern[str]], message: str) -> T | None:
    return next((name for name, one in sorts.items() if one.search(message[:_LOOK_AT])), None)
