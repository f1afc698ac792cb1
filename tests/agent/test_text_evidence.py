"""Texts tell a sentence only if its numbers stand where the texts speak of the same thing."""

from inkwright.agent.said_numbers import plain
from inkwright.agent.text_evidence import TurnWords
from tests.each import each

TABLE = "class,average\n1A,61\n1B,47\n"


@each(
    "sentence, is_told",
    [
        ("Class 1B has an average of 47.", True),
        ("Class 1B has an average of 61.", False),
        ("1A has 61, and 1B has 47.", True),
        ("1A has 47, and 1B has 61.", False),
        ("The average is good.", True),
        ("1B has 48.", False),
    ],
)
def test_a_number_belongs_to_the_line_that_is_nearest_to_its_words(sentence: str, *, is_told: bool) -> None:
    assert TurnWords("", [TABLE]).tells(plain(sentence)) is is_told


@each("sentence, is_told", [("中一甲的平均分是58分。", True), ("中一甲的平均分是85分。", False)])
def test_chinese_words_are_compared_by_pairs_of_characters(sentence: str, *, is_told: bool) -> None:
    assert TurnWords("", ["班別,平均\n中一甲,58\n中一乙,85"]).tells(plain(sentence)) is is_told


def test_what_a_tool_returned_as_json_has_lines() -> None:
    returned = '{"text": "1A has 61.\\\\n1B has 47."}'
    assert TurnWords("", [returned]).tells("1b has 47.")
    assert not TurnWords("", [returned]).tells("1a has 47.")


def test_numbers_of_the_person_need_no_proof() -> None:
    assert TurnWords("How long is chapter 7?", ["It takes 20 hours."]).tells("chapter 7 takes 20 hours.")


def test_quotes_are_found_in_the_texts_or_in_the_message() -> None:
    said = TurnWords("Call it “The Red Planet”.", ["Mars is   the fourth planet."])
    assert said.has_quote("the red planet")
    assert said.has_quote("mars is the fourth planet")
    assert not said.has_quote("venus")
    assert said.text_numbers == frozenset()


def test_only_the_beginning_of_very_long_texts_is_read() -> None:
    said = TurnWords("", ["x " * 300_000, "The Nile is 6650 km long."])
    assert not said.tells("the nile is 6650 km long.")
