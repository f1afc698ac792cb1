"""The registry of quiz formats: one record is all that a new format needs."""

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from inkwright.artifacts.quizzes.export import export_quiz
from inkwright.artifacts.quizzes.formats.registry import (
    ParsedQuiz,
    QuizFormat,
    quiz_format,
    quiz_formats,
    readable_files,
    register_format,
    text_reader,
    unregister_format,
    writable_formats,
)
from inkwright.artifacts.quizzes.load import read_quiz
from inkwright.artifacts.quizzes.losses import ConversionLoss
from inkwright.artifacts.quizzes.model import LETTERS, Quiz, SingleChoice
from inkwright.cli.main import main
from inkwright.errors import InvalidOption, UnreadableQuiz
from inkwright.i18n import LANGUAGES, Language
from tests.artifacts.quizzes.sample_quizzes import every_type, hostile

SOURCE = b"Which is a gas?\nA) Iron\nB) Argon\nANSWER: B\n\nWhich is a metal?\nA) Iron\nB) Argon\nANSWER: A\n"


def read_sample(source: str, _language: Language) -> tuple[dict[str, object], list[ConversionLoss]]:
    questions = []
    for block in source.strip().split("\n\n"):
        stem, *options, answer = block.split("\n")
        found = {"question": stem, "options": options, "correctAnswer": answer.removeprefix("ANSWER: ")}
        questions.append({"questionType": "SINGLE_CHOICE", **found})
    return {"questions": questions}, []


def write_sample(quiz: Quiz) -> tuple[bytes, list[ConversionLoss]]:
    blocks, skipped = [], []
    for number, each in enumerate(quiz.questions, 1):
        if isinstance(each, SingleChoice):
            options = [f"{letter}) {option}" for letter, option in zip(LETTERS, each.options, strict=False)]
            blocks.append("\n".join([each.question, *options, f"ANSWER: {each.correct_answer}"]))
        else:
            skipped.append(str(number))
    losses = [ConversionLoss("other types of questions", tuple(skipped))] if skipped else []
    return ("\n\n".join(blocks) + "\n").encode(), losses


SAMPLE = QuizFormat(
    name="sample",
    title="Sample",
    extensions=(".sample",),
    read=text_reader(read_sample),
    write=write_sample,
    losses=("no_points", "other types of questions"),
)


@pytest.fixture
def sample() -> Iterator[QuizFormat]:
    register_format(SAMPLE)
    yield SAMPLE
    unregister_format("sample")


@pytest.mark.usefixtures("sample")
def test_a_registered_format_is_read_and_written() -> None:
    quiz = read_quiz(SOURCE, "gases.sample").quiz
    assert [(each.question, getattr(each, "correct_answer", "")) for each in quiz.questions] == [
        ("Which is a gas?", "B"),
        ("Which is a metal?", "A"),
    ]
    assert export_quiz(quiz, "sample").content == SOURCE
    [loss] = export_quiz(every_type(), "sample").notes
    assert loss.message("en").startswith("other types of questions (")


@pytest.mark.usefixtures("sample")
def test_the_command_line_converts_to_and_from_a_registered_format(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("INKWRIGHT_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    Path("gases.sample").write_bytes(SOURCE)
    assert main(["quiz", "convert", "gases.sample", "--to", "json", "--yes"]) == 0
    assert main(["quiz", "convert", "gases.json", "-o", "again.sample", "--yes"]) == 0
    assert Path("again.sample").read_bytes() == SOURCE
    assert len(json.loads(Path("gases.json").read_text(encoding="utf-8"))["questions"]) == 2
    with pytest.raises(SystemExit):
        main(["--language", "en", "quiz", "convert", "--help"])
    assert " Sample (.sample): points; other types of questions\n" in capsys.readouterr().out


@pytest.mark.usefixtures("sample")
def test_a_name_or_an_extension_is_registered_once() -> None:
    register_format(SAMPLE)
    for taken in (
        dataclasses.replace(SAMPLE),
        QuizFormat(name="other", title="Other", extensions=(".json",), read=SAMPLE.read),
    ):
        with pytest.raises(InvalidOption):
            register_format(taken)


def test_a_removed_format_is_not_known() -> None:
    assert "sample" not in [each.name for each in quiz_formats()]
    assert "Sample" not in readable_files()
    with pytest.raises(UnreadableQuiz, match=r"\.gift \(GIFT\)"):
        read_quiz(SOURCE, "gases.sample")
    with pytest.raises(InvalidOption, match="anki, csv"):
        export_quiz(every_type(), "sample")


def test_a_missing_library_is_reported() -> None:
    def read(content: bytes, language: Language | None) -> ParsedQuiz:
        raise ImportError

    def write(quiz: Quiz) -> tuple[bytes, list[ConversionLoss]]:
        raise ImportError

    register_format(QuizFormat(name="bare", title="Bare", extensions=(".bare",), read=read, write=write))
    try:
        with pytest.raises(UnreadableQuiz, match="Bare"):
            read_quiz(b"", "quiz.bare")
        with pytest.raises(InvalidOption, match="Bare"):
            export_quiz(every_type(), "bare")
    finally:
        unregister_format("bare")


@pytest.mark.parametrize("name", [each.name for each in writable_formats()])
def test_a_format_declares_every_loss_that_it_reports(name: str) -> None:
    reported = {loss.key for quiz in (every_type(), hostile()) for loss in export_quiz(quiz, name).notes}
    assert reported <= set(quiz_format(name).losses)
    assert all(quiz_format(name).limits(language) or not reported for language in LANGUAGES)


@pytest.mark.usefixtures("sample")
def test_every_kind_of_line_end_is_read() -> None:
    for ending in (b"\r\n", b"\r"):
        assert len(read_quiz(SOURCE.replace(b"\n", ending), "gases.sample").quiz.questions) == 2


@pytest.mark.usefixtures("sample")
def test_a_format_of_another_package_that_fails_is_named() -> None:
    with pytest.raises(UnreadableQuiz, match=r"Sample failed \(ValueError: not enough values"):
        read_quiz(b"Which is a gas?\n", "gases.sample")

    def write(quiz: Quiz) -> tuple[bytes, list[ConversionLoss]]:
        raise KeyError("gas")

    register_format(QuizFormat(name="bare", title="Bare", extensions=(".bare",), write=write))
    try:
        with pytest.raises(InvalidOption, match=r"Bare failed \(KeyError: 'gas'\)"):
            export_quiz(every_type(), "bare")
    finally:
        unregister_format("bare")
