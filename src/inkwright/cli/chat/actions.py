"""What each `/` command of a chat does."""

import asyncio
import shlex
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from inkwright.agent.deliverables import DELIVERABLES
from inkwright.agent.rule_planner import NoModel
from inkwright.artifacts.findings import Finding
from inkwright.cli.chat.quiz_taking import take_quiz
from inkwright.cli.chat.session import ChatSession
from inkwright.cli.exit_codes import CLARIFY
from inkwright.cli.output import written_message
from inkwright.cli.terminal.columns import align_columns, single_line, truncate
from inkwright.cli.terminal.completion import quote_name
from inkwright.cli.terminal.event_lines import file_card_lines, unstyled
from inkwright.cli.terminal.slash_commands import NextStep
from inkwright.conversation.asks import Ask, AskOption, AskQuestion
from inkwright.conversation.turns import Answered, ArtifactRef, Asked, Delivered, Failed, Outcome, TurnState
from inkwright.errors import InkwrightError, InvalidOption, TurnOver
from inkwright.extensions import load_extensions
from inkwright.i18n import Reason
from inkwright.llm.models import Model
from inkwright.projects.block_paths import save_block
from inkwright.projects.mentions import BLOCK_PREFIX
from inkwright.projects.records import Project, valid_name
from inkwright.settings import TOOLS_OFF, save_setting
from inkwright.tools.registry import all_tools
from inkwright.usecases.conversations import (
    check_export_format,
    export_conversation,
    list_conversations,
    match_conversations,
    read_conversation,
)
from inkwright.usecases.make import DeliverableRequest, make_deliverable
from inkwright.usecases.models import TierModels
from inkwright.usecases.preferences import check_tool_name
from inkwright.usecases.projects import find_project, list_projects, open_project
from inkwright.usecases.quiz_files import QUIZ_KIND
from inkwright.usecases.store import LOCAL_OWNER
from inkwright.usecases.turns import resume_turn, retry_turn
from inkwright.usecases.turns import take_back_message as withdraw_message

_NO_PROJECT: Final = "-"
_MAX_NAME_WIDTH: Final = 50


async def list_or_enter_project(session: ChatSession, typed: str) -> None:
    """List the projects; or start a new conversation in one of them, or in none."""
    if not typed:
        await _show_projects(session)
    elif typed == _NO_PROJECT:
        session.start_conversation()
        await session.projects.enter(None)
        session.shell.say(session.shell.text("chat.project.left"))
    elif project := await _find_or_create_project(session, typed):
        session.start_conversation()
        await session.projects.enter(project)
        count = len(session.projects.words)
        session.shell.say(session.shell.text("chat.project.entered", name=project.name, count=count))


async def save_as_block(session: ChatSession, typed: str) -> None:
    """Save the last answer, or the lines after the name, as a block of the project."""
    name, _, written = typed.partition("\n")
    if not name.strip():
        raise InvalidOption(option="/block", value="", allowed=Reason("chat.block.how"))
    project = session.projects.require("/block", name)
    content = written.strip("\n") or await _last_answer(session)
    if not content.strip():
        raise InvalidOption(option="/block", value=name, allowed=Reason("chat.block.no_answer"))
    saved = await save_block(session.store.workspace(project, session.shell.language), name, content)
    await session.projects.refresh()
    fields = {"path": saved.path, "version": saved.block.version, "mention": quote_name(BLOCK_PREFIX + saved.path)}
    session.shell.say(session.shell.text(f"chat.block.done.{saved.done}", **fields))


async def _show_projects(session: ChatSession) -> None:
    found, current = await list_projects(session.store, owner=LOCAL_OWNER), session.projects.current
    if not found:
        session.shell.say(session.shell.text("chat.project.none"))
        return
    titles = ["", *(session.shell.text(f"project.title.{key}") for key in ("name", "blocks", "conversations"))]
    rows = [
        (
            "*" if current and current.id == each.project.id else "",
            truncate(each.project.name, _MAX_NAME_WIDTH),
            str(len(each.tree)),
            str(len(each.conversations)),
        )
        for each in found
    ]
    for line in align_columns([titles, *rows], right=(2, 3)):
        session.shell.say(line)
    session.shell.say(session.shell.text("chat.project.foot"))


async def _find_or_create_project(session: ChatSession, name: str) -> Project | None:
    """Return the project of this name; create it if the user agrees."""
    found = await find_project(session.store.projects, name, owner=LOCAL_OWNER)
    if found is not None:
        return found
    valid = valid_name(name, session.shell.language)
    answer = await session.answer(_creation_ask(session, valid))
    if answer is None or answer.status != "answered" or answer.answers[0].value != "yes":
        session.exit_code = CLARIFY if answer is None else session.exit_code
        session.note(session.shell.text("chat.project.not_entered", name=valid))
        return None
    return (await open_project(session.store, valid, owner=LOCAL_OWNER, language=session.shell.language))[0]


