"""Marks of lines, and their escapes."""

import pytest

from tests.artifacts.quizzes.formats.markdown.sample_markdown import first


@pytest.mark.parametrize(
    "source",
    [
        "１．哪个Ａ？\nＡ．甲１\nＢ．乙\n答案：Ｂ",
        "（１）哪个Ａ？\n（Ａ）甲１\n（Ｂ）乙\n答案：（Ｂ）",
        "1. 哪个Ａ？\n　　Ａ．甲１　Ｂ．乙\n答案：Ｂ",
        "1. 哪个Ａ？\nａ．甲１\nｂ．乙\n答案：ｂ",
        "1. 哪个Ａ？\n- ［ ］ 甲１\n- ［ｘ］ 乙",
    ],
)
def test_wide_characters_are_marks_too_and_texts_stay_unchanged(source: str) -> None:
    assert first(source) == {
        "questionType": "SINGLE_CHOICE",
        "question": "哪个Ａ？",
        "options": ["甲１", "乙"],
        "correctAnswer": "B",
    }


def test_options_on_one_line_are_split_only_if_their_letters_continue() -> None:
    assert first("## Which?\nA. red  B. green  C. blue\nD. none\nAnswer: D")["options"] == [
        "red",
        "green",
        "blue",
        "none",
    ]
    assert first("## Which?\nA. vitamin B. complex\nB. zinc\nAnswer: B")["options"] == ["vitamin B. complex", "zinc"]


def test_a_line_with_a_backslash_is_plain_text() -> None:
    question = first("## Read:\n\\- no option\n\\Answer: no answer\n\\\\alpha stays\nAnswer: it")
    assert question["question"] == "Read:\n- no option\nAnswer: no answer\n\\\\alpha stays"
