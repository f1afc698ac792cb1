"""Any bytes under any name: a quiz, or one known error."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkwright.artifacts.quizzes.export import export_quiz
from inkwright.artifacts.quizzes.load import LoadedQuiz, read_quiz
from inkwright.errors import InvalidOption, UnreadableQuiz
from inkwright.i18n import Language
from tests.artifacts.quizzes.sample_quizzes import every_type

NAMES = ("q.json", "q.md", "q.gift", "q.xml")
_PIECES = st.sampled_from(
    ["## ", "### ", "# ", "- [x] ", "- [ ] ", "A. ", "Answer: ", "Type: ", "short", "->", "{", "}", "=", "~", "#",
     "####",
     "%50%", "\\", "::", "TRUE", "//", "[html]", "$", "$CATEGORY: ", "\n", "\n\n", " ", "____", "<quiz>", "</quiz>",
     "<question type='cloze'>", "</question>", "<text>", "</text>", "{1:SA:=a~b}", "水", "a", "1. ", "> ", "---\n", "|"]
)  # fmt: skip


def outcome(content: bytes, name: str) -> object:
    try:
        return read_quiz(content, name)
    except InvalidOption as refused:
        return refused


@settings(max_examples=150)
@given(source=st.lists(_PIECES, max_size=30).map("".join), name=st.sampled_from(NAMES))
def test_any_text_is_a_quiz_or_refused(source: str, name: str) -> None:
    assert isinstance(outcome(source.encode(), name), LoadedQuiz | InvalidOption)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("雨.json", b'{\n  "title": ', "它不是有效的 JSON：从第 2 行第 12 个字符起无法读下去。"),
        ("雨.xml", b"<!DOCTYPE x><quiz/>", None),
        ("雨.xlsx", b"no sheet", "它不是可用的 .xlsx 文件：它的开头不像 zip 压缩包"),
        ("雨.gift", b"// nothing", None),
    ],
)
def test_a_file_that_is_none_is_told_by_its_name_in_the_language_of_who_reads_it(
    name: str, content: bytes, told: str | None
) -> None:
    with pytest.raises(UnreadableQuiz) as refused:
        read_quiz(content, name, "zh")
    assert refused.value.fields["value"] == name
    assert told in (None, refused.value.fields["allowed"])


@settings(max_examples=60)
@given(at=st.integers(0, 4000), byte=st.integers(0, 255), form=st.sampled_from(["gift", "moodle", "xlsx", "json"]))
def test_a_file_with_one_wrong_byte_is_a_quiz_or_refused(at: int, byte: int, form: str) -> None:
    content = bytearray(GOOD[form])
    content[at % len(content)] = byte
    name = {"gift": "q.gift", "moodle": "q.xml", "xlsx": "q.xlsx", "json": "q.json"}[form]
    assert isinstance(outcome(bytes(content), name), LoadedQuiz | InvalidOption)


GOOD = {
    "gift": export_quiz(every_type(), "gift").content,
    "moodle": export_quiz(every_type(), "moodle").content,
    "xlsx": export_quiz(every_type(), "xlsx").content,
    "json": export_quiz(every_type(), "json").content,
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "piece", ["\\", "{", "=", "## a\n", "$", "_", "|", "- a\n", "(", "1. a\n", "<", "&#", "[", ">", ":"]
)
def test_a_large_file_of_one_thing_is_read_or_refused(name: str, piece: str) -> None:
    content = f"## Q {{\n{piece * (200_000 // len(piece))}".encode()
    assert isinstance(outcome(content, name), LoadedQuiz | InvalidOption)


@pytest.mark.parametrize(
    "piece", ["{1:SA:", "{1:NUMERICAL:=1}", "<a ", "<!--", "<![", "</a", "<br>", "&#", "\\", "$", "\\("]
)
def test_a_cloze_of_one_thing_is_read(piece: str) -> None:
    words = piece.replace("&", "&amp;").replace("<", "&lt;") * (200_000 // len(piece))
    source = f"<quiz><question type='cloze'><questiontext><text>{words}</text></questiontext></question></quiz>"
    assert isinstance(outcome(source.encode(), "q.xml"), LoadedQuiz | InvalidOption)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ('{"title": "x", "questions": [}', "它不是有效的 JSON：从第 1 行第 30 个字符起无法读下去。"),
        (
            '{"title": "x",\n "questions": [{"questionType": "RIDDLE",}]}',
            "它不是有效的 JSON：从第 2 行第 42 个字符起无法读下去。",
        ),
        ('{"title": "x", "questions": []}', "它还不是一份合格的测验：questions：里面没有题目。"),
        ('"words"', "它还不是一份合格的测验：测验是带有 title 和 questions 的对象，或者题目的列表。"),
        ('{"questions": ["Q?"]}', "它还不是一份合格的测验：第 1 题：题目应写成花括号里的各个字段"),
        ('{"questions": [{"question": "Q?"}]}', "它还不是一份合格的测验：第 1 题：缺少题型（questionType）"),
        (
            '[{"questionType": "SHORT_ANSWER", "question": "Q?", "correctAnswer": {}}]',
            "它还不是一份合格的测验：第 1 题，correctAnswer：应为文字，而不是 {}",
        ),
    ],
)
def test_what_is_wrong_with_a_json_is_told_in_chinese_to_who_reads_chinese(source: str, told: str) -> None:
    with pytest.raises(UnreadableQuiz) as refused:
        read_quiz(source.encode(), "quiz.json", "zh")
    assert refused.value.fields["allowed"] == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            [
                "question 2, points: it must be at least 0, not -3",
                "question 3.1, options[2]: it must be text, not {}",
            ],
        ),
        ("zh", ["第 2 题，points：不能小于 0，现在是 -3", "第 3.1 题，options[2]：应为文字，而不是 {}"]),
    ],
)
def test_what_is_wrong_with_a_question_is_told_with_its_number_from_1(language: Language, told: list[str]) -> None:
    part = {"questionType": "SINGLE_CHOICE", "question": "Q?", "options": ["a", {}]}
    given = [
        {"questionType": "LONG_ANSWER", "question": "Q?"},
        {"questionType": "LONG_ANSWER", "question": "R?", "points": -3},
        {"questionType": "COMPOSITE", "question": "S?", "subQuestions": [part]},
    ]
    with pytest.raises(UnreadableQuiz) as refused:
        read_quiz(json.dumps(given).encode(), "quiz.json", language)
    assert [each for each in told if each not in str(refused.value.fields["allowed"])] == []


def test_a_field_that_is_not_known_is_told_with_those_that_are() -> None:
    given = [{"questionType": "TRUE_FALSE", "question": "Q?", "answer": "true"}]
    with pytest.raises(UnreadableQuiz) as refused:
        read_quiz(json.dumps(given).encode(), "quiz.json", "en")
    assert "question 1, answer: unknown field" in str(refused.value.fields["allowed"])
    assert "correctAnswer" in str(refused.value.fields["allowed"])
