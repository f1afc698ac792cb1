"""A project as a file: Markdown, and a zip that is refused if it contradicts itself."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inkwright.errors import InvalidOption
from inkwright.projects.portable import project_from_zip, project_markdown, project_to_zip
from inkwright.projects.transfer import export_project
from inkwright.usecases.store import Store
from tests.each import each
from tests.projects.test_transfer import filled
from tests.usecases.note_stores import in_store


def test_a_project_becomes_one_markdown_text(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        workspace = await filled(store)
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


@pytest.fixture
def zipped(tmp_path: Path) -> bytes:
    async def work(store: Store) -> bytes:
        return project_to_zip(await export_project(await filled(store)))

    return in_store(tmp_path, work)


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
        (lambda project: project.update(profile_name="\ud800"), "not a project"),
        (lambda project: project["blocks"][0]["block"].update(version=10**12), "not a project"),
    ],
)
def test_a_file_that_contradicts_itself_is_refused(
    zipped: bytes, damage: Callable[[dict[str, Any]], None], told: str
) -> None:
    with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
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


@each("content", [b"", b"PK\x03\x04nothing", b"plain text"])
def test_what_is_no_zip_is_refused(content: bytes) -> None:
    with pytest.raises(InvalidOption, match="not a project"):
        project_from_zip(content)
