"""Logs of the service: JSON lines with turns, and no texts or secrets."""

import io
import json
import logging
from pathlib import Path
from typing import Any

import pytest

from inkwright.llm.call_log import calls_in_turn
from inkwright.server.logs import write_json_logs
from tests.server.test_telemetry import collector, play


@pytest.fixture
def log() -> Any:
    stream = io.StringIO()
    root, ours = logging.getLogger(), logging.getLogger("inkwright")
    before, level = list(root.handlers), ours.level
    write_json_logs(stream)
    yield stream
    root.handlers, ours.level = before, level
    ours.setLevel(level)


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_turn_is_logged_with_its_tools_and_calls_and_without_texts(tmp_path: Path, log: io.StringIO) -> None:
    with collector() as (url, _):
        turn_id = play(tmp_path, url, {})
    found = [each for each in lines(log) if each["logger"] == "inkwright.turns"]
    assert {each["turn"] for each in found} == {turn_id}
    assert [each["message"] for each in found if each["message"] != "model called"] == [
        "turn started",
        "tool finished",
        "turn finished",
    ]
    assert found[-1]["outcome"] == "delivered"
    assert "about rain" not in log.getvalue()


def test_an_error_is_one_line_with_its_turn_and_without_secrets(log: io.StringIO) -> None:
    with calls_in_turn("conv_1", "turn_1"):
        try:
            raise ValueError("token=abcdefgh")
        except ValueError:
            logging.getLogger("inkwright.application").exception("failed: password=secret123")
    (line,) = lines(log)
    assert (line["level"], line["turn"]) == ("error", "turn_1")
    assert "abcdefgh" not in str(line)
    assert "secret123" not in str(line)
