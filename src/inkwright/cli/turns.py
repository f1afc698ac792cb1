"""Run one turn from a command: its project, models, answers, files and exit code."""

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from inkwright.agent.receipts import missing_text
from inkwright.agent.rule_planner import TOO_SMALL_QUESTION as TOO_SMALL
from inkwright.agent.rule_planner import TRY_ANYWAY
from inkwright.agent.services import TurnServices
from inkwright.agent.streaming import ShowEvent
from inkwright.agent.tasks import finish_despite_cancel
from inkwright.agent.tools import AgentTool
from inkwright.cli.consent import ask_yes_or_no, can_ask, provider_consent
from inkwright.cli.exit_codes import turn_exit_code
from inkwright.cli.file_permissions import check_access
from inkwright.cli.json_output import print_json_line
from inkwright.cli.options import ConsentOptions, OutputOptions, TurnOptions
from inkwright.cli.output import (
    QUIZ_FILE_NAME,
    instructions_note,
    quiz_next_steps,
    shell_command,
    shell_word,
    written_message,
)
from inkwright.cli.shell import Shell, printable, read_bytes
from inkwright.cli.terminal.columns import single_line
from inkwright.cli.terminal.event_lines import EventLineView
from inkwright.cli.terminal.questions import ask_person
from inkwright.cli.typed_files import folder_files, is_mentioned_file, nested_files, source_path, typed_files
from inkwright.conversation.asks import Answer, Ask, QuestionAnswer, answer_from_json
from inkwright.conversation.events import Event, TurnFinished, TurnStarted
from inkwright.conversation.turns import Answered, Asked, ConversationFile, Delivered, Failed, Outcome
from inkwright.errors import InvalidOption, UnreadableInput
from inkwright.extensions import load_extensions
from inkwright.i18n import Reason, error_text
from inkwright.llm.models import Model
from inkwright.projects.records import valid_name
from inkwright.usecases.ask_loop import LocalDoor, TurnDoor, TurnEnd, run_answering
from inkwright.usecases.attachments import attach_files, known_files, made_names
from inkwright.usecases.deliveries import find_undelivered, mark_delivered
from inkwright.usecases.library import document_names
from inkwright.usecases.make import save_deliverables
from inkwright.usecases.mcp_tools import open_mcp_tools
from inkwright.usecases.models import TierModels, open_tiers
from inkwright.usecases.output_files import version_name
from inkwright.usecases.preferences import enabled_tools, standing_instructions
from inkwright.usecases.projects import (
    attach_mentioned,
    clarify_mentions,
    find_project,
    open_project,
    require_project,
)
from inkwright.usecases.quiz_files import QUIZ_KIND
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store
from inkwright.usecases.turns import limits_from_settings


def ensure_project(
    project: str | None, consent: ConsentOptions, shell: Shell, *, conversation: str | None = None
) -> bool:
    """Whether the named project exists now. It is created if the user agrees, or `--yes` does.

    A project is chosen for new conversations only, so `conversation` must not be given too.
    """
    if project is None:
        return True
    if conversation:
        raise InvalidOption(option="--project", value=project, allowed=Reason("project.exclusive"))
    return asyncio.run(_find_or_create(project, consent, shell))


async def _find_or_create(project: str, consent: ConsentOptions, shell: Shell) -> bool:
    async with open_store(shell.settings) as store:
        if await find_project(store.projects, project, owner=LOCAL_OWNER) is not None:
            return True
        name = valid_name(project, shell.language)
        if not (consent.yes or _confirm_creation(name, consent, shell)):
            return False
        await open_project(store, name, owner=LOCAL_OWNER, language=shell.language)
        return True


def _confirm_creation(name: str, consent: ConsentOptions, shell: Shell) -> bool:
    if not (consent.may_ask and can_ask(shell)):
        shell.note(shell.text("project.needs_yes", name=name, shown=shell_word(name)))
        return False
    is_confirmed = ask_yes_or_no(shell, shell.text("project.make_it", name=single_line(name)))
    if not is_confirmed:
        shell.note(shell.text("project.not_made"))
    return bool(is_confirmed)


