"""Run one turn from a command: its flags, project, models, answers, files and exit code."""

import argparse
import asyncio
import json
import os
import shlex
import sys
from collections import deque
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from inkwright.agent.rule_planner import TOO_SMALL_QUESTION as TOO_SMALL
from inkwright.agent.rule_planner import TRY_ANYWAY
from inkwright.agent.services import TurnServices
from inkwright.cli.consent import ask_yes_or_no, can_ask, provider_consent
from inkwright.cli.file_permissions import check_access
from inkwright.cli.output import quiz_next_steps
from inkwright.cli.shell import CLARIFY, FAILED, OK, OUTLINE, PERMISSION, CommandParser, Shell, printable
from inkwright.cli.terminal.columns import single_line
from inkwright.cli.terminal.completion import mentioned_names
from inkwright.cli.terminal.event_lines import EventLineView
from inkwright.cli.terminal.questions import ask_person
from inkwright.conversation.asks import Answer, Ask, AskKind, QuestionAnswer, answer_from_json
from inkwright.conversation.protocols import Attachments
from inkwright.conversation.turns import Answered, Asked, Failed, Outcome
from inkwright.errors import InvalidOption, UnreadableInput
from inkwright.i18n import text
from inkwright.llm.call_log import LoggedModel
from inkwright.llm.models import Model
from inkwright.llm.providers import Tier
from inkwright.projects.records import valid_name
from inkwright.usecases.conversations import attach_files
from inkwright.usecases.make import save_deliverables
from inkwright.usecases.models import TierModels, open_tiers
from inkwright.usecases.projects import BLOCK_PREFIX, attach_blocks, find_project, open_project, require_project
from inkwright.usecases.store import LOCAL_OWNER, Store, open_call_log, open_store
from inkwright.usecases.turns import answer_ask


def add_project_argument(parser: CommandParser) -> None:
    """The flag itself."""
    parser.add_argument("--project", metavar="NAME", help=text(parser.language, "project.flag"))


def ensure_project(arguments: argparse.Namespace, shell: Shell) -> bool:
    """Whether the project is there now. One that is not is made when the person says so, or `--yes` does; where nobody
    can be asked, they are told how.
    """
    if arguments.project is None:
        return True
    if getattr(arguments, "conversation", None):
        raise InvalidOption(option="--project", value=arguments.project, allowed=shell.text("project.exclusive"))
    return asyncio.run(_find_or_create(arguments, shell))


async def _find_or_create(arguments: argparse.Namespace, shell: Shell) -> bool:
    async with open_store(shell.settings) as store:
        if await find_project(store.projects, arguments.project, owner=LOCAL_OWNER) is not None:
            return True
        name = valid_name(arguments.project, shell.language)
        if not (arguments.yes or _confirm_creation(name, arguments, shell)):
            return False
        await open_project(store, name, owner=LOCAL_OWNER, language=shell.language)
        return True


def _confirm_creation(name: str, arguments: argparse.Namespace, shell: Shell) -> bool:
    if arguments.json or not can_ask(shell):
        print(shell.text("project.needs_yes", name=name, shown=shlex.quote(name)), file=sys.stderr)
        return False
    is_wanted = ask_yes_or_no(shell, shell.text("project.make_it", name=single_line(name)))
    if not is_wanted:
        print(shell.text("project.not_made"), file=sys.stderr)
    return bool(is_wanted)


async def join_project(
    arguments: argparse.Namespace, shell: Shell, store: Store, conversation_id: str, said: str
) -> None:
    """Begin the conversation in the project that was named, with the blocks that the message names beside it."""
    if arguments.project is None:
        return
    project = await require_project(store.projects, arguments.project, owner=LOCAL_OWNER, language=shell.language)
    await store.projects.place(conversation_id, project.id, owner=LOCAL_OWNER)
    if named := mentioned_blocks(said):
        await attach_blocks(store, conversation_id, project, named, shell.language)


def mentioned_blocks(message: str) -> list[str]:
    """The blocks that a message names: `@block:Introduction`, `@"block:My chapter/Introduction"`."""
    return [name.removeprefix(BLOCK_PREFIX) for name in mentioned_names(message) if name.startswith(BLOCK_PREFIX)]


class AnswerSource:
    """Gives the answer to each ask in turn: by `--try-anyway` to what it is about, from `--answers`, by `--yes`, from
    the person.
    """

    def __init__(self, arguments: argparse.Namespace, shell: Shell) -> None:
        self._shell = shell
        self._says_yes: bool = arguments.yes
        self._wants_try: bool = getattr(arguments, "try_anyway", False)
        self._may_ask = not arguments.json
        self._given: deque[Any] = deque(_load_answers(arguments.answers) if arguments.answers else ())

    async def to(self, ask: Ask) -> Answer | None:
        """The answer; None if there is nobody who can give it: nothing answers itself."""
        if self._wants_try and any(question.id == TOO_SMALL for question in ask.questions):
            return Answer(status="answered", answers=(QuestionAnswer(id=TOO_SMALL, value=TRY_ANYWAY),))
        if self._given:
            return answer_from_json(ask, self._given.popleft())
        if self._says_yes and (agreed := _answer_by_yes(ask)) is not None:
            return agreed
        return await ask_person(ask, self._shell, folder=Path.cwd()) if self._may_ask else None


