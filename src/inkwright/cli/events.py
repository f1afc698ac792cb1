"""How a terminal shows the events of a turn: a line for each that a person wants to see."""

import json

from inkwright.cli.shell import Shell, plain
from inkwright.conversation.events import (
    EVENTS,
    AskOpened,
    Data,
    ErrorHappened,
    Event,
    TextEnded,
    TextGrew,
    TextRetracted,
    ToolFailed,
    ToolFinished,
    ToolProgressed,
    ToolStarted,
    Warned,
)


class EventsView:
    """Pass `show` to the desk. With `is_json` every event is one line of JSON, and nothing else is printed. Without
    `tells_failure` somebody else says how the turn failed.
    """

    def __init__(self, shell: Shell, *, is_json: bool, is_quiet: bool, tells_failure: bool = True) -> None:
        self._shell = shell
        self._is_json = is_json
        self._is_quiet = is_quiet
        self._tells_failure = tells_failure
        self._texts: dict[str, str] = {}

    def show(self, number: int, event: Event) -> None:
        """One event."""
        if self._is_json:
            line = {"number": number, **json.loads(EVENTS.dump_json(event))}
            self._shell.say(json.dumps(line, ensure_ascii=False))
        elif not self._is_quiet:
            line_of = self._line(event)
            if line_of is not None:
                self._shell.say(line_of)
        self._shell.out.flush()

    def _line(self, event: Event) -> str | None:
        if isinstance(event, TextGrew | TextRetracted | TextEnded):
            return self._text(event)
        shell = self._shell
        match event:
            case ToolStarted():
                return shell.styled(f"… {event.tool}", "dim")
            case ToolProgressed():
                return shell.styled(f"  {event.tool}: {plain(event.message)}", "dim")
            case ToolFinished():
                return f"{shell.styled('✓', 'green')} {event.tool} ({event.seconds:.1f} s)"
            case ToolFailed():
                return f"{shell.styled('✗', 'yellow')} {event.tool}: {plain(' '.join(event.problem.split()))}"
            case Data(name="file-ready"):
                fields = {"name": plain(event.payload["filename"]), "size": f"{event.payload['size']:,}"}
                return f"{shell.styled('✓', 'green')} {shell.text('make.verified', **fields)}"
            case Data(name="quiz-complete" | "interactive-content"):
                told = shell.text("make.verified_whole", name=plain(event.payload["filename"]))
                return f"{shell.styled('✓', 'green')} {told}"
            case Warned() | ErrorHappened():
                return self._problem(event)
            case AskOpened():
                return f"{shell.styled('?', 'cyan')} {plain(event.ask.title)}"
        return None

    def _problem(self, event: Warned | ErrorHappened) -> str | None:
        if isinstance(event, ErrorHappened) and not self._tells_failure:
            return None
        return f"{self._shell.styled('!', 'yellow')} {plain(event.message)}"

    def _text(self, event: TextGrew | TextRetracted | TextEnded) -> str | None:
        """A text is printed when it stands: what is taken back was never there."""
        if isinstance(event, TextGrew):
            self._texts[event.text_id] = self._texts.get(event.text_id, "") + event.text
            return None
        said = self._texts.pop(event.text_id, "")
        return plain(said) if isinstance(event, TextEnded) else None
