"""scripts/studio: the page is built when its sources changed, and a failure is told."""

import gzip
import json
import re
import runpy
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

STUDIO = Path(__file__).parents[2] / "studio"
BUILT = STUDIO.parent / "src" / "inkwright" / "server" / "studio" / "index.html"
SCRIPT: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "scripts" / "studio"))


TRADITIONAL: dict[str, Any] = runpy.run_path(str(STUDIO.parent / "scripts" / "studio-traditional"))


def test_the_traditional_texts_of_the_page_are_made_from_the_simplified_ones() -> None:
    texts = STUDIO / "src" / "i18n" / "zh-Hant.json"
    assert texts.read_text(encoding="utf-8") == TRADITIONAL["catalogue"](), "run scripts/studio-traditional"
    converter = TRADITIONAL["OpenCC"]("s2twp")
    assert TRADITIONAL["traditional"]("“{{name}}”的文件", converter) == "「{{name}}」的檔案"


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


@pytest.mark.skipif(not BUILT.exists(), reason="THE STUDIO IS NOT BUILT (scripts/studio): its size is not checked")
def test_the_first_load_is_at_most_350_kilobytes_of_compressed_script_from_this_origin() -> None:
    page = BUILT.read_text(encoding="utf-8")
    addresses = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert all(address.startswith("/assets/") for address in addresses)
    scripts = [BUILT.parent / address[1:] for address in addresses if address.endswith(".js")]
    assert 0 < sum(len(gzip.compress(script.read_bytes())) for script in scripts) <= 350_000


def test_the_lock_names_no_address_and_every_package_has_one_version() -> None:
    assert '"resolved"' not in (STUDIO / "package-lock.json").read_text(encoding="utf-8")
    package = json.loads((STUDIO / "package.json").read_text(encoding="utf-8"))
    versions = {**package["dependencies"], **package["devDependencies"]}
    assert [name for name, version in versions.items() if not re.fullmatch(r"\d+\.\d+\.\d+", version)] == []
