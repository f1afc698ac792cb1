"""Ask the person in the way that fits where they are: a form, an outline on the screen, numbered lines on a pipe."""

import asyncio
import os
import select
import sys
from pathlib import Path
from typing import Final

from inkwright.cli.consent import can_ask
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.plain_forms import PlainForm
from inkwright.conversation.asks import Answer, Ask

PIPE_SECONDS: Final = 60.0
"""So long a silent pipe is waited for; then nobody is there."""


async def ask_person(ask: Ask, shell: Shell, *, folder: Path) -> Answer | None:
    """The answer; None where it waits: nobody is there, or the person has saved the outline and goes on later."""
    if not can_ask(shell):
        return await asyncio.to_thread(_on_lines, ask, shell)
    if ask.kind == "outline_edit":
        from inkwright.cli.terminal.outlines import SavedForLater, review_outline  # noqa: PLC0415 - slow to import

        decided = await review_outline(ask, shell.language, folder=folder, environ=os.environ)
        return None if isinstance(decided, SavedForLater) else decided
    from inkwright.cli.terminal.forms import fill_form  # noqa: PLC0415 - prompt_toolkit is slow to import

    return await fill_form(ask, shell.language)


def _on_lines(ask: Ask, shell: Shell) -> Answer | None:
    """What a pipe gives. One that ends without an answer leaves the question as it is: nothing answers itself."""
    if not _has_input(shell):
        return None
    answer = PlainForm(shell.stdin, sys.stderr, shell.language).ask(ask)
    return None if answer.status == "cancelled" else answer


def _has_input(shell: Shell) -> bool:
    try:
        ready, _, _ = select.select([shell.stdin], [], [], PIPE_SECONDS)
    except (OSError, ValueError):
        return True  # it is no file of the system's, and so it does not keep anybody waiting
    return bool(ready)
