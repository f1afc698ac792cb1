"""Excerpts, joined, are the text, at any start and length."""

from hypothesis import given
from hypothesis import strategies as st

from inkwright.tools.excerpts import excerpt


@given(st.text(max_size=60), st.integers(1, 20))
def test_parts_that_follow_each_other_are_the_whole_text(text: str, length: int) -> None:
    parts, start = [], 0
    while start is not None:
        page = excerpt(text, start, length)
        assert (page["start"], page["characters"]) == (start, len(text))
        parts.append(page["text"])
        start = page["next_start"]
    assert "".join(parts) == text


def test_behind_the_end_there_is_nothing() -> None:
    assert excerpt("雨", 5) == {"text": "", "start": 5, "next_start": None, "characters": 1}
