"""What every command receives: input that is checked, and output in the user's language."""

import io
import re
from contextvars import copy_context
from pathlib import Path

import pytest

from inkwright import cli
from inkwright.cli.shell import Shell, printable, read_bytes
from inkwright.errors import InkwrightError, UnreadableFile, UnreadableInput
from inkwright.i18n import Language, Reason, error_text
from inkwright.settings import load_settings


def shell(folder: Path, stdin: bytes = b"", language: Language = "en", **flags: str) -> Shell:
    environ = {f"INKWRIGHT_{name.upper()}": value for name, value in flags.items()}
    settings = load_settings(flags={}, environ=environ, folder=folder, home=folder / "home")
    return Shell(settings, language, io.StringIO(), io.BytesIO(stdin))


def test_a_file_and_standard_input_are_read_without_their_mark(tmp_path: Path) -> None:
    (tmp_path / "note.md").write_bytes("\ufeff雨".encode())
    assert shell(tmp_path).read_input(str(tmp_path / "note.md")) == "雨"
    assert shell(tmp_path, "雨".encode()).read_input(None) == "雨"


@pytest.mark.parametrize(
    ("content", "english", "chinese"),
    [
        (b"\xff", "it is not UTF-8 (byte 0)", "它不是 UTF-8（第 0 字节）"),
        (b"x" * 11, "it is larger than 10 bytes (setting max_input)", "它超过 10 字节（设置 max_input）"),
        (None, "no such file or directory", "没有这个文件或文件夹"),
    ],
)
def test_input_that_cannot_be_read_says_why_in_each_language(
    tmp_path: Path, content: bytes | None, english: str, chinese: str
) -> None:
    if content is not None:
        (tmp_path / "note.md").write_bytes(content)
    with pytest.raises(UnreadableInput) as refused:
        shell(tmp_path, max_input="10").read_input(str(tmp_path / "note.md"))
    assert english in error_text("en", refused.value)[0]
    assert chinese in error_text("zh", refused.value)[0]


def test_bytes_of_a_folder_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read_bytes(str(tmp_path))
    assert isinstance(refused.value, InkwrightError)
    assert "这是文件夹，不是文件" in error_text("zh", refused.value)[0]


def test_a_reason_is_shown_in_the_language_of_the_user(tmp_path: Path) -> None:
    assert shell(tmp_path, language="zh").reason_text(Reason("reason.cli.empty")) == "它是空的"


@pytest.mark.parametrize(("color", "drawn"), [("always", "\x1b[1mx\x1b[0m"), ("never", "x"), ("auto", "x")])
def test_colours_follow_the_setting(tmp_path: Path, color: str, drawn: str) -> None:
    assert shell(tmp_path, color=color).styled("x", "bold") == drawn


def test_text_of_a_model_cannot_control_the_terminal() -> None:
    assert printable("a\x1b[31mb\r\n\tc") == "a[31mb\n\tc"


def test_a_dash_is_standard_input(tmp_path: Path) -> None:
    assert shell(tmp_path, stdin=b"wet").read_input("-") == "wet"


class Screen(io.StringIO):
    """An output that is a terminal."""

    def isatty(self) -> bool:
        return True


def at_terminal(folder: Path, monkeypatch: pytest.MonkeyPatch, **environ: str) -> tuple[Shell, Screen]:
    screen = Screen()
    monkeypatch.setenv("COLUMNS", "20")
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    settings = load_settings(flags={}, environ={}, folder=folder, home=folder)
    return Shell(settings, "en", screen, io.BytesIO()), screen


def test_no_color_turns_colours_off_at_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert at_terminal(tmp_path, monkeypatch)[0].styled("x", "bold") == "\x1b[1mx\x1b[0m"
    assert at_terminal(tmp_path, monkeypatch, NO_COLOR="")[0].has_colour
    assert at_terminal(tmp_path, monkeypatch, NO_COLOR="1")[0].styled("x", "bold") == "x"


def test_a_line_fits_the_terminal_and_one_to_copy_stays_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    narrow, screen = at_terminal(tmp_path, monkeypatch)
    narrow.say("words do not break in the middle")
    narrow.say("pipx uninstall inkwright now", is_whole=True)
    assert screen.getvalue() == "words do not break\n  in the middle\npipx uninstall inkwright now\n"


def test_elsewhere_lines_are_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    plain = shell(tmp_path)
    plain.say("words do not break in the middle")
    assert isinstance(plain.out, io.StringIO)
    assert plain.out.getvalue() == "words do not break in the middle\n"
    assert plain.table_rows([("a" * 50, "b")], shrinks=0) == [["a" * 50, "b"]]


def test_the_program_speaks_the_language_of_the_message_unless_a_setting_chooses_one(tmp_path: Path) -> None:
    assert shell(tmp_path).speaking_to("做一份测验").language == "zh"
    assert shell(tmp_path, language="zh").speaking_to("Make a quiz").language == "en"
    assert shell(tmp_path, language="zh").speaking_to("7?").language == "zh"
    assert shell(tmp_path, LANGUAGE="en").speaking_to("做一份测验").language == "en"


def test_a_traditional_message_is_answered_in_traditional_characters(tmp_path: Path) -> None:
    def said() -> str:
        return shell(tmp_path).speaking_to("做一份測驗").text("terminal.queue.hint")

    assert copy_context().run(said) == "按 Esc 收回最後一條。"


def test_remarks_go_through_the_function_that_breaks_lines_between_words() -> None:
    folder = Path(cli.__file__).parent
    raw = re.compile(r"\bprint\((?!.*end=)[^\n]+file=sys\.stderr")
    printing = {path.name for path in folder.rglob("*.py") if raw.search(path.read_text(encoding="utf-8"))}
    assert printing <= {"shell.py"}
