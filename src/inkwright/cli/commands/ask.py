"""`inkwright ask`: send one message and print the answer, files or question."""

import argparse
import asyncio
from pathlib import Path

from inkwright.agent.router import CHAT_ROUTE
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
from inkwright.errors import InvalidOption
from inkwright.extend import available_tools
from inkwright.i18n import text
from inkwright.settings import AGENT_UNIFIED_ENABLED
from inkwright.usecases.files import ensure_folder
from inkwright.usecases.models import TierModels
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store
from inkwright.usecases.turns import limits_from_settings, send_message


def add_arguments(parser: CommandParser) -> None:
    say = parser.language
    parser.add_argument("message", metavar="MESSAGE", help=text(say, "ask.message"))
    parser.add_argument("--conversation", metavar="ID", help=text(say, "ask.conversation"))
    add_turn_arguments(parser)


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    if arguments.message == "-":
        arguments.message = shell.read_input(None)
    if not arguments.message.strip():
        raise InvalidOption(option="MESSAGE", value=arguments.message[:20], allowed=shell.text("ask.say_something"))
    if not has_permission(arguments, shell):
        return PERMISSION
    if not ensure_project(arguments, shell):
        return CLARIFY
    ensure_folder(Path(arguments.output))
    return asyncio.run(_ask_with_store(arguments, shell, open_logged_tiers(arguments, shell)))


async def _ask_with_store(arguments: argparse.Namespace, shell: Shell, tiers: TierModels) -> int:
    async with open_store(shell.settings) as store:
        return await send_one_message(arguments, shell, store, tiers)


async def send_one_message(arguments: argparse.Namespace, shell: Shell, store: Store, tiers: TierModels) -> int:
    """Carry the message out, in a new conversation or one that has begun. Switched off, the agent only talks."""
    is_agent = shell.settings.get(AGENT_UNIFIED_ENABLED)
    tools = list(available_tools().values()) if is_agent else []
    show, limits = open_events_view(arguments, shell).show, limits_from_settings(shell.settings)
    desk = store.turn_services(tiers("standard"), tools, show, limits, tiers)
    conversation_id = arguments.conversation or desk.ids.new("conv")
    await join_project(arguments, shell, store, conversation_id, arguments.message)
    await attach_sources(store.attachments, conversation_id, arguments.sources, shell)
    route = None if is_agent else CHAT_ROUTE
    return await run_turn(
        arguments,
        shell,
        desk,
        lambda: send_message(desk, arguments.message, route, owner=LOCAL_OWNER, conversation_id=conversation_id),
    )
