"""Tests of the visible text of a page: code is no text, and no markup takes long."""

import pytest

from inkwright.artifacts.webpages.visible_text import find_text_issues, visible_texts


def codes(source: str) -> list[str]:
    return [each.code for each in find_text_issues(source)]


def test_text_is_what_readers_see() -> None:
    page = "<p>a<b>b</b><!-- **c** > --><script>'**d**'</script><pre>**e**</pre>f &amp; g</p>"
    assert [text for _, text in visible_texts(page)] == ["a", "b", "f & g"]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<p>It is **very** long</p>", ["page.leftover"]),
        ("<p>半径是 \\frac{1}{2}</p>", ["page.leftover"]),
        ("<p>a \ue000</p>", ["page.no_glyph"]),
        ("<p>a \ufffd</p><style>@font-face{}</style>", ["page.no_glyph"]),
        ("<style>@font-face{}</style><p>\ue000</p>", []),
        ("<script src=katex></script><p>$x^2$</p>", []),
        ("<code>**a**</code><textarea>&amp;amp;</textarea>", []),
        ("<p>5 * 3 and 2 ** 3, C:\\times, snake_case, a < b</p>", []),
    ],
)
def test_markup_and_boxes_in_the_text_are_found(source: str, found: list[str]) -> None:
    assert codes(source) == found


@pytest.mark.parametrize("piece", ["<!--", "<script", "<", "<p>**", "</pre><pre>", "&amp;"])
def test_any_text_takes_linear_time(piece: str) -> None:
    assert len(codes(piece * 100_000)) <= 6
