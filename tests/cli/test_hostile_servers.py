"""The whole program against servers that send anything: a sentence, an exit code, and never a key or a traceback."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from inkwright.cli.exit_codes import INTERRUPTED
from inkwright.llm.origins import server_key_variable
from tests.cli.test_main import inkwright
from tests.clocks import PATIENCE
from tests.each import each
from tests.llm.fake_provider import Answer, FakeProvider, Received, Script, openai_error, openai_stream, texts

KEY = "zq9-plain-secret-0123456789"
USAGES: list[Any] = [
    None,
    "many",
    [],
    {"prompt_tokens": -5, "completion_tokens": 10**30, "total_tokens": 1.5},
    {"prompt_tokens": "7", "completion_tokens": None, "total_tokens": "x"},
    {"prompt_tokens": {"a": 1}, "completion_tokens": True},
]
HTML = {"content-type": "text/html"}


def reply(stream: bool, content: Any = "Hello", finish: str = "stop", **more: Any) -> str:
    """A reply as a whole, or as one event of a stream, with other fields."""
    message = {"role": "assistant", "content": content}
    choice = {"index": 0, "delta" if stream else "message": message, "finish_reason": finish}
    kind = "chat.completion.chunk" if stream else "chat.completion"
    return json.dumps({"id": "1", "object": kind, "created": 1, "model": "m", "choices": [choice], **more})


def served(edit: Callable[[str], str | bytes] = str, headers: Mapping[str, str] | None = None, **fields: Any) -> Script:
    """A server that answers every request, plain or streamed, with these fields, changed as text by `edit`."""

    def answer(received: Received) -> Answer:
        if not received.body.get("stream"):
            return Answer(body=edit(reply(False, **fields)), headers=headers or {})
        event = edit(reply(True, **fields))
        sent = event if isinstance(event, bytes) else event.encode()
        return Answer(chunks=[b"data: " + sent + b"\n\n", b"data: [DONE]\n\n"], headers=headers or {})

    return answer


def always(answer: Answer) -> Script:
    return lambda _: answer


SCRIPTS: dict[str, Script] = {
    **{f"usage {number}": served(usage=usage) for number, usage in enumerate(USAGES)},
    "a lone surrogate": served(lambda text: text.replace("Hello", "He\\ud800llo")),
    "control characters": served(content="Hello\x1b[2J\x07\u202e"),
    "invalid UTF-8": served(lambda text: text.encode().replace(b"Hello", b"He\xff\xfello")),
    "another type": served(headers={"content-type": "image/png"}),
    "numbers for words": served(model=7, id=None, created="never"),
    "a list for words": served(content=[1, {"a": None}]),
    "no message": served(choices=[{"index": 0, "message": [1], "delta": 7}]),
    "half JSON": served(lambda text: text[:40]),
    "filtered": served(content="I will", finish="content_filter"),
    "cut": served(content="I will", finish="length"),
    "an odd end": served(content="I will", finish="because"),
    "a page": always(Answer(body="<html><script>alert(1)</script></html>", headers=HTML)),
    "deep JSON": always(Answer(body="[" * 100_000)),
    "bytes": always(Answer(body=bytes(range(256)) * 10)),
    "500": always(openai_error(500, "The disk of the server is full.")),
    "500, a page": always(Answer(500, "<html>Oops</html>", headers=HTML)),
    "503, a traceback": always(Answer(503, 'Traceback (most recent call last):\n  File "x.py"\nKeyError: 1')),
    "299": always(Answer(299, "{}")),
    "404": always(openai_error(404, "No such model.")),
    "a stream cut short": always(openai_stream(texts("Hel"), finish=None, cut=True)),
}


def ask(folder: Path, script: Script, *more: str) -> tuple[int, str, str]:
    """Run `ask` with a key for a server; the answer, everything that was said, and all that was written to disk."""
    with FakeProvider(script) as server:
        environ = {"INKWRIGHT_HOME": str(folder / "home"), server_key_variable(server.url): KEY}
        name = f"{server.url}/v1#m"
        done = inkwright("ask", "Hello", "--model", name, *more, cwd=folder, INKWRIGHT_MODEL_TIMEOUT="20", **environ)
        assert KEY in str(server.received[0].headers)
    written = b"".join(file.read_bytes() for file in (folder / "home").rglob("*") if file.is_file())
    return done.returncode, done.stdout + done.stderr, written.decode("utf-8", "replace")


@pytest.mark.parametrize("case", SCRIPTS)
def test_whatever_a_server_sends_the_person_reads_sentences(tmp_path: Path, case: str) -> None:
    _, said, _ = ask(tmp_path, SCRIPTS[case])
    for word in ("Traceback", "Warning", "pydantic", "httpx", "peer closed", "<html", "\x1b[2J", "\x07", KEY):
        assert word not in said
    assert not (tmp_path / "home" / "errors.log").exists(), said


@each(
    "case, words", [("cut", "cut off"), ("filtered", "refused"), ("500", "The disk of the server is full. (HTTP 500)")]
)
def test_the_person_learns_what_happened(tmp_path: Path, case: str, words: str) -> None:
    _, said, _ = ask(tmp_path, SCRIPTS[case])
    assert words in said
    assert "Cannot reach" not in said


def echo(received: Received) -> Answer:
    return openai_error(400, f"You sent {dict(received.headers)}")


def echo_in_reply(received: Received) -> Answer:
    return served(content=f"Your key is {received.headers['authorization']}.")(received)  # type: ignore[operator]


@each("script", [echo, echo_in_reply])
@each("more", [(), ("--json",), ("--quiet",)])
def test_a_key_that_a_server_echoes_is_neither_shown_nor_stored(
    tmp_path: Path, script: Script, more: tuple[str, ...]
) -> None:
    _, said, written = ask(tmp_path, script, *more)
    assert (KEY in said, KEY in written) == (False, False)


@each("command", [("settings",), ("settings", "--json"), ("doctor",), ("doctor", "--json"), ("models", "--json")])
def test_no_command_shows_a_key(tmp_path: Path, command: tuple[str, ...]) -> None:
    environ = {"OPENAI_API_KEY": KEY, "INKWRIGHT_KEY_A_B": KEY, "ANTHROPIC_API_KEY": KEY}
    urls = {
        "INKWRIGHT_DATABASE": f"postgresql://me:{KEY}@127.0.0.1:1/ink",
        "INKWRIGHT_MODEL": f"https://me:{KEY}@a.b/v1",
    }
    done = inkwright(*command, cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path / "home"), **environ, **urls)
    assert KEY not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_hanging_server_is_reported_and_ctrl_c_stops_at_once(tmp_path: Path) -> None:
    with FakeProvider(always(Answer(body="{", hold=True))) as server:
        command = [sys.executable, "-m", "inkwright.cli.main", "ask", "Hello", "--model", f"{server.url}/v1#m"]
        environ = {**os.environ, "INKWRIGHT_HOME": str(tmp_path / "home"), "INKWRIGHT_LANGUAGE": "en"}
        process = subprocess.Popen(
            command, cwd=tmp_path, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        assert process.stderr is not None
        seen = next(line for line in process.stderr if line.startswith("Waiting"))
        process.send_signal(signal.SIGINT)
        _, rest = process.communicate()
        assert server.left.wait(PATIENCE)
    assert seen == f"Waiting for {server.url}/v1#m, 5 s. Ctrl+C stops.\n"
    assert (process.returncode, "Traceback" in rest) == (INTERRUPTED, False)
    assert len(server.received) == 1
