"""`inkwright write`: write one file of a paper from a note, and show each attempt."""

import argparse
import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

from inkwright.cli.consent import provider_consent
from inkwright.cli.file_permissions import add_yes_flag, check_access
from inkwright.cli.shell import FAILED, OK, PERMISSION, CommandParser, Shell
from inkwright.cli.terminal.event_lines import AttemptLineView
from inkwright.errors import GaveUp, UnreadableInput
from inkwright.extend import load_extensions
from inkwright.i18n import text
from inkwright.llm.attempts import ThoughtEvent
from inkwright.llm.file_generation import Sleep
from inkwright.llm.models import Model
from inkwright.usecases.make import (
    AGENTS,
    PaperFileRequest,
    WrittenFile,
    can_quote,
    save_refused_reply,
    write_paper_file,
)
from inkwright.usecases.models import open_model
from inkwright.usecases.store import open_call_log


def add_arguments(parser: CommandParser) -> None:
    say = parser.language
    parser.add_argument("note", metavar="NOTE", help=text(say, "write.note"))
    load_extensions()
    parser.add_argument("--agent", required=True, choices=tuple(AGENTS), help=text(say, "write.agent"))
    parser.add_argument("-o", "--output", metavar="DIR", default=".", help=text(say, "write.output"))
    parser.add_argument("--model", metavar="NAME", help=text(say, "write.model"))
    parser.add_argument("--attempts", metavar="N", type=int, default=3, help=text(say, "write.attempts"))
    parser.add_argument("--overwrite", action="store_true", help=text(say, "write.overwrite"))
    add_yes_flag(parser)
    parser.add_argument("--json", action="store_true", help=text(say, "cli.flag.json"))
    parser.add_argument("--quiet", action="store_true", help=text(say, "write.quiet"))


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    if not check_access(arguments, shell, reads=[arguments.note], writes=[Path(arguments.output)]):
        return PERMISSION
    note = shell.read_input(None if arguments.note == "-" else arguments.note)
    if not note.strip():
        raise UnreadableInput(name=arguments.note, problem="it is empty")
    order = PaperFileRequest(note, arguments.agent, Path(arguments.output), arguments.attempts, arguments.overwrite)
    note_down = _ignore_note if arguments.quiet else _print_note
    model = open_model(shell.settings, name=arguments.model, note=note_down, ask=provider_consent(shell))
    if model.abilities.is_weak:
        note_down(shell.text("write.weak" if can_quote(order) else "write.weak_short"))
    return write_and_print(order, model, shell, WriteView(shell, order, arguments))


def write_and_print(
    order: PaperFileRequest, model: Model, shell: Shell, view: "WriteView", sleep: Sleep = asyncio.sleep
) -> int:
    """Write the file, show what happens, and return the exit code."""
    try:
        written = asyncio.run(
            write_paper_file(order, model, view.hear, sleep, open_call_log(shell.settings, os.environ))
        )
    except GaveUp as error:
        view.close()
        view.show_failure(error, save_refused_reply(order, error))
        return FAILED
    finally:
        view.close()
    view.show_written(written)
    return OK


class WriteView:
    """What a person, or with `--json` a program, sees of an order."""

    def __init__(self, shell: Shell, order: PaperFileRequest, arguments: argparse.Namespace) -> None:
        self._shell = shell
        self._is_json: bool = arguments.json
        self._is_quiet: bool = arguments.json or arguments.quiet
        self._attempts = AttemptLineView(shell, order.max_attempts, is_quiet=self._is_quiet)

    def hear(self, event: ThoughtEvent) -> None:
        """Show one event."""
        self._attempts.hear(event)

    def show_written(self, written: WrittenFile) -> None:
        """Where the file is and how large, or why there is none."""
        size = written.path.stat().st_size if written.path else 0
        if self._is_json:
            self._say_json(_as_json(written, size))
        elif written.path is None:
            self._shell.say(self._shell.text("write.skipped", reason=written.skip_reason))
        elif self._is_quiet:
            self._shell.say(str(written.path))
        else:
            self._shell.say(self._shell.text("write.done", path=written.path, size=f"{size:,}"))

    def show_failure(self, error: GaveUp, kept: Path | None) -> None:
        """What the last attempts lacked, and where the last reply is."""
        if self._is_json:
            lacked = [attempt.feedback for attempt in error.attempts]
            self._say_json(
                {"status": "failed", "error": error.code, "lacked": lacked, "refused": str(kept) if kept else None}
            )
            return
        shell = self._shell
        lines = [f"{shell.text('cli.error')}: {shell.text('write.gave_up', count=len(error.attempts))}"]
        for feedback in dict.fromkeys(attempt.feedback for attempt in error.attempts[-2:]):
            lines += [f"  {line}" for line in feedback.splitlines()]
        lines.append(shell.text("write.refused", path=kept) if kept else shell.text("write.all_empty"))
        lines.append(shell.text("write.retry"))
        print("\n".join(lines), file=sys.stderr)

    def close(self) -> None:
        """Take the live count away."""
        self._attempts.close()

    def _say_json(self, value: dict[str, Any]) -> None:
        self._shell.say(json.dumps(value, ensure_ascii=False, indent=2))


def _as_json(written: WrittenFile, size: int) -> dict[str, Any]:
    usage = {"prompt_tokens": written.usage.prompt_tokens, "completion_tokens": written.usage.completion_tokens}
    took = {"attempts": written.attempts, "usage": usage}
    if written.path is None:
        return {"status": "skipped", "reason": written.skip_reason, **took}
    return {"status": "written", "path": str(written.path), "bytes": size, **took}


def _print_note(line: str) -> None:
    print(line, file=sys.stderr)


def _ignore_note(_: str) -> None:
    """For people who want the path alone."""
