"""`inkwright write`: what a person, a pipe and a program see of it, and its exit codes."""

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from inkwright import ScriptedModel
from inkwright.cli.commands.write import WriteView, write_and_print
from inkwright.cli.options import OutputOptions
from inkwright.cli.shell import Shell
from inkwright.i18n import Language
from inkwright.llm.attempts import AttemptStarted
from inkwright.llm.models import Model, PieceListener, Reply, Request, StartedOver, TextPiece, ignore_piece
from inkwright.llm.scripted import ScriptLine, Stream
from inkwright.settings import load_settings
from inkwright.usecases.make import PaperFileRequest
from tests.cli.test_main import WITH_DROPPED_IN, drop_in_command, inkwright
from tests.clocks import PATIENCE
from tests.llm.fake_provider import FakeProvider, openai_reply, openai_stream, texts
from tests.papers.sample_files import CHECKLISTS, reply

GOOD = reply("requirements_checklist.md", "markdown", CHECKLISTS["en"])
BAD = reply("requirements_checklist.md", "markdown", "## Figures\n- [ ] one")
LACKED = (
    "No item says which text is needed. Under a heading for text, write each of them as a line that begins with - [ ]."
)
NO_BLOCK = "There is no markdown block. Put the whole content of the file into a block that opens with ```markdown."
AGAIN = "Fix these locations and send the whole file again."
SIZE = len(CHECKLISTS["en"]) + 1


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


async def no_sleep(seconds: float) -> None:
    return None


def write(
    folder: Path, model: Model, out: io.StringIO | None = None, language: Language = "en", **flags: Any
) -> tuple[int, str]:
    out = out or io.StringIO()
    settings = load_settings(flags={}, environ={}, folder=folder, home=folder / "home")
    shell = Shell(settings, language, out, io.BytesIO())
    order = PaperFileRequest("A note.", flags.pop("agent", "checklist"), folder / "out", flags.pop("attempts", 3))
    return write_and_print(
        order, model, shell, WriteView(shell, order, OutputOptions(**flags)), no_sleep
    ), out.getvalue()


def scripted(*lines: ScriptLine) -> ScriptedModel:
    return ScriptedModel(lines)


def test_a_pipe_gets_a_line_for_each_thing_that_happens(tmp_path: Path) -> None:
    code, said = write(tmp_path, scripted("no blocks", BAD, GOOD))
    assert (code, said.splitlines()) == (
        0,
        [
            "Attempt 1 of 3 …",
            f"  ✗ {NO_BLOCK}",
            "Attempt 2 of 3 …",
            f"  ✗ {LACKED} {AGAIN}"[:164] + "…",
            "Attempt 3 of 3 …",
            "  ✓ accepted",
            f"Wrote {tmp_path / 'out' / 'requirements_checklist.md'} ({SIZE} bytes)",
        ],
    )


def test_it_is_said_in_chinese(tmp_path: Path) -> None:
    code, said = write(tmp_path, scripted(GOOD), language="zh")
    path = tmp_path / "out" / "requirements_checklist.md"
    assert (code, said.splitlines()) == (
        0,
        ["第 1 次尝试，最多 3 次……", "  ✓ 已接受", f"已写入：{path}（{SIZE} 字节）"],
    )


def test_a_terminal_sees_the_characters_grow(tmp_path: Path) -> None:
    _, said = write(tmp_path, scripted(Stream([GOOD[:10], GOOD[10:]])), Terminal())
    clear, total = "\r\x1b[2K", f"{len(GOOD)}"
    assert said.startswith("Attempt 1 of 3 …\n")
    assert f"{clear}\x1b[2m  10 characters\x1b[0m{clear}\x1b[2m  {total} characters\x1b[0m{clear}  \x1b[32m✓" in said


def test_a_reply_that_is_begun_anew_is_told_and_counted_from_nothing(tmp_path: Path) -> None:
    class Fickle(ScriptedModel):
        async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
            hear(TextPiece("half a rep"))
            hear(StartedOver("second", "reply_cut"))
            return await super().reply(request, hear)

    _, said = write(tmp_path, Fickle([GOOD]), Terminal())
    assert "  second starts again: the reply was cut off\n" in said
    assert f"  {len(GOOD)} characters" in said


def test_a_weak_model_is_asked_piece_by_piece_and_each_is_named(tmp_path: Path) -> None:
    said = io.StringIO()
    settings = load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path / "home")
    shell = Shell(settings, "en", said, io.BytesIO())
    view = WriteView(shell, PaperFileRequest("A note.", "overview", tmp_path), OutputOptions())
    view.show(AttemptStarted(7, "field", "title"))
    assert said.getvalue() == "Call 7: title …\n"


def test_quiet_is_the_path_alone(tmp_path: Path) -> None:
    code, said = write(tmp_path, scripted(BAD, GOOD), Terminal(), quiet=True)
    assert (code, said) == (0, f"{tmp_path / 'out' / 'requirements_checklist.md'}\n")


def test_a_program_gets_json(tmp_path: Path) -> None:
    code, said = write(tmp_path, scripted(BAD, GOOD), json=True)
    found = json.loads(said)
    assert found.pop("usage")["completion_tokens"] == len(BAD.split()) + len(GOOD.split())
    assert (code, found) == (
        0,
        {
            "status": "written",
            "path": str(tmp_path / "out" / "requirements_checklist.md"),
            "bytes": SIZE,
            "attempts": 2,
        },
    )


