"""`inkwright model` as a person runs it: serving the embedded model for real, and installing it in pretence."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inkwright.llm.local import is_installed
from tests.bare_python import INSTALLS, BarePython
from tests.cli.test_main import inkwright

TINY = "The embedded model is tiny and knows only English. Choose another model for real work: inkwright models"
MODEL = ("-m", "inkwright.cli.main", "model")
HELLO = {"model": "local", "messages": [{"role": "user", "content": "Say hello."}], "max_tokens": 5, "temperature": 0}
PATIENCE = 120

needs_model = pytest.mark.skipif(
    not is_installed(), reason="the embedded model is not installed: inkwright model install"
)


@contextlib.contextmanager
def serving(folder: Path, port: int, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The real program, and the address that it tells. It is ended if the test did not end it."""
    environ = {**os.environ, "INKWRIGHT_HOME": str(folder / "home"), "LANG": "C.UTF-8", "PYTHONUTF8": "1"}
    command = [sys.executable, *MODEL, "serve", "--port", str(port), *arguments]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ, cwd=folder, text=True
    ) as process:
        try:
            assert process.stdout is not None
            told = process.stdout.readline()
            found = re.fullmatch(
                r"Serving at (http://127\.0\.0\.1:\d+)/v1 \(model: local\)\. Press Ctrl\+C to stop\.\n", told
            )
            if found is None:
                # Its errors can be read to their end only after it has ended.
                process.kill()
            assert found is not None, (told, process.stderr and process.stderr.read())
            assert process.stdout.readline() == TINY + "\n"
            yield process, found[1]
        finally:
            process.kill()


def asked(address: str, path: str, key: str | None = None, body: Any = None) -> tuple[int, Any]:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def answers_at(host: str, address: str) -> bool:
    with socket.socket() as probe:
        probe.settimeout(5)
        return probe.connect_ex((host, int(address.rsplit(":", 1)[1]))) == 0


@needs_model
def test_it_serves_those_who_have_the_key_on_loopback_alone_until_ctrl_c(tmp_path: Path) -> None:
    with serving(tmp_path, 0, "--key", "open sesame") as (process, address):
        status, listed = asked(address, "/v1/models", "open sesame")
        assert (status, [model["id"] for model in listed["data"]]) == (200, ["local"])
        status, reply = asked(address, "/v1/chat/completions", "open sesame", HELLO)
        assert status == 200
        assert reply["usage"]["completion_tokens"] == 5
        assert reply["choices"][0]["message"]["content"].strip()
        for wrong in (None, "open"):
            assert asked(address, "/v1/chat/completions", wrong, HELLO)[0] == 401
        assert answers_at("127.0.0.1", address)
        assert not answers_at("127.0.0.2", address), "a program that listens everywhere answers here too"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 14
        assert process.stderr is not None
        assert process.stderr.read() == "Stopped.\n"
        assert not answers_at("127.0.0.1", address)


@needs_model
def test_without_a_key_every_program_here_may_ask_and_a_signal_to_end_ends_it(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with serving(tmp_path, port) as (process, address):
        assert address == f"http://127.0.0.1:{port}"
        assert asked(address, "/v1/models")[0] == 200
        assert asked(address, "/v1/chat/completions", body=HELLO)[1]["usage"]["completion_tokens"] == 5
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) == 14
        assert not answers_at("127.0.0.1", address)


@needs_model
def test_a_port_that_is_taken_is_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        done = inkwright("model", "serve", "--port", port, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.splitlines()) == (
        2,
        "",
        [f"Error: Invalid value for --port: {port}.", "Another program listens there; choose another one."],
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "install|serve"),
        (("remove",), "remove"),
        (("serve", "--port", "70000"), "0 to 65535; 0 takes a free one."),
        (("serve", "--port", "-1"), "0 to 65535; 0 takes a free one."),
        (("serve", "--port", "http"), "--port"),
        (("install", "--port", "80"), "--port"),
    ],
)
def test_wrong_usage_is_a_sentence(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    done = inkwright("model", *arguments, cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path / "home"))
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_help_is_in_the_language_of_the_person(tmp_path: Path) -> None:
    assert "serve the model as an OpenAI-compatible endpoint" in inkwright("model", "--help", cwd=tmp_path).stdout
    assert "用法：" in inkwright("model", "serve", "--help", cwd=tmp_path, LANG="zh_CN.UTF-8").stdout


@needs_model
def test_what_is_there_is_not_installed_again(tmp_path: Path) -> None:
    (tmp_path / "pip").mkdir()
    (tmp_path / "pip" / "__main__.py").write_text("raise SystemExit('pip must not be asked')", encoding="utf-8")
    done = inkwright("model", "install", cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        f"The embedded model is already installed.\n{TINY}\n",
        "",
    )


def test_an_installation_shows_what_pip_says_and_ends_in_a_sentence(tmp_path: Path) -> None:
    done = BarePython(tmp_path, INSTALLS).run(*MODEL, "install")
    assert (done.returncode, done.stdout) == (0, f"The embedded model is installed.\n{TINY}\n")
    assert [line.split()[0] for line in done.stderr.splitlines()] == ["Collecting", "Successfully"] * 2


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("C.UTF-8", "Error: The installation failed: ERROR: no network."),
        ("zh_CN.UTF-8", "错误: 安装失败：ERROR: no network。"),
    ],
)
def test_a_failed_installation_is_a_sentence(tmp_path: Path, language: str, said: str) -> None:
    done = BarePython(tmp_path, "sys.exit('ERROR: no network')").run(*MODEL, "install", LANG=language)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines()[:2] == ["ERROR: no network", said]
    assert "Traceback" not in done.stderr


def test_serving_without_the_model_says_how_to_get_it(tmp_path: Path) -> None:
    done = BarePython(tmp_path).run(*MODEL, "serve", "--port", "0")
    assert (done.returncode, done.stdout) == (1, "")
    assert "inkwright model install" in done.stderr
    assert "Traceback" not in done.stderr
