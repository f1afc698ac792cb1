"""`inkwright trust`: show what the settings and instructions of a folder are, and trust them, list what is trusted, or
stop it.
"""

from dataclasses import asdict, dataclass
from pathlib import Path

from inkwright.cli.arguments import CommandParser
from inkwright.cli.consent import ask_yes_or_no, can_ask, folder_trust_lines
from inkwright.cli.exit_codes import OK, USAGE
from inkwright.cli.json_output import print_json
from inkwright.cli.options import add_json_flag
from inkwright.cli.shell import Shell
from inkwright.errors import NotFound
from inkwright.folder_trust import FolderSettings
from inkwright.usecases.preferences import INSTRUCTION_FILES, StandingInstructions, standing_instructions
from inkwright.usecases.trust import (
    folder_settings_in,
    forget_answer,
    save_answer,
    setting_changes,
    showable,
    trusted_folders,
)


@dataclass(frozen=True, slots=True)
class TrustOptions:
    """Options of `inkwright trust`."""

    folder: Path = Path()
    list: bool = False
    remove: bool = False
    yes: bool = False
    json: bool = False


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(TrustOptions)
    parser.add_argument(
        "folder", nargs="?", type=Path, default=Path(), metavar="FOLDER", help=parser.text("trust.folder")
    )
    parser.add_switch("--list", "trust.list")
    parser.add_switch("--remove", "trust.remove")
    parser.add_switch("--yes", "trust.yes")
    add_json_flag(parser)


def run(options: TrustOptions, shell: Shell) -> int:
    home = shell.settings.home
    if options.list:
        return _list(options, shell)
    if options.remove:
        files = [options.folder / name for name in INSTRUCTION_FILES]
        forgotten = [forget_answer(home, each) for each in (options.folder, *files)]
        if not any(forgotten):
            raise NotFound(what_kind=shell.text("trust.word"), id=str(options.folder))
        return _report(options, shell, "removed", options.folder.resolve())
    asked = folder_settings_in(home, options.folder)
    standing = standing_instructions(options.folder, home)
    if asked is None and standing is None:
        return _report(options, shell, "nothing", options.folder.resolve())
    return _trust(options, shell, asked, standing)


def _list(options: TrustOptions, shell: Shell) -> int:
    folders = trusted_folders(shell.settings.home)
    if options.json:
        print_json(shell, {"trusted": folders})
        return OK
    for line in map(showable, folders) if folders else (shell.text("trust.none"),):
        shell.say(line)
    return OK


def _trust(
    options: TrustOptions, shell: Shell, asked: FolderSettings | None, standing: StandingInstructions | None
) -> int:
    if not options.json:
        for line in folder_trust_lines(shell, asked) if asked else ():
            shell.say(line)
        for line in _instruction_lines(shell, standing) if standing else ():
            shell.say(line)
    is_trusted = options.yes or (not options.json and can_ask(shell) and _agrees(shell))
    for each in (asked, standing.trust if standing else None) if is_trusted else ():
        if each is not None:
            save_answer(shell.settings.home, each, is_trusted=True)
    _report(options, shell, "trusted" if is_trusted else "untrusted", options.folder.resolve(), asked)
    return OK if is_trusted else USAGE


def _instruction_lines(shell: Shell, standing: StandingInstructions) -> list[str]:
    """Return the instructions as they are, for the person to decide."""
    lines = [f"  {showable(line)}" for line in standing.text.splitlines()]
    return [shell.text("trust.instructions.about", path=showable(str(standing.trust.folder))), *lines]


def _agrees(shell: Shell) -> bool:
    return bool(ask_yes_or_no(shell, shell.text("trust.question")))


def _report(options: TrustOptions, shell: Shell, status: str, folder: Path, asked: FolderSettings | None = None) -> int:
    if options.json:
        changes = [asdict(change) for change in setting_changes(shell.settings, asked)] if asked else []
        print_json(shell, {"folder": str(folder), "status": status, "changes": changes})
    else:
        shell.say(shell.text(f"trust.{status}", folder=showable(str(folder))))
    return OK
