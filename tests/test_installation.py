"""The package as people install it: what the wheel contains, its requirements, and every way to install it."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NOTES = ROOT / "docs" / "guide" / "rivers.en.md"
PATIENCE = 900
DELIVERABLES = {
    "slides": "Rivers.pptx",
    "doc": "Rivers.docx",
    "pdf": "Rivers.pdf",
    "quiz": "Rivers.docx",
    "page": "Rivers.html",
}
INSTALLING = {
    "pip": "{python} -m venv env && env/bin/pip install --quiet {source}",
    "pipx": "tools/bin/pip install --quiet pipx && tools/bin/pipx install {source}",
    "uv": "tools/bin/pip install --quiet uv && tools/bin/uv tool install {source}",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built as an installer builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    build = "from hatchling.build import build_wheel; import sys; build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, str(folder)], cwd=ROOT, check=True, timeout=PATIENCE)
    [built] = folder.glob("*.whl")
    return built


def test_the_wheel_contains_every_file_of_the_package_and_nothing_else(wheel: Path) -> None:
    tracked = subprocess.run(["git", "ls-files", "src"], cwd=ROOT, capture_output=True, check=True, text=True)
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    kept = {name.removeprefix("src/") for name in tracked.stdout.splitlines() if (ROOT / name).is_file()}
    assert kept - packed == set()
    assert {name for name in packed - kept if not (ROOT / "src" / name).is_file()} == set()
    assert {"inkwright/__main__.py", "inkwright/py.typed"} <= packed


def test_the_wheel_runs_from_an_empty_folder_as_a_module(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    environ = {**os.environ, "PYTHONPATH": str(tmp_path / "site"), "INKWRIGHT_HOME": str(tmp_path / "home")}
    shutil.copy(NOTES, tmp_path / "rivers.md")

    def run(*words: str) -> str:
        command = [sys.executable, "-m", "inkwright", *words]
        done = subprocess.run(
            command, cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
        return done.stdout

    run("make", "slides", "--from", "rivers.md", "--model", "rule", "--yes")
    assert (tmp_path / "Rivers.pptx").is_file()
    assert run("-V") == f"inkwright {PROJECT['version']}\n"


def test_other_projects_can_live_beside_the_requirements() -> None:
    needed = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["local"]
    assert [each for each in needed if "==" in each or "~=" in each] == []
    for each in needed:
        lower = re.search(r">=([0-9.]+)", each)
        upper = re.search(r"<([0-9.]+)", each)
        assert lower is not None, each
        # An upper bound is a next major version, never a next minor one.
        assert upper is None or "." not in upper[1], each


def test_every_requirement_has_a_tested_version() -> None:
    pinned = {
        re.split(r"[=\[]", line)[0].lower().replace("_", "-")
        for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    }
    named = {re.split(r"[\[<>=]", each)[0].lower().replace("_", "-") for each in PROJECT["dependencies"]}
    assert named - pinned == set()


@pytest.mark.soak
@pytest.mark.parametrize("way", INSTALLING)
def test_every_way_of_installing_makes_every_deliverable(way: str, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "tools"], cwd=tmp_path, check=True)
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "INKWRIGHT_"))} | {
        "INKWRIGHT_HOME": str(tmp_path / "home"),
        "PIPX_HOME": str(tmp_path / "pipx"),
        "PIPX_BIN_DIR": str(tmp_path / "env" / "bin"),
        "UV_TOOL_DIR": str(tmp_path / "uv"),
        "UV_TOOL_BIN_DIR": str(tmp_path / "env" / "bin"),
        "LANG": "C.UTF-8",
    }

    def run(command: str) -> str:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env=environ,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    shutil.copy(NOTES, tmp_path / "rivers.md")
    run(INSTALLING[way].format(python=sys.executable, source=ROOT))
    for kind, name in DELIVERABLES.items():
        request = {"page": "Flashcards", "doc": "Summary"}.get(kind, "")
        run(f"env/bin/inkwright make {kind} {request} --from rivers.md --model rule --yes -o {kind}")
        assert (tmp_path / kind / name).is_file()
    run("env/bin/inkwright models install tiny")
    assert "embedded" in run("env/bin/inkwright doctor")
    assert f"{way} " in run("env/bin/inkwright uninstall")
