"""Tests of the HTML parser and of the markup that is unsafe to insert."""

import pytest

from inkwright.artifacts.webpages.html_parser import (
    HtmlElement,
    MarkupAmbiguity,
    find_unsafe_markup,
    parse_elements,
)


def test_start_tags_come_with_attributes_raw_text_and_position() -> None:
    source = "<!-- <b> --><P ID=a id='b' hidden>x</P><script>if (a<b) {}</script>"
    assert [*parse_elements(source)] == [
        HtmlElement("p", {"id": "a", "hidden": ""}, "", 12),
        HtmlElement("script", {}, "if (a<b) {}", source.index("<script")),
    ]


@pytest.mark.parametrize(
    "source", ["<!-- open", "<![CDATA[x]]>", "<p title='open", "<textarea><b></textarea>", "<p a<b=1>"]
)
def test_markup_that_parsers_read_differently_is_ambiguous(source: str) -> None:
    assert any(isinstance(found, MarkupAmbiguity) for found in parse_elements(source))


@pytest.mark.parametrize(
    "source", ["<script>x</script>", "<svg><g></g>", "</body>", "<title>x</title>", "<!--/page-html-->"]
)
def test_markup_that_would_break_the_file_is_unsafe(source: str) -> None:
    assert find_unsafe_markup(source)


@pytest.mark.parametrize(
    "source", ["<p>1 < 2</p>", "<svg role='img'><title>Leaf</title></svg>", "<!-- note --><b>x</b>"]
)
def test_ordinary_markup_is_safe(source: str) -> None:
    assert find_unsafe_markup(source) == ""
