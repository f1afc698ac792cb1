"""`inkwright quiz`: converted, linted and taken as a person does, in the terminal's language."""

import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from inkwright.artifacts.quizzes.formats.registry import quiz_format, writable_formats
from inkwright.artifacts.quizzes.load import read_quiz
from tests.artifacts.quizzes.sample_quizzes import EVERY_TYPE, every_type
from tests.cli.test_main import inkwright
from tests.clocks import PATIENCE

BAD = "## Which?\nA. red\nB. red\nC. red\nAnswer: A\n"
UNANSWERED = {"questionType": "SINGLE_CHOICE", "question": "Which?", "options": ["red", "blue"]}


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    (tmp_path / "quiz.json").write_text(json.dumps(EVERY_TYPE), encoding="utf-8")
    (tmp_path / "quiz.md").write_text("# T\n\n## Is water wet?\nAnswer: true\n", encoding="utf-8")
    (tmp_path / "bad.md").write_text(BAD, encoding="utf-8")
    (tmp_path / "unanswered.json").write_text(json.dumps({"questions": [UNANSWERED]}), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("form", [each.name for each in writable_formats()])
def test_a_quiz_is_converted_into_every_form_that_its_name_asks_for(form: str, desk: Path) -> None:
    name = f"out{quiz_format(form).extension}"
    done = inkwright("quiz", "convert", "quiz.md", "-o", name, cwd=desk)
    assert (done.returncode, done.stdout.startswith(f"Wrote {name} (")) == (0, True), done.stderr
    assert (desk / name).stat().st_size > 0


def test_the_form_may_be_said_and_what_it_cannot_hold_is_told(desk: Path) -> None:
    done = inkwright("quiz", "convert", "quiz.json", "--to", "gift", "-o", "quiz.txt", cwd=desk)
    assert done.returncode == 0
    assert "! An ordering question becomes a matching of items and positions. (questions: 8)" in done.stderr
    told = inkwright("--language", "zh", "quiz", "convert", "quiz.json", "-o", "q.gift", "--json", cwd=desk)
    assert json.loads(told.stdout)["questions"] == 9
    assert "排序题改成了各项与名次的匹配。（第 8 题）" in json.loads(told.stdout)["notes"]


def test_without_a_name_the_file_stands_beside_the_quiz(desk: Path) -> None:
    done = inkwright("quiz", "convert", "quiz.md", "--to", "moodle", cwd=desk)
    assert (done.returncode, done.stdout.startswith("Wrote quiz.xml (")) == (0, True), done.stderr
    lost = inkwright("quiz", "convert", "quiz.md", cwd=desk)
    assert (lost.returncode, "--to" in lost.stderr) == (2, True)


def test_of_two_quizzes_of_one_name_the_one_made_last_is_meant(tmp_path: Path) -> None:
    rows = "".join(f"| {name} | {1200 + 50 * place} km |\n" for place, name in enumerate(("Tay", "Ob", "Po", "Lena")))
    for number, atlas in enumerate(("Nile", "Rhine")):
        # The name of the column is in every question, whichever rows are drawn.
        head = f"# Rivers\n\n| river | {atlas} atlas |\n|---|---|\n"
        (tmp_path / f"{number}.md").write_text(head + rows, encoding="utf-8")
        made = inkwright("make", "quiz", f"{number}.md", "--model", "rule", "--quiet", "-o", str(number), cwd=tmp_path)
        assert made.returncode in (0, 13), made.stderr
    assert inkwright("quiz", "convert", "Rivers.quiz.json", "-o", "last.md", cwd=tmp_path).returncode == 0
    last = (tmp_path / "last.md").read_text(encoding="utf-8")
    assert ("Rhine" in last, "Nile" in last) == (True, False)


def test_there_and_back_again(desk: Path) -> None:
    assert inkwright("quiz", "convert", "quiz.json", "-o", "q.xlsx", cwd=desk).returncode == 0
    assert inkwright("quiz", "convert", "q.xlsx", "-o", "back.json", cwd=desk).returncode == 0
    assert read_quiz((desk / "back.json").read_bytes(), "back.json").quiz == every_type()


def test_a_key_is_put_in_where_it_is_asked_for(desk: Path) -> None:
    without = inkwright("quiz", "convert", "quiz.json", "-o", "a.docx", "--no-key", cwd=desk)
    with_key = inkwright("quiz", "convert", "quiz.json", "-o", "b.docx", "--key", cwd=desk)
    assert "The answer key is not included" in without.stderr
    assert "The answer key is not included" not in with_key.stderr
    refused = inkwright("quiz", "convert", "quiz.json", "-o", "c.gift", "--key", cwd=desk)
    assert refused.returncode == 2
    assert "with or without the answer key: docx, pdf." in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("convert", "quiz.json", "-o", "out.mp3"), "Give the file one of these extensions"),
        (("convert", "none.json", "-o", "out.gift"), "none.json"),
        (("lint", "quiz.mp3"), "mp3"),
        ((), "convert|lint|take"),
    ],
)
def test_wrong_usage_is_a_sentence(arguments: tuple[str, ...], told: str, desk: Path) -> None:
    done = inkwright("quiz", *arguments, cwd=desk)
    assert done.returncode in (1, 2)
    assert told in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("form", ["json", "gift", "docx"])
