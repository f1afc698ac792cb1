"""An example at a terminal or on a pipe: what is shown, and that it is said to be scripted."""

import asyncio
import io
import json
import re
from pathlib import Path

import pytest

from inkwright.cli.commands.example import ExampleOptions, print_script_notice
from inkwright.cli.example_player import play_and_report
from inkwright.cli.options import OutputOptions
from inkwright.cli.shell import Shell
from inkwright.examples.script import load_example
from inkwright.i18n import Language
from inkwright.settings import load_settings
from inkwright.usecases.store import open_store
from tests.cli.chat.chat_program import Chat


def play(folder: Path, name: str, language: Language = "en", **printing: bool) -> tuple[int, list[str]]:
    """The example as a pipe gets it."""
    out = io.StringIO()
    settings = load_settings(flags={}, environ={}, folder=folder, home=folder / "home")
    shell = Shell(settings, language, out, io.BytesIO())
    options = ExampleOptions(name, folder / "out", printing=OutputOptions(**printing))
    print_script_notice(name, options.printing, shell)

    async def go() -> int:
        async with open_store(settings) as store:
            return await play_and_report(name, options, shell, store)

    return asyncio.run(go()), out.getvalue().splitlines()


@pytest.mark.parametrize(
    ("language", "first", "last"),
    [("en", "we wrote its replies", "replies were scripted"), ("zh", "由我们写好", "模型的回复是写好的")],
)
def test_the_first_and_the_last_line_say_what_is_scripted(
    tmp_path: Path, language: Language, first: str, last: str
) -> None:
    code, lines = play(tmp_path, "clarify", language)
    assert code == 0
    assert first in lines[0]
    assert last in lines[-1]
    message, seen = load_example("clarify", language).turns[0].message, load_example("clarify", language).seen
    assert f"> {message}" in lines
    assert [line for line in lines if line.removeprefix("· ") in seen] == [f"· {each}" for each in seen]


def test_where_nobody_can_be_asked_the_answer_is_said_to_be_scripted_too(tmp_path: Path) -> None:
    _, lines = play(tmp_path, "slides")
    assert "▷ There is no terminal to ask in, so the answer is scripted too: accept the outline as it is." in lines
    assert any(line.startswith(f"Wrote {(tmp_path / 'out').resolve()}") for line in lines)


def test_a_remark_at_a_terminal_is_broken_once(tmp_path: Path) -> None:
    shown = Chat(tmp_path, "example", "liar", "--fast").left()
    plain = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]|\r", "", shown)
    remark = plain[plain.index("▷ The program found") : plain.index("makes it first.")]
    rows = remark.split("\n")
    assert len(rows) > 1
    assert min(len(row.split()) for row in rows[:-1]) > 2


def test_with_json_every_line_is_json_and_both_ends_say_what_is_scripted(tmp_path: Path) -> None:
    code, lines = play(tmp_path, "edit", json=True)
    told = [json.loads(line) for line in lines]
    assert code == 0
    assert (told[0]["example"], told[0]["is_scripted"], told[-1]["is_scripted"]) == ("edit", True, True)
    assert [each["message"] for each in told if "message" in each and "kind" not in each] == [
        turn.message for turn in load_example("edit", "en").turns
    ]
    assert (told[-1]["outcome"], told[-1]["as_scripted"]) == ("delivered", True)
    assert all(Path(path).exists() for path in told[-1]["paths"])


def test_quiet_prints_the_paths_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, lines = play(tmp_path, "both", quiet=True)
    assert sorted(lines) == sorted(map(str, (tmp_path / "out").resolve().iterdir()))
    assert "no model was called" in capsys.readouterr().err


def test_a_file_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    mine = tmp_path / "out" / "Water cycle quiz.html"
    mine.write_text("mine", encoding="utf-8")
    play(tmp_path, "both")
    assert mine.read_text(encoding="utf-8") == "mine"
    assert (tmp_path / "out" / "Water cycle quiz (2).html").exists()


def test_a_failure_that_is_shown_on_purpose_is_exit_code_zero(tmp_path: Path) -> None:
    code, lines = play(tmp_path, "stubborn")
    assert code == 0
    assert [line for line in lines if line.startswith("! The model reported something that did not happen")]


def test_at_a_terminal_the_person_answers(tmp_path: Path) -> None:
    chat = Chat(tmp_path, "example", "clarify", "--fast").see("is scripted")
    chat.see("What shall it be?", "(recommended)").type("3").see("→ Three quick questions")
    written = chat.see("Fractions in five minutes.html").left()
    assert "scripted too" not in written
    assert (tmp_path / "Fractions in five minutes.html").exists()


def test_ctrl_c_stops_it_cleanly(tmp_path: Path) -> None:
    chat = Chat(tmp_path, "example", "slides").see("is scripted").see("about 20 minutes").see("Accept it")
    chat.type("\r").see("make slides").type("\x03")
    assert "Stopped." in chat.left(14)


@pytest.mark.parametrize(("language", "said"), [("en", "not run"), ("zh", "没有运行")])
def test_without_a_browser_the_page_is_there_and_what_was_not_checked_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: Language, said: str
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    code, lines = play(tmp_path, "page", language)
    assert code == 0
    assert [line for line in lines if said in line]
    assert [path.suffix for path in (tmp_path / "out").iterdir()] == [".html"]
