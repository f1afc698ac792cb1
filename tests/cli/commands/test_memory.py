"""`inkwright memory`: facts are added once, listed, and deleted by the end of their id or their text."""

import io
import json
from pathlib import Path

import pytest

from inkwright import NotFound
from inkwright.cli.commands import memory
from inkwright.cli.shell import Shell
from inkwright.settings import load_settings


def run(home: Path, options: memory.MemoryOptions) -> str:
    out = io.StringIO()
    settings = load_settings(flags={}, environ={}, folder=home, home=home)
    assert memory.run(options, Shell(settings, "en", out, io.BytesIO())) == 0
    return out.getvalue()


def test_facts_are_added_listed_and_deleted(tmp_path: Path) -> None:
    assert "Nothing is remembered" in run(tmp_path, memory.MemoryListOptions())
    run(tmp_path, memory.MemoryAddOptions("Writes for nurses"))
    run(tmp_path, memory.MemoryAddOptions("只写短句"))
    first, second = json.loads(run(tmp_path, memory.MemoryListOptions(json=True)))["facts"]
    assert run(tmp_path, memory.MemoryListOptions()).splitlines() == [
        f"{first['id'][-8:]}  Writes for nurses",
        f"{second['id'][-8:]}  只写短句",
    ]
    run(tmp_path, memory.MemoryDeleteOptions(first["id"][-8:]))
    assert run(tmp_path, memory.MemoryDeleteOptions("只写短句")) == "Forgotten: 只写短句\n"
    with pytest.raises(NotFound):
        run(tmp_path, memory.MemoryDeleteOptions(""))
