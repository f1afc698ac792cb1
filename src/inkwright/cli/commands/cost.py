"""`inkwright cost`: show what model calls have cost."""

import asyncio
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import OK
from inkwright.cli.json_output import print_json
from inkwright.cli.options import add_json_flag
from inkwright.cli.shell import Shell
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.store.calls import CostRow
from inkwright.usecases.store import open_store


@dataclass(frozen=True, slots=True)
class CostOptions:
    """Options of `inkwright cost`."""

    since: str = ""
    json: bool = False


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(CostOptions)
    parser.add_argument("--since", metavar="DATE", default="", help=parser.text("cost.since"))
    add_json_flag(parser)


def run(options: CostOptions, shell: Shell) -> int:
    rows = asyncio.run(_load_costs(_parse_since(options.since), shell))
    if options.json:
        print_json(shell, [asdict(row) for row in rows])
        return OK
    if not rows:
        shell.say(shell.text("cost.none_since" if options.since else "cost.none", since=options.since))
    for row in rows:
        _print_row(row, shell)
    return OK


def _print_row(row: CostRow, shell: Shell) -> None:
    price = shell.text("cost.price", dollars=f"{row.dollars:.4f}")
    if row.unknown:
        price += " " + shell.text("cost.unknown", count=row.unknown)
    counts = {"calls": row.calls, "failures": row.failures, "read": f"{row.prompt_tokens:,}"}
    shell.say(f"{shell.styled(row.model, 'bold')}  {price}")
    shell.say(
        "  " + shell.text("cost.row", **counts, written=f"{row.completion_tokens:,}", seconds=f"{row.seconds:.0f}")
    )


def _parse_since(written: str) -> str:
    """Return the moment in the format of the call log. A day begins at midnight in the user's time zone."""
    if not written:
        return ""
    try:
        return datetime.fromisoformat(written).astimezone(UTC).isoformat()
    except (ValueError, OverflowError) as problem:
        raise InvalidOption(option="--since", value=written, allowed=Reason("cost.since_form")) from problem


async def _load_costs(since: str, shell: Shell) -> list[CostRow]:
    async with open_store(shell.settings) as store:
        return await store.calls.cost(since=since)
