"""Tools of MCP servers, run with the official SDK over both transports: permission, time limits, bounded results."""

import asyncio
import contextlib
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inkwright import ScriptedModel
from inkwright.application import Inkwright
from inkwright.conversation.events import AskOpened, Event, ToolFailed
from inkwright.errors import InvalidSetting
from inkwright.llm.models import Request
from inkwright.settings import MCP, Settings, load_settings
from inkwright.usecases.mcp_tools import open_mcp_tools
from inkwright.usecases.trust import save_answer
from tests.agent.test_run import call
from tests.server.routes.test_agent import CHAT

PROGRAM = Path(__file__).with_name("mcp_program.py")


def settings_with(folder: Path, **server: Any) -> Settings:
    rows = "".join(f"{key} = {json.dumps(value)}\n" for key, value in server.items())
    (folder / "home").mkdir(exist_ok=True)
    (folder / "home" / "inkwright.toml").write_text(f"[mcp.servers.weather]\n{rows}", encoding="utf-8")
    return load_settings(flags={}, environ={}, folder=folder, home=folder / "home")


def stdio(folder: Path, **more: Any) -> Settings:
    return settings_with(folder, command=sys.executable, args=[str(PROGRAM)], **more)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of one server for all tests here."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with subprocess.Popen([sys.executable, str(PROGRAM), "--http", str(port)], stderr=subprocess.DEVNULL) as process:
        try:
            while process.poll() is None:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                    break
                time.sleep(0.02)
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            process.terminate()


def play(settings: Settings, *lines: Any, answer: str | None = None) -> tuple[list[Event], ScriptedModel]:
    """Run one turn; its question, if there is one, gets the answer."""
    left = list(lines)
    model = ScriptedModel(lambda request: left.pop(0) if request.tools else CHAT)

    async def go() -> list[Event]:
        async with Inkwright.open(settings=settings, model=model) as inkwright:
            turn = await inkwright.send("How much does it rain?")
            events = [event async for event in turn]
            for ask in [event.ask for event in events if isinstance(event, AskOpened)]:
                if answer is not None:
                    going_on = await inkwright.answer(ask.id, {ask.questions[0].id: answer})
                    events += [event async for event in going_on]
            return events

    return asyncio.run(go()), model


def results(model: ScriptedModel) -> str:
    last: Request = model.calls[-1]
    return " ".join(str(message["content"]) for message in last.messages if message["role"] == "tool")


RAIN = call("weather_rain", city="Bern", days=2)


def test_a_tool_is_called_over_standard_input_and_output(tmp_path: Path) -> None:
    _, model = play(stdio(tmp_path, allow=True), RAIN, "Six.")
    assert "6 mm in Bern" in results(model)


def test_a_tool_is_called_over_http(tmp_path: Path, address: str) -> None:
    _, model = play(settings_with(tmp_path, url=address, allow=True), RAIN, "Six.")
    assert "6 mm in Bern" in results(model)


def test_a_call_waits_for_permission_and_names_its_arguments(tmp_path: Path, address: str) -> None:
    events, model = play(settings_with(tmp_path, url=address), RAIN, RAIN, "Six.", answer="allow")
    (ask,) = [event.ask for event in events if isinstance(event, AskOpened)]
    assert ask.kind == "permission"
    assert "Bern" in ask.questions[0].question
    assert "6 mm in Bern" in results(model)


def test_a_refused_call_is_not_made(tmp_path: Path, address: str) -> None:
    _, model = play(settings_with(tmp_path, url=address), RAIN, RAIN, "Then not.", answer="deny")
    assert "mm in Bern" not in results(model)


def test_results_are_bounded_and_failures_are_told(tmp_path: Path, address: str) -> None:
    settings = settings_with(tmp_path, url=address, allow=True)
    events, model = play(settings, call("weather_flood", size=200_000), call("weather_broken"), "Done.")
    assert 20_000 <= len(results(model)) < 25_000
    assert ["gauge is broken" in event.problem for event in events if isinstance(event, ToolFailed)] == [True]


def test_a_call_that_never_answers_ends_in_time(tmp_path: Path, address: str) -> None:
    events, _ = play(settings_with(tmp_path, url=address, allow=True, timeout=0.2), call("weather_slow"), "Done.")
    assert ["within 0.2 seconds" in event.problem for event in events if isinstance(event, ToolFailed)] == [True]


def test_invalid_arguments_are_refused_before_the_call(tmp_path: Path, address: str) -> None:
    events, _ = play(settings_with(tmp_path, url=address, allow=True), call("weather_rain", city=3), RAIN, "Six.")
    assert [event.kind for event in events if event.kind.startswith("tool_f")] == ["tool_failed", "tool_finished"]


def test_a_server_that_cannot_start_is_told_and_left_out(tmp_path: Path) -> None:
    settings = settings_with(tmp_path, command="/no/such/program")
    notes: list[str] = []

    async def go() -> int:
        async with open_mcp_tools(settings, notes.append) as tools:
            return len(tools)

    assert asyncio.run(go()) == 0
    assert notes[0].startswith("MCP server weather: ")


def test_a_folder_names_servers_only_after_trust(tmp_path: Path) -> None:
    (tmp_path / "inkwright.toml").write_text('[mcp.servers.evil]\ncommand = "rm"\n', encoding="utf-8")
    home = tmp_path / "home"
    settings = load_settings(flags={}, environ={}, folder=tmp_path, home=home)
    assert settings.get(MCP) == ()
    assert settings.guarded is not None
    save_answer(home, settings.guarded, is_trusted=True)
    (server,) = load_settings(flags={}, environ={}, folder=tmp_path, home=home).get(MCP)
    assert str(server) == "evil: rm"


def test_a_server_needs_a_command_or_an_address(tmp_path: Path) -> None:
    wrong: list[dict[str, Any]] = [
        {},
        {"command": "a", "url": "http://b"},
        {"command": 3},
        {"url": "file:///etc"},
        {"command": "a", "args": "b"},
        {"command": "a", "args": [3]},
        {"command": "a", "more": 1},
        {"command": "a", "timeout": -1},
        {"command": "a", "allow": "yes"},
    ]
    for given in wrong:
        with pytest.raises(InvalidSetting):
            settings_with(tmp_path, **given)
