"""The number of threads of the embedded model is saved, and a damaged file does no harm."""

from pathlib import Path

import pytest

from inkwright.llm.local_loader import save_threads, saved_threads


def test_the_number_of_threads_is_saved_in_a_new_folder(tmp_path: Path) -> None:
    memory = tmp_path / "home" / "local.json"
    assert saved_threads(memory) is None
    save_threads(memory, 4)
    assert saved_threads(memory) == 4


def test_without_a_file_nothing_is_saved() -> None:
    save_threads(None, 4)
    assert saved_threads(None) is None


def test_a_folder_that_cannot_be_written_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    save_threads(tmp_path / "file" / "local.json", 4)
    assert saved_threads(tmp_path / "file" / "local.json") is None


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"threads": "4"}', '{"threads": 0}', '{"threads": 65}'])
def test_a_damaged_or_impossible_number_is_measured_again(tmp_path: Path, content: str) -> None:
    (tmp_path / "local.json").write_text(content, encoding="utf-8")
    assert saved_threads(tmp_path / "local.json") is None
