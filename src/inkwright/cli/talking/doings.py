"""What the `/` commands of a talk do."""

import asyncio
import shlex
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, cast

from inkwright.agent.planning import NoModel
from inkwright.artifacts.findings import Finding
from inkwright.cli.columns import aligned, cut, one_line
from inkwright.cli.talking.commands import THINGS
from inkwright.cli.talking.project_doings import keep_as_block, show_or_enter_project
from inkwright.cli.talking.talk import Talk
from inkwright.cli.terminal.commands import Next
from inkwright.cli.terminal.event_lines import card_lines, unpainted
from inkwright.conversation.outcomes import ArtifactRef, Asked, Failed, Outcome
from inkwright.conversation.turns import TurnState
from inkwright.errors import InkwrightError, InvalidOption, TurnOver
from inkwright.llm.models import Model
from inkwright.usecases.export_conversation import check_form, export_conversation
from inkwright.usecases.find_conversations import conversations_meant, list_conversations
from inkwright.usecases.make_thing import Order, Thing, make_thing
from inkwright.usecases.open_store import OWNER
from inkwright.usecases.open_tiers import Tiers
from inkwright.usecases.read_conversation import read_conversation
from inkwright.usecases.resume_turn import resume_turn
from inkwright.usecases.retry_turn import retry_turn
from inkwright.usecases.take_back import take_back as withdraw_message

Doing = Callable[[Talk, str], Awaitable[None]]

_MOST_CONVERSATIONS: Final = 10
_WIDEST_TITLE: Final = 50
_ID_LETTERS: Final = 8


async def do(talk: Talk, name: str, typed: str) -> Next:
    """Carry a command out."""
    await _DOINGS[name](talk, typed)
    return "stay"


async def show_or_set_model(talk: Talk, typed: str) -> None:
    """The models in use; or another one, which is tested first."""
    if typed:
        talk.note(talk.shell.text("chat.model.testing", name=one_line(typed)))
        await talk.brains.choose(typed, talk.note)
    else:
        talk.shell.say(talk.shell.text("chat.model.in_use", model=talk.status.model))
        talk.shell.say(talk.shell.text("chat.model.how"))


async def show_files(talk: Talk, _typed: str) -> None:
    """What was made in this conversation, each with the pictures of its pages."""
    made = await talk.files.made(talk.conversation_id)
    if not made:
        talk.shell.say(talk.shell.text("chat.files.none"))
    for artifact in made:
        for line in card_lines(talk.files.card(artifact), talk.shell.language, unpainted):
            talk.shell.say(line)
        await _show_pictures(talk, artifact)


async def show_one(talk: Talk, typed: str) -> None:
    """The pages of one file that was made: the one whose name begins so, or the last."""
    made = [artifact for artifact in await talk.files.made(talk.conversation_id) if artifact.name.startswith(typed)]
    if not made:
        talk.shell.say(
            talk.shell.text("chat.show.nothing", name=one_line(typed)) if typed else talk.shell.text("chat.files.none")
        )
        return
    for line in card_lines(talk.files.card(made[-1]), talk.shell.language, unpainted):
        talk.shell.say(line)
    await _show_pictures(talk, made[-1])


async def _show_pictures(talk: Talk, artifact: ArtifactRef) -> None:
    pictures = await talk.files.pictures(artifact, talk.shell.language)
    if isinstance(pictures, Finding):
        talk.shell.say(f"  {one_line(pictures.what)}")
    elif pictures:
        if talk.canvas:
            talk.canvas.show(await asyncio.to_thread(pictures[0].read_bytes))
        told = talk.shell.text("chat.files.pages", count=len(pictures), first=pictures[0], folder=pictures[0].parent)
        talk.shell.say(f"  {told}")


async def take_back(talk: Talk, _typed: str) -> None:
    """The last message comes back into the prompt; what followed it no longer belongs to the talk."""
    turn = await _last_turn(talk)
    if turn is None:
        talk.shell.say(talk.shell.text("chat.undo.nothing"))
        return
    await withdraw_message(talk.store.conversations, talk.store.asks, turn)
    talk.draft = turn.message
    talk.shell.say(talk.shell.text("chat.undo.done"))


