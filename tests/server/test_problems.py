"""Errors of the API: their status, and the language of the client."""

from pathlib import Path
from typing import Any

from inkwright import ScriptedModel
from inkwright.errors import InkwrightError, ModelBusy, NotDelivered, NotFound, TurnRunning, UnreadableFile
from inkwright.server.problems import language_from_header, status_of
from tests.each import each
from tests.server.live import live_server


@each(
    "header, language",
    [("", "en"), ("zh-CN,zh;q=0.9", "zh"), ("fr, en;q=0.5, zh;q=0.8", "zh"), ("de", "en"), ("zh;q=x,en", "en")],
)
def test_the_best_known_language_is_chosen(header: str, language: str) -> None:
    assert language_from_header(header) == language


@each(
    "error, status",
    [
        (NotFound(what_kind="x", id="y"), 404),
        (TurnRunning(id="x"), 409),
        (UnreadableFile(name="x", problem="y"), 422),
        (ModelBusy(model="m", problem="x"), 503),
        (NotDelivered(name="x", path="y", problem="z", id="i"), 500),
    ],
)
def test_the_nearest_class_decides_the_status(error: InkwrightError, status: int) -> None:
    assert status_of(error) == status


INVALID: list[tuple[str, dict[str, Any], list[tuple[str, str]]]] = [
    ("/api/agent/stream", {"message": 5}, [("message", "应为文字，而不是 5")]),
    ("/api/agent/stream", {"message": "x", "whenBusy": "no"}, [("whenBusy", '只能是 wait, refuse 之一，而不是 "no"')]),
    (
        "/api/agent/stream",
        {"message": "x", "atOnce": "no idea"},
        [("atOnce", '只能是 true 或 false，而不是 "no idea"')],
    ),
    ("/api/agent/answer", {"askId": "x", "answer": 5}, [("answer", "应为花括号里的各个字段，而不是 5")]),
    ("/api/agent/advance", {}, [("", "turnId 和 projectId 必须且只能填一个")]),
    ("/api/agent/edit", {"turnId": "x", "message": " \u3000\n"}, [("message", "不能为空")]),
    ("/api/artifacts/x/edit", {"message": "  "}, [("message", "不能为空")]),
    ("/api/jobs", {"kind": 5, "arguments": {}}, [("kind", "应为文字，而不是 5")]),
]


def test_invalid_fields_are_named_in_the_language_of_the_client_and_keys_are_not_repeated(tmp_path: Path) -> None:
    chinese = {"accept-language": "zh-CN"}
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client(headers=chinese)
        for path, body, expected in INVALID:
            reply = client.post(path, json=body)
            found = [(each["field"], each["problem"]) for each in reply.json()["errors"]]
            assert (reply.status_code, found) == (422, expected), path
            assert all(problem in reply.json()["detail"] for _, problem in expected), path
        key = client.put("/api/models/keys", json={"provider": "openai", "key": ["sk-secret"]})
        plain = client.post("/api/agent/stream", content=b"x=1", headers={"content-type": "text/plain"})
        empty = client.post("/api/jobs", json={"kind": "batch", "arguments": {"messages": []}})
        nowhere = client.get("/api/conversations/", follow_redirects=False)
        nameless = client.post("/api/conversations/attachments", files={"files": ("", b"x", "text/plain")})
        blank = [client.get("/api/conversations/search", params={"words": words}) for words in (" ", "\0", "\0 \u3000")]
        scripts = [
            client.get("/api/conversations/conv_x", headers={"accept-language": wanted}).json()["title"]
            for wanted in ("zh-TW,zh;q=0.9", "zh-Hant-HK", "zh-Hans-HK", "zh-CN")
        ]
    assert "sk-secret" not in key.text
    assert plain.json()["errors"][0]["problem"] == "应为 JSON，并以 application/json 发送"
    assert nameless.json()["errors"][0]["problem"] == "应为带名称的文件"
    assert [reply.json()["errors"][0]["problem"] for reply in blank] == ["不能为空"] * 3
    traditional, simplified = "沒有對話 'conv_x'。", "没有对话 'conv_x'。"
    assert scripts == [traditional, traditional, simplified, simplified]
    assert "至少要有 1 个" in empty.json()["detail"]
    assert (nowhere.status_code, nowhere.json()["code"]) == (404, "no_route")
