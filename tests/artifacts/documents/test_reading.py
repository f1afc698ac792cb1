"""The body of a document: Markdown as people and models write it, with nothing raw left in it."""

import pytest

from inkwright.artifacts.documents.reading import read_body
from inkwright.artifacts.documents.tree import walk, words
from inkwright.errors import InvalidOption


def kinds(markdown: str) -> list[str]:
    """The types of the blocks and inlines, without words and spaces."""
    found = [node["t"] for node in walk(read_body(markdown, "en"))]
    return [kind for kind in found if kind not in ("Str", "Space", "Plain", "Para", "SoftBreak")]


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("text\n# head\n- item", ["Header", "BulletList"]),
        ("a<br>b", ["LineBreak"]),
        ("H<sub>2</sub>O <b>x</b>", ["Subscript", "Strong"]),
        ("x <!-- a note --> y", []),
        ("<!-- a note -->\n\ny", []),
        ("\\(a\\) and \\[b\\]", ["Math", "InlineMath", "Math", "DisplayMath"]),
        ("@name wrote", []),
    ],
)
def test_what_people_write_is_understood(markdown: str, expected: list[str]) -> None:
    assert kinds(markdown) == expected


@pytest.mark.parametrize(
    "markdown",
    [
        "\\input{/etc/passwd}",
        '#read("/etc/passwd")',
        "<script>alert(1)</script>",
        "<iframe src='x'></iframe>",
        "`x`{=openxml}",
        '```{=typst}\n#read("x")\n```',
        "<div>\nblock\n</div>",
        "<sub>never closed",
    ],
)
def test_what_could_run_comes_out_as_text(markdown: str) -> None:
    blocks = read_body(markdown, "en")
    assert not [node for node in walk(blocks) if node["t"].startswith("Raw")]
    plain = words(blocks).replace(" ", "").replace("“", '"').replace("”", '"').replace("‘", "'").replace("’", "'")
    visible = markdown.replace("`", "").replace("\n", "").replace(" ", "")
    assert set(visible) - set(plain) <= {'"', "'"}


def test_lines_of_chinese_join_without_a_space() -> None:
    assert words(read_body("第一行\n第二行", "zh")) == "第一行第二行"


@pytest.mark.parametrize(
    ("markdown", "told"),
    [
        (">" * 200 + " x", "too deep"),
        ("\n".join("  " * level + "- a" for level in range(60)), "too deep"),
        ("a " * 150_000, "more than 200000 pieces"),
        (f"${'x' * 5_000}$", "at most 4000 characters"),
        ("1. a\n\n    ::: answer\n    :::\n", "block of colons"),
    ],
)
def test_what_is_too_deep_or_too_much_is_told(markdown: str, told: str) -> None:
    with pytest.raises(InvalidOption, match=told):
        read_body(markdown, "en")
