"""Cells of a table as they were written, and what the text of a cell means: a number of a pupil, a mark, or neither."""

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

CellKind = Literal["text", "number", "date", "formula"]

MAX_CELL: Final = 500
_ABSENT: Final = frozenset(
    "缺考 请假 請假 缺席 缺 未考 没考 沒考 免考 免试 免試 免 缓考 緩考 缓 病假 事假 病 旷考 曠考 未参加 未參加 未交 "
    "免修 休学 休學 转学 轉學 无 無 欠席 결석 absent absence abs ab a n/a na ex exc excused "
    "exempt exempted sick ill leave sickleave dns missing missed didnotsit nottaken noshow fehlt krank entschuldigt "
    "entsch inprogress needsgrading notsubmitted ungraded notgraded 未提交 未批改 未完成 "
    "ausente absente - -- --- — —— – − / \\".split()
)
_MINUS: Final = re.compile(r"^\s*[\u2212\u2010-\u2015]\s*(?=[\d.])")
_LOST: Final = re.compile("\ufffd|锟斤拷|烫烫烫|^[?？]{2,}$")
"""What is left of characters that were lost when a file was saved in another encoding."""
_NUMBER: Final = re.compile(r"[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})")
_DECIMAL_COMMA: Final = re.compile(r"[+-]?\d{1,9},\d{1,2}")
_PERCENT: Final = re.compile(r"[+-]?\d+(?:\.\d+)?\s*%")
_FRACTION: Final = re.compile(r"\d+(?:\.\d+)?\s*[/\u2044]\s*\d+(?:\.\d+)?")
_DATE: Final = re.compile(
    r"\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?(?:\s.*)?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}月\d{1,2}日"
    r"|\d{1,2}[- ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}(?:[- ]\d{2,4})?"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[- ]\d{1,4}",
    re.IGNORECASE,
)
_SCALED: Final = re.compile(r"\s*(\d+(?:[.,]\d+)?)\s*(?:(%)|[/\u2044]\s*(\d+(?:[.,]\d+)?))\s*")
_SCIENTIFIC: Final = re.compile(r"[+-]?\d+(?:[.,]\d+)?[eE][+-]?\d+")


class Cell(NamedTuple):
    """A cell: its text as it is displayed, what kind of value it holds, and whether a formula computed it. The kind
    `formula` is one whose result is not known.
    """

    text: str
    kind: CellKind = "text"
    is_formula: bool = False

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing in it."""
        return not self.text and self.kind != "formula"


BLANK: Final = Cell("")


@dataclass(frozen=True, slots=True)
class Grid:
    """A table as it was written: its rows from the first one, and the cells that a merged range swallowed by row from 1
    and column from 0, each with the first cell of the range. `has_fixed_width`: the rows should be as long as the
    header.
    """

    name: str
    rows: list[list[Cell]]
    merged: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    has_fixed_width: bool = False


def clean(written: str) -> str:
    """Return a text on one line, without invisible characters around it; bounded."""
    return " ".join(written.replace("\ufeff", "").replace("\u200b", "").split())[:MAX_CELL]


def plain(written: str) -> str:
    """Return a text for comparison: full-width characters are those of ASCII, in lower case."""
    return clean(unicodedata.normalize("NFKC", written)).casefold()


class ReadMark(NamedTuple):
    """A mark, or none; and the kind of its problem, if there is one."""

    mark: float | None = None
    problem: str = ""


def read_mark(cell: Cell) -> ReadMark:
    """Return the mark in a cell. Nothing is converted silently."""
    if cell.kind == "date":
        return ReadMark(problem="date_in_mark")
    if cell.kind == "formula" or cell.text.startswith("#"):
        return ReadMark(problem="formula_cell")
    written = plain(cell.text)
    if not written:
        return ReadMark()
    if _is_absent(written):
        return ReadMark(problem="absent_mark")
    written = _MINUS.sub("-", written)
    read = _read_amount(written, written == _MINUS.sub("-", clean(cell.text).casefold()))
    return ReadMark(read.mark, "formula_cell") if cell.is_formula and read.mark is not None else read


class ScaledMark(NamedTuple):
    """A mark that is written with its maximum: `45/60`, or `85%` of 100."""

    mark: float
    maximum: float
    is_percent: bool


def read_scaled_mark(cell: Cell) -> ScaledMark | None:
    """Return the mark in a cell that names its maximum."""
    found = _SCALED.fullmatch(plain(cell.text))
    if cell.kind in ("date", "formula") or found is None:
        return None
    maximum = 100.0 if found[2] else float(found[3].replace(",", "."))
    return ScaledMark(float(found[1].replace(",", ".")), maximum, bool(found[2])) if maximum > 0 else None


def _is_absent(written: str) -> bool:
    return written in _ABSENT or re.sub(r"[\s()\[\]]|\.$", "", written) in _ABSENT


def _read_amount(written: str, is_narrow: bool) -> ReadMark:
    if _NUMBER.fullmatch(written):
        return ReadMark(float(written), "" if is_narrow else "full_width_digits")
    if _DECIMAL_COMMA.fullmatch(written):
        return ReadMark(float(written.replace(",", ".")), "decimal_comma")
    return ReadMark(problem=_text_problem(written))


def _text_problem(written: str) -> str:
    if is_damaged(written):
        return "wrong_encoding"
    if _PERCENT.fullmatch(written):
        return "percent_mark"
    if _DATE.fullmatch(written):
        return "date_in_mark"
    return "fraction_mark" if _FRACTION.fullmatch(written) else "text_for_number"


def is_damaged(written: str) -> bool:
    """Whether characters of a text were lost when it was saved in another encoding."""
    return _LOST.search(written) is not None


def read_number(cell: Cell) -> tuple[str, str]:
    """Return the number of a pupil as a text, and the kind of its problem, if there is one."""
    written = clean(unicodedata.normalize("NFKC", cell.text))
    if _SCIENTIFIC.fullmatch(written):
        return written, "id_scientific"
    if is_damaged(written):
        return written, "wrong_encoding"
    return written, "full_width_digits" if written != clean(cell.text) else ""
