"""Questions on a pipe: wrong input asks again, the end of input cancels, and nothing answers itself."""

import asyncio
import io
import os
from pathlib import Path

import pytest

from inkwright.cli.shell import Shell
from inkwright.cli.terminal.questions import MAX_TRIES, LineForm, ask_person
from inkwright.conversation.asks import Answer, Ask, QuestionAnswer
from inkwright.i18n import Language
from inkwright.settings import load_settings
from tests.cli.terminal.sample_asks import (
    AUDIENCE,
    CHINESE,
    CLARIFICATION,
    LENGTH,
    OPEN,
    OUTLINE_LINES,
    clarification,
    outline,
    permission,
)

CANCELLED = Answer(status="cancelled")


def answered(ask: Ask, lines: str | bytes, language: Language = "en") -> tuple[Answer, str]:
    out = io.StringIO()
    given = lines if isinstance(lines, bytes) else lines.encode()
    return LineForm(io.BytesIO(given), out, language).ask(ask), out.getvalue()


def test_questions_are_numbered_and_answered_by_number_label_value_or_own_words() -> None:
    answer, out = answered(CLARIFICATION, "2\n4\n1500 words\n周五\n")
    assert answer == Answer(
        status="answered",
        answers=(
            QuestionAnswer(id="audience", value="executives", label="Executives"),
            QuestionAnswer(id="length", value="1500 words"),
            QuestionAnswer(id="deadline", value="周五"),
        ),
    )
    assert out == (
        "A few details\n1/3  Who is the audience?\n  1. Engineers  (recommended)\n  2. Executives\n"
        "  3. General readers\nEnter a number from 1 to 3, or an empty line to skip: 2/3  How long?\n  1. 1-2 pages\n"
        "  2. 3-5 pages  (recommended)\n  3. 6+ pages\n  4. other…\n"
        "Enter a number from 1 to 4, or an empty line to skip: "
        "Your answer (e.g. 1500 words), or an empty line to skip: "
        "3/3  By when?\nYour answer (a date), or an empty line to skip: "
    )


@pytest.mark.parametrize("line", ["general", "GENERAL READERS", "3", " 3 \r"])
def test_an_option_is_known_by_its_number_its_label_and_its_value(line: str) -> None:
    answer, _ = answered(clarification(AUDIENCE), f"{line}\n")
    assert answer.answers == (QuestionAnswer(id="audience", value="general", label="General readers"),)


@pytest.mark.parametrize("wrong", ["9", "0", "-1", "enginers", "1 2", "２", "99999999999999999999", "yes"])
def test_wrong_input_asks_again_and_chooses_nothing(wrong: str) -> None:
    answer, out = answered(clarification(LENGTH), f"{wrong}\n3\n")
    assert answer.answers == (QuestionAnswer(id="length", value="long", label="6+ pages"),)
    assert f"“{wrong}” is not one of the choices. Enter a number from 1 to 4.\n" in out


@pytest.mark.parametrize("ask", [CLARIFICATION, outline(), permission()])
def test_wrong_input_is_borne_so_often_and_then_the_whole_is_cancelled(ask: Ask) -> None:
    assert answered(ask, "wrong\n" * MAX_TRIES + "1\n" * 9)[0] == CANCELLED


@pytest.mark.parametrize("lines", ["", "1\n", "1\n4\n", "1\n4\nwords\n", "wrong\n"])
def test_the_end_of_input_cancels_the_whole(lines: str) -> None:
    answer, out = answered(CLARIFICATION, lines)
    assert answer == CANCELLED
    assert out.endswith("Cancelled. No answer was given.\n")


def test_an_empty_line_skips() -> None:
    answer, _ = answered(clarification(AUDIENCE, OPEN), "\n\n")
    assert answer.answers == (QuestionAnswer(id="audience", skipped=True), QuestionAnswer(id="deadline", skipped=True))


def test_a_line_without_end_cancels() -> None:
    assert answered(CLARIFICATION, b"1" * 200_000 + b"\n1\n1\n")[0] == CANCELLED


