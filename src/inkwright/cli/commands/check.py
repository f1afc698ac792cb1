"""`inkwright check`: check a file, print a report and set the exit code."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from inkwright.artifacts.rendering.office import Office, find_office
from inkwright.artifacts.verification import prepare_check
from inkwright.artifacts.webpages.chromium import find_chromium
from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import FAILED, OK
from inkwright.cli.json_output import print_json_line
from inkwright.cli.options import add_json_flag
from inkwright.cli.output import print_findings
from inkwright.cli.shell import Shell, read_bytes
from inkwright.extensions import load_extensions
from inkwright.usecases.folder_pictures import FolderPictures
from inkwright.usecases.render import RENDERED_KINDS, FileReport, check_file, file_kind


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """Options of `inkwright check`."""

    file: str
    no_look: bool = False
    json: bool = False


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(CheckOptions)
    parser.add_argument("file", metavar="FILE", help=parser.text("check.file"))
    parser.add_switch("--no-look", "render.no_look")
    add_json_flag(parser)


def run(options: CheckOptions, shell: Shell) -> int:
    load_extensions("inkwright.checkers", "inkwright.layouts", "inkwright.quiz_formats")
    content = read_bytes(options.file)
    prepare_check(file_kind(options.file))
    kind = file_kind(options.file, content)
    program = None if options.no_look else find_chromium() if kind == "html" else find_office()
    if program and kind in RENDERED_KINDS and not options.json:
        shell.note(shell.text("render.looking"))
    report = asyncio.run(_check_file(options, content, shell))
    _print_report(options, shell, report, kind)
    return OK if report.is_good else FAILED


async def _check_file(options: CheckOptions, content: bytes, shell: Shell) -> FileReport:
    file, may_run = Path(options.file), not options.no_look
    program = find_office() if may_run and file_kind(file.name, content) == "pptx" else None
    office, pictures = Office(program) if program else None, FolderPictures(file.parent)
    return await check_file(file.name, content, shell.language, office=office, may_run=may_run, pictures=pictures)


def _print_report(options: CheckOptions, shell: Shell, report: FileReport, kind: str) -> None:
    if options.json:
        findings = [each.to_json(shell.language) for each in report.findings]
        print_json_line(shell, {"good": report.is_good, "rendered": report.was_rendered, "findings": findings})
        return
    print_findings(shell, report.findings)
    if report.is_good:
        count = len(report.findings)
        shell.say(shell.text("check.good", name=options.file) if not count else shell.text("check.usable", count=count))
    if report.is_good and kind in RENDERED_KINDS and not report.was_rendered:
        shell.note(shell.text("check.not_run" if kind == "html" else "check.not_rendered"))
