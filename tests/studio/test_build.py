"""scripts/studio: the page is built when its sources changed, and a failure is told."""

import runpy
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

SCRIPT: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "scripts" / "studio"))


class Npm:
    """Runs nothing: writes the page, or fails."""

    def __init__(self, root: Path, fails_at: str = "") -> None:
        self.target = root / "src" / "inkwright" / "server" / "studio"
        self.fails_at = fails_at
        self.ran: list[str] = []

    def __call__(self, arguments: Sequence[str], folder: Path) -> int:
        self.ran.append(arguments[0])
        if arguments[0] == self.fails_at:
            return 1
        self.target.mkdir(parents=True, exist_ok=True)
        (self.target / "index.html").write_text("page")
        return 0


def sources(root: Path) -> Path:
    (root / "studio" / "src").mkdir(parents=True)
    (root / "studio" / "src" / "main.ts").write_text("1")
    return root


def test_the_page_is_built_once_and_again_when_a_source_changes(tmp_path: Path) -> None:
    npm = Npm(sources(tmp_path))
    assert SCRIPT["build"](tmp_path, npm)
    assert SCRIPT["build"](tmp_path, npm)
    assert npm.ran == ["install", "run"]
    (tmp_path / "studio" / "node_modules").mkdir()
    (tmp_path / "studio" / "node_modules" / "x.js").write_text("not a source")
    assert SCRIPT["build"](tmp_path, npm)
    assert npm.ran == ["install", "run"]
    (tmp_path / "studio" / "src" / "main.ts").write_text("2")
    assert SCRIPT["build"](tmp_path, npm)
    assert npm.ran == ["install", "run"] * 2


def test_a_page_without_sources_is_kept(tmp_path: Path) -> None:
    npm = Npm(tmp_path)
    npm(["run"], tmp_path)
    assert SCRIPT["build"](tmp_path, npm)
    assert npm.ran == ["run"]


@pytest.mark.parametrize("step", ["install", "run"])
def test_a_failure_is_told_and_tried_again_next_time(
    tmp_path: Path, step: str, capsys: pytest.CaptureFixture[str]
) -> None:
    npm = Npm(sources(tmp_path), fails_at=step)
    assert not SCRIPT["build"](tmp_path, npm)
    assert f"npm {step} failed" in capsys.readouterr().out
    npm.fails_at = ""
    assert SCRIPT["build"](tmp_path, npm)
