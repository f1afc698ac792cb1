"""`inkwright worker`: runs jobs until it is stopped."""

import os
import signal
import subprocess
import sys
from pathlib import Path


def test_a_worker_says_that_it_runs_and_stops_cleanly(tmp_path: Path) -> None:
    environ = {**os.environ, "INKWRIGHT_HOME": str(tmp_path / "home"), "LANG": "C.UTF-8"}
    command = [sys.executable, "-m", "inkwright", "worker", "--model", "rule"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "Running jobs (press Ctrl+C to stop).\n"
        worker.send_signal(signal.SIGINT)
        _, problems = worker.communicate(timeout=120)
    assert "Traceback" not in problems
    assert worker.returncode in (0, 130, 14)
