"""`inkwright preview`: save the pages of a file as images."""

import argparse
import asyncio
import json
import sys
from pathlib import Path

from inkwright.artifacts.findings import Finding
from inkwright.artifacts.rendering.office import Office, find_office
from inkwright.artifacts.webpages.browser import Browser
from inkwright.artifacts.webpages.chromium import find_chromium
from inkwright.cli.file_permissions import add_yes_flag, check_access
from inkwright.cli.output import print_findings
from inkwright.cli.shell import FAILED, OK, PERMISSION, CommandParser, Shell, read_bytes
from inkwright.i18n import text
from inkwright.usecases.files import ensure_folder
from inkwright.usecases.render import PreviewResult, preview_file


def add_arguments(parser: CommandParser) -> None:
    say = parser.language
    parser.add_argument("file", metavar="FILE", help=text(say, "preview.file"))
    parser.add_argument("-o", "--output", metavar="DIR", default=".", help=text(say, "preview.output"))
    add_yes_flag(parser)
    parser.add_argument("--json", action="store_true", help=text(say, "cli.flag.json"))


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    folder = Path(arguments.output)
    if not check_access(arguments, shell, reads=[arguments.file], writes=[folder]):
        return PERMISSION
    content = read_bytes(arguments.file)
    ensure_folder(folder)
    program = find_chromium() if Path(arguments.file).suffix.lower() == ".html" else find_office()
    if not arguments.json:
        print(shell.text("preview.showing"), file=sys.stderr, flush=True)
    shown = asyncio.run(_draw_preview(Path(arguments.file).name, content, folder, shell, program))
    if isinstance(shown, Finding):
        print_findings(shell, [shown])
        return FAILED
    if arguments.json:
        told = {"pages": shown.count, "how": shown.how, "paths": [str(path) for path in shown.paths]}
        shell.say(json.dumps(told, ensure_ascii=False))
        return OK
    for path in shown.paths:
        shell.say(str(path))
    print(shell.text(f"preview.how.{shown.how}", count=shown.count), file=sys.stderr)
    if len(shown.paths) < shown.count:
        print(shell.text("preview.cut", shown=len(shown.paths), count=shown.count), file=sys.stderr)
    return OK


async def _draw_preview(
    name: str, content: bytes, folder: Path, shell: Shell, program: Path | None
) -> PreviewResult | Finding:
    if program and Path(name).suffix.lower() == ".html":
        return await preview_file(name, content, folder, office=None, browser=Browser(program))
    office = Office(program) if program else None
    return await preview_file(name, content, folder, office=office)
