"""Tests of the HTML parser and of the markup that is unsafe to insert."""

import time
from collections.abc import Callable

import pytest

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.webpages.html_parser import (
    HtmlElement,
    MarkupAmbiguity,
    SplitDocument,
    find_unsafe_markup,
    parse_elements,
    split_document,
)
from inkwright.artifacts.webpages.javascript import blank_strings
from inkwright.artifacts.webpages.static_checks import check_page
from tests.each import each


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


def test_a_whole_document_is_split_into_the_parts_of_a_page() -> None:
    source = (
        "<!DOCTYPE html><html><head><title>T</title><style>\nb {}\n</style></head><BODY class=x>"
        "<p>Hi</p><script>go()</script ><textarea><body></textarea></body><script>end()</script></html>"
    )
    expected = SplitDocument("<p>Hi</p><textarea><body></textarea>", "b {}", "go()\nend()")
    assert split_document(source) == expected
    assert split_document("<p>Hi</p><style>b {}</style>") == SplitDocument("<p>Hi</p>", "b {}", "")
    assert split_document("<p>Hi</p><script>go(") == SplitDocument("<p>Hi</p><script>go(", "", "")


HOSTILE = [
    "<", "<a ", "<!--", "<script", "<script>", "</script", "<style>", "<head>", "<head", "<body>", "</body", "<html ",
    '"',
    "'", '<a b="', "<a b='", "&amp", "&#", "<div>", "<svg>", "<noscript>", "<title>", "a{", "url(", 'url("', "@import ",
    "/*", "//", "`", "`${", "\\u", "$a", "$a\\", "\\(", 'id="a"+', "getElementById('", "id=a${", "javascript:",
    "alert( ",
]  # fmt: skip


READERS: tuple[Callable[[str], object], ...] = (
    split_document,
    find_unsafe_markup,
    blank_strings,
    lambda text: check_page(_page(text)),
)


@each("shape", [*HOSTILE, *((start, " ") for start in ("function", "= javascript:", "<a", "url(", "return"))])
def test_hostile_shapes_take_linear_time(shape: str | tuple[str, str]) -> None:
    start, unit = ("", shape) if isinstance(shape, str) else shape
    for read in READERS:
        small, large = (start + unit * (size // len(unit)) for size in (20_000, 80_000))
        # Other work of the machine makes single measurements slow; a quadratic reader is slow in each of them.
        assert any(_grows_linearly(read, small, large) for _ in range(3))


def _grows_linearly(read: Callable[[str], object], small: str, large: str) -> bool:
    seconds, more = (min(_seconds(read, text) for _ in range(2)) for text in (small, large))
    # Linear is 4, quadratic is 16; times near the clock's grain are noise.
    return more < 10 * max(seconds, 0.02)


def _page(text: str) -> Draft:
    page = f"<!doctype html><html lang=en><title>t</title><style>{text}</style><body>{text}<script>{text}</script>"
    return Draft("html", "page.html", "t", {"page.html": page.encode()})


def _seconds(read: Callable[[str], object], text: str) -> float:
    start = time.process_time()
    read(text)
    return time.process_time() - start
