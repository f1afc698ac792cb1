"""What each `/` command of a chat does."""

import asyncio
import shlex
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from inkwright.agent.deliverables import DELIVERABLES
from inkwright.agent.rule_planner import NoModel
from inkwright.artifacts.findings import Finding
from inkwright.cli.chat.session import ChatSession
from inkwright.cli.shell import CLARIFY
from inkwright.cli.terminal.columns import align_columns, single_line, truncate
from inkwright.cli.terminal.completion import quote_name
from inkwright.cli.terminal.event_lines import file_card_lines, unstyled
from inkwright.cli.terminal.slash_commands import NextStep
from inkwright.conversation.asks import Ask, AskOption, AskQuestion
from inkwright.conversation.turns import Answered, ArtifactRef, Asked, Delivered, Failed, Outcome, TurnState
from inkwright.errors import InkwrightError, InvalidOption, TurnOver
from inkwright.extend import load_extensions
from inkwright.llm.models import Model
from inkwright.projects.records import Project, valid_name
from inkwright.usecases.conversations import (
    check_export_format,
    export_conversation,
    list_conversations,
    match_conversations,
    read_conversation,
)
from inkwright.usecases.make import DeliverableRequest, make_deliverable
from inkwright.usecases.models import TierModels
from inkwright.usecases.projects import BLOCK_PREFIX, find_project, list_projects, open_project, save_block
from inkwright.usecases.store import LOCAL_OWNER
from inkwright.usecases.turns import resume_turn, retry_turn
from inkwright.usecases.turns import take_back_message as withdraw_message

_NO_PROJECT: Final = "-"
_MAX_NAME_WIDTH: Final = 50


async def list_or_enter_project(talk: ChatSession, typed: str) -> None:
    """The projects; or a new conversation in one of them, or outside of any."""
    if not typed:
        await _show_projects(talk)
    elif typed == _NO_PROJECT:
        talk.begin_anew()
        await talk.projects.enter(None)
        talk.shell.say(talk.shell.text("chat.project.left"))
    elif project := await _find_or_create_project(talk, typed):
        talk.begin_anew()
        await talk.projects.enter(project)
        told = talk.shell.text("chat.project.entered", name=project.name, count=len(talk.projects.words))
        talk.shell.say(told)


async def save_as_block(talk: ChatSession, typed: str) -> None:
    """The last answer, or what stands on the lines behind the name, becomes a block of the project."""
    name, _, written = typed.partition("\n")
    if not name.strip():
        raise InvalidOption(option="/block", value="", allowed=talk.shell.text("chat.block.how"))
    project = talk.projects.needed("/block", name)
    content = written.strip("\n") or await _last_answer(talk)
    if not content.strip():
        raise InvalidOption(option="/block", value=name, allowed=talk.shell.text("chat.block.no_answer"))
    kept = await save_block(talk.store, project, name, content, talk.shell.language)
    await talk.projects.look()
    fields = {"path": kept.path, "version": kept.block.version, "mention": quote_name(BLOCK_PREFIX + kept.path)}
    talk.shell.say(talk.shell.text(f"chat.block.done.{kept.done}", **fields))


async def _show_projects(talk: ChatSession) -> None:
    found, current = await list_projects(talk.store, owner=LOCAL_OWNER), talk.projects.current
    if not found:
        talk.shell.say(talk.shell.text("chat.project.none"))
        return
    titles = ["", *(talk.shell.text(f"project.title.{key}") for key in ("name", "blocks", "conversations"))]
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
        talk.shell.say(line)
    talk.shell.say(talk.shell.text("chat.project.foot"))


async def _find_or_create_project(talk: ChatSession, name: str) -> Project | None:
    """The project of this name; one that is not there is made when the person says so."""
    found = await find_project(talk.store.projects, name, owner=LOCAL_OWNER)
    if found is not None:
        return found
    kept = valid_name(name, talk.shell.language)
    answer = await talk.answer_to(_creation_ask(talk, kept))
    if answer is None or answer.status != "answered" or answer.answers[0].value != "yes":
        talk.code = CLARIFY if answer is None else talk.code
        talk.note(talk.shell.text("chat.project.not_entered", name=kept))
        return None
    return (await open_project(talk.store, kept, owner=LOCAL_OWNER, language=talk.shell.language))[0]


