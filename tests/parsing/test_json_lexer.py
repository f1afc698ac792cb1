"""Strings with missing quotes have one value, or are doubtful."""

import pytest

from inkwright.parsing.json_lexer import StringRole, read_string


@pytest.mark.parametrize(
    ("text", "role", "value", "end"),
    [
        ('"a", 1', "element", "a", 3),
        ("'it': 1", "key", "it", 4),
        ("“curly”: 1", "key", "curly", 7),
        ('"""two\nlines""", 1', "element", "two\nlines", 15),
        ('\\"a\\": 1', "key", "a", 5),
        ('"say "no" now", "b": 1', "member", 'say "no" now', 14),
    ],
)
def test_a_string_ends_where_its_structure_continues(text: str, role: StringRole, value: str, end: int) -> None:
    found = read_string(text, 0, role)
    assert (found.value, found.end, found.open, found.doubtful) == (value, end, False, False)


def test_a_missing_quote_is_repaired_before_the_next_member() -> None:
    found = read_string('"one\n"two": 2}', 0, "member")
    assert (found.value, found.repaired, found.doubtful) == ("one", True, False)


def test_a_string_that_the_text_cuts_off_is_open_and_loses_half_an_escape() -> None:
    found = read_string('"half \\u00', 0, "element")
    assert (found.value, found.open) == ("half ", True)


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ('"red" green, "blue"]', "element"),
        ('"item 1" item 2, "c"]', "element"),
        ('"item 1" item 2", "c"]', "element"),
        ('"one""two"]', "element"),
        ('"x "false": false, "null": null}', "member"),
        ('"5""}', "member"),
        ('"it is \\"half""]', "element"),
    ],
)
def test_a_closed_string_is_not_reopened(text: str, role: StringRole) -> None:
    assert read_string(text, 0, role).doubtful


@pytest.mark.parametrize(
    ("text", "role", "value"),
    [
        ('"a "nested "deep" quote" here"}', "member", 'a "nested "deep" quote" here'),
        ('"5" x 7"", "b": 1}', "member", '5" x 7"'),
        ('"a 12" ruler", "b"]', "element", 'a 12" ruler'),
        ("'the dogs' bowl', 'b': 1}", "member", "the dogs' bowl"),
        ('"say ""yes"" or ""no"" now"}', "member", 'say "yes" or "no" now'),
        ('"level: "5"}', "key", "level"),
        ("```py\nprint(1)\n```}", "member", "print(1)"),
    ],
)
def test_quotes_inside_a_string_open_and_close_phrases(text: str, role: StringRole, value: str) -> None:
    found = read_string(text, 0, role)
    assert (found.value, found.doubtful) == (value, False)
