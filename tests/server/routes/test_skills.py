"""Skills over HTTP: listed in the language of the request, imported, changed, applied and deleted."""

from pathlib import Path

from inkwright import ScriptedModel
from tests.server.live import live_server
from tests.server.samples import bearer
from tests.skills.test_folders import SKILL, zipped


def test_skills_are_listed_imported_changed_and_deleted(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        listed = client.get("/api/skills", headers={"accept-language": "zh"}).json()["items"]
        assert [each["title"] for each in listed] == ["批判分析", "专业文案", "通俗化", "讲故事"]
        files = {"SKILL.md": SKILL, "scripts/run.sh": "exit 1", "references/a.md": "A"}
        made = client.post("/api/skills/import", files={"file": ("s.zip", zipped(**files), "application/zip")})
        assert (made.status_code, made.json()["hasScripts"]) == (201, True)
        skill = f"/api/skills/{made.json()['id']}"
        assert client.get(skill).json()["files"] == ["references/a.md", "scripts/run.sh"]
        assert client.patch(skill, json={"instructions": "Shorter."}).status_code == 200
        shown = client.get("/api/skills/plain-words").json()
        assert (shown["instructions"], shown["files"]) == ("Shorter.", ["references/a.md", "scripts/run.sh"])
        assert client.get(skill, headers=bearer(server, "bob")).status_code == 404
        body = {"name": "Plain words", "description": "x", "instructions": "y"}
        assert client.post("/api/skills", json=body).status_code == 422
        assert client.delete("/api/skills/storytelling").status_code == 422
        assert client.delete(skill).status_code == 204
        bad = client.post("/api/skills/import", files={"file": ("s.zip", b"no zip", "application/zip")})
        assert bad.status_code == 422


def test_a_skill_is_applied_to_a_block_with_a_version_or_a_proposal(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel(["A story.", "Another story."])) as server:
        client = server.client()
        project = f"/api/projects/{client.post('/api/projects', json={'name': 'P'}).json()['id']}"
        block = client.put(f"{project}/blocks", json={"path": "A", "text": "Rain."}).json()["block"]["id"]
        empty = client.put(f"{project}/blocks", json={"path": "B", "text": ""}).json()["block"]["id"]
        use = {"skill": "storytelling"}
        assert client.post(f"{project}/blocks/{block}/skill", json=use).json()["textVersion"] == 2
        proposed = client.post(f"{project}/blocks/{block}/skill", json={**use, "asProposal": True}).json()
        assert (proposed["textVersion"], bool(proposed["proposalId"])) == (None, True)
        assert client.get(f"{project}/blocks/{block}").json()["text"] == "A story."
        assert client.post(f"{project}/blocks/{empty}/skill", json=use).status_code == 422
        assert client.post(f"{project}/blocks/{block}/skill", json={"skill": "magic"}).status_code == 404
