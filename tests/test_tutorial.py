"""The tutorial, followed exactly: files are written, commands run, and their output is what the page shows."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.llm.fake_provider import FakeProvider, openai_reply, openai_stream, texts

PAGE = Path(__file__).resolve().parent.parent / "docs" / "tutorials" / "new-agent.md"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run(commands: str, folder: Path, model: str) -> str:
    """What the commands print, each as a person would type it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("INKWRIGHT_")}
    path = os.pathsep.join([str(Path(sys.executable).parent), kept.get("PATH", "")])
    environ = {**kept, "PATH": path, "PYTHONUTF8": "1", "LANG": "C.UTF-8", "INKWRIGHT_MODEL": model}
    environ["INKWRIGHT_HOME"] = str(folder / "home")
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


def test_who_follows_the_tutorial_sees_what_it_shows(tmp_path: Path) -> None:
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    world: dict[str, str] = {}
    exec(next(body for _, name, body in blocks if name == "replies.py"), {}, world)
    chunks = texts(world["GOOD"][:40], world["GOOD"][40:])
    said: str | None = None
    shown = 0
    with FakeProvider(
        lambda got: openai_stream(chunks) if got.body.get("stream") else openai_reply(world["GOOD"])
    ) as it:
        for tag, name, body in blocks:
            if name:
                (tmp_path / name).write_text(body, encoding="utf-8")
            elif tag == "sh":
                assert said is None, "a command is followed by what it says"
                said = run(body, tmp_path, f"{it.url}/v1#tiny")
            else:
                assert (tag, said) == ("text", body)
                said, shown = None, shown + 1
    assert shown == 5
    assert said is None
    assert (tmp_path / "glossary.md").read_text(encoding="utf-8").startswith("- **main**")


def test_who_copies_the_tool_sees_its_turn(tmp_path: Path) -> None:
    page = PAGE.with_name("new-tool.md").read_text(encoding="utf-8")
    said = ""
    for tag, name, body in BLOCK.findall(page):
        if name:
            (tmp_path / name).write_text(body, encoding="utf-8")
        elif tag == "sh":
            said = run(body, tmp_path, "local")
        else:
            assert (tag, said) == ("text", body)
    assert said.endswith("delivered poem.txt\n")
