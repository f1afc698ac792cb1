"""The origin of pages: only signed links, no cookies, and policies under which a page reaches nothing."""

import dataclasses
import json
import os
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from inkwright import ScriptedModel
from inkwright.artifacts.vault import Vault
from inkwright.artifacts.webpages.assemble import build_page
from inkwright.artifacts.webpages.framing import FRAME_POLICY, framed_file
from inkwright.artifacts.webpages.page_parts import PageParts
from inkwright.server.access import SESSION_COOKIE
from inkwright.usecases.store import LOCAL_OWNER
from tests.artifacts.quizzes.quiz_browser import CHROMIUM
from tests.artifacts.webpages.network_trap import WAYS, NetworkTrap, page_of, way_out
from tests.server.live import LiveServer, live_server
from tests.server.samples import bearer, stored_quiz

NEEDED = ("default-src 'none'", "connect-src 'none'", "form-action 'none'", "base-uri 'none'", "sandbox allow-scripts")


def opened(server: LiveServer, artifact: str) -> str:
    address: str = server.client().post(f"/api/artifacts/{artifact}/page").json()["url"]
    return address


def test_a_page_is_shown_from_another_origin_under_a_policy_that_allows_no_connection(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        address = opened(server, stored_quiz(server))
        assert urlsplit(address).netloc != urlsplit(server.url).netloc
        page = server.client().get(address)
        assert page.status_code == 200
        assert "Rain comes from clouds." in page.text
        policy = page.headers["content-security-policy"]
        assert policy.startswith(FRAME_POLICY)
        assert all(each in policy for each in NEEDED)
        assert "allow-same-origin" not in policy
        ancestors = policy.partition("frame-ancestors ")[2].split()
        assert server.url in ancestors
        assert all(urlsplit(each).port == urlsplit(server.url).port for each in ancestors)
        assert page.headers["x-content-type-options"] == "nosniff"
        assert page.headers["referrer-policy"] == "no-referrer"
        assert page.headers["cache-control"] == "no-store"
        assert "set-cookie" not in page.headers
        assert "server" not in page.headers


def test_a_session_or_a_token_opens_no_page_and_a_link_needs_neither(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([]), needs_login=True) as server:
        quiz = stored_quiz(server)
        headers = bearer(server, "local")
        secret = headers["authorization"].partition(" ")[2]
        person = server.client()
        person.post("/login", data={"token": secret})
        assert person.get(f"/api/artifacts/{quiz}").status_code == 200
        address = person.post(f"/api/artifacts/{quiz}/page").json()["url"]
        assert server.client().get(address).status_code == 200
        cookies = {SESSION_COOKIE: person.cookies[SESSION_COOKIE]}
        for path in ("/", f"/{quiz}", "/api/conversations", f"/api/artifacts/{quiz}/file", "/login", "/%2e%2e/etc"):
            for tried in (server.client(headers=headers), server.client(cookies=cookies)):
                assert tried.get(server.pages_url + path).status_code == 404, path


def test_a_link_of_another_owner_does_not_exist_and_a_changed_one_shows_nothing(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([]), needs_login=True) as server:
        mine, other = (server.client(headers=bearer(server, owner)) for owner in ("local", "other"))
        quiz = stored_quiz(server)
        assert other.post(f"/api/artifacts/{quiz}/page").status_code == 404
        address = mine.post(f"/api/artifacts/{quiz}/page").json()["url"]
        assert other.get(address[:-2] + "AA").status_code == 404
        assert mine.get(address, headers={"host": "evil.example"}).status_code == 404
        assert mine.post(address).status_code == 405
        reached = mine.get(address, headers={"host": "localhost:1"})
        assert reached.status_code == 200


def test_a_link_has_the_name_under_which_the_service_is_reached(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        quiz, port = stored_quiz(server), urlsplit(server.url).port
        reply = server.client().post(f"/api/artifacts/{quiz}/page", headers={"host": f"localhost:{port}"})
        assert reply.json()["url"].startswith(server.pages_url.replace("127.0.0.1", "localhost"))


def stored_unchecked(server: LiveServer, page: str) -> str:
    """Store a page that no check would let pass."""
    store = server.inkwright.store
    made = build_page(PageParts(title="Rivers", html="<h1>Rivers</h1>"))
    (name,) = made.files
    draft = dataclasses.replace(made, files={name: framed_file(page).encode()})
    vault = Vault(store.records, {draft.kind: lambda _: []}, ids=store.ids, clock=store.clock)
    kept = server.run(vault.keep(draft, owner=LOCAL_OWNER, turn_id=store.ids.new("turn"), may_run=False))
    return str(kept.id)


FRAMED = """new Promise((done) => {
  addEventListener("message", (told) => { window.heard = told.data; done(); });
  const frame = document.createElement("iframe");
  Object.assign(frame, {src: ADDRESS, referrerPolicy: "no-referrer", width: 800, height: 600});
  frame.sandbox = "allow-scripts";
  document.body.replaceChildren(frame);
  setTimeout(done, 30000);
})"""
"""What the studio does to show a page; the page tells when its last script has run."""


RAN = 'top.postMessage("ran", "*")'
SOAK = os.environ.get("INKWRIGHT_TEST_PROFILE") == "soak"


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
def test_a_page_that_tries_every_way_out_reaches_nothing_in_the_frame_of_the_studio(tmp_path: Path) -> None:
    (tmp_path / "trap").mkdir()
    trap = NetworkTrap(tmp_path / "trap", served="127.0.0.1")
    ways = [way_out(way, trap.udp_port) for way in WAYS if not way["alone"]]
    with live_server(tmp_path / "home", ScriptedModel([])) as server:
        alone = [way for way in WAYS if way["alone"]]
        for scripts in (ways, *([way_out(way, trap.udp_port)] for way in (alone if SOAK else alone[::17]))):
            address = opened(server, stored_unchecked(server, page_of(RAN, *scripts)))
            trap.open(server.url, then=FRAMED.replace("ADDRESS", json.dumps(address)), seconds=2.0)
            assert trap.value("window.heard") == "ran"
        assert (trap.close(), trap.datagrams) == (set(), [])