def test_a_skip_is_done_and_says_why(tmp_path: Path) -> None:
    code, said = write(tmp_path, scripted("SKIPPED: there is one already"), agent="latex")
    assert code == 0
    assert said.splitlines()[-1] == "No file is needed. The model says: SKIPPED: there is one already"
    code, said = write(tmp_path, scripted("SKIPPED: there is one already"), agent="latex", json=True)
    assert (json.loads(said)["status"], json.loads(said)["reason"]) == ("skipped", "SKIPPED: there is one already")


def test_a_failure_says_what_was_missing_and_keeps_the_last_reply(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _ = write(tmp_path, scripted("no blocks", BAD), attempts=2)
    kept = tmp_path / "out" / "checklist.refused.txt"
    assert code == 1
    assert capsys.readouterr().err.splitlines() == [
        "Error: No reply was accepted in 2 attempts. Problems in the last reply:",
        f"  {NO_BLOCK}",
        f"  {LACKED}",
        f"  {AGAIN}",
        f"The last reply was saved to {kept}",
        "Try a stronger model or more attempts.",
    ]
    assert kept.read_text(encoding="utf-8") == BAD


def test_a_failure_is_json_for_a_program(tmp_path: Path) -> None:
    code, said = write(tmp_path, scripted(BAD), attempts=1, json=True)
    assert (code, json.loads(said)) == (
        1,
        {
            "status": "failed",
            "error": "never_parsed",
            "lacked": [f"{LACKED}\n{AGAIN}"],
            "refused": str(tmp_path / "out" / "checklist.refused.txt"),
        },
    )


def test_replies_that_are_all_empty_leave_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _ = write(tmp_path, scripted(""), attempts=1)
    assert code == 1
    assert "Every reply was empty. There is nothing to save." in capsys.readouterr().err
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("note.md", "--agent", "poem"), "poem"),
        (("note.md",), "--agent"),
        (("missing.md", "--agent", "latex"), "Cannot read missing.md: no such file or directory"),
        (("empty.md", "--agent", "latex"), "Cannot read empty.md: it is empty"),
        (("note.md", "--agent", "latex", "--model", "no such"), "Unknown model"),
        (("note.md", "--agent", "latex", "--attempts", "0", "--model", "http://127.0.0.1:9/v1#m"), "at least 1"),
        (("note.md", "--agent", "latex", "-o", "note.md", "--model", "http://127.0.0.1:9/v1#m"), "Cannot write"),
    ],
)
def test_wrong_usage_is_a_sentence(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    (tmp_path / "note.md").write_text("A note.", encoding="utf-8")
    (tmp_path / "empty.md").write_text(" \n", encoding="utf-8")
    done = inkwright("write", *arguments, cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path / "home"))
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_the_whole_way_from_standard_input_over_a_real_server_to_the_file(tmp_path: Path) -> None:
    chinese = reply("requirements_checklist.md", "markdown", CHECKLISTS["zh"])

    def answer(received: Any) -> Any:
        return (
            openai_stream(texts(chinese[:30], chinese[30:])) if received.body.get("stream") else openai_reply(chinese)
        )

    with FakeProvider(answer) as server:
        command = ("write", "-", "--agent", "checklist", "-o", "out", "--model", f"{server.url}/v1#tiny", "--quiet")
        done = inkwright(*command, stdin="一份笔记。", cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path / "home"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "out/requirements_checklist.md\n", "")
    written = (tmp_path / "out" / "requirements_checklist.md").read_text(encoding="utf-8")
    assert written == CHECKLISTS["zh"] + "\n"
    asked = [message["content"] for message in server.received[0].body["messages"]]
    assert asked[0].startswith("你阅读一份研究材料")
    assert asked[1] == "一份笔记。"


def test_an_interrupt_stops_it_with_exit_code_14_and_leaves_nothing_half_done(tmp_path: Path) -> None:
    drop_in_command(
        tmp_path,
        "slow",
        "from pathlib import Path\n"
        "from inkwright import ScriptedModel\n"
        "from inkwright.cli.commands.write import WriteOptions, WriteView, write_and_print\n"
        "from inkwright.cli.options import OutputOptions\n"
        "from inkwright.usecases.make import PaperFileRequest\n"
        "def add_arguments(parser):\n"
        "    parser.parse_into(OutputOptions)\n"
        "def run(options, shell):\n"
        "    request = PaperFileRequest('A note.', 'latex', Path('out'))\n"
        "    model = ScriptedModel(['late'], delay=60)\n"
        "    return write_and_print(request, model, shell, WriteView(shell, request, options))\n",
    )
    environ = {**os.environ, "INKWRIGHT_HOME": str(tmp_path / "home"), "LANG": "C.UTF-8", "PYTHONUTF8": "1"}
    with subprocess.Popen(
        [sys.executable, "-c", WITH_DROPPED_IN, str(tmp_path), "slow"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environ,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "Attempt 1 of 3 …\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE) == 14
        assert process.stderr.read() == "Stopped.\n"
    assert list((tmp_path / "out").iterdir()) == []
