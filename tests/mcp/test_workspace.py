"""The folder of an assistant: what leads out of it does not exist."""

from pathlib import Path

import pytest

from inkwright.errors import UnreadableFile, UnwritableOutput
from inkwright.mcp.workspace import Workspace
from tests.each import each


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "secret.md").write_text("secret", encoding="utf-8")
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "notes.md").write_text("notes", encoding="utf-8")
    (tmp_path / "work" / "link.md").symlink_to(tmp_path / "secret.md")
    return Workspace(tmp_path / "work")


@each("written", ["../secret.md", "link.md", "/etc/hostname", "missing.md", "", ".", "work/../../secret.md"])
def test_only_files_inside_are_read(written: str, workspace: Workspace) -> None:
    with pytest.raises(UnreadableFile):
        workspace.read(written)


def test_a_file_inside_is_read_and_folders_inside_are_written(workspace: Workspace) -> None:
    assert workspace.read("notes.md") == b"notes"
    assert workspace.target("new/folder").is_relative_to(workspace.folder)
    with pytest.raises(UnwritableOutput):
        workspace.target("../out")
