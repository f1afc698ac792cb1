"""Code between fences in the texts of a quiz."""

import pytest

from inkwright.artifacts.quizzes.text.code import FencedText, split_fences


def test_code_stands_between_words_with_its_lines_as_they_are() -> None:
    assert [*split_fences("What?\n```python\nfor i in x:\n    print(i)\n```\nSay.")] == [
        FencedText("What?", is_code=False),
        FencedText("for i in x:\n    print(i)", is_code=True, language="python"),
        FencedText("Say.", is_code=False),
    ]


def test_a_longer_fence_holds_a_shorter_one() -> None:
    assert [*split_fences("~~~~\n~~~\n~~~~")] == [FencedText("~~~", is_code=True)]


@pytest.mark.parametrize("text", ["", "a", "```\nnot closed", "a ``` b\n```", "`x`", "\n\n"])
def test_other_texts_are_words_as_they_are(text: str) -> None:
    assert [*split_fences(text)] == [FencedText(text, is_code=False)]
