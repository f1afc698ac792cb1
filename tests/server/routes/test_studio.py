"""The page of the service: its policy, its files, and what is served without a build."""

import re
from pathlib import Path

import pytest

from inkwright import ScriptedModel
from inkwright.server.routes import studio
from tests.server.live import live_server

INDEX = '<!doctype html><script type="module" src="/assets/index-abc.js"></script>'


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small build in place of the real one."""
    home = tmp_path / "built"
    (home / "assets").mkdir(parents=True)
    (home / "index.html").write_text(INDEX)
    (home / "assets" / "index-abc.js").write_text("1")
    (home / "secret.js").write_text("secret")
    monkeypatch.setattr(studio, "_built_files", lambda: home)
    return home


def test_the_page_runs_its_own_scripts_only_and_frames_the_origin_of_pages_only(tmp_path: Path, built: Path) -> None:
    with live_server(tmp_path / "home", ScriptedModel([])) as server:
        reply = server.client().get("/")
        pages = server.pages_url
    assert (reply.status_code, reply.text) == (200, INDEX)
    policy = dict(part.strip().split(" ", 1) for part in reply.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert (policy["script-src"], policy["connect-src"]) == ("'self'", "'self'")
    assert (policy["frame-src"], policy["frame-ancestors"]) == (pages, "'none'")
    assert reply.headers["cache-control"] == "no-cache"


def test_assets_are_kept_for_ever_and_nothing_else_is_served(tmp_path: Path, built: Path) -> None:
    with live_server(tmp_path / "home", ScriptedModel([])) as server:
        client = server.client()
        reply = client.get("/assets/index-abc.js")
        assert (reply.text, reply.headers["content-type"]) == ("1", "text/javascript; charset=utf-8")
        assert re.search(r"max-age=\d{8,}, immutable", reply.headers["cache-control"])
        for name in ("other.js", "..%2fsecret.js", "%2e%2e/secret.js", "index-abc.js%00", "index.html", "a.js/b"):
            assert client.get(f"/assets/{name}").status_code == 404, name


def test_the_page_needs_no_login_and_the_api_does(tmp_path: Path, built: Path) -> None:
    with live_server(tmp_path / "home", ScriptedModel([]), needs_login=True) as server:
        statuses = [server.client().get(path).status_code for path in ("/", "/assets/index-abc.js", "/api/artifacts")]
    assert statuses == [200, 200, 401]


def test_without_a_build_the_page_says_so(tmp_path: Path, built: Path) -> None:
    (built / "index.html").unlink()
    with live_server(tmp_path / "home", ScriptedModel([])) as server:
        reply = server.client().get("/", headers={"accept-language": "zh"})
    assert (reply.status_code, "工作室" in reply.text) == (503, True)
