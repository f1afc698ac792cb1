"""`inkwright files arrange`, `theme` and `question`: a change is the next version, and wrong words change nothing."""

import json
from pathlib import Path

import pytest

from tests.cli.commands.test_files import files, keep_decks, told


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def test_slides_are_copied_and_a_deck_changes_its_theme(home: Path) -> None:
    (deck,) = keep_decks(home, "Rain")
    copied = told(home, "arrange", deck.id, "1,2,2")["file"]
    assert (copied["version"], copied["units"]) == (2, {"slides": 3})
    painted = files(home, "theme", copied["id"], "night")
    assert "version 3 was checked" in painted.stdout, painted.stderr
    taken = files(home, "theme", deck.id, "paper", LANG="zh_CN.UTF-8")
    assert "第 4 版已通过检查" in taken.stdout, taken.stderr


def test_wrong_numbers_themes_and_questions_are_refused_in_words(home: Path) -> None:
    (deck,) = keep_decks(home, "Rain")
    (home.parent / "q.json").write_text("[1]", encoding="utf-8")
    for words in (
        ("arrange", deck.id, "2,1"),
        ("arrange", deck.id, "1"),
        ("arrange", deck.id, "1,x"),
        ("arrange", deck.id, "1,99999999999999999999"),
        ("theme", deck.id, "no-such-theme"),
        ("question", deck.id, "1", str(home.parent / "q.json")),
    ):
        done = files(home, *words)
        assert done.returncode != 0, words
        assert "Traceback" not in done.stderr
        assert done.stderr.strip(), words
    assert json.loads(files(home, "versions", deck.id, "--json").stdout)["versions"][-1]["version"] == 1
