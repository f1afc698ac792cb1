"""Questions where no terminal is: numbered lines on a pipe. Nothing is chosen by default, and nothing hangs."""

from dataclasses import dataclass
from typing import BinaryIO, Final, Literal, TextIO

from inkwright.cli.columns import one_line
from inkwright.cli.shell import plain
from inkwright.cli.terminal.form_pages import has_other, recommended_option
from inkwright.conversation.asks import Answer, Ask, AskQuestion, QuestionAnswer
from inkwright.i18n import Language, text

TRIES: Final = 5
"""So many wrong inputs to one question, and the whole is cancelled: whoever writes into the pipe cannot read."""
_LONGEST_LINE: Final = 64_000
_MOST_LINES: Final = 10_000
_END: Final = "."
_OutlineChoice = Literal["adopt", "edit", "abandon"]
_OUTLINE: Final[tuple[_OutlineChoice, ...]] = ("adopt", "edit", "abandon")


class _Ended(Exception):
    """The input is over, or was wrong too often."""


@dataclass(frozen=True, slots=True)
class PlainForm:
    """Asks on lines. `stdin` is read, `out` is where the questions go."""

    stdin: BinaryIO
    out: TextIO
    language: Language

    def ask(self, ask: Ask) -> Answer:
        """The answer; an input that ends, or is wrong too often, cancels the whole."""
        self._say(plain(ask.title))
        if ask.preface:
            self._say(plain(ask.preface))
        try:
            return self._outline(ask) if ask.kind == "outline_edit" else self._questions(ask)
        except _Ended:
            self._say(self._text("terminal.cancelled"))
            return Answer(status="cancelled")

    def _questions(self, ask: Ask) -> Answer:
        total = len(ask.questions)
        answers: list[QuestionAnswer] = []
        for number, question in enumerate(ask.questions, 1):
            self._say(f"{number}/{total}  {plain(question.question)}")
            can_skip = ask.kind != "permission"
            answers.append(self._options(question, can_skip) if question.options else self._free(question))
        return Answer(status="answered", answers=tuple(answers))

    def _options(self, question: AskQuestion, can_skip: bool) -> QuestionAnswer:
        recommended = recommended_option(question)
        for number, option in enumerate(question.options):
            mark = f"  {self._text('terminal.recommended')}" if number == recommended else ""
            self._say(f"  {number + 1}. {one_line(option.label)}{mark}")
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
        """The place of what was chosen, by number, label or value; None where the question is skipped."""
        hint = "terminal.plain.number_or_skip" if can_skip else "terminal.plain.number"
        for _ in range(TRIES):
            line = self._line(self._text(hint, count=count)).strip()
            if not line and can_skip:
                return None
            if line.isascii() and line.isdigit() and 1 <= int(line[:9]) <= count:
                return int(line[:9]) - 1
            for place, option in enumerate(question.options):
                if line and line.casefold() in (option.label.casefold(), option.value.casefold()):
                    return place
            self._say(self._text("terminal.plain.wrong", given=one_line(line)[:80], count=count))
        raise _Ended

    def _free(self, question: AskQuestion) -> QuestionAnswer:
        """Own words on one line; an empty line skips."""
        hint = f" ({one_line(question.placeholder)})" if question.placeholder else ""
        line = self._line(self._text("terminal.plain.words", hint=hint)).strip()
        return QuestionAnswer(id=question.id, value=line) if line else QuestionAnswer(id=question.id, skipped=True)

    def _outline(self, ask: Ask) -> Answer:
        for line in ask.outline_lines:
            self._say(plain(line))
        labels = [self._text(f"terminal.outline.{choice}") for choice in _OUTLINE]
        for number, label in enumerate(labels, 1):
            self._say(f"  {number}. {label}")
        shown = AskQuestion(id="", question="", options=())
        chosen = self._choice(shown, len(_OUTLINE), can_skip=False)
        match _OUTLINE[chosen or 0]:
            case "adopt":
                return Answer(status="adopted", outline_lines=ask.outline_lines)
            case "abandon":
                return Answer(status="abandoned")
            case "edit":
                return Answer(status="edited", outline_lines=self._lines())

    def _lines(self) -> tuple[str, ...]:
        """Lines up to one that is a single dot; without it they are not complete."""
        self._say(self._text("terminal.plain.outline"))
        lines: list[str] = []
        while (line := self._line("")) != _END:
            lines.append(line)
            if len(lines) > _MOST_LINES:
                raise _Ended
        return tuple(lines)

    def _line(self, prompt: str) -> str:
        if prompt:
            print(prompt, end=" ", file=self.out, flush=True)
        raw = self.stdin.readline(_LONGEST_LINE)
        # The rest of a line that is too long would pass for the answer to the next question.
        if not raw or (len(raw) == _LONGEST_LINE and not raw.endswith(b"\n")):
            self._say()
            raise _Ended
        return raw.decode("utf-8", "replace").removesuffix("\n").removesuffix("\r")

    def _say(self, line: str = "") -> None:
        print(line, file=self.out, flush=True)

    def _text(self, key: str, **fields: object) -> str:
        return text(self.language, key, **fields)
