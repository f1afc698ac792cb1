"""Tests of the folders of papers: found, searched, exported and deleted, each owner's own."""

import io
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from inkwright.errors import NotFound
from inkwright.ids import TimedIds
from inkwright.papers.sessions import PaperSessions
from inkwright.papers.sources import PaperSource


def test_a_paper_is_found_searched_exported_and_deleted(tmp_path: Path) -> None:
    papers = PaperSessions(tmp_path, "ann", TimedIds())
    source = PaperSource("../Notes on rivers.md", b"x")
    session = papers.create([source], {"title": "Rivers"}, datetime(2026, 1, 2, tzinfo=UTC))
    assert session.folder.name.startswith("session_20260102T000000_")
    assert [path.parent for path in session.folder.glob("uploaded/*")] == [session.folder / "uploaded"]
    session.save("paper.tex", "\\section{Deltas}")
    assert [each.id for each in papers.search("deltas")] == [session.id]
    assert papers.search("volcanoes") == []
    assert papers.find(session.id[-8:]).id == session.id
    names = zipfile.ZipFile(io.BytesIO(session.archive())).namelist()
    assert f"{session.folder.name}/generated/paper.tex" in names
    with pytest.raises(NotFound):
        PaperSessions(tmp_path, "bob", TimedIds()).find(session.id)
    papers.delete(session)
    assert papers.all() == []
