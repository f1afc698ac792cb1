"""Models on this machine as a person uses them: installing from a hub on loopback, adding, removing, serving."""

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

from inkwright.i18n import text
from inkwright.llm.local import is_installed
from inkwright.llm.local_loader import weights_path
from inkwright.llm.model_catalogue import CATALOGUE
from inkwright.usecases.local_models import install_local_model
from inkwright.usecases.model_downloads import Hub, HuggingFaceHub, ModelScopeHub
from tests.bare_python import INSTALLS, BarePython
from tests.cli.test_main import inkwright
from tests.each import each
from tests.model_hub import FILE, REPOSITORY, HubServer, model_hub, small_gguf

TINY = text("en", "models.local_is_tiny")
MODEL = ("-m", "inkwright.cli.main", "models")
HELLO = {"model": "local", "messages": [{"role": "user", "content": "Say hello."}], "max_tokens": 5, "temperature": 0}
PATIENCE = 120

needs_model = pytest.mark.skipif(
    not is_installed(), reason="the embedded model is not installed: inkwright models install tiny"
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
        assert process.wait(timeout=PATIENCE) == 14
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
        assert process.wait(timeout=PATIENCE) == 14
        assert not answers_at("127.0.0.1", address)


@needs_model
def test_a_port_that_is_taken_is_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        done = inkwright("models", "serve", "--port", port, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.splitlines()) == (
        2,
        "",
        [f"Error: Invalid value for --port: {port}.", "Another program listens there; choose another one."],
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("remove",), "NAME"),
        (("install", "nonsense"), "qwen3-0.6b"),
        (("install", "../../etc/passwd.gguf"), "qwen3-0.6b"),
        (("add", "missing.gguf", "--name", "../x"), "lower-case letters"),
        (("serve", "--port", "70000"), "0 to 65535; 0 takes a free one."),
        (("serve", "--port", "-1"), "0 to 65535; 0 takes a free one."),
        (("serve", "--port", "http"), "--port"),
        (("install", "--port", "80"), "--port"),
    ],
)
def test_wrong_usage_is_a_sentence(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    done = inkwright("models", *arguments, cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path / "home"))
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_help_is_in_the_language_of_the_person(tmp_path: Path) -> None:
    assert "serve a local model as an OpenAI-compatible endpoint" in inkwright("models", "--help", cwd=tmp_path).stdout
    assert "用法：" in inkwright("models", "serve", "--help", cwd=tmp_path, LANG="zh_CN.UTF-8").stdout


@needs_model
def test_what_is_there_is_not_installed_again(tmp_path: Path) -> None:
    (tmp_path / "pip").mkdir()
    (tmp_path / "pip" / "__main__.py").write_text("raise SystemExit('pip must not be asked')", encoding="utf-8")
    done = inkwright("models", "install", "tiny", cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        f"The embedded model is already installed.\n{TINY}\n",
        "",
    )


def test_an_installation_shows_what_pip_says_and_ends_in_a_sentence(tmp_path: Path) -> None:
    done = BarePython(tmp_path, INSTALLS).run(*MODEL, "install", "tiny")
    assert (done.returncode, done.stdout) == (0, f"The embedded model is installed.\n{TINY}\n")
    assert [line.split()[0] for line in done.stderr.splitlines()] == ["Collecting", "Successfully"] * 2


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("C.UTF-8", "Error: The installation failed: ERROR: no network."),
        ("zh_CN.UTF-8", "错误：安装失败：ERROR: no network。"),
    ],
)
def test_a_failed_installation_is_a_sentence(tmp_path: Path, language: str, said: str) -> None:
    done = BarePython(tmp_path, "sys.exit('ERROR: no network')").run(*MODEL, "install", "tiny", LANG=language)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines()[:2] == ["ERROR: no network", said]
    assert "Traceback" not in done.stderr


def test_serving_without_the_model_says_how_to_get_it(tmp_path: Path) -> None:
    done = BarePython(tmp_path).run(*MODEL, "serve", "--port", "0")
    assert (done.returncode, done.stdout) == (1, "")
    assert "inkwright models install tiny" in done.stderr
    assert "Traceback" not in done.stderr


def hub_with(body: bytes, **options: Any) -> contextlib.AbstractContextManager[HubServer]:
    return model_hub(files={f"{REPOSITORY}/{FILE}": body}, **options)


