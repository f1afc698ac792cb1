"""`manage_persona`: list, create, generate, update, delete and select the personas of a project."""

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.authoring.persona_writer import MAX_GENERATED, generate_personas
from inkwright.conversation.changes import ChangeAction, ChangeRef
from inkwright.i18n import text
from inkwright.projects.persona_editing import (
    add_persona,
    find_persona,
    list_personas,
    remove_persona,
    select_persona,
    update_persona,
)
from inkwright.projects.personas import Persona, PersonaFields
from inkwright.tools.block_targets import AGENT, read_names, rejected, workspace_of

PersonaAction = Literal["list", "create", "generate", "update", "delete", "select", "deselect"]
_ACTIONS: Final = {"add": "create", "remove": "delete", "edit": "update", "unselect": "deselect"}


class PersonaData(PersonaFields):
    """Which persona, and what to write about it."""

    new_name: str | None = Field(default=None, min_length=1, max_length=80, description="Its new name, for update.")
    count: int = Field(default=3, ge=1, le=MAX_GENERATED, description="How many to generate.")
    wishes: str = Field(default="", max_length=2_000, description="What generated personas should be like.")


class ManagePersona(BaseModel):
    """What to do with which persona."""

    model_config = ConfigDict(extra="forbid")

    action: PersonaAction = Field(description="What to do.")
    persona_data: PersonaData = Field(default_factory=PersonaData, description="The persona.")


async def manage_persona(given: ManagePersona, context: ToolContext) -> Evidence:
    """Carry out the action; what it changed is evidence."""
    workspace, data = workspace_of(context), given.persona_data
    why = context.turn.message
    if given.action == "list":
        return Evidence(facts={"personas": [_facts(each) for each in await list_personas(workspace)]})
    if given.action == "generate":
        made = await generate_personas(context.brain, workspace, data.count, data.wishes, author=AGENT, reason=why)
        return _done(context, "added", made)
    if data.name is None:
        raise rejected(context, "persona.one")
    if given.action == "create":
        return _done(context, "added", [await add_persona(workspace, _written(data), author=AGENT, reason=why)])
    persona = await find_persona(workspace, data.name)
    if given.action == "delete":
        await remove_persona(workspace, persona, author=AGENT, reason=why)
        return _done(context, "removed", [persona])
    if given.action == "update":
        fields = _written(data).model_copy(update={"name": data.new_name})
        return _done(context, "changed", [await update_persona(workspace, persona, fields, author=AGENT, reason=why)])
    is_selected = given.action == "select"
    chosen = await select_persona(workspace, persona, selected=is_selected, author=AGENT, reason=why)
    return _done(context, "changed", [chosen])


def _written(data: PersonaData) -> PersonaFields:
    names = PersonaFields.model_fields
    return PersonaFields.model_validate(data.model_dump(include=set(names)))


def _facts(persona: Persona) -> dict[str, Any]:
    return {
        "name": persona.name,
        "basic_info": persona.basic_info,
        "background": persona.background,
        "pain_points": list(persona.pain_points),
        "selected": persona.selected,
    }


def _done(context: ToolContext, action: ChangeAction, personas: list[Persona]) -> Evidence:
    changes = tuple(
        ChangeRef(id=each.id, name=text(context.language, "persona.item", name=each.name), action=action)
        for each in personas
    )
    return Evidence(changes=changes, facts={"personas": [_facts(each) for each in personas]})


def _read(arguments: dict[str, Any], called: str) -> dict[str, Any]:
    """Read other names of actions, and the fields of a persona next to the action."""
    given = read_names({"persona": "persona_data", "data": "persona_data"})(arguments, called)
    action = str(given.pop("action", "")).strip().casefold()
    data = given.pop("persona_data", None)
    if isinstance(data, str):
        data = {"name": data}
    beside = {name: given.pop(name) for name in list(given) if name in PersonaData.model_fields}
    fields = {key: value for key, value in {**beside, **(data or {})}.items() if value is not None}
    return {**given, "action": _ACTIONS.get(action, action), "persona_data": fields}


def _named(given: ManagePersona) -> str:
    return given.persona_data.name or given.action


TOOL = register_tool(
    AgentTool(
        "manage_persona",
        "List, create, generate, update, delete, select or deselect the personas of the project: the people for whom "
        "its content is made. The selected ones, two at most, take part in evaluations.",
        ManagePersona,
        manage_persona,
        agents=("content",),
        changes=_named,
        read=_read,
        example='{"action": "create", "persona_data": {"name": "李娜", "pain_points": ["没有时间"]}}',
    )
)
