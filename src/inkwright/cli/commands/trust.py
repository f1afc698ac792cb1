"""`inkwright trust`: show what the settings of a folder change, and trust them, list what is trusted, or stop it."""

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
        if not forget_answer(home, options.folder):
            raise NotFound(what_kind=shell.text("trust.word"), id=str(options.folder))
        return _report(options, shell, "removed", options.folder.resolve())
    asked = folder_settings_in(home, options.folder)
    if asked is None:
        return _report(options, shell, "nothing", options.folder.resolve())
    return _trust(options, shell, asked)


def _list(options: TrustOptions, shell: Shell) -> int:
    folders = trusted_folders(shell.settings.home)
    if options.json:
        print_json(shell, {"trusted": folders})
        return OK
    for line in map(showable, folders) if folders else (shell.text("trust.none"),):
        shell.say(line)
    return OK


def _trust(options: TrustOptions, shell: Shell, asked: FolderSettings) -> int:
    if not options.json:
        for line in folder_trust_lines(shell, asked):
            shell.say(line)
    is_trusted = options.yes or (not options.json and can_ask(shell) and _agrees(shell))
    if is_trusted:
        save_answer(shell.settings.home, asked, is_trusted=True)
    _report(options, shell, "trusted" if is_trusted else "untrusted", asked.folder, asked)
    return OK if is_trusted else USAGE


def _agrees(shell: Shell) -> bool:
    return bool(ask_yes_or_no(shell, shell.text("trust.question")))


def _report(options: TrustOptions, shell: Shell, status: str, folder: Path, asked: FolderSettings | None = None) -> int:
    if options.json:
        changes = [asdict(change) for change in setting_changes(shell.settings, asked)] if asked else []
        print_json(shell, {"folder": str(folder), "status": status, "changes": changes})
    else:
        shell.say(shell.text(f"trust.{status}", folder=showable(str(folder))))
    return OK
