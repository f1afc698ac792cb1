"""Writing outside of the workspace is asked first; a file that the person names may be read."""

import json
from pathlib import Path

import pytest

from tests.cli.chat.chat_program import NOTE, Chat, Mind, on_a_pipe, says

MODEL = ("--model", "openai:gpt-5")
RULE = ("--model", "rule")


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A workspace, with a note outside of it."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "note.md").write_text(NOTE, encoding="utf-8")
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "note.md").write_text(NOTE, encoding="utf-8")
    return tmp_path / "room"


def test_where_nobody_can_be_asked_it_is_exit_code_ten_and_the_sentence_names_the_flag(room: Path) -> None:
    done = on_a_pipe(room, "make", "slides", "note.md", "-o", "../out", *RULE)
    assert done.returncode == 10
    assert "is outside the workspace" in done.stderr
    assert "--yes" in done.stderr
    assert not (room.parent / "out").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("render", "note.md", "-o", "../out/a.pptx"),
        ("write", "note.md", "--agent", "checklist", "-o", "../out"),
        ("preview", "note.md", "-o", "../out"),
        ("quiz", "convert", "note.md", "-o", "../out/a.json"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_no_command_writes_outside_of_the_workspace_unasked(room: Path, words: tuple[str, ...]) -> None:
    done = on_a_pipe(room, *words)
    assert (done.returncode, done.stdout, "--yes" in done.stderr) == (10, "", True)
    assert not (room.parent / "out").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("make", "slides", "../elsewhere/note.md", *RULE, "--quiet", "--yes"),
        ("make", "slides", "Slides", "--from", "../elsewhere/note.md", *RULE, "--quiet", "--yes"),
        ("make", "slides", "Slides from @../elsewhere/note.md", *RULE, "--quiet", "--yes"),
        ("make", "slides", "Slides from ../elsewhere/note.md", *RULE, "--quiet"),
        ("render", "../elsewhere/note.md", "-o", "a.docx", "--no-look"),
    ],
    ids=lambda words: " ".join(words[:3]),
)
def test_a_file_that_the_person_names_is_read_without_a_question(room: Path, words: tuple[str, ...]) -> None:
    done = on_a_pipe(room, *words)
    assert (done.returncode, "outside" in done.stderr) == (0, False)
    assert on_a_pipe(room, "permissions", "--json").stdout == "[]\n"


def test_yes_lets_other_commands_out_this_once_too(room: Path) -> None:
    outside = room.parent / "elsewhere" / "quiz.md"
    outside.write_text("# T\n\n## Is water wet?\nAnswer: true\n", encoding="utf-8")
    done = on_a_pipe(room, "quiz", "convert", "../elsewhere/quiz.md", "-o", "../out/a.json", "--yes")
    assert (done.returncode, (room.parent / "out" / "a.json").exists()) == (0, True)
    assert on_a_pipe(room, "permissions", "--json").stdout == "[]\n"


def test_yes_allows_it_this_once(room: Path) -> None:
    made = on_a_pipe(room, "make", "slides", "../elsewhere/note.md", "-o", "../out", *RULE, "--yes", "--quiet")
    assert (made.returncode, (room.parent / "out" / "Rain.pptx").exists()) == (0, True)
    assert on_a_pipe(room, "permissions").stdout.startswith("There are no permanent permissions outside the workspace.")


def test_a_link_that_leads_outside_counts_as_outside(room: Path) -> None:
    (room / "linked").symlink_to(room.parent / "elsewhere")
    assert on_a_pipe(room, "make", "slides", "note.md", "-o", "linked", *RULE).returncode == 10


def test_a_file_named_in_a_message_is_read_and_only_that_one(room: Path) -> None:
    (room.parent / "elsewhere" / "other.md").write_text("Snow falls in winter.", encoding="utf-8")
    with Mind([says("It is about rain.")]) as mind:
        done = on_a_pipe(room, "chat", *MODEL, lines="Look at @../elsewhere/note.md\n", mind=mind)
        sent = str(mind.received)
    assert done.returncode == 0
    assert "other.md" not in sent


def test_at_the_terminal_the_person_decides_once_for_good_or_not(room: Path) -> None:
    words = ("make", "slides", "note.md", "-o", "../out", *RULE)
    Chat(room, *words).see("This is outside your workspace.", "Deny").type("3").see("Denied: ").left(10)
    assert not (room.parent / "out").exists()
    Chat(room, *words).see("Allow and remember").type("2").see("Wrote ").left()
    rules = json.loads(on_a_pipe(room, "permissions", "--json").stdout)
    assert rules == [{"number": 1, "access": "write", "path": str(room.parent / "out")}]


def test_a_rule_is_listed_and_taken_back(room: Path) -> None:
    chat = Chat(room, "make", "slides", "note.md", "-o", "../out", *RULE)
    chat.see("Allow Inkwright to write ").type("2").see("Wrote ").left()
    again = on_a_pipe(room, "make", "slides", "note.md", "-o", "../out", *RULE, "--quiet")
    assert again.returncode == 0
    listed = on_a_pipe(room, "permissions", "list", language="zh").stdout.splitlines()
    assert listed == [f"1  写入  {room.parent / 'out'}", "用 `inkwright permissions remove N` 收回其中一条。"]
    assert on_a_pipe(room, "permissions", "remove", "2").returncode == 2
    assert on_a_pipe(room, "permissions", "remove", "1").stdout.startswith("Revoked: ")
    assert on_a_pipe(room, "make", "slides", "note.md", "-o", "../out", *RULE).returncode == 10


def test_ctrl_c_at_the_question_is_a_denial(room: Path) -> None:
    chat = Chat(room, "make", "slides", "note.md", "-o", "../out", *RULE)
    chat.see("Allow Inkwright to write").type("\x03").see("Denied: ").left(10)
    assert not (room.parent / "out").exists()
