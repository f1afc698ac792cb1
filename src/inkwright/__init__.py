"""Inkwright: talk with a language-model agent and get finished, checked work.

Every public name stands in this table and is imported when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

__version__: Final = "0.1.0"

_HOME_OF: Final[dict[str, str]] = {
    "Brain": "inkwright.llm.brain",
    "BrokenParser": "inkwright.errors",
    "CallerError": "inkwright.errors",
    "Dialog": "inkwright.llm.dialog",
    "FileAgent": "inkwright.llm.file_agent",
    "GaveUp": "inkwright.errors",
    "InkwrightError": "inkwright.errors",
    "InvalidOption": "inkwright.errors",
    "InvalidSchema": "inkwright.errors",
    "ItemDone": "inkwright.parsing",
    "JsonStream": "inkwright.parsing",
    "LaTeXPaperGeneratorAgent": "inkwright.papers.agents",
    "ModelBusy": "inkwright.errors",
    "ModelDenied": "inkwright.errors",
    "ModelError": "inkwright.errors",
    "ModelNotInstalled": "inkwright.errors",
    "ModelRefused": "inkwright.errors",
    "ModelService": "inkwright.llm.file_agent",
    "ModelTimedOut": "inkwright.errors",
    "ModelUnavailable": "inkwright.errors",
    "ModelUnknown": "inkwright.errors",
    "NeverAnswered": "inkwright.errors",
    "NeverParsed": "inkwright.errors",
    "NoModelLeft": "inkwright.errors",
    "PaperOverviewAgent": "inkwright.papers.agents",
    "ParserResult": "inkwright.parsing",
    "ReplyCut": "inkwright.errors",
    "ReplyMalformed": "inkwright.errors",
    "RequestInvalid": "inkwright.errors",
    "RequestTooLong": "inkwright.errors",
    "RequirementChecklistAgent": "inkwright.papers.agents",
    "ScriptedModel": "inkwright.llm.scripted",
    "TextCorrected": "inkwright.parsing",
    "TextGrew": "inkwright.parsing",
    "approval_parser": "inkwright.parsing",
    "dialog_with_retry": "inkwright.llm.dialog",
    "envelope_parser": "inkwright.parsing",
    "file_parser": "inkwright.parsing",
    "generate_with_retry": "inkwright.llm.generation",
    "json_parser": "inkwright.parsing",
    "multi_section_parser": "inkwright.parsing",
    "parse_markdown_blocks": "inkwright.parsing",
    "parse_markdown_with_skip": "inkwright.parsing",
    "simple_parser": "inkwright.parsing",
    "simple_section_parser": "inkwright.parsing",
}

__all__ = [  # noqa: RUF022
    "__version__",
    "Brain",
    "BrokenParser",
    "CallerError",
    "Dialog",
    "FileAgent",
    "GaveUp",
    "InkwrightError",
    "InvalidOption",
    "InvalidSchema",
    "ItemDone",
    "JsonStream",
    "LaTeXPaperGeneratorAgent",
    "ModelBusy",
    "ModelDenied",
    "ModelError",
    "ModelNotInstalled",
    "ModelRefused",
    "ModelService",
    "ModelTimedOut",
    "ModelUnavailable",
    "ModelUnknown",
    "NeverAnswered",
    "NeverParsed",
    "NoModelLeft",
    "PaperOverviewAgent",
    "ParserResult",
    "ReplyCut",
    "ReplyMalformed",
    "RequestInvalid",
    "RequestTooLong",
    "RequirementChecklistAgent",
    "ScriptedModel",
    "TextCorrected",
    "TextGrew",
    "approval_parser",
    "dialog_with_retry",
    "envelope_parser",
    "file_parser",
    "generate_with_retry",
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
    from inkwright.errors import (
        BrokenParser,
        CallerError,
        GaveUp,
        InkwrightError,
        InvalidOption,
        InvalidSchema,
        ModelBusy,
        ModelDenied,
        ModelError,
        ModelNotInstalled,
        ModelRefused,
        ModelTimedOut,
        ModelUnavailable,
        ModelUnknown,
        NeverAnswered,
        NeverParsed,
        NoModelLeft,
        ReplyCut,
        ReplyMalformed,
        RequestInvalid,
        RequestTooLong,
    )
    from inkwright.llm.brain import Brain
    from inkwright.llm.dialog import Dialog, dialog_with_retry
    from inkwright.llm.file_agent import FileAgent, ModelService
    from inkwright.llm.generation import generate_with_retry
    from inkwright.llm.scripted import ScriptedModel
    from inkwright.papers.agents import LaTeXPaperGeneratorAgent, PaperOverviewAgent, RequirementChecklistAgent
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
