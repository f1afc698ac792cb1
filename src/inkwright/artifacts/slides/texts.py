"""The kinds of text in a deck, each with its budget. They are tidied before they are measured."""

import re
from datetime import date
from typing import Annotated, Final

from pydantic import AfterValidator, BeforeValidator, Field

from inkwright.artifacts.slides.emphasis import visible
from inkwright.artifacts.slides.formula_words import with_formulas
from inkwright.artifacts.wording import is_blank, many_lines, one_line

MAX_TITLE: Final = 120
MAX_SUBTITLE: Final = 200
MAX_BULLET: Final = 300
MAX_LABEL: Final = 120
MAX_WORD: Final = 60
MAX_CELL: Final = 200
MAX_QUOTE: Final = 600
MAX_NOTES: Final = 10_000
MAX_CODE_LINES: Final = 40
MAX_CODE_LINE: Final = 160
MAX_FORMULA: Final = 600
_TAB: Final = 4
_UNWRITABLE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")


def _tidy_line(value: object) -> object:
    """Numbers and dates are taken for how they are written: in a table or a list of years nobody quotes them."""
    if isinstance(value, int | float | date) and not isinstance(value, bool):
        return str(value)
    return one_line(with_formulas(value)) if isinstance(value, str) else value


def _tidy_formula(value: object) -> object:
    return one_line(value) if isinstance(value, str) else value


def _tidy_lines(value: object) -> object:
    return many_lines(value) if isinstance(value, str) else value


def code_lines(code: str) -> str:
    """Code with its indents, in spaces, and its lines; empty lines around it are left out."""
    lines = [_UNWRITABLE.sub("", line.expandtabs(_TAB)).rstrip() for line in code.splitlines()]
    return "\n".join(lines).strip("\n")


def _tidy_code(value: object) -> object:
    return code_lines(value) if isinstance(value, str) else value


def _visible(value: str) -> str:
    if is_blank(visible(value)):
        raise ValueError("it must not be blank")
    return value


def _empty_if_blank(value: str) -> str:
    return "" if is_blank(value) else value


def _short_code(value: str) -> str:
    lines = value.split("\n")
    if is_blank(value):
        raise ValueError("it must not be blank")
    if len(lines) > MAX_CODE_LINES:
        raise ValueError(f"it has {len(lines)} lines, and at most {MAX_CODE_LINES} fit: share it out over slides")
    if longest := max((len(line) for line in lines if len(line) > MAX_CODE_LINE), default=0):
        raise ValueError(f"a line has {longest} characters, and at most {MAX_CODE_LINE} fit: break it")
    return value


_Tidy = BeforeValidator(_tidy_line)
_Seen = AfterValidator(_visible)
_MaybeEmpty = AfterValidator(_empty_if_blank)

Title = Annotated[str, Field(min_length=1, max_length=MAX_TITLE), _Tidy, _Seen]
Line = Annotated[str, Field(min_length=1, max_length=MAX_BULLET), _Tidy, _Seen]
Label = Annotated[str, Field(min_length=1, max_length=MAX_LABEL), _Tidy, _Seen]
Word = Annotated[str, Field(min_length=1, max_length=MAX_WORD), _Tidy, _Seen]
Quote = Annotated[str, Field(min_length=1, max_length=MAX_QUOTE), _Tidy, _Seen]
Formula = Annotated[str, Field(min_length=1, max_length=MAX_FORMULA), BeforeValidator(_tidy_formula), _Seen]
Code = Annotated[str, BeforeValidator(_tidy_code), AfterValidator(_short_code)]

# These may be empty.
Subtitle = Annotated[str, Field(max_length=MAX_SUBTITLE), _Tidy, _MaybeEmpty]
Remark = Annotated[str, Field(max_length=MAX_BULLET), _Tidy, _MaybeEmpty]
Tag = Annotated[str, Field(max_length=MAX_WORD), _Tidy, _MaybeEmpty]
Cell = Annotated[str, Field(max_length=MAX_CELL), _Tidy, _MaybeEmpty]
Notes = Annotated[str, Field(max_length=MAX_NOTES), BeforeValidator(_tidy_lines), _MaybeEmpty]
