"""Similar passages: as the definition of the edit distance says, each place once."""

from hypothesis import given
from hypothesis import strategies as st

from inkwright.projects.fuzzy_search import similar_spans


def _distance(one: str, other: str) -> int:
    row = list(range(len(other) + 1))
    for index, character in enumerate(one, 1):
        previous, row[0] = row[0], index
        for column, each in enumerate(other, 1):
            previous, row[column] = (
                row[column],
                min(row[column] + 1, row[column - 1] + 1, previous + (character != each)),
            )
    return row[-1]


@given(st.text("ab雨 ", max_size=40), st.text("ab雨 ", min_size=7, max_size=14))
def test_every_span_is_similar_and_a_similar_one_is_not_missed(text: str, wanted: str) -> None:
    most = len(wanted) * 15 // 100
    spans = list(similar_spans(text, wanted))
    assert all(_distance(text[start:end], wanted) <= most for start, end in spans)
    ends = range(len(text) + 1)
    exists = any(_distance(text[start:end], wanted) <= most for end in ends for start in range(end))
    assert bool(spans) is exists


def test_short_passages_must_be_exact_and_each_place_is_found_once() -> None:
    assert list(similar_spans("abcdef", "abcxef")) == []
    assert list(similar_spans("the quiet bridge, the quiex bridge", "the quiet bridgf")) == [(0, 16), (18, 34)]
