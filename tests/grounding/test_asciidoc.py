"""AsciiDoc in a plain text: headings, and no marks in the prose."""

from inkwright.grounding.asciidoc import is_asciidoc
from inkwright.grounding.cleaning import REMOVED, clean_source

TEXT = """\
=== About tides

(((tides)))
Tides rise twice a day. See <<moon>> or https://example.org/t[the tables].
//// kept out
.A picture of a tide
image::images/tide.png[Tide]

==== Spring tides

[source,console]
----
$ tide --today
----
Spring tides follow the full moon.
"""


def test_the_markup_goes_and_the_lines_keep_their_numbers() -> None:
    lines = clean_source(TEXT).text.split("\n")
    assert lines[0] == "### About tides"
    assert lines[3] == f"Tides rise twice a day. See {REMOVED} or the tables."
    assert (lines[8], lines[14]) == ("#### Spring tides", "Spring tides follow the full moon.")
    assert not any(mark in "\n".join(lines) for mark in ("(((", "image::", "$ tide", "[source"))


def test_tabs_and_underlines_of_markdown_are_not_asciidoc() -> None:
    assert not is_asciidoc('=== "One"\n\n    text\n\n=== "Two"\n')
    assert not is_asciidoc("Title\n=====\n\ntext\n")
