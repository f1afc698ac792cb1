"""Whether the overview of a paper holds its six parts, and what a model has to mend if not.

An abstract of 200 to 300 words is asked for, and one of 150 to 400 accepted: models count badly, and a retry over a
few words helps nobody. A Chinese character counts as a word.
"""

import re
from typing import Final

from inkwright.i18n import Language, text
from inkwright.parsing import multi_section_parser
from inkwright.parsing.files import File

LEAST_WORDS: Final = 150
MOST_WORDS: Final = 400
LEAST_INNOVATIONS: Final = 3

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
_REMARK = re.compile(rf"(^[ \t#*_>\d.、\[【]*+(?:{_NAMES}))[ \t]*+[(（][^()（）\n]{{0,40}}[)）]", re.M | re.I)

_METHOD: Final = r"(?:method|方法)"
_SURVEY: Final = r"(?:survey|review|综述)"
_KIND = re.compile(f"{_METHOD}|{_SURVEY}", re.IGNORECASE)
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
    """What is missing, in words for the model, or None."""
    found = _read_parts(file.content)
    problems = [*_absent(found, language)]
    if found.get("type") and not _is_decided(found["type"]):
        problems.append(text(language, "feedback.paper.type"))
    if found.get("abstract") and not LEAST_WORDS <= (count := count_words(found["abstract"])) <= MOST_WORDS:
        problems.append(text(language, "feedback.paper.abstract", count=count))
    if found.get("innovations") and (count := _count_items(found["innovations"])) < LEAST_INNOVATIONS:
        problems.append(text(language, "feedback.paper.innovations", count=count, least=LEAST_INNOVATIONS))
    return "\n".join([*problems, text(language, "feedback.paper.again")]) if problems else None


def count_words(written: str) -> int:
    """Words, where each Chinese character is one."""
    return sum(1 for _ in _WORD.finditer(written))


def is_header(line: str) -> bool:
    """Whether a part of an overview would begin with this line."""
    return bool(_read_parts(line))


def _read_parts(content: str) -> dict[str, str]:
    """The parts by their keys, whatever their headers look like and in whichever of the languages they are."""
    plain = _REMARK.sub(r"\1", _ITEM_HEADER.sub("", content))
    result = multi_section_parser(plain, list(_PART_OF), match_mode="ANY", allow_empty=True)
    found: dict[str, str] = {}
    for alias, body in result.get("content", {}).items():
        found[_PART_OF[alias]] = found.get(_PART_OF[alias]) or body
    return found


def _absent(found: dict[str, str], language: Language) -> list[str]:
    missing = [part for part in _PARTS if part not in found]
    empty = [part for part in found if not re.search(r"\w", found[part])]
    groups = (("feedback.paper.missing", missing), ("feedback.paper.empty", empty))
    return [text(language, key, parts=_named(parts, language)) for key, parts in groups if parts]


def _named(parts: list[str], language: Language) -> str:
    between = "、" if language == "zh" else ", "
    return between.join(text(language, f"feedback.paper.part.{part}") for part in parts)


def _is_decided(written: str) -> bool:
    return _KIND.search(written) is not None and _UNDECIDED.search(written) is None


def _count_items(section: str) -> int:
    """How many different points a section makes: a list of any kind, else its paragraphs."""
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
