"""The words by which a message refers to files."""

from inkwright.agent.source_words import place_in, topic_words
from tests.each import each


@each(
    ("message", "place"),
    [
        ("a quiz from the second file", 1),
        ("the last one", -1),
        ("the former", 0),
        ("the latter", -1),
        ("用第二个文件做测验", 1),
        ("后者", -1),
        ("make a quiz", None),
        ("", None),
    ],
)
def test_a_place_in_a_row_is_an_index(message: str, place: int | None) -> None:
    assert place_in(message) == place


@each(
    ("message", "topic"),
    [
        ("make a quiz about volcanoes from my notes", ["volcanoes"]),
        ("根据笔记做一个关于火山的测验", ["火山"]),
        ("a quiz from the second file", []),
        ("", []),
    ],
)
def test_the_topic_is_what_is_left_without_the_words_of_a_request(message: str, topic: list[str]) -> None:
    assert topic_words(message) == topic
