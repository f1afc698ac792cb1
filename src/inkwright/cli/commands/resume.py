"""`inkwright resume`: list and resume unfinished requests."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import FAILED, OK, PERMISSION, USAGE
from inkwright.cli.json_output import print_json
from inkwright.cli.options import TurnOptions, add_turn_flags
from inkwright.cli.output import local_time
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.columns import align_columns, single_line, truncate
from inkwright.cli.terminal.outline_editor import outline_path
from inkwright.cli.turns import has_permission, open_logged_tiers, open_services, report_undelivered, run_turn
from inkwright.conversation.turns import Outcome
from inkwright.errors import NotFound
from inkwright.settings import AGENT_UNIFIED_ENABLED
from inkwright.usecases.models import TierModels
from inkwright.usecases.output_files import ensure_folder
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store
from inkwright.usecases.turns import resume_turn
from inkwright.usecases.unfinished_turns import UnfinishedTurn, find_unfinished, match_unfinished

_ID_LENGTH: Final = 8
_MAX_TITLE_WIDTH: Final = 60


@dataclass(frozen=True, slots=True)
class ResumeOptions:
    """Options of `inkwright resume`."""

    id: str | None = None
    turn: TurnOptions = field(default_factory=TurnOptions)


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(ResumeOptions)
    parser.add_argument("id", metavar="ID", nargs="?", help=parser.text("resume.id"))
    add_turn_flags(parser)


def run(options: ResumeOptions, shell: Shell) -> int:
    if options.id is None:
        return asyncio.run(_list_unfinished(shell, is_json=options.turn.printing.json))
    if not has_permission(options.turn, shell):
        return PERMISSION
    ensure_folder(options.turn.output)
    return asyncio.run(_resume_with_store(options.id, options.turn, shell))


async def _list_unfinished(shell: Shell, *, is_json: bool) -> int:
    async with open_store(shell.settings) as store:
        await report_undelivered(shell, store)
        found = await find_unfinished(store, owner=LOCAL_OWNER)
    if is_json:
        print_json(shell, [_as_json(each) for each in found])
        return OK
    if not found:
        shell.say(shell.text("resume.none"))
        return OK
    _print_table(found, shell)
    shell.say(shell.styled(shell.text("resume.foot"), "dim"))
    return OK


async def _resume_with_store(written_id: str, options: TurnOptions, shell: Shell) -> int:
    async with open_store(shell.settings) as store:
        await report_undelivered(shell, store)
        matches = match_unfinished(await find_unfinished(store, owner=LOCAL_OWNER), written_id)
        if not matches:
            raise NotFound(what_kind=shell.text("resume.word"), id=written_id)
        if len(matches) > 1:
            shell.note(shell.text("resume.ambiguous", written=written_id, count=len(matches)))
            return USAGE
        if matches[0].is_held:
            shell.note(shell.text("resume.held"))
            return FAILED
        tiers = await asyncio.to_thread(open_logged_tiers, options, shell)
        return await _resume(options, shell, store, matches[0], tiers)


async def _resume(
    options: TurnOptions, shell: Shell, store: Store, unfinished: UnfinishedTurn, tiers: TierModels
) -> int:
    """Continue with the open ask, or with the turn itself."""
    is_agent = shell.settings.get(AGENT_UNIFIED_ENABLED)
    standard = tiers("standard")
    async with open_services(store, shell, standard, tiers, options, has_tools=is_agent) as services:

        async def start() -> Outcome:
            if unfinished.ask is not None and unfinished.turn.outcome is not None:
                return unfinished.turn.outcome
            return await resume_turn(services, unfinished.turn.id, owner=LOCAL_OWNER)

        return await run_turn(options, shell, services, start)


def _print_table(found: list[UnfinishedTurn], shell: Shell) -> None:
    titles = [shell.text(f"resume.title.{key}") for key in ("id", "since", "what", "request")]
    rows = [
        (
            each.id[-_ID_LENGTH:],
            local_time(each.since),
            _kind_text(each, shell),
            truncate(single_line(each.turn.message), _MAX_TITLE_WIDTH),
        )
        for each in found
    ]
    head, *lines = align_columns(shell.table_rows([titles, *rows], shrinks=3))
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
