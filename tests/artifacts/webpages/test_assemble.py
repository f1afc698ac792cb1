"""Tests of assembling pages and recovering their parts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.artifacts.webpages.assemble import POLICY, assemble_page, build_page, disassemble_page, replace_part
from inkwright.artifacts.webpages.page_parts import PageParts, PageSection
from inkwright.artifacts.webpages.static_checks import check_page
from inkwright.errors import InvalidOption
from tests.each import each

PARTS = PageParts(
    title='Rivers & "lakes" <b>',
    description="It's about water",
    language="zh-Hant",
    html='<h1 id="top">Water</h1>\n\n<p>1 &lt; 2 &gt; 0</p>  ',
    css="h1 { color: teal }\n",
    js="\n  document.getElementById('top').title = '<\\/script>';\n",
    sections=(PageSection(id="top", type="intro", desc='the "head"'),),
    preferredHeight=480,
)


def test_a_file_has_its_policy_and_parts_and_passes_the_checks() -> None:
    page = assemble_page(PARTS)
    assert f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">' in page
    assert "<title>Rivers &amp; &quot;lakes&quot; &lt;b&gt;</title>" in page
    assert check_page(build_page(PARTS)) == []


def test_the_parts_are_recovered_unchanged() -> None:
    assert disassemble_page(assemble_page(PARTS)) == PARTS


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60))
def test_every_assembled_page_can_be_disassembled(html: str, css: str, js: str) -> None:
    parts = PageParts(title="T", html=html, css=css, js=js)
    try:
        page = assemble_page(parts)
    except InvalidOption:
        return
    assert disassemble_page(page) == parts


def test_a_change_of_one_part_leaves_the_others_byte_for_byte() -> None:
    before = assemble_page(PARTS)
    after = replace_part(before, "css", "h1 { color: blue }")
    assert after == before.replace("h1 { color: teal }\n", "h1 { color: blue }")
    assert replace_part(after, "css", PARTS.css) == before


@pytest.mark.parametrize(
    "page",
    [
        "",
        "<p>hello</p>",
        assemble_page(PARTS) + "<script>more()</script>",
        assemble_page(PARTS).replace("480", "[" * 50_000),
    ],
    ids=["nothing", "another", "more behind it", "a broken plan"],
)
def test_a_foreign_file_is_not_disassembled(page: str) -> None:
    assert disassemble_page(page) is None
    with pytest.raises(InvalidOption):
        replace_part(page, "css", "")


@each(
    ("part", "content"),
    [
        ("js", "const a = '</script>';"),
        ("js", "const a = '</SCRIPT ';"),
        ("js", "const a = '<!-- <script>';"),
        ("css", "a { content: '</style>' }"),
        ("html", "<p>text</p><!-- never closed"),
        ("html", "<!--/page-html-->"),
        ("html", '<a title="never closed>text</a>'),
        ("html", "<p>text</p><div class=x"),
        ("html", "</body></html>"),
        ("html", "<script>go()</script>"),
        ("html", "<style>p {}</style>"),
        ("html", "<textarea>never closed"),
        ("html", "<template><p>never closed</p>"),
        ("html", "<svg><g>never closed</g>"),
        ("html", "<plaintext>"),
        ("html", "<noscript>"),
        ("html", "<![CDATA[ x ]]>"),
        ("html", "<textarea></textarea x"),
        ("html", "<title>another</title>"),
        ("html", '<base href="https://example.org/">'),
    ],
)
def test_a_part_that_would_end_its_element_is_rejected(part: str, content: str) -> None:
    parts = PageParts.model_validate({"title": "T", "html": "<p>x</p>", part: content})
    with pytest.raises(InvalidOption) as refused:
        assemble_page(parts)
    assert refused.value.fields["option"] == part


def test_a_page_that_is_too_large_is_rejected() -> None:
    parts = PageParts(title="T", html="<p>好</p>" * 150_000, css="a{}" * 200_000)
    with pytest.raises(InvalidOption) as refused:
        assemble_page(parts)
    assert refused.value.fields["allowed"] == "A page can have at most 2 MB. Use fewer or smaller images."
