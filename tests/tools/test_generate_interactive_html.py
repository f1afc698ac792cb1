"""A page that is already written is split and checked."""

from inkwright.tools.generate_interactive_html import TOOL as SIMPLE
from tests.authoring.author_contexts import Room
from tests.tools.test_request_interactive_content import CSS, HTML, JS, parts_of


def test_a_simple_page_is_split_into_its_parts_and_checked() -> None:
    whole = (
        f"<!doctype html><html><head><title>x</title><style>\n{CSS}\n</style></head>"
        f"<body>{HTML}<script>\n{JS}\n</script></body></html>"
    )
    room = Room()
    parts = parts_of(room, room.call(SIMPLE, html=whole, title="雨滴"))
    assert (parts.html, parts.css, parts.js, parts.language) == (HTML, CSS, JS, "zh")
