"""`inkwright think`: ask a model until its answer is valid, and show each attempt."""

import asyncio
import re
from dataclasses import dataclass, field
from typing import Any

from inkwright.cli.arguments import CommandParser
from inkwright.cli.commands.parse import load_schema
from inkwright.cli.consent import provider_consent
from inkwright.cli.exit_codes import OK
from inkwright.cli.json_output import print_json
from inkwright.cli.options import OutputOptions, add_json_flag
from inkwright.cli.shell import Shell, printable
from inkwright.cli.terminal.event_lines import AttemptLineView
from inkwright.errors import UnreadableInput
from inkwright.i18n import Reason
from inkwright.llm.brain import Brain
from inkwright.usecases.models import open_model
from inkwright.usecases.school import local_names_kept
from inkwright.usecases.thinking import think_sections, think_value


@dataclass(frozen=True, slots=True)
class ThinkOptions:
    """Options of `inkwright think`. Either `sections` or `schema` is given."""

    prompt: str
    sections: str | None = None
    schema: str | None = None
    model: str | None = None
    attempts: int = 3
    printing: OutputOptions = field(default_factory=OutputOptions)

    @property
    def section_names(self) -> list[str]:
        """The names of the sections."""
        return [name.strip() for name in re.split("[,，]", self.sections or "") if name.strip()]


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(ThinkOptions)
    parser.add_argument("prompt", metavar="PROMPT", help=parser.text("think.prompt"))
    formats = parser.add_mutually_exclusive_group(required=True)
    formats.add_argument("--sections", metavar="A,B", help=parser.text("think.sections"))
    formats.add_argument("--schema", metavar="FILE", help=parser.text("parse.schema"))
    parser.add_argument("--model", metavar="NAME", help=parser.text("write.model"))
    parser.add_argument("--attempts", metavar="N", type=int, default=3, help=parser.text("write.attempts"))
    add_json_flag(parser)
    parser.add_switch("--quiet", "think.quiet")


def run(options: ThinkOptions, shell: Shell) -> int:
    schema = load_schema(options.schema, shell) if options.schema else None
    prompt = shell.read_input(None) if options.prompt == "-" else options.prompt
    if not prompt.strip():
        name = shell.text("cli.standard_input") if options.prompt == "-" else "PROMPT"
        raise UnreadableInput(name=name, problem=Reason("reason.cli.empty"))
    note = shell.note if options.printing.has_notes else _ignore_note
    model = open_model(shell.settings, name=options.model, note=note, ask=provider_consent(shell))
    return think_and_print(options, schema, Brain(model, purpose="think"), shell, prompt)


def think_and_print(options: ThinkOptions, schema: Any, brain: Brain, shell: Shell, prompt: str) -> int:
    """Ask the model, and print each attempt, the answer and how it was asked."""
    view = AttemptLineView(shell, options.attempts, is_quiet=not options.printing.has_notes)
    try:
        answer = asyncio.run(_think(options, schema, brain, shell, prompt, view))
    finally:
        view.close()
    if schema is not None or options.printing.json:
        print_json(shell, answer)
    else:
        for name, content in answer.items():
            shell.say(f"\n{shell.styled(f'[{name}]', 'bold')}\n{printable(content)}")
    if options.printing.has_notes:
        shell.note("\n" + _strategy_report(brain, shell))
    return OK


async def _think(
    options: ThinkOptions, schema: Any, brain: Brain, shell: Shell, prompt: str, view: AttemptLineView
) -> Any:
    async with local_names_kept(brain.model, shell.settings):
        if schema is not None:
            return await think_value(brain, prompt, schema, options.attempts, view.show)
        return await think_sections(brain, prompt, options.section_names, options.attempts, view.show)


def _strategy_report(brain: Brain, shell: Shell) -> str:
    """Return which ways of asking were used, how often each worked, and the tokens spent."""
    tally = brain.tally
    ways = ", ".join(
        shell.text("think.way", way=shell.text(f"way.{way}"), worked=tally.worked[way], taken=taken)
        for way, taken in tally.taken.items()
    )
    return shell.text("think.spent", ways=ways, tokens=brain.usage.completion_tokens)


def _ignore_note(_: str) -> None:
    """Print nothing: only the answer is wanted."""
