"""Characters of a quiz that a PDF cannot show: told when it is made."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from inkwright.artifacts.documents.glyphs import lost_glyphs
from inkwright.artifacts.quizzes.notes import Note
from inkwright.artifacts.quizzes.specs import Quiz, as_json

_OF_THE_KEY: Final = frozenset({"explanation", "optionFeedback"})
_UNPRINTED: Final = frozenset({"id", "difficulty", "knowledgePoint", "tags"})


def unprintable(quiz: Quiz, *, with_key: bool) -> list[Note]:
    """A note that names the characters; none where all can be shown."""
    left_out = _UNPRINTED if with_key else _UNPRINTED | _OF_THE_KEY
    lost = lost_glyphs("".join(_texts(as_json(quiz), left_out)))
    return [Note("no_glyph", tuple(lost))] if lost else []


def _texts(value: Any, left_out: frozenset[str]) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, each in value.items():
            if name not in left_out:
                yield from _texts(each, left_out)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each, left_out)
