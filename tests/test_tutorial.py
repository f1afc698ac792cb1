"""The tutorials, followed exactly: files are written, commands run, and their output is what the page shows."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import inkwright
from tests.llm.fake_provider import FakeProvider, openai_reply, openai_stream, texts

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "tutorials"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
REPLY = "```path\nglossary.md\n```\n\n```markdown\n- **main**: the pipe\n- **logger**: a microphone\n```"


def run(commands: str, folder: Path, model: str) -> str:
    """Return what the commands print, each run as a person would type it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("INKWRIGHT_")}
    path = os.pathsep.join([str(Path(sys.executable).parent), kept.get("PATH", "")])
    environ = {**kept, "PATH": path, "PYTHONUTF8": "1", "LANG": "C.UTF-8", "INKWRIGHT_MODEL": model}
    environ["INKWRIGHT_HOME"] = str(folder / "home")
    environ["PYTHONPATH"] = os.pathsep.join(map(str, [folder, Path(inkwright.__file__).parent.parent]))
    done = subprocess.run(
        ["bash", "-e", "-c", commands],
        capture_output=True,
        text=True,
        cwd=folder,
        env=environ,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def install(project: Path) -> None:
    """Write what an installer writes: the entry points of a package, in a folder where Python finds them."""
    found = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    lines = [
        line
        for group, points in found["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {target}" for name, target in points.items()))
    ]
    info = project.parent / f"{found['name'].replace('-', '_')}-{found['version']}.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    metadata = f"Metadata-Version: 2.1\nName: {found['name']}\nVersion: {found['version']}\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")


@pytest.mark.parametrize("page", sorted(FOLDER.glob("*.md")), ids=lambda page: page.stem)
def test_who_follows_a_tutorial_sees_what_it_shows(page: Path, tmp_path: Path) -> None:
    said: str | None = None
    shown = 0
    with FakeProvider(
        lambda got: openai_stream(texts(REPLY[:40], REPLY[40:])) if got.body.get("stream") else openai_reply(REPLY)
    ) as server:
        for tag, name, body in BLOCK.findall(page.read_text(encoding="utf-8")):
            if name:
                (tmp_path / name).write_text(body, encoding="utf-8")
                if name == "pyproject.toml":
                    install(tmp_path / name)
            elif tag == "sh":
                assert said is None, "a command is followed by what it prints"
                said = run(body, tmp_path, f"{server.url}/v1#tiny")
            else:
                assert (tag, body) == ("text", said)
                said, shown = None, shown + 1
    assert shown >= 1
    assert said is None


@pytest.mark.parametrize("page", sorted(FOLDER.glob("*.md")), ids=lambda page: page.stem)
def test_a_tutorial_is_short(page: Path) -> None:
    assert len(page.read_text(encoding="utf-8").splitlines()) < 120
