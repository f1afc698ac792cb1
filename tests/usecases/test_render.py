"""Pictures that a text names: those of its folder, and nothing else of the machine."""

from pathlib import Path

import pytest

from inkwright.errors import UnreadableFile
from inkwright.usecases.render import MAX_PICTURE_BYTES, FolderPictures


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "notes"
    (inside / "drawings").mkdir(parents=True)
    (inside / "leaf.PNG").write_bytes(b"leaf")
    (inside / "drawings" / "叶子.jpg").write_bytes(b"yezi")
    (inside / "notes.md").write_text("secret plans", encoding="utf-8")
    (tmp_path / "outside.png").write_bytes(b"outside")
    (inside / "link.png").symlink_to(tmp_path / "outside.png")
    return inside


def test_pictures_below_the_folder_are_there_by_their_names(folder: Path) -> None:
    pictures = FolderPictures(folder)
    assert dict(pictures) == {"leaf.PNG": b"leaf", "drawings/叶子.jpg": b"yezi"}
    assert pictures["./drawings/../leaf.PNG"] == b"leaf"
    assert len(pictures) == 2


@pytest.mark.parametrize(
    "name",
    [
        "../outside.png",
        "link.png",
        "notes.md",
        "/etc/hostname",
        "/etc/passwd.png",
        "none.png",
        "a\0.png",
        "x" * 5000 + ".png",
        "",
    ],
)
def test_what_leads_out_or_is_no_picture_is_not_there(folder: Path, name: str) -> None:
    pictures = FolderPictures(folder)
    assert name not in pictures
    assert pictures.get(name) is None


def test_a_picture_that_is_too_large_is_refused(folder: Path) -> None:
    with (folder / "huge.png").open("wb") as file:
        file.truncate(MAX_PICTURE_BYTES + 1)
    with pytest.raises(UnreadableFile, match="larger"):
        FolderPictures(folder)["huge.png"]
