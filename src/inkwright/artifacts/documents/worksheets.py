"""The tasks of a worksheet: options side by side, lines to write on, and answer keys on their own page."""

import re
from collections.abc import Sequence
from typing import Any, Final

from inkwright.artifacts.documents.page_layout import LINE_WIDTH, MAX_CHOICE_COLUMNS, text_width
from inkwright.artifacts.pandoc import Node, div, node_text, walk

NEW_PAGE: Final = "newpage"
CHOICES: Final = "choices"
"""The class of a list whose items are set side by side, in as many columns as its attribute says."""

_KEY_HEADING = re.compile(
    r"(?:[\dIVX一二三四五六七八九十]{1,4}[.、．:：]?\s*)?"
    r"(?:(?:the )?(?:answer key|answers?|key|solutions?|mark(?:ing)? scheme)"
    r"|(?:参考|參考|标准|標準)?答案(?:[与及和與](?:解析|评分标准|說明))?)"
    r"\s*[:：]?",
    re.I,
)
_OWN_SPACE = re.compile(
    r"_{3,}|…{2,}|\.{6,}|[(（\[][\s\u3000_]*[)）\]]|\btrue or false\b|\bT ?/ ?F\b|判断(?:题|：|:)|□|☐|\\square|\\_",
    re.I,
)
_LETTERS: Final = "ABCDEFGH"
_SMALLEST_OPTIONS: Final = 2
_OPTION_SIZE: Final = 11.5
_OPTION_GAP: Final = 18.0
_TASK_INDENT: Final = 36.0


def is_key_heading(words: str) -> bool:
    """Whether a heading says that answers follow."""
    return bool(_KEY_HEADING.fullmatch(words.strip()))


def with_key_pages(blocks: Sequence[Node]) -> list[Node]:
    """Start every answer key on a page of its own, unless it is the whole document."""
    made: list[Node] = []
    for block in blocks:
        is_key = block["t"] == "Header" and is_key_heading(node_text(block))
        is_separate = not made or _is_new_page(made[-1])
        made += [block] if not is_key or is_separate else [div([], [NEW_PAGE]), block]
    return made


def _is_new_page(node: Node) -> bool:
    return node["t"] == "Div" and NEW_PAGE in node["c"][0][1]


def with_answer_space(blocks: Sequence[Node], lines: int) -> list[Node]:
    """Add lines under every task that has no space of its own. Answer keys have no tasks."""
    made: list[Node] = []
    key_level = 0
    for block, following in zip(blocks, [*blocks[1:], None], strict=True):
        if block["t"] == "Header":
            level = block["c"][0]
            key_level = level if is_key_heading(node_text(block)) else key_level * (level > key_level)
        # Options and tables that are not indented follow their task.
        goes_on = following is not None and following["t"] in ("Div", "Table")
        made.append(block if key_level else _tasks_with_space(block, lines, last_goes_on=goes_on))
    return made


def _tasks_with_space(block: Node, lines: int, *, last_goes_on: bool) -> Node:
    if block["t"] != "OrderedList":
        return block
    start, items = block["c"]
    spaced = [_task_with_space(item, lines) for item in items]
    return {"t": "OrderedList", "c": [start, [*spaced[:-1], items[-1]] if last_goes_on else spaced]}


def _task_with_space(item: list[Node], lines: int) -> list[Node]:
    has_list = any(node["t"] in ("BulletList", "OrderedList", "Div", "Table") for node in walk(item))
    return item if has_list or _OWN_SPACE.search(node_text(item)) else [*item, answer_space(lines, is_box=False)]


def answer_space(size: int, *, is_box: bool) -> Node:
    """Return space for an answer: a number of lines, or a box with a height in centimetres."""
    return div([], ["answer"], **{"box" if is_box else "lines": str(size)})


def options_side_by_side(node: Node) -> Node:
    """Turn a list lettered A, B, C into options in as many columns as fit. Other nodes stay as they are."""
    if node["t"] != "OrderedList":
        return node
    (start, style, _), items = node["c"]
    is_lettered = style["t"] == "UpperAlpha" and start == 1 and _SMALLEST_OPTIONS <= len(items) <= len(_LETTERS)
    if not is_lettered or not all(len(item) == 1 and item[0]["t"] in ("Plain", "Para") for item in items):
        return node
    written = [_lettered(letter, item[0]["c"]) for letter, item in zip(_LETTERS, items, strict=False)]
    return div([{"t": "BulletList", "c": written}], [CHOICES], columns=str(_columns(written)))


def _lettered(letter: str, content: list[Any]) -> list[Node]:
    return [{"t": "Plain", "c": [{"t": "Str", "c": f"{letter}.\u2002"}, *content]}]


def _columns(options: Sequence[list[Node]]) -> int:
    """Return the number of columns: no option takes a second line, and no row stays almost empty."""
    widest = max(text_width(node_text(option), _OPTION_SIZE) for option in options) + _OPTION_GAP
    room = LINE_WIDTH - _TASK_INDENT
    for columns in range(min(MAX_CHOICE_COLUMNS, len(options)), 1, -1):
        if widest <= room / columns and (len(options) <= columns or len(options) % columns == 0):
            return columns
    return 1
