"""Reads quizzes from JSON, also from JSON with the mistakes that people and models make."""

import json

from inkwright.artifacts.quizzes.formats.registry import ParsedQuiz, decode_text
from inkwright.errors import UnreadableQuiz
from inkwright.i18n import Language, language_of, text
from inkwright.parsing.json_reply import parse_json_reply
from inkwright.parsing.results import Rejected


def read_json(content: bytes, language: Language | None) -> ParsedQuiz:
    """Return the value. Broken JSON is repaired; if the result is not a quiz, the error says where it broke."""
    source = decode_text(content, language)
    language = language or language_of(source)
    result = parse_json_reply(source, None).result
    if isinstance(result, Rejected):
        message = _error_location(source, language) or result.feedback
        raise UnreadableQuiz(option="quiz", value="", allowed=message)
    return ParsedQuiz(result.value, explain_failure=lambda: _error_location(source, language))


def _error_location(source: str, language: Language) -> str:
    """Return the line and column of the first error. Empty if there is none, or it has no location."""
    try:
        json.loads(source)
    except json.JSONDecodeError as problem:
        return text(language, "quiz.no_json", line=problem.lineno, column=problem.colno)
    except (ValueError, RecursionError):
        pass  # a limit of Python has no location
    return ""
