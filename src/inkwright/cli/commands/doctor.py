"""`inkwright doctor`: check the installation and suggest fixes."""

import argparse
import json
import os
import sys
from importlib.metadata import entry_points
from pathlib import Path

from inkwright.cli.shell import FAILED, OK, CommandParser, Shell
from inkwright.i18n import text
from inkwright.usecases.doctor import Diagnosis, diagnose


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("--json", action="store_true", help=text(parser.language, "cli.flag.json"))
    parser.add_argument("--models", action="store_true", help=text(parser.language, "doctor.flag.models"))


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    rows = diagnose(environ=os.environ, folder=Path.cwd(), encoding=shell.out.encoding or "ascii")
    has_extensions = any(group.startswith("inkwright.") for group in entry_points().groups)
    if has_extensions and all(row.is_well for row in rows if row.is_needed):
        rows += _diagnose_extensions()
    if arguments.models:
        rows += _diagnose_models(shell)
    missing = [row for row in rows if not row.is_well]
    if arguments.json:
        shell.say(json.dumps([_row_as_json(row, shell) for row in rows], ensure_ascii=False, indent=2))
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


def _diagnose_extensions() -> list[Diagnosis]:
    # Extensions build on libraries that may be missing.
    from inkwright.extend import load_extensions  # noqa: PLC0415

    return [
        Diagnosis(
            "extension",
            not each.error,
            each.error or each.group,
            f"{sys.executable} -m pip install --upgrade {each.package}",
            name=each.name,
        )
        for each in load_extensions()
    ]


def _diagnose_models(shell: Shell) -> list[Diagnosis]:
    # The doctor also runs where a library that these need is missing: that is what it is for.
    from inkwright.usecases.model_tests import diagnose_models  # noqa: PLC0415
    from inkwright.usecases.models import (  # noqa: PLC0415
        ModelOpener,
        current_environment,
    )

    return diagnose_models(ModelOpener(shell.settings, current_environment()))


def _print_row(row: Diagnosis, shell: Shell) -> None:
    mark = shell.styled("✓", "green") if row.is_well else shell.styled("✗", "red")
    shell.say(f"{mark} {_row_title(row, shell)}: {row.found}")
    if not row.is_well:
        shell.say("  " + shell.text("doctor.lost", lost=shell.text(f"doctor.{row.kind}.lost")))
        shell.say("  " + shell.text("doctor.mend", command=row.fix))


def _row_title(row: Diagnosis, shell: Shell) -> str:
    return shell.text(f"doctor.{row.kind}", name=row.name)


def _row_as_json(row: Diagnosis, shell: Shell) -> dict[str, object]:
    found: dict[str, object] = {"name": _row_title(row, shell), "well": row.is_well, "found": row.found}
    if not row.is_well:
        found |= {"lost": shell.text(f"doctor.{row.kind}.lost"), "mend": row.fix}
    return found
