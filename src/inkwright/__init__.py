"""Inkwright: talk with a language-model agent and get finished, checked work.

Every public name stands in this table and is imported when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

__version__: Final = "0.1.0"

_HOME_OF: Final[dict[str, str]] = {
    "CallerError": "inkwright.errors",
    "InkwrightError": "inkwright.errors",
    "InvalidOption": "inkwright.errors",
    "InvalidSchema": "inkwright.errors",
    "ItemDone": "inkwright.parsing",
    "JsonStream": "inkwright.parsing",
    "ParserResult": "inkwright.parsing",
    "TextCorrected": "inkwright.parsing",
    "TextGrew": "inkwright.parsing",
    "approval_parser": "inkwright.parsing",
    "envelope_parser": "inkwright.parsing",
    "file_parser": "inkwright.parsing",
    "json_parser": "inkwright.parsing",
    "multi_section_parser": "inkwright.parsing",
    "parse_markdown_blocks": "inkwright.parsing",
    "parse_markdown_with_skip": "inkwright.parsing",
    "simple_parser": "inkwright.parsing",
    "simple_section_parser": "inkwright.parsing",
}

__all__ = [  # noqa: RUF022
    "__version__",
    "CallerError",
    "InkwrightError",
    "InvalidOption",
    "InvalidSchema",
    "ItemDone",
    "JsonStream",
    "ParserResult",
    "TextCorrected",
    "TextGrew",
    "approval_parser",
    "envelope_parser",
    "file_parser",
    "json_parser",
    "multi_section_parser",
    "parse_markdown_blocks",
    "parse_markdown_with_skip",
    "simple_parser",
    "simple_section_parser",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'inkwright' has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


if TYPE_CHECKING:
    from inkwright.errors import CallerError, InkwrightError, InvalidOption, InvalidSchema
    from inkwright.parsing import (
        ItemDone,
        JsonStream,
        ParserResult,
        TextCorrected,
        TextGrew,
        approval_parser,
        envelope_parser,
        file_parser,
        json_parser,
        multi_section_parser,
        parse_markdown_blocks,
        parse_markdown_with_skip,
        simple_parser,
        simple_section_parser,
    )
