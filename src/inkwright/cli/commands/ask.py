"""`inkwright ask`: send one message and print the answer, files or question."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, field, replace

from inkwright.agent.router import CHAT_ROUTE
from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import CLARIFY, PERMISSION
from inkwright.cli.options import TurnOptions, add_project_flag, add_source_flag, add_turn_flags
from inkwright.cli.remote_turns import open_remote, refuse_local_options, run_remote_turn, upload_sources
from inkwright.cli.shell import Shell
from inkwright.cli.turns import (
    AnswerSource,
    attach_sources,
    clear_message,
    ensure_project,
    has_permission,
    join_project,
    open_logged_tiers,
    open_services,
    report_undelivered,
    run_turn,
)
from inkwright.conversation.turns import Outcome
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.remote import RemoteTurn
from inkwright.settings import AGENT_UNIFIED_ENABLED
from inkwright.usecases.models import TierModels
from inkwright.usecases.output_files import ensure_folder
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store
from inkwright.usecases.turns import send_message


@dataclass(frozen=True, slots=True)
class AskOptions:
    """Options of `inkwright ask`."""

    message: str
    conversation: str | None = None
    sources: tuple[str, ...] = ()
    project: str | None = None
    turn: TurnOptions = field(default_factory=TurnOptions)


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(AskOptions)
    parser.add_argument("message", metavar="MESSAGE", help=parser.text("ask.message"))
    parser.add_argument("--conversation", metavar="ID", help=parser.text("ask.conversation"))
    add_source_flag(parser)
    add_project_flag(parser)
    add_turn_flags(parser)


def run(options: AskOptions, shell: Shell) -> int:
    if options.message == "-":
        options = replace(options, message=shell.read_input(None))
    if not options.message.strip():
        raise InvalidOption(option="MESSAGE", value=options.message[:20], allowed=Reason("ask.say_something"))
    shell = shell.speaking_to(options.message)
    if not has_permission(options.turn, shell):
        return PERMISSION
    if options.turn.remote.server:
        return asyncio.run(_ask_service(options, shell))
    if not ensure_project(options.project, options.turn.consent, shell, conversation=options.conversation):
        return CLARIFY
    ensure_folder(options.turn.output)
    return asyncio.run(_ask_with_store(options, shell, open_logged_tiers(options.turn, shell)))


async def _ask_service(options: AskOptions, shell: Shell) -> int:
    refuse_local_options(project=options.project, model=options.turn.model)
    async with open_remote(options.turn.remote, shell) as remote:

        async def send() -> RemoteTurn:
            conversation_id, _ = await upload_sources(
                remote, options.sources, options.message, shell, options.conversation
            )
            return await remote.send(options.message, conversation_id=conversation_id)

        return await run_remote_turn(options.turn, shell, remote, send)


async def _ask_with_store(options: AskOptions, shell: Shell, tiers: TierModels) -> int:
    async with open_store(shell.settings) as store:
        await report_undelivered(shell, store)
        return await send_one_message(options, shell, store, tiers)


async def send_one_message(options: AskOptions, shell: Shell, store: Store, tiers: TierModels) -> int:
    """Run a turn for the message in a new or an existing conversation. With the agent off, it is a plain chat."""
    is_agent = shell.settings.get(AGENT_UNIFIED_ENABLED)
    conversation_id = options.conversation or store.ids.new("conv")
    source = AnswerSource.of(options.turn, shell)
    message = await clear_message(options.project, shell, store, options.message, source)
    if message is None:
        return CLARIFY
    options = replace(options, message=message)
    blocks = await join_project(options.project, shell, store, conversation_id, options.message)
    files = await attach_sources(store, conversation_id, options.sources, options.message, shell)
    route = None if is_agent else CHAT_ROUTE
    standard = tiers("standard")
    async with open_services(store, shell, standard, tiers, options.turn, has_tools=is_agent) as services:

        def send() -> Awaitable[Outcome]:
            return send_message(
                services,
                options.message,
                route,
                owner=LOCAL_OWNER,
                conversation_id=conversation_id,
                attached=[*blocks, *files],
            )

        return await run_turn(options.turn, shell, services, send, source)
