"""QTI packages: complete, declared, and graded pair by pair."""

import xml.etree.ElementTree as ET

import pytest

from inkwright.artifacts.quizzes.export import export_quiz
from inkwright.artifacts.quizzes.load import quiz_from_value
from inkwright.artifacts.quizzes.model import Quiz
from tests.artifacts.quizzes.exported_files import parts_of
from tests.artifacts.quizzes.sample_quizzes import every_type, hostile

QTI = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"


@pytest.mark.parametrize("quiz", [every_type(), hostile()], ids=["every type", "hostile"])
def test_a_qti_package_names_every_file_and_every_response_is_declared(quiz: Quiz) -> None:
    parts = parts_of(export_quiz(quiz, "qti").content)
    manifest = ET.fromstring(parts["imsmanifest.xml"])
    named = {element.get("href") for element in manifest.iter() if element.tag.endswith("}file")}
    assert named == set(parts) - {"imsmanifest.xml"}
    test = ET.fromstring(parts["test.xml"])
    assert {element.get("href") for element in test.iter(f"{QTI}assessmentItemRef")} == named - {"test.xml"}
    for name in sorted(named - {"test.xml", None}, key=str):
        item = ET.fromstring(parts[str(name)])
        declared = {element.get("identifier") for element in item.iter(f"{QTI}responseDeclaration")}
        used = {element.get("responseIdentifier") for element in item.iter()} - {None}
        assert declared == used
        choices = {element.get("identifier") for element in item.iter() if element.tag.endswith("Choice")}
        kinds = {element.get("baseType") for element in item.iter(f"{QTI}responseDeclaration")}
        right = {each.text for each in item.iterfind(f"{QTI}responseDeclaration/{QTI}correctResponse/{QTI}value")}
        assert right <= choices or kinds & {"string", "directedPair"}


def test_formulas_that_qti_shows_as_tex_are_reported_in_every_field() -> None:
    asked = {"questionType": "SHORT_ANSWER", "question": "What?", "correctAnswer": "a"}
    with_reason, plain = {**asked, "explanation": "$x^2$"}, {**asked, "question": "$5 or $6?"}
    notes = export_quiz(quiz_from_value({"title": "T", "questions": [with_reason, plain]}), "qti").notes
    assert [note.questions for note in notes if note.key == "tex_shown"] == [("1",)]


def test_qti_grades_pairs_one_by_one() -> None:
    pairs = {"questionType": "MATCHING", "question": "Match.", "options": ["a", "b"], "correctAnswer": ["1", "2"]}
    item = parts_of(export_quiz(quiz_from_value({"title": "T", "questions": [pairs]}), "qti").content)["item-1.xml"]
    entries = [each for each in ET.fromstring(item).iter() if each.tag.endswith("mapEntry")]
    assert [each.get("mappedValue") for each in entries] == ["0.5", "0.5"]
