"""`inkwright make slides`: a note becomes a checked deck, in one turn whose events are shown."""

import argparse
import asyncio
import json
import os
import sys
from pathlib import Path

from inkwright.agent.desk import Desk
from inkwright.cli.consent import can_ask, consent_of
from inkwright.cli.events import EventsView
from inkwright.cli.shell import CLARIFY, FAILED, OK, Parser, Shell, plain
from inkwright.conversation.asks import Answer, Ask, QuestionAnswer
from inkwright.conversation.outcomes import Answered, Asked, Delivered, Failed, Outcome
from inkwright.errors import UnreadableInput
from inkwright.i18n import text
from inkwright.llm.logged import LoggedModel
from inkwright.llm.models import Model
from inkwright.usecases.answer_ask import answer_ask
from inkwright.usecases.keep_calls import open_call_log
from inkwright.usecases.keep_file import ensure_folder
from inkwright.usecases.make_slides import deliver_files, make_slides, slides_desk
from inkwright.usecases.open_model import open_model
from inkwright.usecases.open_store import OWNER, open_store
from inkwright.usecases.plan_by_rule import NAME as RULE


def add_arguments(parser: Parser) -> None:
    say = parser.language
    things = parser.add_subparsers(dest="thing", required=True, metavar="slides")
    slides = things.add_parser(
        "slides", help=text(say, "make.slides"), description=text(say, "make.slides"), language=say
    )
    slides.add_argument("note", metavar="NOTE", help=text(say, "write.note"))
    slides.add_argument("-o", "--output", metavar="DIR", default=".", help=text(say, "write.output"))
    slides.add_argument("--model", metavar="NAME", help=text(say, "make.model"))
    slides.add_argument("--overwrite", action="store_true", help=text(say, "write.overwrite"))
    slides.add_argument("--json", action="store_true", help=text(say, "make.json"))
    slides.add_argument("--quiet", action="store_true", help=text(say, "write.quiet"))


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    note = shell.read_input(None if arguments.note == "-" else arguments.note)
    if not note.strip():
        raise UnreadableInput(name=arguments.note, problem="it is empty")
    ensure_folder(Path(arguments.output))
    model = None if arguments.model == RULE else _model(arguments, shell)
    view = EventsView(shell, is_json=arguments.json, is_quiet=arguments.quiet)
    return asyncio.run(_with_store(arguments, shell, view, model, note))


async def _with_store(
    arguments: argparse.Namespace, shell: Shell, view: EventsView, model: Model | None, note: str
) -> int:
    async with open_store(shell.settings) as store:
        return await carry_out(arguments, shell, slides_desk(store, model, note, view.show), note)


async def carry_out(arguments: argparse.Namespace, shell: Shell, desk: Desk, note: str) -> int:
    """The turn, the answers that it needs, and the files."""
    outcome = await make_slides(desk, note)
    while isinstance(outcome, Asked) and can_ask(shell) and not arguments.json:
        ask = await desk.asks.get(outcome.ask_id, owner=OWNER)
        if ask is None:
            break
        outcome = await answer_ask(desk, ask.id, _answer(ask, shell), owner=OWNER)
    paths = await deliver_files(desk, outcome, Path(arguments.output), overwrite=arguments.overwrite)
    _tell(arguments, shell, outcome, paths)
    if isinstance(outcome, Asked):
        return CLARIFY
    return OK if isinstance(outcome, Delivered) else FAILED


def _model(arguments: argparse.Namespace, shell: Shell) -> Model:
    def note_down(line: str) -> None:
        if not (arguments.json or arguments.quiet):
            print(line, file=sys.stderr)

    model = open_model(shell.settings, name=arguments.model, note=note_down, ask=consent_of(shell))
    if model.abilities.is_weak:
        note_down(shell.text("make.too_weak"))
    return LoggedModel(model, open_call_log(shell.settings, os.environ), "turn")


def _answer(ask: Ask, shell: Shell) -> Answer:
    """One line for each question; an empty one skips it."""
    answers: list[QuestionAnswer] = []
    for question in ask.questions:
        options = question.options
        for number, option in enumerate(options, 1):
            shell.say(f"  {number}. {plain(option.label)}")
        print(f"{plain(question.question)} ", end="", file=sys.stderr, flush=True)
        line = shell.stdin.readline().decode("utf-8", "replace").strip()
        chosen = options[int(line) - 1] if line.isdigit() and 0 < int(line) <= len(options) else None
        value = chosen.value if chosen else line or None
        answers.append(QuestionAnswer(id=question.id, value=value, skipped=value is None))
    return Answer(status="answered", answers=tuple(answers))


def _tell(arguments: argparse.Namespace, shell: Shell, outcome: Outcome, paths: list[Path]) -> None:
    if arguments.json:
        shell.say(json.dumps({"outcome": outcome.kind, "paths": [str(path) for path in paths]}, ensure_ascii=False))
        return
    for path in paths:
        shell.say(
            str(path) if arguments.quiet else shell.text("write.done", path=path, size=f"{path.stat().st_size:,}")
        )
    if isinstance(outcome, Failed):
        print(f"{shell.text('cli.error')}: {outcome.message}", file=sys.stderr)
    elif isinstance(outcome, Answered):
        print(shell.text("make.nothing"), file=sys.stderr)
    elif isinstance(outcome, Asked):
        print(shell.text("make.needs_answer", question=outcome.message), file=sys.stderr)
