"""Pictures in a terminal: which terminals are asked, what they answer, and the codes that they get."""

import base64
import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, TextIO

import pytest

from inkwright.cli.terminal.images import (
    ImageProtocol,
    ImageSupport,
    detect_image_support,
    expected_image_protocol,
    image_escape_code,
)
from inkwright.cli.terminal.live_region import without_echo

PNG = b"\x89PNG" + bytes(range(256)) * 40
KITTY = b"\x1b_Gi=31;OK\x1b\\"
ITERM = b"\x1bP>|iTerm2 3.5.0\x1b\\"
ATTRIBUTES = b"\x1b[?62;4c"


@pytest.mark.parametrize(
    ("environ", "way"),
    [
        ({"TERM": "xterm-kitty"}, "kitty"),
        ({"TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"}, "kitty"),
        ({"TERM": "xterm-ghostty"}, "kitty"),
        ({"TERM": "xterm-256color", "KONSOLE_VERSION": "230804"}, "kitty"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, "iterm"),
        ({"TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"}, "iterm"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, "iterm"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, None),
        ({"TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"}, None),
        ({"TERM": "xterm-kitty", "TMUX": "/tmp/tmux,1,0"}, None),
        ({}, None),
    ],
)
def test_only_known_terminals_are_thought_of(environ: dict[str, str], way: ImageProtocol | None) -> None:
    assert expected_image_protocol(environ) == way


@contextmanager
def terminal(answer: bytes) -> Iterator[tuple[BinaryIO, TextIO]]:
    """A terminal that says this when it is asked for its attributes."""
    ours, theirs = os.openpty()

    def serve() -> None:
        asked = b""
        while b"\x1b[c" not in asked:
            asked += os.read(ours, 1_024)
        os.write(ours, answer)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        with os.fdopen(theirs, "rb", buffering=0) as stdin, os.fdopen(os.dup(theirs), "w") as out:
            yield stdin, out
    finally:
        thread.join()
        os.close(ours)


@pytest.mark.parametrize(
    ("way", "answer", "asked"),
    [
        ("kitty", KITTY + ATTRIBUTES, ImageSupport("kitty")),
        ("kitty", b"typed" + KITTY + b"\x04" + ATTRIBUTES, ImageSupport("kitty", b"typed\x04")),
        ("kitty", ATTRIBUTES, ImageSupport(None)),
        ("iterm", ITERM + ATTRIBUTES, ImageSupport("iterm")),
        ("iterm", b"\x1bP>|XTerm(390)\x1b\\" + ATTRIBUTES, ImageSupport(None)),
    ],
)
def test_the_terminal_has_the_last_word_and_no_key_is_lost(
    way: ImageProtocol, answer: bytes, asked: ImageSupport
) -> None:
    with terminal(answer) as (stdin, out), without_echo(stdin):
        assert detect_image_support(way, stdin, out, seconds=20) == asked


def test_a_terminal_that_says_nothing_is_not_waited_for() -> None:
    with terminal(b"x") as (stdin, out), without_echo(stdin):
        assert detect_image_support("kitty", stdin, out, seconds=0.2) in (ImageSupport(None, b"x"), ImageSupport(None))


def test_a_picture_reaches_kitty_whole_in_pieces_that_it_takes() -> None:
    codes = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", image_escape_code(PNG, "kitty"))
    assert [how.rpartition("m=")[2] for how, _ in codes] == ["1", "1", "1", "0"]
    assert all(len(piece) <= 4_096 for _, piece in codes)
    assert codes[0][0] == "a=T,f=100,q=2,c=40,m=1"
    assert base64.b64decode("".join(piece for _, piece in codes)) == PNG


def test_a_picture_reaches_iterm_in_one_code() -> None:
    code = image_escape_code(PNG, "iterm")
    head, _, written = code.removeprefix("\x1b]1337;File=").removesuffix("\x07").partition(":")
    assert (head, base64.b64decode(written)) == (
        f"inline=1;size={len(PNG)};width=40;preserveAspectRatio=1",
        PNG,
    )
