"""`inkwright cost`: show what model calls have cost."""

import asyncio
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from inkwright.cli.arguments import CommandParser
from inkwright.cli.call_texts import purpose_text, verdict_counts
from inkwright.cli.exit_codes import OK
from inkwright.cli.json_output import print_json
from inkwright.cli.options import add_json_flag
from inkwright.cli.shell import Shell
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.store.calls import CallTotals, CostRow
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
        print_json(shell, [_row_as_json(row) for row in rows])
        return OK
    if not rows:
        shell.say(shell.text("cost.none_since" if options.since else "cost.none", since=options.since))
    for row in rows:
        _print_row(row, shell)
    return OK


def _print_row(row: CostRow, shell: Shell) -> None:
    shell.say(f"{shell.styled(row.model, 'bold')}  {_price(row.total, shell)}")
    shell.say(f"  {_sums(row.total, shell)}")
    for purpose, totals in row.purposes.items():
        counts = shell.text("cost.calls", count=totals.calls)
        parts = [counts, verdict_counts(totals.verdicts, shell), _price(totals, shell)]
        shell.say(f"    {shell.labelled(purpose_text(purpose, shell), ' · '.join(parts))}")


def _price(totals: CallTotals, shell: Shell) -> str:
    if _is_unknown(totals):
        return shell.text("cost.price_unknown")
    price = shell.text("cost.price", dollars=f"{totals.dollars:.4f}")
    return price + " " + shell.text("cost.unknown", count=totals.unknown) if totals.unknown else price


def _is_unknown(totals: CallTotals) -> bool:
    """Whether no price is known: a zero would look as if the calls were free."""
    return bool(totals.unknown) and not totals.dollars


def _sums(totals: CallTotals, shell: Shell) -> str:
    """Return the number of calls, what became of them, and their tokens and time."""
    tokens = {"read": f"{totals.prompt_tokens:,}", "written": f"{totals.completion_tokens:,}"}
    parts = [
        shell.text("cost.calls", count=totals.calls),
        verdict_counts(totals.verdicts, shell),
        shell.text("cost.tokens", **tokens),
        shell.text("cost.seconds", seconds=f"{totals.seconds:.0f}"),
    ]
    return " · ".join(parts)


def _row_as_json(row: CostRow) -> dict[str, Any]:
    purposes = {purpose: _totals_as_json(totals) for purpose, totals in row.purposes.items()}
    return {"model": row.model, **_totals_as_json(row.total), "purposes": purposes}


def _totals_as_json(totals: CallTotals) -> dict[str, Any]:
    """Return the totals; `dollars` is null if no price is known."""
    return {**asdict(totals), "dollars": None if _is_unknown(totals) else totals.dollars}


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
