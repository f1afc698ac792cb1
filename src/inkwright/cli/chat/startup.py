"""Open a chat session: store, models, conversation and attached files."""

import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path

from inkwright.cli.chat.actions import run_action
from inkwright.cli.chat.model_selection import ChatModels
from inkwright.cli.chat.session import ChatSession, SessionOptions
from inkwright.cli.chat.status_line import StatusLine
from inkwright.cli.chat.tasks import InterruptHandler
from inkwright.cli.commands.chat import ChatOptions
from inkwright.cli.shell import Shell
from inkwright.cli.turns import AnswerSource, report_undelivered
from inkwright.usecases.ask_loop import AnswerAsk
from inkwright.usecases.conversations import attach_files
from inkwright.usecases.projects import find_project
from inkwright.usecases.store import LOCAL_OWNER, open_store

__all__ = ["open_chat", "run_action"]


async def open_chat(
    stack: contextlib.AsyncExitStack,
    shell: Shell,
    options: ChatOptions,
    interrupts: InterruptHandler,
    status: StatusLine,
    answer: AnswerAsk | None = None,
) -> ChatSession:
    """Open a session in the chosen conversation and project, with the given files. Models are not opened yet.

    Without `answer` the user answers questions at the terminal.
    """
    store = await stack.enter_async_context(open_store(shell.settings))
    await report_undelivered(shell, store)
    models = ChatModels(shell, status, options.model, may_ask=answer is None)
    answer = answer or AnswerSource(shell, options.consent).answer
    session_options = SessionOptions(options.output, answer, options.consent, is_json=options.json)
    session = ChatSession(shell, store, models, interrupts, session_options)
    continued = options.conversation
    if options.continues and not continued:
        continued = await store.conversations.latest_id(LOCAL_OWNER)
    if continued:
        await session.open_conversation(continued)
    name = options.project
    project = await find_project(store.projects, name, owner=LOCAL_OWNER) if name else session.projects.current
    await session.projects.enter(project)
    await _attach_sources(session, options.sources)
    await asyncio.to_thread(session.files.previews.tidy)
    return session


async def _attach_sources(session: ChatSession, sources: Sequence[str]) -> None:
    """Attach the files of the command line; access to them was checked before."""
    paths = [Path(source) for source in sources]
    language = session.shell.language
    await attach_files(session.store.attachments, session.conversation_id, paths, owner=LOCAL_OWNER, language=language)
