"""JSON quizzes are written the same way every time."""

import json

from inkwright.artifacts.quizzes.formats.json.write import write_json
from inkwright.artifacts.quizzes.load import read_quiz
from tests.artifacts.quizzes.sample_quizzes import every_type


def test_the_same_quiz_gives_the_same_readable_bytes() -> None:
    content = write_json(every_type())
    assert content == write_json(read_quiz(content, "quiz.json").quiz)
    assert content.endswith(b"}\n")
    assert "水" in content.decode()
    assert "explanation" not in json.loads(content)["questions"][1]
