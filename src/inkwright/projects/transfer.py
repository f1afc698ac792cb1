"""Export a stored project, and import one as a new project of the same content."""

import dataclasses

from inkwright.clock import Clock
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.ids import Ids
from inkwright.projects.feed import ChangeOrigin
from inkwright.projects.portable import PortableBlock, PortableProject
from inkwright.projects.presets import CreatorProfile, Preset
from inkwright.projects.protocols import ProjectStores
from inkwright.projects.records import Project
from inkwright.projects.workspace import ProjectWorkspace


async def export_project(workspace: ProjectWorkspace) -> PortableProject:
    """Return everything of a project that was not removed: blocks with all versions, phases, proposals, profile."""
    stores, owner = workspace.stores, workspace.owner
    project = await workspace.project()
    blocks = []
    for _, block in (await workspace.tree()).walk():
        versions = [
            each for each in await stores.blocks.versions(block.id, owner=owner) if each.version <= block.version
        ]
        texts = [await stores.blocks.read(block.id, owner=owner, version=each.version) or "" for each in versions]
        blocks.append(PortableBlock(block, tuple(versions), tuple(texts)))
    kept = {each.block.id for each in blocks}
    proposals = [each for each in await stores.proposals.of(project.id, owner=owner) if each.block_id in kept]
    profiles = await stores.presets.all("profile", owner=owner)
    profile = next((each for each in profiles if each.id == project.profile_id), None)
    return PortableProject(
        project.name,
        project.current_phase,
        project.phases,
        profile.name if profile else "",
        profile.content if profile and isinstance(profile.content, CreatorProfile) else None,
        tuple(blocks),
        tuple(reversed(proposals)),
    )


async def import_project(
    portable: PortableProject, stores: ProjectStores, *, owner: str, ids: Ids, clock: Clock, name: str | None = None
) -> Project:
    """Store a project under its name or another one, with new ids; InvalidOption if the name is taken."""
    origin = ChangeOrigin(clock.now(), "import", "import")
    profile_id = await _import_profile(portable, stores, owner, ids, origin)
    project = Project(
        ids.new("proj"),
        owner,
        name or portable.name,
        origin.at,
        portable.current_phase,
        portable.phases,
        profile_id,
    )
    if not await stores.projects.add(project):
        raise InvalidOption(option="name", value=project.name, allowed=Reason("project.taken"))
    new_ids = {each.block.id: ids.new("block") for each in portable.blocks}
    blocks = [_renumbered(each, project, new_ids) for each in portable.blocks]
    await stores.blocks.load(project.id, [(each.block, each.new_texts()) for each in blocks], origin, owner=owner)
    for each in portable.proposals:
        moved = dataclasses.replace(
            each, id=ids.new("prop"), project_id=project.id, block_id=new_ids[each.block_id], owner=owner
        )
        await stores.proposals.add(moved, origin)
    return project


def _renumbered(portable: PortableBlock, project: Project, new_ids: dict[str, str]) -> PortableBlock:
    block = portable.block
    moved = dataclasses.replace(
        block,
        id=new_ids[block.id],
        project_id=project.id,
        owner=project.owner,
        parent_id=new_ids[block.parent_id] if block.parent_id else None,
        depends_on=tuple(new_ids[each] for each in block.depends_on),
    )
    return dataclasses.replace(portable, block=moved)


async def _import_profile(
    portable: PortableProject, stores: ProjectStores, owner: str, ids: Ids, origin: ChangeOrigin
) -> str | None:
    """Return the owner's profile of this name; it is added if there is none."""
    if portable.profile is None or not portable.profile_name:
        return None
    for each in await stores.presets.all("profile", owner=owner):
        if each.name == portable.profile_name:
            return each.id
    preset = Preset(ids.new("preset"), owner, portable.profile_name, origin.at, portable.profile)
    return (await stores.presets.put(preset)).id
