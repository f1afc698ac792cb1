"""Trust in folders: for one folder, and for exactly the values that were seen."""

import json
from pathlib import Path

from inkwright.folder_trust import TRUST_FILE, FolderAnswer, FolderSettings, answers_text, folder_settings, read_answers
from tests.each import each

VALUES = {"model": "http://a/v1", "turn_dollars": 3}


def said(home: Path, folder: Path, *, yes: bool) -> None:
    answers = {str(folder.resolve()): FolderAnswer(FolderSettings(folder, VALUES).digest, yes)}
    (home / TRUST_FILE).write_text(answers_text(answers), encoding="utf-8")


@each("yes", [True, False])
def test_an_answer_holds_for_the_same_values_in_the_same_folder(tmp_path: Path, yes: bool) -> None:
    said(tmp_path, tmp_path / "a", yes=yes)
    assert folder_settings(tmp_path, tmp_path / "a", VALUES).answer is yes
    assert folder_settings(tmp_path, tmp_path / "b" / ".." / "a", dict(reversed(VALUES.items()))).answer is yes


OTHER_VALUES = [
    {"model": "http://b/v1", "turn_dollars": 3},
    {"model": "http://a/v1", "turn_dollars": "3"},
    {"model": "http://a/v1"},
    {**VALUES, "database": "sqlite:///x"},
    {"model": ["http://a/v1"], "turn_dollars": 3},
]


@each("values", OTHER_VALUES)
def test_other_values_are_asked_about_again(tmp_path: Path, values: dict[str, object]) -> None:
    said(tmp_path, tmp_path / "a", yes=True)
    assert folder_settings(tmp_path, tmp_path / "a", values).answer is None


def test_another_folder_with_the_same_values_is_asked_about(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "a")
    said(tmp_path, tmp_path / "a", yes=True)
    assert folder_settings(tmp_path, tmp_path / "b", VALUES).answer is None
    assert folder_settings(tmp_path, tmp_path / "a" / "inner", VALUES).answer is None
    assert folder_settings(tmp_path, tmp_path / "link", VALUES).answer is True


BROKEN = ["", "[", "[]", "7", '{"/a": 1}', '{"/a": {"digest": 7}}', "\x00", "[" * 100_000]


@each("content", BROKEN)
def test_a_broken_file_trusts_nothing(tmp_path: Path, content: str) -> None:
    (tmp_path / TRUST_FILE).write_text(content, encoding="utf-8")
    assert read_answers(tmp_path) == {}


def test_only_true_is_trust(tmp_path: Path) -> None:
    rows = {f"/{number}": {"digest": "d", "trusted": value} for number, value in enumerate([1, "true", None, True])}
    (tmp_path / TRUST_FILE).write_text(json.dumps(rows), encoding="utf-8")
    assert [answer.is_trusted for answer in read_answers(tmp_path).values()] == [False, False, False, True]
