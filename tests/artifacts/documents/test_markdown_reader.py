"""Tests of the Markdown reader: it accepts what people and models write and leaves no raw markup."""

import time

import pytest

from inkwright.artifacts import pandoc
from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.markdown_reader import (
    MAX_OPEN_BRACKETS,
    has_too_many_open_brackets,
    markdown_from_html,
    read_body,
)
from inkwright.artifacts.documents.source import read_document
from inkwright.artifacts.pandoc import node_text, walk
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
def test_common_markdown_is_understood(markdown: str, expected: list[str]) -> None:
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
def test_active_content_becomes_text(markdown: str) -> None:
    blocks = read_body(markdown, "en")
    assert not [node for node in walk(blocks) if node["t"].startswith("Raw")]
    plain = node_text(blocks).replace(" ", "").replace("“", '"').replace("”", '"').replace("‘", "'").replace("’", "'")
    visible = markdown.replace("`", "").replace("\n", "").replace(" ", "")
    assert set(visible) - set(plain) <= {'"', "'"}


def test_lines_of_chinese_join_without_a_space() -> None:
    assert node_text(read_body("第一行\n第二行", "zh")) == "第一行第二行"


@pytest.mark.parametrize(
    ("markdown", "told"),
    [
        (">" * 200 + " x", "too deep"),
        ("\n".join("  " * level + "- a" for level in range(60)), "too deep"),
        ("a " * 150_000, "more than 200000 elements"),
        (f"${'x' * 5_000}$", "at most 4000 characters"),
        ("1. a\n\n    ::: answer\n    :::\n", "colon block"),
    ],
)
def test_a_body_that_is_too_deep_or_too_large_is_rejected(markdown: str, told: str) -> None:
    with pytest.raises(InvalidOption, match=told):
        read_body(markdown, "en")


@pytest.mark.parametrize("sign", ["[", "![", "[a ", "[^", "[[a](b) ", "![a](", "[a](x ", "[a\n"])
def test_many_open_brackets_are_refused_before_pandoc_sees_them(sign: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pandoc, "pandoc_path", lambda: pytest.fail("pandoc was asked"))
    with pytest.raises(InvalidOption, match="brackets"):
        build_document(read_document("# Signs\n\n" + sign * 3_000), "docx")


@pytest.mark.parametrize(
    "body",
    [
        "[" * MAX_OPEN_BRACKETS,
        "The interval $[0, 1)$, a row[3][4], a [link](https://example.org) and ![a picture](a.png). " * 40,
        "```\n" + "[" * 3_000 + "\n```",
        "~~~ json\n" + "[\n" * 3_000 + "~~~\n\nand on",
        "\\[" * 3_000,
        "[a\n\n" * 3_000,
        "1. one\n\n   ```\n   " + "[" * 100 + "\n   ```\n",
    ],
)
def test_closed_escaped_and_few_brackets_are_accepted(body: str) -> None:
    assert not has_too_many_open_brackets(body)


def test_the_brackets_of_a_long_text_are_counted_in_linear_time() -> None:
    def seconds(length: int) -> float:
        text = "a [b](c) ] ) \\[ " * (length // 16)
        start = time.process_time()
        assert not has_too_many_open_brackets(text)
        return time.process_time() - start

    short = min(seconds(100_000) for _ in range(3))
    assert min(seconds(200_000) for _ in range(3)) < 4 * short


def test_a_fence_that_is_never_closed_hides_nothing() -> None:
    assert has_too_many_open_brackets("```\n" + "[" * 3_000)
    assert has_too_many_open_brackets("~~~\na\n~~~\n\n```\n" + "[" * 3_000)


PAGE = """<!DOCTYPE html><html><head><title>t</title><style>p { color: red }</style><script>steal()</script></head>
<body onload="steal()"><div class="x"><h2 id="a">水的循环</h2>
<p style="x">Water is <b>wet</b>, H<sub>2</sub>O, <span>costs $5</span> and \\(v = 1\\).</p>
<script>steal()</script><noscript>no</noscript><iframe src="http://a.b"></iframe><object data="x"></object>
<table><tr><th>Where</th><th>mm</th></tr><tr><td>Bergen</td><td>2250<br>a year</td></tr></table>
<ol start="9"><li>nine<ul><li>under</li></ul></li><li>ten</li></ol>
<pre><code>x = "&lt;b&gt;"</code></pre><p>1 &lt; 2 &amp; # no heading</p></div></body></html>"""


def test_the_text_of_a_page_is_kept_and_its_scripts_are_dropped() -> None:
    blocks = read_body(markdown_from_html(PAGE), "en")
    said = node_text(blocks)
    for part in (
        "水的循环",
        "wet",
        "costs $5",
        "v = 1",
        "Bergen",
        "a year",
        "under",
        "ten",
        'x = "<b>"',
        "1 < 2 & # no",
    ):
        assert part in said
    assert "steal" not in said
    assert "color" not in said
    kinds = [node["t"] for node in walk(blocks)]
    assert [kinds.count(kind) for kind in ("Header", "Table", "Math", "Subscript", "OrderedList")] == [1, 1, 1, 1, 1]


def test_plain_text_is_a_paragraph() -> None:
    assert markdown_from_html("just words") == "just words\n"
    assert markdown_from_html("<script>x</script>").strip() == ""


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("字____，江苏扬州人，现代著名____、诗人", "字____，江苏扬州人，现代著名____、诗人"),
        ("It is ___ and ___.", "It is ___ and ___."),
        ("作者__，人__。", "作者__，人__。"),
    ],
)
def test_underscores_are_blanks_to_fill_in(written: str, shown: str) -> None:
    blocks = read_body(written, "zh")
    assert node_text(blocks) == shown
    assert not [node for node in walk(blocks) if node["t"] in ("Strong", "Emph")]


def test_underscores_around_words_are_still_emphasis() -> None:
    blocks = read_body("This is __very important__ and `a____b` and $x_{1}$.", "en")
    assert [node_text(node["c"]) for node in walk(blocks) if node["t"] == "Strong"] == ["very important"]
    assert node_text(blocks) == "This is very important and a____b and x_{1}."


def test_options_with_empty_lines_between_them_are_a_list() -> None:
    blocks = read_body("1. Which gas?\n\n   A. Oxygen\n\n   B. Nitrogen\n", "en")
    [options] = [node for node in walk(blocks) if node["t"] == "OrderedList" and node["c"][0][1]["t"] == "UpperAlpha"]
    assert [node_text(item) for item in options["c"][1]] == ["Oxygen", "Nitrogen"]


@pytest.mark.parametrize(
    ("markdown", "lists"),
    [
        ("1. a\n2. b\n5. c\n6. d", [(1, 2), (5, 2)]),
        ("1. a\n\n   more\n\n2. b\n\n4. c", [(1, 2), (4, 1)]),
        ("1. a\n1. b\n1. c", [(1, 3)]),
        ("3. a\n4. b", [(3, 2)]),
    ],
)
def test_a_list_that_leaves_numbers_out_keeps_its_numbers(markdown: str, lists: list[tuple[int, int]]) -> None:
    found = [each for each in read_body(markdown, "en") if each["t"] == "OrderedList"]
    assert [(each["c"][0][0], len(each["c"][1])) for each in found] == lists
