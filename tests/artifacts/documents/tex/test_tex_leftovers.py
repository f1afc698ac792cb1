"""Tests of leftovers: Markdown, placeholders, remarks and brackets."""

from inkwright.artifacts.documents.tex.tex_leftovers import find_leftovers
from inkwright.artifacts.documents.tex.tex_packages import LoadedPackages
from inkwright.artifacts.documents.tex.tex_source import read_source
from tests.each import each


@each(
    ("body", "codes"),
    [
        ("**bold**", ["tex.markdown"]),
        ("TODO: write", ["tex.placeholder"]),
        ("up by XX.X\\%", ["tex.placeholder"]),
        ("\\textbf{XX.X% of}\n}", ["tex.placeholder"]),
        ("about~xx\\%", ["tex.placeholder"]),
        ("BIC: NTSBDEB1XXX", []),
        ("X.X. Liu, Python 3.x.x, size XXL, Louis XX. Xerxes, $XX.X\\%$", []),
        ("\\includegraphics[width=2cm{a}\n\nx", ["tex.bracket"]),
        ("ten μs", ["tex.character"]),
        ("$x**y$ `quoted' \\section*{a} [1] a to-do", []),
    ],
)
def test_a_leftover_is_found(body: str, codes: list[str]) -> None:
    source = read_source(f"\\documentclass{{article}}\\begin{{document}}\n{body}\n\\end{{document}}")
    assert [found.code for found in find_leftovers(source, LoadedPackages(source))] == codes
