"""HTML as Markdown: what it says is kept; scripts, styles and everything that runs is dropped."""

from typing import Final

from inkwright.artifacts.documents.pandoc import convert

# Of the Markdown that pandoc can write, the part that our own reader takes.
_WRITER: Final = (
    "markdown-raw_html-raw_attribute-raw_tex-native_divs-native_spans-fenced_divs-bracketed_spans"
    "-header_attributes-link_attributes-fenced_code_attributes-inline_code_attributes-smart-citations"
)
# Formulas stand in pages as TeX between dollars or backslashed brackets.
_READER: Final = "html-native_divs-native_spans+tex_math_dollars+tex_math_single_backslash"


def markdown_of_html(html: str) -> str:
    """The text of a page. Pictures stay named; whether they can be had is seen when the document is set."""
    made = convert(html.encode(), ["-f", _READER, "-t", _WRITER, "--wrap=none"])
    return made.content.decode("utf-8", "replace").strip() + "\n"