async def clear_message(
    name: str | None, shell: Shell, store: Store, message: str, source: "AnswerSource"
) -> str | None:
    """Return the message after the person was asked what its unclear mentions mean; None if nobody answers."""
    if name is None:
        return message
    project = await require_project(store.projects, name, owner=LOCAL_OWNER, language=shell.language)
    cleared = await clarify_mentions(store, project, message, is_mentioned_file, source.answer, shell.language)
    if isinstance(cleared, str):
        return cleared
    for line in error_text(shell.language, cleared):
        shell.note(line)
    return None


async def join_project(
    name: str | None, shell: Shell, store: Store, conversation_id: str, message: str
) -> list[ConversationFile]:
    """Start the conversation in the named project, and attach the blocks that the message mentions; return them."""
    if name is None:
        return []
    project = await require_project(store.projects, name, owner=LOCAL_OWNER, language=shell.language)
    attached = await attach_mentioned(store, conversation_id, project, message, is_mentioned_file)
    await store.projects.place(conversation_id, project.id, owner=LOCAL_OWNER)
    return [ConversationFile(name=each.name) for each in attached]


class AnswerSource:
    """Answers asks: by `--try-anyway` where it applies, from the file of `--answers`, by `--yes`, by the user."""

    def __init__(
        self, shell: Shell, consent: ConsentOptions, *, try_anyway: bool = False, answers: str | None = None
    ) -> None:
        self._shell = shell
        self._consent = consent
        self._tries_anyway = try_anyway
        self._given: deque[Any] = deque(_load_answers(answers) if answers else ())

    @classmethod
    def of(cls, options: TurnOptions, shell: Shell) -> "AnswerSource":
        """Return the source that the options of a command describe."""
        return cls(shell, options.consent, try_anyway=options.try_anyway, answers=options.answers)

    async def answer(self, ask: Ask) -> Answer | None:
        """Return the answer; None if no one can give it."""
        if self._tries_anyway and any(question.id == TOO_SMALL for question in ask.questions):
            return Answer(status="answered", answers=(QuestionAnswer(id=TOO_SMALL, value=TRY_ANYWAY),))
        if self._given:
            return answer_from_json(ask, self._given.popleft())
        if self._consent.yes and (agreed := _answer_by_yes(ask)) is not None:
            return agreed
        return await ask_person(ask, self._shell, folder=Path.cwd()) if self._consent.may_ask else None


def _answer_by_yes(ask: Ask) -> Answer | None:
    """Return what `--yes` agrees to: the proposed outline, or the recommended options if every question has one."""
    if ask.kind == "outline_edit":
        return Answer(status="adopted")
    if all(question.recommended for question in ask.questions):
        chosen = (QuestionAnswer(id=question.id, value=question.recommended) for question in ask.questions)
        return Answer(status="answered", answers=tuple(chosen))
    return None


def _load_answers(path: str) -> list[Any]:
    """Load one answer, or a list of answers in the order of the asks."""
    try:
        given = json.loads(read_bytes(path).decode("utf-8-sig"))
    except (ValueError, RecursionError) as problem:
        raise UnreadableInput(name=path, problem=Reason("reason.cli.not_json", detail=str(problem))) from problem
    return given if isinstance(given, list) else [given]


@contextlib.asynccontextmanager
async def open_services(
    store: Store, shell: Shell, model: Model, tiers: TierModels | None, options: TurnOptions, *, has_tools: bool = True
) -> AsyncIterator[TurnServices]:
    """Yield the services of a turn whose events are printed as lines, with the tools of MCP servers."""
    if not has_tools:
        yield _turn_services(store, shell, model, tiers, options, [])
        return
    load_extensions()
    async with open_mcp_tools(shell.settings, shell.note) as more:
        yield _turn_services(store, shell, model, tiers, options, [*enabled_tools(shell.settings), *more])


