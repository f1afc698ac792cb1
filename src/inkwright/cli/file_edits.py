"""`inkwright files arrange`, `theme` and `question`: change a stored deck or quiz without a model."""

import json
from dataclasses import dataclass
from typing import Any, Final

from inkwright.artifacts.slides.themes import THEMES
from inkwright.artifacts.vault import ArtifactRecord
from inkwright.cli.arguments import Actions, CommandParser, whole_number
from inkwright.cli.shell import read_bytes
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.usecases.artifact_edits import EditResult, arrange_deck, arrange_quiz, change_look, change_question
from inkwright.usecases.store import Store

_MAX_NUMBERS: Final = 500


@dataclass(frozen=True, slots=True)
class FileArrangeOptions:
    """Options of `inkwright files arrange`."""

    file: str
    order: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class FileThemeOptions:
    """Options of `inkwright files theme`."""

    file: str
    look: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class FileQuestionOptions:
    """Options of `inkwright files question`."""

    file: str
    number: int
    question: str
    json: bool = False


FileEditOptions = FileArrangeOptions | FileThemeOptions | FileQuestionOptions


def add_edit_actions(parser: CommandParser, actions: Actions) -> None:
    """Add the actions that change a file."""
    arrange = actions.add("arrange", FileArrangeOptions, has_json=True)
    arrange.add_argument("file", metavar="FILE", help=parser.text("files.file"))
    arrange.add_argument("order", metavar="NUMBERS", help=parser.text("files.order"))
    theme = actions.add("theme", FileThemeOptions, has_json=True)
    theme.add_argument("file", metavar="FILE", help=parser.text("files.file"))
    theme.add_argument("look", metavar="THEME", help=parser.text("files.look", themes=", ".join(THEMES)))
    theme.suggest("look", [*THEMES])
    question = actions.add("question", FileQuestionOptions, has_json=True)
    question.add_argument("file", metavar="FILE", help=parser.text("files.file"))
    number = whole_number(parser.language, minimum=1)
    question.add_argument("number", metavar="N", type=number, help=parser.text("files.question_number"))
    question.add_argument("question", metavar="JSON", help=parser.text("files.question_file"))


async def change_file(options: FileEditOptions, store: Store, record: ArtifactRecord) -> EditResult:
    """Make the next version of a deck or a quiz; or return the findings because of which there is none."""
    match options:
        case FileArrangeOptions():
            arrange = arrange_quiz if record.kind == "quiz" else arrange_deck
            return await arrange(store, record, _numbers(options.order))
        case FileThemeOptions():
            theme = next((name for name in THEMES if name == options.look.lower()), None)
            return await change_look(store, record, theme or read_bytes(options.look))
        case FileQuestionOptions():
            return await change_question(store, record, options.number, _question(options.question))


def _numbers(written: str) -> list[int]:
    parts = [part.strip() for part in written.replace("，", ",").split(",")]
    if len(parts) > _MAX_NUMBERS or not all(part.isascii() and part.isdigit() and len(part) < 5 for part in parts):
        raise InvalidOption(option="NUMBERS", value=written[:80], allowed=Reason("files.order"))
    return [int(part) for part in parts]


def _question(name: str) -> dict[str, Any]:
    try:
        found = json.loads(read_bytes(name).decode("utf-8-sig"))
    except (ValueError, RecursionError) as problem:
        raise InvalidOption(option="JSON", value=name[:80], allowed=Reason("files.question_file")) from problem
    if not isinstance(found, dict):
        raise InvalidOption(option="JSON", value=name[:80], allowed=Reason("files.question_file"))
    return found
