"""The front door for extensions: everything that their authors need.

An extension is a package with entry points. The group says what each adds, and the object is what the group names:

- `inkwright.tools`: an `AgentTool` that the agent can call
- `inkwright.checkers`: a function or `KindChecker` that checks a new kind of file; its name is the file extension
- `inkwright.deliverables`: a `Deliverable`, a new word after `inkwright make`
- `inkwright.agents`: a factory of a `FileAgent`; its name is that of `inkwright write --agent`
- `inkwright.layouts`: a `Layout` of slides
- `inkwright.quiz_formats`: a `QuizFormat`, a file format of quizzes
- `inkwright.commands`: a module with `add_arguments` and `run`; its name is that of the command

Every name is in this table and is imported when it is first used. Modules of Inkwright itself import the module
that the table names. `inkwright.testing` has the models and stores to test with.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

_HOME_OF: Final[dict[str, str]] = {
    "AgentTool": "inkwright.agent.tools",
    "AskDraft": "inkwright.conversation.asks",
    "AskOption": "inkwright.conversation.asks",
    "AskQuestion": "inkwright.conversation.asks",
    "BaseSlide": "inkwright.artifacts.slides.fields",
    "Bullet": "inkwright.artifacts.slides.fields",
    "Checker": "inkwright.artifacts.verification",
    "CommandParser": "inkwright.cli.arguments",
    "Composite": "inkwright.artifacts.quizzes.model",
    "ConversionLoss": "inkwright.artifacts.quizzes.losses",
    "Decoration": "inkwright.artifacts.slides.themes.theme",
    "Deliverable": "inkwright.agent.deliverables",
    "Draft": "inkwright.artifacts.drafts",
    "Evidence": "inkwright.agent.tools",
    "Extension": "inkwright.extensions",
    "FAILED": "inkwright.cli.exit_codes",
    "FenceBlock": "inkwright.artifacts.slides.markdown.blocks",
    "File": "inkwright.parsing.files",
    "FileAgent": "inkwright.llm.file_agent",
    "FillInBlank": "inkwright.artifacts.quizzes.model",
    "Finding": "inkwright.artifacts.findings",
    "FittedText": "inkwright.artifacts.slides.pptx.canvas",
    "Flawed": "inkwright.agent.tools",
    "FormulaBlock": "inkwright.artifacts.slides.markdown.blocks",
    "InkwrightError": "inkwright.errors",
    "InvalidOption": "inkwright.errors",
    "InvalidSlide": "inkwright.errors",
    "KindChecker": "inkwright.artifacts.verification",
    "LETTERS": "inkwright.artifacts.quizzes.model",
    "LabelText": "inkwright.artifacts.slides.fields",
    "Language": "inkwright.i18n",
    "Layout": "inkwright.artifacts.slides.layout_registry",
    "LayoutPlaceholder": "inkwright.artifacts.slides.pptx.shape_xml",
    "LineBlock": "inkwright.artifacts.slides.markdown.blocks",
    "LineText": "inkwright.artifacts.slides.fields",
    "Location": "inkwright.artifacts.findings",
    "LongAnswer": "inkwright.artifacts.quizzes.model",
    "LossLog": "inkwright.artifacts.quizzes.losses",
    "MakeRequest": "inkwright.agent.make_requests",
    "MarkdownBlock": "inkwright.artifacts.slides.markdown.blocks",
    "MarkdownRule": "inkwright.artifacts.slides.layout_registry",
    "MasterLayout": "inkwright.artifacts.slides.layout_registry",
    "Matching": "inkwright.artifacts.quizzes.model",
    "MultipleChoice": "inkwright.artifacts.quizzes.model",
    "OK": "inkwright.cli.exit_codes",
    "OptionalText": "inkwright.artifacts.slides.fields",
    "Ordering": "inkwright.artifacts.quizzes.model",
    "OutlineSection": "inkwright.artifacts.slides.markdown.blocks",
    "PageContext": "inkwright.artifacts.slides.layout_registry",
    "Panel": "inkwright.artifacts.slides.themes.theme",
    "ParsedQuiz": "inkwright.artifacts.quizzes.formats.registry",
    "PictureBlock": "inkwright.artifacts.slides.markdown.blocks",
    "Points": "inkwright.artifacts.slides.fields",
    "Question": "inkwright.artifacts.quizzes.model",
    "Quiz": "inkwright.artifacts.quizzes.model",
    "QuizFormat": "inkwright.artifacts.quizzes.formats.registry",
    "Reason": "inkwright.i18n",
    "Rect": "inkwright.artifacts.slides.pptx.geometry",
    "Shell": "inkwright.cli.shell",
    "ShortAnswer": "inkwright.artifacts.quizzes.model",
    "ShortText": "inkwright.artifacts.slides.fields",
    "SingleChoice": "inkwright.artifacts.quizzes.model",
    "SlideCanvas": "inkwright.artifacts.slides.pptx.canvas",
    "SlidePage": "inkwright.artifacts.slides.pptx.canvas",
    "SlidePart": "inkwright.artifacts.slides.fields",
    "StyledParagraph": "inkwright.artifacts.slides.pptx.shape_xml",
    "TableBlock": "inkwright.artifacts.slides.markdown.blocks",
    "TextBackground": "inkwright.artifacts.slides.pptx.canvas",
    "TextLacks": "inkwright.errors",
    "TextSlot": "inkwright.artifacts.slides.themes.theme",
    "TextStyle": "inkwright.artifacts.slides.themes.theme",
    "Theme": "inkwright.artifacts.slides.themes.theme",
    "ToolContext": "inkwright.agent.tools",
    "TrueFalse": "inkwright.artifacts.quizzes.model",
    "USAGE": "inkwright.cli.exit_codes",
    "UnreadableQuiz": "inkwright.errors",
    "Verified": "inkwright.artifacts.vault",
    "add_json_flag": "inkwright.cli.options",
    "body_below_title": "inkwright.artifacts.slides.pptx.canvas",
    "bullet_paragraphs": "inkwright.artifacts.slides.pptx.canvas",
    "finding": "inkwright.artifacts.findings",
    "fit_at_smallest": "inkwright.artifacts.slides.pptx.canvas",
    "fit_paragraphs": "inkwright.artifacts.slides.pptx.canvas",
    "fit_single_text": "inkwright.artifacts.slides.pptx.canvas",
    "load_extensions": "inkwright.extensions",
    "load_settings": "inkwright.settings",
    "numbered_placeholders": "inkwright.artifacts.slides.pptx.shape_xml",
    "open_model": "inkwright.usecases.models",
    "paginate_paragraphs": "inkwright.artifacts.slides.pptx.canvas",
    "print_json": "inkwright.cli.json_output",
    "register_agent": "inkwright.usecases.make",
    "register_checker": "inkwright.artifacts.verification",
    "register_command": "inkwright.cli.command_registry",
    "register_deliverable": "inkwright.agent.deliverables",
    "register_format": "inkwright.artifacts.quizzes.formats.registry",
    "register_layout": "inkwright.artifacts.slides.layout_registry",
    "register_messages": "inkwright.i18n",
    "register_tool": "inkwright.agent.tools",
    "spread_paragraphs": "inkwright.artifacts.slides.pptx.canvas",
    "text": "inkwright.i18n",
    "text_reader": "inkwright.artifacts.quizzes.formats.registry",
}

__all__ = [
    "FAILED",
    "LETTERS",
    "OK",
    "USAGE",
    "AgentTool",
    "AskDraft",
    "AskOption",
    "AskQuestion",
    "BaseSlide",
    "Bullet",
    "Checker",
    "CommandParser",
    "Composite",
    "ConversionLoss",
    "Decoration",
    "Deliverable",
    "Draft",
    "Evidence",
    "Extension",
    "FenceBlock",
    "File",
    "FileAgent",
    "FillInBlank",
    "Finding",
    "FittedText",
    "Flawed",
    "FormulaBlock",
    "InkwrightError",
    "InvalidOption",
    "InvalidSlide",
    "KindChecker",
    "LabelText",
    "Language",
    "Layout",
    "LayoutPlaceholder",
    "LineBlock",
    "LineText",
    "Location",
    "LongAnswer",
    "LossLog",
    "MakeRequest",
    "MarkdownBlock",
    "MarkdownRule",
    "MasterLayout",
    "Matching",
    "MultipleChoice",
    "OptionalText",
    "Ordering",
    "OutlineSection",
    "PageContext",
    "Panel",
    "ParsedQuiz",
    "PictureBlock",
    "Points",
    "Question",
    "Quiz",
    "QuizFormat",
    "Reason",
    "Rect",
    "Shell",
    "ShortAnswer",
    "ShortText",
    "SingleChoice",
    "SlideCanvas",
    "SlidePage",
    "SlidePart",
    "StyledParagraph",
    "TableBlock",
    "TextBackground",
    "TextLacks",
    "TextSlot",
    "TextStyle",
    "Theme",
    "ToolContext",
    "TrueFalse",
    "UnreadableQuiz",
    "Verified",
    "add_json_flag",
    "body_below_title",
    "bullet_paragraphs",
    "finding",
    "fit_at_smallest",
    "fit_paragraphs",
    "fit_single_text",
    "load_extensions",
    "load_settings",
    "numbered_placeholders",
    "open_model",
    "paginate_paragraphs",
    "print_json",
    "register_agent",
    "register_checker",
    "register_command",
    "register_deliverable",
    "register_format",
    "register_layout",
    "register_messages",
    "register_tool",
    "spread_paragraphs",
    "text",
    "text_reader",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(_HOME_OF)


if TYPE_CHECKING:
    from inkwright.agent.deliverables import Deliverable, register_deliverable
    from inkwright.agent.make_requests import MakeRequest
    from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext, register_tool
    from inkwright.artifacts.drafts import Draft
    from inkwright.artifacts.findings import Finding, Location, finding
    from inkwright.artifacts.quizzes.formats.registry import ParsedQuiz, QuizFormat, register_format, text_reader
    from inkwright.artifacts.quizzes.losses import ConversionLoss, LossLog
    from inkwright.artifacts.quizzes.model import (
        LETTERS,
        Composite,
        FillInBlank,
        LongAnswer,
        Matching,
        MultipleChoice,
        Ordering,
        Question,
        Quiz,
        ShortAnswer,
        SingleChoice,
        TrueFalse,
    )
    from inkwright.artifacts.slides.fields import (
        BaseSlide,
        Bullet,
        LabelText,
        LineText,
        OptionalText,
        Points,
        ShortText,
        SlidePart,
    )
    from inkwright.artifacts.slides.layout_registry import (
        Layout,
        MarkdownRule,
        MasterLayout,
        PageContext,
        register_layout,
    )
    from inkwright.artifacts.slides.markdown.blocks import (
        FenceBlock,
        FormulaBlock,
        LineBlock,
        MarkdownBlock,
        OutlineSection,
        PictureBlock,
        TableBlock,
    )
    from inkwright.artifacts.slides.pptx.canvas import (
        FittedText,
        SlideCanvas,
        SlidePage,
        TextBackground,
        body_below_title,
        bullet_paragraphs,
        fit_at_smallest,
        fit_paragraphs,
        fit_single_text,
        paginate_paragraphs,
        spread_paragraphs,
    )
    from inkwright.artifacts.slides.pptx.geometry import Rect
    from inkwright.artifacts.slides.pptx.shape_xml import LayoutPlaceholder, StyledParagraph, numbered_placeholders
    from inkwright.artifacts.slides.themes.theme import Decoration, Panel, TextSlot, TextStyle, Theme
    from inkwright.artifacts.vault import Verified
    from inkwright.artifacts.verification import Checker, KindChecker, register_checker
    from inkwright.cli.arguments import CommandParser
    from inkwright.cli.command_registry import register_command
    from inkwright.cli.exit_codes import FAILED, OK, USAGE
    from inkwright.cli.json_output import print_json
    from inkwright.cli.options import add_json_flag
    from inkwright.cli.shell import Shell
    from inkwright.conversation.asks import AskDraft, AskOption, AskQuestion
    from inkwright.errors import InkwrightError, InvalidOption, InvalidSlide, TextLacks, UnreadableQuiz
    from inkwright.extensions import Extension, load_extensions
    from inkwright.i18n import Language, Reason, register_messages, text
    from inkwright.llm.file_agent import FileAgent
    from inkwright.parsing.files import File
    from inkwright.settings import load_settings
    from inkwright.usecases.make import register_agent
    from inkwright.usecases.models import open_model
