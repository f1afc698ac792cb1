"""`inkwright tour`: show what each parser finds in one reply."""

import json
from dataclasses import dataclass
from typing import Any, Final

from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import OK
from inkwright.cli.shell import Shell
from inkwright.usecases.thinking import TourStop, sample_reply, tour_parsers

_MAX_TEXT_LENGTH: Final = 160


@dataclass(frozen=True, slots=True)
class TourOptions:
    """Options of `inkwright tour`."""

    file: str | None = None


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(TourOptions)
    parser.add_argument("file", nargs="?", help=parser.text("parse.file_or_sample"))


def run(options: TourOptions, shell: Shell) -> int:
    reply = shell.read_input(options.file) if options.file else sample_reply(shell.language)
    shell.say(shell.styled(shell.text("tour.head"), "bold") + "\n")
    for line in reply.splitlines():
        shell.say(shell.styled(f"  │ {line}", "dim"))
    for stop in tour_parsers(reply):
        _print_result(stop, shell)
    shell.say("\n" + shell.text("tour.foot"))
    return OK


def _print_result(stop: TourStop, shell: Shell) -> None:
    shell.say("\n" + shell.styled(shell.text(f"tour.parser.{stop.parser}"), "cyan"))
    for event in stop.events:
        shell.say("  " + shell.text(f"tour.stream.{event.kind}", **event.fields))
    if stop.result is None:
        return
    if stop.result["status"] == "success":
        content = json.dumps(_shorten(stop.result["content"]), ensure_ascii=False, indent=2)
        for line in content.splitlines():
            shell.say(shell.styled("  ✓ ", "green") + line)
    else:
        shell.say(shell.styled("  ✗ ", "yellow") + shell.text("tour.error", reason=stop.result.get("reason", "")))
        shell.say("    " + shell.text("tour.feedback", feedback=stop.result["feedback"].replace("\n", "\n    ")))


def _shorten(value: Any) -> Any:
    """Return the value with long texts truncated."""
    if isinstance(value, str) and len(value) > _MAX_TEXT_LENGTH:
        return value[:_MAX_TEXT_LENGTH] + "…"
    if isinstance(value, dict):
        return {key: _shorten(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_shorten(item) for item in value]
    return value
