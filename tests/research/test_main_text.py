"""The main text of a page."""

from inkwright.research.main_text import main_text


def test_plain_text_is_taken_as_it_is() -> None:
    assert main_text("早上好".encode("gb18030"), "text/plain; charset=gb18030") == "早上好"


def test_an_unknown_charset_and_an_empty_page_are_no_error() -> None:
    assert main_text(b"abc", "text/plain; charset=nonsense") == "abc"
    assert main_text(b"", "text/html") == ""