def test_a_quiz_with_errors_is_converted_and_they_are_told(form: str, desk: Path) -> None:
    done = inkwright("quiz", "convert", "bad.md", "--to", form, cwd=desk)
    assert (done.returncode, done.stdout.startswith("Wrote ")) == (0, True), done.stderr
    assert "✗ line 1, questions[0].options[1]: The option “red” is the same as options[0]." in done.stderr
    assert done.stderr.endswith(
        "The quiz has 2 errors, which the file now contains too. Fix them before you share the file.\n"
    )
    lost = inkwright("quiz", "convert", "unanswered.json", "--to", form, "--overwrite", cwd=desk)
    assert (lost.returncode, "✗ questions[0].correctAnswer: The answer is missing." in lost.stderr) == (0, True)


def test_what_the_lint_finds_is_data_where_that_is_asked_for(desk: Path) -> None:
    told = json.loads(inkwright("quiz", "convert", "bad.md", "--to", "json", "--json", cwd=desk).stdout)
    linted = json.loads(inkwright("quiz", "lint", "bad.md", "--json", cwd=desk).stdout)
    assert (told["good"], told["findings"]) == (False, linted["findings"])
    good = json.loads(inkwright("quiz", "convert", "quiz.md", "--to", "json", "--json", cwd=desk).stdout)
    assert (good["good"], good["findings"]) == (True, [])


def test_a_quiz_with_warnings_is_converted_and_they_are_told(desk: Path) -> None:
    (desk / "long.md").write_text("## Explain.\nType: long\n", encoding="utf-8")
    done = inkwright("quiz", "convert", "long.md", "--to", "json", cwd=desk)
    assert (done.returncode, len(done.stderr.splitlines())) == (0, 1)
    assert done.stderr.startswith(
        "! line 1, questions[0].correctAnswer: The question does not say how to grade the answer."
    )


def test_a_formula_that_cannot_be_set_is_told_with_its_question(desk: Path) -> None:
    (desk / "odd.md").write_text("## One?\nAnswer: 1\n\n## What is $\\nosuch{H}$?\nAnswer: 2\n", encoding="utf-8")
    linted = inkwright("quiz", "lint", "odd.md", cwd=desk)
    assert linted.returncode == 1
    assert "✗ line 4, questions[1].question: The formula “\\nosuch{H}” cannot be parsed" in linted.stdout
    for form in ("docx", "pdf"):
        done = inkwright("quiz", "convert", "odd.md", "--to", form, cwd=desk)
        assert (done.returncode, "The formula is in question 2. This formula cannot be parsed." in done.stderr) == (
            2,
            True,
        )
    told = inkwright("--language", "zh", "quiz", "convert", "odd.md", "--to", "docx", cwd=desk)
    assert "它在第 2 题。无法读懂这个公式。" in told.stderr
    assert inkwright("quiz", "convert", "odd.md", "--to", "gift", cwd=desk).returncode == 0
    inkwright("quiz", "convert", "odd.md", "--to", "json", cwd=desk)
    assert inkwright("check", "odd.json", cwd=desk).returncode == 0


def test_lint_tells_by_its_exit_code(desk: Path) -> None:
    good = inkwright("quiz", "lint", "quiz.json", cwd=desk)
    assert (good.returncode, good.stdout) == (0, "quiz.json: no problems found.\n")
    bad = inkwright("quiz", "lint", "bad.md", cwd=desk)
    assert bad.returncode == 1
    assert "✗ line 1, questions[0].options[1]: The option “red” is the same as options[0]." in bad.stdout
    told = json.loads(inkwright("quiz", "lint", "bad.md", "--json", cwd=desk).stdout)
    assert (told["good"], len(told["findings"])) == (False, 2)


