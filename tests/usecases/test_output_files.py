"""Files that are written into a folder of the user."""

import os
import resource
from pathlib import Path

import pytest

from inkwright.errors import UnwritableOutput
from inkwright.usecases.output_files import (
    ensure_folder,
    refuse_device,
    save_artifact,
    save_file,
    save_numbered,
)
from tests.each import each


def listed(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def test_the_folder_is_made_and_holds_the_file_alone(tmp_path: Path) -> None:
    path = save_file(tmp_path / "a" / "b", "笔记.md", "# 标题\r\n")
    assert path == tmp_path / "a" / "b" / "笔记.md"
    assert path.read_bytes() == "# 标题\r\n".encode()
    assert list(path.parent.iterdir()) == [path]


def test_a_name_that_is_taken_is_numbered_and_nothing_is_overwritten(tmp_path: Path) -> None:
    paths = [save_file(tmp_path, "notes.md", text) for text in ("one", "two", "three")]
    assert [path.name for path in paths] == ["notes.md", "notes (2).md", "notes (3).md"]
    assert listed(tmp_path) == {"notes.md": "one", "notes (2).md": "two", "notes (3).md": "three"}


def test_it_is_overwritten_where_that_is_asked_for(tmp_path: Path) -> None:
    save_file(tmp_path, "notes.md", "one")
    assert save_file(tmp_path, "notes.md", "two", overwrite=True).name == "notes.md"
    assert listed(tmp_path) == {"notes.md": "two"}


def test_a_name_of_full_length_stays_a_name_when_it_is_numbered(tmp_path: Path) -> None:
    name = "长" * 84 + ".md"
    save_file(tmp_path, name, "one")
    assert save_file(tmp_path, name, "two").name == "长" * 82 + " (2).md"
    save_file(tmp_path, "bare", "one")
    assert save_file(tmp_path, "bare", "two").name == "bare (2)"


def test_a_name_that_is_no_utf_8_is_numbered_and_cut_like_any_other(tmp_path: Path) -> None:
    for name, second in ((b"a\xff.md", b"a\xff (2).md"), (b"\xff" + b"x" * 251 + b".md", b"x" * 247 + b" (2).md")):
        save_file(tmp_path, os.fsdecode(name), "one")
        assert os.fsencode(save_file(tmp_path, os.fsdecode(name), "two").name) == second


def test_a_file_system_without_links_will_do(tmp_path: Path) -> None:
    def no_link(old: Path, new: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    for text in ("one", "two"):
        save_file(tmp_path, "notes.md", text, link=no_link)
    assert listed(tmp_path) == {"notes.md": "one", "notes (2).md": "two"}


def test_half_a_surrogate_does_not_lose_the_file(tmp_path: Path) -> None:
    assert save_file(tmp_path, "a.txt", "x\ud800y").read_text(encoding="utf-8") == "x?y"


def test_a_folder_that_is_a_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UnwritableOutput) as caught:
        ensure_folder(tmp_path / "file")
    assert {name: str(value) for name, value in caught.value.fields.items()} == {
        "path": str(tmp_path / "file"),
        "problem": "file exists",
    }
    with pytest.raises(UnwritableOutput, match="not a directory"):
        save_file(tmp_path / "file" / "below", "a.txt", "x")


def test_a_folder_that_takes_no_files_is_reported() -> None:
    with pytest.raises(UnwritableOutput, match="Cannot write /proc"):
        ensure_folder(Path("/proc"))


def test_a_folder_instead_of_the_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a.txt").mkdir()
    with pytest.raises(UnwritableOutput, match="is a directory"):
        save_file(tmp_path, "a.txt", "x", overwrite=True)
    assert save_file(tmp_path, "a.txt", "x").name == "a (2).txt"


def test_a_disk_that_is_full_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    save_file(tmp_path, "a.txt", "old")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, hard))
    try:
        with pytest.raises(UnwritableOutput, match="file too large"):
            save_file(tmp_path, "a.txt", "x" * 100_000, overwrite=True)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert listed(tmp_path) == {"a.txt": "old"}


