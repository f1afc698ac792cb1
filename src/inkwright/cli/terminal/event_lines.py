"""The events of a turn that are one line or a few, in words; the same with and without a terminal."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inkwright.cli.columns import cut, one_line
from inkwright.cli.shell import plain
from inkwright.conversation.events import (
    AskOpened,
    Data,
    ErrorHappened,
    Event,
    ToolFailed,
    ToolFinished,
    TurnFinished,
    Warned,
)
from inkwright.conversation.outcomes import Failed
from inkwright.i18n import Language, text

Paint = Callable[[str, str], str]
PathOf = Callable[[str], Path | None]

STYLES: Final = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
_LONGEST_PROBLEM: Final = 300
_UNITS: Final = ("KB", "MB", "GB")


def paint(written: str, style: str) -> str:
    """The text in a colour or weight."""
    return f"\x1b[{STYLES[style]}m{written}\x1b[0m"


def unpainted(written: str, _style: str) -> str:
    """The text as it is."""
    return written


@dataclass(frozen=True, slots=True)
class FileCard:
    """A file that was made: what the person wants to know of it."""

    name: str
    kind: str
    size: int
    path: Path | None = None


def card_lines(card: FileCard, language: Language, painted: Paint) -> list[str]:
    """The file in two lines; in one where it is not known yet where it lies."""
    about = text(language, "terminal.file", kind=one_line(card.kind), size=size_in_words(card.size))
    lines = [f"{painted('✓', 'green')} {painted(one_line(card.name), 'bold')}  {painted(about, 'dim')}"]
    return lines if card.path is None else [*lines, f"  {one_line(str(card.path))}"]


def size_in_words(size: int) -> str:
    """A number of bytes as people say it."""
    if size < 1_000:
        return f"{size} B"
    amount, unit = size / 1_000, 0
    while amount >= 999.5 and unit < len(_UNITS) - 1:
        amount, unit = amount / 1_000, unit + 1
    return f"{amount:.0f} {_UNITS[unit]}" if amount >= 99.5 else f"{amount:.1f} {_UNITS[unit]}"


class EventLines:
    """Turns events into lines. `path_of` knows where the file of an artifact lies, if it is written already."""

    def __init__(self, language: Language, painted: Paint, path_of: PathOf) -> None:
        self._language = language
        self._paint = painted
        self._path_of = path_of

    def of(self, event: Event) -> list[str]:
        """The lines of an event; none for those that are shown otherwise, or not at all."""
        match event:
            case ToolFinished():
                return [f"{self._paint('✓', 'green')} {one_line(event.tool)} ({self._seconds(event.seconds)})"]
            case ToolFailed():
                problem = cut(one_line(event.problem), _LONGEST_PROBLEM)
                return [
                    f"{self._paint('✗', 'yellow')} {one_line(event.tool)} ({self._seconds(event.seconds)}): {problem}"
                ]
            case Data(name="file-ready"):
                return self._card(event)
            case Warned():
                return [f"{self._paint('!', 'yellow')} {plain(event.message)}"]
            case ErrorHappened():
                return [f"{self._paint('✗', 'red')} {plain(event.message)}"]
            case AskOpened():
                return [f"{self._paint('?', 'cyan')} {plain(event.ask.title)}"]
            case TurnFinished(outcome=Failed() as failed):
                return self._failed(failed)
        return []

    def _card(self, event: Data) -> list[str]:
        known = event.payload
        path = self._path_of(known["artifactId"])
        return card_lines(FileCard(known["filename"], known["type"], known["size"], path), self._language, self._paint)

    def _failed(self, failed: Failed) -> list[str]:
        lines = [f"{self._paint('✗', 'red')} {plain(failed.message)}"]
        if failed.artifacts:
            names = ", ".join(one_line(artifact.name) for artifact in failed.artifacts)
            lines.append(text(self._language, "terminal.kept", names=names))
        if failed.retryable:
            lines.append(text(self._language, "terminal.retryable"))
        return lines

    def _seconds(self, seconds: float) -> str:
        return text(self._language, "terminal.seconds", seconds=f"{seconds:.1f}")
