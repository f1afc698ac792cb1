"""Outside of the workspace: whoever wants to read or write there asks the person first."""

import argparse
import asyncio
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from inkwright.cli.columns import one_line
from inkwright.cli.consent import can_ask
from inkwright.cli.shell import Parser, Shell
from inkwright.cli.terminal.asking import ask_person
from inkwright.cli.terminal.permissions import (
    Access,
    Permissions,
    decision_of,
    permission_ask,
    resolved,
    wanted_permission,
)
from inkwright.conversation.asks import Answer
from inkwright.i18n import text

Want = tuple[Access, Path]


def add_yes(parser: Parser) -> None:
    """The flag of a command that asks nothing but whether it may leave the workspace."""
    parser.add_argument("--yes", action="store_true", help=text(parser.language, "cli.flag.yes"))


def may_use(
    arguments: argparse.Namespace, shell: Shell, *, reads: Iterable[str | None] = (), writes: Iterable[Path] = ()
) -> bool:
    """Whether a command may read these files, where they are named, and write into these folders."""
    wants: list[Want] = [("read", Path(name)) for name in reads if name and name != "-"]
    wants += [("write", folder) for folder in writes]
    may_ask = not getattr(arguments, "json", False)
    return asyncio.run(is_permitted(wants, shell, says_yes=arguments.yes, may_ask=may_ask))


async def is_permitted(wants: Sequence[Want], shell: Shell, *, says_yes: bool, may_ask: bool = True) -> bool:
    """Whether all of it may be done. The workspace is the current folder; `--yes` allows this once.

    Where nobody can be asked nothing is allowed, and the person is told how to allow it.
    """
    permissions = Permissions(shell.settings.home, Path.cwd())
    for access, path in wants:
        if permissions.allows(access, path) or says_yes:
            continue
        if not (may_ask and can_ask(shell)):
            _tell(shell, "chat.permission.needed", path)
            return False
        ask = permission_ask(wanted_permission(access, path, shell.language), id="permission", turn_id="", owner="")
        answer = await ask_person(ask, shell, folder=Path.cwd())
        decision = decision_of(answer or Answer(status="cancelled"))
        if decision == "deny":
            _tell(shell, "chat.permission.denied", path)
            return False
        if decision == "remember":
            permissions.remember(access, path)
    return True


def _tell(shell: Shell, key: str, path: Path) -> None:
    print(shell.text(key, path=one_line(str(resolved(path)))), file=sys.stderr)
