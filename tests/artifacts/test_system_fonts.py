"""Characters that no font of a machine has, with a fontconfig that answers as a test says."""

from pathlib import Path

import pytest

from inkwright.artifacts.system_fonts import boxed_characters, lacks_chinese_font


def with_fonts(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    (folder / "fc-list").write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    (folder / "fc-list").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_a_machine_without_a_chinese_font_shows_boxes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_fonts(tmp_path, monkeypatch, "true")
    assert boxed_characters("Rivers 河流，河流") == "河流，"
    assert boxed_characters("Rivers – é") == ""
    assert lacks_chinese_font() is True


def test_only_the_characters_without_a_font_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_fonts(tmp_path, monkeypatch, 'case "$1" in *6d41*) ;; *) echo Hei ;; esac')
    assert boxed_characters("河流") == "流"
    assert lacks_chinese_font() is False


def test_a_fontconfig_that_fails_is_not_held_against_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_fonts(tmp_path, monkeypatch, "exit 1")
    assert boxed_characters("河流") == ""


def test_without_fontconfig_nothing_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert (boxed_characters("河流"), lacks_chinese_font()) == ("", None)