def _creation_ask(session: ChatSession, name: str) -> Ask:
    message = session.shell.text
    options = tuple(AskOption(label=message(f"project.make_it.{value}"), value=value) for value in ("yes", "no"))
    written = message("project.make_it", name=single_line(name))
    question = AskQuestion(id="make", question=written, options=options, recommended="yes", allow_freeform=False)
    title = message("project.make_it.title")
    return Ask(kind="clarification", title=title, questions=(question,), id="project", turn_id="", owner="")


async def _last_answer(session: ChatSession) -> str:
    """Return the message of the last turn if it answered; a failure or a question has none."""
    turn = await session.last_turn()
    outcome = turn.outcome if turn else None
    return outcome.message if isinstance(outcome, Answered | Delivered) else ""


ChatAction = Callable[[ChatSession, str], Awaitable[None]]

_MAX_CONVERSATIONS: Final = 10
_MAX_TITLE_WIDTH: Final = 50
_ID_LENGTH: Final = 8


async def run_action(session: ChatSession, name: str, typed: str) -> NextStep:
    """Run a command."""
    await _ACTIONS[name](session, typed)
    return "stay"


async def show_or_set_model(session: ChatSession, typed: str) -> None:
    """Show the models in use; or switch to another one after testing it."""
    if typed:
        session.note(session.shell.text("chat.model.testing", name=single_line(typed)))
        await session.models.choose(typed, session.note)
    else:
        session.shell.say(session.models.why or session.shell.text("chat.model.in_use", model=session.status.model))
        if session.models.is_weak:
            session.shell.say(session.shell.text("chat.model.better"))
        session.shell.say(session.shell.text("chat.model.how"))


async def show_files(session: ChatSession, _typed: str) -> None:
    """Show the files made in this conversation with images of their pages."""
    made = await session.files.made(session.conversation_id)
    if not made:
        session.shell.say(session.shell.text("chat.files.none"))
    for artifact in made:
        for line in file_card_lines(session.files.card(artifact), session.shell.language, unstyled):
            session.shell.say(line)
        await _show_pictures(session, artifact)


async def show_file(session: ChatSession, typed: str) -> None:
    """Show the pages of one file: the last one whose name begins with the typed text."""
    made = [
        artifact for artifact in await session.files.made(session.conversation_id) if artifact.name.startswith(typed)
    ]
    if not made:
        session.shell.say(
            session.shell.text("chat.show.nothing", name=single_line(typed))
            if typed
            else session.shell.text("chat.files.none")
        )
        return
    for line in file_card_lines(session.files.card(made[-1]), session.shell.language, unstyled):
        session.shell.say(line)
    await _show_pictures(session, made[-1])


async def list_or_switch_tools(session: ChatSession, typed: str) -> None:
    """List the tools; or switch one off or on, in every turn from now on, also of later chats."""
    switch, _, name = typed.partition(" ")
    if not typed:
        rows = [
            (each, session.shell.text("chat.tools.off") if each in session.tools_off else "") for each in all_tools()
        ]
        for line in align_columns(rows):
            session.shell.say(line)
        return
    if switch not in ("on", "off") or not name.strip():
        raise InvalidOption(option="/tools", value=typed, allowed=Reason("chat.tools.how"))
    check_tool_name(name.strip())
    (session.tools_off.add if switch == "off" else session.tools_off.discard)(name.strip())
    saved = ",".join(sorted(session.tools_off)) or "none"
    save_setting(session.shell.settings.home, TOOLS_OFF.name, saved)
    session.shell.say(session.shell.text(f"chat.tools.switched_{switch}", name=name.strip()))


async def take_made_quiz(session: ChatSession, typed: str) -> None:
    """Take the last quiz of this conversation, or the last one whose name begins with the typed text."""
    made = [each for each in await session.files.made(session.conversation_id) if each.artifact_kind == QUIZ_KIND]
    found = [each for each in made if each.name.startswith(typed)]
    content = await session.store.vault.read(found[-1].id, owner=LOCAL_OWNER) if found else None
    if content is None:
        session.shell.say(session.shell.text("chat.take.nothing"))
        return
    await take_quiz(content, found[-1].name, session.shell)


async def _show_pictures(session: ChatSession, artifact: ArtifactRef) -> None:
    pictures = await session.files.pictures(artifact)
    if isinstance(pictures, Finding):
        session.shell.say(f"  {single_line(pictures.message(session.shell.language))}")
    elif pictures:
        if session.images:
            session.images.show(await asyncio.to_thread(pictures[0].read_bytes))
        first = pictures[0]
        pages = session.shell.text("chat.files.pages", count=len(pictures), first=first, folder=first.parent)
        session.shell.say(f"  {pages}")


async def undo_message(session: ChatSession, _typed: str) -> None:
    """Return the last message to the prompt, and remove it and what followed from the conversation."""
    turn = await _last_turn(session)
    if turn is None:
        session.shell.say(session.shell.text("chat.undo.nothing"))
        return
    await withdraw_message(session.store.conversations, session.store.asks, turn)
    session.draft = turn.message
    session.shell.say(session.shell.text("chat.undo.done"))


