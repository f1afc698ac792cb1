"""`inkwright think`: ask a model until the answer is there, each attempt shown."""

import argparse
import asyncio
import json
import os
import re
import sys
from typing import Any

from inkwright.cli.attempts import AttemptsView
from inkwright.cli.consent import consent_of
from inkwright.cli.parse import schema_from
from inkwright.cli.shell import OK, Parser, Shell, plain
from inkwright.errors import UnreadableInput
from inkwright.i18n import text
from inkwright.llm.brain import Brain
from inkwright.usecases.keep_calls import open_call_log
from inkwright.usecases.open_model import open_model
from inkwright.usecases.think_prompt import think_sections, think_value


def add_arguments(parser: Parser) -> None:
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
    schema = schema_from(arguments.schema, shell) if arguments.schema else None
    prompt = shell.read_input(None) if arguments.prompt == "-" else arguments.prompt
    if not prompt.strip():
        raise UnreadableInput(
            name=shell.text("cli.standard_input") if arguments.prompt == "-" else "PROMPT", problem="it is empty"
        )
    is_quiet = arguments.quiet or arguments.json
    model = open_model(
        shell.settings, name=arguments.model, note=_unsaid if is_quiet else _to_stderr, ask=consent_of(shell)
    )
    brain = Brain(model, call_log=open_call_log(shell.settings, os.environ))
    view = AttemptsView(shell, arguments.attempts, is_quiet=is_quiet)
    return carry_out(arguments, schema, brain, shell, view, prompt)


def carry_out(
    arguments: argparse.Namespace, schema: Any, brain: Brain, shell: Shell, view: AttemptsView, prompt: str
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
            shell.say(f"\n{shell.styled(f'[{name}]', 'bold')}\n{plain(content)}")
    if not (arguments.quiet or arguments.json):
        print("\n" + _way(brain, shell), file=sys.stderr)
    return OK


def _way(brain: Brain, shell: Shell) -> str:
    """Which way was taken, how often each worked, and what it cost."""
    tally = brain.tally
    ways = ", ".join(
        shell.text("think.way", way=shell.text(f"way.{way}"), worked=tally.worked[way], taken=taken)
        for way, taken in tally.taken.items()
    )
    return shell.text("think.spent", ways=ways, tokens=brain.usage.completion_tokens)


def _to_stderr(line: str) -> None:
    print(line, file=sys.stderr)


def _unsaid(_: str) -> None:
    """For people who want the answer alone."""
