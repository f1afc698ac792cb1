"""Code between fences in the texts of a quiz."""

import pytest

from inkwright.artifacts.quizzes.fences import Passage, passages


def test_code_stands_between_words_with_its_lines_as_they_are() -> None:
    assert [*passages("What?\n```python\nfor i in x:\n    print(i)\n```\nSay.")] == [
        Passage("What?", is_code=False),
        Passage("for i in x:\n    print(i)", is_code=True, language="python"),
        Passage("Say.", is_code=False),
    ]


def test_a_longer_fence_holds_a_shorter_one() -> None:
    assert [*passages("~~~~\n~~~\n~~~~")] == [Passage("~~~", is_code=True)]


@pytest.mark.parametrize("text", ["", "a", "```\nnot closed", "a ``` b\n```", "`x`", "\n\n"])
def test_other_texts_are_words_as_they_are(text: str) -> None:
    assert [*passages(text)] == [Passage(text, is_code=False)]