def _turn_services(
    store: Store,
    shell: Shell,
    model: Model,
    tiers: TierModels | None,
    options: TurnOptions,
    tools: Sequence[AgentTool],
) -> TurnServices:
    printing = options.printing
    view = EventLineView(shell, is_json=printing.json, is_quiet=printing.quiet, shows_failure=False)
    limits = limits_from_settings(shell.settings)
    services = store.turn_services(model, tools, LastOutcome(view.show), limits, tiers, output=options.output)
    standing = standing_instructions(Path.cwd(), shell.settings.home)
    if standing and printing.has_notes and not model.abilities.is_weak:
        shell.note(instructions_note(shell, standing))
    return replace(services, preferences=standing.for_model() if standing else "")


async def report_undelivered(shell: Shell, store: Store) -> None:
    """Tell the user once of files that were finished and not saved where they were wanted, and how to get them."""
    for turn in await find_undelivered(store, owner=LOCAL_OWNER):
        for artifact in turn.outcome.artifacts if isinstance(turn.outcome, Delivered | Failed) else ():
            words = ["inkwright", "files", "export", artifact.id, "-o", str(turn.output)]
            told = shell.text("make.undelivered", name=printable(artifact.name), command=shell_command(*words))
            shell.note(told)
        await mark_delivered(store.conversations, turn.id, owner=LOCAL_OWNER)


def open_logged_tiers(options: TurnOptions, shell: Shell) -> TierModels:
    """Open the models; every call to them is logged."""

    def note(line: str) -> None:
        if options.printing.has_notes:
            shell.note(line)

    ask = provider_consent(shell)
    return open_tiers(shell.settings, name=options.model, note=note, ask=ask, language=shell.language)


def has_permission(options: TurnOptions, shell: Shell) -> bool:
    """Whether the output folder may be written, if it is outside the workspace."""
    return check_access(options.consent, shell, writes=[options.output])


async def attach_sources(
    store: Store, conversation_id: str, sources: Sequence[str], message: str, shell: Shell
) -> list[ConversationFile]:
    """Attach the given files and the ones that the message names; `-` is standard input."""
    known = await known_files(store.conversations, conversation_id, owner=LOCAL_OWNER)
    paths = [source_path(source) for source in sources if source != "-"]
    names = [*(each.name for each in known), *await document_names(store.library, owner=LOCAL_OWNER)]
    paths += [*typed_files(message, names), *nested_files(message, Path.cwd(), names)]
    attach = partial(attach_files, store.attachments, conversation_id, owner=LOCAL_OWNER, language=shell.language)
    attached = await attach(paths, known=known)
    made = await made_names(store.conversations, conversation_id, owner=LOCAL_OWNER)
    await attach(folder_files(message, Path.cwd(), [*known, *attached], made), known=[*known, *attached])
    if "-" in sources:
        written = shell.read_input(None)
        if not written.strip():
            raise UnreadableInput(name="-", problem=Reason("reason.cli.empty"))
        stored = await store.attachments.add(conversation_id, "input.md", written, owner=LOCAL_OWNER)
        attached.append(ConversationFile(name=stored.name))
    return attached


async def run_turn(
    options: TurnOptions,
    shell: Shell,
    services: TurnServices,
    start: Callable[[], Awaitable[Outcome]],
    source: "AnswerSource | None" = None,
) -> int:
    """Run a turn in this process, save and report its files, and return the exit code."""
    assert isinstance(services.show, LastOutcome)  # noqa: S101 - `open_services` made them
    return await run_at_door(options, shell, LocalDoor(services), services.show, start, source)


async def run_at_door(
    options: TurnOptions,
    shell: Shell,
    door: TurnDoor,
    last: "LastOutcome",
    start: Callable[[], Awaitable[Outcome]],
    source: "AnswerSource | None" = None,
) -> int:
    """Run the turn with its answers, save and report its files, and return the exit code."""
    source = source or AnswerSource.of(options, shell)
    try:
        end = await run_answering(door, start(), source.answer)
    except asyncio.CancelledError:
        if last.outcome is not None:
            await finish_despite_cancel(_save_and_report(options, shell, door, last))
        raise
    await _save_and_report(options, shell, door, last, end)
    return turn_exit_code(end.outcome, end.open_ask.kind if end.open_ask else None)


