"""`inkwright render`: a description or a document becomes a finished, checked file. No model is asked."""

import argparse
import asyncio
import json
import sys
from pathlib import Path
from typing import Any, NoReturn

from inkwright.artifacts.interactive.browser import Browser, find_chromium
from inkwright.artifacts.pages.office import Office, find_office
from inkwright.artifacts.quizzes.notes import Note
from inkwright.artifacts.vault import Verified
from inkwright.cli.file_bytes import read_bytes
from inkwright.cli.findings import show_findings
from inkwright.cli.shell import FAILED, OK, PERMISSION, Parser, Shell
from inkwright.cli.talking.access import add_yes, may_use
from inkwright.errors import InvalidOption, UnreadableInput
from inkwright.i18n import text
from inkwright.usecases.folder_pictures import FolderPictures
from inkwright.usecases.keep_file import ensure_folder, keep_file
from inkwright.usecases.open_store import open_store
from inkwright.usecases.render_file import DESCRIBED, THEMES, Edited, Order, Stage, form_of, render_file, schema_of
from inkwright.usecases.render_quiz import refuse_other_quiz


class _Schema(argparse.Action):
    """Prints a schema instead of making anything, so that no description is needed."""

    def __call__(self, parser: argparse.ArgumentParser, _namespace: Any, values: Any, _option: Any = None) -> NoReturn:
        print(json.dumps(schema_of(values), ensure_ascii=False, indent=2))
        parser.exit()


def add_arguments(parser: Parser) -> None:
    say = parser.language
    parser.add_argument("spec", metavar="SPEC", help=text(say, "render.spec"))
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help=text(say, "render.output"))
    parser.add_argument("--theme", choices=THEMES, help=text(say, "render.theme"))
    parser.add_argument("--template", metavar="FILE", help=text(say, "render.template"))
    parser.add_argument("--edit", metavar="DECK", help=text(say, "render.edit"))
    parser.add_argument("--slide", metavar="N", type=int, help=text(say, "render.slide"))
    parser.add_argument("--schema", action=_Schema, choices=DESCRIBED, help=text(say, "render.schema"))
    parser.add_argument("--no-look", action="store_true", help=text(say, "render.no_look"))
    parser.add_argument("--overwrite", action="store_true", help=text(say, "write.overwrite"))
    add_yes(parser)
    parser.add_argument("--json", action="store_true", help=text(say, "cli.flag.json"))
    parser.add_argument("--quiet", action="store_true", help=text(say, "write.quiet"))


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    target = Path(arguments.output)
    form = form_of(target.name)
    refuse_other_quiz(arguments.spec, shell.language)
    reads = (arguments.spec, arguments.template, arguments.edit)
    if not may_use(arguments, shell, reads=reads, writes=[target.parent]):
        return PERMISSION
    source = shell.read_input(None if arguments.spec == "-" else arguments.spec)
    if not source.strip():
        raise UnreadableInput(name=arguments.spec, problem="it is empty")
    ensure_folder(target.parent)
    spec = Path("spec.md" if arguments.spec == "-" else arguments.spec)
    template = read_bytes(arguments.template) if arguments.template else None
    edited = _edited(arguments, target, shell)
    pictures = FolderPictures(spec.parent)
    order = Order(source, spec.name, form, pictures, arguments.theme, template, edited, shell.language)
    return asyncio.run(_render(arguments, shell, order, target))


def _edited(arguments: argparse.Namespace, target: Path, shell: Shell) -> Edited | None:
    if (arguments.edit is None) != (arguments.slide is None):
        raise InvalidOption(option="--edit, --slide", value="one", allowed=shell.text("render.both"))
    if arguments.edit is None:
        return None
    return Edited(read_bytes(arguments.edit), target.name, arguments.slide)


async def _render(arguments: argparse.Namespace, shell: Shell, order: Order, target: Path) -> int:
    program = None if arguments.no_look else find_chromium() if order.form == "html" else find_office()
    browser = Browser(program) if program and order.form == "html" else None
    office = Office(program) if program and order.form != "html" else None

    def tell(stage: Stage) -> None:
        if not (arguments.quiet or arguments.json):
            print(shell.text(f"render.{stage}"), file=sys.stderr, flush=True)

    notes: list[Note] = []
    async with open_store(shell.settings) as store:
        draft, made = await render_file(store, order, office=office, browser=browser, tell=tell, say=notes.append)
    if not (arguments.quiet or arguments.json):
        for note in notes:
            print(f"{shell.styled('!', 'yellow')} {note.told(shell.language)}", file=sys.stderr)
    if not isinstance(made, Verified):
        if arguments.json:
            shell.say(json.dumps({"path": None, "findings": [each.model_dump() for each in made]}, ensure_ascii=False))
        else:
            show_findings(shell, made)
            print(shell.text("render.refused"), file=sys.stderr)
        return FAILED
    path = keep_file(target.parent, target.name, draft.main, overwrite=arguments.overwrite)
    for name, content in draft.files.items():
        if name != draft.name:
            keep_file(target.parent, name, content, overwrite=True)
    _tell_done(arguments, shell, path, made)
    return OK


def _tell_done(arguments: argparse.Namespace, shell: Shell, path: Path, made: Verified) -> None:
    if arguments.json:
        told = {"path": str(path), "id": made.id, "findings": [each.model_dump() for each in made.report]}
        shell.say(json.dumps(told, ensure_ascii=False))
        return
    if arguments.quiet:
        shell.say(str(path))
        return
    show_findings(shell, made.report)
    shell.say(shell.text("write.done", path=path, size=f"{made.size:,}"))
