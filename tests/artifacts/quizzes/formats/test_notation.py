"""Notation shared by several formats: tags, numbers, wildcards and names."""

import pytest

from inkwright.artifacts.quizzes.formats.notation import (
    NumericAnswer,
    category_name,
    describe_skipped,
    fields_from_tags,
    is_redundant_name,
    parse_number,
    question_tags,
    strip_wildcards,
)
from inkwright.artifacts.quizzes.model import LongAnswer


def test_difficulty_and_knowledge_point_survive_as_tags() -> None:
    question = LongAnswer(question="Q?", difficulty="hard", knowledge_point="rain", tags=["a", "b"])
    assert question_tags(question) == ["difficulty:hard", "knowledge:rain", "a", "b"]
    fields = {"difficulty": "hard", "knowledgePoint": "rain", "tags": ["a", "b"]}
    assert fields_from_tags(question_tags(question)) == fields
    assert fields_from_tags(["difficulty:odd"]) == {"tags": ["difficulty:odd"]}


@pytest.mark.parametrize(
    ("written", "number"),
    [("3.14:0.01", NumericAnswer("3.14")), ("1..5", NumericAnswer("3", is_range=True)), ("one", None), ("", None)],
)
def test_a_number_is_read_without_its_tolerance(written: str, number: NumericAnswer | None) -> None:
    assert parse_number(written) == number


def test_a_star_is_a_wildcard_unless_it_is_escaped() -> None:
    assert strip_wildcards("*red* sea") == ("red sea", True)
    assert strip_wildcards("2\\*3") == ("2*3", False)


@pytest.mark.parametrize(
    ("name", "is_redundant"), [("Question 3", True), ("第 3 题", True), ("Which gas", True), ("Noble gases", False)]
)
def test_a_name_that_repeats_number_or_text_is_redundant(name: str, is_redundant: bool) -> None:
    assert is_redundant_name(name, "Which gas is noble?") is is_redundant


def test_a_category_is_named_by_the_end_of_its_path() -> None:
    assert category_name("$course$/top/Rain//Snow") == "Rain/Snow"


def test_a_skipped_question_is_described_by_position_and_first_words() -> None:
    assert describe_skipped(2, "a" * 40, "cloze") == f"#2 “{'a' * 30}…” (cloze)"
