"""A long damaged value among other text is read at once, with the same result as step by step."""

from bench.damage import KINDS, damaged
from inkwright import json_parser
from inkwright.parsing.json_embedded import EmbeddedValues, is_escaped, unescaped
from inkwright.parsing.json_repair import parse_damaged
from tests.each import each


@each("after", ["", "\n\nThat is all.", "\nSee [1] and {2}.", " Enjoy!"])
@each("kind", KINDS)
def test_it_reads_what_the_repair_parser_reads(kind: str, after: str) -> None:
    before, value = "Sure, here is the list: ", damaged(kind, 40)
    text = before + value + after
    found = EmbeddedValues(text).read(len(before))
    if found is not None:
        alone = parse_damaged(unescaped(value) if is_escaped(value) else value)
        assert (found.state, found.value, found.is_list) == ("complete", alone.value, alone.is_list)
        assert found.end == len(before) + len(value)


@each("kind", ["missing commas between objects", "backticks", "escaped quotes", "unquoted words", "wrong brackets"])
def test_a_damaged_list_in_running_text_is_the_same_as_alone(kind: str) -> None:
    for count in (3, 60):
        value = damaged(kind, count)
        alone = json_parser(value)
        assert alone["status"] == "success"
        assert json_parser(f"Sure, here it is: {value}\n\nLet me know [1] if it helps.") == alone


def test_short_values_and_brackets_that_never_close_are_not_guessed() -> None:
    assert EmbeddedValues("{a: 1}").read(0) is None
    assert EmbeddedValues("{" + "a" * 2_000).read(0) is None
    assert EmbeddedValues("(" + "a" * 2_000 + ")").read(0) is None


def test_there_are_few_guesses_in_a_text() -> None:
    text = "[x y" * 500 + "]" + "\n" + "z" * 10
    values = EmbeddedValues(text)
    assert all(values.read(start) is None for start in range(0, 400, 4))
