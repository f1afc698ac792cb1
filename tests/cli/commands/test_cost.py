"""`inkwright cost`: whatever a server said of its tokens, what is told are numbers."""

import asyncio
import io
import json
from pathlib import Path
from typing import Any

from inkwright.cli.commands import cost
from inkwright.cli.shell import Shell
from inkwright.llm.call_log import LoggedModel
from inkwright.settings import load_settings
from inkwright.usecases.store import CALLS_FILE, FileCallLog
from tests.llm.fake_provider import Answer, FakeProvider, openai_reply
from tests.llm.hosted_requests import ASK, model_at

HUGE = "99999999999999999999999"


def told(home: Path) -> Any:
    """What `cost --json` says; no number in it may be without end."""

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    out = io.StringIO()
    settings = load_settings(flags={}, environ={}, folder=home, home=home)
    assert cost.run(cost.CostOptions(json=True), Shell(settings, "en", out, io.BytesIO())) == 0
    return json.loads(out.getvalue(), parse_constant=refuse)


def test_a_server_that_counts_without_measure_locks_nothing(tmp_path: Path) -> None:
    body = openai_reply("Hello").text.replace('"prompt_tokens": 7', f'"prompt_tokens": {HUGE}')
    with FakeProvider([Answer(body=body)]) as server:
        asyncio.run(LoggedModel(model_at(server), FileCallLog(tmp_path / CALLS_FILE)).reply(ASK))
    for _ in range(2):
        assert [(row["calls"], row["prompt_tokens"]) for row in told(tmp_path)] == [(1, 2**31 - 1)]


def test_a_log_that_says_anything_is_told_in_numbers(tmp_path: Path) -> None:
    odd = [f'{{"model": "m", "prompt_tokens": {HUGE}, "seconds": 1e999, "dollars": NaN}}', '{"error": "\\ud800"}', "?"]
    (tmp_path / CALLS_FILE).write_text("\n".join(odd), encoding="utf-8")
    for _ in range(2):
        assert [(row["model"], row["seconds"], row["unknown"]) for row in told(tmp_path)] == [("", 0, 1), ("m", 0, 1)]


def test_a_price_that_nobody_knows_is_not_zero(tmp_path: Path) -> None:
    lines = ['{"model": "m", "prompt_tokens": 5, "dollars": null}', '{"model": "free", "dollars": 0}']
    lines += ['{"model": "some", "dollars": 0.5}', '{"model": "some", "dollars": null}']
    (tmp_path / CALLS_FILE).write_text("\n".join(lines), encoding="utf-8")
    out = io.StringIO()
    settings = load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)
    assert cost.run(cost.CostOptions(), Shell(settings, "en", out, io.BytesIO())) == 0
    prices = {line.split("  ")[0]: line.split("  ")[1] for line in out.getvalue().splitlines() if line[0] != " "}
    assert prices == {
        "some": "$0.5000 (plus 1 call with an unknown price)",
        "m": "price unknown",
        "free": "$0.0000",
    }
    assert {row["model"]: row["dollars"] for row in told(tmp_path)} == {"some": 0.5, "m": None, "free": 0.0}
