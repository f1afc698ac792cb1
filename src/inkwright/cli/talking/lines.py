"""A talk without a terminal: each line of the input is a message, and what comes back are plain lines or JSON."""

import argparse
import contextlib
import json
import sys
from pathlib import Path

from inkwright.cli.shell import FAILED, INTERRUPTED, PERMISSION, USAGE, Shell
from inkwright.cli.talking.commands import add_commands
from inkwright.cli.talking.interrupts import Interrupts
from inkwright.cli.talking.opening import answers_by_flag, do, open_talk
from inkwright.cli.talking.status import Status
from inkwright.cli.talking.talk import AnswerTo, Talk
from inkwright.cli.terminal.commands import Commands, Next, is_command
from inkwright.cli.terminal.plain_forms import PlainForm
from inkwright.conversation.answering import answers_from_json
from inkwright.conversation.asks import Answer, Ask
from inkwright.errors import CallerError, InkwrightError
from inkwright.i18n import error_text
from inkwright.usecases.answer_ask import answer_ask
from inkwright.usecases.open_store import OWNER


async def talk_on_lines(arguments: argparse.Namespace, shell: Shell) -> int:
    """Carry out line after line; the exit code tells how the last one ended. Ctrl+C ends the whole."""
    async with contextlib.AsyncExitStack() as stack:
        interrupts = stack.enter_context(Interrupts(leaves=True))
        answer_to = _answering(arguments, shell)
        talk = await open_talk(stack, shell, arguments, interrupts, Status(shell.language), answer_to)
        commands = Commands(shell.language, shell.say)
        add_commands(commands, lambda name, typed: do(talk, name, typed), Path.cwd())
        while line := _line(shell):
            if line.strip() and await interrupts.run(_carried(talk, commands, line.strip())) == "leave":
                break
            if interrupts.count:
                return INTERRUPTED
            if talk.code == PERMISSION:
                break
        return talk.code


async def _carried(talk: Talk, commands: Commands, line: str) -> Next:
    """One line. What goes wrong is told, and counts as the end of this line alone."""
    try:
        if is_command(line):
            return await commands.run(line)
        if not (line.startswith("{") and await _answered(talk, line)):
            await talk.send(line)
    except InkwrightError as error:
        talk.code = USAGE if isinstance(error, CallerError) else FAILED
        what, todo = error_text(talk.shell.language, error)
        print(f"{talk.shell.text('cli.error')}: {what}", todo, sep="\n" if todo else "", file=sys.stderr)
    return "stay"


async def _answered(talk: Talk, line: str) -> bool:
    """Whether the line is the answer, as JSON, to a question that waits; a program may give it so."""
    ask = await talk.waiting_ask()
    try:
        given = json.loads(line) if ask else None
    except ValueError:
        given = None
    if ask is None or given is None:
        return False
    answer = answers_from_json(ask, given)
    tiers = await talk.brains.ready(talk.note)
    await talk.carry(lambda desk: answer_ask(desk, ask.id, answer, owner=OWNER), tiers=tiers)
    return True


def _line(shell: Shell) -> str:
    shell.out.flush()
    return shell.stdin.readline().decode("utf-8", "replace")


def _answering(arguments: argparse.Namespace, shell: Shell) -> AnswerTo:
    """Questions are asked on lines of their own. With `--json` nobody is asked: the next line may be the answer, in
    words or as JSON.
    """
    by_flag = answers_by_flag(arguments, shell, may_ask=False)

    async def answer(ask: Ask) -> Answer | None:
        agreed = await by_flag(ask)
        if agreed is not None or arguments.json:
            return agreed
        given = PlainForm(shell.stdin, sys.stderr, shell.language).ask(ask)
        # An input that ends before the answer leaves the question as it is.
        return None if given.status == "cancelled" else given

    return answer
