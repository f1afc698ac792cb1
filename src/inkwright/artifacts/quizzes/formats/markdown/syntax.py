"""The line syntax of quizzes in Markdown: question, option and field marks, and their escapes."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Final

TITLE = re.compile(r"#[ \t]+(?P<text>\S.*)")
QUESTION = re.compile(r"##[ \t]+(?P<text>\S.*)|##[ \t]*$")
PART = re.compile(r"###[ \t]+(?P<text>\S.*)|###[ \t]*$")
_WORDED_NUMBER = (
    r"(?:Question|Q)[ \t]*\d{1,4}[ \t]*(?:[.:：、)）][ \t]*|$)"
    r"|第[ \t]*\d{1,4}[ \t]*题(?:[ \t]*[.:：、．)）][ \t]*|[ \t]+|$)"
)
NUMBERED = re.compile(
    r"\u3000*(?:(?P<number>\d{1,4}[.)．、）]|[(（]\d{1,4}[)）])[ \t\u3000]*(?P<text>(?<=[ \t\u3000、．）)])\S.*)"
    rf"|(?P<worded>{_WORDED_NUMBER})(?P<rest>.*))",
    re.IGNORECASE,
)
NUMBER = re.compile(
    r"(?:\d{1,4}(?:\.\d{1,4})?[.)．、）]|[(（]\d{1,4}[)）])(?:[ \t]+(?=\S)|(?=[^\s\d])|$)|" + _WORDED_NUMBER,
    re.IGNORECASE,
)
BOLD_NUMBER = re.compile(r"\*\*(?P<number>\d{1,4}[.)．、])(?:\*\*[ \t]*(?P<rest>\S.*)|[ \t]*(?P<all>\S.*)\*\*$)")
SECTION = re.compile(
    r"(?:##[ \t]+)?[一二三四五六七八九十]{1,3}[、.．][ \t]*\w{0,8}(?:题|选择|填空|判断)"
    r"(?:[（(][^（()）]{0,60}[)）])?[。：:]?$"
)
_POINTS_EACH = re.compile(r"每(?:小|道)?题[ \t]*(?:各|为|是)?[ \t]*(?P<points>\d{1,3}(?:\.\d{1,2})?)[ \t]*分")
_LETTER = r"(?:(?P<dot>[A-ZＡ-Ｚ])[.．、)）]|[(（](?P<round>[A-ZＡ-Ｚ])[)）])[ \t\u3000]*(?P<text>\S.*)"
BOX = re.compile(r"[ \t\u3000]*[-*+][ \t]+[\[［](?P<mark>[ xXｘＸ✓√]?)[\]］](?:[ \t]+(?P<text>.*))?$")
ITEM = re.compile(r"[ \t\u3000]*[-*+•][ \t]+(?P<text>\S.*)")
CIRCLED = re.compile(r"[ \t\u3000]*[①-⑳][ \t\u3000.．、]*(?P<text>\S.*)")
LETTERED = re.compile(r"[ \t\u3000]*" + _LETTER)
BULLETED = re.compile(r"[ \t\u3000]*(?P<bullet>[*√✓](?=[^*])|[-+•](?=[ \t]))[ \t]*" + _LETTER)
SMALL_LETTERED = re.compile(
    r"[ \t\u3000]*(?:(?P<dot>[a-zａ-ｚ])[.．、)）]|[(（](?P<round>[a-zａ-ｚ])[)）])"
    r"(?:[ \t\u3000]+|(?<=[．、）]))(?P<text>\S.*)"
)
FENCE = re.compile(r"[ \t]*(?P<marks>`{3,}+|~{3,}+)(?P<info>[^`]*)$")
_ANSWER_KEY_NAME = r"(?:参考|标准|正确)?答案(?:[与及和]?解析)?"
ANSWER_KEY = re.compile(
    rf"(?:#{{1,6}}[ \t]*(?:\*\*)?(?:(?P<head>{_ANSWER_KEY_NAME}|answers|answer[ \t]+keys?)|answer|keys?|solutions?)"
    r"(?:\*\*)?[ \t]*[:：]?(?:\*\*)?$"
    rf"|(?:\*\*)?【?(?:{_ANSWER_KEY_NAME}|answers|(?P<key>answer[ \t]+keys?))】?(?:\*\*)?[ \t]*"
    r"(?:$|[:：](?:\*\*)?[ \t]*(?P<text>(?:[(（第]?[ \t]*\d.*)?)$))",
    re.IGNORECASE,
)
QUOTED = re.compile(r"[ \t\u3000]*>[ \t]?(?P<text>.*)")
ARROW = re.compile(r"(?<!\\)(?:->|=>|→|⇒)")
INDENTED = re.compile(r"(?:  |\t)(?P<text>.*)")

FIELDS: Final[Mapping[str, str]] = {
    "answer": "correctAnswer", "answers": "correctAnswer", "correct answer": "correctAnswer", "答案": "correctAnswer",
    "正确答案": "correctAnswer", "参考答案": "correctAnswer", "标准答案": "correctAnswer", "ans": "correctAnswer",
    "right answer": "correctAnswer", "correct option": "correctAnswer",
    "explanation": "explanation", "why": "explanation", "解析": "explanation", "解释": "explanation",
    "difficulty": "difficulty", "难度": "difficulty",
    "points": "points", "point": "points", "score": "points", "分值": "points", "分数": "points",
    "type": "questionType", "题型": "questionType", "类型": "questionType",
    "tags": "tags", "tag": "tags", "标签": "tags",
    "knowledge point": "knowledgePoint", "knowledge": "knowledgePoint", "知识点": "knowledgePoint",
    "考点": "knowledgePoint",
    "id": "id", "编号": "id",
    "distractor": "distractors", "distractors": "distractors", "干扰项": "distractors",
}  # fmt: skip
_NAMES: Final = "|".join(sorted(map(re.escape, FIELDS), key=len, reverse=True))
FIELD = re.compile(
    rf"[ \t\u3000]*(?:【(?P<boxed>{_NAMES})】[ \t]*[:：]?|(?:\*\*)?(?P<name>{_NAMES})(?:\*\*)?[ \t]*[:：](?:\*\*)?"
    r"|(?P<short>ans)\.(?:[ \t]*[:：]|(?=[ \t])))[ \t]*(?P<text>.*)",
    re.IGNORECASE,
)
TYPES: Final[Mapping[str, str]] = {
    "single": "SINGLE_CHOICE", "single choice": "SINGLE_CHOICE", "单选": "SINGLE_CHOICE", "单选题": "SINGLE_CHOICE",
    "multiple": "MULTIPLE_CHOICE", "multiple choice": "MULTIPLE_CHOICE", "多选": "MULTIPLE_CHOICE",
    "多选题": "MULTIPLE_CHOICE",
    "true/false": "TRUE_FALSE", "true false": "TRUE_FALSE", "判断": "TRUE_FALSE", "判断题": "TRUE_FALSE",
    "fill": "FILL_IN_BLANK", "fill in": "FILL_IN_BLANK", "fill in blank": "FILL_IN_BLANK",
    "fill in the blank": "FILL_IN_BLANK", "填空": "FILL_IN_BLANK", "填空题": "FILL_IN_BLANK",
    "short": "SHORT_ANSWER", "short answer": "SHORT_ANSWER", "简答": "SHORT_ANSWER", "简答题": "SHORT_ANSWER",
    "long": "LONG_ANSWER", "long answer": "LONG_ANSWER", "essay": "LONG_ANSWER", "论述": "LONG_ANSWER",
    "论述题": "LONG_ANSWER", "问答题": "LONG_ANSWER",
    "matching": "MATCHING", "match": "MATCHING", "连线": "MATCHING", "连线题": "MATCHING", "匹配": "MATCHING",
    "ordering": "ORDERING", "order": "ORDERING", "排序": "ORDERING", "排序题": "ORDERING",
    "composite": "COMPOSITE", "综合": "COMPOSITE", "综合题": "COMPOSITE", "材料题": "COMPOSITE",
}  # fmt: skip
DIFFICULTIES: Final[Mapping[str, str]] = {
    "easy": "easy", "medium": "medium", "hard": "hard", "简单": "easy", "容易": "easy", "易": "easy",
    "中等": "medium", "中": "medium", "困难": "hard", "难": "hard",
}  # fmt: skip

_LINE_PATTERNS = (
    TITLE, QUESTION, PART, NUMBERED, BOLD_NUMBER, SECTION, BOX, ITEM, CIRCLED, LETTERED, BULLETED, SMALL_LETTERED,
    QUOTED, FIELD,
    FENCE, ANSWER_KEY,
)  # fmt: skip
_DIGITS = re.compile(r"\d{1,4}")
_NEXT_OPTION = re.compile(
    r"(?<=[ \t\u3000;；])(?:(?P<dot>[A-ZＡ-Ｚ])[.．、)）]|[(（](?P<round>[A-ZＡ-Ｚ])[)）])[ \t\u3000]*(?=\S)"
)
_ESCAPES = re.compile(r"\\+")
_ANY_ARROW = re.compile(r"(->|=>|→|⇒)")
_ESCAPED_ARROW = re.compile(r"\\(->|=>|→|⇒)")


def is_marked_line(line: str) -> bool:
    """Whether a line has a mark, so that it is not plain words."""
    return any(pattern.match(line) for pattern in _LINE_PATTERNS)


def plain_mark(mark: str) -> str:
    """Return a letter or number of a mark in its narrow width, letters as capitals."""
    return unicodedata.normalize("NFKC", mark).upper()


def option_letter_of(found: re.Match[str]) -> str:
    """Return the letter of a line that begins an option."""
    return plain_mark(found["dot"] or found["round"])


def is_starred(found: re.Match[str]) -> bool:
    """Whether an option has a star before its letter, as a mark or as a bullet."""
    return found.re is BULLETED and found["bullet"] in "*√✓"


def field_name(found: re.Match[str]) -> str:
    """Return the name of the field in a quiz."""
    return FIELDS[(found["name"] or found["boxed"] or found["short"]).lower()]


def number_in(written: str) -> int:
    """Return the first number in the mark of a question or an item, or 0."""
    found = _DIGITS.search(unicodedata.normalize("NFKC", written))
    return int(found[0]) if found else 0


def small_option(line: str, index: int) -> re.Match[str] | None:
    """Match an option with a small letter, if it is the next one. Any other line of this kind is words."""
    found = SMALL_LETTERED.match(line)
    return found if found and ord(option_letter_of(found)) - ord("A") == index else None


def bulleted_option(line: str, index: int) -> re.Match[str] | None:
    """Match an option with a bullet before its letter, if it is the next one."""
    found = BULLETED.match(line)
    return found if found and ord(option_letter_of(found)) - ord("A") == index else None


def inline_options(text: str, first: str) -> list[str]:
    """Return the options on one line after the letter `first`: `red  B. green  C. blue`.

    Wide gaps separate them; single spaces and semicolons do if there are at least three.
    """
    marks = []
    start = 0
    for found in _NEXT_OPTION.finditer(text):
        before = text[start : found.start()]
        gap = before[len(before.rstrip(" \t\u3000")) :]
        is_wide = len(gap) > 1 or gap in ("\t", "\u3000")
        marks.append((option_letter_of(found), found.start(), found.end(), is_wide))
        start = found.end()
    for is_any, min_count in ((False, 2), (True, 3)):
        parts, start, letter = [], 0, first
        for each, begin, end, is_wide in marks:
            if ord(each) == ord(letter) + 1 and (is_any or is_wide):
                parts.append(text[start:begin])
                start, letter = end, each
        if len(parts) + 1 >= min_count:
            return [part.rstrip(" \t\u3000;；") if is_any else part for part in parts] + [text[start:]]
    return [text]


def fence_end_finder(source: Sequence[str]) -> Callable[[int], int]:
    """Return a function that maps the index of an opening fence to that of its closing one, and others to -1."""
    longest = {"`": [0] * (len(source) + 1), "~": [0] * (len(source) + 1)}
    for index in range(len(source) - 1, -1, -1):
        found = FENCE.match(source[index])
        for sign, lengths in longest.items():
            is_bare = found and found["marks"][0] == sign and not found["info"].strip()
            lengths[index] = max(lengths[index + 1], len(found["marks"]) if found and is_bare else 0)

    def end(index: int) -> int:
        opened = FENCE.match(source[index])
        if not opened or longest[opened["marks"][0]][index + 1] < len(opened["marks"]):
            return -1
        # There is a closing fence, and the caller skips all lines up to it, so no line is looked at twice.
        later = range(index + 1, len(source))
        return next(each for each in later if _is_closing_fence(source[each], opened["marks"]))

    return end


def _is_closing_fence(line: str, marks: str) -> bool:
    found = FENCE.match(line)
    return bool(found and found["marks"].startswith(marks) and not found["info"].strip())


def escape_line(line: str) -> str:
    """Escape a line that would not be read as words."""
    bare = _ESCAPES.sub("", line, count=1) if line.startswith("\\") else line
    return "\\" + line if is_marked_line(bare) else line


def unescape_line(line: str) -> str:
    """Return the words of a line that `escape_line` wrote."""
    bare = _ESCAPES.sub("", line, count=1) if line.startswith("\\") else line
    return line[1:] if line.startswith("\\") and is_marked_line(bare) else line


def points_of_section(section: str) -> float | None:
    """Return the points that a section heading gives to each of its questions, or None."""
    found = _POINTS_EACH.search(section)
    return float(found["points"]) if found else None


def join_alternatives(texts: list[str]) -> str:
    """Join alternatives on one line. A bar in a text is doubled."""
    return " | ".join(text.replace("|", "||") for text in texts)


def split_alternatives(line: str) -> list[str]:
    """Return the alternatives of a line."""
    return [part.strip().replace("||", "|") for part in re.split(r"(?<!\|)\|(?!\|)", line)]


def escape_left_side(text: str) -> str:
    """Escape the left side of a pair, so that no arrow or box is read in it."""
    bare = text.lstrip("\\")
    return _ANY_ARROW.sub(r"\\\1", "\\" + text if BOX.match(f"- {bare}") or not bare else text)


def unescape_left_side(written: str) -> str:
    """Return the text that `escape_left_side` escaped."""
    text = _ESCAPED_ARROW.sub(r"\1", written)
    bare = text.lstrip("\\")
    return text[1:] if text.startswith("\\") and (BOX.match(f"- {bare}") or not bare) else text
