"""Code from a streamed reply, and pages written and fixed part by part."""

import pytest

from inkwright.artifacts.webpages.page_parts import PageParts, PageSection, PartName
from inkwright.authoring.page_writer import CodeStream, InteractivePageRequest, rewrite_part, write_page
from inkwright.errors import ReplyMalformed
from inkwright.i18n import Reason, error_text, text
from tests.authoring.author_contexts import Room, run, said
from tests.each import each


@each("size", [1, 3, 1000])
@each(
    ("reply", "code"),
    [
        ("```css\na { color: red; }\n```", "a { color: red; }"),
        ("Here it is:\n\n```js\nlet a = `x`;\n```\nEnjoy!", "let a = `x`;"),
        ("<p>no fence</p>", "<p>no fence</p>"),
        ("\n\n<p>a</p>\n<p>b</p>\n", "<p>a</p>\n<p>b</p>"),
        ("~~~html\n<p>雨</p>\n~~~", "<p>雨</p>"),
        ("```html\n<p>cut off", "<p>cut off"),
        ("", ""),
    ],
)
def test_the_code_is_extracted_from_pieces_of_any_size(reply: str, code: str, size: int) -> None:
    stream = CodeStream()
    for start in range(0, len(reply), size):
        stream.feed(reply[start : start + size])
    stream.close()
    assert stream.code == code


def test_complete_lines_are_returned_at_once() -> None:
    stream = CodeStream()
    lines = [stream.feed(piece) for piece in ("```css\na {", "}\nb {}\n", "c {}")]
    assert [*lines, stream.close()] == ["", "a {}\nb {}\n", "", "c {}"]


REQUEST = InteractivePageRequest("Rain", "How rain falls.", (PageSection(id="intro"),), "en")
PLAN = said({"elements": [{"id": "intro", "what": "the text"}]})


def test_a_page_without_markup_is_an_error_with_a_reason() -> None:
    grown: list[PartName] = []
    room = Room([PLAN, *["```\n```"] * 6])
    with pytest.raises(ReplyMalformed) as failed:
        run(write_page(room.bench(), REQUEST, lambda part, _: grown.append(part)))
    assert failed.value.fields["problem"] == Reason("reason.authoring.empty_markup")
    assert "html" not in grown


def test_the_parts_of_a_page_are_written_and_one_is_rewritten() -> None:
    room = Room([PLAN, *["```\n<p id='intro'>Rain</p>\n```"] * 3, "```css\np {}\n```"])
    parts = run(write_page(room.bench(), REQUEST, lambda part, code: None))
    assert parts.html == "<p id='intro'>Rain</p>"
    changed = run(rewrite_part(room.bench(), parts, "css", "plain"))
    assert (changed.css, changed.html) == ("p {}", parts.html)


def test_a_rewritten_part_without_code_is_an_error_with_a_reason() -> None:
    parts = PageParts.model_validate({"title": "Rain", "html": "<p>Rain</p>"})
    with pytest.raises(ReplyMalformed) as failed:
        run(rewrite_part(Room(["```css\n```"]).bench(), parts, "css", "plain"))
    assert error_text("zh", failed.value)[0].count(text("zh", "reason.authoring.no_code")) == 1
