"""Personas of a project over HTTP: list, create, generate, change, select and delete them."""

from datetime import datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, Response
from pydantic import Field

from inkwright.authoring.persona_writer import MAX_GENERATED, generate_personas
from inkwright.projects.persona_editing import (
    add_persona,
    find_persona,
    list_personas,
    remove_persona,
    select_persona,
    update_persona,
)
from inkwright.projects.personas import Persona, PersonaFields, read_persona
from inkwright.projects.records import MAX_NAME
from inkwright.server.problems import Problem
from inkwright.server.requests import InkwrightWithRoom, OwnersInkwright, RequestLanguage
from inkwright.server.routes.projects import open_workspace
from inkwright.server.wire import WireModel

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}
PainPoint = Annotated[str, Field(min_length=1, max_length=500)]

router = APIRouter(
    prefix="/api/projects/{project_id}/personas",
    tags=["projects"],
    responses={401: {"model": Problem}, 422: {"model": Problem}},
)


class PersonaItem(WireModel):
    """A person for whom the content of a project is made."""

    id: str
    name: str
    basic_info: str
    background: str
    pain_points: list[str]
    selected: bool = Field(description="Whether it takes part in evaluations; at most two do.")
    changed_at: datetime

    @classmethod
    def of(cls, persona: Persona) -> "PersonaItem":
        """Return the item of a persona."""
        return cls(
            id=persona.id,
            name=persona.name,
            basic_info=persona.basic_info,
            background=persona.background,
            pain_points=list(persona.pain_points),
            selected=persona.selected,
            changed_at=persona.changed,
        )


class PersonaList(WireModel):
    """The personas of a project, oldest first."""

    items: list[PersonaItem]


class PersonaRequest(WireModel):
    """What to write about a persona. What is left out stays as it is."""

    name: str | None = Field(default=None, min_length=1, max_length=MAX_NAME, examples=["Li Na"])
    basic_info: str | None = Field(default=None, max_length=1_000, examples=["34, nurse, two children"])
    background: str | None = Field(default=None, max_length=4_000, examples=["She works nights."])
    pain_points: list[PainPoint] | None = Field(default=None, max_length=20, examples=[["She has no time to cook."]])

    def fields(self) -> PersonaFields:
        """Return what is written."""
        return read_persona(self.model_dump(by_alias=False, exclude_none=True))


class PersonaGeneration(WireModel):
    """How many personas a model writes, and what they should be like."""

    count: int = Field(default=3, ge=1, le=MAX_GENERATED)
    wishes: str = Field(default="", max_length=2_000, examples=["Young parents"])


class PersonaSelection(WireModel):
    """Whether a persona takes part in evaluations."""

    selected: bool


@router.get("", responses=_NOT_FOUND)
async def get_personas(project_id: str, inkwright: OwnersInkwright) -> PersonaList:
    """List the personas of a project."""
    found = await list_personas(await open_workspace(inkwright, project_id))
    return PersonaList(items=[PersonaItem.of(each) for each in found])


@router.post("", status_code=201, responses=_NOT_FOUND)
async def create_persona(
    project_id: str, body: PersonaRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> PersonaItem:
    """Add a persona. It is selected as long as fewer than two are."""
    workspace = await open_workspace(inkwright, project_id, language)
    return PersonaItem.of(await add_persona(workspace, body.fields()))


@router.post("/generate", status_code=201, responses=_NOT_FOUND)
async def write_personas(
    project_id: str, body: PersonaGeneration, inkwright: InkwrightWithRoom, language: RequestLanguage
) -> PersonaList:
    """Let a model write personas from the texts of the project, and add them."""
    workspace = await open_workspace(inkwright, project_id, language)
    made = await generate_personas(await inkwright.brain(), workspace, body.count, body.wishes)
    return PersonaList(items=[PersonaItem.of(each) for each in made])


@router.patch("/{persona_id}", responses=_NOT_FOUND)
async def change_persona(
    project_id: str, persona_id: str, body: PersonaRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> PersonaItem:
    """Change what the request names."""
    workspace = await open_workspace(inkwright, project_id, language)
    persona = await find_persona(workspace, persona_id)
    return PersonaItem.of(await update_persona(workspace, persona, body.fields()))


@router.put("/{persona_id}/selection", responses=_NOT_FOUND)
async def choose_persona(
    project_id: str, persona_id: str, body: PersonaSelection, inkwright: OwnersInkwright, language: RequestLanguage
) -> PersonaItem:
    """Let a persona take part in evaluations, or no longer."""
    workspace = await open_workspace(inkwright, project_id, language)
    persona = await find_persona(workspace, persona_id)
    return PersonaItem.of(await select_persona(workspace, persona, selected=body.selected))


@router.delete("/{persona_id}", status_code=204, responses=_NOT_FOUND)
async def delete_persona(project_id: str, persona_id: str, inkwright: OwnersInkwright) -> Response:
    """Delete a persona."""
    workspace = await open_workspace(inkwright, project_id)
    await remove_persona(workspace, await find_persona(workspace, persona_id))
    return Response(status_code=204)
