"""A chat without a terminal: each input line is a message; the output is plain lines or JSON."""

import contextlib
import json
import sys
from pathlib import Path

from inkwright.cli.chat.command_names import add_chat_commands
from inkwright.cli.chat.startup import OpenSession, open_chat, run_action
from inkwright.cli.chat.status_line import StatusLine
from inkwright.cli.chat.tasks import InterruptHandler
from inkwright.cli.commands.chat import ChatOptions
from inkwright.cli.exit_codes import INTERRUPTED, PERMISSION, error_exit_code
from inkwright.cli.options import ConsentOptions
from inkwright.cli.output import print_error
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.questions import LineForm
from inkwright.cli.terminal.slash_commands import NextStep, SlashCommands, is_slash_command
from inkwright.cli.turns import AnswerSource
from inkwright.conversation.asks import Answer, Ask, answer_from_json
from inkwright.errors import InkwrightError
from inkwright.settings import ASK_SECONDS
from inkwright.usecases.ask_loop import AnswerAsk


async def chat_on_lines(options: ChatOptions, shell: Shell) -> int:
    """Process line after line; the exit code is that of the last one. Ctrl+C ends the chat."""
    async with contextlib.AsyncExitStack() as stack:
        interrupts = stack.enter_context(InterruptHandler(leaves=True))
        status, answer = StatusLine(shell.language), _line_answers(options, shell)
        session = await open_chat(stack, shell, options, interrupts, status, answer)
        commands = SlashCommands(shell.language, shell.say)
        add_chat_commands(commands, lambda name, typed: run_action(session, name, typed), Path.cwd())
        while line := _read_line(shell):
            if line.strip() and await interrupts.run(_run_line(session, commands, line.strip())) == "leave":
                break
            if interrupts.count:
                return INTERRUPTED
            if session.exit_code == PERMISSION:
                break
        return session.exit_code


async def _run_line(session: OpenSession, commands: SlashCommands, line: str) -> NextStep:
    """Process one line. An error is reported and ends only this line."""
    try:
        if is_slash_command(line):
            return await commands.run(line)
        if not (line.startswith("{") and await _answer_open_ask(session, line)):
            await session.send(line)
    except InkwrightError as error:
        session.exit_code = error_exit_code(error)
        print_error(session.shell, error)
    return "stay"


async def _answer_open_ask(session: OpenSession, line: str) -> bool:
    """Whether the line was a JSON answer to the open ask, as programs send it."""
    ask = await session.open_ask()
    try:
        given = json.loads(line) if ask else None
    except ValueError:
        given = None
    if ask is None or given is None:
        return False
    answer = answer_from_json(ask, given)
    await session.give_answer(ask, answer)
    return True


def _read_line(shell: Shell) -> str:
    shell.out.flush()
    return shell.stdin.readline().decode("utf-8", "replace")


def _line_answers(options: ChatOptions, shell: Shell) -> AnswerAsk:
    """Return a function that answers asks by `--yes`, then from the next lines of the input.

    With `--json` it leaves them open: the next line may be the answer, in words or as JSON.
    """
    by_flag = AnswerSource(shell, ConsentOptions(yes=options.consent.yes, json=True))

    async def answer(ask: Ask) -> Answer | None:
        agreed = await by_flag.answer(ask)
        if agreed is not None or options.json:
            return agreed
        seconds = shell.settings.get(ASK_SECONDS)
        given = LineForm(shell.stdin, sys.stderr, shell.language, seconds).ask(ask)
        # An input that ends before the answer leaves the ask open.
        return None if given.status == "cancelled" else given

    return answer