@pytest.mark.parametrize(("lines", "value"), [("1\n", "once"), ("\n2\n", "remember"), ("3\n", "deny")])
def test_a_permission_is_never_skipped(lines: str, value: str) -> None:
    answer, _ = answered(permission(), lines)
    assert [each.value for each in answer.answers] == [value]


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        ("1\n", Answer(status="adopted", outline_lines=OUTLINE_LINES)),
        ("2\n  新 outline \n\nend\n.\n", Answer(status="edited", outline_lines=("  新 outline ", "", "end"))),
        ("2\nhalf of it\n", CANCELLED),
        ("3\n", Answer(status="abandoned")),
        ("\n1\n", Answer(status="adopted", outline_lines=OUTLINE_LINES)),
    ],
)
def test_an_outline_is_shown_and_decided_on(lines: str, answer: Answer) -> None:
    got, out = answered(outline(), lines)
    assert got == answer
    assert "\n".join(OUTLINE_LINES) in out


def test_it_asks_in_chinese_too() -> None:
    _, out = answered(clarification(CHINESE), "7\n1\n", "zh")
    assert "1/1  这份课件采用哪种风格？\n  1. 课堂  （推荐）\n  2. 编辑部\n  3. 其他……\n" in out
    assert "请输入 1 到 3 的数字，空行表示跳过： “7”不是可选项。" in out


def test_what_a_model_wrote_cannot_steer_the_terminal() -> None:
    question = AUDIENCE.model_copy(update={"question": "Who\x1b[2J?\x07"})
    assert "\x1b" not in answered(clarification(question, title="\x1b]0;x\x07T"), "1\n")[1]


SEVERAL = LENGTH.model_copy(update={"multi_select": True})


@pytest.mark.parametrize("line", ["1,3", "1 3", "3, 1", "1-2 pages, long", "short；6+ pages"])
def test_several_choices_are_named_on_one_line(line: str) -> None:
    answer, out = answered(clarification(SEVERAL), f"{line}\n")
    assert [each.value for each in answer.answers] == ["short", "long"]
    assert "Enter numbers from 1 to 4, separated by commas, or an empty line to skip:" in out


@pytest.mark.parametrize("wrong", ["1,9", "1 2 x", ","])
def test_a_line_with_one_wrong_choice_is_asked_again_and_chooses_nothing(wrong: str) -> None:
    answer, out = answered(clarification(SEVERAL), f"{wrong}\n2\n")
    assert [each.value for each in answer.answers] == ["medium"]
    assert f"“{wrong}” is not one or several of the choices." in out


def test_own_words_join_several_choices_and_may_have_several_lines() -> None:
    answer, _ = answered(clarification(SEVERAL, OPEN), '1,4\n"""one\n  two"""\n"""\nFriday\n\nor later\n"""\n')
    assert [each.value for each in answer.answers] == ["short", "one\n  two", "Friday\n\nor later"]


def test_lines_that_never_end_cancel() -> None:
    assert answered(clarification(OPEN), '"""\nFriday\n')[0] == CANCELLED


def test_a_pipe_that_stays_silent_answers_that_the_time_is_over() -> None:
    reader, writer = os.pipe()
    os.write(writer, b"1\n2\n")
    with os.fdopen(reader, "rb") as stdin, os.fdopen(writer, "wb"):
        out = io.StringIO()
        assert LineForm(stdin, out, "en", seconds=0.01).ask(CLARIFICATION) == Answer(status="timeout")
    assert out.getvalue().endswith("The time for an answer is over. No answer was given.\n")


def test_where_the_input_has_ended_a_question_is_not_printed_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty"
    empty.touch()
    settings = load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)
    with empty.open("rb") as stdin:
        shell = Shell(settings, "en", io.StringIO(), stdin)
        assert asyncio.run(ask_person(CLARIFICATION, shell, folder=tmp_path)) is None
    assert capsys.readouterr().err == ""
