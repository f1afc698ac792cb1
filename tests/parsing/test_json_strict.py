"""Valid JSON and JSON5 are read by libraries, within limits."""

import pytest

from inkwright.parsing.json_strict import MAX_DEPTH, StrictPrefix, StrictValue, parse_json5, parse_strict


@pytest.mark.parametrize(
    ("text", "value"), [('{"a": [1, null, "ü"]}', {"a": [1, None, "ü"]}), ("7", 7), ('"\\n"', "\n"), ("[]", [])]
)
def test_a_whole_text_of_valid_json_is_its_value(text: str, value: object) -> None:
    assert parse_strict(text) == StrictValue(value, len(text))


@pytest.mark.parametrize("text", ["", "{", "{'a': 1}", "[1,]", "1 2", "NaN", "[1e999]", "\ud800"])
def test_anything_else_is_not_strict(text: str) -> None:
    assert parse_strict(text) is None


def test_a_literal_backslash_stays_in_the_value() -> None:
    found = parse_strict(r'{"tex": "\frac{1}{2}"}')
    assert found is not None
    assert found.value == {"tex": r"\frac{1}{2}"}


def test_nesting_is_limited_together_with_the_containers_around_it() -> None:
    deep = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert parse_strict(deep) is not None
    assert parse_strict(deep, depth=1) is None
    assert parse_strict(f"[{deep}]") is None


def test_a_value_inside_a_text_is_read_until_its_end() -> None:
    text = 'see {"a": 1} and [2'
    prefix = StrictPrefix(text)
    assert prefix.read(4) == StrictValue({"a": 1}, 12)
    assert prefix.read(17) is None


def test_failed_attempts_use_up_the_budget() -> None:
    text = "[" * 3_000
    prefix = StrictPrefix(text, window=4_096)
    assert [prefix.read(start) for start in range(2_000)] == [None] * 2_000
    assert StrictPrefix("[1]").read(0) == StrictValue([1], 3)


@pytest.mark.parametrize(
    ("text", "value"), [("{a: 'b', // note\n}", {"a": "b"}), ("[1, 2,]", [1, 2]), ("{'a': +1}", {"a": 1})]
)
def test_json5_is_read(text: str, value: object) -> None:
    assert parse_json5(text) == StrictValue(value, len(text))


@pytest.mark.parametrize("text", ["[NaN]", "[-Infinity]", r"['\d']", "{a}", "[1e999]"])
def test_ambiguous_json5_is_left_to_the_repair(text: str) -> None:
    assert parse_json5(text) is None
