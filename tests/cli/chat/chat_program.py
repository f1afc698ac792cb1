"""The real program on real terminals, with a scripted provider behind it."""

import contextlib
import json
import os
import re
import shlex
import subprocess
import sys
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Self

import pyte
from pexpect.fdpexpect import fdspawn

from inkwright.i18n import LANGUAGES, text
from inkwright.llm.origins import server_key_variable
from inkwright.llm.scripted import NOTHING_FALSE, with_control
from tests.cli.terminal.real_terminals import SECONDS, Tmux, Typed, _Screen, environment
from tests.llm.fake_provider import Answer, FakeProvider, Received, openai_stream, texts
from tests.programs import ENDING, run_program, set_size, start_on_terminal

NOTE = "# Rain\n\n## Where it comes from\n\n- Sea\n- Clouds\n\n## Where it goes\n\n- Rivers\n- Ground\n"
DECK = {"title": "Rain", "slides": [{"title": "Where it comes from", "bullets": ["Sea", "Clouds"]}]}
OUTLINE = {"title": "Rain", "outline": [{"title": "Where it comes from", "key_points": ["Sea", "Clouds"]}]}
ASK = {
    "type": "clarification",
    "title": "Before I begin",
    "questions": [
        {
            "id": "who",
            "question": "For whom is it?",
            "options": [{"label": "Class 5", "value": "5"}, {"label": "Class 9", "value": "9"}],
        }
    ],
}


def says(*pieces: str, hold: bool = False) -> Answer:
    """A text, streamed in pieces; one that holds never ends."""
    return openai_stream(texts(*pieces), finish=None if hold else "stop", hold=hold)


def calls(name: str, **arguments: Any) -> Answer:
    """A call of a tool."""
    function = {"name": name, "arguments": json.dumps(arguments, ensure_ascii=False)}
    delta = {"tool_calls": [{"index": 0, "id": f"id_{uuid.uuid4().hex}", "type": "function", "function": function}]}
    return openai_stream([delta], finish="tool_calls")


class Mind(FakeProvider):
    """Routes by itself (a message that speaks of slides is to become a deck) and then says what the script says."""

    def __init__(self, script: Sequence[Answer]) -> None:
        self._script = list(script)
        super().__init__(self._reply)

    def __enter__(self) -> Self:
        super().__enter__()
        return self

    def _reply(self, received: Received) -> Answer:
        told = json.dumps(received.body, ensure_ascii=False)
        if '"expected_mode"' in told:
            return says(json.dumps(_guess(received.body["messages"][-1]["content"])))
        if '"statements"' in told:
            return says(with_control(NOTHING_FALSE, str(received.body["messages"][-1]["content"])))
        return self._script.pop(0) if self._script else says("The script is over.")

    @property
    def last_request(self) -> str:
        """The last request as JSON, but for those to judge the words of an ending."""
        bodies = [json.dumps(received.body) for received in self.received]
        return next(body for body in reversed(bodies) if "statements" not in body)

    @property
    def environ(self) -> dict[str, str]:
        """What a program needs in order to ask it."""
        return {server_key_variable(self.url): "sk-secret", "OPENAI_BASE_URL": f"{self.url}/v1"}


def _guess(asked: str) -> dict[str, Any]:
    labels = [re.escape(text(language, "route.message", message="")) for language in LANGUAGES]
    message = re.split("|".join(labels), asked)[-1]
    makes = re.search(r"slides|幻灯片", message.split("JSON")[0], re.IGNORECASE) is not None
    if makes:
        return {"intent": "content_create", "confidence": 0.95, "expected_mode": "artifact"}
    return {"intent": "chat_qa", "confidence": 0.95, "expected_mode": "answer"}


def command(*arguments: str) -> str:
    """A shell command that runs the program and then tells its exit code and the state of the terminal."""
    words = [sys.executable, "-m", "inkwright.cli.main", *arguments]
    return f"trap : INT; {shlex.join(words)}; code=$?; stty -a > stty.txt; echo {ENDING} $code; echo OVER"


def world(folder: Path, language: str = "en", mind: Mind | None = None) -> dict[str, str]:
    """The environment of a program whose home is in the folder."""
    given = environment(INKWRIGHT_HOME=str(folder / "home"), **(mind.environ if mind else {}))
    kept = {name: value for name, value in given.items() if mind or not name.endswith(("_API_KEY", "_BASE_URL"))}
    return {**kept, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "INKWRIGHT_LANGUAGE": language}


class Chat(Typed):
    """The program on a pty."""

    def __init__(
        self, folder: Path, *arguments: str, mind: Mind | None = None, language: str = "en", columns: int = 80
    ) -> None:
        self._folder = folder
        self._raw = ""
        self._screen = _Screen(columns, 40)
        self._stream = pyte.Stream(self._screen)
        environ = world(folder, language, mind)
        self._terminal = start_on_terminal(arguments, cwd=folder, env=environ, columns=columns, lines=40)
        self._pty = fdspawn(self._terminal, encoding="utf-8", timeout=SECONDS)
        self._screen.answer = self._pty.send

    def see(self, *texts: str) -> Self:
        super().see(*texts)
        return self

    def type(self, keys: str) -> Self:
        super().type(keys)
        return self

    def say(self, line: str) -> Self:
        """Type a line at the prompt and send it."""
        return self.at_prompt().type(line).see(line[-20:]).type("\r")

    def at_prompt(self) -> Self:
        """Wait until the cursor is in the prompt: what is typed before that belongs to nobody yet."""
        self._wait(lambda: self._screen.display[self._screen.cursor.y].startswith("❯"), ("the prompt",))
        return self

    def resize(self, columns: int) -> Self:
        """Give the window another width, as dragging its edge does."""
        self._screen.resize(40, columns)
        set_size(self._terminal, columns, 40)
        return self

    def leave(self) -> str:
        """Leave a talk from its prompt; all that it wrote."""
        return self.at_prompt().type("\x04").left()

    def left(self, code: int = 0) -> str:
        """Wait until the program is over with this exit code and a sane terminal; all that it wrote."""
        self.over()
        assert f"{ENDING} {code}\r\n" in self.raw, self.shown
        return self.raw


@contextlib.contextmanager
def chat_in_tmux(
    folder: Path, *arguments: str, mind: Mind | None = None, language: str = "en", columns: int = 80
) -> Iterator[Tmux]:
    """The program in tmux, which knows what is really drawn."""
    socket = Path("/tmp") / f"ink-{uuid.uuid4().hex[:12]}"
    tmux = Tmux(socket, folder)
    given = world(folder, language, mind)
    settled = [f"{name}={given[name]}" for name in given if name.startswith(("INKWRIGHT_", "OPENAI_", "LC_", "LANG"))]
    told = shlex.join(["env", *settled, "sh", "-c", f"{command(*arguments)}; cat"])
    try:
        tmux("new-session", "-d", "-x", str(columns), "-y", "30", "-c", str(folder), "sh", "-c", told)
        yield tmux
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            tmux("kill-server")
        socket.unlink(missing_ok=True)


def on_a_pipe(
    folder: Path, *arguments: str, lines: str = "", mind: Mind | None = None, language: str = "en"
) -> subprocess.CompletedProcess[str]:
    """The program without a terminal."""
    environ = {**world(folder, language, mind), "PYTHONUTF8": "1"}
    done = run_program(arguments, stdin=lines.encode(), cwd=folder, env=environ)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def kill(process: subprocess.Popen[Any]) -> None:
    """End a program as a power cut would."""
    os.kill(process.pid, 9)
    process.wait(timeout=SECONDS)
