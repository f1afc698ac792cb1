"""The front door for extensions: everything that their authors need.

An extension is a package with entry points. The group says what each adds, and the object is what the group names:

- `inkwright.tools`: an `AgentTool` that the agent can call
- `inkwright.deliverables`: a `Deliverable`, a new word after `inkwright make`
- `inkwright.agents`: a factory of a `FileAgent`; the name of the entry point is that of `inkwright write --agent`
- `inkwright.layouts`: a `Layout` of slides
- `inkwright.quiz_formats`: a `QuizFormat`, a file format of quizzes

`inkwright.testing` has the models and stores to test them with.
"""

from inkwright.agent.deliverables import Deliverable, register_deliverable
from inkwright.agent.make_requests import MakeRequest
from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext, register_tool
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.artifacts.quizzes.formats.registry import ParsedQuiz, QuizFormat, register_format, text_reader
from inkwright.artifacts.quizzes.losses import ConversionLoss, LossLog
from inkwright.artifacts.quizzes.model import Quiz
from inkwright.artifacts.slides.fields import BaseSlide
from inkwright.artifacts.slides.layout_registry import (
    Layout,
    MarkdownRule,
    MasterLayout,
    PageContext,
    register_layout,
)
from inkwright.artifacts.vault import Verified
from inkwright.conversation.asks import AskDraft, AskOption, AskQuestion
from inkwright.extensions import Extension, load_extensions
from inkwright.llm.file_agent import FileAgent
from inkwright.usecases.make import register_agent

__all__ = [
    "AgentTool",
    "AskDraft",
    "AskOption",
    "AskQuestion",
    "BaseSlide",
    "ConversionLoss",
    "Deliverable",
    "Draft",
    "Evidence",
    "Extension",
    "FileAgent",
    "Finding",
    "Flawed",
    "Layout",
    "Location",
    "LossLog",
    "MakeRequest",
    "MarkdownRule",
    "MasterLayout",
    "PageContext",
    "ParsedQuiz",
    "Quiz",
    "QuizFormat",
    "ToolContext",
    "Verified",
    "finding",
    "load_extensions",
    "register_agent",
    "register_deliverable",
    "register_format",
    "register_layout",
    "register_tool",
    "text_reader",
]
