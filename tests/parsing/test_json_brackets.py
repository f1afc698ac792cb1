"""Brackets are put in or replaced where one reading is possible."""

from inkwright.parsing.json_brackets import with_missing_brackets, with_right_brackets
from tests.each import each


@each(
    "marks, fixed",
    [
        ('{": [1, [2, 3], ": 4}', '{": [1, [2, 3]], ": 4}'),
        ('[{": {": 1}, {": 2}]', '[{": {": 1}}, {": 2}]'),
        ('{": [1, 2], ": 4}', None),
        ('{": [[1, 2], ": 4}', None),
        ('{": [, ": 4}', None),
        ('{": {": 1, {": 2}}', None),
        ('{": [1, 2}', None),
        ("}", None),
    ],
)
def test_a_missing_bracket_is_put_in_if_nothing_else_is_wrong(marks: str, fixed: str | None) -> None:
    assert with_missing_brackets(marks) == fixed


@each(
    "marks, fixed",
    [
        ('{": [1, 2}', ['{": [1, 2]}']),
        ('[{": 1], 2]', ['[{": 1}, 2]']),
        ("[[]}]", []),
        ("[1", []),
    ],
)
def test_a_wrong_bracket_is_replaced_or_the_one_before_it_put_in(marks: str, fixed: list[str]) -> None:
    assert with_right_brackets(marks) == fixed
