"""What the pages of an artifact are: how many, how they are drawn, and the notes of slides."""

from pathlib import Path

import pytest

from inkwright import ScriptedModel
from inkwright.artifacts.vault import Verified
from inkwright.server.routes.page_previews import speaker_notes
from tests.server.live import LiveServer, live_server

SLIDES = "# Rivers\n\n## Rain\n\n- Rain falls on the hills.\n- It runs to the sea.\n"


def made(server: LiveServer, form: str) -> str:
    result = server.run(server.inkwright.render(SLIDES, form))
    assert isinstance(result, Verified)
    return result.id


def test_a_deck_has_its_slides_with_their_notes_and_a_text_has_no_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")  # without LibreOffice, slides are sketched
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        pages = client.get(f"/api/artifacts/{made(server, 'pptx')}/pages").json()
        assert (pages["count"], pages["shown"], len(pages["notes"])) == (2, 2, 2)
        assert pages["how"] == "sketch"
        assert "Rain falls on the hills." in pages["notes"][1]
        text = client.get(f"/api/artifacts/{made(server, 'tex')}/pages").json()
        assert text == {"count": 0, "shown": 0, "how": None, "notes": [], "outline": []}
        assert client.get("/api/artifacts/art_0/pages").status_code == 404


def test_a_broken_deck_has_no_notes() -> None:
    assert speaker_notes(b"") == []
    assert speaker_notes(b"PK\x03\x04 and nothing more") == []
