"""`inkwright check`: check a file, print a report and set the exit code."""

import argparse
import asyncio
import json
import sys
from pathlib import Path

from inkwright.artifacts.rendering.office import Office, find_office
from inkwright.artifacts.webpages.browser import Browser
from inkwright.artifacts.webpages.chromium import find_chromium
from inkwright.cli.output import print_findings
from inkwright.cli.shell import FAILED, OK, CommandParser, Shell, read_bytes
from inkwright.i18n import text
from inkwright.usecases.render import RENDERED_KINDS, FileReport, FolderPictures, check_file, file_kind


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("file", metavar="FILE", help=text(parser.language, "check.file"))
    parser.add_argument("--no-look", action="store_true", help=text(parser.language, "render.no_look"))
    parser.add_argument("--json", action="store_true", help=text(parser.language, "cli.flag.json"))


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    file_kind(arguments.file)
    content = read_bytes(arguments.file)
    kind = file_kind(arguments.file, content)
    program = None if arguments.no_look else find_chromium() if kind == "html" else find_office()
    if program and kind in RENDERED_KINDS and not arguments.json:
        print(shell.text("render.looking"), file=sys.stderr, flush=True)
    judged = asyncio.run(_check_file(Path(arguments.file), content, shell, program))
    _print_report(arguments, shell, judged, kind)
    return OK if judged.is_good else FAILED


async def _check_file(file: Path, content: bytes, shell: Shell, program: Path | None) -> FileReport:
    is_page = file_kind(file.name, content) == "html"
    office = Office(program) if program and not is_page else None
    browser = Browser(program) if program and is_page else None
    pictures = FolderPictures(file.parent)
    return await check_file(file.name, content, shell.language, office=office, browser=browser, pictures=pictures)


def _print_report(arguments: argparse.Namespace, shell: Shell, judged: FileReport, kind: str) -> None:
    if arguments.json:
        told = {"good": judged.is_good, "rendered": judged.was_rendered}
        shell.say(
            json.dumps(
                {**told, "findings": [each.to_json(shell.language) for each in judged.findings]}, ensure_ascii=False
            )
        )
        return
    print_findings(shell, judged.findings)
    if judged.is_good:
        warned = len(judged.findings)
        shell.say(
            shell.text("check.good", name=arguments.file) if not warned else shell.text("check.usable", count=warned)
        )
    if judged.is_good and kind in RENDERED_KINDS and not judged.was_rendered:
        print(shell.text("check.not_run" if kind == "html" else "check.not_rendered"), file=sys.stderr)
