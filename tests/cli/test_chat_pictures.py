"""Pictures in a talk: beside what was made, in a terminal that says that it shows them, and nowhere else."""

import sys
from pathlib import Path

import pexpect

from tests.cli.talking.chats import NOTE, world
from tests.cli.terminal.real_terminals import SECONDS

QUESTION = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[c"
PICTURE = "\x1b_Ga=T,f=100,"


def written(folder: Path, *, answers: str = "", makes: bool = False, **environ: str) -> str:
    """All that a talk writes, in which a deck may be made, at a terminal that says so when it is asked."""
    (folder / "note.md").write_text(NOTE, encoding="utf-8")
    chat: pexpect.spawn[str] = pexpect.spawn(
        sys.executable,
        ["-m", "inkwright.cli.main", "chat", "--model", "local"],
        cwd=str(folder),
        env={**world(folder), "KITTY_WINDOW_ID": "1", **environ},
        dimensions=(40, 80),
        encoding="utf-8",
        timeout=2 * SECONDS,
    )
    raw = ""

    def see(text: str) -> None:
        nonlocal raw
        chat.expect_exact(text)
        raw += f"{chat.before}{chat.after}"

    if answers:
        see(QUESTION)
        chat.send(answers)
    see("❯")
    if makes:
        chat.send("/make slides note.md\r")
        see("Rain.pptx")
        see("❯")
    chat.send("\x04")
    chat.expect(pexpect.EOF)
    return raw + str(chat.before)


def test_a_terminal_that_shows_pictures_shows_the_first_page_below_the_file(tmp_path: Path) -> None:
    raw = written(tmp_path, answers="\x1b_Gi=31;OK\x1b\\\x1b[?62c", makes=True)
    assert raw.index("Rain.pptx") < raw.index(PICTURE)


def test_one_that_says_nothing_keeps_nobody_waiting(tmp_path: Path) -> None:
    raw = written(tmp_path)
    assert raw.index(QUESTION) < raw.index("❯")


def test_whoever_switched_pictures_off_is_not_asked(tmp_path: Path) -> None:
    assert QUESTION not in written(tmp_path, INKWRIGHT_PICTURES="never")
