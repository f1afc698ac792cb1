"""`inkwright paper`: written, shown, exported and deleted."""

import io
import json
from pathlib import Path

import pytest

from inkwright.cli.commands import paper
from inkwright.cli.shell import Shell
from inkwright.errors import NotFound
from inkwright.ids import TimedIds
from inkwright.papers.sessions import PaperSessions
from inkwright.settings import load_settings
from inkwright.usecases.store import LOCAL_OWNER
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


def test_a_paper_without_readable_notes_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "empty.md").touch()
    shell, out = shell_of(tmp_path)
    assert paper.run(paper.PaperNewOptions([str(tmp_path / "empty.md")], model="rule"), shell) == 1
    assert "There are not enough sources for this. empty.md was not read: it has no text." in out.getvalue()
    assert "resume" not in out.getvalue()
    assert not PaperSessions(tmp_path, LOCAL_OWNER, TimedIds()).all()
