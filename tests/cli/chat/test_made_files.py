"""The pictures of what was made: kept while they are looked at, and not for ever."""

import os
import sys
from pathlib import Path

import pexpect

from inkwright.cli.chat.made_files import PreviewCache
from tests.cli.chat.chat_program import NOTE, world
from tests.cli.terminal.real_terminals import SECONDS

DAY = 24 * 3_600
NOW = 1_000_000_000.0


def shelf(home: Path, **days: float) -> PreviewCache:
    """Folders of 10 bytes each, last looked at so many days ago."""
    previews = PreviewCache(home)
    for name, age in days.items():
        folder = previews.folder(name)
        folder.mkdir(parents=True)
        (folder / "a-01.png").write_bytes(b"0123456789")
        os.utime(folder, (NOW - age * DAY, NOW - age * DAY))
    return previews


def left(home: Path) -> list[str]:
    return sorted(path.name for path in (home / "previews").iterdir())


def test_what_nobody_looked_at_for_a_month_goes(tmp_path: Path) -> None:
    shelf(tmp_path, old=31, new=29).tidy(NOW)
    assert left(tmp_path) == ["new"]


def test_of_too_much_the_oldest_goes_but_not_what_was_just_drawn(tmp_path: Path) -> None:
    shelf(tmp_path, first=3, second=2, third=1).tidy(NOW, max_bytes=20)
    assert left(tmp_path) == ["second", "third"]
    shelf(tmp_path, fresh=0, fresher=0).tidy(NOW, max_bytes=5)
    assert left(tmp_path) == ["fresh", "fresher"]


def test_to_look_at_pictures_keeps_them(tmp_path: Path) -> None:
    previews = shelf(tmp_path, seen=31)
    assert [path.name for path in previews.drawn("seen")] == ["a-01.png"]
    previews.tidy()
    assert left(tmp_path) == ["seen"]


def test_links_and_a_missing_folder_are_left_alone(tmp_path: Path) -> None:
    PreviewCache(tmp_path / "none").tidy()
    previews = shelf(tmp_path, old=31)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "previews" / "link").symlink_to(elsewhere)
    previews.tidy(NOW, max_bytes=0)
    assert (left(tmp_path), elsewhere.exists()) == (["link"], True)


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
