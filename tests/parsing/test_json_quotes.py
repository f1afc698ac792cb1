"""Quotes are put right over the whole text, and a text with quotes that are not certain is left alone."""

from inkwright.parsing.json_quotes import with_missing_quotes, with_straight_quotes
from tests.each import each
from tests.hostile_texts import HOSTILE


@each(
    "text, straight",
    [
        ("{'a': 'b'}", '{"a": "b"}'),
        ("{'a': 'it's'}", '{"a": "it\'s"}'),
        ("{“a”: “b”}", '{"a": "b"}'),
        ("{`a`: `b`}", '{"a": "b"}'),
        ("{\"a\": 'b'}", '{"a": "b"}'),
        ("{'a': 'the dogs' bowl'}", None),
        ("{“a”: ‘b’, “c: 1}", None),
        ("{\"a: 'b'}", None),
    ],
)
def test_strings_get_straight_quotes_if_all_of_them_are_certain(text: str, straight: str | None) -> None:
    assert with_straight_quotes(text) == straight


@each(
    "text, repaired",
    [
        ('{"a": "b, "c": 1}', '{"a": "b", "c": 1}'),
        ('{"a": be", "c": 1}', '{"a": "be", "c": 1}'),
        ('{"a": "The "big" and "bad" wolf"}', '{"a": "The \\"big\\" and \\"bad\\" wolf"}'),
        ('["x, "y"]', '["x", "y"]'),
        ('{"a": “b”}', '{"a": "b"}'),
        ('{"a": "b"}', '{"a": "b"}'),
    ],
)
def test_quotes_that_are_missing_are_put_in(text: str, repaired: str) -> None:
    assert with_missing_quotes(text) == repaired


def test_hostile_texts_come_back() -> None:
    for unit in HOSTILE:
        text = with_straight_quotes(unit * 2_000) or unit * 2_000
        found = with_missing_quotes(text)
        assert len(text) <= len(found) <= 3 * len(text)
