"""`inkwright think`: ask a model until its answer is valid, and show each attempt."""

import argparse
import asyncio
import json
import os
import re
import sys
from typing import Any

from inkwright.cli.commands.parse import load_schema
from inkwright.cli.consent import provider_consent
from inkwright.cli.shell import OK, CommandParser, Shell, printable
from inkwright.cli.terminal.event_lines import AttemptLineView
from inkwright.errors import UnreadableInput
from inkwright.i18n import text
from inkwright.llm.brain import Brain
from inkwright.usecases.models import open_model
from inkwright.usecases.store import open_call_log
from inkwright.usecases.thinking import think_sections, think_value


def add_arguments(parser: CommandParser) -> None:
    say = parser.language
    parser.add_argument("prompt", metavar="PROMPT", help=text(say, "think.prompt"))
    forms = parser.add_mutually_exclusive_group(required=True)
    forms.add_argument("--sections", metavar="A,B", help=text(say, "think.sections"))
    forms.add_argument("--schema", metavar="FILE", help=text(say, "parse.schema"))
    parser.add_argument("--model", metavar="NAME", help=text(say, "write.model"))
    parser.add_argument("--attempts", metavar="N", type=int, default=3, help=text(say, "write.attempts"))
    parser.add_argument("--json", action="store_true", help=text(say, "cli.flag.json"))
    parser.add_argument("--quiet", action="store_true", help=text(say, "think.quiet"))


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    schema = load_schema(arguments.schema, shell) if arguments.schema else None
    prompt = shell.read_input(None) if arguments.prompt == "-" else arguments.prompt
    if not prompt.strip():
        raise UnreadableInput(
            name=shell.text("cli.standard_input") if arguments.prompt == "-" else "PROMPT", problem="it is empty"
        )
    is_quiet = arguments.quiet or arguments.json
    model = open_model(
        shell.settings,
        name=arguments.model,
        note=_ignore_note if is_quiet else _print_to_stderr,
        ask=provider_consent(shell),
    )
    brain = Brain(model, call_log=open_call_log(shell.settings, os.environ))
    view = AttemptLineView(shell, arguments.attempts, is_quiet=is_quiet)
    return think_and_print(arguments, schema, brain, shell, view, prompt)


def think_and_print(
    arguments: argparse.Namespace, schema: Any, brain: Brain, shell: Shell, view: AttemptLineView, prompt: str
) -> int:
    """Think, show it, and show the way that was taken."""
    names = [name.strip() for name in re.split("[,，]", arguments.sections or "") if name.strip()]
    try:
        if schema is not None:
            found = asyncio.run(think_value(brain, prompt, schema, arguments.attempts, view.hear))
        else:
            found = asyncio.run(think_sections(brain, prompt, names, arguments.attempts, view.hear))
    finally:
        view.close()
    if schema is not None or arguments.json:
        shell.say(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        for name, content in found.items():
            shell.say(f"\n{shell.styled(f'[{name}]', 'bold')}\n{printable(content)}")
    if not (arguments.quiet or arguments.json):
        print("\n" + _strategy_report(brain, shell), file=sys.stderr)
    return OK


def _strategy_report(brain: Brain, shell: Shell) -> str:
    """Which way was taken, how often each worked, and what it cost."""
    tally = brain.tally
    ways = ", ".join(
        shell.text("think.way", way=shell.text(f"way.{way}"), worked=tally.worked[way], taken=taken)
        for way, taken in tally.taken.items()
    )
    return shell.text("think.spent", ways=ways, tokens=brain.usage.completion_tokens)


def _print_to_stderr(line: str) -> None:
    print(line, file=sys.stderr)


def _ignore_note(_: str) -> None:
    """For people who want the answer alone."""
