"""Open a project: the one of that name, or a new one."""

from inkwright.errors import NotFound
from inkwright.i18n import Language, text
from inkwright.projects.names import kept_name, name_key
from inkwright.projects.protocols import Projects
from inkwright.projects.records import Project
from inkwright.usecases.open_store import Store


async def find_project(projects: Projects, name: str, *, owner: str) -> Project | None:
    """The project of this name; capital letters do not matter."""
    wanted = name_key(name)
    return next((each for each in await projects.all(owner) if name_key(each.name) == wanted), None)


async def project_named(projects: Projects, name: str, *, owner: str, language: Language = "en") -> Project:
    """The project of this name, which must be there."""
    found = await find_project(projects, name, owner=owner)
    if found is None:
        raise NotFound(what_kind=text(language, "project.word"), id=name)
    return found


async def open_project(store: Store, name: str, *, owner: str, language: Language = "en") -> tuple[Project, bool]:
    """The project of this name, and whether it had to be made. InvalidOption if that cannot be a name."""
    found = await find_project(store.projects, name, owner=owner)
    if found is not None:
        return found, False
    made = Project(store.ids.new("proj"), owner, kept_name(name, language), store.clock.now())
    if await store.projects.add(made):
        return made, True
    # Somebody else made it in this very moment.
    return await project_named(store.projects, name, owner=owner, language=language), False
