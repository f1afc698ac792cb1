"""A quiz taken on a pipe: every type is asked, marked and told about, and the score comes last."""

import json
from pathlib import Path

import pytest

from tests.artifacts.quizzes.made_quizzes import EVERY_TYPE
from tests.cli.test_main import inkwright


@pytest.fixture
def quiz(tmp_path: Path) -> Path:
    path = tmp_path / "quiz.json"
    path.write_text(json.dumps(EVERY_TYPE), encoding="utf-8")
    return path


def taken(quiz: Path, *lines: str, tongue: str = "C.UTF-8") -> str:
    done = inkwright("quiz", "take", quiz.name, stdin="\n".join(lines) + "\n", cwd=quiz.parent, LANG=tongue)
    assert done.returncode == 0, done.stderr
    return done.stdout


def letters(shown: str) -> dict[str, str]:
    """The letter of each partner in the matching question."""
    return {line.strip()[3:]: line.strip()[0] for line in shown.splitlines() if line.strip()[1:3] == ". "}


def test_all_right_answers_get_all_points(quiz: Path) -> None:
    partner = letters(taken(quiz, *[""] * 9).split("Match the planets.")[1])
    answers = ["b", "ca", "yes", " paris", "oslo", "1,024", "Rain and sun.", "1", partner["red"], partner["blue"]]
    shown = taken(quiz, *answers, "BCA", "A FROG.", "f")
    assert shown.count("Right.") == 9
    assert "Question 1 of 9 (2.5 p.)\n" in shown
    assert "Read it twice." in shown.split("It flew away.")[1]
    assert shown.endswith("14.5 of 14.5 points.\n")


def test_wrong_answers_are_told_with_the_answer_the_remark_and_the_reason(quiz: Path) -> None:
    shown = taken(quiz, "A")
    part = shown.split("Question 2")[0]
    assert "Not right.\nAnswer: B. Argon\nIt reacts: $O_2$.\nIts shell is full.\nSo it hardly reacts.\n" in part
    assert "The input has ended; 9 question(s) were not answered." in shown
    assert shown.endswith("0 of 14.5 points.\n")


def test_what_is_no_choice_is_asked_again_and_an_empty_line_skips(quiz: Path) -> None:
    shown = taken(quiz, "Z", "AB", "B", "", "perhaps", "t", "Paris", "Rome")
    assert shown.count("That is none of the choices.") == 3
    assert "Skipped." in shown
    assert "Partly right: 1 of 2." in shown
    assert shown.endswith("4.5 of 14.5 points.\n")


def test_letters_and_numbers_of_full_width_are_understood(quiz: Path) -> None:
    shown = taken(quiz, "Ｂ", "Ａ，Ｃ", "Ｔ", "", "", "", "Rain.", "０．５")
    assert "none of the choices" not in shown
    assert shown.count("Right.") == 3
    assert shown.endswith("5 of 14.5 points.\n")


def test_points_outside_of_the_range_are_no_missing_choice(quiz: Path) -> None:
    shown = taken(quiz, *[""] * 6, "Rain.", "9", "x", "1")
    assert "none of the choices" not in shown
    assert shown.count("That is no number, or none that may be given. A number from 0 to 1:") == 2


def test_what_looks_like_the_answer_and_is_another_is_not_right(tmp_path: Path) -> None:
    path = tmp_path / "quiz.json"
    asked = [{"questionType": "SHORT_ANSWER", "question": f"{right}?", "correctAnswer": right}
             for right in ("10²", "Co", "Paris")]  # fmt: skip
    path.write_text(json.dumps({"questions": asked}), encoding="utf-8")
    assert taken(path, "102", "CO", "paris").endswith("1 of 3 points.\n")


def test_it_is_taken_in_chinese_too(quiz: Path) -> None:
    shown = taken(quiz, "B", "AC", "对", tongue="zh_CN.UTF-8")
    assert "第 1 题，共 9 题" in shown
    assert shown.endswith("得分 4.5 / 14.5。\n")


def test_a_quiz_cannot_command_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "quiz.json"
    asked = {"questionType": "SHORT_ANSWER", "question": "a\u009b31m\x1b[2J b?", "correctAnswer": "c"}
    path.write_text(json.dumps({"questions": [asked]}), encoding="utf-8")
    assert "\x1b" not in taken(path, "c")
