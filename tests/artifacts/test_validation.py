"""YAML from anyone: plain values only, within limits."""

import pytest

from inkwright.artifacts.validation import load_yaml, parse_yaml
from inkwright.errors import InvalidOption
from inkwright.threads import MAX_INLINE


def test_plain_values_are_read() -> None:
    assert load_yaml("a: 1\nb: [x, 'y']\nc: |\n  two\n  lines\n") == {"a": 1, "b": ["x", "y"], "c": "two\nlines\n"}


def test_a_long_text_is_read_in_a_worker_to_the_same_value() -> None:
    source = "\n".join(f"key {number}: {number}\nday {number}: 2026-11-16" for number in range(1_500))
    assert len(source) > MAX_INLINE
    assert load_yaml(source) == parse_yaml(source)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("a: &x [1]\nb: *x", "aliases"),
        ("a: " + "[" * 400 + "]" * 400, "levels"),
        ("a: [" + "1," * 30_000 + "]", "values"),
        ('!!python/object/apply:os.system ["id"]', "python"),
        ("a: [", "expected"),
        ("a: 9999-99-99", "month"),
    ],
)
def test_yaml_beyond_plain_values_is_refused(source: str, told: str) -> None:
    with pytest.raises(InvalidOption, match=told):
        load_yaml(source)
