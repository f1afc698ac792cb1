"""`inkwright cost`: show what model calls have cost."""

import argparse
import asyncio
import dataclasses
import json
from datetime import UTC, datetime

from inkwright.cli.shell import OK, CommandParser, Shell
from inkwright.errors import InvalidOption
from inkwright.i18n import text
from inkwright.store.calls import CostRow
from inkwright.usecases.store import open_store


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("--since", metavar="DATE", default="", help=text(parser.language, "cost.since"))
    parser.add_argument("--json", action="store_true", help=text(parser.language, "cli.flag.json"))


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    rows = asyncio.run(_load_costs(_parse_since(arguments.since, shell), shell))
    if arguments.json:
        shell.say(json.dumps([dataclasses.asdict(row) for row in rows], ensure_ascii=False, indent=2))
        return OK
    if not rows:
        shell.say(shell.text("cost.none_since" if arguments.since else "cost.none", since=arguments.since))
    for row in rows:
        price = shell.text("cost.price", dollars=f"{row.dollars:.4f}")
        if row.unknown:
            price += " " + shell.text("cost.unknown", count=row.unknown)
        counts = {"calls": row.calls, "failures": row.failures, "read": f"{row.prompt_tokens:,}"}
        shell.say(f"{shell.styled(row.model, 'bold')}  {price}")
        shell.say(
            "  " + shell.text("cost.row", **counts, written=f"{row.completion_tokens:,}", seconds=f"{row.seconds:.0f}")
        )
    return OK


def _parse_since(written: str, shell: Shell) -> str:
    """The moment as calls have it. A day begins where the person is."""
    if not written:
        return ""
    try:
        return datetime.fromisoformat(written).astimezone(UTC).isoformat()
    except (ValueError, OverflowError) as problem:
        raise InvalidOption(option="--since", value=written, allowed=shell.text("cost.since_form")) from problem


async def _load_costs(since: str, shell: Shell) -> list[CostRow]:
    async with open_store(shell.settings) as store:
        return await store.calls.cost(since=since)
