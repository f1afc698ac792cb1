"""Markup that was left in text for readers."""

from inkwright.artifacts.leftover_markup import is_code_font, leftover_markup
from tests.each import each


@each(
    "text",
    [
        r"\frac{1}{2} of it",
        "the area is $a^2$ now",
        r"$\alpha$ particles",
        r"3 \times 4",
        r"\begin{itemize}",
        "**Important** words",
        "重点**内容**如下",
        "see [docs](https://x.org)",
        "# Heading",
        "```python",
        "~~old~~ new",
        "a<br>b",
        "<b>x</b>",
        "Tom &amp; Jerry",
        "5 &lt; 6",
        "&#39;quoted&#39;",
        "| --- | ---: |",
        "Dear {{ name }}",
        "{% if late %}",
        "a caf\u00c3\u00a9 in town",
        "open \u00e2\u20ac\u201c until five",
        "See [the handout](handout.md for details",
        "• - Oceans",
        "1. 1. Oceans",
        "Sure! Here is a slide about oceans for your class:",
        "好的，以下是为您生成的幻灯片内容：",
        "As an AI language model I cannot see it",
        r"\u6c34\u7684\u5faa\u73af",
    ],
)
def test_markup_is_found(text: str) -> None:
    assert leftover_markup(text)


@each(
    "text",
    [
        r"C:\times\new",
        "2**3**2 = 512",
        "costs $5 and $6 each",
        "if (a<b) and c>d",
        "R&D; S&P",
        "#1 in sales",
        "f(**kw)",
        "x <- y",
        "It is *fine*",
        "5 * 3 ** 2",
        "#hashtag",
        "[1](2)",
        "the set {{1, 2}, {3}}",
        "S\u00c3O PAULO",
        "one | two",
    ],
)
def test_words_that_look_like_markup_are_none(text: str) -> None:
    assert leftover_markup(text) == ""


def test_typefaces_of_code_are_known() -> None:
    fonts = ("Courier New", "Inkwright Typewriter", "Calibri", "宋体")
    assert [is_code_font(name) for name in fonts] == [True, True, False, False]
