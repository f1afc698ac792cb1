"""`inkwright make slides|doc|pdf|quiz|page`: make a checked file from a request, a file or both."""

import argparse
import asyncio
import errno
import os
from pathlib import Path

from inkwright.agent.deliverables import DELIVERABLES
from inkwright.agent.rule_planner import RULE_MODEL_NAME, NoModel
from inkwright.cli.shell import CLARIFY, PERMISSION, CommandParser, Shell
from inkwright.cli.turns import (
    add_turn_arguments,
    attach_sources,
    ensure_project,
    has_permission,
    join_project,
    open_events_view,
    open_logged_tiers,
    run_turn,
)
from inkwright.errors import InvalidOption, UnreadableFile
from inkwright.extend import available_tools, load_extensions
from inkwright.i18n import text
from inkwright.settings import AGENT_UNIFIED_ENABLED
from inkwright.usecases.files import ensure_folder
from inkwright.usecases.make import DeliverableRequest, make_deliverable
from inkwright.usecases.models import TierModels
from inkwright.usecases.store import Store, open_store
from inkwright.usecases.turns import limits_from_settings

_FILES = frozenset({".md", ".txt", ".markdown", ".docx", ".pdf", ".pptx", ".csv", ".tex", ".html", ".json", ".yaml"})


def add_arguments(parser: CommandParser) -> None:
    load_extensions()
    say = parser.language
    things = parser.add_subparsers(dest="thing", required=True, metavar="|".join(DELIVERABLES))
    for name, deliverable in DELIVERABLES.items():
        told = deliverable.text(say, "help")
        thing = things.add_parser(name, help=told, description=told, language=say)
        thing.add_argument("request", metavar="REQUEST", nargs="?", default="", help=text(say, "make.request"))
        add_turn_arguments(thing)


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    request, sources = _request_and_sources(arguments.request, arguments.sources)
    if not request.strip() and not sources:
        raise InvalidOption(option="REQUEST", value="", allowed=shell.text("make.say_what"))
    if not shell.settings.get(AGENT_UNIFIED_ENABLED):
        raise InvalidOption(option=AGENT_UNIFIED_ENABLED.name, value="off", allowed=shell.text("make.switched_off"))
    arguments.request, arguments.sources = request, sources
    if not has_permission(arguments, shell):
        return PERMISSION
    if not ensure_project(arguments, shell):
        return CLARIFY
    ensure_folder(Path(arguments.output))
    tiers = None if arguments.model == RULE_MODEL_NAME else open_logged_tiers(arguments, shell)
    return asyncio.run(_open_and_make(arguments, shell, tiers))


async def _open_and_make(arguments: argparse.Namespace, shell: Shell, tiers: TierModels | None) -> int:
    async with open_store(shell.settings) as store:
        return await make_with_store(arguments, shell, store, tiers)


async def make_with_store(arguments: argparse.Namespace, shell: Shell, store: Store, tiers: TierModels | None) -> int:
    """Attach the files, and carry the one message out."""
    conversation_id = store.ids.new("conv")
    await join_project(arguments, shell, store, conversation_id, arguments.request)
    await attach_sources(store.attachments, conversation_id, arguments.sources, shell)
    order = DeliverableRequest(arguments.thing, arguments.request, conversation_id, at_once=arguments.yes)
    model = NoModel() if tiers is None else tiers("standard")
    show, limits = open_events_view(arguments, shell).show, limits_from_settings(shell.settings)
    desk = store.turn_services(model, list(available_tools().values()), show, limits, tiers)
    return await run_turn(arguments, shell, desk, lambda: make_deliverable(desk, order, language=shell.language))


def _request_and_sources(request: str, sources: list[str]) -> tuple[str, list[str]]:
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