async def _save_and_report(
    options: TurnOptions, shell: Shell, door: TurnDoor, last: "LastOutcome", end: TurnEnd | None = None
) -> None:
    """Save the files of a turn and report it; of one that was stopped, the files that were ready."""
    outcome, open_ask = (end.outcome, end.open_ask) if end else (last.outcome, None)
    assert outcome is not None  # noqa: S101 - a turn that was stopped has shown its end
    paths = await save_deliverables(
        door.files, outcome, options.output, overwrite=options.overwrite, formats=options.formats
    )
    await door.mark_delivered(last.turn_id)
    urls = [url for each in outcome.receipt.artifacts if (url := door.file_url(each.id))]
    _report_outcome(options.printing, shell, outcome, paths, urls)
    if open_ask is not None and not options.printing.json:
        asked = open_ask.questions[0].question if open_ask.questions else open_ask.title
        is_shown = asked == open_ask.title and not options.printing.quiet
        if options.printing.quiet and outcome.receipt.words == "unchecked":
            asked = "\n".join(filter(None, [open_ask.preface, asked]))  # the preface says that nobody checked it
        key = "make.needs_answer_above" if is_shown else "make.needs_answer"
        shell.note(shell.text(key, question=printable(asked)))


class LastOutcome:
    """Shows events, and remembers the turn, and its outcome if it was stopped."""

    def __init__(self, show: ShowEvent) -> None:
        self._show = show
        self.turn_id = ""
        self.outcome: Outcome | None = None

    def __call__(self, number: int, event: Event) -> None:
        if isinstance(event, TurnStarted):
            self.turn_id = event.turn_id
        if isinstance(event, TurnFinished):
            self.outcome = event.outcome
        self._show(number, event)


def _report_next_steps(shell: Shell, outcome: Outcome, urls: Sequence[str]) -> None:
    for url in urls:
        shell.say(shell.text("remote.file", url=url), is_whole=True)
    for quiz in (each for each in outcome.receipt.artifacts if each.artifact_kind == QUIZ_KIND):
        shell.say(quiz_next_steps(shell, quiz.name))


def _outcome_json(outcome: Outcome, paths: Sequence[Path], urls: Sequence[str]) -> dict[str, Any]:
    receipt = outcome.receipt.model_dump(mode="json")
    asked = {"ask": outcome.ask_id} if isinstance(outcome, Asked) else {}
    where = {"paths": [str(path) for path in paths], **({"urls": list(urls)} if urls else {})}
    return {"outcome": outcome.kind, **where, **receipt, **asked}


def _report_outcome(
    printing: OutputOptions, shell: Shell, outcome: Outcome, paths: Sequence[Path], urls: Sequence[str]
) -> None:
    if printing.json:
        print_json_line(shell, _outcome_json(outcome, paths, urls))
        return
    stems = {
        Path(version_name(f"{stem}.x", version)).stem
        for each in outcome.receipt.artifacts
        for stem in (Path(each.name).stem, QUIZ_FILE_NAME.sub("", each.name))
        for version in (1, each.artifact_version)
    }
    for path in paths:
        shell.say(str(path) if printing.quiet else written_message(shell, path))
        if path.stem not in stems and not printing.quiet:
            shell.say(shell.text("make.renamed", name=path.name))
    if not printing.quiet:
        _report_next_steps(shell, outcome, urls)
    if isinstance(outcome, Answered) and printing.quiet:
        shell.say(printable(outcome.message))
    elif isinstance(outcome, Delivered) and printing.quiet:
        for item in outcome.receipt.missing:
            shell.note(printable(missing_text(item, shell.language)))
    elif isinstance(outcome, Failed):
        shell.note(shell.labelled(shell.text("cli.error"), printable(outcome.message)))
