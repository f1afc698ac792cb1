"""`inkwright uninstall`: show how to remove the program and what stays; delete that only on request."""

import os
from dataclasses import dataclass
from typing import Final

from inkwright.cli.arguments import CommandParser
from inkwright.cli.consent import ask_yes_or_no, can_ask
from inkwright.cli.exit_codes import OK, USAGE
from inkwright.cli.output import wrap_to_terminal
from inkwright.cli.shell import Shell, printable
from inkwright.usecases.installation import find_installation
from inkwright.usecases.removal import Leftover, delete_leftovers, find_leftovers

_MAX_ENTRIES: Final = 20


@dataclass(frozen=True, slots=True)
class UninstallOptions:
    """Options of `inkwright uninstall`."""

    purge: bool = False
    yes: bool = False


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(UninstallOptions)
    parser.add_switch("--purge", "uninstall.purge")
    parser.add_switch("--yes", "uninstall.yes")


def run(options: UninstallOptions, shell: Shell) -> int:
    leftovers = find_leftovers(os.environ)
    _print_leftovers(leftovers, shell)
    code = _purge(options, shell) if options.purge and leftovers else OK
    if code == OK:
        shell.say(shell.text("uninstall.program"))
        shell.say(f"  {find_installation().remove_command()}", is_whole=True)
    return code


def _print_leftovers(leftovers: list[Leftover], shell: Shell) -> None:
    if not leftovers:
        shell.say(shell.text("uninstall.nothing"))
        return
    shell.say(shell.text("uninstall.stays"))
    for each in leftovers:
        size = f"{each.size / 1_000_000:,.1f} MB"
        shell.say(wrap_to_terminal(shell, f"  {shell.text(f'uninstall.{each.kind}', size=size)}", "    "))
        shell.say(f"    {each.path}", is_whole=True)
        entries = printable(", ".join(each.contains[:_MAX_ENTRIES]))
        more = ", …" if len(each.contains) > _MAX_ENTRIES else ""
        shell.say(wrap_to_terminal(shell, f"    ({entries}{more})", "    "))
    shell.say(wrap_to_terminal(shell, shell.text("uninstall.own_files")))


def _purge(options: UninstallOptions, shell: Shell) -> int:
    """Delete the data after the person agreed. Without a terminal, `--yes` is needed."""
    if not options.yes:
        if not can_ask(shell):
            shell.say(shell.text("uninstall.needs_yes"))
            return USAGE
        if not ask_yes_or_no(shell, shell.text("uninstall.question")):
            shell.say(shell.text("uninstall.kept"))
            return OK
    shell.say(shell.text("uninstall.deleted", path=delete_leftovers(os.environ)))
    return OK
