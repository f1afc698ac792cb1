"""`inkwright resume`: what waits for an answer, what a dead process has left, and going on with it."""

import argparse
import asyncio
import json
import sys
from pathlib import Path
from typing import Any, Final

from inkwright.cli.columns import aligned, cut, one_line
from inkwright.cli.shell import FAILED, OK, PERMISSION, USAGE, Parser, Shell
from inkwright.cli.terminal.outline_files import outline_path
from inkwright.cli.turns import add_carrying_arguments, carry_out, permitted, tiers_of, view_of
from inkwright.conversation.outcomes import Outcome
from inkwright.errors import NotFound
from inkwright.i18n import text
from inkwright.settings import AGENT_UNIFIED_ENABLED
from inkwright.tools.registry import all_tools
from inkwright.usecases.find_unfinished import Unfinished, find_unfinished, unfinished_meant
from inkwright.usecases.keep_file import ensure_folder
from inkwright.usecases.open_store import OWNER, Store, open_store
from inkwright.usecases.open_tiers import Tiers
from inkwright.usecases.resume_turn import resume_turn
from inkwright.usecases.turn_limits import turn_limits

_LETTERS: Final = 8
_WIDEST: Final = 60


def add_arguments(parser: Parser) -> None:
    parser.add_argument("id", metavar="ID", nargs="?", help=text(parser.language, "resume.id"))
    add_carrying_arguments(parser)
    parser.set_defaults(sources=[])


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    if arguments.id is None:
        return asyncio.run(_list(arguments, shell))
    if not permitted(arguments, shell):
        return PERMISSION
    ensure_folder(Path(arguments.output))
    return asyncio.run(_go_on(arguments, shell))


async def _list(arguments: argparse.Namespace, shell: Shell) -> int:
    async with open_store(shell.settings) as store:
        found = await find_unfinished(store, owner=OWNER)
    if arguments.json:
        shell.say(json.dumps([_as_json(each) for each in found], ensure_ascii=False, indent=2))
        return OK
    if not found:
        shell.say(shell.text("resume.none"))
        return OK
    _say_table(found, shell)
    shell.say(shell.styled(shell.text("resume.foot"), "dim"))
    return OK


async def _go_on(arguments: argparse.Namespace, shell: Shell) -> int:
    async with open_store(shell.settings) as store:
        meant = unfinished_meant(await find_unfinished(store, owner=OWNER), arguments.id)
        if not meant:
            raise NotFound(what_kind=shell.text("resume.word"), id=arguments.id)
        if len(meant) > 1:
            print(shell.text("resume.ambiguous", written=arguments.id, count=len(meant)), file=sys.stderr)
            return USAGE
        if meant[0].is_held:
            print(shell.text("resume.held"), file=sys.stderr)
            return FAILED
        tiers = await asyncio.to_thread(tiers_of, arguments, shell)
        return await resume(arguments, shell, store, meant[0], tiers)


async def resume(arguments: argparse.Namespace, shell: Shell, store: Store, left: Unfinished, tiers: Tiers) -> int:
    """Go on where it stands: with the question, or with the turn itself."""
    tools = list(all_tools().values()) if shell.settings.get(AGENT_UNIFIED_ENABLED) else []
    show, limits = view_of(arguments, shell).show, turn_limits(shell.settings)
    desk = store.desk(tiers("standard"), tools, show, limits, tiers)

    async def begin() -> Outcome:
        if left.ask is not None and left.turn.outcome is not None:
            return left.turn.outcome
        return await resume_turn(desk, left.turn.id, owner=OWNER)

    return await carry_out(arguments, shell, desk, begin)


def _say_table(found: list[Unfinished], shell: Shell) -> None:
    titles = [shell.text(f"resume.title.{key}") for key in ("id", "since", "what", "request")]
    rows = [
        (
            each.id[-_LETTERS:],
            each.since.astimezone().strftime("%Y-%m-%d %H:%M"),
            _what(each, shell),
            cut(one_line(each.turn.message), _WIDEST),
        )
        for each in found
    ]
    head, *lines = aligned([titles, *rows])
    shell.say(shell.styled(head, "bold"))
    for line, each in zip(lines, found, strict=True):
        shell.say(line)
        if each.ask:
            shell.say(f"  {cut(one_line(each.ask.title), _WIDEST)}")
            saved = outline_path(Path.cwd(), each.ask)
            if saved.is_file():
                shell.say(f"  {shell.text('resume.saved', path=saved.name)}")


def _what(each: Unfinished, shell: Shell) -> str:
    return shell.text(f"resume.kind.{_kind(each)}")


def _kind(each: Unfinished) -> str:
    if each.ask is not None:
        return each.ask.kind
    return "running" if each.is_held else "dead"


def _as_json(each: Unfinished) -> dict[str, Any]:
    return {
        "id": each.id,
        "kind": _kind(each),
        "since": each.since.isoformat(timespec="seconds"),
        "conversation": each.turn.conversation_id,
        "turn": each.turn.id,
        "request": each.turn.message,
        "ask": each.ask.model_dump(mode="json", exclude={"owner"}) if each.ask else None,
    }
