"""The creator of a project, in words for a model."""

from inkwright.projects.presets import CreatorProfile
from inkwright.projects.records import Project
from inkwright.projects.workspace import ProjectWorkspace


async def profile_text(workspace: ProjectWorkspace, project: Project) -> str:
    """Return the profile that the project has chosen: name, description and traits; empty if it has none."""
    if project.profile_id is None:
        return ""
    known = await workspace.stores.presets.all("profile", owner=workspace.owner)
    chosen = next((preset for preset in known if preset.id == project.profile_id), None)
    if chosen is None or not isinstance(chosen.content, CreatorProfile):
        return ""
    return "\n".join(filter(None, [chosen.name, chosen.content.description, *chosen.content.traits]))
