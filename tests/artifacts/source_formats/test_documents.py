"""Documents of other programs keep their headings, lists and tables."""

from pathlib import Path

import pytest

from inkwright.artifacts.pandoc import convert
from inkwright.artifacts.text_extraction import extract_text
from inkwright.errors import UnreadableFile
from tests.each import each

NOTE = """# Tea

Tea comes from China.

## Kinds

- green
- black

| Kind  | Heat |
|-------|------|
| green | 80   |
| black | 95   |

1.  Boil water.
2.  Pour it.
"""


@each("form", ["docx", "odt", "rtf", "epub", "html", "ipynb", "latex"])
def test_headings_lists_and_tables_survive(form: str) -> None:
    suffix = {"latex": "tex"}.get(form, form)
    content = convert(NOTE.encode(), ["-f", "gfm", "-t", form, "--standalone", "--metadata=title:Tea"]).content
    made = extract_text(f"tea.{suffix}", content)
    for part in ("# Tea\n", "## Kinds\n", "- green\n", "| green | 80   |\n| black | 95   |", "Tea comes from China."):
        assert part in made
    assert "1. " in made


def test_a_cell_that_covers_several_places_leaves_empty_ones() -> None:
    page = (
        b"<html><table><tr><th colspan=2>Kinds</th><th>Heat</th></tr><tr><td rowspan=2><p>green</p><p>white</p></td>"
        b"<td>a</td><td>1</td></tr><tr><td>b</td><td><ul><li>2<li>3</ul></td></tr></table></html>"
    )
    assert extract_text("a.html", page) == (
        "| Kinds       |     | Heat |\n|-------------|-----|------|\n"
        "| green white | a   | 1    |\n|             | b   | 2 3  |\n"
    )


def test_latex_that_pandoc_does_not_understand_is_read_as_it_is() -> None:
    assert extract_text("a.tex", b"\\begin{document}\nTea \\end{table}") == "\\begin{document}\nTea \\end{table}"


def test_a_notebook_that_is_no_notebook_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="damaged"):
        extract_text("a.ipynb", b"{")
