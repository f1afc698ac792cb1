"""References are read exactly: anything else is not one."""

import pytest

from inkwright.apps.references import Reference, looks_like_reference, parse_reference


def test_a_reference_names_its_scope_and_perhaps_a_column() -> None:
    assert parse_reference("$input.class") == Reference("input", "class")
    assert parse_reference("$compute.tests.mean") == Reference("compute", "tests", "mean")
    assert str(Reference("data", "results", "mark")) == "$data.results.mark"


@pytest.mark.parametrize("text", ["", "$", "input.class", "$env.HOME", "$data.a.b.c", "$data.A", "$data.a\n", 7, None])
def test_anything_else_is_not_a_reference(text: object) -> None:
    assert parse_reference(text) is None


def test_what_was_meant_as_one_begins_with_a_dollar() -> None:
    assert (looks_like_reference("$x"), looks_like_reference("x"), looks_like_reference(None)) == (True, False, False)
