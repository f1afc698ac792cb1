"""Inkwright: talk with a language-model agent and get finished, checked work.

Every public name is in this table and is imported when it is first used. Not even `typing` is imported before: until
the program runs, Ctrl+C ends in a traceback of Python.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
__version__: Final = "0.1.0"

_HOME_OF: Final[dict[str, str]] = {
    "ARTIFACT_EVENT_TYPES": "inkwright.tools.names",
    "ARTIFACT_TOOL_SET": "inkwright.tools.names",
    "Abilities": "inkwright.llm.models",
    "AlreadyAnswered": "inkwright.errors",
    "AttemptAccepted": "inkwright.llm.attempts",
    "AttemptRefused": "inkwright.llm.attempts",
    "AttemptStarted": "inkwright.llm.attempts",
    "Brain": "inkwright.llm.brain",
    "BrokenParser": "inkwright.errors",
    "Call": "inkwright.llm.call_log",
    "CallLog": "inkwright.llm.call_log",
    "CallPiece": "inkwright.llm.models",
    "CallerError": "inkwright.errors",
    "Chain": "inkwright.llm.fallback",
    "ClarifyPayload": "inkwright.conversation.turns",
    "Dialog": "inkwright.llm.dialog",
    "FileAgent": "inkwright.llm.file_agent",
    "FileForm": "inkwright.llm.file_agent",
    "FinalResult": "inkwright.conversation.turns",
    "GaveUp": "inkwright.errors",
    "Inkwright": "inkwright.application",
    "InkwrightError": "inkwright.errors",
    "InvalidAnswer": "inkwright.errors",
    "InvalidOption": "inkwright.errors",
    "InvalidSchema": "inkwright.errors",
    "ItemDone": "inkwright.parsing",
    "JsonStream": "inkwright.parsing",
    "LaTeXPaperGeneratorAgent": "inkwright.papers.agents",
    "LocalModel": "inkwright.llm.local",
    "LoggedModel": "inkwright.llm.call_log",
    "MemoryCallLog": "inkwright.llm.call_log",
    "Model": "inkwright.llm.models",
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
    "NotFound": "inkwright.errors",
    "PaperOverviewAgent": "inkwright.papers.agents",
    "ParserResult": "inkwright.parsing",
    "ReasoningPiece": "inkwright.llm.models",
    "Reply": "inkwright.llm.models",
    "ReplyCut": "inkwright.errors",
    "ReplyMalformed": "inkwright.errors",
    "Request": "inkwright.llm.models",
    "RequestInvalid": "inkwright.errors",
    "RequestTooLong": "inkwright.errors",
    "RequirementChecklistAgent": "inkwright.papers.agents",
    "RetryNeeded": "inkwright.agent.verification",
    "ScriptedModel": "inkwright.llm.scripted",
    "SoftRetryNeeded": "inkwright.agent.verification",
    "StartedOver": "inkwright.llm.models",
    "Stream": "inkwright.llm.scripted",
    "TextCorrected": "inkwright.parsing",
    "TextGrew": "inkwright.parsing",
    "TextPiece": "inkwright.llm.models",
    "Thought": "inkwright.llm.attempts",
    "Tool": "inkwright.llm.models",
    "ToolCall": "inkwright.llm.models",
    "TurnOver": "inkwright.errors",
    "Usage": "inkwright.llm.models",
    "approval_parser": "inkwright.parsing",
    "dialog_with_retry": "inkwright.llm.dialog",
    "envelope_parser": "inkwright.parsing",
    "file_parser": "inkwright.parsing",
    "generate_with_retry": "inkwright.llm.file_generation",
    "json_parser": "inkwright.parsing",
    "multi_section_parser": "inkwright.parsing",
    "parse_markdown_blocks": "inkwright.parsing",
    "parse_markdown_with_skip": "inkwright.parsing",
    "simple_parser": "inkwright.parsing",
    "simple_section_parser": "inkwright.parsing",
    "validate_terminal_state": "inkwright.agent.verification",
    "with_tools": "inkwright.llm.tool_emulation",
}

__all__ = [  # noqa: RUF022
    "__version__",
    "ARTIFACT_EVENT_TYPES",
    "ARTIFACT_TOOL_SET",
    "Abilities",
    "AlreadyAnswered",
    "AttemptAccepted",
    "AttemptRefused",
    "AttemptStarted",
    "Brain",
    "BrokenParser",
    "Call",
    "CallLog",
    "CallPiece",
    "CallerError",
    "Chain",
    "ClarifyPayload",
    "Dialog",
    "FileAgent",
    "FileForm",
    "FinalResult",
    "GaveUp",
    "Inkwright",
    "InkwrightError",
    "InvalidAnswer",
    "InvalidOption",
    "InvalidSchema",
    "ItemDone",
    "JsonStream",
    "LaTeXPaperGeneratorAgent",
    "LocalModel",
    "LoggedModel",
    "MemoryCallLog",
    "Model",
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
    "NotFound",
    "PaperOverviewAgent",
    "ParserResult",
    "ReasoningPiece",
    "Reply",
    "ReplyCut",
    "ReplyMalformed",
    "Request",
    "RequestInvalid",
    "RequestTooLong",
    "RequirementChecklistAgent",
    "RetryNeeded",
    "ScriptedModel",
    "SoftRetryNeeded",
    "StartedOver",
    "Stream",
    "TextCorrected",
    "TextGrew",
    "TextPiece",
    "Thought",
    "Tool",
    "ToolCall",
    "TurnOver",
    "Usage",
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
    "validate_terminal_state",
    "with_tools",
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
    from typing import Any, Final

    from inkwright.agent.verification import RetryNeeded, SoftRetryNeeded, validate_terminal_state
    from inkwright.application import Inkwright
    from inkwright.conversation.turns import ClarifyPayload, FinalResult
    from inkwright.errors import (
        AlreadyAnswered,
        BrokenParser,
        CallerError,
        GaveUp,
        InkwrightError,
        InvalidAnswer,
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
        NotFound,
        ReplyCut,
        ReplyMalformed,
        RequestInvalid,
        RequestTooLong,
        TurnOver,
    )
    from inkwright.llm.attempts import AttemptAccepted, AttemptRefused, AttemptStarted, Thought
    from inkwright.llm.brain import Brain
    from inkwright.llm.call_log import Call, CallLog, LoggedModel, MemoryCallLog
    from inkwright.llm.dialog import Dialog, dialog_with_retry
    from inkwright.llm.fallback import Chain
    from inkwright.llm.file_agent import FileAgent, FileForm, ModelService
    from inkwright.llm.file_generation import generate_with_retry
    from inkwright.llm.local import LocalModel
    from inkwright.llm.models import (
        Abilities,
        CallPiece,
        Model,
        ReasoningPiece,
        Reply,
        Request,
        StartedOver,
        TextPiece,
        Tool,
        ToolCall,
        Usage,
    )
    from inkwright.llm.scripted import ScriptedModel, Stream
    from inkwright.llm.tool_emulation import with_tools
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
    from inkwright.tools.names import ARTIFACT_EVENT_TYPES, ARTIFACT_TOOL_SET
