"""Code out of a reply as it is written: what stands in the fence, or all of it."""

import pytest

from inkwright.authoring.page_writer import CodeStream


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize(
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
    ids=["fence", "words around", "bare", "blank lines", "tildes", "cut", "nothing"],
)
def test_the_code_comes_out_whatever_the_pieces_are(reply: str, code: str, size: int) -> None:
    stream = CodeStream()
    for at in range(0, len(reply), size):
        stream.feed(reply[at : at + size])
    stream.close()
    assert stream.code == code


def test_whole_lines_are_told_as_soon_as_they_are_there() -> None:
    stream = CodeStream()
    told = [stream.feed(piece) for piece in ("```css\na {", "}\nb {}\n", "c {}")]
    assert [*told, stream.close()] == ["", "a {}\nb {}\n", "", "c {}"]
