"""Placeholder text that was meant to be replaced and was not. Prose that merely mentions such words is left alone."""

import re
from typing import Final

_HINTS: Final = (
    "insert|enter|fill in|add|your|placeholder|todo|tbd|插入|填写|填入|在此|此处|请输入|你的|您的|待|請輸入|填寫"
)
_NAMES: Final = "name|date|title|subtitle|topic|text|标题|副标题|日期|姓名|主题|内容|標題|主題|內容"

_PATTERNS: Final = (
    # What programs write into empty boxes.
    re.compile(r"click to (?:add|edit)|lorem ipsum", re.I),
    re.compile(r"(?:单击|点击|按一下|單擊)(?:此处|这里|此處|以)?(?:添加|编辑|输入|新增|編輯|輸入)"),
    # A mark at the head of a line: `TODO: …`, and no `TODO lists`.
    re.compile(r"\A\s*(?:TODO|TBD|FIXME|待补充|待填写|待完善|待補充)\s*(?:[:：.…—(（-]|\Z)"),
    # A line that is a gap and nothing else: `[…]`, `[name]`.
    re.compile(rf"\A\s*[\[【<{{]\s*(?:\.{{2,}}|…+|_{{2,}}|{_NAMES})\s*[\]】>}}]\s*\Z", re.I),
    # A gap inside a line: `by [your name]`, and no `row[name]`.
    re.compile(rf"(?<![A-Za-z0-9_])[\[【]\s?(?:{_HINTS})(?![a-z])[^\]】]{{0,80}}[\]】]", re.I),
)


def is_leftover(line: str) -> bool:
    """Whether something in this line still waits to be written."""
    return any(pattern.search(line) for pattern in _PATTERNS)
