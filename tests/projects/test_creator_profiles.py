"""The creator of a project in words."""

from datetime import UTC, datetime

from inkwright.projects.creator_profiles import profile_text
from inkwright.projects.feed import ChangeOrigin
from inkwright.projects.presets import CreatorProfile, Preset
from tests.tools.project_chats import OWNER, ProjectChat

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def test_the_chosen_profile_is_told_and_one_that_was_removed_is_not() -> None:
    chat = ProjectChat([])
    stores = chat.workspace.stores

    async def go() -> list[str]:
        told = [await profile_text(chat.workspace, await chat.workspace.project())]
        profile = Preset("preset_1", OWNER, "阿海", NOW, CreatorProfile("爱海", ("幽默",)))
        await stores.presets.put(profile)
        await stores.projects.choose_profile("proj_1", profile.id, ChangeOrigin(NOW), owner=OWNER)
        told.append(await profile_text(chat.workspace, await chat.workspace.project()))
        await stores.presets.remove(profile.id, owner=OWNER)
        return [*told, await profile_text(chat.workspace, await chat.workspace.project())]

    assert chat.run(go()) == ["", "阿海\n爱海\n幽默", ""]
