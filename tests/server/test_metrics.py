"""Metrics of turns: tools, first files, tokens and second runs, without texts."""

from pathlib import Path

from inkwright.server.metrics import Metrics
from tests.server.test_telemetry import collector, play


def test_metrics_count_tokens_tools_and_the_first_file(tmp_path: Path) -> None:
    metrics = Metrics()
    with collector() as (url, _):
        play(tmp_path, url, {}, metrics)
    written = metrics.text(0, 3)
    for line in (
        'inkwright_first_artifact_seconds_count{tool="render_pdf"} 1.0',
        'inkwright_tool_calls_total{result="finished",tool="render_pdf"} 1.0',
        'inkwright_tokens_total{direction="input",model="scripted"}',
        "inkwright_second_runs 3.0",
    ):
        assert line in written
