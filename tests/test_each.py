"""Many cases in one test: each is tried, and all that fail are told."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.each import each


def test_all_cases_are_tried_and_all_that_fail_are_told() -> None:
    tried = []

    @each("number, word", [(1, "a"), (2, "b"), pytest.param(3, "c")])
    def fact(number: int, word: str) -> None:
        tried.append((number, word))
        assert number == 2

    with pytest.raises(ExceptionGroup) as told:
        fact()
    assert tried == [(1, "a"), (2, "b"), (3, "c")]
    assert [error.__notes__ for error in told.value.exceptions] == [
        ["in the case 0: number=1, word='a'"],
        ["in the case 2: number=3, word='c'"],
    ]


def test_one_that_fails_is_told_as_itself_and_a_long_case_in_short() -> None:
    @each("text", ["x" * 1000, ""])
    def fact(text: str) -> None:
        assert not text

    with pytest.raises(AssertionError) as told:
        fact()
    assert len(told.value.__notes__[0]) < 400


def test_a_test_is_skipped_only_where_all_its_cases_are() -> None:
    @each("here", [True, False])
    def some(here: bool) -> None:
        if not here:
            pytest.skip("not here")

    @each("here", [True, False])
    def none(here: bool) -> None:
        pytest.skip(f"{here}")

    some()
    with pytest.raises(pytest.skip.Exception):
        none()


@each("word", ["one", "two"])
@each("number", [1, 2])
def test_each_case_has_a_folder_patches_and_output_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], word: str, number: int
) -> None:
    assert list(tmp_path.iterdir()) == []
    assert "INK_EACH" not in os.environ
    monkeypatch.setenv("INK_EACH", f"{word}{number}")
    (tmp_path / "file").touch()
    print(word, number)  # noqa: T201 - it is what is captured
    assert capsys.readouterr().out == f"{word} {number}\n"


def test_a_fact_without_cases_or_with_a_marked_one_is_a_mistake() -> None:
    marked: list[Any] = [pytest.param(1, marks=pytest.mark.soak)]
    for cases in ([], marked):
        with pytest.raises(AssertionError):
            each("number", cases)
