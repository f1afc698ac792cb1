"""Review an outline: adopt it, edit it here or in an editor, save it for later or abandon it."""

import shlex
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, Literal

from prompt_toolkit.application import Application, get_app, run_in_terminal
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition, FilterOrBool
from prompt_toolkit.formatted_text import FormattedText, StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import ConditionalContainer, Dimension, HSplit, Layout, ScrollbarMargin, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.shortcuts import print_formatted_text
from prompt_toolkit.styles import Style

from inkwright.artifacts.temporary_files import process_folder
from inkwright.cli.shell import printable
from inkwright.cli.terminal.columns import single_line
from inkwright.cli.terminal.forms import STYLE, join_key_hints
from inkwright.cli.terminal.prompt import exit_screen, run_screen, screen_columns, terminal_output
from inkwright.cli.terminal.styled_text import wrap_text
from inkwright.conversation.asks import Answer, Ask
from inkwright.errors import InkwrightError, UnreadableInput
from inkwright.i18n import Language, Reason, error_message, system_reason, text
from inkwright.usecases.output_files import save_file

_ID_LENGTH: Final = 8


@dataclass(frozen=True, slots=True)
class EditedText:
    """The text after editing."""

    text: str


@dataclass(frozen=True, slots=True)
class EditFailure:
    """Why editing failed: the key of the message, and the program."""

    reason: str
    program: str = ""


def editor_command(environ: Mapping[str, str]) -> list[str]:
    """Return the command of the user's editor; empty if none is set."""
    return shlex.split(environ.get("VISUAL") or environ.get("EDITOR") or "")


def edit_in_editor(text: str, command: list[str]) -> EditedText | EditFailure:
    """Let the person change the text in their editor, and wait until it is closed."""
    if not command:
        return EditFailure("terminal.outline.no_editor")
    with tempfile.TemporaryDirectory(dir=process_folder()) as folder:
        path = Path(folder, "outline.md")
        _write_text(path, text)
        try:
            done = subprocess.run([*command, str(path)], check=False)  # noqa: S603 - the person's own editor
        except OSError:
            return EditFailure("terminal.outline.editor_missing", command[0])
        if done.returncode != 0:
            return EditFailure("terminal.outline.editor_failed", command[0])
        return EditedText(_read_text(path))


def outline_path(folder: Path, ask: Ask) -> Path:
    """Return where the outline of this ask is saved: always the same path, so that it is found again."""
    return folder / f"outline-{ask.id[-_ID_LENGTH:]}.md"


def load_outline(path: Path) -> str | None:
    """Return the saved text; None if there is none."""
    return _read_text(path) if path.is_file() else None


def save_outline(path: Path, text: str) -> Path:
    """Save the text, replacing a previous one."""
    return save_file(path.parent, path.name, text + "\n", overwrite=True)


def _write_text(path: Path, text: str) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(text + "\n")


