"""The lines of a quiz in Markdown: which begin a question, an option or a field, and which are words."""

import re
from collections.abc import Mapping
from typing import Final

TITLE = re.compile(r"#[ \t]+(?P<text>\S.*)")
QUESTION = re.compile(r"##[ \t]+(?P<text>\S.*)|##[ \t]*$")
PART = re.compile(r"###[ \t]+(?P<text>\S.*)|###[ \t]*$")
NUMBERED = re.compile(r"(?:\d{1,4}[.)．、]|[(（]\d{1,4}[)）])[ \t]*(?P<text>(?<=[ \t、．）)])\S.*)")
NUMBER = re.compile(
    r"(?:\d{1,4}(?:\.\d{1,4})?[.)．、]|[(（]\d{1,4}[)）])(?:[ \t]+(?=\S)|(?=[^\s\d]))"
    r"|(?:Question|Q)[ \t]*\d{1,4}[ \t]*(?:[.:：、)）][ \t]*|$)"
    r"|第[ \t]*\d{1,4}[ \t]*题(?:[ \t]*[.:：、)）][ \t]*|[ \t]+|$)",
    re.IGNORECASE,
)
BOLD_NUMBER = re.compile(r"\*\*(?P<number>\d{1,4}[.)．、])(?:\*\*[ \t]*(?P<rest>\S.*)|[ \t]*(?P<all>\S.*)\*\*$)")
SECTION = re.compile(
    r"(?:##[ \t]+)?[一二三四五六七八九十]{1,3}[、.．][ \t]*\w{0,8}(?:题|选择|填空|判断)"
    r"(?:[（(][^（()）]{0,60}[)）])?[。：:]?$"
)
BOX = re.compile(r"[ \t]*[-*+][ \t]+\[(?P<mark>[ xX✓√]?)\](?:[ \t]+(?P<text>.*))?$")
ITEM = re.compile(r"[ \t]*[-*+•][ \t]+(?P<text>\S.*)")
LETTERED = re.compile(r"[ \t]*(?:(?P<dot>[A-Z])[.．、)）]|[(（](?P<round>[A-Z])[)）])[ \t]*(?P<text>\S.*)")
SMALL = re.compile(
    r"[ \t]*(?:(?P<dot>[a-z])[.．、)）]|[(（](?P<round>[a-z])[)）])(?:[ \t]+|(?<=[．、）]))(?P<text>\S.*)"
)
REMARK = re.compile(r"[ \t]*>[ \t]?(?P<text>.*)")
ARROW = re.compile(r"[ \t]*(?<!\\)(?:->|=>|→|⇒)[ \t]*")
INDENTED = re.compile(r"(?:  |\t)(?P<text>.*)")

FIELDS: Final[Mapping[str, str]] = {
    "answer": "correctAnswer", "answers": "correctAnswer", "correct answer": "correctAnswer", "答案": "correctAnswer",
    "正确答案": "correctAnswer", "参考答案": "correctAnswer",
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
    rf"[ \t]*(?:【(?P<boxed>{_NAMES})】[ \t]*[:：]?|(?:\*\*)?(?P<name>{_NAMES})(?:\*\*)?[ \t]*[:：](?:\*\*)?)"
    r"[ \t]*(?P<text>.*)",
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

_MEANT = (TITLE, QUESTION, PART, NUMBERED, BOLD_NUMBER, SECTION, BOX, ITEM, LETTERED, SMALL, REMARK, FIELD)
_ESCAPES = re.compile(r"\\+")
_ANY_ARROW = re.compile(r"(->|=>|→|⇒)")
_ESCAPED_ARROW = re.compile(r"\\(->|=>|→|⇒)")


def is_meant(line: str) -> bool:
    """Whether a line begins something, so that it is not just words."""
    return any(pattern.match(line) for pattern in _MEANT)


def small_option(line: str, place: int) -> re.Match[str] | None:
    """An option with a small letter, where it is the next one: elsewhere such a line is words."""
    found = SMALL.match(line)
    return found if found and ord(found["dot"] or found["round"]) - ord("a") == place else None


def options_in(text: str, first: str) -> list[str]:
    """The options that stand on one line behind that with the letter `first`: `red  B. green  C. blue`.

    Wide gaps part them; single blanks do where the letters go on for three.
    """
    for gap, fewest in ((r"(?:[ \t]{2,}|\t|\u3000)[ \t\u3000]*", 2), (r"[ \t\u3000]+", 3)):
        found, start = [], 0
        for letter in map(chr, range(ord(first) + 1, ord("Z") + 1)):
            parting = re.compile(gap + rf"(?:{letter}[.．、)）]|[(（]{letter}[)）])[ \t]*(?=\S)").search(text, start)
            if parting is None:
                break
            found.append(text[start : parting.start()])
            start = parting.end()
        if len(found) + 1 >= fewest:
            return [*found, text[start:]]
    return [text]


def escaped(line: str) -> str:
    """The line so that it is read as words."""
    bare = _ESCAPES.sub("", line, count=1) if line.startswith("\\") else line
    return "\\" + line if is_meant(bare) else line


def unescaped(line: str) -> str:
    """The words of a line that `escaped` wrote."""
    bare = _ESCAPES.sub("", line, count=1) if line.startswith("\\") else line
    return line[1:] if line.startswith("\\") and is_meant(bare) else line


def joined(texts: list[str]) -> str:
    """Alternatives on one line: a bar in a text is doubled."""
    return " | ".join(text.replace("|", "||") for text in texts)


def parted(line: str) -> list[str]:
    """The alternatives of a line."""
    return [part.strip().replace("||", "|") for part in re.split(r"(?<!\|)\|(?!\|)", line)]


def left_side(text: str) -> str:
    """What stands before the arrow of a pair, so that no arrow or box is seen in it."""
    bare = text.lstrip("\\")
    return _ANY_ARROW.sub(r"\\\1", "\\" + text if BOX.match(f"- {bare}") or not bare else text)


def left_words(written: str) -> str:
    """The words of `left_side`."""
    text = _ESCAPED_ARROW.sub(r"\1", written)
    bare = text.lstrip("\\")
    return text[1:] if text.startswith("\\") and (BOX.match(f"- {bare}") or not bare) else text
