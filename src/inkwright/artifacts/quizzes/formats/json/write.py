"""Writes quizzes as JSON."""

import json

from inkwright.artifacts.quizzes.model import Quiz, as_json


def write_json(quiz: Quiz) -> bytes:
    """Return the quiz as its JSON file. The same quiz always gives the same bytes."""
    return (json.dumps(as_json(quiz), ensure_ascii=False, indent=2) + "\n").encode()
