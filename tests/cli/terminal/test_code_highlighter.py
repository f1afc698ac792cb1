"""Code in colours: the same lines, whatever the language; no colours where none are wanted."""

import pytest

from inkwright.cli.terminal.code_highlighter import CodeHighlighter
from inkwright.cli.terminal.styled_text import plain_text

CODE = 'def f(a):\n    """Two\n    lines."""\n\n    return a + 1  # 汉字\n'


@pytest.mark.parametrize("language", ["python", "json", "html", "bash", "nosuchlanguage", ""])
def test_colours_change_no_letter(language: str) -> None:
    lines = CodeHighlighter(has_colour=True).lines(CODE, language)
    assert "\n".join(map(plain_text, lines)) == CODE


def test_keywords_comments_and_texts_look_different() -> None:
    (line,) = CodeHighlighter(has_colour=True).lines("return 'x'  # why", "python")
    assert line == [("return ", "34"), ("'x'  ", "33"), ("# why", "90")]


def test_without_colours_there_are_none() -> None:
    assert CodeHighlighter(has_colour=False).lines("return 1", "python") == [[("return 1", "")]]
