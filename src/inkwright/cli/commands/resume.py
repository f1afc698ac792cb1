"""`inkwright resume`: list and resume unfinished requests."""

import argparse
import asyncio
import json
import sys
from pathlib import Path
from typing import Any, Final

from inkwright.cli.shell import FAILED, OK, PERMISSION, USAGE, CommandParser, Shell
from inkwright.cli.terminal.columns import align_columns, single_line, truncate
from inkwright.cli.terminal.outline_editor import outline_path
from inkwright.cli.turns import add_run_arguments, has_permission, open_events_view, open_logged_tiers, run_turn
from inkwright.conversation.turns import Outcome
from inkwright.errors import NotFound
from inkwright.extend import available_tools
from inkwright.i18n import text
from inkwright.settings import AGENT_UNIFIED_ENABLED
from inkwright.usecases.files import ensure_folder
from inkwright.usecases.models import TierModels
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store
from inkwright.usecases.turns import (
    UnfinishedTurn,
    find_unfinished,
    limits_from_settings,
    match_unfinished,
    resume_turn,
)

_ID_LENGTH: Final = 8
_MAX_TITLE_WIDTH: Final = 60


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("id", metavar="ID", nargs="?", help=text(parser.language, "resume.id"))
    add_run_arguments(parser)
    parser.set_defaults(sources=[])


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    if arguments.id is None:
        return asyncio.run(_list_waiting(arguments, shell))
    if not has_permission(arguments, shell):
        return PERMISSION
    ensure_folder(Path(arguments.output))
    return asyncio.run(_resume_with_store(arguments, shell))


async def _list_waiting(arguments: argparse.Namespace, shell: Shell) -> int:
    async with open_store(shell.settings) as store:
        found = await find_unfinished(store, owner=LOCAL_OWNER)
    if arguments.json:
        shell.say(json.dumps([_as_json(each) for each in found], ensure_ascii=False, indent=2))
        return OK
    if not found:
        shell.say(shell.text("resume.none"))
        return OK
    _print_table(found, shell)
    shell.say(shell.styled(shell.text("resume.foot"), "dim"))
    return OK


async def _resume_with_store(arguments: argparse.Namespace, shell: Shell) -> int:
    async with open_store(shell.settings) as store:
        meant = match_unfinished(await find_unfinished(store, owner=LOCAL_OWNER), arguments.id)
        if not meant:
            raise NotFound(what_kind=shell.text("resume.word"), id=arguments.id)
        if len(meant) > 1:
            print(shell.text("resume.ambiguous", written=arguments.id, count=len(meant)), file=sys.stderr)
            return USAGE
        if meant[0].is_held:
            print(shell.text("resume.held"), file=sys.stderr)
            return FAILED
        tiers = await asyncio.to_thread(open_logged_tiers, arguments, shell)
        return await resume_waiting_turn(arguments, shell, store, meant[0], tiers)


async def resume_waiting_turn(
    arguments: argparse.Namespace, shell: Shell, store: Store, left: UnfinishedTurn, tiers: TierModels
) -> int:
    """Go on where it stands: with the question, or with the turn itself."""
    tools = list(available_tools().values()) if shell.settings.get(AGENT_UNIFIED_ENABLED) else []
    show, limits = open_events_view(arguments, shell).show, limits_from_settings(shell.settings)
    desk = store.turn_services(tiers("standard"), tools, show, limits, tiers)

    async def begin() -> Outcome:
        if left.ask is not None and left.turn.outcome is not None:
            return left.turn.outcome
        return await resume_turn(desk, left.turn.id, owner=LOCAL_OWNER)

    return await run_turn(arguments, shell, desk, begin)


def _print_table(found: list[UnfinishedTurn], shell: Shell) -> None:
    titles = [shell.text(f"resume.title.{key}") for key in ("id", "since", "what", "request")]
    rows = [
        (
            each.id[-_ID_LENGTH:],
            each.since.astimezone().strftime("%Y-%m-%d %H:%M"),
            _kind_text(each, shell),
            truncate(single_line(each.turn.message), _MAX_TITLE_WIDTH),
        )
        for each in found
    ]
    head, *lines = align_columns([titles, *rows])
    shell.say(shell.styled(head, "bold"))
    for line, each in zip(lines, found, strict=True):
        shell.say(line)
        if each.ask:
            shell.say(f"  {truncate(single_line(each.ask.title), _MAX_TITLE_WIDTH)}")
            saved = outline_path(Path.cwd(), each.ask)
            if saved.is_file():
                shell.say(f"  {shell.text('resume.saved', path=saved.name)}")


def _kind_text(each: UnfinishedTurn, shell: Shell) -> str:
    return shell.text(f"resume.kind.{_kind_key(each)}")


def _kind_key(each: UnfinishedTurn) -> str:
    if each.ask is not None:
        return each.ask.kind
    return "running" if each.is_held else "dead"


def _as_json(each: UnfinishedTurn) -> dict[str, Any]:
    return {
        "id": each.id,
        "kind": _kind_key(each),
        "since": each.since.isoformat(timespec="seconds"),
        "conversation": each.turn.conversation_id,
        "turn": each.turn.id,
        "request": each.turn.message,
        "ask": each.ask.model_dump(mode="json", exclude={"owner"}) if each.ask else None,
    }
