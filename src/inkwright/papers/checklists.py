"""Whether a checklist names what figures and what text a paper needs, each as an item to tick off."""

import re
from typing import Final, Literal

from inkwright.i18n import Language, text
from inkwright.parsing.files import File

Need = Literal["figure", "text"]

_FIGURE: Final = (
    r"\b(?:figures?|fig|images?|charts?|diagrams?|plots?|tables?|graphs?|visuals?|illustrations?)\b|"
    r"(?<![意试企])图|表格"
)
_TEXT: Final = (
    r"\b(?:text|texts|writing|written|prose|paragraphs?|sections?|wording)\b|文字|文本|写作|正文|段落|章节|文稿"
)
_FIGURE_WORD = re.compile(_FIGURE, re.IGNORECASE)
_TEXT_WORD = re.compile(_TEXT, re.IGNORECASE)
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+\[ \][ \t]+(\S[^\n]*)")
_HEADING = re.compile(
    r"[ \t]*(#{1,6})[ \t]*([^\n]+)|[ \t]*(?:\*\*|__)([^\n*_]+)(?:\*\*|__)[ \t]*[:：]?|(\w[^\n]*)[:：]"
)
_BELOW_ALL_HASHES: Final = 7
_OPENING_LENGTH: Final = 24


def problem_with_checklist(file: File, language: Language = "en") -> str | None:
    """What is missing, in words for the model, or None."""
    needs = _needs(file.content)
    if not needs:
        return text(language, "feedback.paper.no_items")
    problems = [
        text(language, f"feedback.paper.no_{need}_item") for need in ("figure", "text") if needs.count(need) == 0
    ]
    return "\n".join([*problems, text(language, "feedback.paper.again")]) if problems else None


def _needs(content: str) -> list[Need]:
    """The kind of each item: that of the nearest heading which names one, else what the item itself opens with."""
    found: list[Need] = []
    above: list[tuple[int, Need | None]] = []
    for line in content.splitlines():
        if item := _ITEM.fullmatch(line.rstrip()):
            if re.search(r"\w", item[1]):
                found.append(above[-1][1] if above and above[-1][1] else _opening_kind(item[1]))
        elif heading := _HEADING.fullmatch(line.rstrip()):
            level = len(heading[1]) if heading[1] else _BELOW_ALL_HASHES
            above = [outer for outer in above if outer[0] < level]
            inherited = above[-1][1] if above else None
            above.append((level, _heading_kind(heading[2] or heading[3] or heading[4]) or inherited))
    return found


def _heading_kind(heading: str) -> Need | None:
    """Figure or text, if the heading names just one of them."""
    names_figure, names_text = bool(_FIGURE_WORD.search(heading)), bool(_TEXT_WORD.search(heading))
    if names_figure == names_text:
        return None
    return "figure" if names_figure else "text"


def _opening_kind(item: str) -> Need:
    return "figure" if _FIGURE_WORD.search(item[:_OPENING_LENGTH]) else "text"
