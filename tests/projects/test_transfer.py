"""A project that is exported and imported has the same content, for its owner and for others."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from inkwright.errors import InvalidOption
from inkwright.projects.anchored_edits import AnchoredEdit
from inkwright.projects.blocks import BlockConstraints, BlockSettings
from inkwright.projects.editing import propose_edit
from inkwright.projects.feed import ChangeOrigin
from inkwright.projects.portable import project_from_zip, project_to_zip
from inkwright.projects.presets import CreatorProfile, Preset
from inkwright.projects.transfer import export_project, import_project
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.usecases.projects import open_project
from inkwright.usecases.store import Store
from tests.usecases.note_stores import in_store


async def filled(store: Store) -> ProjectWorkspace:
    project, _ = await open_project(store, "雨", owner="ann")
    workspace = store.workspace(project)
    group = (await workspace.add("第一章", settings=BlockSettings(block_type="group", phase="intent"))).block_id
    intro = (await workspace.add("引言", "雨\r\n从海上来。", parent_id=group)).block_id
    settings = BlockSettings(
        prompt="写", constraints=BlockConstraints(max_length=9), pre_questions=("谁？",), depends_on=(group,)
    )
    await workspace.add("结尾", "完。", settings=settings)
    await workspace.write(intro, "雨从山上来。", based_on=1, author="agent", reason="更准确")
    await propose_edit(workspace, intro, [AnchoredEdit("replace", "山", "海")], based_on=2, reason="改回")
    await workspace.advance("research")
    now = ChangeOrigin(store.clock.now())
    profile = await store.presets.put(
        Preset("preset_1", "ann", "Ann", now.at, CreatorProfile("Plain words", ("short", "calm")))
    )
    await store.projects.choose_profile(project.id, profile.id, now, owner="ann")
    return workspace


def _comparable(portable: Any) -> Any:
    """Return everything but the ids and the owner."""
    names = {block.block.id: block.block.name for block in portable.blocks}
    plain: dict[str, Any] = {"id": "", "project_id": "", "owner": ""}
    blocks = tuple(
        dataclasses.replace(
            each,
            block=dataclasses.replace(
                each.block,
                **plain,
                parent_id=names.get(each.block.parent_id or ""),
                depends_on=tuple(names[id_] for id_ in each.block.depends_on),
            ),
        )
        for each in portable.blocks
    )
    proposals = tuple(dataclasses.replace(each, **plain, block_id=names[each.block_id]) for each in portable.proposals)
    return dataclasses.replace(portable, name="", blocks=blocks, proposals=proposals)


def test_a_project_that_is_exported_and_imported_has_the_same_content(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        exported = await export_project(await filled(store))
        content = project_to_zip(exported)
        read = project_from_zip(content)
        assert read == exported
        stores = store.project_stores
        with pytest.raises(InvalidOption, match="already exists"):
            await import_project(read, stores, owner="ann", ids=store.ids, clock=store.clock)
        for owner, name in (("ann", "Copy"), ("bob", None)):
            project = await import_project(read, stores, owner=owner, ids=store.ids, clock=store.clock, name=name)
            again = await export_project(store.workspace(project))
            assert _comparable(again) == _comparable(exported)
            assert project_to_zip(again) != content
        assert [each.name for each in await store.presets.all("profile", owner="bob")] == ["Ann"]

    in_store(tmp_path, work)
