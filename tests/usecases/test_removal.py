"""What stays after the program is removed, and deleting it without touching anything else."""

from pathlib import Path

import pytest

from inkwright.errors import InvalidOption
from inkwright.usecases.removal import delete_leftovers, find_leftovers


def home_of(folder: Path) -> dict[str, str]:
    return {"INKWRIGHT_HOME": str(folder)}


def test_nothing_stays_where_nothing_was_stored(tmp_path: Path) -> None:
    assert find_leftovers(home_of(tmp_path / "home")) == []


def test_models_are_counted_apart_from_the_rest(tmp_path: Path) -> None:
    (tmp_path / "models" / "embedded").mkdir(parents=True)
    (tmp_path / "models" / "embedded" / "a.gguf").write_bytes(b"12345")
    (tmp_path / "inkwright.db").write_bytes(b"123")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    found = {each.kind: (each.size, each.contains) for each in find_leftovers(home_of(tmp_path))}
    link = len(str(tmp_path / "nowhere"))
    assert found == {"home": (3 + link, ("dangling", "inkwright.db", "models")), "models": (5, ("embedded",))}


def test_a_home_folder_is_deleted_and_a_link_in_it_is_not_followed(tmp_path: Path) -> None:
    home, other = tmp_path / "home", tmp_path / "other"
    home.mkdir()
    other.mkdir()
    (other / "letter.txt").write_text("keep", encoding="utf-8")
    (home / "inkwright.db").write_bytes(b"")
    (home / "link").symlink_to(other)
    delete_leftovers(home_of(home))
    assert (home.exists(), (other / "letter.txt").exists()) == (False, True)


def test_a_folder_that_may_hold_other_things_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "letter.txt").write_text("keep", encoding="utf-8")
    with pytest.raises(InvalidOption):
        delete_leftovers(home_of(tmp_path))
    (tmp_path / "inkwright.db").write_bytes(b"")
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    with pytest.raises(InvalidOption):
        delete_leftovers(home_of(tmp_path))
    monkeypatch.chdir("/")
    monkeypatch.setenv("HOME", str(tmp_path / "work"))
    with pytest.raises(InvalidOption):
        delete_leftovers(home_of(tmp_path))
    assert (tmp_path / "letter.txt").exists()
