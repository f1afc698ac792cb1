"""`inkwright render`: turn a description or document into a checked file without a model."""

import argparse
import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.quizzes.losses import ConversionLoss
from inkwright.artifacts.rendering.office import Office, find_office
from inkwright.artifacts.slides.fields import ThemeName
from inkwright.artifacts.slides.themes.brand import Brand
from inkwright.artifacts.vault import Verified
from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import FAILED, OK, PERMISSION
from inkwright.cli.file_permissions import check_access
from inkwright.cli.json_output import print_json_line
from inkwright.cli.options import ConsentOptions, OutputOptions, add_access_flag, add_json_flag
from inkwright.cli.output import print_findings, written_message
from inkwright.cli.shell import Shell, read_bytes
from inkwright.errors import InvalidOption, NotDelivered, UnreadableInput, UnwritableOutput
from inkwright.extensions import load_extensions
from inkwright.i18n import Reason
from inkwright.usecases.brands import read_brand, read_home_brand
from inkwright.usecases.folder_pictures import FolderPictures, pictures_in
from inkwright.usecases.output_files import ensure_folder, refuse_device, save_artifact
from inkwright.usecases.quizzes import reject_quiz_file
from inkwright.usecases.render import (
    DESCRIPTION_KINDS,
    THEMES,
    RenderRequest,
    RenderStage,
    SlideEdit,
    description_schema,
    render_file,
    render_format_for,
)
from inkwright.usecases.store import open_store


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """Options of `inkwright render`."""

    spec: str
    output: Path
    theme: ThemeName | None = None
    template: str | None = None
    brand: Path | None = None
    pictures: Path | None = None
    edit: str | None = None
    slide: int | None = None
    no_look: bool = False
    overwrite: bool = False
    consent: ConsentOptions = field(default_factory=ConsentOptions)
    printing: OutputOptions = field(default_factory=OutputOptions)


class _SchemaAction(argparse.Action):
    """Print a schema and exit while arguments are parsed, so that no description is required."""

    def __call__(self, parser: argparse.ArgumentParser, _namespace: Any, values: Any, _option: Any = None) -> NoReturn:
        load_extensions("inkwright.layouts")
        print(json.dumps(description_schema(values), ensure_ascii=False, indent=2))
        parser.exit()


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(RenderOptions)
    parser.add_argument("spec", metavar="SPEC", help=parser.text("render.spec"))
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, required=True, help=parser.text("render.output"))
    parser.add_argument("--theme", choices=THEMES, help=parser.text("render.theme"))
    parser.add_argument("--template", metavar="FILE", help=parser.text("render.template"))
    parser.add_argument("--brand", metavar="FILE", type=Path, help=parser.text("render.brand"))
    parser.add_argument("--pictures", metavar="FOLDER", type=Path, help=parser.text("render.pictures"))
    parser.add_argument("--edit", metavar="DECK", help=parser.text("render.edit"))
    parser.add_argument("--slide", metavar="N", type=int, help=parser.text("render.slide"))
    parser.add_argument("--schema", action=_SchemaAction, choices=DESCRIPTION_KINDS, help=parser.text("render.schema"))
    parser.add_switch("--no-look", "render.no_look")
    parser.add_switch("--overwrite", "write.overwrite")
    add_access_flag(parser)
    add_json_flag(parser)
    parser.add_switch("--quiet", "write.quiet")


def run(options: RenderOptions, shell: Shell) -> int:
    load_extensions("inkwright.layouts", "inkwright.quiz_formats")
    target = options.output
    render_format = render_format_for(target.name)
    reject_quiz_file(options.spec, shell.language)
    if not check_access(options.consent, shell, writes=[target.parent]):
        return PERMISSION
    source = shell.read_input(None if options.spec == "-" else options.spec)
    if not source.strip():
        raise UnreadableInput(name=options.spec, problem=Reason("reason.cli.empty"))
    refuse_device(target)
    ensure_folder(target.parent)
    spec = Path("spec.md" if options.spec == "-" else options.spec)
    template = read_bytes(options.template) if options.template else None
    edit = _edit_request(options)
    pictures = pictures_in(options.pictures) if options.pictures else FolderPictures(spec.parent)
    request = RenderRequest(source, spec.name, render_format, pictures, options.theme, template, edit, shell.language)
    if options.spec != "-" or options.edit:
        request = replace(request, path=Path(options.edit or options.spec))
    brand = _brand(options, shell, has_look=template is not None or edit is not None, render_format=render_format)
    return asyncio.run(_render(options, shell, replace(request, brand=brand)))


def _brand(options: RenderOptions, shell: Shell, *, has_look: bool, render_format: str) -> Brand | None:
    """Return the given brand, or for a deck that has no other look the one in the home folder."""
    if options.brand:
        return read_brand(options.brand)
    return None if has_look or render_format != "pptx" else read_home_brand(shell.settings.home)


def _edit_request(options: RenderOptions) -> SlideEdit | None:
    if options.edit is None and options.slide is None:
        return None
    if options.edit is None or options.slide is None:
        raise InvalidOption(option="--edit, --slide", value="one", allowed=Reason("render.both"))
    return SlideEdit(read_bytes(options.edit), options.output.name, options.slide)


async def _render(options: RenderOptions, shell: Shell, request: RenderRequest) -> int:
    program = None if options.no_look or request.form != "pptx" else find_office()
    office = Office(program) if program else None

    def report_stage(stage: RenderStage) -> None:
        if options.printing.has_notes:
            shell.note(shell.text(f"render.{stage}"))

    notes: list[ConversionLoss | Finding] = []
    async with open_store(shell.settings) as store:
        draft, result = await render_file(
            store,
            request,
            office=office,
            may_run=not options.no_look,
            report_stage=report_stage,
            report_note=notes.append,
        )
    if options.printing.has_notes:
        for note in notes:
            if isinstance(note, ConversionLoss):
                shell.note(f"{shell.styled('!', 'yellow')} {note.message(shell.language)}")
    if not isinstance(result, Verified):
        _report_refused(options.printing, shell, result)
        return FAILED
    findings = [*(note for note in notes if isinstance(note, Finding)), *result.report]
    _report_done(options.printing, shell, _save(options, draft, result), result, findings)
    return OK


def _save(options: RenderOptions, draft: Draft, verified: Verified) -> Path:
    """Save the file, and the files that belong to it next to it."""
    target = options.output
    try:
        return save_artifact(target.parent, target.name, draft.name, draft.files, overwrite=options.overwrite)[0]
    except UnwritableOutput as problem:
        reason = problem.fields["problem"]
        raise NotDelivered(name=target.name, path=target.parent, problem=reason, id=verified.id) from problem


def _report_refused(printing: OutputOptions, shell: Shell, findings: Sequence[Finding]) -> None:
    if printing.json:
        print_json_line(shell, {"path": None, "findings": [each.to_json(shell.language) for each in findings]})
        return
    print_findings(shell, findings)
    shell.note(shell.text("render.refused"))


def _report_done(
    printing: OutputOptions, shell: Shell, path: Path, verified: Verified, findings: Sequence[Finding]
) -> None:
    if printing.json:
        shown = [each.to_json(shell.language) for each in findings]
        print_json_line(shell, {"path": str(path), "id": verified.id, "findings": shown})
    elif printing.quiet:
        shell.say(str(path))
    else:
        print_findings(shell, findings)
        shell.say(written_message(shell, path, verified.size))