# Files that belong together.

PAPER = {"paper.tex": b"\\includegraphics{picture-1.png} picture-1.png", "picture-1.png": b"one"}


def test_two_documents_in_one_folder_have_pictures_of_their_own_and_name_them(tmp_path: Path) -> None:
    (tmp_path / "picture-1.png").write_text("mine")
    first = save_artifact(tmp_path, "rain.tex", "paper.tex", PAPER)
    second = save_artifact(tmp_path, "sea.tex", "paper.tex", {**PAPER, "picture-1.png": b"two"})
    assert [path.name for path in (*first, *second)] == [
        "rain.tex", "rain-picture-1.png", "sea.tex", "sea-picture-1.png"
    ]  # fmt: skip
    assert first[0].read_bytes() == b"\\includegraphics{rain-picture-1.png} picture-1.png"
    assert listed(tmp_path)["picture-1.png"] == "mine"
    assert [path.read_bytes() for path in (first[1], second[1])] == [b"one", b"two"]


@each("taken", ["rain.tex", "rain-picture-1.png"])
def test_if_one_name_is_taken_all_get_a_number_and_with_overwrite_none_does(taken: str, tmp_path: Path) -> None:
    (tmp_path / taken).write_text("mine")
    paths = save_artifact(tmp_path, "rain.tex", "paper.tex", PAPER)
    assert [path.name for path in paths] == ["rain (2).tex", "rain-2-picture-1.png"]
    assert b"{rain-2-picture-1.png}" in paths[0].read_bytes()
    assert (tmp_path / taken).read_text() == "mine"
    again = save_artifact(tmp_path, "rain.tex", "paper.tex", PAPER, overwrite=True)
    assert [path.name for path in again] == ["rain.tex", "rain-picture-1.png"]


def test_pages_of_a_preview_are_numbered_together_and_overwrite_nothing(tmp_path: Path) -> None:
    pages = {"-01.png": b"1", "-02.png": b"2"}
    (tmp_path / "deck-02.png").write_text("mine")
    assert [path.name for path in save_numbered(tmp_path, "deck", pages)] == ["deck (2)-01.png", "deck (2)-02.png"]
    assert [path.name for path in save_numbered(tmp_path, "deck", pages, overwrite=True)] == [
        "deck-01.png", "deck-02.png"
    ]  # fmt: skip


def test_a_disk_that_fails_leaves_no_part_of_a_document(tmp_path: Path) -> None:
    (tmp_path / "rain.tex").mkdir()
    with pytest.raises(UnwritableOutput):
        save_artifact(tmp_path / "rain.tex" / ("x" * 300) / "y", "a.tex", "paper.tex", PAPER)
    assert list((tmp_path / "rain.tex").iterdir()) == []


# Names and places.


@each("name", ["n" * 300 + ".docx", "雨" * 300 + ".docx", "n" * 300, "\U0001f327" * 300 + ".quiz.json"])
def test_a_name_of_three_hundred_letters_is_shortened_between_letters(name: str, tmp_path: Path) -> None:
    paths = [save_file(tmp_path, name, text) for text in ("one", "two")]
    assert len({path.name for path in paths}) == 2
    for path in paths:
        assert len(os.fsencode(path.name)) <= 255
        assert set(path.name) <= {*name, *" (2)"}
        assert path.name.endswith(name[300:])


@each("overwrite", [False, True])
def test_a_pipe_is_refused_and_stays(overwrite: bool, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "out.pdf")
    for work in (
        lambda: save_file(tmp_path, "out.pdf", "x", overwrite=overwrite),
        lambda: refuse_device(tmp_path / "out.pdf"),
    ):
        with pytest.raises(UnwritableOutput, match="pipe or a device"):
            work()
    assert (tmp_path / "out.pdf").is_fifo()
    assert len(list(tmp_path.iterdir())) == 1
