"""Papers over HTTP: begun from uploads, written by a job, downloaded and deleted; those of others do not exist."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

from inkwright.agent.rule_planner import NoModel
from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.source import DocumentSpec
from tests.papers.test_rule_choice import NOTES
from tests.server.live import LiveServer, live_server


@pytest.fixture(autouse=True)
def _without_tex(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")


def ended(server: LiveServer, job_id: str) -> Any:
    async def wait() -> Any:
        return await (await server.inkwright.jobs()).wait(job_id, owner=server.inkwright.owner)

    return server.run(wait())


def test_a_paper_is_begun_written_downloaded_resumed_and_deleted(tmp_path: Path) -> None:
    with live_server(tmp_path, NoModel()) as server:
        client = server.client()
        begun = client.post("/api/papers", files=[("files", ("bees.md", NOTES["en"].encode()))])
        assert (begun.status_code, begun.json()["title"]) == (201, "bees.md")
        paper = f"/api/papers/{begun.json()['id']}"
        assert ended(server, begun.json()["jobId"]).status == "finished"
        shown = client.get(paper).json()
        assert (shown["isWritten"], shown["isCompiled"], shown["problems"]) == (True, False, [])
        assert len(shown["stages"]) == shown["total"]
        assert [each["id"] for each in client.get("/api/papers").json()["items"]] == [shown["id"]]
        names = zipfile.ZipFile(io.BytesIO(client.get(f"{paper}/archive").content)).namelist()
        assert any(name.endswith("generated/paper.tex") for name in names)
        assert (shown["sources"], shown["template"]) == (["bees.md"], "article")
        assert b"documentclass" in client.get(f"{paper}/files/paper.tex").content
        absent = ("paper.pdf", "paper.json", "..%2Fpaper.json", ".paper.tex.partial", "无.tex")
        assert {client.get(f"{paper}/files/{name}").status_code for name in absent} == {404}
        assert client.get(f"{paper}/pages").status_code == 404
        resumed = client.post(f"{paper}/resume", json={"stage": "paper"}).json()
        assert resumed["jobId"] != shown["jobId"]
        assert ended(server, resumed["jobId"]).status == "finished"
        assert client.post(f"{paper}/resume", json={"stage": "poem"}).status_code == 422
        assert client.delete(paper).status_code == 204
        assert [client.get(path).status_code for path in (paper, f"{paper}/archive")] == [404, 404]


def test_what_cannot_be_written_fails_with_a_reason_and_the_papers_of_others_do_not_exist(tmp_path: Path) -> None:
    with live_server(tmp_path, NoModel()) as server:
        client = server.client()
        assert client.post("/api/papers").status_code == 422
        file, chinese = ("files", ("short.md", b"Too short.")), {"accept-language": "zh-CN"}
        short = client.post("/api/papers", files=[file], headers=chinese).json()
        job = ended(server, short["jobId"])
        assert job.status == "failed"
        assert "10" in job.problem.message
        assert "笔记" in job.problem.message
        other = server.inkwright.as_owner("a/b").papers
        names = {other.create([], {"title": "x"}, server.inkwright.store.clock.now()).folder.parent.name}
        names.add(
            server.inkwright.as_owner("a_b")
            .papers.create([], {"title": "x"}, server.inkwright.store.clock.now())
            .folder.parent.name
        )
        assert len(names) == 2
        path = f"/api/papers/{other.all()[0].id}"
        assert [client.get(path).status_code, client.delete(path).status_code] == [404, 404]
        assert [each["id"] for each in client.get("/api/papers").json()["items"]] == [short["id"]]


def test_the_pdf_file_of_a_paper_is_shown_page_by_page(tmp_path: Path) -> None:
    with live_server(tmp_path, NoModel()) as server:
        client = server.client()
        session = server.inkwright.papers.create([], {"title": "x"}, server.inkwright.store.clock.now())
        spec = DocumentSpec(kind="plain", title="Bees", language="en", body="## One\n\nBees fly.\n")
        session.save("paper.pdf", build_document(spec, "pdf").main)
        paper = f"/api/papers/{session.id}"
        assert client.get(f"{paper}/pages").json()["count"] == 1
        assert client.get(f"{paper}/pages/1").content.startswith(b"\x89PNG")
        assert client.get(f"{paper}/pages/2").status_code == 404


def test_a_paper_whose_job_cannot_begin_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "durable.db").mkdir()  # where the jobs would be kept
    with live_server(tmp_path, NoModel()) as server:
        client = server.client()
        asked = client.post("/api/papers", files=[("files", ("notes.md", b"Rain falls."))])
        assert (asked.status_code, asked.json()["code"]) == (503, "store")
        assert "durable.db" in asked.json()["title"]
        assert client.get("/api/papers").json()["items"] == []
