"""`inkwright write`: write one file of a paper from a note, and show each attempt."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inkwright.cli.arguments import CommandParser
from inkwright.cli.consent import provider_consent
from inkwright.cli.exit_codes import FAILED, OK, PERMISSION
from inkwright.cli.file_permissions import check_access
from inkwright.cli.json_output import print_json
from inkwright.cli.options import ConsentOptions, OutputOptions, add_access_flag, add_json_flag, add_output_folder
from inkwright.cli.output import written_message
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.event_lines import AttemptLineView
from inkwright.errors import GaveUp, UnreadableInput
from inkwright.extensions import load_extensions
from inkwright.i18n import Reason
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
from inkwright.usecases.school import local_names_kept


@dataclass(frozen=True, slots=True)
class WriteOptions:
    """Options of `inkwright write`."""

    note: str
    agent: str
    output: Path = Path()
    model: str | None = None
    attempts: int = 3
    overwrite: bool = False
    consent: ConsentOptions = field(default_factory=ConsentOptions)
    printing: OutputOptions = field(default_factory=OutputOptions)


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(WriteOptions)
    load_extensions("inkwright.agents")
    parser.add_argument("note", metavar="NOTE", help=parser.text("write.note"))
    parser.add_argument("--agent", required=True, choices=tuple(AGENTS), help=parser.text("write.agent"))
    add_output_folder(parser)
    parser.add_argument("--model", metavar="NAME", help=parser.text("write.model"))
    parser.add_argument("--attempts", metavar="N", type=int, default=3, help=parser.text("write.attempts"))
    parser.add_switch("--overwrite", "write.overwrite")
    add_access_flag(parser)
    add_json_flag(parser)
    parser.add_switch("--quiet", "write.quiet")


def run(options: WriteOptions, shell: Shell) -> int:
    if not check_access(options.consent, shell, writes=[options.output]):
        return PERMISSION
    note = shell.read_input(None if options.note == "-" else options.note)
    if not note.strip():
        raise UnreadableInput(name=options.note, problem=Reason("reason.cli.empty"))
    request = PaperFileRequest(note, options.agent, options.output, options.attempts, options.overwrite)
    report = _ignore_note if options.printing.quiet else shell.note
    model = open_model(shell.settings, name=options.model, note=report, ask=provider_consent(shell))
    if model.abilities.is_weak:
        report(shell.text("write.weak" if can_quote(request) else "write.weak_short"))
    return write_and_print(request, model, shell, WriteView(shell, request, options.printing))


def write_and_print(
    request: PaperFileRequest, model: Model, shell: Shell, view: "WriteView", sleep: Sleep = asyncio.sleep
) -> int:
    """Write the file, show the attempts, and return the exit code."""
    try:
        written = asyncio.run(_write(request, model, shell, view, sleep))
    except GaveUp as error:
        view.close()
        view.show_failure(error, save_refused_reply(request, error))
        return FAILED
    finally:
        view.close()
    view.show_written(written)
    return OK


async def _write(request: PaperFileRequest, model: Model, shell: Shell, view: "WriteView", sleep: Sleep) -> WrittenFile:
    async with local_names_kept(model, shell.settings):
        return await write_paper_file(request, model, view.show, sleep)


class WriteView:
    """Shows the attempts and the result to a person or, with `--json`, to a program."""

    def __init__(self, shell: Shell, request: PaperFileRequest, printing: OutputOptions) -> None:
        self._shell = shell
        self._printing = printing
        self._attempts = AttemptLineView(shell, request.max_attempts, is_quiet=not printing.has_notes)

    def show(self, event: ThoughtEvent) -> None:
        """Show one event."""
        self._attempts.show(event)

    def show_written(self, written: WrittenFile) -> None:
        """Show the path and size of the file, or why no file was needed."""
        size = written.path.stat().st_size if written.path else 0
        if self._printing.json:
            print_json(self._shell, _as_json(written, size))
        elif written.path is None:
            self._shell.say(self._shell.text("write.skipped", reason=written.skip_reason))
        elif self._printing.quiet:
            self._shell.say(str(written.path))
        else:
            self._shell.say(written_message(self._shell, written.path, size))

    def show_failure(self, error: GaveUp, refused: Path | None) -> None:
        """Show what the last attempts lacked, and the file that holds the last reply."""
        if self._printing.json:
            result = {"status": "failed", "error": error.code}
            lacked = [attempt.feedback for attempt in error.attempts]
            print_json(self._shell, {**result, "lacked": lacked, "refused": str(refused) if refused else None})
            return
        shell = self._shell
        lines = [shell.labelled(shell.text("cli.error"), shell.text("write.gave_up", count=len(error.attempts)))]
        for feedback in dict.fromkeys(attempt.feedback for attempt in error.attempts[-2:]):
            lines += [f"  {line}" for line in feedback.splitlines()]
        lines.append(shell.text("write.refused", path=refused) if refused else shell.text("write.all_empty"))
        lines.append(shell.text("write.retry"))
        shell.note("\n".join(lines))

    def close(self) -> None:
        """Remove the live character count."""
        self._attempts.close()


def _as_json(written: WrittenFile, size: int) -> dict[str, Any]:
    usage = {"prompt_tokens": written.usage.prompt_tokens, "completion_tokens": written.usage.completion_tokens}
    took = {"attempts": written.attempts, "usage": usage}
    if written.path is None:
        return {"status": "skipped", "reason": written.skip_reason, **took}
    return {"status": "written", "path": str(written.path), "bytes": size, **took}


def _ignore_note(_: str) -> None:
    """Print nothing: only the path is wanted."""
