"""HTML as Markdown: what it says is kept, and what runs is dropped."""

from inkwright.artifacts.documents.html_reading import markdown_of_html
from inkwright.artifacts.documents.reading import read_body
from inkwright.artifacts.documents.tree import walk, words

PAGE = """<!DOCTYPE html><html><head><title>t</title><style>p { color: red }</style><script>steal()</script></head>
<body onload="steal()"><div class="x"><h2 id="a">水的循环</h2>
<p style="x">Water is <b>wet</b>, H<sub>2</sub>O, <span>costs $5</span> and \\(v = 1\\).</p>
<script>steal()</script><noscript>no</noscript><iframe src="http://a.b"></iframe><object data="x"></object>
<table><tr><th>Where</th><th>mm</th></tr><tr><td>Bergen</td><td>2250<br>a year</td></tr></table>
<ol start="9"><li>nine<ul><li>under</li></ul></li><li>ten</li></ol>
<pre><code>x = "&lt;b&gt;"</code></pre><p>1 &lt; 2 &amp; # no heading</p></div></body></html>"""


def test_what_a_page_says_is_kept_and_what_runs_is_dropped() -> None:
    blocks = read_body(markdown_of_html(PAGE), "en")
    said = words(blocks)
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


def test_text_that_is_no_page_is_a_paragraph() -> None:
    assert markdown_of_html("just words") == "just words\n"
    assert markdown_of_html("<script>x</script>").strip() == ""
