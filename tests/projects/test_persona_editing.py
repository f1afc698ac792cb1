"""Personas of a project: bounded, with unique names, and at most two selected."""

import pytest

from inkwright.errors import InvalidOption, NotFound
from inkwright.projects.persona_editing import (
    add_persona,
    find_persona,
    list_personas,
    remove_persona,
    select_persona,
    update_persona,
)
from inkwright.projects.personas import MAX_PERSONAS, PersonaFields
from inkwright.projects.workspace import ProjectWorkspace
from tests.projects.test_workspace import in_memory


def test_a_persona_is_found_by_name_or_id_changed_and_deleted() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        made = await add_persona(workspace, PersonaFields(name=" 李娜 ", background="护士\0"))
        assert (made.name, made.background, made.selected) == ("李娜", "护士", True)
        assert await find_persona(workspace, "李娜") == await find_persona(workspace, made.id) == made
        changed = await update_persona(workspace, made, PersonaFields(name="Li Na", pain_points=["a"]))
        assert (changed.id, changed.name, changed.background, changed.pain_points) == (made.id, "Li Na", "护士", ("a",))
        await remove_persona(workspace, changed)
        for again in (remove_persona(workspace, changed), find_persona(workspace, "Li Na")):
            with pytest.raises(NotFound):
                await again

    in_memory(work)


def test_names_are_unique_and_valid_and_their_number_is_bounded() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        for number in range(MAX_PERSONAS):
            await add_persona(workspace, PersonaFields(name=f"P{number}"))
        with pytest.raises(InvalidOption):
            await add_persona(workspace, PersonaFields(name="one more"))
        first, second, *_ = await list_personas(workspace)
        for name in (second.name.lower(), "a/b", "…"):
            with pytest.raises(InvalidOption):
                await update_persona(workspace, first, PersonaFields(name=name))
        assert [each.name for each in await list_personas(workspace)][:2] == ["P0", "P1"]

    in_memory(work)


def test_two_personas_at_most_are_selected() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        made = [await add_persona(workspace, PersonaFields(name=name)) for name in "ABC"]
        assert [each.selected for each in made] == [True, True, False]
        with pytest.raises(InvalidOption):
            await select_persona(workspace, made[2], selected=True)
        assert (await select_persona(workspace, made[0], selected=True)).selected
        await select_persona(workspace, made[0], selected=False)
        await select_persona(workspace, made[2], selected=True)
        assert [each.selected for each in await list_personas(workspace)] == [False, True, True]

    in_memory(work)
