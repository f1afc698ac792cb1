"""`inkwright make slides|doc|pdf|quiz|page`: a request in words, a file of one's own, or both become a checked file."""

import argparse
import asyncio
import errno
import os
from pathlib import Path

from inkwright.agent.planning import RULE, NoModel
from inkwright.cli.project_flag import is_project_there, join_project
from inkwright.cli.shell import CLARIFY, PERMISSION, Parser, Shell
from inkwright.cli.turns import add_turn_arguments, attach, carry_out, permitted, tiers_of, view_of
from inkwright.errors import InvalidOption, UnreadableFile
from inkwright.i18n import text
from inkwright.settings import AGENT_UNIFIED_ENABLED
from inkwright.tools.registry import all_tools
from inkwright.usecases.keep_file import ensure_folder
from inkwright.usecases.make_thing import THINGS, Order, make_thing
from inkwright.usecases.open_store import Store, open_store
from inkwright.usecases.open_tiers import Tiers
from inkwright.usecases.turn_limits import turn_limits

_FILES = frozenset({".md", ".txt", ".markdown", ".docx", ".pdf", ".pptx", ".csv", ".tex", ".html", ".json", ".yaml"})


def add_arguments(parser: Parser) -> None:
    say = parser.language
    things = parser.add_subparsers(dest="thing", required=True, metavar="|".join(THINGS))
    for name in THINGS:
        told = text(say, f"make.{name}")
        thing = things.add_parser(name, help=told, description=told, language=say)
        thing.add_argument("request", metavar="REQUEST", nargs="?", default="", help=text(say, "make.request"))
        add_turn_arguments(thing)


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    request, sources = _understood(arguments.request, arguments.sources)
    if not request.strip() and not sources:
        raise InvalidOption(option="REQUEST", value="", allowed=shell.text("make.say_what"))
    if not shell.settings.get(AGENT_UNIFIED_ENABLED):
        raise InvalidOption(option=AGENT_UNIFIED_ENABLED.name, value="off", allowed=shell.text("make.switched_off"))
    arguments.request, arguments.sources = request, sources
    if not permitted(arguments, shell):
        return PERMISSION
    if not is_project_there(arguments, shell):
        return CLARIFY
    ensure_folder(Path(arguments.output))
    tiers = None if arguments.model == RULE else tiers_of(arguments, shell)
    return asyncio.run(_with_store(arguments, shell, tiers))


async def _with_store(arguments: argparse.Namespace, shell: Shell, tiers: Tiers | None) -> int:
    async with open_store(shell.settings) as store:
        return await make(arguments, shell, store, tiers)


async def make(arguments: argparse.Namespace, shell: Shell, store: Store, tiers: Tiers | None) -> int:
    """Attach the files, and carry the one message out."""
    conversation_id = store.ids.new("conv")
    await join_project(arguments, shell, store, conversation_id, arguments.request)
    await attach(store.attachments, conversation_id, arguments.sources, shell)
    order = Order(arguments.thing, arguments.request, conversation_id, at_once=arguments.yes)
    model = NoModel() if tiers is None else tiers("standard")
    show, limits = view_of(arguments, shell).show, turn_limits(shell.settings)
    desk = store.desk(model, list(all_tools().values()), show, limits, tiers)
    return await carry_out(arguments, shell, desk, lambda: make_thing(desk, order, language=shell.language))


def _understood(request: str, sources: list[str]) -> tuple[str, list[str]]:
    """A request that is the name of a file is the file."""
    if request == "-":
        return "", [*sources, request]
    path = Path(request)
    try:
        is_file, is_folder = bool(request) and path.is_file(), _is_path(request) and path.is_dir()
    except (OSError, ValueError):
        is_file = is_folder = False
    if is_folder:
        raise UnreadableFile(name=request, problem=os.strerror(errno.EISDIR))
    if is_file:
        return "", [*sources, request]
    if path.suffix.lower() in _FILES and not any(map(str.isspace, request)):
        raise UnreadableFile(name=request, problem=os.strerror(errno.ENOENT))
    return request, sources


def _is_path(request: str) -> bool:
    """Whether it can only be a path. `rivers` is a request, also beside a folder of that name; `./rivers` is none."""
    return "/" in request or request in {".", ".."}