async def retry_last_turn(session: ChatSession, _typed: str) -> None:
    """Run the last turn again if it failed, waits for an answer, or was interrupted."""
    turn = await _last_turn(session)
    outcome = turn.outcome if turn else None
    if turn is None or (turn.status == "finished" and not isinstance(outcome, Failed)):
        session.shell.say(session.shell.text("chat.retry.nothing"))
        return
    tiers = await session.models.ready(session.note)
    if isinstance(outcome, Asked):
        await session.run_turn(lambda _services: _same_outcome(outcome), tiers=tiers)
    elif isinstance(outcome, Failed):
        await session.run_turn(lambda services: retry_turn(services, turn.id, owner=LOCAL_OWNER), tiers=tiers)
    else:
        await session.run_turn(lambda services: resume_turn(services, turn.id, owner=LOCAL_OWNER), tiers=tiers)


async def _last_turn(session: ChatSession) -> TurnState | None:
    """Return the last turn; raise `TurnOver` if another process is running it."""
    turn = await session.last_turn()
    if turn and turn.is_held(session.store.clock.now().timestamp()):
        raise TurnOver(id=turn.id, status=turn.status)
    return turn


async def _same_outcome(outcome: Outcome) -> Outcome:
    return outcome


async def export_chat(session: ChatSession, typed: str) -> None:
    """Export the conversation to a file."""
    rows = await match_conversations(session.store, session.conversation_id, owner=LOCAL_OWNER)
    if not rows:
        session.shell.say(session.shell.text("chat.export.nothing"))
        return
    path = _unquoted_path(typed or f"conversation-{session.conversation_id[-_ID_LENGTH:]}.md")
    check_export_format(path)
    if not await session.may_write(path):
        return
    conversation = await read_conversation(session.store, rows[0], owner=LOCAL_OWNER)
    exported = await asyncio.to_thread(export_conversation, conversation, path, session.shell.language)
    session.shell.say(written_message(session.shell, exported))


async def start_new_conversation(session: ChatSession, _typed: str) -> None:
    """Start a new conversation."""
    session.start_conversation()
    session.shell.say(session.shell.text("chat.new"))


async def list_or_open_conversation(session: ChatSession, typed: str) -> None:
    """List the latest conversations; or continue one of them."""
    if typed:
        title = await session.open_conversation(typed)
        session.shell.say(session.shell.text("chat.going_on", title=title))
        await session.show_recent()
        return
    page = await list_conversations(session.store, owner=LOCAL_OWNER, limit=_MAX_CONVERSATIONS)
    rows = [
        (page.short_ids[row.id], truncate(single_line(row.title), _MAX_TITLE_WIDTH), str(row.turns))
        for row in page.rows
    ]
    if not rows:
        session.shell.say(session.shell.text("chat.history.none"))
        return
    for line in align_columns(session.shell.table_rows(rows, shrinks=1), right=(2,)):
        session.shell.say(line)
    session.shell.say(session.shell.text("chat.history.foot"))


async def make_from_file(session: ChatSession, typed: str) -> None:
    """Make slides, a document, a PDF, a quiz or a page from a file; the words after its name are the request."""
    load_extensions()
    deliverable, _, rest = typed.partition(" ")
    name, request = _split_name_and_request(rest.strip().removeprefix("@"))
    if deliverable not in DELIVERABLES or not name:
        raise InvalidOption(option="/make", value=typed, allowed=Reason("chat.make.how"))
    attached = await session.attach([_unquoted_path(name)])
    message = request or DELIVERABLES[deliverable].text(session.shell.language, "request", names=attached[0].name)
    order = DeliverableRequest(deliverable, message, session.conversation_id, attached=tuple(attached))
    tiers, model = await _tiers_or_rule(session)
    language = session.shell.language
    await session.run_turn(
        lambda services: make_deliverable(services, order, language=language), tiers=tiers, model=model
    )


async def _tiers_or_rule(session: ChatSession) -> tuple[TierModels | None, Model | None]:
    """Return the models of the chat; without any, a file is converted by rules."""
    try:
        return await session.models.ready(session.note), None
    except InkwrightError:
        return None, NoModel()


def _split_name_and_request(typed: str) -> tuple[str, str]:
    """Split off the name of the file, which may be quoted. If all of it names a file, the request is empty."""
    if not typed or _unquoted_path(typed).exists():
        return typed, ""
    try:
        name = shlex.split(typed)[0]
    except (ValueError, IndexError):
        name = typed.split()[0]
    end = typed.find(name) + len(name)
    return name, typed[end:].lstrip("\"' ").strip()


def _unquoted_path(written: str) -> Path:
    """Return the path without quotes around it."""
    try:
        words = shlex.split(written)
    except ValueError:
        words = []
    return Path(words[0] if len(words) == 1 else written).expanduser()


_ACTIONS: Final[dict[str, ChatAction]] = {
    "block": save_as_block,
    "export": export_chat,
    "files": show_files,
    "history": list_or_open_conversation,
    "make": make_from_file,
    "model": show_or_set_model,
    "new": start_new_conversation,
    "project": list_or_enter_project,
    "retry": retry_last_turn,
    "show": show_file,
    "take": take_made_quiz,
    "tools": list_or_switch_tools,
    "undo": undo_message,
}
