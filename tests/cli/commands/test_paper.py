"""`inkwright paper`: written, shown, exported and deleted."""

import io
import json
from pathlib import Path

import pytest

from inkwright.cli.commands import paper
from inkwright.cli.shell import Shell
from inkwright.errors import NotFound
from inkwright.settings import load_settings
from tests.papers.test_pipeline import Writer, new_session


def shell_of(home: Path) -> tuple[Shell, io.StringIO]:
    out = io.StringIO()
    settings = load_settings(flags={}, environ={}, folder=home, home=home)
    return Shell(settings, "en", out, io.BytesIO()), out


def test_a_paper_that_nothing_compiled_says_so_and_can_be_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    shell, out = shell_of(tmp_path)
    session = new_session(tmp_path)
    assert paper.write_and_show(session, Writer().model, shell) == 0
    assert "Not compiled: " in out.getvalue()
    shell, out = shell_of(tmp_path)
    assert paper.run(paper.PapersListOptions(json=True), shell) == 0
    assert json.loads(out.getvalue())[0]["stages"]["pdf"]["compiled"] is False
    assert paper.run(paper.PaperDeleteOptions(session.id), shell) == 0
    with pytest.raises(NotFound):
        paper.run(paper.PaperShowOptions(session.id), shell)
