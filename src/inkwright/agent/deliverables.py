"""The deliverables: what `inkwright make` can make and a message can ask for. A new one is a new record here.

This module is cheap to import, because the command line reads its choices from it. How a deliverable is made is up to
its tools.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from inkwright.errors import InvalidOption
from inkwright.i18n import Language, Reason, text

TextKind = Literal["help", "label", "request", "made"]
_TEXT_KEYS: Final[Mapping[TextKind, str]] = {
    "help": "make.{}",
    "label": "route.thing.{}",
    "request": "make.from_files.{}",
    "made": "make.by_rule.{}",
}

_GENERIC_KEYS: Final[Mapping[TextKind, str]] = {"request": "make.from_files.any", "made": "make.by_rule.any"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Deliverable:
    """Something that can be made.

    `name` is the word after `inkwright make`. `tools` are the names of the tools that make it, in the order in which
    they are offered; `outline_tool` is the one among them that asks the person first; `kinds` are the kinds of its
    artifacts, whichever tool made them. `pattern` recognises the deliverable in a message when no model can; `units`
    are what its parts are called after a number, in English and in Chinese. If a message also asks for `yields_to`,
    the two are one deliverable: a summary "as a PDF".

    `texts` holds, for each language, the help of the command, the label in menus, the request if the person names
    only files (`{names}`), and the report that it is ready. Only the help is required. The texts of built-in
    deliverables are in the message catalogue.
    """

    name: str
    tools: tuple[str, ...]
    pattern: re.Pattern[str]
    kinds: tuple[str, ...] = ()
    units: tuple[str, str] | None = None
    outline_tool: str | None = None
    intent: Literal["content_create", "quiz_generate"] = "content_create"
    yields_to: str | None = None
    texts: Mapping[Language, Mapping[TextKind, str]] = field(default_factory=dict)

    def text(self, language: Language, kind: TextKind, **fields: object) -> str:
        """Return one of its texts; the English one if there is none in this language."""
        if not self.texts:
            return text(language, _TEXT_KEYS[kind].format(self.name), **fields)
        own = self.texts.get(language, self.texts.get("en", {})).get(kind)
        if own is not None:
            return own.format(**fields)
        generic = _GENERIC_KEYS.get(kind)
        return text(language, generic, name=self.name, **fields) if generic else self.name


DELIVERABLES: Final[dict[str, Deliverable]] = {}


def register_deliverable(deliverable: Deliverable) -> Deliverable:
    """Add a deliverable. A name can be taken once; adding the same one again changes nothing."""
    if DELIVERABLES.setdefault(deliverable.name, deliverable) is not deliverable:
        raise InvalidOption(option="name", value=deliverable.name, allowed=Reason("reason.usecases.deliverable_exists"))
    return deliverable


def deliverable_of_tool(tool: str) -> Deliverable | None:
    """Return the deliverable that a tool makes."""
    return next((each for each in DELIVERABLES.values() if tool in each.tools), None)


register_deliverable(
    Deliverable(
        name="slides",
        tools=("propose_pptx_outline", "generate_pptx"),
        kinds=("pptx",),
        units=("slides?", "张|页"),
        outline_tool="propose_pptx_outline",
        pattern=re.compile(
            r"\bslides?\b|\bdecks?\b|\bpresentations?\b|\bpptx?\b|\bpower ?point\b|幻灯片|投影片|简报|课件|演示文稿",
            re.I,
        ),
    )
)
register_deliverable(
    Deliverable(
        name="doc",
        tools=("generate_docx",),
        kinds=("docx",),
        units=("pages?", "页"),
        yields_to="pdf",
        pattern=re.compile(
            r"\bdocuments?\b|\bworksheets?\b|\bhand-?outs?\b|\bsummar(?:y|ies)\b|\bstudy notes\b|\bdocx\b"
            r"|\bword file\b|文档|讲义|练习单|学习单|工作单|总结|摘要|概要|学习笔记",
            re.I,
        ),
    )
)
register_deliverable(
    Deliverable(
        name="pdf",
        tools=("render_pdf",),
        kinds=("pdf",),
        units=("pages?", "页"),
        yields_to="paper",
        pattern=re.compile(r"\bpdf\b", re.I),
    )
)
register_deliverable(
    Deliverable(
        name="quiz",
        tools=("generate_quiz_questions",),
        kinds=("quiz",),
        units=("questions?|items?", "道|题|个题|個題|個問題|个问题"),
        intent="quiz_generate",
        pattern=re.compile(
            r"\bquiz(?:zes)?\b|\btests?\b|\bquestions?\b|\bexam\b|测验|测试|试卷|小测|问卷|(?<![主问标课专话难命])题",
            re.I,
        ),
    )
)
register_deliverable(
    Deliverable(
        name="page",
        tools=("request_interactive_content", "generate_interactive_html", "make_study_page"),
        kinds=("html",),
        pattern=re.compile(
            r"\bflash ?cards?\b|\btimelines?\b|\bweb ?pages?\b|\binteractive\b|\bgames?\b|\bhtml\b"
            r"|网页|互动|闪卡|抽认卡|卡片|时间线|时间轴|配对|分类游戏|游戏",
            re.I,
        ),
    )
)
register_deliverable(
    Deliverable(
        name="paper",
        tools=("generate_paper",),
        kinds=("tex",),
        pattern=re.compile(
            r"\b(?:write|draft|make|create|produce|prepare|generate|into|as|want|need)\s+(?:me\s+|us\s+)?(?:an?|my|the|this|our)\s+"
            r"(?:(?!exam|test|quiz|question|practice|wall|past|mock)[\w-]+\s+){0,2}?paper\b(?!\s+(?:air)?(?:plane|craft|boat|bag))"
            r"|^\W*(?:research|scientific|academic|conference|journal|latex|term|seminar)\s+paper\b"
            r"|(?:写|起草|生成|做|整理成|变成|撰写|改成|来)[^，。；！？\n]{0,14}?论文(?!写作|格式|题目|答辩|的|[做生制出]|幻灯|总结|摘要|测验)",
            re.I,
        ),
    )
)
