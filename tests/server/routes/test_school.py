"""Classes over HTTP: imported, shown, reported and removed, each owner alone."""

from pathlib import Path

from inkwright import ScriptedModel
from tests.server.live import live_server

GOOD = "学号,姓名,班级,测验1\n满分,,,60\n1001,甲乙,一班,55\n".encode()


def test_classes_are_imported_shown_and_undone(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        bad = {"file": ("a.csv", GOOD + "1002,丙丁,一班,61\n".encode())}
        tried = client.post("/api/school/imports", files=bad, params={"mode": "dry_run"}).json()
        assert (tried["imported"], tried["canLeaveOut"], tried["problems"][0]["kind"]) == (
            None,
            True,
            "mark_over_maximum",
        )
        assert tried["columns"][0] == {"part": "", "header": "学号", "role": "number"}
        assert client.post("/api/school/imports", files=bad).json()["imported"] is None
        assert client.get("/api/school").json() == {"classes": [], "imports": [], "mayLeave": False}
        done = client.post("/api/school/imports", files=bad, params={"mode": "leave_out"}).json()["imported"]
        assert (done["pupils"], done["name"], done["isSample"]) == (1, "a.csv", False)
        shown = client.get("/api/school/classes/一班").json()
        assert (shown["pupils"], shown["roster"]) == (1, [{"number": "1001", "name": "甲乙"}])
        assert (shown["tests"][0]["mean"], shown["tests"][0]["outOf"], shown["points"]) == (55, 60, [])
        pupil = client.get("/api/school/pupils/1001").json()
        assert pupil["marks"] == [{"test": "测验1", "outOf": 60, "mark": 55, "classMean": 55}]
        assert client.get("/api/school/classes/none").status_code == 404
        assert client.get("/api/school/pupils/none").status_code == 404
        assert client.delete(f"/api/school/imports/{done['id']}").status_code == 204
        assert client.delete(f"/api/school/imports/{done['id']}").status_code == 404


def test_the_sample_its_report_the_permission_and_removing_all(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        assert client.post("/api/school/sample").json()["imported"]["isSample"] is True
        made = client.post("/api/school/reports", json={"name": "Sample 1A", "format": "docx"})
        assert made.status_code == 201
        assert client.get(made.json()["url"]).content.startswith(b"PK")
        assert client.post("/api/school/reports", json={"name": "nobody"}).status_code == 404
        assert client.put("/api/school/permission", json={"mayLeave": True}).status_code == 204
        assert client.get("/api/school").json()["mayLeave"] is True
        assert client.delete("/api/school").status_code == 204
        assert client.get("/api/school").json()["classes"] == []
        wrong = client.post("/api/school/imports", files={"file": ("a.csv", GOOD)}, params={"maximum": "x"})
        assert wrong.status_code == 422