async def try_again(talk: Talk, _typed: str) -> None:
    """The last turn once more: one that failed, one that waits for an answer, one whose process died."""
    turn = await _last_turn(talk)
    outcome = turn.outcome if turn else None
    if turn is None or (turn.status == "finished" and not isinstance(outcome, Failed)):
        talk.shell.say(talk.shell.text("chat.retry.nothing"))
        return
    tiers = await talk.brains.ready(talk.note)
    if isinstance(outcome, Asked):
        await talk.carry(lambda _desk: _itself(outcome), tiers=tiers)
    elif isinstance(outcome, Failed):
        await talk.carry(lambda desk: retry_turn(desk, turn.id, owner=OWNER), tiers=tiers)
    else:
        await talk.carry(lambda desk: resume_turn(desk, turn.id, owner=OWNER), tiers=tiers)


async def _last_turn(talk: Talk) -> TurnState | None:
    """The last turn, which must not be carried by another process."""
    turn = await talk.last_turn()
    if turn and turn.status == "running" and turn.held_until > talk.store.clock.now().timestamp():
        raise TurnOver(id=turn.id, status=turn.status)
    return turn


async def _itself(outcome: Outcome) -> Outcome:
    return outcome


async def export(talk: Talk, typed: str) -> None:
    """The conversation as a file of the workspace."""
    meant = await conversations_meant(talk.store, talk.conversation_id, owner=OWNER)
    if not meant:
        talk.shell.say(talk.shell.text("chat.export.nothing"))
        return
    path = _path(typed or f"conversation-{talk.conversation_id[-_ID_LETTERS:]}.md")
    check_form(path)
    if not await talk.may_write(path):
        return
    whole = await read_conversation(talk.store, meant[0], owner=OWNER)
    kept = await asyncio.to_thread(export_conversation, whole, path, talk.shell.language)
    talk.shell.say(talk.shell.text("write.done", path=kept, size=f"{kept.stat().st_size:,}"))


async def begin_anew(talk: Talk, _typed: str) -> None:
    """Another conversation."""
    talk.begin_anew()
    talk.shell.say(talk.shell.text("chat.new"))


async def show_or_take_up(talk: Talk, typed: str) -> None:
    """The latest conversations; or one of them, to go on in it."""
    if typed:
        title = await talk.go_on_in(typed)
        talk.shell.say(talk.shell.text("chat.going_on", title=title))
        return
    page = await list_conversations(talk.store, owner=OWNER, limit=_MOST_CONVERSATIONS)
    rows = [(page.short_ids[row.id], cut(one_line(row.title), _WIDEST_TITLE), str(row.turns)) for row in page.rows]
    for line in aligned(rows, right=(2,)) if rows else [talk.shell.text("chat.history.none")]:
        talk.shell.say(line)
    if rows:
        talk.shell.say(talk.shell.text("chat.history.foot"))


async def make_from_file(talk: Talk, typed: str) -> None:
    """A file of the person's becomes slides, a document, a PDF, a quiz or a page, as the words behind it say."""
    thing, _, rest = typed.partition(" ")
    name, request = _name_and_request(rest.strip().removeprefix("@"))
    if thing not in THINGS or not name:
        raise InvalidOption(option="/make", value=typed, allowed=talk.shell.text("chat.make.how"))
    attached = await talk.attach([_path(name)])
    if not attached:
        return
    said = request or talk.shell.text(f"make.from_files.{thing}", names=attached[0].name)
    order = Order(cast("Thing", thing), said, talk.conversation_id)
    tiers, model = await _tiers_or_rule(talk)
    await talk.carry(lambda desk: make_thing(desk, order, language=talk.shell.language), tiers=tiers, model=model)


async def _tiers_or_rule(talk: Talk) -> tuple[Tiers | None, Model | None]:
    """The models of the talk; where there are none, a file is made something of by rule."""
    try:
        return await talk.brains.ready(talk.note), None
    except InkwrightError:
        return None, NoModel()


def _name_and_request(typed: str) -> tuple[str, str]:
    """The name of the file, in quotes where it holds blanks, and the words behind it. A name that is all of it wins."""
    if not typed or _path(typed).exists():
        return typed, ""
    try:
        name = shlex.split(typed)[0]
    except (ValueError, IndexError):
        name = typed.split()[0]
    end = typed.find(name) + len(name)
    return name, typed[end:].lstrip("\"' ").strip()


def _path(written: str) -> Path:
    """The path without the quotes that completion or a habit put around it."""
    try:
        words = shlex.split(written)
    except ValueError:
        words = []
    return Path(words[0] if len(words) == 1 else written).expanduser()


_DOINGS: Final[dict[str, Doing]] = {
    "block": keep_as_block,
    "export": export,
    "files": show_files,
    "history": show_or_take_up,
    "make": make_from_file,
    "model": show_or_set_model,
    "new": begin_anew,
    "project": show_or_enter_project,
    "retry": try_again,
    "show": show_one,
    "undo": take_back,
}
