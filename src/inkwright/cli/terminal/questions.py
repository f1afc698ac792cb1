"""Ask the user a question: in a form at a terminal, on numbered lines over a pipe."""

import asyncio
import os
import re
import select
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, Literal, TextIO

from inkwright.cli.consent import can_ask
from inkwright.cli.shell import Shell, printable
from inkwright.cli.terminal.columns import single_line
from inkwright.cli.terminal.form_state import has_other, recommended_option
from inkwright.conversation.asks import Answer, Ask, AskQuestion, QuestionAnswer
from inkwright.i18n import Language, text
from inkwright.settings import ASK_SECONDS

MAX_TRIES: Final = 5
"""After this many wrong inputs to one question the form is cancelled: the other side is not reading."""
_MAX_LINE_LENGTH: Final = 64_000
_MAX_LINES: Final = 10_000
_END_LINE: Final = "."
_BLOCK_MARK: Final = '"""'
_SEPARATORS: Final = (re.compile(r"[,，、;；]"), re.compile(r"[,，、;；\s]+"))
"""What separates several choices: commas, as a label may contain spaces, or else also spaces."""
_OutlineChoice = Literal["adopt", "edit", "abandon"]
_OUTLINE_CHOICES: Final[tuple[_OutlineChoice, ...]] = ("adopt", "edit", "abandon")


class _InputEnded(Exception):
    """The input ended, or was wrong too often."""


class _NoAnswerInTime(Exception):
    """The time for an answer is over."""


@dataclass(frozen=True, slots=True)
class LineForm:
    """A form on lines: it prints questions to `out` and reads answers from `stdin`.

    `seconds` is how long it waits for each line; 0 is without limit. The title is left out where another line shows it.
    """

    stdin: BinaryIO
    out: TextIO
    language: Language
    seconds: float = 0.0
    shows_title: bool = True

    def ask(self, ask: Ask) -> Answer:
        """Return the answer; input that ends or is wrong too often cancels the form."""
        if self.shows_title:
            self._say(printable(ask.title))
        if ask.preface:
            self._say(printable(ask.preface))
        try:
            return self._outline(ask) if ask.kind == "outline_edit" else self._questions(ask)
        except _InputEnded:
            self._say(self._text("terminal.cancelled"))
            return Answer(status="cancelled")
        except _NoAnswerInTime:
            self._say(f"\n{self._text('terminal.timeout')}")
            return Answer(status="timeout")

    def _questions(self, ask: Ask) -> Answer:
        total = len(ask.questions)
        answers: list[QuestionAnswer] = []
        for number, question in enumerate(ask.questions, 1):
            self._say(f"{number}/{total}  {printable(question.question)}")
            can_skip = ask.kind != "permission"
            answers += self._options(question, can_skip) if question.options else [self._free(question)]
        return Answer(status="answered", answers=tuple(answers))

    def _options(self, question: AskQuestion, can_skip: bool) -> list[QuestionAnswer]:
        recommended = recommended_option(question)
        for number, option in enumerate(question.options):
            mark = f"  {self._text('terminal.recommended')}" if number == recommended else ""
            self._say(f"  {number + 1}. {single_line(option.label)}{mark}")
        count = len(question.options) + has_other(question)
        if has_other(question):
            self._say(f"  {count}. {self._text('terminal.other')}")
        answers = []
        for chosen in self._choices(question, count, can_skip):
            if chosen == len(question.options):
                answers.append(self._free(question))
            else:
                option = question.options[chosen]
                answers.append(QuestionAnswer(id=question.id, value=option.value, label=option.label))
        given = [answer for answer in answers if not answer.skipped]
        return given or [QuestionAnswer(id=question.id, skipped=True)]

    def _choices(self, question: AskQuestion, count: int, can_skip: bool) -> list[int]:
        """Return the indexes of the options chosen by number, label or value, in order; none if it is skipped.

        Several are separated by commas, or by spaces if they are numbers.
        """
        words = "numbers" if question.multi_select else "number"
        hint = f"terminal.plain.{words}_or_skip" if can_skip else f"terminal.plain.{words}"
        for _ in range(MAX_TRIES):
            line = self._line(self._text(hint, count=count)).strip()
            if not line and can_skip:
                return []
            chosen = _chosen_options(question, count, line)
            if chosen:
                return chosen
            wrong = "terminal.plain.wrong_numbers" if question.multi_select else "terminal.plain.wrong"
            self._say(self._text(wrong, given=single_line(line)[:80], count=count))
        raise _InputEnded

    def _free(self, question: AskQuestion) -> QuestionAnswer:
        """Read own words on one line, or on several between two lines with three quotation marks; empty: skipped."""
        hint = f" ({single_line(question.placeholder)})" if question.placeholder else ""
        line = self._line(self._text("terminal.plain.words", hint=hint)).strip()
        words = self._quoted_lines(line) if line.startswith(_BLOCK_MARK) else line
        return QuestionAnswer(id=question.id, value=words) if words else QuestionAnswer(id=question.id, skipped=True)

    def _quoted_lines(self, first: str) -> str:
        """Return the lines up to the second mark, without the marks."""
        lines = [first.removeprefix(_BLOCK_MARK)]
        while not lines[-1].rstrip().endswith(_BLOCK_MARK):
            lines.append(self._line(""))
            if len(lines) > _MAX_LINES:
                raise _InputEnded
        lines[-1] = lines[-1].rstrip().removesuffix(_BLOCK_MARK)
        return "\n".join(lines).strip("\n").rstrip()

    def _outline(self, ask: Ask) -> Answer:
        for line in ask.outline_lines:
            self._say(printable(line))
        labels = [self._text(f"terminal.outline.{choice}") for choice in _OUTLINE_CHOICES]
        for number, label in enumerate(labels, 1):
            self._say(f"  {number}. {label}")
        shown = AskQuestion(id="", question="", options=())
        (chosen,) = self._choices(shown, len(_OUTLINE_CHOICES), can_skip=False)
        match _OUTLINE_CHOICES[chosen]:
            case "adopt":
                return Answer(status="adopted", outline_lines=ask.outline_lines)
            case "abandon":
                return Answer(status="abandoned")
            case "edit":
                return Answer(status="edited", outline_lines=self._lines())

    def _lines(self) -> tuple[str, ...]:
        """Read lines up to a line with a single dot."""
        self._say(self._text("terminal.plain.outline"))
        lines: list[str] = []
        while (line := self._line("")) != _END_LINE:
            lines.append(line)
            if len(lines) > _MAX_LINES:
                raise _InputEnded
        return tuple(lines)

    def _line(self, prompt: str) -> str:
        if prompt:
            print(prompt, end=" ", file=self.out, flush=True)
        if self.seconds and not _has_input(self.stdin, self.seconds):
            raise _NoAnswerInTime
        raw = self.stdin.readline(_MAX_LINE_LENGTH)
        # The rest of a line that is too long would become the answer to the next question.
        if not raw or (len(raw) == _MAX_LINE_LENGTH and not raw.endswith(b"\n")):
            self._say()
            raise _InputEnded
        return raw.decode("utf-8", "replace").removesuffix("\n").removesuffix("\r")

    def _say(self, line: str = "") -> None:
        print(line, file=self.out, flush=True)

    def _text(self, key: str, **fields: object) -> str:
        return text(self.language, key, **fields)


