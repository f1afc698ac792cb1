"""`inkwright ask`: one message in one's own words; an answer, files or a question come back."""

import argparse
import asyncio
from pathlib import Path

from inkwright.agent.routing import CHAT
from inkwright.cli.project_flag import is_project_there, join_project
from inkwright.cli.shell import CLARIFY, PERMISSION, Parser, Shell
from inkwright.cli.turns import add_turn_arguments, attach, carry_out, permitted, tiers_of, view_of
from inkwright.errors import InvalidOption
from inkwright.i18n import text
from inkwright.settings import AGENT_UNIFIED_ENABLED
from inkwright.tools.registry import all_tools
from inkwright.usecases.keep_file import ensure_folder
from inkwright.usecases.open_store import OWNER, Store, open_store
from inkwright.usecases.open_tiers import Tiers
from inkwright.usecases.send_message import send_message
from inkwright.usecases.turn_limits import turn_limits


def add_arguments(parser: Parser) -> None:
    say = parser.language
    parser.add_argument("message", metavar="MESSAGE", help=text(say, "ask.message"))
    parser.add_argument("--conversation", metavar="ID", help=text(say, "ask.conversation"))
    add_turn_arguments(parser)


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    if arguments.message == "-":
        arguments.message = shell.read_input(None)
    if not arguments.message.strip():
        raise InvalidOption(option="MESSAGE", value=arguments.message[:20], allowed=shell.text("ask.say_something"))
    if not permitted(arguments, shell):
        return PERMISSION
    if not is_project_there(arguments, shell):
        return CLARIFY
    ensure_folder(Path(arguments.output))
    return asyncio.run(_with_store(arguments, shell, tiers_of(arguments, shell)))


async def _with_store(arguments: argparse.Namespace, shell: Shell, tiers: Tiers) -> int:
    async with open_store(shell.settings) as store:
        return await ask(arguments, shell, store, tiers)


async def ask(arguments: argparse.Namespace, shell: Shell, store: Store, tiers: Tiers) -> int:
    """Carry the message out, in a new conversation or one that has begun. Switched off, the agent only talks."""
    is_agent = shell.settings.get(AGENT_UNIFIED_ENABLED)
    tools = list(all_tools().values()) if is_agent else []
    show, limits = view_of(arguments, shell).show, turn_limits(shell.settings)
    desk = store.desk(tiers("standard"), tools, show, limits, tiers)
    conversation_id = arguments.conversation or desk.ids.new("conv")
    await join_project(arguments, shell, store, conversation_id, arguments.message)
    await attach(store.attachments, conversation_id, arguments.sources, shell)
    route = None if is_agent else CHAT
    return await carry_out(
        arguments,
        shell,
        desk,
        lambda: send_message(desk, arguments.message, route, owner=OWNER, conversation_id=conversation_id),
    )
