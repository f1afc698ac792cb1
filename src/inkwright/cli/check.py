"""`inkwright check`: is a file what it should be? The report, and an exit code for scripts."""

import argparse
import asyncio
import json
import sys
from pathlib import Path

from inkwright.artifacts.interactive.browser import Browser, find_chromium
from inkwright.artifacts.pages.office import Office, find_office
from inkwright.cli.file_bytes import read_bytes
from inkwright.cli.findings import show_findings
from inkwright.cli.shell import FAILED, OK, Parser, Shell
from inkwright.i18n import text
from inkwright.usecases.folder_pictures import FolderPictures
from inkwright.usecases.judge_file import RENDERED, Judged, judge_file, kind_of


def add_arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help=text(parser.language, "check.file"))
    parser.add_argument("--no-look", action="store_true", help=text(parser.language, "render.no_look"))
    parser.add_argument("--json", action="store_true", help=text(parser.language, "cli.flag.json"))


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    kind_of(arguments.file)
    content = read_bytes(arguments.file)
    kind = kind_of(arguments.file, content)
    program = None if arguments.no_look else find_chromium() if kind == "html" else find_office()
    if program and kind in RENDERED and not arguments.json:
        print(shell.text("render.looking"), file=sys.stderr, flush=True)
    judged = asyncio.run(_judged(Path(arguments.file), content, shell, program))
    _tell(arguments, shell, judged, kind)
    return OK if judged.is_good else FAILED


async def _judged(file: Path, content: bytes, shell: Shell, program: Path | None) -> Judged:
    is_page = kind_of(file.name, content) == "html"
    office = Office(program) if program and not is_page else None
    browser = Browser(program) if program and is_page else None
    pictures = FolderPictures(file.parent)
    return await judge_file(file.name, content, shell.language, office=office, browser=browser, pictures=pictures)


def _tell(arguments: argparse.Namespace, shell: Shell, judged: Judged, kind: str) -> None:
    if arguments.json:
        told = {"good": judged.is_good, "rendered": judged.was_rendered}
        shell.say(json.dumps({**told, "findings": [each.model_dump() for each in judged.findings]}, ensure_ascii=False))
        return
    show_findings(shell, judged.findings)
    if judged.is_good:
        warned = len(judged.findings)
        shell.say(
            shell.text("check.good", name=arguments.file) if not warned else shell.text("check.usable", count=warned)
        )
    if judged.is_good and kind in RENDERED and not judged.was_rendered:
        print(shell.text("check.not_run" if kind == "html" else "check.not_rendered"), file=sys.stderr)
