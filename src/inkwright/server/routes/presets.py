"""Presets over HTTP: profiles of creators, templates of blocks, and channels, and their use in a project."""

import json
from datetime import datetime
from typing import Any, Final

from fastapi import APIRouter, Response
from pydantic import Field, JsonValue

from inkwright.application import Inkwright
from inkwright.errors import NotFound
from inkwright.i18n import Reason
from inkwright.projects.outer_production import apply_channel
from inkwright.projects.preset_json import preset_from_json, preset_to_json
from inkwright.projects.presets import BlockTemplate, Channel, Preset, PresetKind
from inkwright.projects.records import MAX_NAME, valid_name
from inkwright.projects.templates import apply_template
from inkwright.server.problems import Problem
from inkwright.server.requests import OwnersInkwright, RequestLanguage
from inkwright.server.routes.project_blocks import BlockChangeItem
from inkwright.server.routes.projects import open_workspace
from inkwright.server.wire import WireModel

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}

router = APIRouter(prefix="/api", tags=["projects"], responses={401: {"model": Problem}, 422: {"model": Problem}})


class PresetItem(WireModel):
    """A preset. Its content depends on its kind."""

    id: str
    kind: PresetKind
    name: str
    changed_at: datetime
    content: dict[str, JsonValue]

    @classmethod
    def of(cls, preset: Preset) -> "PresetItem":
        """Return the item of a preset."""
        content = json.loads(preset_to_json(preset.content))
        return cls(id=preset.id, kind=preset.kind, name=preset.name, changed_at=preset.changed, content=content)


class PresetList(WireModel):
    """The presets of a kind by name."""

    items: list[PresetItem]


class PresetRequest(WireModel):
    """A preset to save. One of the same kind and name is replaced."""

    name: str = Field(min_length=1, max_length=4 * MAX_NAME, examples=["Ann"])
    content: dict[str, JsonValue] = Field(examples=[{"description": "Plain words.", "traits": ["calm"]}])


class TemplateRequest(WireModel):
    """A template whose blocks are added below a parent, or at the top."""

    preset_id: str = Field(max_length=64)
    parent_id: str | None = Field(default=None, max_length=64)


class ChannelRequest(WireModel):
    """The channel that a block is written for."""

    preset_id: str = Field(max_length=64)


class AddedBlocks(WireModel):
    """The blocks that were added."""

    blocks: list[BlockChangeItem]


class ProfileRequest(WireModel):
    """The profile of a project's creator; null for none."""

    preset_id: str | None = Field(default=None, max_length=64)


@router.get("/presets/{kind}")
async def list_presets(kind: PresetKind, inkwright: OwnersInkwright) -> PresetList:
    """List the presets of a kind by name."""
    found = await inkwright.store.presets.all(kind, owner=inkwright.owner)
    return PresetList(items=[PresetItem.of(each) for each in found])


@router.put("/presets/{kind}")
async def save_preset(
    kind: PresetKind, body: PresetRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> PresetItem:
    """Save a preset, or replace the one of this name."""
    content = preset_from_json(kind, json.dumps(body.content))
    store = inkwright.store
    name = valid_name(body.name, language)
    preset = Preset(store.ids.new("preset"), inkwright.owner, name, store.clock.now(), content)
    return PresetItem.of(await store.presets.put(preset))


@router.delete("/presets/{kind}/{preset_id}", status_code=204, responses=_NOT_FOUND)
async def remove_preset(kind: PresetKind, preset_id: str, inkwright: OwnersInkwright) -> Response:
    """Delete a preset."""
    preset = await _preset(inkwright, kind, preset_id)
    await inkwright.store.presets.remove(preset.id, owner=inkwright.owner)
    return Response(status_code=204)


@router.post("/projects/{project_id}/template", status_code=201, responses=_NOT_FOUND)
async def use_template(
    project_id: str, body: TemplateRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> AddedBlocks:
    """Add the blocks of a template to a project, with their prompts and dependencies; all or none."""
    workspace = await open_workspace(inkwright, project_id, language)
    content = (await _preset(inkwright, "template", body.preset_id)).content
    assert isinstance(content, BlockTemplate)  # noqa: S101 - its kind says so
    added = await apply_template(workspace, content, body.parent_id)
    return AddedBlocks(blocks=[BlockChangeItem.of(each) for each in added])


@router.post("/projects/{project_id}/blocks/{block_id}/channel", responses=_NOT_FOUND)
async def use_channel(
    project_id: str, block_id: str, body: ChannelRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> BlockChangeItem:
    """Give a block the task and the limits of a channel."""
    workspace = await open_workspace(inkwright, project_id, language)
    content = (await _preset(inkwright, "channel", body.preset_id)).content
    assert isinstance(content, Channel)  # noqa: S101 - its kind says so
    return BlockChangeItem.of(await apply_channel(workspace, block_id, content))


@router.put("/projects/{project_id}/profile", status_code=204, responses=_NOT_FOUND)
async def choose_profile(project_id: str, body: ProfileRequest, inkwright: OwnersInkwright) -> Response:
    """Choose the profile of a project's creator."""
    workspace = await open_workspace(inkwright, project_id)
    if body.preset_id is not None:
        await _preset(inkwright, "profile", body.preset_id)
    await workspace.choose_profile(body.preset_id)
    return Response(status_code=204)


async def _preset(inkwright: Inkwright, kind: PresetKind, preset_id: str) -> Preset:
    presets = await inkwright.store.presets.all(kind, owner=inkwright.owner)
    found = next((each for each in presets if each.id == preset_id), None)
    if found is None:
        raise NotFound(what_kind=Reason(f"project.word.{kind}"), id=preset_id[:100])
    return found
