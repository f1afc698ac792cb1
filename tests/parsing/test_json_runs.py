"""Runs of undamaged values are read at once, and end before the first damage."""

from inkwright.parsing.json_runs import Repair, read_elements, read_key, read_members
from tests.each import each


def nothing_nested(position: int) -> None:
    """No nested value is valid."""


@each(
    ("text", "items", "rest"),
    [
        ('"a": 1, "b": "x", "c": tru"}', {"a": 1, "b": "x"}, '"c": tru"}'),
        ('"a": -1.5e3, "b": null}', {"a": -1500.0, "b": None}, "}"),
        ("'a': 'x', 'b': 'it's'}", {"a": "x"}, "'b': 'it's'}"),
        ("a: yes, b: no way}", {"a": "yes"}, "b: no way}"),
        ('"a": 1\n"b": 2}', {"a": 1, "b": 2}, "}"),
        ('"名"：1，"值"：2｝', {"名": 1, "值": 2}, "｝"),
        ('"a": "x" y", "b": 1}', {}, '"a": "x" y", "b": 1}'),
        ('"a": "x}, "b": 1}', {}, '"a": "x}, "b": 1}'),
        ('"a": {"b": 1}, "c": 2}', {}, '"a": {"b": 1}, "c": 2}'),
    ],
)
def test_members_are_read_up_to_the_first_damage(text: str, items: dict[str, object], rest: str) -> None:
    found: dict[str, object] = {}
    run = read_members(text, 0, found, set(), nothing_nested)
    assert (found, text[run.end :], run.size) == (items, rest, len(items))


def test_valid_nested_values_are_part_of_a_run() -> None:
    text = '"a": [1, 2], "b": 3}'
    found: dict[str, object] = {}
    run = read_members(text, 0, found, set(), lambda position: ([1, 2], position + len("[1, 2]")))
    assert (found, text[run.end :], run.separated) == ({"a": [1, 2], "b": 3}, "}", False)


@each(
    ("text", "items", "rest"),
    [
        ('1, "a", true, None, red, 2]', [1, "a", True, None, "red", 2], "]"),
        ("1 2 3]", [1, 2, 3], "]"),
        ('"a"、"b"]', ["a", "b"], "]"),
        ('"a", item 2", "c"]', [], '"a", item 2", "c"]'),
        ("1, item 2, 3]", [], "1, item 2, 3]"),
        ("1,\n\nSorry, that was wrong]", [], "1,\n\nSorry, that was wrong]"),
    ],
)
def test_elements_are_read_up_to_the_first_damage(text: str, items: list[object], rest: str) -> None:
    found: list[object] = []
    run = read_elements(f"[{text}", 1, found, set())
    assert (found, f"[{text}"[run.end :]) == (items, rest)


def test_what_was_put_right_is_noted() -> None:
    repairs: set[Repair] = set()
    read_members('"a"：1; "b": None "c": \'x\'}', 0, {}, repairs, nothing_nested)
    assert repairs == {"colon", "semicolon", "literal", "comma", "quote_form"}


def test_a_key_ends_at_its_value() -> None:
    assert read_key('"a" : "x"', 0, set()) == ("a", 6)
    assert read_key('"a: "x"', 0, set()) is None
