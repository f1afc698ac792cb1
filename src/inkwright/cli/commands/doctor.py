"""`inkwright doctor`: check the installation and suggest fixes."""

import os
from dataclasses import dataclass
from pathlib import Path

from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import FAILED, OK
from inkwright.cli.json_output import print_json
from inkwright.cli.options import add_json_flag
from inkwright.cli.output import wrap_to_terminal
from inkwright.cli.shell import Shell
from inkwright.extensions import load_extensions
from inkwright.usecases.doctor import Diagnosis, diagnose


@dataclass(frozen=True, slots=True)
class DoctorOptions:
    """Options of `inkwright doctor`."""

    json: bool = False
    models: bool = False


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(DoctorOptions)
    add_json_flag(parser)
    parser.add_switch("--models", "doctor.flag.models")


def run(options: DoctorOptions, shell: Shell) -> int:
    encoding = shell.out.encoding or "ascii"
    rows = diagnose(environ=os.environ, folder=Path.cwd(), encoding=encoding, language=shell.language)
    if all(row.is_well for row in rows if row.is_needed):
        rows += _diagnose_extensions(shell)
        rows += _diagnose_models(options, shell)
    missing = [row for row in rows if not row.is_well]
    if options.json:
        print_json(shell, [_row_as_json(row, shell) for row in rows])
    else:
        for row in rows:
            _print_row(row, shell)
        shell.say()
        shell.say(
            shell.text("doctor.missing", count=len(missing), total=len(rows))
            if missing
            else shell.text("doctor.all_well")
        )
    return FAILED if any(row.is_needed for row in missing) else OK


def _diagnose_extensions(shell: Shell) -> list[Diagnosis]:
    return [
        Diagnosis(
            "extension",
            not each.error,
            each.error or each.group,
            shell.text("doctor.extension.mend", package=each.package),
            name=each.name,
        )
        for each in load_extensions()
    ]


def _diagnose_models(options: DoctorOptions, shell: Shell) -> list[Diagnosis]:
    """Return which model is in use; and, if asked, what each model can do."""
    # The doctor also runs where a library that these modules need is missing.
    from inkwright.usecases.model_tests import diagnose_choice, diagnose_models  # noqa: PLC0415
    from inkwright.usecases.models import (  # noqa: PLC0415
        ModelOpener,
        current_environment,
    )

    opener = ModelOpener(shell.settings, current_environment(shell.settings.home))
    return [diagnose_choice(opener), *(diagnose_models(opener) if options.models else ())]


def _print_row(row: Diagnosis, shell: Shell) -> None:
    mark = shell.styled("✓", "green") if row.is_well else shell.styled("✗", "red")
    shell.say(wrap_to_terminal(shell, f"{mark} {shell.labelled(_row_title(row, shell), row.found)}"))
    if not row.is_well:
        lost = shell.text("doctor.lost", lost=shell.text(f"doctor.{row.kind}.lost"))
        fix = shell.text("doctor.mend", command=row.fix or shell.text("doctor.by_hand"))
        for line in (lost, fix):
            shell.say(wrap_to_terminal(shell, f"  {line}", "    "))


def _row_title(row: Diagnosis, shell: Shell) -> str:
    return shell.text(f"doctor.{row.kind}", name=row.name)


def _row_as_json(row: Diagnosis, shell: Shell) -> dict[str, object]:
    found: dict[str, object] = {"name": _row_title(row, shell), "well": row.is_well, "found": row.found}
    if not row.is_well:
        found |= {"lost": shell.text(f"doctor.{row.kind}.lost"), "mend": row.fix}
    return found
