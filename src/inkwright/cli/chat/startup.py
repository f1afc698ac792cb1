"""Open a chat session: store, models, conversation and attached files."""

import asyncio
import contextlib

from inkwright.cli.chat.actions import run_action as run_local_action
from inkwright.cli.chat.model_selection import ChatModels
from inkwright.cli.chat.remote_session import RemoteChatSession, run_remote_action
from inkwright.cli.chat.session import ChatSession, SessionOptions
from inkwright.cli.chat.status_line import StatusLine
from inkwright.cli.chat.tasks import InterruptHandler
from inkwright.cli.commands.chat import ChatOptions
from inkwright.cli.remote_turns import open_remote, refuse_local_options
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.slash_commands import NextStep
from inkwright.cli.turns import AnswerSource, report_undelivered
from inkwright.cli.typed_files import source_path
from inkwright.usecases.ask_loop import AnswerAsk
from inkwright.usecases.mcp_tools import open_mcp_tools
from inkwright.usecases.projects import find_project
from inkwright.usecases.store import LOCAL_OWNER, open_store

OpenSession = ChatSession | RemoteChatSession
"""A chat in this process, or on a service."""


async def run_action(session: OpenSession, name: str, typed: str) -> NextStep:
    """Run a `/` command."""
    if isinstance(session, RemoteChatSession):
        return await run_remote_action(session, name, typed)
    return await run_local_action(session, name, typed)


async def open_chat(
    stack: contextlib.AsyncExitStack,
    shell: Shell,
    options: ChatOptions,
    interrupts: InterruptHandler,
    status: StatusLine,
    answer: AnswerAsk | None = None,
) -> OpenSession:
    """Open a session in the chosen conversation and project, with the given files. Models are not opened yet.

    Without `answer` the user answers questions at the terminal.
    """
    if options.remote.server:
        return await _open_remote_chat(stack, shell, options, interrupts, status, answer)
    store = await stack.enter_async_context(open_store(shell.settings))
    await report_undelivered(shell, store)
    models = ChatModels(shell, status, options.model, may_ask=answer is None)
    answer = answer or AnswerSource(shell, options.consent).answer
    session_options = SessionOptions(options.output, answer, options.consent, is_json=options.json)
    session = ChatSession(shell, store, models, interrupts, session_options)
    session.mcp_tools = await stack.enter_async_context(open_mcp_tools(shell.settings, session.note))
    continued = options.conversation
    if options.continues and not continued:
        continued = await store.conversations.latest_id(LOCAL_OWNER)
    if continued:
        await session.open_conversation(continued)
    name = options.project
    project = await find_project(store.projects, name, owner=LOCAL_OWNER) if name else session.projects.current
    await session.projects.enter(project)
    await session.attach_to_next([source_path(source) for source in options.sources])
    await asyncio.to_thread(session.files.previews.tidy)
    return session


async def _open_remote_chat(
    stack: contextlib.AsyncExitStack,
    shell: Shell,
    options: ChatOptions,
    interrupts: InterruptHandler,
    status: StatusLine,
    answer: AnswerAsk | None,
) -> RemoteChatSession:
    refuse_local_options(project=options.project, model=options.model)
    remote = await stack.enter_async_context(open_remote(options.remote, shell))
    answer = answer or AnswerSource(shell, options.consent).answer
    session_options = SessionOptions(options.output, answer, options.consent, is_json=options.json)
    session = RemoteChatSession(shell, remote, status, interrupts, session_options)
    await session.open_conversation(options.conversation, continues=options.continues)
    session.attach_to_next([source_path(source) for source in options.sources])
    return session
