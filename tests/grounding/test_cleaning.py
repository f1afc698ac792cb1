"""Sources without metadata, code, HTML, templates, formulas and references; lines keep their numbers."""

from inkwright.grounding.cleaning import REMOVED, clean_source, show_escaped, without_directives
from inkwright.grounding.sentences import clean_lines, strip_markup
from tests.each import each
from tests.hostile_texts import HOSTILE
from tests.parsing.test_any_text import grows_too_fast


def prose(document: str) -> list[str]:
    return [strip_markup(line.text) for line in clean_lines(clean_source(document).text) if line.text]


@each(
    "document, found",
    [
        ('---\ntitle: "Rivers & <i>Seas</i>"\nlayout: page\n---\nSaid.\n', ["Said."]),
        ("+++\ntitle = 'Rivers'\n+++\nSaid.\n", ["Said."]),
        ('<div class="note" markdown="1">\nSaid.\n</div>\n', ["Said."]),
        ("<p>One.</p><p>Two.</p>\n", ["One.", "Two."]),
        ("<h2>Rivers</h2>\n", ["## Rivers"]),
        ("A <em>long</em> river<br/>flows.\n", ["A long river flows."]),
        ("<figure>\n<p>A picture.</p>\n</figure>\nSaid.\n", ["Said."]),
        ("Ca<sup>2+</sup>, H<sub>2</sub>O and the 3<sup>rd</sup>.\n", ["Ca²⁺, H₂O and the 3rd."]),
        ("x<sup>abc</sup> is large.\n", [f"x{REMOVED} is large."]),
        ('{% include figure.html %}\nSaid.\n{{ site.name }}\n', ["Said."]),
        ('A **term**{: data-type="term"} is said. {: .note}\n', ["A term is said."]),
        ("## Rivers {#rivers .big}\n", ["## Rivers"]),
        ('<Listing number="4-1">\n\nSaid.\n\n</Listing>\n', ["Said."]),
        ("A [river](http://a.b/c_(d) \"Title\") and a [sea][s] and a [lake].\n\n[s]: http://a.b\n[lake]: http://c.d\n",
         ["A river and a sea and a lake."]),
        ("It is so.[^1] It was so [1, 2].\n\n[^1]: A note.\n", ["It is so. It was so [1, 2]."]),
        ("Four kinds are known ([\\[link\\]](#fig-1)).\n", ["Four kinds are known."]),
        ("![A river. It is long.](river.png \"A river.\")\nSaid.\n", ["Said."]),
        ("The weight $w_{ij}$ is large. It is $5 or $10.\n", [f"The weight {REMOVED} is large. It is $5 or $10."]),
        ("$$\nx = 1\n$$\nSaid.\n", ["Said."]),
        ("如:numref:`fig_a`所示。\n:label:`fig_a`\n", [f"如{REMOVED}所示。"]),
        ("::: {.note}\nSaid.\n:::\n", ["Said."]),
        ("It is 7--8 nm wide --- or less. Use --help.\n", ["It is 7–8 nm wide — or less. Use --help."]),
        ("~~Wrong~~ is right.\n", [f"{REMOVED} is right."]),
        ("A\\_b \\*c\\* &amp; &#42;d&#42; isn\\'t.\n", ["A_b *c* & *d* isn't."]),
        ("river\n: water that flows\n^\n", ["- river: water that flows"]),
        ("<dl><dt>-k</dt>\n<dd><p>Keep the files.</p></dd></dl>\n", ["- -k: Keep the files."]),
        ('???+ info "Rivers"\n    - Nile\n', ["Rivers:", "- Nile"]),
        ('!!! note "河流"\n    长江很长。\n', ["河流：", "长江很长。"]),
        ('<span data-type="title">Edema</span> Edema is water.\n', ["Edema", "Edema is water."]),
    ],
)  # fmt: skip
def test_only_prose_remains(document: str, found: list[str]) -> None:
    assert prose(document) == found


def test_directives_in_fences_are_left_out_and_code_is_kept() -> None:
    code = "```python\nprint(1)\n```\n"
    assert without_directives(f"One.\n```{{toctree}}\na.md\n```\n{code}") == f"One.\n{code}"


def test_the_title_of_the_metadata_is_used() -> None:
    assert clean_source('---\ntitle: "Rivers &amp; Seas"\nlayout: page\n---\n').title == "Rivers & Seas"
    assert clean_source("# Rivers\n").title == ""


def test_code_leaves_its_place_and_lines_keep_their_numbers() -> None:
    read = clean_source("One.\n```\ncode\n```\n<!-- a\nb -->\nTwo.\n")
    assert [(line.number, line.text) for line in clean_lines(read.text) if line.text] == [
        (1, "One."), (2, REMOVED), (7, "Two."),
    ]  # fmt: skip
    assert show_escaped("a") == "a"


@each(
    "unit",
    [*HOSTILE, "<div", "<pre>", "</", "![", "[a](", "[a][", "$x", "{%", "{{", "\\begin{a}", "<sup>", "&#",
     "~~a", ":a:`", "a\n: "],
)  # fmt: skip
def test_time_grows_with_the_text_and_no_faster(unit: str) -> None:
    small, large = (unit * (size // len(unit)) for size in (10_000, 40_000))
    if grows_too_fast(clean_source, small, large, tries=1):
        assert not grows_too_fast(clean_source, small, large, tries=5), unit


def test_boxes_beside_the_text_of_a_textbook_are_left_out() -> None:
    box = '<div data-type="note" class="clinical">\n<div data-type="title">\nResolution\n</div>\nDavid was ill.\n</div>'
    text = clean_source(f"Water boils.\n\n{box}\n\nIce melts.\n").text
    assert "Water boils." in text
    assert "Ice melts." in text
    assert "David" not in text
    assert text.count("\n") == 10
    assert "David" in clean_source(box.removesuffix("</div>")).text
