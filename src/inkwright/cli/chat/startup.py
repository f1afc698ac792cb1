"""Open a chat session: store, models, conversation and attached files."""

import argparse
import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path

from inkwright.cli.chat.actions import run_action
from inkwright.cli.chat.model_selection import ChatModels
from inkwright.cli.chat.session import AnswerAsk, ChatOptions, ChatSession
from inkwright.cli.chat.status_line import StatusLine
from inkwright.cli.chat.tasks import InterruptHandler
from inkwright.cli.shell import Shell
from inkwright.cli.turns import AnswerSource
from inkwright.usecases.conversations import attach_files
from inkwright.usecases.projects import find_project
from inkwright.usecases.store import LOCAL_OWNER, open_store

__all__ = ["answers_by_flag", "open_chat", "run_action"]


async def open_chat(
    stack: contextlib.AsyncExitStack,
    shell: Shell,
    arguments: argparse.Namespace,
    interrupts: InterruptHandler,
    status: StatusLine,
    answer_to: AnswerAsk | None = None,
) -> ChatSession:
    """The talk, in the conversation that was named, with the files that were given. Models are not opened yet.

    Without `answer_to` the person answers questions at the terminal.
    """
    store = await stack.enter_async_context(open_store(shell.settings))
    at_terminal = answer_to is None
    brains = ChatModels(shell, status, arguments.model, may_ask=at_terminal)
    answer_to = answer_to or answers_by_flag(arguments, shell, may_ask=True)
    manners = ChatOptions(Path(arguments.output), answer_to, says_yes=arguments.yes, is_json=arguments.json)
    talk = ChatSession(shell, store, brains, interrupts, manners)
    if arguments.conversation:
        await talk.go_on_in(arguments.conversation)
    named = arguments.project
    project = await find_project(store.projects, named, owner=LOCAL_OWNER) if named else talk.projects.current
    await talk.projects.enter(project)
    await _attach_sources(talk, arguments.sources)
    await asyncio.to_thread(talk.files.previews.tidy)
    return talk


def answers_by_flag(arguments: argparse.Namespace, shell: Shell, *, may_ask: bool) -> AnswerAsk:
    """Answers by `--yes`, and from the person where they may be asked."""
    return AnswerSource(argparse.Namespace(yes=arguments.yes, json=not may_ask, answers=None), shell).to


async def _attach_sources(talk: ChatSession, sources: Sequence[str]) -> None:
    """The files of the command line; whether they may be read was settled before."""
    paths = [Path(source) for source in sources]
    language = talk.shell.language
    await attach_files(talk.store.attachments, talk.conversation_id, paths, owner=LOCAL_OWNER, language=language)
