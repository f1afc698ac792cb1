"""List, add, change, select and delete the personas of a project."""

from dataclasses import replace
from typing import Any, Unpack

from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Reason
from inkwright.projects.personas import MAX_PERSONAS, MAX_SELECTED, Persona, PersonaFields
from inkwright.projects.records import name_key, valid_name, valid_text
from inkwright.projects.workspace import ProjectWorkspace, Why


async def list_personas(workspace: ProjectWorkspace) -> list[Persona]:
    """Return the personas of a project, oldest first."""
    await workspace.project()
    return await workspace.stores.personas.of(workspace.project_id, owner=workspace.owner)


async def find_persona(workspace: ProjectWorkspace, written: str) -> Persona:
    """Return the persona with this name or id; NotFound if there is none."""
    for each in await list_personas(workspace):
        if each.id == written or name_key(each.name) == name_key(written):
            return each
    raise NotFound(what_kind=Reason("persona.word"), id=written[:100])


async def add_persona(workspace: ProjectWorkspace, fields: PersonaFields, **why: Unpack[Why]) -> Persona:
    """Add a persona. It is selected as long as fewer than two are. InvalidOption if its name is taken."""
    known = await list_personas(workspace)
    if len(known) >= MAX_PERSONAS:
        full = Reason("persona.too_many", most=MAX_PERSONAS)
        raise InvalidOption(option="persona", value=fields.name or "", allowed=full)
    origin = workspace.origin(why)
    name = valid_name(fields.name or "", workspace.language)
    has_room = sum(each.selected for each in known) < MAX_SELECTED
    empty = Persona(workspace.new_id("persona"), workspace.project_id, workspace.owner, name, origin.at)
    return await _put(workspace, replace(_changed(empty, fields), selected=has_room), why)


async def update_persona(
    workspace: ProjectWorkspace, persona: Persona, fields: PersonaFields, **why: Unpack[Why]
) -> Persona:
    """Change what the fields name. InvalidOption if the new name is taken."""
    name = persona.name if fields.name is None else valid_name(fields.name, workspace.language)
    return await _put(workspace, replace(_changed(persona, fields), name=name), why)


async def select_persona(
    workspace: ProjectWorkspace, persona: Persona, *, selected: bool, **why: Unpack[Why]
) -> Persona:
    """Let a persona take part in evaluations, or no longer. InvalidOption if two others are selected."""
    others = [each for each in await list_personas(workspace) if each.selected and each.id != persona.id]
    if selected and len(others) >= MAX_SELECTED:
        names = ", ".join(each.name for each in others)
        allowed = Reason("persona.selected_already", most=MAX_SELECTED, names=names)
        raise InvalidOption(option="persona", value=persona.name, allowed=allowed)
    return await _put(workspace, replace(persona, selected=selected), why)


async def remove_persona(workspace: ProjectWorkspace, persona: Persona, **why: Unpack[Why]) -> None:
    """Delete a persona; NotFound if it is gone already."""
    if not await workspace.stores.personas.remove(persona, workspace.origin(why)):
        raise NotFound(what_kind=Reason("persona.word"), id=persona.id)


def _changed(persona: Persona, fields: PersonaFields) -> Persona:
    given = fields.model_dump(exclude_none=True, exclude={"name"})
    clean: dict[str, Any] = {name: _clean(value) for name, value in given.items()}
    return replace(persona, **clean)


def _clean(value: str | list[str]) -> str | tuple[str, ...]:
    return valid_text(value).strip() if isinstance(value, str) else tuple(valid_text(each).strip() for each in value)


async def _put(workspace: ProjectWorkspace, persona: Persona, why: Why) -> Persona:
    origin = workspace.origin(why)
    saved = replace(persona, changed=origin.at)
    if not await workspace.stores.personas.put(saved, origin):
        raise InvalidOption(option="name", value=persona.name, allowed=Reason("persona.taken"))
    return saved
