"""Text in styles: broken into lines that fit, with nothing lost and every letter in its own style."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.cli.terminal.columns import width
from inkwright.cli.terminal.styled_text import StyledRun, ansi_text, line_width, plain_text, wrap_runs, wrap_text

TEXTS = st.text(st.sampled_from("ab 汉字。，e\u0301\n"), max_size=40)


@given(st.lists(st.tuples(TEXTS, st.sampled_from(["", "1", "36"])), max_size=6), st.integers(2, 20))
def test_every_line_fits_and_every_letter_keeps_its_style(runs: list[StyledRun], room: int) -> None:
    lines = wrap_runs(runs, room)
    assert all(width(plain_text(line).rstrip(" ")) <= room for line in lines)

    def letters(given: list[StyledRun]) -> list[tuple[str, str]]:
        return [(letter, style) for text, style in given for letter in text if letter not in " \n"]

    assert letters([run for line in lines for run in line]) == letters(runs)


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("one two three", 7, ["one two", "three"]),
        ("averylongword", 5, ["avery", "longw", "ord"]),
        ("先看目标，再看方法。", 9, ["先看目", "标，再看", "方法。"]),
        ("先看 plan 再看", 8, ["先看", "plan 再", "看"]),
        ("a\nb", 9, ["a", "b"]),
        ("", 9, [""]),
    ],
)
def test_where_a_line_is_broken(text: str, room: int, lines: list[str]) -> None:
    assert [plain_text(line) for line in wrap_runs([(text, "")], room)] == lines


def test_words_are_kept_whole_and_lines_after_the_first_are_indented() -> None:
    assert wrap_text("one two three four", 10, "  ") == "one two\n  three\n  four"
    assert wrap_text("汉字汉字汉字", 6) == "汉字\n汉字\n汉字"
    assert wrap_text("再说说“做好了”。", 8) == "再说说\n“做好\n了”。"
    assert wrap_text("下载模型；/model 名称", 16) == "下载模型；\n/model 名称"


def test_a_line_is_painted_run_by_run() -> None:
    line = [("a", ""), ("汉", "1;36"), ("", "2")]
    assert (ansi_text(line), line_width(line)) == ("a\x1b[1;36m汉\x1b[0m", 3)


def test_a_mark_begins_a_line_only_where_nothing_else_fits() -> None:
    assert [plain_text(line) for line in wrap_runs([("a字。", "")], 3)] == ["a", "字", "。"]
    assert [plain_text(line) for line in wrap_runs([("河流。", "")], 4)] == ["河", "流。"]
