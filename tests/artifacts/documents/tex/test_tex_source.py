"""Tests of the scanner: comments and listings are blanked, and lines stay where they were."""

from inkwright.artifacts.documents.tex.tex_source import read_source


def test_comments_and_listings_are_blanked_in_place() -> None:
    text = "a % x\n\\begin{verbatim}\n\\input{y}\n\\end{verbatim}\n\\verb|$| 50\\% b"
    source = read_source(text)
    assert len(source.live) == len(text)
    assert "\\input" not in source.live
    assert source.line(text.index("50")) == 5


def test_a_listing_inside_braces_stays_reachable() -> None:
    assert "\\input" in read_source("\\textbf{\\verb|\\input{x}|}").reachable


def test_a_percent_sign_that_hides_words_is_noted() -> None:
    assert read_source("Of all, 95% of them").swallowed
    assert not read_source("\\x{5}% a comment\n% of 9").swallowed
