"""Events of a turn and attempts of a model as lines of text."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inkwright.agent.receipts import change_text, sources_text
from inkwright.cli.shell import Shell, printable
from inkwright.cli.terminal.columns import single_line, truncate
from inkwright.conversation.events import (
    EVENTS,
    AskOpened,
    Data,
    ErrorHappened,
    Event,
    TextAppended,
    TextEnded,
    TextRetracted,
    ToolFailed,
    ToolFinished,
    ToolProgressed,
    ToolStarted,
    TurnFinished,
    Warned,
)
from inkwright.conversation.turns import Failed, Outcome
from inkwright.i18n import Language, has_message, text
from inkwright.llm.attempts import AttemptAccepted, AttemptRefused, AttemptStarted, ThoughtEvent
from inkwright.llm.models import StartedOver, TextPiece

TextStyler = Callable[[str, str], str]
ArtifactPath = Callable[[str], Path | None]

STYLES: Final = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
_EMPTY_REASON: Final = re.compile(r"\s*[:：]\s*([.。])")
_MAX_PROBLEM_LENGTH: Final = 300
_UNITS: Final = ("KB", "MB", "GB")


def ansi_styled(written: str, style: str) -> str:
    """Return the text in a colour or weight."""
    return f"\x1b[{STYLES[style]}m{written}\x1b[0m"


def unstyled(written: str, _style: str) -> str:
    """Return the text unchanged."""
    return written


@dataclass(frozen=True, slots=True)
class FileCard:
    """What is shown of a file that was made."""

    name: str
    kind: str
    size: int
    path: Path | None = None


def file_card_lines(card: FileCard, language: Language, style: TextStyler) -> list[str]:
    """Return two lines about the file; one if its path is not known yet."""
    about = text(language, "terminal.file", kind=single_line(card.kind), size=size_text(card.size))
    lines = [f"{style('✓', 'green')} {style(single_line(card.name), 'bold')}  {style(about, 'dim')}"]
    return lines if card.path is None else [*lines, f"  {single_line(str(card.path))}"]


def size_text(size: int) -> str:
    """Return a number of bytes in a readable unit."""
    if size < 1_000:
        return f"{size} B"
    amount, unit = size / 1_000, 0
    while amount >= 999.5 and unit < len(_UNITS) - 1:
        amount, unit = amount / 1_000, unit + 1
    return f"{amount:.0f} {_UNITS[unit]}" if amount >= 99.5 else f"{amount:.1f} {_UNITS[unit]}"


def tool_text(name: str, language: Language) -> str:
    """Return what a tool does, in words; the name of a tool that has none, such as that of an extension."""
    key = f"tool.{name}"
    return text(language, key) if has_message(key) else single_line(name)


class EventLines:
    """Turns events into lines. `path_of` returns the path of an artifact that was already saved."""

    def __init__(self, language: Language, style: TextStyler, path_of: ArtifactPath) -> None:
        self._language = language
        self._style = style
        self._path_of = path_of
        self._told = ""

    def for_event(self, event: Event) -> list[str]:
        """Return the lines of an event; none if it is shown in another way or not at all."""
        match event:
            case ToolFinished():
                name, seconds = tool_text(event.tool, self._language), self._seconds(event.seconds)
                return [f"{self._style('✓', 'green')} {name} ({seconds})"]
            case ToolFailed():
                self._told = single_line(event.problem)
                problem = truncate(self._told, _MAX_PROBLEM_LENGTH)
                return [
                    f"{self._style('✗', 'yellow')} {tool_text(event.tool, self._language)} "
                    f"({self._seconds(event.seconds)}): {problem}"
                ]
            case Data(name="file-ready"):
                return self._card(event)
            case Warned():
                return [f"{self._style('!', 'yellow')} {printable(event.message)}"]
            case ErrorHappened():
                return [f"{self._style('✗', 'red')} {printable(event.message)}"]
            case AskOpened():
                return [f"{self._style('?', 'cyan')} {printable(event.ask.title)}"]
            case TurnFinished(outcome=Failed() as failed):
                return self._failed(failed)
            case TurnFinished():
                return [*self.changes(event.outcome), *self.sources(event.outcome)]
        return []

    def changes(self, outcome: Outcome) -> list[str]:
        """Return what was changed that is not a file, such as blocks of a project, one a line."""
        told = (change_text(change, self._language) for change in outcome.receipt.changes)
        return [f"{self._style('✓', 'green')} {printable(single_line(each))}" for each in told]

    def sources(self, outcome: Outcome) -> list[str]:
        """Return the line that names the files which the turn used; none if it used none."""
        used = sources_text(outcome.receipt.sources, self._language)
        return [self._style(single_line(used), "dim")] if used else []

    def _card(self, event: Data) -> list[str]:
        known = event.payload
        path = self._path_of(known["artifactId"])
        return file_card_lines(
            FileCard(known["filename"], known["type"], known["size"], path), self._language, self._style
        )

    def _failed(self, failed: Failed) -> list[str]:
        lines = [f"{self._style('✗', 'red')} {printable(self._without_told(failed.message))}"]
        if failed.artifacts:
            names = ", ".join(single_line(artifact.name) for artifact in failed.artifacts)
            lines.append(text(self._language, "terminal.kept", names=names))
        if failed.retryable:
            lines.append(text(self._language, "terminal.retryable"))
        return lines

    def _without_told(self, message: str) -> str:
        """Return why a turn failed without the problem of the tool, which the line above has told."""
        told = self._told.rstrip(" .。")
        if not told or len(told) > _MAX_PROBLEM_LENGTH or told not in message:
            return message
        left = _EMPTY_REASON.sub(r"\1", message.replace(told, "", 1)).strip()
        return left or message

    def _seconds(self, seconds: float) -> str:
        return text(self._language, "terminal.seconds", seconds=f"{seconds:.1f}")


class EventLineView:
    """Prints events as lines; pass `show` to the turn services.

    With `is_json` each event is a line of JSON. Without `shows_failure` the caller reports how the turn failed.
    """

    def __init__(self, shell: Shell, *, is_json: bool, is_quiet: bool, shows_failure: bool = True) -> None:
        self._shell = shell
        self._is_json = is_json
        self._is_quiet = is_quiet
        self._shows_failure = shows_failure
        self._texts: dict[str, str] = {}
        self._last = ""

    def show(self, number: int, event: Event) -> None:
        """Show one event."""
        if self._is_json:
            line = {"number": number, **json.loads(EVENTS.dump_json(event))}
            self._shell.say(json.dumps(line, ensure_ascii=False))
        elif not self._is_quiet:
            text_line = self._line(event)
            if text_line is not None:
                self._shell.say(text_line)
                self._last = text_line
        self._shell.out.flush()

    def _line(self, event: Event) -> str | None:
        if isinstance(event, TextAppended | TextRetracted | TextEnded):
            return self._text(event)
        shell = self._shell
        match event:
            case ToolStarted():
                return shell.styled(f"… {tool_text(event.tool, shell.language)}", "dim")
            case ToolProgressed():
                return shell.styled(
                    f"  {shell.labelled(tool_text(event.tool, shell.language), printable(event.message))}", "dim"
                )
            case ToolFinished():
                return f"{shell.styled('✓', 'green')} {tool_text(event.tool, shell.language)} ({event.seconds:.1f} s)"
            case ToolFailed():
                name, problem = tool_text(event.tool, shell.language), printable(" ".join(event.problem.split()))
                return f"{shell.styled('✗', 'yellow')} {shell.labelled(name, problem)}"
            case Data(name="file-ready"):
                fields = {"name": printable(event.payload["filename"]), "size": f"{event.payload['size']:,}"}
                return f"{shell.styled('✓', 'green')} {shell.text('make.verified', **fields)}"
            case Data(name="quiz-complete" | "interactive-content"):
                message = shell.text("make.verified_whole", name=printable(event.payload["filename"]))
                return f"{shell.styled('✓', 'green')} {message}"
            case Warned() | ErrorHappened():
                return self._problem(event)
            case AskOpened():
                return self._question(printable(event.ask.title))
        return self._results(event.outcome) if isinstance(event, TurnFinished) else None

    def _question(self, title: str) -> str | None:
        """Return the line of a question; None if the reply was the question."""
        return None if title == self._last else f"{self._shell.styled('?', 'cyan')} {title}"

    def _results(self, outcome: Outcome) -> str | None:
        """Return what was changed that is not a file, and the files that the turn used."""
        shell = self._shell
        changes = (change_text(change, shell.language) for change in outcome.receipt.changes)
        lines = [f"{shell.styled('✓', 'green')} {printable(single_line(each))}" for each in changes]
        # What a turn has only looked at before it refused is no source of anything.
        is_used = outcome.receipt.has_results or not isinstance(outcome, Failed)
        used = sources_text(outcome.receipt.sources if is_used else (), shell.language)
        return "\n".join([*lines, *([shell.styled(printable(used), "dim")] if used else [])]) or None

    def _problem(self, event: Warned | ErrorHappened) -> str | None:
        if isinstance(event, ErrorHappened) and not self._shows_failure:
            return None
        return f"{self._shell.styled('!', 'yellow')} {printable(event.message)}"

    def _text(self, event: TextAppended | TextRetracted | TextEnded) -> str | None:
        """Return a text when it has ended; a retracted text is never printed."""
        if isinstance(event, TextAppended):
            self._texts[event.text_id] = self._texts.get(event.text_id, "") + event.text
            return None
        written = self._texts.pop(event.text_id, "")
        return printable(written) if isinstance(event, TextEnded) else None


_MAX_FEEDBACK_LENGTH: Final = 160
_CLEAR_LINE: Final = "\r\x1b[2K"


class AttemptLineView:
    """Prints the attempts of a model; pass `show` as the listener, and `close` it before other output."""

    def __init__(self, shell: Shell, max_attempts: int, *, is_quiet: bool) -> None:
        self._shell = shell
        self._max_attempts = max_attempts
        self._is_quiet = is_quiet
        self._is_live = shell.out.isatty() and not is_quiet
        self._characters = 0
        self._has_live_line = False

    def show(self, event: ThoughtEvent) -> None:
        """Show one event."""
        shell = self._shell
        match event:
            case AttemptStarted():
                self._characters = 0
                self._line(self._started(event))
            case TextPiece(piece):
                self._characters += len(piece)
                self._count()
            case StartedOver(model, reason):
                self._characters = 0
                why = shell.text(f"attempts.reason.{reason}")
                self._line("  " + shell.text("attempts.started_over", model=model, reason=why))
            case AttemptRefused(feedback=feedback):
                self._line(f"  {shell.styled('✗', 'yellow')} {_shortened_feedback(feedback)}")
            case AttemptAccepted():
                self._line(f"  {shell.styled('✓', 'green')} {shell.text('attempts.accepted')}")

    def close(self) -> None:
        """Remove the live character count."""
        if self._has_live_line:
            print(_CLEAR_LINE, end="", file=self._shell.out, flush=True)
            self._has_live_line = False

    def _started(self, event: AttemptStarted) -> str:
        if event.about:
            return self._shell.text("attempts.piece", number=event.number, about=event.about)
        return self._shell.text("attempts.attempt", number=event.number, most=self._max_attempts)

    def _line(self, line: str) -> None:
        self.close()
        if not self._is_quiet:
            self._shell.say(line)
            self._shell.out.flush()

    def _count(self) -> None:
        if self._is_live:
            count = self._shell.styled("  " + self._shell.text("attempts.count", count=f"{self._characters:,}"), "dim")
            print(_CLEAR_LINE + count, end="", file=self._shell.out, flush=True)
            self._has_live_line = True


def _shortened_feedback(problem: str) -> str:
    line = printable(" ".join(problem.split()))
    return line if len(line) <= _MAX_FEEDBACK_LENGTH else line[:_MAX_FEEDBACK_LENGTH] + "…"