def _answer_by_yes(ask: Ask) -> Answer | None:
    """What `--yes` agrees to: the outline as it stands, a permission for this once, and what is recommended where
    something is recommended for every question.
    """
    if ask.kind == "outline_edit":
        return Answer(status="adopted")
    if all(question.recommended for question in ask.questions):
        chosen = (QuestionAnswer(id=question.id, value=question.recommended) for question in ask.questions)
        return Answer(status="answered", answers=tuple(chosen))
    return None


def _load_answers(path: str) -> list[Any]:
    """One answer, or a list of answers in the order of the asks."""
    try:
        given = json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except OSError as problem:
        raise UnreadableInput(name=path, problem=problem.strerror or str(problem)) from problem
    except ValueError as problem:
        raise UnreadableInput(name=path, problem=f"it is no JSON: {problem}") from problem
    return given if isinstance(given, list) else [given]


_EXIT_CODE_BY_ASK: dict[AskKind, int] = {"clarification": CLARIFY, "outline_edit": OUTLINE, "permission": PERMISSION}


def add_turn_arguments(parser: CommandParser) -> None:
    """The flags of a command that runs one turn from the beginning."""
    told = text(parser.language, "turns.from")
    parser.add_argument("--from", dest="sources", metavar="FILE", action="append", default=[], help=told)
    add_project_argument(parser)
    add_run_arguments(parser)


def add_run_arguments(parser: CommandParser) -> None:
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


def open_events_view(arguments: argparse.Namespace, shell: Shell) -> EventLineView:
    """How the events of the turn are shown."""
    return EventLineView(shell, is_json=arguments.json, is_quiet=arguments.quiet, tells_failure=False)


def open_logged_tiers(arguments: argparse.Namespace, shell: Shell) -> TierModels:
    """The models, every call of which is written down."""

    def note(line: str) -> None:
        if not (arguments.json or arguments.quiet):
            print(line, file=sys.stderr)

    return with_call_log(
        open_tiers(shell.settings, name=arguments.model, note=note, ask=provider_consent(shell)), shell
    )


def with_call_log(tiers: TierModels, shell: Shell) -> TierModels:
    """The same models, each call of which is written down."""
    log = open_call_log(shell.settings, os.environ)
    known: dict[int, Model] = {}

    def of(tier: Tier) -> Model:
        model = tiers(tier)
        return known.setdefault(id(model), LoggedModel(model, log, "turn"))

    return of


def has_permission(arguments: argparse.Namespace, shell: Shell) -> bool:
    """Whether the files may be read and the folder may be written, which may lie outside of the workspace."""
    reads = [*arguments.sources, getattr(arguments, "answers", None)]
    return check_access(arguments, shell, reads=reads, writes=[Path(arguments.output)])


async def attach_sources(attachments: Attachments, conversation_id: str, sources: list[str], shell: Shell) -> None:
    """Put the files beside the message. `-` is what stands on standard input."""
    paths = [Path(source) for source in sources if source != "-"]
    await attach_files(attachments, conversation_id, paths, owner=LOCAL_OWNER, language=shell.language)
    if "-" in sources:
        written = shell.read_input(None)
        if not written.strip():
            raise UnreadableInput(name="-", problem="it is empty")
        await attachments.add(conversation_id, "input.md", written, owner=LOCAL_OWNER)


async def run_turn(
    arguments: argparse.Namespace, shell: Shell, desk: TurnServices, begin: Callable[[], Awaitable[Outcome]]
) -> int:
    """The turn, the answers that it needs, its files, and the exit code."""
    answers = AnswerSource(arguments, shell)
    outcome = await begin()
    kind: AskKind = "clarification"
    while isinstance(outcome, Asked):
        ask = await desk.asks.get(outcome.ask_id, owner=LOCAL_OWNER)
        answer = None if ask is None else await answers.to(ask)
        if ask is None or answer is None:
            kind = ask.kind if ask else kind
            break
        outcome = await answer_ask(desk, ask.id, answer, owner=LOCAL_OWNER)
    paths = await save_deliverables(desk, outcome, Path(arguments.output), overwrite=arguments.overwrite)
    _report_outcome(arguments, shell, outcome, paths)
    if isinstance(outcome, Asked):
        return _EXIT_CODE_BY_ASK[kind]
    return FAILED if isinstance(outcome, Failed) else OK


def _file_report(shell: Shell, path: Path) -> str:
    lines = [shell.text("write.done", path=path, size=f"{path.stat().st_size:,}"), quiz_next_steps(shell, path)]
    return "\n".join(filter(None, lines))


def _report_outcome(arguments: argparse.Namespace, shell: Shell, outcome: Outcome, paths: list[Path]) -> None:
    if arguments.json:
        shell.say(json.dumps({"outcome": outcome.kind, "paths": [str(path) for path in paths]}, ensure_ascii=False))
        return
    for path in paths:
        shell.say(str(path) if arguments.quiet else _file_report(shell, path))
    if isinstance(outcome, Answered) and arguments.quiet:
        shell.say(printable(outcome.message))
    elif isinstance(outcome, Failed):
        print(f"{shell.text('cli.error')}: {printable(outcome.message)}", file=sys.stderr)
    elif isinstance(outcome, Asked):
        print(shell.text("make.needs_answer", question=outcome.message), file=sys.stderr)
