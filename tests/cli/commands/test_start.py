"""`inkwright start`: each way of the first minute on a real terminal, and what it does where nobody can be asked."""

import contextlib
import re
from pathlib import Path

import pytest

from tests.cli.chat.chat_program import NOTE, Chat, on_a_pipe

MENU = "5. Exit"
"""Stands only in the menu that is open; the question stays in the scrollback."""

ESC, CTRL_C = "\x1b", "\x03"
NO_MODEL = ("start", "--model", "rule", "--fast")


def wait_for(start: Chat, *texts: str) -> Chat:
    """What is made takes long on a busy machine: it is waited for longer than what a key does."""
    for _ in range(4):
        with contextlib.suppress(AssertionError):
            return start.see(*texts)
    return start.see(*texts)


def test_an_example_is_chosen_played_and_ends_in_a_file_and_the_menu(tmp_path: Path) -> None:
    start = Chat(tmp_path, *NO_MODEL)
    start.see(MENU, "What would you like to do?", "1. See an example").type("1").see("Which example?", "8. liar:").type(
        "8"
    )
    wait_for(start, "Open it:", "inkwright preview ", "inkwright check ", MENU).type("5")
    shown = start.left()
    assert "$ inkwright example liar --fast" in shown
    assert "scripted" in shown
    (made,) = tmp_path.glob("*.pptx")
    assert str(made) in shown


def test_a_wrong_path_is_told_and_asked_for_again_and_the_note_becomes_slides(tmp_path: Path) -> None:
    start = Chat(tmp_path, *NO_MODEL)
    start.see(MENU).type("2").see("Which file?", "a sample note", "other…").type("2").see("Your answer:")
    start.type("nope.md\r").see("The file nope.md does not exist.", "1. a sample note")
    start.type("2").see("Your answer:").type(".\r").see("is a folder", "1. a sample note")
    start.type("1").see("notes.md is a copy of the sample note.", "What should Inkwright make?", "6. a PDF").type("2")
    wait_for(start, "Open it:", "Next steps:", MENU).type("5")
    shown = start.left()
    assert "$ inkwright make slides --from notes.md --model rule" in shown
    (made,) = tmp_path.glob("*.pptx")
    assert str(made) in shown
    assert made.read_bytes()[:2] == b"PK"


def test_the_files_of_the_folder_are_offered_within_bounds_and_without_hidden_ones(tmp_path: Path) -> None:
    for number in range(9):
        (tmp_path / f"text{number}.md").write_text(NOTE, encoding="utf-8")
    (tmp_path / ".hidden.md").write_text(NOTE, encoding="utf-8")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    start = Chat(tmp_path, *NO_MODEL)
    start.see(MENU).type("2").see("8. a sample note", "9. other…")
    assert len(re.findall(r"text\d\.md", start.shown)) == 7
    assert ".hidden.md" not in start.shown
    assert "picture.png" not in start.shown
    start.type(ESC).see(MENU).type(ESC)
    start.left()


def test_a_file_elsewhere_that_the_person_names_is_read_without_a_question(tmp_path: Path) -> None:
    here, elsewhere = tmp_path / "here", tmp_path / "my notes.md"
    here.mkdir()
    elsewhere.write_text(NOTE, encoding="utf-8")
    start = Chat(here, *NO_MODEL)
    start.see(MENU).type("2").see("2. other…").type("2").see("Your answer:").type(f"'{elsewhere}'\r")
    start.see("What should Inkwright make?", "6. a PDF").type("6")
    wait_for(start, "Open it:", MENU).type(CTRL_C)
    start.left()
    assert len(list(here.glob("*.pdf"))) == 1


def test_a_talk_is_a_talk_and_the_menu_comes_back(tmp_path: Path) -> None:
    start = Chat(tmp_path, "start", "--model", "local")
    start.see(MENU).type("4").see("$ inkwright chat --model local").at_prompt().type("/quit\r")
    start.see(MENU).type("5")
    assert "Traceback" not in start.left()


@pytest.mark.parametrize("keys", [ESC, CTRL_C], ids=["Esc", "Ctrl+C"])
def test_the_menu_is_left_cleanly(tmp_path: Path, keys: str) -> None:
    start = Chat(tmp_path, *NO_MODEL)
    start.see(MENU, "Esc or Ctrl+C cancel").type("x9").type(keys)
    shown = start.left()
    assert "Traceback" not in shown
    assert list(tmp_path.glob("*.md")) == []


def test_all_of_it_speaks_chinese(tmp_path: Path) -> None:
    start = Chat(tmp_path, *NO_MODEL, language="zh")
    start.see("想做什么？", "1. 看一个示例").type("2").see("用哪个文件？", "一篇示例笔记").type("1")
    start.see("做成什么？", "6. PDF").type("4")
    wait_for(start, "可以打开了：", "接下来可以用：", "5. 退出").type("5")
    assert "$ inkwright make doc 一份摘要 --from notes.md --model rule" in start.left()
    assert len(list(tmp_path.glob("*.docx"))) == 1


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ("There is no terminal to ask in", "Open it:")), ("zh", ("这里没有终端", "可以打开了："))],
)
def test_without_a_terminal_it_shows_that_it_works(tmp_path: Path, language: str, words: tuple[str, ...]) -> None:
    done = on_a_pipe(tmp_path, "start", language=language)
    assert done.returncode == 0, done.stderr
    assert all(word in done.stdout for word in words)
    endings = sorted("".join(path.suffixes) for path in tmp_path.iterdir() if path.is_file())
    assert endings == [".docx", ".html", ".md", ".pptx"]
    assert all(str(path) in done.stdout for path in (*tmp_path.glob("*.pptx"), *tmp_path.glob("*.html")))
