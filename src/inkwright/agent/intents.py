"""The deliverables that can be made, and which of them a message asks for."""

import re
from collections.abc import Sequence
from typing import Final, Literal, TypeVar

from inkwright.conversation.turns import RouterResult
from inkwright.grounding.documents import StudyDocumentKind
from inkwright.grounding.pages import StudyPageKind

Deliverable = Literal["slides", "doc", "pdf", "quiz", "page"]
DELIVERABLES: Final[tuple[Deliverable, ...]] = ("slides", "doc", "pdf", "quiz", "page")
OUTLINE_TOOL: Final = "propose_pptx_outline"
DELIVERABLE_TOOLS: Final[dict[Deliverable, tuple[str, ...]]] = {
    "slides": (OUTLINE_TOOL, "generate_pptx"),
    "doc": ("generate_docx",),
    "pdf": ("render_pdf",),
    "quiz": ("generate_quiz_questions",),
    "page": ("request_interactive_content", "generate_interactive_html", "make_study_page"),
}


def route_for(things: Sequence[Deliverable], *, at_once: bool = False) -> RouterResult:
    """The route where it is known what is wanted. `at_once`: without asking for an outline first."""
    tools = [name for thing in things for name in DELIVERABLE_TOOLS[thing] if not (at_once and name == OUTLINE_TOOL)]
    intent = "quiz_generate" if [*things] == ["quiz"] else "content_create"
    return RouterResult(intent=intent, confidence=1, candidate_tools=tuple(tools), expected_mode="artifact")


T = TypeVar("T")

MAX_COUNT: Final = 50
_MAX_CHARACTERS: Final = 2_000
_MAKING_WORDS = re.compile(
    r"\b(?:make|create|generate|write|prepare|build|draft|produce|design|turn\b.{1,80}\binto|i (?:need|want)|give me)\b"
    r"|做|写|生成|制作|出[一二三四五六七八九十两几个道份套\d]|出题|设计|准备|整理|变成|转成|帮我|给我|来[一几]?[个份套]|我要|我想要|需要",
    re.IGNORECASE,
)
_DELIVERABLE_PATTERNS: Final[dict[Deliverable, re.Pattern[str]]] = {
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
_DOCUMENT_PATTERNS: Final[dict[StudyDocumentKind, re.Pattern[str]]] = {
    "worksheet": re.compile(r"\bworksheets?\b|\bexercises?\b|练习|学习单|工作单|作业", re.I),
    "summary": re.compile(r"\bsummar(?:y|ies|ise|ize)\b|\bdigest\b|总结|摘要|概要|概述", re.I),
    "notes": re.compile(r"\bstudy notes\b|\brevision\b|\bkey (?:terms|points)\b|学习笔记|复习|要点|知识点", re.I),
}
_PAGE_PATTERNS: Final[dict[StudyPageKind, re.Pattern[str]]] = {
    "flashcards": re.compile(r"\bflash ?cards?\b|\bcards\b|闪卡|抽认卡|卡片", re.I),
    "timeline": re.compile(r"\btime ?lines?\b|时间线|时间轴|年表", re.I),
    "matching": re.compile(r"\bmatch(?:ing)?\b|\bpairs?\b|配对|连线", re.I),
    "sorting": re.compile(r"\bsort(?:ing)?\b|分类|归类", re.I),
}
_QUESTION_PATTERNS: Final[dict[str, re.Pattern[str]]] = {
    "MULTIPLE_CHOICE": re.compile(r"\bmultiple[- ]answers?\b|多选", re.I),
    "SINGLE_CHOICE": re.compile(r"\bsingle[- ]choice\b|\bmultiple[- ]choice\b|单选|选择题", re.I),
    "TRUE_FALSE": re.compile(r"\btrue(?:[ /-]| or )false\b|判断", re.I),
    "FILL_IN_BLANK": re.compile(r"\bfill[- ]in\b|\bblanks?\b|\bcloze\b|\bgaps?\b|填空", re.I),
    "MATCHING": re.compile(r"\bmatching\b|配对|连线|匹配", re.I),
    "ORDERING": re.compile(r"\border(?:ing)?\b|排序", re.I),
}
_NUMBER_WORDS: Final = (
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_UNITS: Final[dict[Deliverable, tuple[str, str]]] = {
    "quiz": ("questions?|items?", "道|题|个题"),
    "slides": ("slides?|pages?", "页|张"),
}
_CHINESE_DIGITS: Final = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}


def deliverables_in(message: str) -> tuple[Deliverable, ...]:
    """The things that a message asks to be made; none where it does not speak of making."""
    words = message[:_MAX_CHARACTERS]
    if not _MAKING_WORDS.search(words):
        return ()
    found = sorted(
        (match.start(), thing) for thing, one in _DELIVERABLE_PATTERNS.items() if (match := one.search(words))
    )
    things = [thing for _, thing in found]
    # A worksheet, a summary or notes "as a PDF" are one thing.
    return tuple(thing for thing in things if thing != "doc" or "pdf" not in things)


def document_kind(message: str) -> StudyDocumentKind | None:
    """Which document is meant, where it is one that has to be drawn from a text."""
    return _first_match(_DOCUMENT_PATTERNS, message)


def page_kind(message: str) -> StudyPageKind | None:
    """Which page is meant."""
    return _first_match(_PAGE_PATTERNS, message)


def question_types(message: str) -> tuple[str, ...]:
    """The types of questions that a message names."""
    return tuple(name for name, one in _QUESTION_PATTERNS.items() if one.search(message[:_MAX_CHARACTERS]))


def count_in(message: str, thing: Deliverable) -> int | None:
    """How many questions or slides, where it is said."""
    if thing not in _UNITS:
        return None
    units, han_units = _UNITS[thing]
    between = r"\s*(?:[\w-]+\s+){0,2}?"
    words = message[:_MAX_CHARACTERS]
    if match := re.search(rf"(?<![\d.])(\d{{1,3}})(?![\d.%])(?:{between}(?:{units})|\s*(?:{han_units}))", words, re.I):
        return max(1, min(int(match[1]), MAX_COUNT))
    if match := re.search(rf"([一二两三四五六七八九十]{{1,3}})(?:{han_units})", words):
        return min(_chinese_number(match[1]), MAX_COUNT)
    if match := re.search(rf"\b({'|'.join(_NUMBER_WORDS)}){between}(?:{units})\b", words, re.I):
        return _NUMBER_WORDS.index(match[1].lower()) + 1
    return None


def _chinese_number(written: str) -> int:
    tens, ten, ones = written.partition("十")
    return (_CHINESE_DIGITS.get(tens, 1) * 10 if ten else 0) + _CHINESE_DIGITS.get(ones if ten else tens, 0) or 1


def _first_match(sorts: dict[T, re.Pattern[str]], message: str) -> T | None:
    return next((name for name, one in sorts.items() if one.search(message[:_MAX_CHARACTERS])), None)
