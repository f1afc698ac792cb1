"""The record of a document format."""

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.source_formats.records import DocumentFormat, begins_with, formats_in, imported_later
from tests.each import each


@each(
    ("content", "begins"),
    [(b"WEBVTT", True), (b"\xef\xbb\xbf \nwebvtt x", True), (b"WEBVTTX", False), (b"x WEBVTT", False), (b"", False)],
)
def test_a_beginning_may_follow_white_space_and_a_byte_order_mark(content: bytes, begins: bool) -> None:
    assert begins_with(rb"WEBVTT\b")(content) is begins


def test_a_format_is_recognised_written_checked_and_counted_only_if_it_says_so() -> None:
    plain = DocumentFormat("tea", (".tea",), lambda _content, _language: "")
    assert not plain.matches(b"tea")
    assert plain.write is None
    assert plain.check is None
    assert plain.count(Draft("tea", "a.tea", "T", {"a.tea": b"x"})) == {}


def test_a_function_is_imported_when_it_is_called() -> None:
    assert imported_later("text", "one_line")("a\nb") == "a b"


def test_formats_are_found_in_modules_or_in_folders() -> None:
    assert {"pptx", "csv"} <= {each.name for each in formats_in("inkwright.artifacts.source_formats", folders=False)}
    assert {each.name for each in formats_in("inkwright.artifacts.documents", folders=True)} == {"docx", "pdf", "tex"}
