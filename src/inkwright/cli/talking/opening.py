"""Open a talk: the store, the models, the conversation. This module brings everything heavy with it."""

import argparse
import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path

from inkwright.cli.answers import Answers
from inkwright.cli.shell import Shell
from inkwright.cli.talking.brains import Brains
from inkwright.cli.talking.doings import do
from inkwright.cli.talking.interrupts import Interrupts
from inkwright.cli.talking.status import Status
from inkwright.cli.talking.talk import AnswerTo, Manners, Talk
from inkwright.usecases.attach_files import attach_files
from inkwright.usecases.open_project import find_project
from inkwright.usecases.open_store import OWNER, open_store

__all__ = ["answers_by_flag", "do", "open_talk"]


async def open_talk(
    stack: contextlib.AsyncExitStack,
    shell: Shell,
    arguments: argparse.Namespace,
    interrupts: Interrupts,
    status: Status,
    answer_to: AnswerTo | None = None,
) -> Talk:
    """The talk, in the conversation that was named, with the files that were given. Models are not opened yet.

    Without `answer_to` the person answers questions at the terminal.
    """
    store = await stack.enter_async_context(open_store(shell.settings))
    at_terminal = answer_to is None
    brains = Brains(shell, status, arguments.model, may_ask=at_terminal)
    answer_to = answer_to or answers_by_flag(arguments, shell, may_ask=True)
    manners = Manners(Path(arguments.output), answer_to, says_yes=arguments.yes, is_json=arguments.json)
    talk = Talk(shell, store, brains, interrupts, manners)
    if arguments.conversation:
        await talk.go_on_in(arguments.conversation)
    named = arguments.project
    project = await find_project(store.projects, named, owner=OWNER) if named else talk.projects.current
    await talk.projects.enter(project)
    await _attach(talk, arguments.sources)
    await asyncio.to_thread(talk.files.previews.tidy)
    return talk


def answers_by_flag(arguments: argparse.Namespace, shell: Shell, *, may_ask: bool) -> AnswerTo:
    """Answers by `--yes`, and from the person where they may be asked."""
    return Answers(argparse.Namespace(yes=arguments.yes, json=not may_ask, answers=None), shell).to


async def _attach(talk: Talk, sources: Sequence[str]) -> None:
    """The files of the command line; whether they may be read was settled before."""
    paths = [Path(source) for source in sources]
    language = talk.shell.language
    await attach_files(talk.store.attachments, talk.conversation_id, paths, owner=OWNER, language=language)