def _creation_ask(talk: ChatSession, name: str) -> Ask:
    say = talk.shell.text
    options = tuple(AskOption(label=say(f"project.make_it.{value}"), value=value) for value in ("yes", "no"))
    asked = say("project.make_it", name=single_line(name))
    question = AskQuestion(id="make", question=asked, options=options, recommended="yes", allow_freeform=False)
    title = say("project.make_it.title")
    return Ask(kind="clarification", title=title, questions=(question,), id="project", turn_id="", owner="")


async def _last_answer(talk: ChatSession) -> str:
    """What the last turn said, if it was an answer: a failure or a question is none."""
    turn = await talk.last_turn()
    outcome = turn.outcome if turn else None
    return outcome.message if isinstance(outcome, Answered | Delivered) else ""


ChatAction = Callable[[ChatSession, str], Awaitable[None]]

_MAX_CONVERSATIONS: Final = 10
_MAX_TITLE_WIDTH: Final = 50
_ID_LENGTH: Final = 8


async def run_action(talk: ChatSession, name: str, typed: str) -> NextStep:
    """Carry a command out."""
    await _ACTIONS[name](talk, typed)
    return "stay"


async def show_or_set_model(talk: ChatSession, typed: str) -> None:
    """The models in use; or another one, which is tested first."""
    if typed:
        talk.note(talk.shell.text("chat.model.testing", name=single_line(typed)))
        await talk.brains.choose(typed, talk.note)
    else:
        talk.shell.say(talk.shell.text("chat.model.in_use", model=talk.status.model))
        talk.shell.say(talk.shell.text("chat.model.how"))


async def show_files(talk: ChatSession, _typed: str) -> None:
    """What was made in this conversation, each with the pictures of its pages."""
    made = await talk.files.made(talk.conversation_id)
    if not made:
        talk.shell.say(talk.shell.text("chat.files.none"))
    for artifact in made:
        for line in file_card_lines(talk.files.card(artifact), talk.shell.language, unstyled):
            talk.shell.say(line)
        await _show_pictures(talk, artifact)


async def show_file(talk: ChatSession, typed: str) -> None:
    """The pages of one file that was made: the one whose name begins so, or the last."""
    made = [artifact for artifact in await talk.files.made(talk.conversation_id) if artifact.name.startswith(typed)]
    if not made:
        talk.shell.say(
            talk.shell.text("chat.show.nothing", name=single_line(typed))
            if typed
            else talk.shell.text("chat.files.none")
        )
        return
    for line in file_card_lines(talk.files.card(made[-1]), talk.shell.language, unstyled):
        talk.shell.say(line)
    await _show_pictures(talk, made[-1])


async def _show_pictures(talk: ChatSession, artifact: ArtifactRef) -> None:
    pictures = await talk.files.pictures(artifact, talk.shell.language)
    if isinstance(pictures, Finding):
        talk.shell.say(f"  {single_line(pictures.what)}")
    elif pictures:
        if talk.canvas:
            talk.canvas.show(await asyncio.to_thread(pictures[0].read_bytes))
        told = talk.shell.text("chat.files.pages", count=len(pictures), first=pictures[0], folder=pictures[0].parent)
        talk.shell.say(f"  {told}")


async def undo_message(talk: ChatSession, _typed: str) -> None:
    """The last message comes back into the prompt; what followed it no longer belongs to the talk."""
    turn = await _last_turn(talk)
    if turn is None:
        talk.shell.say(talk.shell.text("chat.undo.nothing"))
        return
    await withdraw_message(talk.store.conversations, talk.store.asks, turn)
    talk.draft = turn.message
    talk.shell.say(talk.shell.text("chat.undo.done"))


async def retry_last_turn(talk: ChatSession, _typed: str) -> None:
    """The last turn once more: one that failed, one that waits for an answer, one whose process died."""
    turn = await _last_turn(talk)
    outcome = turn.outcome if turn else None
    if turn is None or (turn.status == "finished" and not isinstance(outcome, Failed)):
        talk.shell.say(talk.shell.text("chat.retry.nothing"))
        return
    tiers = await talk.brains.ready(talk.note)
    if isinstance(outcome, Asked):
        await talk.carry(lambda _desk: _same_outcome(outcome), tiers=tiers)
    elif isinstance(outcome, Failed):
        await talk.carry(lambda desk: retry_turn(desk, turn.id, owner=LOCAL_OWNER), tiers=tiers)
    else:
        await talk.carry(lambda desk: resume_turn(desk, turn.id, owner=LOCAL_OWNER), tiers=tiers)


