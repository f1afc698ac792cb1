"""The prompt: lines and several lines, history, completion, status; Ctrl+C clears, twice leaves; Ctrl+D leaves."""

import asyncio
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from inkwright.cli.terminal.completion import ChatCompleter
from inkwright.cli.terminal.prompt import HISTORY_FILE, Prompt
from inkwright.cli.terminal.slash_commands import SlashCommands
from tests.cli.terminal.real_terminals import Typed, in_tmux, needs_tmux, squeezed, widest

ENTER, ALT_ENTER, CTRL_C, CTRL_D, UP = "\r", "\x1b\r", "\x03", "\x04", "\x1b[A"


def read(home: Path, keys: str) -> list[str]:
    """The lines that are read until the person leaves."""

    async def all_lines() -> list[str]:
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
            completer = ChatCompleter(SlashCommands("en", lambda _line: None), home)
            prompt = Prompt(home, "en", completer=completer, status=lambda: "")
            pipe.send_text(keys)
            lines = []
            while (line := await asyncio.wait_for(prompt.read(), 20)) is not None:
                lines.append(line)
            return lines

    return asyncio.run(all_lines())


@pytest.mark.parametrize(
    ("keys", "lines"),
    [
        ("做一份课件 😀\r" + CTRL_D, ["做一份课件 😀"]),
        ("one" + ALT_ENTER + "two\rthree\r" + CTRL_D, ["one\ntwo", "three"]),
        ("\x1b[200~pasted\r\n  lines\n\x1b[201~end\r" + CTRL_D, ["pasted\n  lines\nend"]),
        ("\r  \r" + CTRL_D, []),
        ("wrong" + CTRL_C + "right\r" + CTRL_D, ["right"]),
        (CTRL_C + "kept\r" + CTRL_C + CTRL_C + "x\r", ["kept"]),
        ("typed" + CTRL_C + CTRL_C + "x\r", []),
        (CTRL_C + "a\x7f" + CTRL_C + "still here\r" + CTRL_D, ["still here"]),
        ("ab\x1b[D" + CTRL_D + "\r" + CTRL_D, ["a"]),
    ],
)
def test_what_is_typed_is_what_is_read(tmp_path: Path, keys: str, lines: list[str]) -> None:
    assert read(tmp_path, keys) == lines


def test_the_history_is_kept_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    home = tmp_path / "new home"
    read(home, "第一行" + ALT_ENTER + "第二行\r" + CTRL_D)
    assert (home / HISTORY_FILE).stat().st_mode & 0o777 == 0o600
    again = Typed(tmp_path, "prompt", str(home)).see("❯").type(UP).see("❯ 第一行", "第二行").type("！\r" + CTRL_D)
    assert again.result() == ["第一行\n第二行！"]


def test_a_home_that_cannot_be_written_does_not_stop_a_talk(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert read(tmp_path / "file" / "home", "hello\r" + CTRL_D) == ["hello"]


def test_the_prompt_completes_and_shows_its_status_on_a_real_terminal(tmp_path: Path) -> None:
    (tmp_path / "笔记.md").write_text("")
    room = Typed(tmp_path, "prompt", str(tmp_path / "home"))
    room.see("❯", "small model · 0.00 € · 对话").type("/he").see("/help", "show commands and keys").type("\t")
    room.see("❯ /help").type("\r").see_no_more("show commands and keys").type("\r")
    room.type("read @").see("block-one", "笔记.md").type("笔").see_no_more("block-one").type("\t").see(
        "❯ read @笔记.md"
    ).type("\r\r")
    room.type(CTRL_C).see("Press Ctrl+C again to exit.").type(CTRL_C)
    assert room.result() == ["/help", "read @笔记.md"]


@pytest.mark.parametrize("keys", [CTRL_D, CTRL_C + CTRL_C, "half a line" + CTRL_C + CTRL_C, "@\t" + CTRL_C + CTRL_C])
def test_leaving_leaves_the_terminal_sane(tmp_path: Path, keys: str) -> None:
    room = Typed(tmp_path, "prompt", str(tmp_path / "home")).see("small model")
    room.type(keys)
    assert room.result() == []


@needs_tmux
@pytest.mark.parametrize("columns", [40, 80, 120])
def test_wide_characters_stand_where_they_belong(tmp_path: Path, columns: int) -> None:
    with in_tmux(tmp_path, "prompt", str(tmp_path / "home"), columns=columns) as tmux:
        tmux.see("small model · 0.00 € · 对话")
        tmux.type("-l", "汉字" * 25 + "尾").see("尾")
        shown = tmux.screen()
        assert shown.replace("\n  ", "").startswith("❯ " + "汉字" * 25 + "尾\n")
        assert widest(shown) <= columns
        tmux.resize(60).type("-l", "末").see("末")
        tmux.type("Enter", "C-d").see("OVER")
        assert f"{'汉字' * 25}尾末" in squeezed(tmux.screen())
