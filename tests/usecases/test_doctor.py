"""The diagnosis: what is there and what is not, without changing anything."""

import os
import subprocess
from pathlib import Path

import pytest

from inkwright.artifacts.pandoc import pandoc_path
from inkwright.artifacts.rendering.office import find_office
from inkwright.usecases.doctor import diagnose, required_libraries
from inkwright.usecases.installation import find_installation

PROGRAMS = ("office", "chromium", "sandbox", "fonts", "tex")
"""What a machine may be without."""


def test_all_libraries_are_one_row_when_none_is_missing(tmp_path: Path) -> None:
    rows = diagnose(environ={"INKWRIGHT_HOME": str(tmp_path)}, folder=tmp_path, encoding="utf-8")
    count = len(required_libraries())
    assert [row.found for row in rows if row.kind in ("libraries", "library")] == [f"{count}/{count}"]
    assert count > 10
    assert all(row.is_well for row in rows if row.kind not in PROGRAMS)


def test_a_missing_library_has_a_row_with_the_command_that_repairs_this_installation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "inkwright-0.1.0.dist-info"
    info.mkdir()
    needed = 'Requires-Dist: no-such-library>=1\nRequires-Dist: pydantic\nRequires-Dist: other; extra == "dev"\n'
    (info / "METADATA").write_text(f"Name: inkwright\nVersion: 0.1.0\n{needed}", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    rows = diagnose(environ={"INKWRIGHT_HOME": str(tmp_path)}, folder=tmp_path, encoding="utf-8")
    [row] = [row for row in rows if row.kind == "library"]
    assert (row.name, row.is_well, row.is_needed) == ("no-such-library", False, True)
    assert row.fix == find_installation().repair_command()


def test_a_machine_without_chinese_fonts_is_reported_with_the_command_for_its_package_manager(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("fc-list", "dnf"):
        (tmp_path / name).write_text("#!/bin/sh\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    rows = diagnose(environ={"INKWRIGHT_HOME": str(tmp_path)}, folder=tmp_path, encoding="utf-8")
    [fonts] = [row for row in rows if row.kind == "fonts"]
    assert (fonts.is_well, fonts.fix) == (False, "sudo dnf install fontconfig google-noto-sans-cjk-fonts")


def test_programs_that_make_and_show_documents_have_a_row_with_their_version(tmp_path: Path) -> None:
    rows = diagnose(environ={"INKWRIGHT_HOME": str(tmp_path)}, folder=tmp_path, encoding="utf-8")
    found = {row.kind: row for row in rows if row.kind in ("office", "pandoc")}
    assert list(found) == ["office", "pandoc"]
    assert found["office"].is_well == (find_office() is not None)
    said = subprocess.run([str(pandoc_path()), "--version"], capture_output=True, check=True, text=True).stdout
    assert said.splitlines()[0] == f"pandoc {found['pandoc'].found}"


def test_a_program_that_does_not_say_its_version_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "soffice"
    program.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    rows = diagnose(environ={"INKWRIGHT_HOME": str(tmp_path)}, folder=tmp_path, encoding="utf-8")
    [office] = [row for row in rows if row.kind == "office"]
    assert (office.is_well, office.found) == (False, f"{program}: CalledProcessError")


def test_both_halves_of_the_embedded_model_have_a_row_with_the_command_that_installs_them(tmp_path: Path) -> None:
    rows = diagnose(environ={"INKWRIGHT_HOME": str(tmp_path)}, folder=tmp_path, encoding="utf-8")
    embedded = [(row.name, row.is_needed) for row in rows if row.kind == "embedded"]
    assert embedded == [("xllamacpp", False), ("SmolLM2-135M", False)]


def test_a_home_below_a_file_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    rows = diagnose(environ={"INKWRIGHT_HOME": str(tmp_path / "file" / "home")}, folder=tmp_path, encoding="utf-8")
    assert [row.kind for row in rows if row.kind not in PROGRAMS and not row.is_well] == ["home"]


def test_a_terminal_without_unicode_is_reported(tmp_path: Path) -> None:
    for encoding in ("ascii", "no-such-encoding"):
        rows = diagnose(environ={"INKWRIGHT_HOME": str(tmp_path)}, folder=tmp_path, encoding=encoding)
        assert [row.kind for row in rows if row.kind not in PROGRAMS and not row.is_well] == ["encoding"]


def test_a_setting_that_cannot_be_used_is_reported_in_the_language_of_the_person(tmp_path: Path) -> None:
    (tmp_path / "inkwright.toml").write_text('max_input = "many"\n', encoding="utf-8")
    environ = {"INKWRIGHT_HOME": str(tmp_path)}
    rows = diagnose(environ=environ, folder=tmp_path / "elsewhere", encoding="utf-8", language="zh")
    [found] = [row.found for row in rows if row.kind == "settings"]
    assert found.endswith("应为大小，例如 8000000 或 8MB，而不是 'many'。")
