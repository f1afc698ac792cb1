"""Turns in a project: the services of one that its conversation brings, and a step to another phase by a button."""

from dataclasses import replace
from typing import Final

from inkwright.agent.services import TurnServices
from inkwright.conversation.turns import TurnState
from inkwright.errors import NotFound
from inkwright.i18n import Language, language_of, text
from inkwright.projects.phases import PHASE_DISPLAY_NAMES, PHASE_ENGLISH_NAMES, phase_code
from inkwright.projects.protocols import Projects

_MOST_TURNS: Final = 40
"""So many earlier turns may belong to the interview about the intent."""


async def in_project(services: TurnServices, turn: TurnState) -> TurnServices:
    """Return the services with the project of the conversation, if it belongs to one."""
    if services.projects is None or services.open_workspace is None:
        return services
    project = await services.projects.of(turn.conversation_id, owner=turn.owner)
    if project is None:
        return services
    workspace = services.open_workspace(project, language_of(turn.message))
    said = await _said_before(services, turn) if project.current_phase == "intent" else ()
    return replace(services, workspace=workspace, said_before=said)


async def _said_before(services: TurnServices, turn: TurnState) -> tuple[str, ...]:
    """Return the messages and answers of the person in earlier turns of the conversation."""
    earlier = await services.conversations.latest_turns(
        turn.conversation_id, owner=turn.owner, limit=_MOST_TURNS, before=turn.id
    )
    return tuple(words for each in earlier for words in (each.message, *(given.answer.chosen for given in each.agreed)))


def advance_message(target: str | None, language: Language) -> str:
    """Return the message that a button sends to enter the next phase, or the one that it names. InvalidOption if there
    is no such phase.
    """
    if not target:
        return text(language, "content.command.next")
    names = PHASE_DISPLAY_NAMES if language == "zh" else PHASE_ENGLISH_NAMES
    return text(language, "content.command.enter", phase=names[phase_code(target)])


async def place_in_project(projects: Projects, conversation_id: str, project_id: str, *, owner: str) -> None:
    """Add a conversation to a project; NotFound if there is no such project, or it belongs to another one."""
    await projects.place(conversation_id, project_id, owner=owner)
    found = await projects.of(conversation_id, owner=owner)
    if found is None or found.id != project_id:
        raise NotFound(what_kind="conversation", id=conversation_id)
