"""`inkwright chat` without a terminal: messages on lines, plain lines or JSON back, exit codes, nothing hangs."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.chat.chat_program import ASK, DECK, NOTE, OUTLINE, Mind, calls, on_a_pipe, says, world
from tests.cli.terminal.real_terminals import SECONDS

MODEL = ("--model", "openai:gpt-5")
MAKING = [calls("propose_pptx_outline", **OUTLINE), calls("generate_pptx", **DECK), calls("answer", message="Done.")]


def test_each_line_is_a_message_of_one_conversation(tmp_path: Path) -> None:
    with Mind([says("One.\n"), says("Two.")]) as mind:
        done = on_a_pipe(tmp_path, "chat", *MODEL, lines="First\n\nSecond\n", mind=mind)
        last = mind.last_request
    assert (done.returncode, done.stdout) == (0, "One.\nTwo.\n")
    assert done.stderr == "Model: openai:gpt-5 (requested by name).\n"
    assert "First" in last


def test_a_question_is_asked_on_lines_and_answered_by_the_next_one(tmp_path: Path) -> None:
    with Mind(MAKING) as mind:
        done = on_a_pipe(tmp_path, "chat", *MODEL, lines="Slides about rain\n1\n", mind=mind)
    assert done.returncode == 0
    assert "1. Accept it" in done.stderr
    assert done.stdout.splitlines()[-3:] == ["Done.", done.stdout.splitlines()[-2], "  Rain.pptx"]
    assert (tmp_path / "Rain.pptx").exists()


def test_an_input_that_ends_before_the_answer_leaves_the_question_waiting(tmp_path: Path) -> None:
    with Mind(MAKING) as mind:
        done = on_a_pipe(tmp_path, "chat", *MODEL, lines="Slides about rain\n", mind=mind)
    assert done.returncode == 12
    waiting = json.loads(on_a_pipe(tmp_path, "resume", "--json").stdout)
    assert [(each["kind"], each["request"]) for each in waiting] == [("outline_edit", "Slides about rain")]


def test_with_yes_what_is_proposed_is_agreed_to(tmp_path: Path) -> None:
    with Mind(MAKING) as mind:
        done = on_a_pipe(tmp_path, "chat", *MODEL, "--yes", lines="Slides about rain\n", mind=mind)
    assert (done.returncode, (tmp_path / "Rain.pptx").exists()) == (0, True)


@pytest.mark.parametrize(
    "answers", [("2", '{"status": "adopted"}'), ('{"who": "Class 9"}', '{"status": "adopted"}')], ids=["words", "JSON"]
)
def test_json_lines_hold_every_event_and_the_next_line_answers_what_is_asked(
    tmp_path: Path, answers: tuple[str, str]
) -> None:
    with Mind([calls("ui_request", **ASK), *MAKING]) as mind:
        lines = "\n".join(["Slides about rain", *answers, ""])
        done = on_a_pipe(tmp_path, "chat", *MODEL, "--json", lines=lines, mind=mind)
        told = json.dumps([received.body for received in mind.received], ensure_ascii=False)
    events = [json.loads(line) for line in done.stdout.splitlines()]
    kinds = [each.get("kind") for each in events]
    assert done.returncode == 0, done.stderr
    assert (kinds.count("ask_opened"), kinds.count("turn_finished")) == (2, 3)
    assert events[-1] == {"file": "Rain.pptx", "path": "Rain.pptx", "size": (tmp_path / "Rain.pptx").stat().st_size}
    assert "For whom is it? → Class 9" in told


def test_commands_work_on_lines_too(tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text(NOTE, encoding="utf-8")
    done = on_a_pipe(tmp_path, "chat", lines="/make doc note.md\n/quit\nnever said\n")
    assert (done.returncode, (tmp_path / "Rain.docx").exists()) == (0, True)
    assert "never said" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("/make doc nope.md", 2, "Cannot read nope.md"),
        ("/make doc", 2, "/make slides notes.md"),
        ("Look at @nope.md", 2, "Cannot read nope.md"),
        ("/nothing", 0, "Unknown command /nothing."),
    ],
)
def test_what_goes_wrong_is_a_sentence(tmp_path: Path, line: str, code: int, said: str) -> None:
    with Mind([]) as mind:
        done = on_a_pipe(tmp_path, "chat", *MODEL, lines=f"{line}\n", mind=mind)
    assert done.returncode == code
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_model_that_fails_is_exit_code_one(tmp_path: Path) -> None:
    done = on_a_pipe(tmp_path, "chat", "--model", "http://127.0.0.1:9/v1#m", lines="hello\n")
    assert (done.returncode, "✗" in done.stdout) == (1, True)


def test_nothing_to_say_is_nothing_done(tmp_path: Path) -> None:
    done = on_a_pipe(tmp_path, "chat")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_ctrl_c_while_a_turn_runs_ends_the_whole_and_keeps_the_conversation(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "inkwright.cli.main", "chat", *MODEL, "--json"]
    with Mind([says("A long story", hold=True)]) as mind:
        process = subprocess.Popen(
            command,
            cwd=tmp_path,
            env=world(tmp_path, mind=mind),
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        with process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("Tell me\n")
            process.stdin.flush()
            while "A long story" not in process.stdout.readline():
                continue
            process.send_signal(signal.SIGINT)
            rest = process.stdout.read()
            assert process.wait(timeout=SECONDS) == 14
    assert json.loads(rest.splitlines()[-1])["outcome"]["code"] == "cancelled"
