"""What `/project` and `/block` do."""

from typing import Final

from inkwright.cli.columns import aligned, cut, one_line
from inkwright.cli.shell import CLARIFY
from inkwright.cli.talking.talk import Talk
from inkwright.cli.terminal.completion import quoted
from inkwright.conversation.asks import Ask, AskOption, AskQuestion
from inkwright.conversation.outcomes import Answered, Delivered
from inkwright.errors import InvalidOption
from inkwright.projects.names import kept_name
from inkwright.projects.records import Project
from inkwright.usecases.attach_blocks import PREFIX
from inkwright.usecases.keep_block import keep_block
from inkwright.usecases.list_projects import list_projects
from inkwright.usecases.open_project import find_project, open_project
from inkwright.usecases.open_store import OWNER

_LEAVE: Final = "-"
_WIDEST: Final = 50


async def show_or_enter_project(talk: Talk, typed: str) -> None:
    """The projects; or a new conversation in one of them, or outside of any."""
    if not typed:
        await _show_projects(talk)
    elif typed == _LEAVE:
        talk.begin_anew()
        await talk.projects.enter(None)
        talk.shell.say(talk.shell.text("chat.project.left"))
    elif project := await _found_or_made(talk, typed):
        talk.begin_anew()
        await talk.projects.enter(project)
        told = talk.shell.text("chat.project.entered", name=project.name, count=len(talk.projects.words))
        talk.shell.say(told)


async def keep_as_block(talk: Talk, typed: str) -> None:
    """The last answer, or what stands on the lines behind the name, becomes a block of the project."""
    name, _, written = typed.partition("\n")
    if not name.strip():
        raise InvalidOption(option="/block", value="", allowed=talk.shell.text("chat.block.how"))
    project = talk.projects.needed("/block", name)
    content = written.strip("\n") or await _last_answer(talk)
    if not content.strip():
        raise InvalidOption(option="/block", value=name, allowed=talk.shell.text("chat.block.no_answer"))
    kept = await keep_block(talk.store, project, name, content, talk.shell.language)
    await talk.projects.look()
    fields = {"path": kept.path, "version": kept.block.version, "mention": quoted(PREFIX + kept.path)}
    talk.shell.say(talk.shell.text(f"chat.block.done.{kept.done}", **fields))


async def _show_projects(talk: Talk) -> None:
    found, current = await list_projects(talk.store, owner=OWNER), talk.projects.current
    if not found:
        talk.shell.say(talk.shell.text("chat.project.none"))
        return
    titles = ["", *(talk.shell.text(f"project.title.{key}") for key in ("name", "blocks", "conversations"))]
    rows = [
        (
            "*" if current and current.id == each.project.id else "",
            cut(each.project.name, _WIDEST),
            str(len(each.tree)),
            str(len(each.conversations)),
        )
        for each in found
    ]
    for line in aligned([titles, *rows], right=(2, 3)):
        talk.shell.say(line)
    talk.shell.say(talk.shell.text("chat.project.foot"))


async def _found_or_made(talk: Talk, name: str) -> Project | None:
    """The project of this name; one that is not there is made when the person says so."""
    found = await find_project(talk.store.projects, name, owner=OWNER)
    if found is not None:
        return found
    kept = kept_name(name, talk.shell.language)
    answer = await talk.answer_to(_question(talk, kept))
    if answer is None or answer.status != "answered" or answer.answers[0].value != "yes":
        talk.code = CLARIFY if answer is None else talk.code
        talk.note(talk.shell.text("chat.project.not_entered", name=kept))
        return None
    return (await open_project(talk.store, kept, owner=OWNER, language=talk.shell.language))[0]


def _question(talk: Talk, name: str) -> Ask:
    say = talk.shell.text
    options = tuple(AskOption(label=say(f"project.make_it.{value}"), value=value) for value in ("yes", "no"))
    asked = say("project.make_it", name=one_line(name))
    question = AskQuestion(id="make", question=asked, options=options, recommended="yes", allow_freeform=False)
    title = say("project.make_it.title")
    return Ask(kind="clarification", title=title, questions=(question,), id="project", turn_id="", owner="")


async def _last_answer(talk: Talk) -> str:
    """What the last turn said, if it was an answer: a failure or a question is none."""
    turn = await talk.last_turn()
    outcome = turn.outcome if turn else None
    return outcome.message if isinstance(outcome, Answered | Delivered) else ""
