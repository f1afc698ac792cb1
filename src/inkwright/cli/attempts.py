"""How a terminal shows a thought: a line for each attempt, and the text as a count that grows."""

from typing import Final

from inkwright.cli.shell import Shell, plain
from inkwright.llm.attempts import AttemptAccepted, AttemptRefused, AttemptStarted, ThoughtEvent
from inkwright.llm.models import StartedOver, TextPiece

_LONGEST_PROBLEM: Final = 160
_CLEAR_LINE: Final = "\r\x1b[2K"


class AttemptsView:
    """Pass `hear` to whoever tells, and `close` it before anything else is said."""

    def __init__(self, shell: Shell, most: int, *, is_quiet: bool) -> None:
        self._shell = shell
        self._most = most
        self._is_quiet = is_quiet
        self._is_live = shell.out.isatty() and not is_quiet
        self._characters = 0
        self._has_live_line = False

    def hear(self, event: ThoughtEvent) -> None:
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
                said = shell.text(f"attempts.reason.{reason}")
                self._line("  " + shell.text("attempts.started_over", model=model, reason=said))
            case AttemptRefused(feedback=feedback):
                self._line(f"  {shell.styled('✗', 'yellow')} {_one_line(feedback)}")
            case AttemptAccepted():
                self._line(f"  {shell.styled('✓', 'green')} {shell.text('attempts.accepted')}")

    def close(self) -> None:
        """Take the live count away."""
        if self._has_live_line:
            print(_CLEAR_LINE, end="", file=self._shell.out, flush=True)
            self._has_live_line = False

    def _started(self, event: AttemptStarted) -> str:
        if event.about:
            return self._shell.text("attempts.piece", number=event.number, about=event.about)
        return self._shell.text("attempts.attempt", number=event.number, most=self._most)

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


def _one_line(problem: str) -> str:
    line = plain(" ".join(problem.split()))
    return line if len(line) <= _LONGEST_PROBLEM else line[:_LONGEST_PROBLEM] + "…"
