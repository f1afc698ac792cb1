"""A project exported and imported has the same content; a file that is not one is refused before anything is stored."""

import dataclasses
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inkwright.errors import InvalidOption
from inkwright.projects.anchored_edits import AnchoredEdit
from inkwright.projects.blocks import BlockConstraints, BlockSettings
from inkwright.projects.editing import propose_edit
from inkwright.projects.feed import ChangeOrigin
from inkwright.projects.portable import project_from_zip, project_markdown, project_to_zip
from inkwright.projects.presets import CreatorProfile, Preset
from inkwright.projects.transfer import export_project, import_project
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.usecases.projects import open_project
from inkwright.usecases.store import Store
from tests.each import each
from tests.usecases.note_stores import in_store


async def _filled(store: Store) -> ProjectWorkspace:
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
        exported = await export_project(await _filled(store))
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


def test_a_project_becomes_one_markdown_text(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        workspace = await _filled(store)
        text = project_markdown("雨", await workspace.tree(), await workspace.texts())
        assert text == "# 雨\n\n## 第一章\n\n### 引言\n\n雨从山上来。\n\n## 结尾\n\n完。\n"

    in_store(tmp_path, work)


def _cycle(project: dict[str, Any]) -> None:
    first, _, last = (each["block"] for each in project["blocks"])
    first["depends_on"] = [last["id"]]


def _below_itself(project: dict[str, Any]) -> None:
    project["blocks"][0]["block"]["parent_id"] = project["blocks"][1]["block"]["id"]


def _same_name(project: dict[str, Any]) -> None:
    project["blocks"][2]["block"]["name"] = "第一章"


def _lost_version(project: dict[str, Any]) -> None:
    project["blocks"][1]["versions"].pop(0)


def _wrong_value(project: dict[str, Any]) -> None:
    project["blocks"][1]["block"]["status"] = "great"


@each(
    ("damage", "told"),
    [
        (_cycle, "wait for each other"),
        (_below_itself, "not a project"),
        (_same_name, "not a project"),
        (_lost_version, "not a project"),
        (_wrong_value, "not a project"),
        (lambda project: project.update(phases=[]), "not a project"),
        (lambda project: project.update(name="a/b"), "one line"),
    ],
)
def test_a_file_that_contradicts_itself_is_refused(
    tmp_path: Path, damage: Callable[[dict[str, Any]], None], told: str
) -> None:
    content = in_store(tmp_path, _zipped)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(entries["project.json"])
    damage(manifest["project"])
    entries["project.json"] = json.dumps(manifest).encode()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, entry in entries.items():
            archive.writestr(name, entry)
    with pytest.raises(InvalidOption, match=told):
        project_from_zip(buffer.getvalue())


async def _zipped(store: Store) -> bytes:
    return project_to_zip(await export_project(await _filled(store)))


@each("content", [b"", b"PK\x03\x04nothing", b"plain text"])
def test_what_is_no_zip_is_refused(content: bytes) -> None:
    with pytest.raises(InvalidOption, match="not a project"):
        project_from_zip(content)
