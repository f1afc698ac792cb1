"""Plain text in artifacts: tidy lines, cuts at sentence ends, placeholder text and file names."""

import re
import unicodedata
from typing import Final

from inkwright.parsing.filenames import MAX_BYTES, filename_problem

# Most of these are not allowed in XML; on a slide the others would appear as boxes.
_UNWRITABLE_CHARACTERS = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_INVISIBLE_CATEGORIES: Final = frozenset({"Cc", "Cf", "Zl", "Zp", "Zs"})
_SENTENCE_END = re.compile(r"[。！？；!?;]+[”’」』）)]*|\.(?=\s)")
_PAUSE = re.compile(r"[，、,：:]|\s")


def is_blank(text: str) -> bool:
    """Whether a reader sees nothing: only spaces, controls and zero-width characters."""
    return all(unicodedata.category(char) in _INVISIBLE_CATEGORIES for char in text)


def one_line(text: str) -> str:
    """Return the text on one line, without the characters that a slide cannot contain."""
    return " ".join(_UNWRITABLE_CHARACTERS.sub("", text).split())


def tidy_lines(text: str) -> str:
    """Tidy each line of the text, and drop empty lines at its start and end."""
    return "\n".join(one_line(line) for line in text.splitlines()).strip("\n")


def column_width(text: str) -> int:
    """Return the width of the text in columns: a Chinese character takes two."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def split_text(text: str, limit: int) -> list[str]:
    """Split the text into parts of at most `limit` characters: after sentences, else at pauses, else anywhere."""
    parts, start = [], 0
    while len(text) - start > limit:
        end = (
            _last_match_end(_SENTENCE_END, text, start, limit)
            or _last_match_end(_PAUSE, text, start, limit)
            or start + limit
        )
        parts.append(text[start:end].strip())
        start = end
    return [part for part in [*parts, text[start:].strip()] if not is_blank(part)]


def _last_match_end(pattern: re.Pattern[str], text: str, start: int, limit: int) -> int | None:
    """The end of the last match that leaves a part of useful length."""
    ends = [match.end() for match in pattern.finditer(text, start, start + limit) if match.end() - start > limit // 3]
    return ends[-1] if ends else None


_PLACEHOLDER_HINTS: Final = (
    "insert|enter|fill in|add|your|placeholder|todo|tbd|插入|填写|填入|在此|此处|请输入|你的|您的|待|請輸入|填寫"
)
_PLACEHOLDER_NAMES: Final = "name|date|title|subtitle|topic|text|标题|副标题|日期|姓名|主题|内容|標題|主題|內容"

_PLACEHOLDER_PATTERNS: Final = (
    # The prompts of programs in empty boxes.
    re.compile(r"click to (?:add|edit) (?:title|text|subtitle|notes|picture|icon)|click to (?:add|edit)\W*\Z", re.I),
    re.compile(r"\A\W*lorem ipsum\W*\Z|lorem ipsum (?:dolor|is simply)|dolor sit amet|consectetur adipiscing", re.I),
    re.compile(r"(?:单击|点击|按一下|單擊)(?:此处|这里|此處|以)?(?:添加|编辑|输入|新增|編輯|輸入)"),
    re.compile(r"\A\s*(?:请)?(?:在)?此[处處](?:填写|填入|输入|插入|填寫|輸入)\S{0,12}\s*\Z"),
    # A mark at the start of a line: `TODO: …`, but not `TODO lists`.
    re.compile(r"\A\s*(?:TODO|TBD|FIXME|待补充|待填写|待完善|待補充)\s*(?:[:：.…—(（-]|\Z)"),
    # A mark inside a line, after the end of a sentence or a name: `Tools: TODO ask Martin`.
    re.compile(
        r"[:：.;；。(（\[【–—]\s?(?:TODO|FIXME|TKTK|待补充|待填写|待完善|待補充)"
        r"(?![A-Za-z])(?! (?:list|comment|item))"
    ),
    re.compile(r"[(（]\s?(?:to be (?:added|completed|written|filled in)|待补|待续写|待填|待更新)\s?[)）]", re.I),
    # A line that says what belongs here: `Insert picture here`, `Sample text`, `此处插入图片`.
    re.compile(
        r"\A\W{0,3}(?:insert\s[\w ]{1,30}\bhere|(?:your |the )?[\w ]{1,30} goes here|your [\w ]{1,20} here|"
        r"(?:sample|dummy|placeholder|filler) (?:text|title|heading|content|image)|"
        r"(?:示例|样例|占位)(?:文本|文字|标题|内容|图片)|此[处處](?:插入|放置|添加)\S{1,10}|(?:图片|内容|文字|照片)待(?:补|插入|添加|补充))"
        r"\W{0,3}\Z",
        re.I,
    ),
    # A gap in capitals inside a line: `Dear [NAME]`.
    re.compile(
        r"[\[<{]\s?(?:YOUR |COMPANY |SCHOOL |CLIENT |FULL )?(?:NAME|DATE|TITLE|ADDRESS|COMPANY|SCHOOL|CLIENT)\s?[\]>}]"
    ),
    # A gap that says whose name belongs here: `[学生姓名]同学`, `[Student Name]`.
    re.compile(
        r"[\[［](?:学生|学校|公司|客户|家长|教师|老师|班级|课程|收件人|申请人|被推荐人|學生|學校|客戶|家長|教師|老師|班級|收件人|申請人)"
        r"(?:姓名|名称|名字|地址|名稱)[\]］]"
        r"|(?<![\w\])])\[(?:student|school|company|client|customer|parent|teacher|class|course|recipient|applicant)"
        r"(?:['’]s)? (?:full )?(?:name|address)\](?!\()",
        re.I,
    ),
    # A picture that was only described: `[Image: a map of Rome]`.
    re.compile(
        r"[\[【](?:image|picture|photo|diagram|illustration|图片|插图|配图|照片)\s?[:：][^\]】\n]{1,200}[\]】]", re.I
    ),
    # A line that is only a gap: `[…]`, `[name]`.
    re.compile(rf"\A\s*[\[【<{{]\s*(?:\.{{2,}}|…+|_{{2,}}|{_PLACEHOLDER_NAMES})\s*[\]】>}}]\s*\Z", re.I),
    # A gap inside a line: `by [your name]`, but not `row[name]`.
    re.compile(rf"(?<![A-Za-z0-9_])[\[【]\s?(?:{_PLACEHOLDER_HINTS})(?![a-z])[^\]】]{{0,80}}[\]】]", re.I),
)


_QUOTES: Final = tuple("\"'“‘「『`")


def is_placeholder_text(line: str) -> bool:
    """Whether the line contains placeholder text. What is quoted is talked about."""
    found = (pattern.search(line) for pattern in _PLACEHOLDER_PATTERNS)
    return any(each is not None and line[each.start() - 1 : each.start()] not in _QUOTES for each in found)


_MAX_LETTERS: Final = 80
_MAX_EXAMINED: Final = 1_000
_UNTITLED: Final = "untitled"


def file_name(title: str, ending: str) -> str:
    """Return a safe file name in which a person recognises the title. It does not look like a flag or a home folder.

    A title that is a file name with this ending keeps it once.
    """
    safe = "".join(char if filename_problem(f"a{char}a") is None else " " for char in title[:_MAX_EXAMINED])
    room = MAX_BYTES - len(ending.encode())
    stem = one_line(safe)[:_MAX_LETTERS].encode()[:room].decode(errors="ignore").strip(" .").lstrip("-~ ")
    if stem.casefold().endswith(ending.casefold()):
        stem = stem[: -len(ending)].rstrip(" .")
    return f"{stem if stem and filename_problem(stem + ending) is None else _UNTITLED}{ending}"