async def _last_turn(talk: ChatSession) -> TurnState | None:
    """The last turn, which must not be carried by another process."""
    turn = await talk.last_turn()
    if turn and turn.status == "running" and turn.held_until > talk.store.clock.now().timestamp():
        raise TurnOver(id=turn.id, status=turn.status)
    return turn


async def _same_outcome(outcome: Outcome) -> Outcome:
    return outcome


async def export_chat(talk: ChatSession, typed: str) -> None:
    """The conversation as a file of the workspace."""
    meant = await match_conversations(talk.store, talk.conversation_id, owner=LOCAL_OWNER)
    if not meant:
        talk.shell.say(talk.shell.text("chat.export.nothing"))
        return
    path = _unquoted_path(typed or f"conversation-{talk.conversation_id[-_ID_LENGTH:]}.md")
    check_export_format(path)
    if not await talk.may_write(path):
        return
    whole = await read_conversation(talk.store, meant[0], owner=LOCAL_OWNER)
    kept = await asyncio.to_thread(export_conversation, whole, path, talk.shell.language)
    talk.shell.say(talk.shell.text("write.done", path=kept, size=f"{kept.stat().st_size:,}"))


async def start_new_conversation(talk: ChatSession, _typed: str) -> None:
    """Another conversation."""
    talk.begin_anew()
    talk.shell.say(talk.shell.text("chat.new"))


async def list_or_open_conversation(talk: ChatSession, typed: str) -> None:
    """The latest conversations; or one of them, to go on in it."""
    if typed:
        title = await talk.go_on_in(typed)
        talk.shell.say(talk.shell.text("chat.going_on", title=title))
        return
    page = await list_conversations(talk.store, owner=LOCAL_OWNER, limit=_MAX_CONVERSATIONS)
    rows = [
        (page.short_ids[row.id], truncate(single_line(row.title), _MAX_TITLE_WIDTH), str(row.turns))
        for row in page.rows
    ]
    for line in align_columns(rows, right=(2,)) if rows else [talk.shell.text("chat.history.none")]:
        talk.shell.say(line)
    if rows:
        talk.shell.say(talk.shell.text("chat.history.foot"))


async def make_from_file(talk: ChatSession, typed: str) -> None:
    """A file of the person's becomes slides, a document, a PDF, a quiz or a page, as the words behind it say."""
    load_extensions()
    thing, _, rest = typed.partition(" ")
    name, request = _split_name_and_request(rest.strip().removeprefix("@"))
    if thing not in DELIVERABLES or not name:
        raise InvalidOption(option="/make", value=typed, allowed=talk.shell.text("chat.make.how"))
    attached = await talk.attach([_unquoted_path(name)])
    if not attached:
        return
    said = request or DELIVERABLES[thing].text(talk.shell.language, "request", names=attached[0].name)
    order = DeliverableRequest(thing, said, talk.conversation_id)
    tiers, model = await _tiers_or_rule(talk)
    await talk.carry(lambda desk: make_deliverable(desk, order, language=talk.shell.language), tiers=tiers, model=model)


async def _tiers_or_rule(talk: ChatSession) -> tuple[TierModels | None, Model | None]:
    """The models of the talk; where there are none, a file is made something of by rule."""
    try:
        return await talk.brains.ready(talk.note), None
    except InkwrightError:
        return None, NoModel()


def _split_name_and_request(typed: str) -> tuple[str, str]:
    """The name of the file, in quotes where it holds blanks, and the words behind it. A name that is all of it wins."""
    if not typed or _unquoted_path(typed).exists():
        return typed, ""
    try:
        name = shlex.split(typed)[0]
    except (ValueError, IndexError):
        name = typed.split()[0]
    end = typed.find(name) + len(name)
    return name, typed[end:].lstrip("\"' ").strip()


def _unquoted_path(written: str) -> Path:
    """The path without the quotes that completion or a habit put around it."""
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
    "undo": undo_message,
}