def test_lint_names_the_line_of_markdown_that_is_none(desk: Path) -> None:
    (desk / "odd.md").write_text("## Q?\n- [x] a\n- b\n", encoding="utf-8")
    done = inkwright("quiz", "lint", "odd.md", cwd=desk)
    assert done.returncode == 2
    assert done.stderr.startswith("Error: Cannot read the quiz: line 3.\nEither all options")
    told = inkwright("--language", "zh", "quiz", "lint", "odd.md", cwd=desk)
    assert "无法读取测验：第 3 行。" in told.stderr


def test_check_takes_the_json_of_a_quiz(desk: Path) -> None:
    assert inkwright("check", "quiz.json", cwd=desk).stdout == "quiz.json: no problems found.\n"
    (desk / "other.json").write_text("{}", encoding="utf-8")
    other = inkwright("check", "other.json", cwd=desk)
    assert other.returncode == 1
    assert "The file cannot be read as a quiz" in other.stdout


@pytest.mark.parametrize("form", ["html", "docx", "pdf"])
def test_a_quiz_is_rendered_like_any_other_description(form: str, desk: Path) -> None:
    home = str(desk / "home")
    done = inkwright("render", "quiz.json", "-o", f"out.{form}", "--no-look", cwd=desk, INKWRIGHT_HOME=home)
    assert (done.returncode, done.stdout.startswith(f"Wrote out.{form} (")) == (0, True), done.stderr
    assert "! Difficulty, knowledge point, tags and IDs are not shown." in done.stderr


def test_what_is_wrong_with_a_quiz_is_told_in_the_language_of_the_person(desk: Path) -> None:
    home = str(desk / "home")
    arguments = ("--language", "zh", "render", "unanswered.json", "-o", "bad.html", "--no-look")
    bad = inkwright(*arguments, cwd=desk, INKWRIGHT_HOME=home)
    assert (bad.returncode, "缺少答案。" in bad.stdout) == (1, True), bad.stdout


@pytest.mark.parametrize("name", ["quiz.gift", "quiz.xml", "quiz.xlsx"])
def test_a_quiz_in_another_form_is_not_rendered_and_the_way_is_told(name: str, desk: Path) -> None:
    assert inkwright("quiz", "convert", "quiz.md", "-o", name, cwd=desk).returncode == 0
    done = inkwright("render", name, "-o", "out.docx", cwd=desk, INKWRIGHT_HOME=str(desk / "home"))
    assert (done.returncode, (desk / "out.docx").exists()) == (2, False)
    assert f"`inkwright quiz convert {name} -o FILE`" in done.stderr


def test_markdown_that_is_a_quiz_is_told_from_a_document(desk: Path) -> None:
    home = str(desk / "home")
    page = inkwright("render", "quiz.md", "-o", "out.html", cwd=desk, INKWRIGHT_HOME=home)
    assert (page.returncode, "`inkwright quiz convert quiz.md -o FILE`" in page.stderr) == (2, True), page.stderr
    assert "Expecting value" not in page.stderr
    paper = inkwright("render", "quiz.md", "-o", "out.docx", cwd=desk, INKWRIGHT_HOME=home)
    assert (paper.returncode, "! The file looks like a quiz" in paper.stderr) == (0, True), paper.stderr
    (desk / "todo.md").write_text("# Week\n\n## Shopping\n\n- [x] milk\n- [ ] eggs\n", encoding="utf-8")
    todo = inkwright("render", "todo.md", "-o", "todo.docx", cwd=desk, INKWRIGHT_HOME=home)
    assert (todo.returncode, "quiz" in todo.stderr) == (0, False), todo.stderr


def test_a_bad_quiz_is_not_rendered_and_slides_are_none_of_its_forms(desk: Path) -> None:
    home = str(desk / "home")
    inkwright("quiz", "convert", "bad.md", "--to", "json", cwd=desk)
    bad = inkwright("render", "bad.json", "-o", "bad.html", "--no-look", cwd=desk, INKWRIGHT_HOME=home)
    assert (bad.returncode, (desk / "bad.html").exists()) == (1, False)
    assert "is the same as options[0]" in bad.stdout
    deck = inkwright("render", "quiz.json", "-o", "quiz.pptx", "--no-look", cwd=desk, INKWRIGHT_HOME=home)
    assert (deck.returncode, "rendered as .docx, .html, .pdf" in deck.stderr) == (2, True)


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
    assert shown.count("Correct.") == 9
    assert "Question 1 of 9 (2.5 marks)\n" in shown
    assert "Read it twice." in shown.split("It flew away.")[1]
    assert shown.endswith("Score: 14.5 of 14.5.\n")