def _chosen_options(question: AskQuestion, count: int, line: str) -> list[int]:
    """Return the indexes that a line names; empty if a part of it names none."""
    whole = _chosen_option(question, count, line)
    if whole is not None or not question.multi_select:
        return [] if whole is None else [whole]
    for separators in _SEPARATORS:
        parts = [part.strip() for part in separators.split(line) if part.strip()]
        found = [_chosen_option(question, count, part) for part in parts]
        chosen = [index for index in found if index is not None]
        if chosen and len(chosen) == len(found):
            return sorted(set(chosen))
    return []


def _chosen_option(question: AskQuestion, count: int, part: str) -> int | None:
    if part.isascii() and part.isdigit() and 1 <= int(part[:9]) <= count:
        return int(part[:9]) - 1
    for index, option in enumerate(question.options):
        if part and part.casefold() in (option.label.casefold(), option.value.casefold()):
            return index
    return None


PIPE_SECONDS: Final = 60.0
"""How long to wait for a silent pipe, if no limit is set."""


async def ask_person(ask: Ask, shell: Shell, *, folder: Path) -> Answer | None:
    """Return the answer; None if no one answers, or the user saved the outline for later.

    If the time for answers is limited and over, the status of the answer is `timeout`.
    """
    seconds = shell.settings.get(ASK_SECONDS)
    shell = shell.speaking_to(" ".join([ask.title, *(each.question for each in ask.questions)]))
    if not can_ask(shell):
        return await asyncio.to_thread(_ask_on_lines, ask, shell, seconds)
    try:
        return await _ask_at_terminal(ask, shell, folder, seconds)
    except TimeoutError:
        shell.note(shell.text("terminal.timeout"))
        return Answer(status="timeout")


async def _ask_at_terminal(ask: Ask, shell: Shell, folder: Path, seconds: float) -> Answer | None:
    if ask.kind == "outline_edit":
        from inkwright.cli.terminal.outline_editor import (  # noqa: PLC0415 - slow to import
            OutlineSaved,
            review_outline,
        )

        decided = await review_outline(ask, shell.language, folder=folder, environ=os.environ, seconds=seconds)
        return None if isinstance(decided, OutlineSaved) else decided
    from inkwright.cli.terminal.forms import fill_form  # noqa: PLC0415 - prompt_toolkit is slow to import

    return await fill_form(ask, shell.language, seconds=seconds)


def _ask_on_lines(ask: Ask, shell: Shell, seconds: float) -> Answer | None:
    """Return the answer from a pipe; None if it ends without one. Where it has ended already, nothing is printed."""
    if not seconds and not _has_input(shell.stdin, PIPE_SECONDS):
        return None
    if _has_input(shell.stdin, 0) and _is_at_end(shell.stdin):
        return None
    # The line of the event shows the title.
    answer = LineForm(shell.stdin, sys.stderr, shell.language, seconds, shows_title=False).ask(ask)
    return None if answer.status == "cancelled" else answer


def _has_input(stdin: BinaryIO, seconds: float) -> bool:
    """Whether there is input to read, or its end, within this time."""
    try:
        if _has_buffered(stdin):
            return True
        ready, _, _ = select.select([stdin], [], [], seconds)
    except (OSError, ValueError):
        return True  # not a file of the operating system, so reading it does not block
    return bool(ready)


def _is_at_end(stdin: BinaryIO) -> bool:
    """Whether an input that does not block has nothing more to read."""
    peek = getattr(stdin, "peek", None)
    return peek is not None and not peek(1)


def _has_buffered(stdin: BinaryIO) -> bool:
    """Whether bytes were already read from the system, which `select` does not know."""
    number, peek = stdin.fileno(), getattr(stdin, "peek", None)
    if peek is None:
        return False
    was_blocking = os.get_blocking(number)
    os.set_blocking(number, False)
    try:
        return bool(peek(1))
    finally:
        os.set_blocking(number, was_blocking)
