"""Code in colours: the same lines, whatever the language; no colours where none are wanted."""

import pytest

from inkwright.cli.terminal.code_drawing import CodePen
from inkwright.cli.terminal.runs import unpainted

CODE = 'def f(a):\n    """Two\n    lines."""\n\n    return a + 1  # 汉字\n'


@pytest.mark.parametrize("language", ["python", "json", "html", "bash", "nosuchlanguage", ""])
def test_colours_change_no_letter(language: str) -> None:
    lines = CodePen(has_colour=True).lines(CODE, language)
    assert "\n".join(map(unpainted, lines)) == CODE


def test_keywords_comments_and_texts_look_different() -> None:
    (line,) = CodePen(has_colour=True).lines("return 'x'  # why", "python")
    assert line == [("return ", "34"), ("'x'  ", "33"), ("# why", "90")]


def test_without_colours_there_are_none() -> None:
    assert CodePen(has_colour=False).lines("return 1", "python") == [[("return 1", "")]]
