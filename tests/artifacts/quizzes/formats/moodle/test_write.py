"""Moodle XML: texts are escaped."""

import xml.etree.ElementTree as ET

from inkwright.artifacts.quizzes.export import export_quiz
from tests.artifacts.quizzes.sample_quizzes import hostile


def test_a_moodle_file_is_xml_whose_texts_are_escaped() -> None:
    root = ET.fromstring(export_quiz(hostile(), "moodle").content)
    shown = [each.findtext("text") or "" for each in root.iter() if each.get("format") == "html"]
    assert [text for text in shown if "<script" in text or "<img" in text] == []
