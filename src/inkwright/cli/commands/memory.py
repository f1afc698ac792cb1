"""`inkwright memory`: list, add and delete what is remembered about you in all projects."""

import asyncio
from dataclasses import dataclass

from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import OK
from inkwright.cli.json_output import print_json
from inkwright.cli.options import add_json_flag
from inkwright.cli.shell import Shell, printable
from inkwright.projects.creator_facts import CreatorFact
from inkwright.projects.creator_memory import CreatorMemory
from inkwright.usecases.store import LOCAL_OWNER, open_store

_SHOWN_ID = 8


@dataclass(frozen=True, slots=True)
class MemoryListOptions:
    """Options of `inkwright memory list`."""

    json: bool = False


@dataclass(frozen=True, slots=True)
class MemoryAddOptions:
    """Options of `inkwright memory add`."""

    fact: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class MemoryDeleteOptions:
    """Options of `inkwright memory delete`."""

    fact: str
    json: bool = False


MemoryOptions = MemoryListOptions | MemoryAddOptions | MemoryDeleteOptions


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(MemoryListOptions)
    add_json_flag(parser)
    actions = parser.add_actions("memory")
    actions.add("list", MemoryListOptions, has_json=True)
    add = actions.add("add", MemoryAddOptions, has_json=True)
    add.add_argument("fact", metavar="FACT", help=parser.text("memory.fact"))
    delete = actions.add("delete", MemoryDeleteOptions, has_json=True)
    delete.add_argument("fact", metavar="ID", help=parser.text("memory.id"))


def run(options: MemoryOptions, shell: Shell) -> int:
    return asyncio.run(_run(options, shell))


async def _run(options: MemoryOptions, shell: Shell) -> int:
    async with open_store(shell.settings) as store:
        memory = CreatorMemory(store.facts, LOCAL_OWNER, store.ids, store.clock)
        match options:
            case MemoryAddOptions(fact=written):
                facts = [await memory.remember(written)]
                message = shell.text("memory.added", fact=facts[0].text)
            case MemoryDeleteOptions(fact=written):
                facts = [await memory.forget(_meant(written, await memory.all()))]
                message = shell.text("memory.deleted", fact=facts[0].text)
            case _:
                facts = await memory.all()
                lines = (f"{each.id[-_SHOWN_ID:]}  {each.text}" for each in facts)
                message = "\n".join(lines) or shell.text("memory.nothing")
    if options.json:
        print_json(shell, {"facts": [_as_json(each) for each in facts]})
    else:
        shell.say(printable(message))
    return OK


def _meant(written: str, facts: list[CreatorFact]) -> str:
    """Return the id of the only fact whose id ends in what was written; otherwise what was written."""
    ends = [each.id for each in facts if len(written) >= _SHOWN_ID and each.id.endswith(written)]
    return ends[0] if len(ends) == 1 else written


def _as_json(fact: CreatorFact) -> dict[str, str]:
    return {"id": fact.id, "text": fact.text, "said": fact.said, "created": fact.created.isoformat()}
