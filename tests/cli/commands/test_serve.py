"""`inkwright serve`: it says where it is reached, answers, and stops at a signal with everything saved."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from inkwright.cli.commands.serve import open_in_browser
from tests.clocks import PATIENCE
from tests.each import each


def started(home: Path, *words: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "inkwright.cli.entry", "serve", *words]
    environ = {**os.environ, "INKWRIGHT_HOME": str(home), "LANG": "C.UTF-8"}
    return subprocess.Popen(command, env=environ, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@each("stop", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_reached_and_stops_at_a_signal(stop: signal.Signals, tmp_path: Path) -> None:
    serving = started(tmp_path, "--port", "0", "--model", "rule")
    assert serving.stdout is not None
    line = serving.stdout.readline()
    address = re.search(r"http://127\.0\.0\.1:\d+", line)
    assert address, (line, serving.stderr.read() if serving.stderr else "")
    with urllib.request.urlopen(f"{address[0]}/readyz", timeout=PATIENCE) as reply:
        assert json.load(reply) == {"status": "ok"}
    serving.send_signal(stop)
    out, err = serving.communicate(timeout=PATIENCE)
    assert serving.returncode == 0, err
    assert "Everything is saved" in out
    assert "Traceback" not in err


def test_another_address_without_login_is_refused_with_the_reason(tmp_path: Path) -> None:
    out, err = started(tmp_path, "--host", "0.0.0.0", "--port", "0").communicate(timeout=PATIENCE)
    assert out == ""
    assert "token" in err
    assert "Traceback" not in err


def test_without_a_display_no_browser_is_opened() -> None:
    assert not open_in_browser("http://127.0.0.1:1", {"HOME": "/"})
