"""Ask the user a question: in a form at a terminal, on numbered lines over a pipe."""

import asyncio
import os
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

MAX_TRIES: Final = 5
"""After this many wrong inputs to one question the form is cancelled: the other side is not reading."""
_MAX_LINE_LENGTH: Final = 64_000
_MAX_LINES: Final = 10_000
_END_LINE: Final = "."
_OutlineChoice = Literal["adopt", "edit", "abandon"]
_OUTLINE_CHOICES: Final[tuple[_OutlineChoice, ...]] = ("adopt", "edit", "abandon")


class _InputEnded(Exception):
    """The input ended, or was wrong too often."""


@dataclass(frozen=True, slots=True)
class LineForm:
    """A form on lines: it prints questions to `out` and reads answers from `stdin`."""

    stdin: BinaryIO
    out: TextIO
    language: Language

    def ask(self, ask: Ask) -> Answer:
        """Return the answer; input that ends or is wrong too often cancels the form."""
        self._say(printable(ask.title))
        if ask.preface:
            self._say(printable(ask.preface))
        try:
            return self._outline(ask) if ask.kind == "outline_edit" else self._questions(ask)
        except _InputEnded:
            self._say(self._text("terminal.cancelled"))
            return Answer(status="cancelled")

    def _questions(self, ask: Ask) -> Answer:
        total = len(ask.questions)
        answers: list[QuestionAnswer] = []
        for number, question in enumerate(ask.questions, 1):
            self._say(f"{number}/{total}  {printable(question.question)}")
            can_skip = ask.kind != "permission"
            answers.append(self._options(question, can_skip) if question.options else self._free(question))
        return Answer(status="answered", answers=tuple(answers))

    def _options(self, question: AskQuestion, can_skip: bool) -> QuestionAnswer:
        recommended = recommended_option(question)
        for number, option in enumerate(question.options):
            mark = f"  {self._text('terminal.recommended')}" if number == recommended else ""
            self._say(f"  {number + 1}. {single_line(option.label)}{mark}")
        count = len(question.options) + has_other(question)
        if has_other(question):
            self._say(f"  {count}. {self._text('terminal.other')}")
        chosen = self._choice(question, count, can_skip)
        if chosen is None:
            return QuestionAnswer(id=question.id, skipped=True)
        if chosen == len(question.options):
            return self._free(question)
        option = question.options[chosen]
        return QuestionAnswer(id=question.id, value=option.value, label=option.label)

    def _choice(self, question: AskQuestion, count: int, can_skip: bool) -> int | None:
        """Return the index of the option chosen by number, label or value; None if the question is skipped."""
        hint = "terminal.plain.number_or_skip" if can_skip else "terminal.plain.number"
        for _ in range(MAX_TRIES):
            line = self._line(self._text(hint, count=count)).strip()
            if not line and can_skip:
                return None
            if line.isascii() and line.isdigit() and 1 <= int(line[:9]) <= count:
                return int(line[:9]) - 1
            for index, option in enumerate(question.options):
                if line and line.casefold() in (option.label.casefold(), option.value.casefold()):
                    return index
            self._say(self._text("terminal.plain.wrong", given=single_line(line)[:80], count=count))
        raise _InputEnded

    def _free(self, question: AskQuestion) -> QuestionAnswer:
        """Read own words on one line; an empty line skips."""
        hint = f" ({single_line(question.placeholder)})" if question.placeholder else ""
        line = self._line(self._text("terminal.plain.words", hint=hint)).strip()
        return QuestionAnswer(id=question.id, value=line) if line else QuestionAnswer(id=question.id, skipped=True)

    def _outline(self, ask: Ask) -> Answer:
        for line in ask.outline_lines:
            self._say(printable(line))
        labels = [self._text(f"terminal.outline.{choice}") for choice in _OUTLINE_CHOICES]
        for number, label in enumerate(labels, 1):
            self._say(f"  {number}. {label}")
        shown = AskQuestion(id="", question="", options=())
        chosen = self._choice(shown, len(_OUTLINE_CHOICES), can_skip=False)
        match _OUTLINE_CHOICES[chosen or 0]:
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


PIPE_SECONDS: Final = 60.0
"""How long to wait for a silent pipe."""


async def ask_person(ask: Ask, shell: Shell, *, folder: Path) -> Answer | None:
    """Return the answer; None if no one answers, or the user saved the outline for later."""
    if not can_ask(shell):
        return await asyncio.to_thread(_ask_on_lines, ask, shell)
    if ask.kind == "outline_edit":
        from inkwright.cli.terminal.outline_editor import (  # noqa: PLC0415 - slow to import
            OutlineSaved,
            review_outline,
        )

        decided = await review_outline(ask, shell.language, folder=folder, environ=os.environ)
        return None if isinstance(decided, OutlineSaved) else decided
    from inkwright.cli.terminal.forms import fill_form  # noqa: PLC0415 - prompt_toolkit is slow to import

    return await fill_form(ask, shell.language)


def _ask_on_lines(ask: Ask, shell: Shell) -> Answer | None:
    """Return the answer from a pipe; None if it ends without one."""
    if not _has_input(shell):
        return None
    answer = LineForm(shell.stdin, sys.stderr, shell.language).ask(ask)
    return None if answer.status == "cancelled" else answer


def _has_input(shell: Shell) -> bool:
    try:
        ready, _, _ = select.select([shell.stdin], [], [], PIPE_SECONDS)
    except (OSError, ValueError):
        return True  # not a file of the operating system, so reading it does not block
    return bool(ready)
