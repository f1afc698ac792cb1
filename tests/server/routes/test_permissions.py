"""Permissions over HTTP: saved, listed and taken back."""

from pathlib import Path

from inkwright import ScriptedModel
from tests.server.live import live_server


def test_a_permission_is_saved_for_where_a_path_really_leads_listed_and_taken_back(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    (tmp_path / "link").symlink_to(real)
    with live_server(tmp_path / "home", ScriptedModel([])) as server:
        client = server.client()
        saved = client.post("/api/permissions", json={"access": "write", "path": str(tmp_path / "link")})
        assert (saved.status_code, saved.json()) == (201, {"access": "write", "path": str(real)})
        assert client.get("/api/permissions").json() == {"items": [saved.json()], "next": None}
        assert client.request("DELETE", "/api/permissions", params=saved.json()).status_code == 204
        assert client.request("DELETE", "/api/permissions", params=saved.json()).status_code == 404
        for wrong in ("relative/path", "~/x", "", "/x\0y"):
            refused = client.post("/api/permissions", json={"access": "read", "path": wrong})
            assert refused.status_code == 422, wrong
        assert client.get("/api/permissions").json()["items"] == []
