"""What visitors see by a share link: what is shared, without a login, and nothing else."""

from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from inkwright import ScriptedModel
from inkwright.server.routes.shared import slide_texts
from tests.server.live import LiveServer, live_server
from tests.server.samples import bearer, stored_document, stored_page

SLIDES = "# Rivers\n\n## Rain\n\n- Rain falls.\n\nNotes: Ask Ming about his boat.\n"
SECRETS = ("conversation", "turn_", "conv_", "/api/")


def share(client: httpx.Client, artifact: str, **options: Any) -> str:
    """Share an artifact; return the address."""
    made = client.post("/api/shares", json={"artifactId": artifact, **options})
    assert made.status_code == 201, made.text
    address: str = made.json()["url"]
    return address


def visitor(server: LiveServer, **options: Any) -> httpx.Client:
    return server.client(**options)


def test_a_document_is_shown_without_a_login_and_its_file_only_where_that_is_allowed(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([]), needs_login=True) as server:
        mine, document = server.client(headers=bearer(server, "local")), stored_document(server)
        closed, opened = share(mine, document), share(mine, document, canDownload=True)
        page = visitor(server).get(closed)
        assert page.status_code == 200
        assert "It rains." in page.text
        assert "/file" not in page.text
        assert all(each not in page.text for each in SECRETS)
        assert "set-cookie" not in page.headers
        assert page.headers["cache-control"] == "no-store"
        assert page.headers["x-robots-tag"] == "noindex, nofollow"
        assert visitor(server).get(f"{closed}/file").status_code == 404
        file = visitor(server).get(f"{opened}/file")
        assert file.status_code == 200
        assert file.headers["content-disposition"].startswith("attachment;")
        assert f"{opened.removeprefix(server.url)}/file" in visitor(server).get(opened).text


def test_the_page_of_a_link_runs_and_loads_nothing_but_its_own(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        page = visitor(server).get(share(server.client(), stored_document(server)))
        policy = page.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; img-src 'self' data:; style-src 'sha256-")
        assert "script-src" not in policy
        assert "connect-src" not in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy


def test_an_interactive_page_is_shown_in_a_frame_of_the_other_origin(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        page = visitor(server).get(share(server.client(), stored_page(server)))
        assert f'<iframe class="shared" src="{server.pages_url}/' in page.text
        assert 'sandbox="allow-scripts' in page.text
        assert "allow-same-origin" not in page.text
        assert f"frame-src {server.pages_url};" in page.headers["content-security-policy"]
        address = page.text.partition('<iframe class="shared" src="')[2].partition('"')[0]
        assert "It falls." in visitor(server).get(address).text


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_a_link_that_does_not_work_does_not_say_why(tmp_path: Path, language: str) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client, document = server.client(), stored_document(server)
        address = share(client, document)
        revoked = share(client, document)
        identity = client.get("/api/shares").json()["items"][0]["id"]
        client.delete(f"/api/shares/{identity}")
        token = address.rpartition("/")[2]
        guest = visitor(server, headers={"accept-language": language})
        pages = [
            guest.get(each)
            for each in (
                revoked,
                f"{server.url}/s/x",
                f"{server.url}/s/{token[:-1]}A",
                f"{server.url}/s/{document}",
                f"{server.url}/s/{token}.",
            )
        ]
        assert {page.status_code for page in pages} == {404}
        assert len({page.text for page in pages}) == 1
        assert ("链接" if language == "zh-CN" else "link") in pages[0].text


def test_a_link_reaches_nothing_else_of_its_owner(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([]), needs_login=True) as server:
        mine = server.client(headers=bearer(server, "local"))
        document, another = stored_document(server), stored_page(server)
        address = share(mine, document, canDownload=True)
        guest = visitor(server)
        for path in (
            f"/api/artifacts/{document}",
            f"/api/artifacts/{another}/file",
            "/api/shares",
            "/api/conversations",
            "/s/../api/conversations",
            "/s/%2e%2e/api/conversations",
            "/s//api/conversations",
        ):
            assert guest.get(server.url + path).status_code in (401, 404), path
        for tail in (
            f"/file?name={another}",
            "/file?name=../../etc/passwd",
            "/file/../../api/shares",
            "/pages/0",
            "/pages/-1",
            "/pages/1e3",
            "/pages/501",
            "/pages/99",
            "/edit",
            "/source",
        ):
            reply = guest.get(address + tail)
            assert reply.status_code in (404, 422) or b"It rains." in reply.content or tail.startswith("/file?"), tail
        for method in ("post", "put", "delete", "patch"):
            assert getattr(guest, method)(address).status_code in (404, 405), method
        headers = {"authorization": f"Bearer {address.rpartition('/')[2]}"}
        assert guest.get("/api/shares", headers=headers).status_code == 401


def test_a_link_shows_the_version_that_was_shared_or_always_the_newest(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client, document = server.client(), stored_document(server)
        fixed, moving = share(client, document), share(client, document, followsLatest=True)
        source = client.get(f"/api/artifacts/{document}/file?name=source.md").text
        changed = client.put(f"/api/artifacts/{document}/source", json={"markdown": source.replace("rains", "snows")})
        assert changed.status_code == 201, changed.text
        assert "It rains." in visitor(server).get(fixed).text
        assert "It snows." in visitor(server).get(moving).text


def test_visitors_who_ask_too_often_have_to_wait(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([]), visits_per_minute=5) as server:
        address = share(server.client(), stored_document(server))
        guest = visitor(server)
        replies = [guest.get(address) for _ in range(8)]
        assert [each.status_code for each in replies[:5]] == [200] * 5
        assert replies[-1].status_code == 429
        assert int(replies[-1].headers["retry-after"]) >= 1
        assert server.client().get("/api/shares").status_code == 200


def test_a_title_cannot_become_markup(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        evil = "# <script>alert(1)</script> \"x'\n\n`<img src=x onerror=alert(1)>`"
        made = stored_document(server, evil)
        page = visitor(server).get(share(server.client(), made))
        assert "<script>alert" not in page.text
        assert "<img src=x" not in page.text


def test_slides_are_pictures_and_speaker_notes_are_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")  # without LibreOffice, slides are sketched
    with live_server(tmp_path, ScriptedModel([])) as server:
        deck = server.run(server.inkwright.render(SLIDES, "pptx")).id
        notes = server.client().get(f"/api/artifacts/{deck}/pages").json()["notes"]
        address = share(server.client(), deck)
        page = visitor(server).get(address)
        assert page.text.count("<figure>") == 2
        assert "Rain falls." in page.text
        assert "sketch" in page.text
        assert any("boat" in note for note in notes)
        assert "boat" not in page.text
        picture = visitor(server).get(f"{address}/pages/2")
        assert picture.headers["content-type"] == "image/png"
        assert picture.content.startswith(b"\x89PNG")
    assert slide_texts(b"not a deck") == []
