"""Fenced code in quiz texts."""

import pytest

from inkwright.artifacts.quizzes.text.fenced_code import FencedText, split_fences


def test_code_keeps_its_lines_between_words() -> None:
    assert [*split_fences("What?\n```python\nfor i in x:\n    print(i)\n```\nSay.")] == [
        FencedText("What?", is_code=False),
        FencedText("for i in x:\n    print(i)", is_code=True, language="python"),
        FencedText("Say.", is_code=False),
    ]


def test_a_longer_fence_holds_a_shorter_one() -> None:
    assert [*split_fences("~~~~\n~~~\n~~~~")] == [FencedText("~~~", is_code=True)]


@pytest.mark.parametrize("text", ["", "a", "```\nnot closed", "a ``` b\n```", "`x`", "\n\n"])
def test_other_texts_are_unchanged(text: str) -> None:
    assert [*split_fences(text)] == [FencedText(text, is_code=False)]
