"""Reading and writing outside of the workspace: asked first, remembered where the person wants it, taken back."""

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
    for words in (("make", "slides", "../elsewhere/note.md"), ("make", "slides", "note.md", "-o", "../out")):
        done = on_a_pipe(room, *words, *RULE)
        assert done.returncode == 10
        assert "is outside the workspace" in done.stderr
        assert "--yes" in done.stderr
    assert not (room.parent / "out").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("render", "../elsewhere/note.md", "-o", "a.pptx"),
        ("render", "note.md", "-o", "a.pptx", "--template", "../elsewhere/note.md"),
        ("write", "note.md", "--agent", "checklist", "-o", "../out"),
        ("preview", "../elsewhere/note.md"),
        ("quiz", "convert", "note.md", "-o", "../out/a.json"),
        ("quiz", "take", "../elsewhere/note.md"),
        ("make", "slides", "note.md", "--answers", "../elsewhere/note.md"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_no_command_leaves_the_workspace_unasked(room: Path, words: tuple[str, ...]) -> None:
    done = on_a_pipe(room, *words)
    assert (done.returncode, done.stdout, "--yes" in done.stderr) == (10, "", True)
    assert not (room.parent / "out").exists()


def test_yes_lets_other_commands_out_this_once_too(room: Path) -> None:
    outside = room.parent / "elsewhere" / "quiz.md"
    outside.write_text("# T\n\n## Is water wet?\nAnswer: true\n", encoding="utf-8")
    done = on_a_pipe(room, "quiz", "convert", "../elsewhere/quiz.md", "-o", "../out/a.json", "--yes")
    assert (done.returncode, (room.parent / "out" / "a.json").exists()) == (0, True)
    assert on_a_pipe(room, "permissions", "--json").stdout == "[]\n"


def test_at_a_terminal_they_ask_and_what_is_remembered_is_not_asked_again(room: Path) -> None:
    words = ("quiz", "lint", "../elsewhere/quiz.md")
    (room.parent / "elsewhere" / "quiz.md").write_text("# T\n\n## Is water wet?\nAnswer: true\n", encoding="utf-8")
    Chat(room, *words).see("This is outside your workspace.", "Deny").type("2").see("no problems found").left()
    assert on_a_pipe(room, *words).returncode == 0


def test_yes_allows_it_this_once(room: Path) -> None:
    made = on_a_pipe(room, "make", "slides", "../elsewhere/note.md", "-o", "../out", *RULE, "--yes", "--quiet")
    assert (made.returncode, (room.parent / "out" / "Rain.pptx").exists()) == (0, True)
    assert on_a_pipe(room, "permissions").stdout.startswith("There are no permanent permissions outside the workspace.")


def test_a_link_that_leads_outside_counts_as_outside(room: Path) -> None:
    (room / "linked.md").symlink_to(room.parent / "elsewhere" / "note.md")
    assert on_a_pipe(room, "make", "slides", "linked.md", *RULE).returncode == 10


@pytest.mark.parametrize("words", [("ask", "What?"), ("chat",)], ids=["ask", "chat"])
def test_ask_and_chat_refuse_in_the_same_way(room: Path, words: tuple[str, ...]) -> None:
    done = on_a_pipe(room, *words, "--from", "../elsewhere/note.md", *MODEL, lines="What?\n")
    assert (done.returncode, "--yes" in done.stderr) == (10, True)


def test_a_file_named_in_a_message_on_a_pipe_ends_the_talk(room: Path) -> None:
    with Mind([says("never")]) as mind:
        done = on_a_pipe(room, "chat", *MODEL, lines="Look at @../elsewhere/note.md\nand more\n", mind=mind)
        assert mind.received == []
    assert (done.returncode, done.stdout) == (10, "")


def test_at_the_terminal_the_person_decides_once_for_good_or_not(room: Path) -> None:
    with Mind([says("It is about rain."), says("Still rain.")]) as mind:
        chat = Chat(room, "chat", *MODEL, mind=mind)
        chat.say("Look at @../elsewhere/note.md").see("This is outside your workspace.", "Deny")
        chat.type("3").see("Denied: ", "❯ Look at @../elsewhere/note.md")
        chat.type("\r").see("Allow and remember").type("2").see("It is about rain.")
        chat.say("Again @../elsewhere/note.md").see("Still rain.")
        chat.leave()
    rules = json.loads(on_a_pipe(room, "permissions", "--json").stdout)
    assert rules == [{"number": 1, "access": "read", "path": str(room.parent / "elsewhere" / "note.md")}]


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
