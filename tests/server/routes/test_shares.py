"""Share links over HTTP: made, listed and revoked by their owner alone."""

from pathlib import Path

from inkwright import ScriptedModel
from tests.server.live import live_server
from tests.server.samples import bearer, stored_document


def test_a_link_is_made_listed_and_revoked(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client, document = server.client(), stored_document(server)
        made = client.post("/api/shares", json={"artifactId": document, "days": 7, "canDownload": True})
        assert made.status_code == 201
        share = made.json()
        assert share["url"].startswith(f"{server.url}/s/")
        assert (share["isOpen"], share["isLocal"], share["canDownload"], share["followsLatest"]) == (
            True,
            True,
            True,
            False,
        )
        assert client.get("/api/shares").json()["items"] == [share]
        assert client.get("/api/shares", params={"artifactId": document}).json()["items"] == [share]
        assert client.get(f"/api/shares/{share['id']}").json() == share
        revoked = client.delete(f"/api/shares/{share['id']}").json()
        assert not revoked["isOpen"]
        assert client.delete(f"/api/shares/{share['id']}").json() == revoked
        assert client.get(share["url"]).status_code == 404


def test_what_is_not_ones_own_is_neither_shared_nor_seen_nor_revoked(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([]), needs_login=True) as server:
        mine, other = (server.client(headers=bearer(server, owner)) for owner in ("local", "other"))
        document = stored_document(server)
        assert other.post("/api/shares", json={"artifactId": document}).status_code == 404
        share = mine.post("/api/shares", json={"artifactId": document}).json()
        assert other.get("/api/shares").json()["items"] == []
        assert other.get("/api/shares", params={"artifactId": document}).status_code == 404
        for path in (share["id"], "share_0", "..", "%00"):
            assert other.get(f"/api/shares/{path}").status_code in (404, 422), path
            assert other.delete(f"/api/shares/{path}").status_code in (404, 405, 422), path
        assert server.client().get("/api/shares").status_code == 401
        assert server.client().get(share["url"]).status_code == 200


def test_a_link_is_valid_for_a_day_to_a_year(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client, document = server.client(), stored_document(server)
        for days in (0, -1, 367, 10**9, "soon", None):
            reply = client.post("/api/shares", json={"artifactId": document, "days": days})
            assert reply.status_code == 422, days
        for body in ({}, {"artifactId": ""}, {"artifactId": "x" * 65}, {"artifactId": document, "owner": "other"}):
            assert client.post("/api/shares", json=body).status_code == 422, body
        assert client.post("/api/shares", json={"artifactId": "art_0"}).status_code == 404
