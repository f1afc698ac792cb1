"""Skills over HTTP: list, show, create, import, change and delete them, and apply one to a block."""

from datetime import datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, File, Response, UploadFile
from pydantic import Field

from inkwright.application import Inkwright
from inkwright.artifacts.workers import run_in_worker_async
from inkwright.i18n import Language
from inkwright.projects.proposals import Proposal
from inkwright.projects.skills import MAX_DESCRIPTION, MAX_INSTRUCTIONS, Skill
from inkwright.server.problems import Problem
from inkwright.server.requests import InkwrightWithRoom, OwnersInkwright, RequestLanguage
from inkwright.server.routes.projects import open_workspace
from inkwright.server.wire import WireModel
from inkwright.skills.application import apply_skill
from inkwright.skills.catalogue import SkillCatalogue
from inkwright.skills.folders import MAX_ZIP, SkillDraft, skill_from_zip

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}
_CONFLICT: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}, 409: {"model": Problem}}
SkillFile = Annotated[UploadFile, File(description="A zip file of the folder of a skill.")]

router = APIRouter(prefix="/api", tags=["projects"], responses={401: {"model": Problem}, 422: {"model": Problem}})


class SkillItem(WireModel):
    """A skill: instructions for transforming a text."""

    id: str
    name: str
    title: str
    description: str
    is_shipped: bool = Field(description="Whether it comes with the program.")
    has_scripts: bool = Field(description="Whether its folder has scripts, which are never run.")
    changed_at: datetime

    @classmethod
    def of(cls, skill: Skill) -> "SkillItem":
        """Return the item of a skill."""
        return cls(
            id=skill.id,
            name=skill.name,
            title=skill.title or skill.name,
            description=skill.description,
            is_shipped=skill.is_shipped,
            has_scripts=skill.has_scripts,
            changed_at=skill.changed,
        )


class SkillDetails(SkillItem):
    """A skill with its instructions and the names of its other files."""

    instructions: str
    files: list[str]


class SkillList(WireModel):
    """All skills by name."""

    items: list[SkillItem]


class SkillRequest(WireModel):
    """A new skill."""

    name: str = Field(min_length=1, max_length=64, examples=["short-sentences"])
    title: str = Field(default="", max_length=80, examples=["Short sentences"])
    description: str = Field(min_length=1, max_length=MAX_DESCRIPTION, examples=["Shortens sentences."])
    instructions: str = Field(min_length=1, max_length=MAX_INSTRUCTIONS, examples=["Use at most ten words a sentence."])


class SkillChange(WireModel):
    """What changes in a skill. What is left out stays as it is."""

    title: str | None = Field(default=None, max_length=80)
    description: str | None = Field(default=None, min_length=1, max_length=MAX_DESCRIPTION)
    instructions: str | None = Field(default=None, min_length=1, max_length=MAX_INSTRUCTIONS)


class SkillUse(WireModel):
    """The skill that a block is transformed by."""

    skill: str = Field(min_length=1, max_length=100, description="Its name, title or id.", examples=["simplification"])
    wish: str = Field(default="", max_length=2_000, examples=["For children of ten."])
    as_proposal: bool = Field(default=False, description="Whether the result is stored as a proposal.")


class SkillResult(WireModel):
    """The block that was transformed: its new version, or the proposal that waits for a decision."""

    block_id: str
    text_version: int | None = None
    proposal_id: str | None = None


@router.get("/skills")
async def list_skills(inkwright: OwnersInkwright, language: RequestLanguage) -> SkillList:
    """List all skills: the ones that come with the program, and the person's own."""
    return SkillList(items=[SkillItem.of(each) for each in await _catalogue(inkwright, language).all()])


@router.post("/skills", status_code=201)
async def create_skill(body: SkillRequest, inkwright: OwnersInkwright, language: RequestLanguage) -> SkillItem:
    """Create a skill."""
    draft = SkillDraft(body.name, body.description, body.instructions, body.title)
    return SkillItem.of(await _catalogue(inkwright, language).create(draft))


@router.post("/skills/import", status_code=201)
async def import_skill(file: SkillFile, inkwright: OwnersInkwright, language: RequestLanguage) -> SkillItem:
    """Import a skill from a zip file of its folder. One of the same name is replaced. Its scripts are never run."""
    draft = await run_in_worker_async(skill_from_zip, await file.read(MAX_ZIP + 1))
    return SkillItem.of(await _catalogue(inkwright, language).save(draft))


@router.get("/skills/{skill_id}", responses=_NOT_FOUND)
async def show_skill(skill_id: str, inkwright: OwnersInkwright, language: RequestLanguage) -> SkillDetails:
    """Return a skill with its instructions."""
    skill = await _catalogue(inkwright, language).get(skill_id)
    item = SkillItem.of(skill).model_dump(by_alias=False)
    return SkillDetails(**item, instructions=skill.instructions, files=sorted(skill.files))


@router.patch("/skills/{skill_id}", responses=_NOT_FOUND)
async def change_skill(
    skill_id: str, body: SkillChange, inkwright: OwnersInkwright, language: RequestLanguage
) -> SkillItem:
    """Change a skill. One that comes with the program is copied for the person first."""
    catalogue = _catalogue(inkwright, language)
    changes = body.model_dump(by_alias=False, exclude_none=True)
    return SkillItem.of(await catalogue.update(await catalogue.get(skill_id), **changes))


@router.delete("/skills/{skill_id}", status_code=204, responses=_NOT_FOUND)
async def delete_skill(skill_id: str, inkwright: OwnersInkwright, language: RequestLanguage) -> Response:
    """Delete a skill of the person."""
    catalogue = _catalogue(inkwright, language)
    await catalogue.remove(await catalogue.get(skill_id))
    return Response(status_code=204)


@router.post("/projects/{project_id}/blocks/{block_id}/skill", responses=_CONFLICT)
async def use_skill(
    project_id: str, block_id: str, body: SkillUse, inkwright: InkwrightWithRoom, language: RequestLanguage
) -> SkillResult:
    """Transform the text of a block by a skill. It keeps a version, or becomes a proposal if it needs review."""
    workspace = await open_workspace(inkwright, project_id, language)
    skill = await _catalogue(inkwright, language).get(body.skill)
    brain = await inkwright.brain()
    done = await apply_skill(brain, workspace, skill, block_id, body.wish, as_proposal=body.as_proposal)
    if isinstance(done, Proposal):
        return SkillResult(block_id=done.block_id, proposal_id=done.id)
    return SkillResult(block_id=done.block_id, text_version=done.version)


def _catalogue(inkwright: Inkwright, language: Language) -> SkillCatalogue:
    store = inkwright.store
    return SkillCatalogue(store.skills, inkwright.owner, store.ids, store.clock, language)
