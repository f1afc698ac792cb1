"""Any bytes under any name: a quiz, or one known error."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkwright.artifacts.quizzes.export import export_quiz
from inkwright.artifacts.quizzes.load import LoadedQuiz, read_quiz
from inkwright.errors import InvalidOption, UnreadableQuiz
from tests.artifacts.quizzes.sample_quizzes import every_type
from tests.each import each

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
def test_any_text_is_a_quiz_or_rejected(source: str, name: str) -> None:
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
def test_an_unreadable_file_is_named_in_the_language_of_the_reader(name: str, content: bytes, told: str | None) -> None:
    with pytest.raises(UnreadableQuiz) as refused:
        read_quiz(content, name, "zh")
    assert refused.value.fields["value"] == name
    assert told in (None, refused.value.fields["allowed"])


@settings(max_examples=60)
@given(at=st.integers(0, 4000), byte=st.integers(0, 255), form=st.sampled_from(["gift", "moodle", "xlsx", "json"]))
def test_a_file_with_one_wrong_byte_is_a_quiz_or_rejected(at: int, byte: int, form: str) -> None:
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


@each("name", NAMES)
@each("piece", ["\\", "{", "=", "## a\n", "$", "_", "|", "- a\n", "(", "1. a\n", "<", "&#", "[", ">", ":"])
def test_a_large_file_of_one_repeated_piece_is_read_or_rejected(name: str, piece: str) -> None:
    content = f"## Q {{\n{piece * (200_000 // len(piece))}".encode()
    assert isinstance(outcome(content, name), LoadedQuiz | InvalidOption)


@pytest.mark.parametrize(
    "piece", ["{1:SA:", "{1:NUMERICAL:=1}", "<a ", "<!--", "<![", "</a", "<br>", "&#", "\\", "$", "\\("]
)
def test_a_cloze_of_one_repeated_piece_is_read(piece: str) -> None:
    words = piece.replace("&", "&amp;").replace("<", "&lt;") * (200_000 // len(piece))
    source = f"<quiz><question type='cloze'><questiontext><text>{words}</text></questiontext></question></quiz>"
    assert isinstance(outcome(source.encode(), "q.xml"), LoadedQuiz | InvalidOption)


@pytest.mark.parametrize(
    ("content", "name", "told"),
    [
        (b"\xff\xfe", "quiz.json", "UTF-8"),
        (b"words", "quiz.json", "JSON"),
        (b"{}", "quiz.doc", ".gift"),
        (b"x" * (16 * 2**20 + 1), "quiz.json", "16 MB"),
    ],
    ids=["bytes", "words", "ending", "large"],
)
def test_a_file_without_a_quiz_is_rejected_with_the_reason(content: bytes, name: str, told: str) -> None:
    with pytest.raises(InvalidOption) as refused:
        read_quiz(content, name)
    assert told in str(refused.value)
