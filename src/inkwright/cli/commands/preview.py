"""`inkwright preview`: save the pages of a file as images."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from inkwright.artifacts.findings import Finding
from inkwright.artifacts.rendering.office import Office, find_office
from inkwright.artifacts.webpages.browser import shared_browser
from inkwright.artifacts.webpages.chromium import find_chromium
from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import FAILED, OK, PERMISSION
from inkwright.cli.file_permissions import check_access
from inkwright.cli.json_output import print_json_line
from inkwright.cli.options import ConsentOptions, add_access_flag, add_json_flag, add_output_folder
from inkwright.cli.output import print_findings
from inkwright.cli.shell import Shell, read_bytes
from inkwright.usecases.output_files import ensure_folder
from inkwright.usecases.render import PreviewResult, preview_file


@dataclass(frozen=True, slots=True)
class PreviewOptions:
    """Options of `inkwright preview`."""

    file: str
    output: Path = Path()
    consent: ConsentOptions = field(default_factory=ConsentOptions)
    json: bool = False
    overwrite: bool = False


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(PreviewOptions)
    parser.add_argument("file", metavar="FILE", help=parser.text("preview.file"))
    add_output_folder(parser, "preview.output")
    parser.add_switch("--overwrite", "write.overwrite")
    add_access_flag(parser)
    add_json_flag(parser)


def run(options: PreviewOptions, shell: Shell) -> int:
    if not check_access(options.consent, shell, reads=[options.file], writes=[options.output]):
        return PERMISSION
    content = read_bytes(options.file)
    ensure_folder(options.output)
    program = find_chromium() if Path(options.file).suffix.lower() == ".html" else find_office()
    if not options.json:
        shell.note(shell.text("preview.showing"))
    preview = asyncio.run(_draw_preview(options, content, program))
    if isinstance(preview, Finding):
        print_findings(shell, [preview])
        return FAILED
    if options.json:
        paths = [str(path) for path in preview.paths]
        print_json_line(shell, {"pages": preview.count, "how": preview.how, "paths": paths})
        return OK
    for path in preview.paths:
        shell.say(str(path))
    shell.note(shell.text(f"preview.how.{preview.how}", count=preview.count))
    if len(preview.paths) < preview.count:
        shell.note(shell.text("preview.cut", shown=len(preview.paths), count=preview.count))
    return OK


async def _draw_preview(options: PreviewOptions, content: bytes, program: Path | None) -> PreviewResult | Finding:
    name, is_page = Path(options.file).name, Path(options.file).suffix.lower() == ".html"
    office = Office(program) if program and not is_page else None
    browser = shared_browser() if program and is_page else None
    return await preview_file(
        name, content, options.output, office=office, browser=browser, overwrite=options.overwrite
    )
