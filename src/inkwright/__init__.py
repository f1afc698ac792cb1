"""Inkwright: talk with a language-model agent and get finished, checked work.

Every public name stands in this table and is imported when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

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
    "Call": "inkwright.llm.calls",
    "CallLog": "inkwright.llm.calls",
    "CallPiece": "inkwright.llm.models",
    "CallerError": "inkwright.errors",
    "Chain": "inkwright.llm.chains",
    "ClarifyPayload": "inkwright.conversation.results",
    "Dialog": "inkwright.llm.dialog",
    "FileAgent": "inkwright.llm.file_agent",
    "FileForm": "inkwright.llm.file_agent",
    "FinalResult": "inkwright.conversation.results",
    "GaveUp": "inkwright.errors",
    "InkwrightError": "inkwright.errors",
    "InvalidOption": "inkwright.errors",
    "InvalidSchema": "inkwright.errors",
    "ItemDone": "inkwright.parsing",
    "JsonStream": "inkwright.parsing",
    "LaTeXPaperGeneratorAgent": "inkwright.papers.agents",
    "LocalModel": "inkwright.llm.local",
    "MemoryCallLog": "inkwright.llm.calls",
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
    "Reply": "inkwright.llm.models",
    "ReplyCut": "inkwright.errors",
    "ReplyMalformed": "inkwright.errors",
    "Request": "inkwright.llm.models",
    "RequestInvalid": "inkwright.errors",
    "RequestTooLong": "inkwright.errors",
    "RequirementChecklistAgent": "inkwright.papers.agents",
    "RetryNeeded": "inkwright.agent.proof",
    "ScriptedModel": "inkwright.llm.scripted",
    "SoftRetryNeeded": "inkwright.agent.proof",
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
    "generate_with_retry": "inkwright.llm.generation",
    "json_parser": "inkwright.parsing",
    "multi_section_parser": "inkwright.parsing",
    "parse_markdown_blocks": "inkwright.parsing",
    "parse_markdown_with_skip": "inkwright.parsing",
    "simple_parser": "inkwright.parsing",
    "simple_section_parser": "inkwright.parsing",
    "validate_terminal_state": "inkwright.agent.proof",
    "with_tools": "inkwright.llm.tool_envelope",
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
    "InkwrightError",
    "InvalidOption",
    "InvalidSchema",
    "ItemDone",
    "JsonStream",
    "LaTeXPaperGeneratorAgent",
    "LocalModel",
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
    from inkwright.agent.proof import RetryNeeded, SoftRetryNeeded, validate_terminal_state
    from inkwright.conversation.results import ClarifyPayload, FinalResult
    from inkwright.errors import (
        AlreadyAnswered,
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
        NotFound,
        ReplyCut,
        ReplyMalformed,
        RequestInvalid,
        RequestTooLong,
        TurnOver,
    )
    from inkwright.llm.attempts import (
        AttemptAccepted,
        AttemptRefused,
        AttemptStarted,
        Thought,
    )
    from inkwright.llm.brain import Brain
    from inkwright.llm.calls import Call, CallLog, MemoryCallLog
    from inkwright.llm.chains import Chain
    from inkwright.llm.dialog import Dialog, dialog_with_retry
    from inkwright.llm.file_agent import FileAgent, FileForm, ModelService
    from inkwright.llm.generation import generate_with_retry
    from inkwright.llm.local import LocalModel
    from inkwright.llm.models import (
        Abilities,
        CallPiece,
        Model,
        Reply,
        Request,
        StartedOver,
        TextPiece,
        Tool,
        ToolCall,
        Usage,
    )
    from inkwright.llm.scripted import ScriptedModel, Stream
    from inkwright.llm.tool_envelope import with_tools
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
