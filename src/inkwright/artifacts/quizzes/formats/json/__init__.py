"""Quizzes as JSON: the format in which Inkwright stores them."""

from inkwright.artifacts.quizzes.formats.json.read import read_json
from inkwright.artifacts.quizzes.formats.json.write import write_json
from inkwright.artifacts.quizzes.formats.registry import QuizFormat

FORMATS = (
    QuizFormat(
        name="json", title="JSON", extensions=(".json",), read=read_json, write=lambda quiz: (write_json(quiz), [])
    ),
)
