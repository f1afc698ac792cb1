"""`inkwright render`: turn a description or document into a checked file without a model."""

import argparse
import asyncio
import json
import sys
from pathlib import Path
from typing import Any, NoReturn

from inkwright.artifacts.quizzes.losses import ConversionLoss
from inkwright.artifacts.rendering.office import Office, find_office
from inkwright.artifacts.vault import Verified
from inkwright.artifacts.webpages.browser import Browser
from inkwright.artifacts.webpages.chromium import find_chromium
from inkwright.cli.file_permissions import add_yes_flag, check_access
from inkwright.cli.output import print_findings
from inkwright.cli.shell import FAILED, OK, PERMISSION, CommandParser, Shell, read_bytes
from inkwright.errors import InvalidOption, UnreadableInput
from inkwright.i18n import text
from inkwright.usecases.files import ensure_folder, save_file
from inkwright.usecases.quizzes import reject_quiz_file
from inkwright.usecases.render import (
    DESCRIPTION_KINDS,
    THEMES,
    FolderPictures,
    RenderRequest,
    RenderStage,
    SlideEdit,
    description_schema,
    render_file,
    render_format_for,
)
from inkwright.usecases.store import open_store


class _SchemaAction(argparse.Action):
    """Prints a schema instead of making anything, so that no description is needed."""

    def __call__(self, parser: argparse.ArgumentParser, _namespace: Any, values: Any, _option: Any = None) -> NoReturn:
        print(json.dumps(description_schema(values), ensure_ascii=False, indent=2))
        parser.exit()


def add_arguments(parser: CommandParser) -> None:
    say = parser.language
    parser.add_argument("spec", metavar="SPEC", help=text(say, "render.spec"))
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help=text(say, "render.output"))
    parser.add_argument("--theme", choices=THEMES, help=text(say, "render.theme"))
    parser.add_argument("--template", metavar="FILE", help=text(say, "render.template"))
    parser.add_argument("--edit", metavar="DECK", help=text(say, "render.edit"))
    parser.add_argument("--slide", metavar="N", type=int, help=text(say, "render.slide"))
    parser.add_argument("--schema", action=_SchemaAction, choices=DESCRIPTION_KINDS, help=text(say, "render.schema"))
    parser.add_argument("--no-look", action="store_true", help=text(say, "render.no_look"))
    parser.add_argument("--overwrite", action="store_true", help=text(say, "write.overwrite"))
    add_yes_flag(parser)
    parser.add_argument("--json", action="store_true", help=text(say, "cli.flag.json"))
    parser.add_argument("--quiet", action="store_true", help=text(say, "write.quiet"))


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    target = Path(arguments.output)
    form = render_format_for(target.name)
    reject_quiz_file(arguments.spec, shell.language)
    reads = (arguments.spec, arguments.template, arguments.edit)
    if not check_access(arguments, shell, reads=reads, writes=[target.parent]):
        return PERMISSION
    source = shell.read_input(None if arguments.spec == "-" else arguments.spec)
    if not source.strip():
        raise UnreadableInput(name=arguments.spec, problem="it is empty")
    ensure_folder(target.parent)
    spec = Path("spec.md" if arguments.spec == "-" else arguments.spec)
    template = read_bytes(arguments.template) if arguments.template else None
    edited = _edit_request(arguments, target, shell)
    pictures = FolderPictures(spec.parent)
    order = RenderRequest(source, spec.name, form, pictures, arguments.theme, template, edited, shell.language)
    return asyncio.run(_render(arguments, shell, order, target))


def _edit_request(arguments: argparse.Namespace, target: Path, shell: Shell) -> SlideEdit | None:
    if (arguments.edit is None) != (arguments.slide is None):
        raise InvalidOption(option="--edit, --slide", value="one", allowed=shell.text("render.both"))
    if arguments.edit is None:
        return None
    return SlideEdit(read_bytes(arguments.edit), target.name, arguments.slide)


async def _render(arguments: argparse.Namespace, shell: Shell, order: RenderRequest, target: Path) -> int:
    program = None if arguments.no_look else find_chromium() if order.form == "html" else find_office()
    browser = Browser(program) if program and order.form == "html" else None
    office = Office(program) if program and order.form != "html" else None

    def tell(stage: RenderStage) -> None:
        if not (arguments.quiet or arguments.json):
            print(shell.text(f"render.{stage}"), file=sys.stderr, flush=True)

    notes: list[ConversionLoss] = []
    async with open_store(shell.settings) as store:
        draft, made = await render_file(
            store, order, office=office, browser=browser, report_stage=tell, report_loss=notes.append
        )
    if not (arguments.quiet or arguments.json):
        for note in notes:
            print(f"{shell.styled('!', 'yellow')} {note.told(shell.language)}", file=sys.stderr)
    if not isinstance(made, Verified):
        if arguments.json:
            shell.say(json.dumps({"path": None, "findings": [each.model_dump() for each in made]}, ensure_ascii=False))
        else:
            print_findings(shell, made)
            print(shell.text("render.refused"), file=sys.stderr)
        return FAILED
    path = save_file(target.parent, target.name, draft.main, overwrite=arguments.overwrite)
    for name, content in draft.files.items():
        if name != draft.name:
            save_file(target.parent, name, content, overwrite=True)
    _report_done(arguments, shell, path, made)
    return OK


def _report_done(arguments: argparse.Namespace, shell: Shell, path: Path, made: Verified) -> None:
    if arguments.json:
        told = {"path": str(path), "id": made.id, "findings": [each.model_dump() for each in made.report]}
        shell.say(json.dumps(told, ensure_ascii=False))
        return
    if arguments.quiet:
        shell.say(str(path))
        return
    print_findings(shell, made.report)
    shell.say(shell.text("write.done", path=path, size=f"{made.size:,}"))
