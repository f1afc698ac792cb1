"""A snippet shows the part of a passage with most words of the search."""

from inkwright.library.snippets import snippet_of
from inkwright.library.terms import query_words
from tests.each import each


def test_the_snippet_is_where_most_words_are() -> None:
    text = "Water. " + "Other things. " * 60 + "Light and water reach\nthe leaves. " + "More. " * 60

    snippet, highlights = snippet_of(text, query_words("light water leaf"))

    assert [snippet[start:end] for start, end in highlights] == ["Light", "water", "leaves"]
    assert "reach the leaves." in snippet
    assert len(snippet) <= 200


@each("text", ["", "nothing", "x" * 5_000, "水" * 5_000, "light " * 5_000])
def test_highlights_are_inside_the_snippet(text: str) -> None:
    snippet, highlights = snippet_of(text, query_words("light 水"))

    assert all(0 <= start < end <= len(snippet) for start, end in highlights)
    assert len(snippet) <= 200
