"""A chat with a service over a pipe: messages, questions, files and commands."""

import asyncio
import json
from pathlib import Path

import pytest

from inkwright import ScriptedModel
from inkwright.cli.chat.line_loop import chat_on_lines
from inkwright.cli.commands.chat import ChatOptions
from inkwright.cli.options import RemoteOptions
from tests.agent.golden_requests import pdf
from tests.agent.test_router import guessed
from tests.agent.test_run import call, deliver
from tests.cli.test_remote_turns import shell_in
from tests.server.live import LiveServer, live_server
from tests.server.routes.test_agent import model


def chat(server: LiveServer, folder: Path, *lines: str, **given: object) -> tuple[int, str]:
    shell, out = shell_in(folder, "".join(f"{line}\n" for line in lines).encode())
    options = ChatOptions(output=folder, remote=RemoteOptions(server.url), **given)  # type: ignore[arg-type]
    return asyncio.run(chat_on_lines(options, shell)), out.getvalue()


def test_messages_continue_one_conversation_until_a_new_one_starts(tmp_path: Path) -> None:
    with live_server(tmp_path, model("Hi.", "Again.", "Fresh.")) as server:
        code, out = chat(server, tmp_path, "Hello", "And more", "/new", "Other", "/history")
        found = server.client().get("/api/conversations").json()["items"]
    assert code == 0
    assert [line for line in out.splitlines() if line in ("Hi.", "Again.", "Fresh.")] == ["Hi.", "Again.", "Fresh."]
    assert [(each["title"], each["turns"]) for each in found] == [("Other", 1), ("Hello", 2)]
    assert all(each["id"] in out for each in found)


def test_the_newest_conversation_is_continued(tmp_path: Path) -> None:
    with live_server(tmp_path, model("Hi.", "Again.")) as server:
        chat(server, tmp_path, "Hello")
        chat(server, tmp_path, "More", continues=True)
        assert [each["turns"] for each in server.client().get("/api/conversations").json()["items"]] == [2]


def test_a_question_is_answered_by_the_next_line(tmp_path: Path) -> None:
    lines = [call("ask_user", question="Which?", options=["Red", "Blue"]), "Blue!"]
    with live_server(tmp_path, model(*lines)) as server:
        code, out = chat(server, tmp_path, "Paint", "2")
    assert (code, out.splitlines()[-1]) == (0, "Blue!")


def test_a_question_is_answered_as_json(tmp_path: Path) -> None:
    lines = [call("ask_user", question="Which?", options=["Red", "Blue"]), "Blue!"]
    answer = json.dumps({"status": "answered", "said": "Blue"})
    with live_server(tmp_path, model(*lines)) as server:
        code, out = chat(server, tmp_path, "Paint", answer, json=True)
    assert code == 0
    assert "Blue!" in out


def test_a_file_is_made_downloaded_and_shown_with_its_address(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with live_server(tmp_path / "home", ScriptedModel([guessed(), pdf("Rain"), deliver])) as server:
        code, out = chat(server, tmp_path, "A PDF about rain, please.")
    assert (code, (tmp_path / "Rain.pdf").read_bytes()[:4]) == (0, b"%PDF")
    assert "Rain.pdf" in out
    assert f"{server.url}/api/artifacts/" in capsys.readouterr().err


def test_commands_of_this_machine_are_not_available(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with live_server(tmp_path, model()) as server:
        chat(server, tmp_path, "/model x", "/retry")
    assert "/model is not available with --server." in capsys.readouterr().err
