"""Check the files of the paper agents: the overview, the checklist and the LaTeX skeleton.

The prompt asks for an abstract of 200 to 300 words; 150 to 400 are accepted, because models count badly and a retry
over a few words does not improve the result. A Chinese character counts as a word. LaTeX is checked as text, without
running TeX.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from inkwright.artifacts.documents.tex.tex_checks import check_tex
from inkwright.artifacts.documents.tex.tex_source import read_source
from inkwright.artifacts.drafts import Draft
from inkwright.i18n import Language, text
from inkwright.parsing import multi_section_parser
from inkwright.parsing.files import File

ChecklistNeed = Literal["figure", "text"]

_FIGURE_PATTERN: Final = (
    r"\b(?:figures?|fig|images?|charts?|diagrams?|plots?|tables?|graphs?|visuals?|illustrations?)\b|"
    r"(?<![意试企])图|表格"
)
_TEXT_PATTERN: Final = (
    r"\b(?:text|texts|writing|written|prose|paragraphs?|sections?|wording)\b|文字|文本|写作|正文|段落|章节|文稿"
)
_FIGURE_WORD = re.compile(_FIGURE_PATTERN, re.IGNORECASE)
_TEXT_WORD = re.compile(_TEXT_PATTERN, re.IGNORECASE)
_CHECKLIST_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+\[ \][ \t]+(\S[^\n]*)")
_CHECKLIST_HEADING = re.compile(
    r"[ \t]*(#{1,6})[ \t]*([^\n]+)|[ \t]*(?:\*\*|__)([^\n*_]+)(?:\*\*|__)[ \t]*[:：]?|(\w[^\n]*)[:：]"
)
_BOLD_HEADING_LEVEL: Final = 7
_ITEM_OPENING: Final = 24


def problem_with_checklist(file: File, language: Language = "en") -> str | None:
    """Return feedback for the model about missing parts, or None."""
    needs = _item_needs(file.content)
    if not needs:
        return text(language, "feedback.paper.no_items")
    problems = [
        text(language, f"feedback.paper.no_{need}_item") for need in ("figure", "text") if needs.count(need) == 0
    ]
    return "\n".join([*problems, text(language, "feedback.paper.again")]) if problems else None


def _item_needs(content: str) -> list[ChecklistNeed]:
    """Return the kind of each item: that of the nearest heading that names one, else judged by its first words."""
    found: list[ChecklistNeed] = []
    above: list[tuple[int, ChecklistNeed | None]] = []
    for line in content.splitlines():
        if item := _CHECKLIST_ITEM.fullmatch(line.rstrip()):
            if re.search(r"\w", item[1]):
                found.append(above[-1][1] if above and above[-1][1] else _opening_kind(item[1]))
        elif heading := _CHECKLIST_HEADING.fullmatch(line.rstrip()):
            level = len(heading[1]) if heading[1] else _BOLD_HEADING_LEVEL
            above = [outer for outer in above if outer[0] < level]
            inherited = above[-1][1] if above else None
            above.append((level, _heading_kind(heading[2] or heading[3] or heading[4]) or inherited))
    return found


def _heading_kind(heading: str) -> ChecklistNeed | None:
    """Return figure or text if the heading names exactly one of them."""
    names_figure, names_text = bool(_FIGURE_WORD.search(heading)), bool(_TEXT_WORD.search(heading))
    if names_figure == names_text:
        return None
    return "figure" if names_figure else "text"


def _opening_kind(item: str) -> ChecklistNeed:
    return "figure" if _FIGURE_WORD.search(item[:_ITEM_OPENING]) else "text"


_NO_FILES: Final[Mapping[str, bytes]] = MappingProxyType({})
_MAX_PROBLEMS: Final = 8

_REQUIRED_COMMANDS: Final[dict[str, re.Pattern[str]]] = {
    r"\documentclass{…}": re.compile(r"\\documentclass[ \t\n]*+(?:\[[^\]]{0,400}\])?[ \t\n]*+\{[ \t\n]*\w"),
    r"\begin{document}": re.compile(r"\\begin[ \t]*\{document\}"),
    r"\end{document}": re.compile(r"\\end[ \t]*\{document\}"),
    r"\title{…}": re.compile(r"\\(?:ctitle|title)[ \t\n]*+(?:\[[^\]]{0,400}\])?[ \t\n]*+\{\s*[^\s}]"),
    r"\begin{abstract}": re.compile(r"\\begin[ \t]*\{c?abstract\}|\\c?abstract[ \t\n]*\{"),
    r"\section{…}": re.compile(r"\\section\*?[ \t\n]*+(?:\[[^\]]{0,400}\])?[ \t\n]*+\{\s*[^\s}]"),
}


def problem_with_latex(file: File, language: Language = "en") -> str | None:
    """Return feedback for the model about missing parts and errors, or None."""
    live = read_source(file.content).live
    problems: list[str] = []
    missing = [command for command, pattern in _REQUIRED_COMMANDS.items() if not pattern.search(live)]
    if missing:
        problems.append(text(language, "feedback.paper.latex_missing", parts=", ".join(missing)))
    problems += latex_problems(file.content, language=language)
    return "\n".join([*problems, text(language, "feedback.paper.again")]) if problems else None


def latex_problems(content: str, files: Mapping[str, bytes] = _NO_FILES, *, language: Language = "en") -> list[str]:
    """Return what the checker of .tex files finds, one line each, the errors of the frame left out."""
    draft = Draft("tex", "paper.tex", "paper", {**files, "paper.tex": content.encode("utf-8", "replace") or b" "})
    found = [
        each
        for each in check_tex(draft)
        if (each.severity == "error" and each.code != "tex.missing") or each.code == "tex.after_end"
    ]
    return [each.summary(language) for each in found[:_MAX_PROBLEMS]]


MIN_ABSTRACT_WORDS: Final = 150
MAX_ABSTRACT_WORDS: Final = 400
MIN_INNOVATIONS: Final = 3

_PARTS: Final[dict[str, tuple[str, ...]]] = {
    "title": ("Title", "Paper Title", "论文标题", "标题", "论文题目", "题目"),
    "type": ("Paper Type", "Type", "Type of Paper", "论文类型", "类型"),
    "abstract": ("Abstract", "论文摘要", "摘要"),
    "content": ("Research Content", "Research Contents", "Main Research Content", "研究内容", "主要研究内容"),
    "innovations": ("Innovations", "Innovation Points", "Key Innovations", "Main Innovations", "创新点", "主要创新点"),
    "scenarios": ("Application Scenarios", "Applications", "Application Scenario", "应用场景", "应用领域"),
}
_PART_OF: Final = {alias: part for part, aliases in _PARTS.items() for alias in aliases}
_NAMES: Final = "|".join(sorted(map(re.escape, _PART_OF), key=len, reverse=True))
_ITEM_HEADER = re.compile(rf"^[ \t]*[-*+•][ \t]+(?=[*_]{{0,3}}(?:{_NAMES})[*_]{{0,3}}[ \t]*[:：])", re.M | re.I)
_HEADER_REMARK = re.compile(rf"(^[ \t#*_>\d.、\[【]*+(?:{_NAMES}))[ \t]*+[(（][^()（）\n]{{0,40}}[)）]", re.M | re.I)

_METHOD: Final = r"(?:method|方法)"
_SURVEY: Final = r"(?:survey|review|综述)"
_PAPER_TYPE = re.compile(f"{_METHOD}|{_SURVEY}", re.IGNORECASE)
_BETWEEN: Final = r"[^\n.,;，。；]{0,12}(?:\bor\b|[/|]|或|还是)[^\n.,;，。；]{0,12}"
_UNDECIDED = re.compile(f"{_METHOD}{_BETWEEN}{_SURVEY}|{_SURVEY}{_BETWEEN}{_METHOD}", re.IGNORECASE)

_HAN: Final = "\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_HAN}]|[^\W{_HAN}]+(?:['’-][^\W{_HAN}]+)*+")

_NUMBERED = re.compile(
    r"^[ \t]*+[#*_]*+[ \t]*+(?:\d{1,2}[.)、．:：]|[(（](?:\d{1,2}|[一二三四五六七八九十]{1,2})[)）]|[①-⑳]|"
    r"[一二三四五六七八九十]{1,2}、|第[一二三四五六七八九十]{1,2}[，、：:]?|"
    r"(?:innovation|contribution|创新点?)[ \t]*(?:\d{1,2}|[一二三四五六七八九十]))([^\n]*)$",
    re.MULTILINE | re.IGNORECASE,
)
_BULLET = re.compile(r"^([ \t]*)[-*+•·][ \t]+([^\n]*)$", re.MULTILINE)
_INLINE = re.compile(r"(?:[(（]\d{1,2}[)）]|[①-⑳])([^(（①-⑳\n]*)")
_PARAGRAPH = re.compile(r"\n[ \t]*\n")


def problem_with_overview(file: File, language: Language = "en") -> str | None:
    """Return feedback for the model about missing parts, or None."""
    found = _parse_overview(file.content)
    problems = [*_missing_parts(found, language)]
    if found.get("type") and not _names_one_type(found["type"]):
        problems.append(text(language, "feedback.paper.type"))
    if (
        found.get("abstract")
        and not MIN_ABSTRACT_WORDS <= (count := count_words(found["abstract"])) <= MAX_ABSTRACT_WORDS
    ):
        problems.append(text(language, "feedback.paper.abstract", count=count))
    if found.get("innovations") and (count := _count_items(found["innovations"])) < MIN_INNOVATIONS:
        problems.append(text(language, "feedback.paper.innovations", count=count, least=MIN_INNOVATIONS))
    return "\n".join([*problems, text(language, "feedback.paper.again")]) if problems else None


def count_words(written: str) -> int:
    """Count the words; each Chinese character is one."""
    return sum(1 for _ in _WORD.finditer(written))


def is_overview_header(line: str) -> bool:
    """Whether this line would begin a part of an overview."""
    return bool(_parse_overview(line))


def _parse_overview(content: str) -> dict[str, str]:
    """Return the parts by key, with headers in any format and either language."""
    plain = _HEADER_REMARK.sub(r"\1", _ITEM_HEADER.sub("", content))
    result = multi_section_parser(plain, list(_PART_OF), match_mode="ANY", allow_empty=True)
    found: dict[str, str] = {}
    for alias, body in result.get("content", {}).items():
        found[_PART_OF[alias]] = found.get(_PART_OF[alias]) or body
    return found


def _missing_parts(found: dict[str, str], language: Language) -> list[str]:
    missing = [part for part in _PARTS if part not in found]
    empty = [part for part in found if not re.search(r"\w", found[part])]
    groups = (("feedback.paper.missing", missing), ("feedback.paper.empty", empty))
    return [text(language, key, parts=_part_names(parts, language)) for key, parts in groups if parts]


def _part_names(parts: list[str], language: Language) -> str:
    between = "、" if language == "zh" else ", "
    return between.join(text(language, f"feedback.paper.part.{part}") for part in parts)


def _names_one_type(written: str) -> bool:
    return _PAPER_TYPE.search(written) is not None and _UNDECIDED.search(written) is None


def _count_items(section: str) -> int:
    """Count the different points of a section: list items of any kind, else paragraphs."""
    bullets = [(len(match[1]), match[2]) for match in _BULLET.finditer(section)]
    outermost = min((indent for indent, _ in bullets), default=0)
    lists = (
        _NUMBERED.findall(section),
        [item for indent, item in bullets if indent == outermost],
        _INLINE.findall(section),
    )
    items = next((way for way in lists if len(way) > 1), lists[0] or lists[1] or _PARAGRAPH.split(section))
    said = {" ".join(item.lower().split()) for item in items}
    return sum(1 for item in said if re.search(r"\w", item))
