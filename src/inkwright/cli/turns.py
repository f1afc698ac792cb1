"""What commands of one turn share: flags, models, permissions, the answers it needs, its files, the exit code."""

import argparse
import json
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from inkwright.agent.desk import Desk
from inkwright.cli.answers import Answers
from inkwright.cli.consent import consent_of
from inkwright.cli.events import EventsView
from inkwright.cli.next_steps import quiz_steps
from inkwright.cli.project_flag import add_project_argument
from inkwright.cli.shell import CLARIFY, FAILED, OK, OUTLINE, PERMISSION, Parser, Shell, plain
from inkwright.cli.talking.access import may_use
from inkwright.conversation.asks import AskKind
from inkwright.conversation.outcomes import Answered, Asked, Failed, Outcome
from inkwright.conversation.protocols import Attachments
from inkwright.errors import UnreadableInput
from inkwright.i18n import text
from inkwright.llm.logged import LoggedModel
from inkwright.llm.models import Model
from inkwright.llm.providers import Tier
from inkwright.usecases.answer_ask import answer_ask
from inkwright.usecases.attach_files import attach_files
from inkwright.usecases.keep_calls import open_call_log
from inkwright.usecases.make_thing import deliver_files
from inkwright.usecases.open_store import OWNER
from inkwright.usecases.open_tiers import Tiers, open_tiers

_NEEDS: dict[AskKind, int] = {"clarification": CLARIFY, "outline_edit": OUTLINE, "permission": PERMISSION}


def add_turn_arguments(parser: Parser) -> None:
    """The flags of a command that runs one turn from the beginning."""
    told = text(parser.language, "turns.from")
    parser.add_argument("--from", dest="sources", metavar="FILE", action="append", default=[], help=told)
    add_project_argument(parser)
    add_carrying_arguments(parser)


def add_carrying_arguments(parser: Parser) -> None:
    """The flags of every command that carries a turn."""
    say = parser.language
    parser.add_argument("-o", "--output", metavar="DIR", default=".", help=text(say, "write.output"))
    parser.add_argument("--model", metavar="NAME", help=text(say, "turns.model"))
    parser.add_argument("--yes", action="store_true", help=text(say, "turns.yes"))
    parser.add_argument("--try-anyway", action="store_true", help=text(say, "turns.try_anyway"))
    parser.add_argument("--answers", metavar="FILE", help=text(say, "turns.answers"))
    parser.add_argument("--overwrite", action="store_true", help=text(say, "write.overwrite"))
    parser.add_argument("--json", action="store_true", help=text(say, "make.json"))
    parser.add_argument("--quiet", action="store_true", help=text(say, "write.quiet"))


def view_of(arguments: argparse.Namespace, shell: Shell) -> EventsView:
    """How the events of the turn are shown."""
    return EventsView(shell, is_json=arguments.json, is_quiet=arguments.quiet, tells_failure=False)


def tiers_of(arguments: argparse.Namespace, shell: Shell) -> Tiers:
    """The models, every call of which is written down."""

    def note(line: str) -> None:
        if not (arguments.json or arguments.quiet):
            print(line, file=sys.stderr)

    return logged(open_tiers(shell.settings, name=arguments.model, note=note, ask=consent_of(shell)), shell)


def logged(tiers: Tiers, shell: Shell) -> Tiers:
    """The same models, each call of which is written down."""
    log = open_call_log(shell.settings, os.environ)
    known: dict[int, Model] = {}

    def of(tier: Tier) -> Model:
        model = tiers(tier)
        return known.setdefault(id(model), LoggedModel(model, log, "turn"))

    return of


def permitted(arguments: argparse.Namespace, shell: Shell) -> bool:
    """Whether the files may be read and the folder may be written, which may lie outside of the workspace."""
    reads = [*arguments.sources, getattr(arguments, "answers", None)]
    return may_use(arguments, shell, reads=reads, writes=[Path(arguments.output)])


async def attach(attachments: Attachments, conversation_id: str, sources: list[str], shell: Shell) -> None:
    """Put the files beside the message. `-` is what stands on standard input."""
    paths = [Path(source) for source in sources if source != "-"]
    await attach_files(attachments, conversation_id, paths, owner=OWNER, language=shell.language)
    if "-" in sources:
        written = shell.read_input(None)
        if not written.strip():
            raise UnreadableInput(name="-", problem="it is empty")
        await attachments.add(conversation_id, "input.md", written, owner=OWNER)


async def carry_out(
    arguments: argparse.Namespace, shell: Shell, desk: Desk, begin: Callable[[], Awaitable[Outcome]]
) -> int:
    """The turn, the answers that it needs, its files, and the exit code."""
    answers = Answers(arguments, shell)
    outcome = await begin()
    kind: AskKind = "clarification"
    while isinstance(outcome, Asked):
        ask = await desk.asks.get(outcome.ask_id, owner=OWNER)
        answer = None if ask is None else await answers.to(ask)
        if ask is None or answer is None:
            kind = ask.kind if ask else kind
            break
        outcome = await answer_ask(desk, ask.id, answer, owner=OWNER)
    paths = await deliver_files(desk, outcome, Path(arguments.output), overwrite=arguments.overwrite)
    _tell(arguments, shell, outcome, paths)
    if isinstance(outcome, Asked):
        return _NEEDS[kind]
    return FAILED if isinstance(outcome, Failed) else OK


def _written(shell: Shell, path: Path) -> str:
    lines = [shell.text("write.done", path=path, size=f"{path.stat().st_size:,}"), quiz_steps(shell, path)]
    return "\n".join(filter(None, lines))


def _tell(arguments: argparse.Namespace, shell: Shell, outcome: Outcome, paths: list[Path]) -> None:
    if arguments.json:
        shell.say(json.dumps({"outcome": outcome.kind, "paths": [str(path) for path in paths]}, ensure_ascii=False))
        return
    for path in paths:
        shell.say(str(path) if arguments.quiet else _written(shell, path))
    if isinstance(outcome, Answered) and arguments.quiet:
        shell.say(plain(outcome.message))
    elif isinstance(outcome, Failed):
        print(f"{shell.text('cli.error')}: {plain(outcome.message)}", file=sys.stderr)
    elif isinstance(outcome, Asked):
        print(shell.text("make.needs_answer", question=outcome.message), file=sys.stderr)
