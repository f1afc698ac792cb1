"""Tests of pictures that come with TeX."""

import pytest

from inkwright.artifacts.documents.tex.tex_tree import installed_pictures


def test_names_that_are_no_plain_names_are_not_looked_for() -> None:
    assert installed_pictures(["--version", "../a", "a b", "", "$(id)"]) == frozenset()


def test_without_tex_no_picture_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert installed_pictures(["some-picture"]) == frozenset()


def test_a_picture_that_nothing_installed_is_not_found() -> None:
    assert installed_pictures(["river-of-our-own"]) == frozenset()
