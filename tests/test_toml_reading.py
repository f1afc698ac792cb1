"""TOML is read within limits, whoever wrote it."""

import os
from pathlib import Path

import pytest

from inkwright.toml_reading import read_toml
from tests.each import each


def test_usual_files_are_read(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text('[mcp.servers.a]\nargs = ["1.2.3.4"]\n' + "# a. b. c.\n" * 4_000, encoding="utf-8")
    assert read_toml(file) == {"mcp": {"servers": {"a": {"args": ["1.2.3.4"]}}}}


@each(
    "written",
    ["a." * 45_000 + "b = 1", "[" + "a." * 45_000 + "b]", "a = " + "[" * 50_000, "a = " + "{b = " * 10_000],
)
def test_names_and_values_with_too_many_parts_are_refused(tmp_path: Path, written: str) -> None:
    (tmp_path / "a.toml").write_text(written, encoding="utf-8")
    with pytest.raises(RecursionError):
        read_toml(tmp_path / "a.toml")


def test_what_has_no_end_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "endless").symlink_to("/dev/zero")
    (tmp_path / "large").write_bytes(b"#" * 100_001)
    for name in ("pipe", "endless", "large", "missing"):
        with pytest.raises(OSError, match=r"regular|large|No such"):
            read_toml(tmp_path / name)