def _read_text(path: Path) -> str:
    """Return the text without the newline at its end, and otherwise unchanged."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return file.read().removesuffix("\n")
    except OSError as problem:
        raise UnreadableInput(name=str(path), problem=system_reason(problem)) from problem
    except UnicodeDecodeError as problem:
        reason = Reason("reason.cli.not_utf8", start=problem.start)
        raise UnreadableInput(name=str(path), problem=reason) from problem


OutlineChoice = Literal["adopt", "edit", "editor", "save", "abandon"]
CHOICES: Final[tuple[OutlineChoice, ...]] = ("adopt", "edit", "editor", "save", "abandon")
_SHORTCUTS: Final[Mapping[str, OutlineChoice]] = {"a": "adopt", "e": "edit", "v": "editor", "s": "save", "x": "abandon"}
_PAGE_ROWS: Final = 10
_FRAME_ROWS: Final = 5
"""Rows for the title, the notice and the keys."""
_MIN_ROWS: Final = 3


@dataclass(frozen=True, slots=True)
class OutlineSaved:
    """The outline was saved to this file, and the ask stays open."""

    path: Path


async def review_outline(
    ask: Ask, language: Language, *, folder: Path, environ: Mapping[str, str], seconds: float = 0.0
) -> Answer | OutlineSaved:
    """Let the user decide on an outline. `folder` is the workspace, where it is saved to continue later.

    An outline that was saved for this ask before is shown instead. Ctrl+C and the end of input cancel. After `seconds`,
    if any, TimeoutError is raised.
    """
    screen = _OutlineScreen(ask, language, outline_path(folder, ask), editor_command(environ))
    with terminal_output():
        chosen: Answer | OutlineSaved | None = await run_screen(
            screen.application(), is_here=screen.is_here, seconds=seconds
        )
        result = chosen or Answer(status="cancelled")
        print_formatted_text(FormattedText(screen.record(result)), style=Style.from_dict(STYLE))
    return result


class _OutlineScreen:
    """The outline on the screen. A buffer holds its text, which is read-only unless it is edited here."""

    def __init__(self, ask: Ask, language: Language, path: Path, editor: list[str]) -> None:
        self._ask = ask
        self._language = language
        self._path = path
        self._editor = editor
        self._original = "\n".join(ask.outline_lines)
        self._on_disk: str | None = None
        self._notice = ""
        self._asks_overwrite = False
        self._chosen = 0
        self._top = 0
        self._is_editing = False
        self._is_outside = False
        self._text = Buffer(
            document=Document(self._first_text(), 0),
            multiline=True,
            read_only=Condition(lambda: not self._is_editing),
        )

    def application(self) -> "Application[Answer | OutlineSaved | None]":
        """Return the screen as a prompt_toolkit application."""
        is_editing = Condition(lambda: self._is_editing)
        title = Window(
            FormattedTextControl(lambda: [("class:title", wrap_text(printable(self._ask.title), screen_columns()))]),
            wrap_lines=True,
            dont_extend_height=True,
        )
        preview = Window(FormattedTextControl(self._preview), wrap_lines=True, height=self._height)
        self._writing = Window(
            BufferControl(self._text), wrap_lines=True, height=self._height, right_margins=[ScrollbarMargin()]
        )
        self._menu = Window(
            FormattedTextControl(self._menu_rows, focusable=True, show_cursor=False),
            wrap_lines=True,
            dont_extend_height=True,
        )
        foot = Window(FormattedTextControl(self._foot), wrap_lines=True, dont_extend_height=True)
        looking = ConditionalContainer(HSplit([preview, self._menu]), ~is_editing)
        return Application(
            Layout(HSplit([title, looking, ConditionalContainer(self._writing, is_editing), foot]), self._menu),
            key_bindings=self._bindings(is_editing),
            style=Style.from_dict(STYLE),
            erase_when_done=True,
        )

    def is_here(self) -> bool:
        """Whether the person looks at the room, and not into their editor."""
        return not self._is_outside

    def record(self, result: Answer | OutlineSaved) -> list[tuple[str, str]]:
        """Return what stays in the scrollback."""
        if isinstance(result, OutlineSaved):
            line = text(self._language, "terminal.outline.saved", path=single_line(str(result.path)))
        elif result.status == "cancelled":
            line = text(self._language, "terminal.cancelled")
        else:
            line = text(self._language, f"terminal.outline.{result.status}", title=single_line(self._ask.title))
        return [("class:quiet", line)]

    def _first_text(self) -> str:
        """Return the saved outline if there is one, else the proposed one."""
        try:
            self._on_disk = load_outline(self._path)
        except InkwrightError as error:
            self._notice = error_message(self._language, error)
        if self._on_disk is None:
            return self._original
        self._notice = text(self._language, "terminal.outline.from_file", path=single_line(str(self._path)))
        return self._on_disk

    def _bindings(self, is_editing: Condition) -> KeyBindings:
        keys = KeyBindings()
        is_here = Condition(self.is_here)

        def on(key: str, act: Callable[[KeyPressEvent], None], where: FilterOrBool) -> None:
            keys.add(key, filter=where, eager=True)(act)

        on("c-c", exit_screen, is_here)
        on("<sigint>", exit_screen, is_here)
        for key in ("escape", "c-s"):
            on(key, self._stop_editing, is_editing)
        on("enter", lambda event: event.current_buffer.newline(copy_margin=False), is_editing)
        looking = ~is_editing & is_here
        for key, by in (("up", -1), ("down", 1)):
            on(key, partial(self._move, by), looking)
        for key, by in (("pageup", -_PAGE_ROWS), ("pagedown", _PAGE_ROWS), ("k", -1), ("j", 1)):
            on(key, partial(self._scroll, by), looking)
        on("enter", lambda event: self._choose(CHOICES[self._chosen], event), looking)
        for number, choice in enumerate(CHOICES, 1):
            on(str(number), partial(self._choose, choice), looking)
        for letter, choice in _SHORTCUTS.items():
            on(letter, partial(self._choose, choice), looking)
        return keys

    def _move(self, by: int, _event: KeyPressEvent) -> None:
        self._chosen = (self._chosen + by) % len(CHOICES)

    def _scroll(self, by: int, _event: KeyPressEvent) -> None:
        last = len(self._text.document.lines) - 1
        self._top = min(max(self._top + by, 0), last)

    def _choose(self, choice: OutlineChoice, event: KeyPressEvent) -> None:
        self._chosen = CHOICES.index(choice)
        self._notice = ""
        if choice != "save":
            self._asks_overwrite = False
        match choice:
            case "adopt":
                event.app.exit(result=self._answer())
            case "abandon":
                event.app.exit(result=Answer(status="abandoned"))
            case "edit":
                self._is_editing = True
                event.app.layout.focus(self._writing)
            case "editor":
                self._is_outside = True
                event.app.create_background_task(self._edit_outside(event))
            case "save":
                self._save(event)

    def _answer(self) -> Answer:
        if self._text.text == self._original:
            return Answer(status="adopted", outline_lines=self._ask.outline_lines)
        return Answer(status="edited", outline_lines=tuple(self._text.text.split("\n")))

    def _stop_editing(self, event: KeyPressEvent) -> None:
        self._is_editing = False
        self._top = min(self._top, len(self._text.document.lines) - 1)
        event.app.layout.focus(self._menu)

    async def _edit_outside(self, event: KeyPressEvent) -> None:
        edit = partial(edit_in_editor, self._text.text, self._editor)
        try:
            done = await run_in_terminal(edit, in_executor=True)
        except InkwrightError as error:
            self._notice = error_message(self._language, error)
            return
        finally:
            self._is_outside = False
            event.app.invalidate()
        if isinstance(done, EditedText):
            self._text.set_document(Document(done.text, 0), bypass_readonly=True)
            self._top = 0
        else:
            self._notice = text(self._language, done.reason, program=single_line(done.program))

    def _save(self, event: KeyPressEvent) -> None:
        """Save and leave. A file that was changed meanwhile is overwritten only if the user saves again."""
        try:
            if not self._asks_overwrite and self._path.exists() and load_outline(self._path) != self._on_disk:
                self._asks_overwrite = True
                self._notice = text(self._language, "terminal.outline.overwrite", path=single_line(str(self._path)))
                return
            event.app.exit(result=OutlineSaved(save_outline(self._path, self._text.text)))
        except InkwrightError as error:
            self._notice = error_message(self._language, error)

    def _preview(self) -> StyleAndTextTuples:
        return [("", wrap_text(printable("\n".join(self._text.document.lines[self._top :])), screen_columns()))]

    def _height(self) -> Dimension:
        """Return the height of the outline, limited to the rows that the choices leave."""
        rows = get_app().output.get_size().rows
        limit = max(rows - len(CHOICES) - _FRAME_ROWS, _MIN_ROWS)
        return Dimension(min=1, preferred=min(self._text.document.line_count, limit), max=limit)

    def _menu_rows(self) -> StyleAndTextTuples:
        rows: StyleAndTextTuples = []
        for number, (letter, choice) in enumerate(_SHORTCUTS.items()):
            label = text(self._language, f"terminal.outline.{choice}", file=self._path.name)
            is_here = number == self._chosen
            rows += [("[SetCursorPosition]", "")] if is_here else []
            rows.append(
                ("class:chosen" if is_here else "", f"{'❯' if is_here else ' '} {number + 1}. {label} ({letter})")
            )
            rows.append(("", "\n" if number + 1 < len(CHOICES) else ""))
        return rows

    def _foot(self) -> StyleAndTextTuples:
        total = self._text.document.line_count
        position = text(self._language, "terminal.outline.place", line=self._top + 1, total=total)
        names = ("done", "cancel") if self._is_editing else ("choose", "scroll", "cancel")
        keys = [text(self._language, f"terminal.outline.key.{name}") for name in names]
        shown = join_key_hints(keys if self._is_editing else [position, *keys], screen_columns())
        notice = f"{wrap_text(self._notice, screen_columns())}\n" if self._notice else ""
        return [("class:warning", notice), ("class:quiet", shown)]
