"""Exports opened by other programs: Anki, Pyslet, calamine and gift-pegjs, if they are installed."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from inkwright.artifacts.quizzes.export import export_quiz
from inkwright.artifacts.quizzes.formats.registry import quiz_format
from inkwright.artifacts.quizzes.load import quiz_from_value
from inkwright.artifacts.quizzes.model import Quiz
from tests.artifacts.quizzes.sample_quizzes import EVERY_TYPE, every_type, hostile

ROOT = Path(__file__).resolve().parents[3]
READERS = ROOT / ".venv" / "readers"
PYTHON = READERS / "bin" / "python"
GIFT = READERS / "node_modules" / "gift-pegjs" / "package.json"
PARSE = (
    "const { parse } = require(process.argv[1]);"
    "const told = parse(require('fs').readFileSync(0, 'utf8'));"
    "process.stdout.write(JSON.stringify(told));"
)
needs_readers = pytest.mark.skipif(
    not (READERS / "python.done").exists(), reason="ANKI, PYSLET AND CALAMINE ARE NOT INSTALLED (scripts/install dev)"
)
needs_gift = pytest.mark.skipif(not GIFT.exists(), reason="GIFT-PEGJS IS NOT INSTALLED (npm, then scripts/install dev)")


def opened(quiz: Quiz, form: str, folder: Path) -> Any:
    file = folder / f"quiz{quiz_format(form).extension}"
    file.write_bytes(export_quiz(quiz, form).content)
    script = Path(__file__).parent / "foreign_reading.py"
    done = subprocess.run([PYTHON, script, form, file], check=True, capture_output=True)
    return json.loads(done.stdout)


def parsed(quiz: Quiz) -> list[dict[str, Any]]:
    content = export_quiz(quiz, "gift").content
    done = subprocess.run(["node", "-e", PARSE, GIFT.parent], input=content, check=True, capture_output=True)
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return [each for each in found if each["type"] != "Category"]


@needs_readers
def test_anki_imports_every_question_as_a_card_and_every_tag(tmp_path: Path) -> None:
    notes = opened(every_type(), "anki", tmp_path)
    assert len(notes) == 10
    front, back, tags = notes[0]
    assert front.startswith("Which of these is a noble gas?<br><br>A. Oxygen")
    assert back.startswith("B. Argon")
    assert tags == ["chemistry", "difficulty:easy", "knowledge:noble_gases", "气体"]


@needs_readers
def test_anki_imports_a_quiz_full_of_attacks_as_words(tmp_path: Path) -> None:
    notes = opened(hostile(), "anki", tmp_path)
    assert len(notes) == 16
    assert [note for note in notes if "<script" in note[0] + note[1] or "<img" in note[0] + note[1]] == []


@needs_readers
def test_pyslet_gives_every_right_answer_all_its_points(tmp_path: Path) -> None:
    assert opened(every_type(), "qti", tmp_path) == {
        "item-1.xml": 2.5,
        "item-2.xml": 1,
        "item-3.xml": 1,
        "item-4.xml": 2,
        "item-5.xml": 1,
        "item-6.xml": 0,  # a long answer is marked by a person
        "item-7.xml": 1,
        "item-8.xml": 1,
        "item-9-1.xml": 1,
        "item-9-2.xml": 3,
        "test.xml": "AssessmentTest",
    }


@needs_readers
def test_pyslet_reads_a_quiz_full_of_attacks(tmp_path: Path) -> None:
    assert len(opened(hostile(), "qti", tmp_path)) == 17


@needs_readers
@pytest.mark.parametrize("quiz", [every_type(), hostile()], ids=["every type", "hostile"])
def test_calamine_reads_every_cell_as_the_text_that_it_is(quiz: Quiz, tmp_path: Path) -> None:
    head, *rows = opened(quiz, "xlsx", tmp_path)["questions"]
    asked = [row[head.index("question")] for row in rows]
    parts = [each for question in quiz.questions for each in (question, *getattr(question, "sub_questions", ()))]
    assert asked == [part.question for part in parts]


@needs_gift
def test_gift_pegjs_reads_every_question_with_its_type() -> None:
    found = parsed(every_type())
    kinds = ["MC", "MC", "TF", "Matching", "Short", "Essay", "Matching", "Matching", "Description", "Short", "TF"]
    assert [each["type"] for each in found] == kinds
    right = [choice["text"]["text"] for choice in found[0]["choices"] if choice["isCorrect"]]
    assert right == ["Argon"]
    assert found[2]["isTrue"] is True


@needs_gift
def test_gift_pegjs_reads_a_quiz_full_of_attacks_and_escapes() -> None:
    assert len(parsed(hostile())) == 17
    signs = "~=#{}:\\ 100% a\\b :: {=x} -> 水 $a_1$"
    question = {**EVERY_TYPE["questions"][0], "question": signs, "options": [signs, "b", "c"], "explanation": signs}
    [found] = parsed(quiz_from_value({"title": "T", "questions": [question]}))
    shown = "~=#{}:\\ 100% a\\b :: {=x} -&gt; 水 \\(a_1\\)"
    assert (found["stem"]["text"], found["choices"][0]["text"]["text"]) == (shown, shown)
