"""Outside of the workspace: whoever wants to read or write there asks the person first."""

import sys
from collections.abc import Sequence
from pathlib import Path

from inkwright.cli.columns import one_line
from inkwright.cli.consent import can_ask
from inkwright.cli.shell import Shell
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

Want = tuple[Access, Path]


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
