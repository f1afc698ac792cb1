"""`inkwright app`: from a conversation to pages and files, in the terminal."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from inkwright.cli.arguments import CommandParser
from inkwright.cli.commands import app
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Language
from tests.apps.samples import converse, opened, turn
from tests.cli.commands.test_project import shell_of


def run(folder: Path, *words: str, language: Language = "en") -> tuple[int, str]:
    """What `inkwright app` says in this process, and its exit code."""
    parser, shell = CommandParser("en"), shell_of(folder, "", language)
    app.add_arguments(parser)
    code = app.run(parser.parse_options(words)[1], shell)
    return code, shell.out.getvalue()  # type: ignore[attr-defined]


def run_json(folder: Path, *words: str) -> Any:
    return json.loads(run(folder, *words, "--json")[1])


def prepare(folder: Path) -> None:
    async def go() -> None:
        async with opened(shell_of(folder, "", "en").settings.home) as inkwright:
            await converse(inkwright, turn(1, "How is 1A doing?", ("get_class_detail", {"class_id": "1A"})))

    asyncio.run(go())


def test_a_conversation_is_compiled_run_changed_exported_and_deleted(tmp_path: Path) -> None:
    prepare(tmp_path)
    assert "get_class_detail" in run(tmp_path, "steps", "last")[1]
    made = run_json(tmp_path, "compile", "last", "--title", "Mine", "--model", "rule")
    assert (made["status"], made["title"]) == ("ready", "Mine")
    code, page = run(tmp_path, "run", "Mine", "--input", "class=1B", "--model", "rule")
    assert (code, "== Class 1B ==" in page) == (0, True)
    code, said = run(tmp_path, "batch", "Mine", "class", "1A", "1B", "--model", "rule")
    assert (code, said.count("finished")) == (0, 2)
    code, said = run(tmp_path, "run", "Mine", "--input", "class=9Z", "--model", "rule")
    assert (code, "Available: 1A, 1B" in said) == (1, True)
    said = run(tmp_path, "run", "Mine", "--input", "class=9Z", "--model", "rule", language="zh")[1]
    assert said.splitlines()[-2:] == ["没有名为“9Z”的班级。", "可用：1A、1B"]
    file = tmp_path / "page.xlsx"
    assert run(tmp_path, "export", "Mine", str(file))[0] == 0  # of the latest run that has a page
    assert file.read_bytes()[:2] == b"PK"
    assert "Tokens: 0" in run(tmp_path, "estimate", "Mine", "--model", "rule")[1]
    change = {"type": "update_props", "targetBlockId": "app", "changes": {"name": "Ours"}}
    (tmp_path / "patch.json").write_text(json.dumps({"instructions": [change]}))
    assert "v2" in run(tmp_path, "patch", "Mine", str(tmp_path / "patch.json"))[1]
    assert "v1" in run(tmp_path, "undo", made["id"])[1]
    assert "published" in run(tmp_path, "publish", made["id"])[1]
    copied = run_json(tmp_path, "duplicate", made["id"], "--title", "Copy")
    for each in (made["id"], copied["id"]):
        run(tmp_path, "delete", each)
    assert run_json(tmp_path, "list") == []


def test_wrong_words_are_refused(tmp_path: Path) -> None:
    prepare(tmp_path)
    for words in (("show", "nothing"), ("run", "nothing"), ("steps", "nothing"), ("export", "nothing", "a.pdf")):
        with pytest.raises(NotFound):
            run(tmp_path, *words)
    run(tmp_path, "compile", "last", "--title", "Mine", "--model", "rule")
    with pytest.raises(InvalidOption):
        run(tmp_path, "run", "Mine", "--input", "class", "--model", "rule")
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(InvalidOption):
        run(tmp_path, "patch", "Mine", str(tmp_path / "bad.json"))
