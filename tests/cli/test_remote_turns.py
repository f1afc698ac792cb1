"""`--server`: the same screens as without, with files uploaded and downloaded, and a turn stopped where it runs."""

import asyncio
import io
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inkwright import ScriptedModel
from inkwright.cli.commands import ask as cli_ask
from inkwright.cli.commands import make as cli_make
from inkwright.cli.options import RemoteOptions, TurnOptions
from inkwright.cli.remote_turns import RemoteDoor
from inkwright.cli.shell import Shell
from inkwright.conversation.events import Event
from inkwright.errors import InvalidOption, ServiceFailed
from inkwright.llm.models import Request
from inkwright.remote import RemoteInkwright
from inkwright.settings import load_settings
from tests.agent.golden_requests import pdf
from tests.agent.test_run import call, deliver
from tests.cli.commands.test_make import turn_options
from tests.server.live import live_server
from tests.server.routes.test_agent import CHAT, model


@pytest.fixture(autouse=True)
def _in_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def shell_in(folder: Path, typed: bytes = b"") -> tuple[Shell, io.StringIO]:
    out = io.StringIO()
    settings = load_settings(flags={}, environ={}, folder=folder, home=folder / "here")
    return Shell(settings, "en", out, io.BytesIO(typed)), out


def turn(folder: Path, url: str, token_file: Path | None = None, **given: Any) -> TurnOptions:
    options = turn_options(folder / "out", **given)
    return replace(options, remote=RemoteOptions(url, token_file))


def test_an_answer_of_the_service_is_printed_as_one_of_this_process(tmp_path: Path) -> None:
    with live_server(tmp_path, model("Because of clouds.")) as server:
        shell, out = shell_in(tmp_path)
        code = cli_ask.run(cli_ask.AskOptions("Why does it rain?", turn=turn(tmp_path, server.url)), shell)
    assert (code, out.getvalue()) == (0, "Because of clouds.\n")


def test_a_file_is_uploaded_and_the_made_one_is_saved_with_its_address(tmp_path: Path) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("# Rain\n\nRain falls from clouds.\n", encoding="utf-8")
    scripted = ScriptedModel([pdf("Rain"), deliver])
    with live_server(tmp_path, scripted) as server:
        shell, out = shell_in(tmp_path)
        options = cli_make.MakeOptions("pdf", sources=(str(notes),), turn=turn(tmp_path, server.url, yes=True))
        code = cli_make.run(options, shell)
        attached = server.client().get("/api/conversations").json()["items"][0]["id"]
        found = server.client().get(f"/api/conversations/{attached}/attachments").json()["items"]
    assert (code, [each["name"] for each in found]) == (0, ["notes.md"])
    (saved,) = (tmp_path / "out").iterdir()
    assert saved.read_bytes().startswith(b"%PDF")
    lines = out.getvalue().splitlines()
    assert lines[-1].startswith(f"Download: {server.url}/api/artifacts/")


def test_a_question_of_the_service_is_answered_here(tmp_path: Path) -> None:
    lines = [call("ask_user", question="Which?", options=["Red", "Blue"]), "Blue!"]
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps({"said": "Blue", "status": "answered"}), encoding="utf-8")
    for given, outcome in ((None, "asked"), (str(answers), "answered")):
        with live_server(tmp_path / outcome, model(*lines)) as server:
            shell, out = shell_in(tmp_path)
            options = turn(tmp_path, server.url, json=True, answers=given)
            cli_ask.run(cli_ask.AskOptions("Paint", turn=options), shell)
        assert json.loads(out.getvalue().splitlines()[-1])["outcome"] == outcome


def test_a_turn_that_is_stopped_here_is_stopped_on_the_service(tmp_path: Path) -> None:
    class Stuck(ScriptedModel):
        async def reply(self, request: Request, *rest: Any) -> Any:
            if request.tools:
                await asyncio.sleep(600)
            return await super().reply(request, *rest)

    shown: list[Event] = []

    async def go(url: str) -> str:
        is_running = asyncio.Event()

        def show(_number: int, event: Event) -> None:
            shown.append(event)
            is_running.set()

        async with RemoteInkwright.open(url) as remote:
            door = RemoteDoor(remote, show)
            running = asyncio.ensure_future(door.run(lambda: remote.send("Hello")))
            await is_running.wait()
            running.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running
            assert door.outcome is not None
            return door.outcome.kind

    with live_server(tmp_path, Stuck(lambda _: CHAT)) as server:
        assert asyncio.run(go(server.url)) == "failed"
    assert shown[-1].kind == "turn_finished"


def test_the_token_comes_from_a_file_or_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with live_server(tmp_path, model("One.", "Two."), needs_login=True) as server:
        _, secret = server.run(server.inkwright.store.tokens.new("local", "test"))
        file = tmp_path / "token"
        file.write_text(secret + "\n", encoding="utf-8")
        shell, out = shell_in(tmp_path)
        assert cli_ask.run(cli_ask.AskOptions("Hi", turn=turn(tmp_path, server.url, file)), shell) == 0
        with pytest.raises(ServiceFailed):
            cli_ask.run(cli_ask.AskOptions("Hi", turn=turn(tmp_path, server.url)), shell)
        monkeypatch.setitem(os.environ, "INKWRIGHT_TOKEN", secret)
        assert cli_ask.run(cli_ask.AskOptions("Hi", turn=turn(tmp_path, server.url)), shell) == 0
    assert out.getvalue() == "One.\nTwo.\n"


def test_options_of_this_process_are_refused(tmp_path: Path) -> None:
    shell, _ = shell_in(tmp_path)
    options = cli_ask.AskOptions("Hi", project="Rain", turn=turn(tmp_path, "http://127.0.0.1:9"))
    with pytest.raises(InvalidOption, match="not available with --server"):
        cli_ask.run(options, shell)
