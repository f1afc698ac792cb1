"""`inkwright doctor` on a machine that is well, and on one that is not."""

import json
import re
from pathlib import Path

from tests.cli.test_main import inkwright

MAY_BE_MISSING = re.compile(r"model in use|program|sandbox|fonts")
"""Programs that a machine may be without; the doctor tells what is lost."""


def test_a_machine_that_is_well_gets_a_clean_bill(tmp_path: Path) -> None:
    done = inkwright("doctor", cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path / "home"))
    missing = [line for line in done.stdout.splitlines() if line.startswith("✗")]
    assert done.returncode == 0
    assert all(MAY_BE_MISSING.search(line) for line in missing)
    assert ("Everything is installed and working." in done.stdout) == (not missing)
    assert not (tmp_path / "home").exists()


def test_what_is_missing_comes_with_what_is_lost_and_the_command_that_mends_it(tmp_path: Path) -> None:
    (tmp_path / "inkwright.toml").write_text("language = 7\n", encoding="utf-8")
    done = inkwright("doctor", cwd=tmp_path, INKWRIGHT_HOME="/proc/none")
    assert "impact:" in done.stdout
    assert f"fix: edit {tmp_path / 'inkwright.toml'}" in done.stdout
    assert done.returncode == 0


def test_the_rows_can_be_read_by_a_program(tmp_path: Path) -> None:
    rows = json.loads(inkwright("doctor", "--json", cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path)).stdout)
    assert {row["name"] for row in rows} >= {"Python", "installed with", "libraries", "home folder", "settings"}
    assert all(row["well"] for row in rows if not MAY_BE_MISSING.search(row["name"]))


def test_a_machine_without_libreoffice_is_told_what_works_all_the_same(tmp_path: Path) -> None:
    for language, told in (("en", "previews slides as sketches"), ("zh", "幻灯片可预览为草图")):
        done = inkwright(
            "--language", language, "doctor", cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path), PATH=str(tmp_path)
        )
        assert re.search(r" LibreOffice(: |：)—", done.stdout)
        assert told in done.stdout
        assert {"en": "with the package manager of this system", "zh": "用本系统的软件包管理器"}[
            language
        ] in done.stdout