def test_wrong_answers_are_told_with_the_answer_the_remark_and_the_reason(quiz: Path) -> None:
    shown = taken(quiz, "A")
    part = shown.split("Question 2")[0]
    assert "Not correct.\nAnswer: B. Argon\nIt reacts: $O_2$.\nIts shell is full.\nSo it hardly reacts.\n" in part
    assert "The input has ended with 9 questions unanswered." in shown
    assert shown.endswith("Score: 0 of 14.5.\n")


def test_what_is_no_choice_is_asked_again_and_an_empty_line_skips(quiz: Path) -> None:
    shown = taken(quiz, "Z", "AB", "B", "", "perhaps", "t", "Paris", "Rome")
    assert shown.count("That is not one of the choices.") == 3
    assert "Skipped." in shown
    assert "Partly correct: 1 of 2." in shown
    assert shown.endswith("Score: 4.5 of 14.5.\n")


def test_letters_and_numbers_of_full_width_are_understood(quiz: Path) -> None:
    shown = taken(quiz, "Ｂ", "Ａ，Ｃ", "Ｔ", "", "", "", "Rain.", "０．５")
    assert "not one of the choices" not in shown
    assert shown.count("Correct.") == 3
    assert shown.endswith("Score: 5 of 14.5.\n")


def test_numbers_choose_as_letters_do(quiz: Path) -> None:
    shown = taken(quiz, "2", "31", "t", "", "", "", "Rain.", "0.5")
    assert "not one of the choices" not in shown
    assert shown.endswith("Score: 5 of 14.5.\n")
    refused = taken(quiz, "0", "9", "2 2", "12", "2")
    assert refused.count("That is not one of the choices.") == 4


def test_ctrl_c_keeps_the_progress_and_the_next_run_continues(quiz: Path) -> None:
    def answered(code: int, *steps: tuple[str, str], restart: bool = False) -> str:
        command = ["quiz", "take", quiz.name, *(["--restart"] if restart else [])]
        environ = {**os.environ, "INKWRIGHT_HOME": str(quiz.parent / "home"), "LANG": "C.UTF-8", "PYTHONUTF8": "1"}
        terminal: Any = pexpect.spawn(
            sys.executable,
            ["-m", "inkwright", *command],
            cwd=str(quiz.parent),
            env=environ,
            encoding="utf-8",
            timeout=PATIENCE,
        )
        log = io.StringIO()
        terminal.logfile_read = log
        for seen, typed in steps:
            terminal.expect_exact(seen)
            terminal.send(typed)
        terminal.expect(pexpect.EOF)
        terminal.close()
        assert terminal.exitstatus == code, log.getvalue()
        return log.getvalue()

    stopped = answered(14, ("letter or a number:", "b\n"), ("letters or numbers", "\x03"))
    assert "Stopped after question 1 of 10. Your progress is kept" in stopped
    again = answered(0, ("Continuing after question 1 of 10.", ""), ("letters or numbers", "\x04"))
    assert "Question 1 " not in again
    assert "Score: 2.5 of 14.5." in again
    # The end of the input ended that run, so nothing is kept.
    fresh = answered(14, ("letter or a number:", "\x03"), restart=True)
    assert "Stopped after question 0 of 10" in fresh


def test_points_outside_of_the_range_are_no_missing_choice(quiz: Path) -> None:
    shown = taken(quiz, *[""] * 6, "Rain.", "9", "x", "1")
    assert "not one of the choices" not in shown
    assert shown.count("That is not a number, or it is out of range. Enter a number from 0 to 1:") == 2


def test_what_looks_like_the_answer_and_is_another_is_not_right(tmp_path: Path) -> None:
    path = tmp_path / "quiz.json"
    asked = [{"questionType": "SHORT_ANSWER", "question": f"{right}?", "correctAnswer": right}
             for right in ("10²", "Co", "Paris")]  # fmt: skip
    path.write_text(json.dumps({"questions": asked}), encoding="utf-8")
    assert taken(path, "102", "CO", "paris").endswith("Score: 1 of 3.\n")


def test_it_is_taken_in_chinese_too(quiz: Path) -> None:
    shown = taken(quiz, "B", "AC", "对", tongue="zh_CN.UTF-8")
    assert "第 1 题，共 9 题" in shown
    assert shown.endswith("得分 4.5 / 14.5。\n")


def test_a_quiz_cannot_command_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "quiz.json"
    asked = {"questionType": "SHORT_ANSWER", "question": "a\u009b31m\x1b[2J b?", "correctAnswer": "c"}
    path.write_text(json.dumps({"questions": [asked]}), encoding="utf-8")
    assert "\x1b" not in taken(path, "c")