def saved_settings(folder: Path) -> str:
    path = folder / "home" / "inkwright.toml"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def models(folder: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return inkwright("models", *arguments, cwd=folder, INKWRIGHT_HOME=str(folder / "home"), **environ)


def test_the_list_says_size_memory_languages_and_licence(tmp_path: Path) -> None:
    done = models(tmp_path, "install")
    assert (done.returncode, done.stderr) == (0, "")
    line = next(line for line in done.stdout.splitlines() if "qwen3-8b" in line)
    assert [part for part in ("5.03 GB", "6.80 GB memory", "Chinese", "Apache-2.0") if part not in line] == []
    listed = json.loads(models(tmp_path, "install", "--json").stdout)
    assert {model["name"] for model in listed} == {model.name for model in CATALOGUE}


@needs_model
def test_a_model_is_downloaded_tested_run_and_removed(tmp_path: Path) -> None:
    weights = weights_path()
    assert weights is not None
    with hub_with(weights.read_bytes(), cuts=[30_000_000]) as hub:
        done = models(tmp_path, "install", "qwen3-4b", HF_ENDPOINT=hub.url)
        assert [wanted for _, path, wanted in hub.log if path.startswith("/storage")] == ["bytes=0-", "bytes=30000000-"]
    assert done.returncode == 0, done.stderr
    assert "local:qwen3-4b is installed: 0.10 GB, context 8,192." in done.stdout
    assert "✓ follows a schema" in done.stdout
    # These are the weights of a tiny model under a good name: the test shows it, so it is not let to write.
    assert "✗ follows instructions" in done.stdout
    assert (saved_settings(tmp_path), "100 %" in done.stderr) == ("", True)
    kept = sorted(path.name for path in (tmp_path / "home" / "models").iterdir())
    assert kept == ["qwen3-4b.gguf", "qwen3-4b.json", "qwen3-4b.threads"]
    again = models(tmp_path, "install", "qwen3-4b", "--no-test", HF_ENDPOINT="http://127.0.0.1:9")
    assert again.returncode == 0
    assert "model is now local:qwen3-4b" in again.stdout
    assert "local:qwen3-4b" in models(tmp_path).stdout
    removed = models(tmp_path, "remove", "qwen3-4b")
    assert (removed.returncode, list((tmp_path / "home" / "models").iterdir())) == (0, [])
    assert saved_settings(tmp_path) == ""


@needs_model
def test_a_file_of_ones_own_is_added_where_it_is(tmp_path: Path) -> None:
    weights = weights_path()
    assert weights is not None
    own = tmp_path / "My Model (v2).gguf"
    own.symlink_to(weights)
    done = models(tmp_path, "add", str(own), "--no-test")
    assert (done.returncode, "local:my-model-v2 is installed" in done.stdout) == (0, True)
    removed = models(tmp_path, "remove", "local:my-model-v2")
    assert (removed.returncode, weights.is_file(), "Its file stays" in removed.stdout) == (0, True, True)
    assert models(tmp_path, "remove", "my-model-v2").returncode == 2


@each(
    "content, said",
    [
        (b"%PDF-1.7 not weights", "it is not a GGUF file"),
        (small_gguf()[:200], "it is damaged or incomplete"),
        (small_gguf(template=""), "it has no chat template"),
    ],
)
def test_a_file_without_a_chat_model_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "a.gguf").write_bytes(content)
    done = models(tmp_path, "add", "a.gguf")
    assert (done.returncode, said in done.stderr, "Traceback" in done.stderr) == (2, True, False)
    with hub_with(content) as hub:
        done = models(tmp_path, "install", "qwen3-4b", HF_ENDPOINT=hub.url)
    assert (done.returncode, said in done.stderr) == (1, True)
    assert list((tmp_path / "home" / "models").iterdir()) == []


def test_an_unreachable_hub_is_replaced_by_the_next(tmp_path: Path) -> None:
    done = models(tmp_path, "install", "qwen3-4b", HF_ENDPOINT="http://127.0.0.1:9", INKWRIGHT_MODEL_HUB="huggingface")
    assert (done.returncode, "the download from 127.0.0.1:9 failed" in done.stderr) == (1, True)
    with hub_with(small_gguf()) as hub:
        notes: list[str] = []
        hubs: list[Hub] = [HuggingFaceHub("http://127.0.0.1:9"), ModelScopeHub(hub.url)]
        model = install_local_model(tmp_path, "qwen3-4b", hubs, lambda *_: None, lambda note: notes.append(str(note)))
    assert (model.name, model.is_here, len(notes)) == ("qwen3-4b", True, 1)


def test_ctrl_c_keeps_what_was_downloaded_and_says_how_to_continue(tmp_path: Path) -> None:
    environ = {**os.environ, "INKWRIGHT_HOME": str(tmp_path / "home"), "LANG": "C.UTF-8", "PYTHONUTF8": "1"}
    with hub_with(small_gguf(), is_slow=True) as hub:
        command = [sys.executable, *MODEL, "install", "qwen3-4b", "--no-test"]
        with subprocess.Popen(
            command, env={**environ, "HF_ENDPOINT": hub.url}, cwd=tmp_path, stderr=subprocess.PIPE, text=True
        ) as process:
            assert hub.has_begun.wait(PATIENCE)
            assert process.stderr is not None
            process.stderr.readline()
            process.send_signal(signal.SIGINT)
            said = process.stderr.read()
            assert process.wait(PATIENCE) == 14
        assert "To continue: inkwright models install qwen3-4b" in said
        assert "Traceback" not in said
        assert (tmp_path / "home" / "models" / "qwen3-4b.gguf.part").stat().st_size > 0
        hub.is_slow = False
        hub.released.set()
        done = models(tmp_path, "install", "qwen3-4b", "--no-test", HF_ENDPOINT=hub.url)
    assert (done.returncode, hub.log[-1][2] != "bytes=0-") == (0, True)
