"""Decks over HTTP: slides in another order, another theme, an own template; each change is a checked version."""

import io
from pathlib import Path
from typing import Any

import pptx
import pytest

from inkwright import ScriptedModel
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.slides.themes import THEMES
from inkwright.artifacts.vault import Verified
from inkwright.errors import NotFound
from inkwright.usecases.store import LOCAL_OWNER
from tests.artifacts.sample_decks import saved
from tests.server.live import LiveServer, live_server
from tests.server.routes.test_artifacts import made
from tests.server.samples import stored_quiz

NOTES = "# Rivers\n\n## Rain\n\n- Rain falls.\n\n## Snow\n\n- Snow melts.\n\n## 海洋\n\n- 河流入海。\n"


def deck(server: LiveServer) -> str:
    """Store a deck with a title slide and three others; return its id."""
    return str(server.run(server.inkwright.render(NOTES, "pptx")).id)


def titles(server: LiveServer, artifact: str) -> list[str]:
    shown = server.client().get(f"/api/artifacts/{artifact}/slides").json()["slides"]
    return [each["title"] for each in shown]


def test_slides_are_arranged_into_the_next_version_and_the_one_before_is_restored(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        artifact, client = deck(server), server.client()
        assert titles(server, artifact) == ["Rivers", "Rain", "Snow", "海洋"]
        changed = client.put(f"/api/artifacts/{artifact}/slides", json={"slides": [1, 4, 2, 4]})
        assert (changed.status_code, changed.json()["version"]) == (201, 2), changed.text
        assert titles(server, changed.json()["id"]) == ["Rivers", "海洋", "Rain", "海洋"]
        assert changed.json()["units"] == {"slides": 4}
        restored = client.post(f"/api/artifacts/{artifact}/restore").json()
        assert (restored["version"], titles(server, restored["id"])) == (3, ["Rivers", "Rain", "Snow", "海洋"])


WRONG_ORDERS: list[Any] = [[], [0], [1], [2, 1], [1, 9], [1, 1, 2], [1, "x"], [1] * 500, [1, *[2] * 100], None]


def test_an_order_that_is_none_is_refused_and_nothing_is_made(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        artifact, client = deck(server), server.client()
        for slides in WRONG_ORDERS:
            refused = client.put(f"/api/artifacts/{artifact}/slides", json={"slides": slides})
            assert (refused.status_code, bool(refused.json()["title"])) == (422, True), refused.text
        assert len(client.get("/api/artifacts").json()["items"]) == 1


def test_a_deck_is_seen_and_drawn_in_another_theme(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        artifact, client = deck(server), server.client()
        shown = client.get(f"/api/artifacts/{artifact}/slides").json()
        assert (shown["theme"], shown["themes"], shown["canRestyle"]) == ("classroom", [*THEMES], True)
        picture = client.get(f"/api/artifacts/{artifact}/themes/night/pages/2")
        assert picture.content.startswith(b"\x89PNG")
        assert picture.headers["x-page-count"] == "4"
        assert client.get(f"/api/artifacts/{artifact}/themes/night/pages/5").status_code == 404
        assert client.get(f"/api/artifacts/{artifact}/themes/pink/pages/1").status_code == 422
        assert len(client.get("/api/artifacts").json()["items"]) == 1
        changed = client.put(f"/api/artifacts/{artifact}/theme", json={"theme": "night"}).json()
        assert client.get(f"/api/artifacts/{changed['id']}/slides").json()["theme"] == "night"
        assert client.put(f"/api/artifacts/{artifact}/theme", json={"theme": "pink"}).status_code == 422


def test_a_deck_is_drawn_in_the_look_of_an_uploaded_template_and_of_nothing_else(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([]), max_upload_bytes=200_000) as server:
        address, client = f"/api/artifacts/{deck(server)}/template", server.client()
        drawn = client.post(address, files={"file": ("ours.pptx", saved(pptx.Presentation()))})
        assert (drawn.status_code, drawn.json()["version"]) == (201, 2), drawn.text
        overview = client.get(f"/api/artifacts/{drawn.json()['id']}/slides").json()
        assert (overview["theme"], overview["canRestyle"]) == (None, True)
        for content, status in ((b"", 422), (b"PK\x03\x04 no zip", 422), (b"x" * 300_000, 413)):
            assert client.post(address, files={"file": ("../../x.pptx", content)}).status_code == status
        assert client.post(address).status_code == 422


def test_only_decks_have_slides_and_only_those_of_the_owner(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        for artifact in (stored_quiz(server), "art_0", "..%2f..%2fetc"):
            assert client.get(f"/api/artifacts/{artifact}/slides").status_code == 404
            assert client.put(f"/api/artifacts/{artifact}/slides", json={"slides": [1, 2]}).status_code == 404
            assert client.put(f"/api/artifacts/{artifact}/theme", json={"theme": "night"}).status_code == 404
        mine = made(server)
        other = server.inkwright.as_owner("other")
        with pytest.raises(NotFound):
            server.run(other.artifact(mine))


def test_the_pages_of_a_document_come_with_its_outline(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        markdown = "# Rivers\n\n" + "".join(f"## Part {n}\n\n" + "Rain falls. " * 300 + "\n\n" for n in range(3))
        document = server.run(server.inkwright.render(markdown, "pdf")).id
        outline = server.client().get(f"/api/artifacts/{document}/pages").json()["outline"]
        assert [each["title"] for each in outline] == ["Part 0", "Part 1", "Part 2"]
        assert outline[0]["page"] == 1
        assert outline[2]["page"] > 1
        assert server.client().get(f"/api/artifacts/{deck(server)}/pages").json()["outline"] == []


def test_a_deck_that_does_not_say_what_it_was_drawn_from_is_moved_and_not_restyled(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        artifact, client = deck(server), server.client()
        plain = pptx.Presentation(io.BytesIO(client.get(f"/api/artifacts/{artifact}/file").content))
        for slide in plain.slides:
            for each in slide._element.findall("{*}extLst"):
                slide._element.remove(each)
        old = server.run(stored(server, saved(plain)))
        overview = client.get(f"/api/artifacts/{old}/slides").json()
        assert overview["canRestyle"] is False
        assert not any(each["canCopy"] for each in overview["slides"])
        assert client.put(f"/api/artifacts/{old}/slides", json={"slides": [1, 3, 2]}).status_code == 201
        for path, body in (("theme", {"theme": "night"}), ("slides", {"slides": [1, 2, 2]})):
            assert client.put(f"/api/artifacts/{old}/{path}", json=body).status_code == 422


async def stored(server: LiveServer, content: bytes) -> str:
    store = server.inkwright.store
    draft = Draft("pptx", "Old.pptx", "Old", {"Old.pptx": content})
    kept = await store.vault.keep(draft, owner=LOCAL_OWNER, turn_id=store.ids.new("turn"))
    assert isinstance(kept, Verified), kept
    return kept.id
