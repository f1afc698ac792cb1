"""The diagnosis: what is there and what is not, without changing anything."""

from pathlib import Path

from inkwright.usecases.diagnose import LIBRARIES, diagnose


def test_every_needed_library_has_a_row(tmp_path: Path) -> None:
    rows = diagnose(environ={"INKWRIGHT_HOME": str(tmp_path)}, folder=tmp_path, encoding="utf-8")
    assert [row.name for row in rows if row.kind == "library"] == list(LIBRARIES)
    assert all(row.is_well for row in rows)


def test_both_halves_of_the_embedded_model_have_a_row_with_the_command_that_installs_them(tmp_path: Path) -> None:
    rows = diagnose(environ={"INKWRIGHT_HOME": str(tmp_path)}, folder=tmp_path, encoding="utf-8")
    embedded = [(row.name, row.is_needed) for row in rows if row.kind == "embedded"]
    assert embedded == [("xllamacpp", False), ("SmolLM2-135M", False)]


def test_a_home_below_a_file_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    rows = diagnose(environ={"INKWRIGHT_HOME": str(tmp_path / "file" / "home")}, folder=tmp_path, encoding="utf-8")
    assert [row.kind for row in rows if not row.is_well] == ["home"]


def test_a_terminal_without_unicode_is_told(tmp_path: Path) -> None:
    for encoding in ("ascii", "no-such-encoding"):
        rows = diagnose(environ={"INKWRIGHT_HOME": str(tmp_path)}, folder=tmp_path, encoding=encoding)
        assert [row.kind for row in rows if not row.is_well] == ["encoding"]
