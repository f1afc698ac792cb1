"""A chat without a terminal: each input line is a message; the output is plain lines or JSON."""

import argparse
import contextlib
import json
import sys
from pathlib import Path

from inkwright.cli.chat.actions import run_action
from inkwright.cli.chat.command_names import add_chat_commands
from inkwright.cli.chat.session import AnswerAsk, ChatSession
from inkwright.cli.chat.startup import answers_by_flag, open_chat
from inkwright.cli.chat.status_line import StatusLine
from inkwright.cli.chat.tasks import InterruptHandler
from inkwright.cli.shell import FAILED, INTERRUPTED, PERMISSION, USAGE, Shell
from inkwright.cli.terminal.questions import LineForm
from inkwright.cli.terminal.slash_commands import NextStep, SlashCommands, is_slash_command
from inkwright.conversation.asks import Answer, Ask, answer_from_json
from inkwright.errors import CallerError, InkwrightError
from inkwright.i18n import error_text
from inkwright.usecases.store import LOCAL_OWNER
from inkwright.usecases.turns import answer_ask


async def chat_on_lines(arguments: argparse.Namespace, shell: Shell) -> int:
    """Carry out line after line; the exit code tells how the last one ended. Ctrl+C ends the whole."""
    async with contextlib.AsyncExitStack() as stack:
        interrupts = stack.enter_context(InterruptHandler(leaves=True))
        answer_to = _line_answers(arguments, shell)
        talk = await open_chat(stack, shell, arguments, interrupts, StatusLine(shell.language), answer_to)
        commands = SlashCommands(shell.language, shell.say)
        add_chat_commands(commands, lambda name, typed: run_action(talk, name, typed), Path.cwd())
        while line := _read_line(shell):
            if line.strip() and await interrupts.run(_run_line(talk, commands, line.strip())) == "leave":
                break
            if interrupts.count:
                return INTERRUPTED
            if talk.code == PERMISSION:
                break
        return talk.code


async def _run_line(talk: ChatSession, commands: SlashCommands, line: str) -> NextStep:
    """One line. What goes wrong is told, and counts as the end of this line alone."""
    try:
        if is_slash_command(line):
            return await commands.run(line)
        if not (line.startswith("{") and await _answer_waiting_ask(talk, line)):
            await talk.send(line)
    except InkwrightError as error:
        talk.code = USAGE if isinstance(error, CallerError) else FAILED
        what, todo = error_text(talk.shell.language, error)
        print(f"{talk.shell.text('cli.error')}: {what}", todo, sep="\n" if todo else "", file=sys.stderr)
    return "stay"


async def _answer_waiting_ask(talk: ChatSession, line: str) -> bool:
    """Whether the line is the answer, as JSON, to a question that waits; a program may give it so."""
    ask = await talk.waiting_ask()
    try:
        given = json.loads(line) if ask else None
    except ValueError:
        given = None
    if ask is None or given is None:
        return False
    answer = answer_from_json(ask, given)
    tiers = await talk.brains.ready(talk.note)
    await talk.carry(lambda desk: answer_ask(desk, ask.id, answer, owner=LOCAL_OWNER), tiers=tiers)
    return True


def _read_line(shell: Shell) -> str:
    shell.out.flush()
    return shell.stdin.readline().decode("utf-8", "replace")


def _line_answers(arguments: argparse.Namespace, shell: Shell) -> AnswerAsk:
    """Questions are asked on lines of their own. With `--json` nobody is asked: the next line may be the answer, in
    words or as JSON.
    """
    by_flag = answers_by_flag(arguments, shell, may_ask=False)

    async def answer(ask: Ask) -> Answer | None:
        agreed = await by_flag(ask)
        if agreed is not None or arguments.json:
            return agreed
        given = LineForm(shell.stdin, sys.stderr, shell.language).ask(ask)
        # An input that ends before the answer leaves the question as it is.
        return None if given.status == "cancelled" else given

    return answer
