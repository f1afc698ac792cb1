"""Tests of the walk: pairs, modes and tables."""

from inkwright.artifacts.documents.tex.tex_packages import LoadedPackages
from inkwright.artifacts.documents.tex.tex_source import read_source
from inkwright.artifacts.documents.tex.tex_walker import walk
from tests.each import each


@each(
    ("body", "codes"),
    [
        ("$a$$b$ \\(x\\) \\[y\\] $$z$$", []),
        ("$a\n\nb$", ["tex.math_open"]),
        ("\\[ x $$", ["tex.math_pair"]),
        ("R&D \\#1 \\& 5\\_0", ["tex.escape"]),
        ("a_b", ["tex.escape"]),
        ("\\unknown{a_b & c}", []),
        ("\\frac{1}{2}", ["tex.needs_math"]),
        ("$\\left( x \\right]$", []),
        ("$\\left( x$", ["tex.left_right"]),
        ("\\begin{tabular}{ll}a & b & c\\\\\\end{tabular}", ["tex.columns"]),
        ("\\begin{tabular}{lll}\\multicolumn{2}{c}{a} & b\\\\\\end{tabular}", []),
        ("\\item x", ["tex.item"]),
        ("x\n\n\\\\ y", ["tex.line_break"]),
        ("\\textbf{x", ["tex.brace"]),
        ("{\\begin{center}}\\end{center}", ["tex.brace"]),
        ("x % a {\n%\ny", []),
    ],
)
def test_what_is_wrong_is_found_and_nothing_else(body: str, codes: list[str]) -> None:
    source = read_source(f"\\documentclass{{article}}\\begin{{document}}{body}\n\\end{{document}}")
    assert [found.code for found in walk(source, LoadedPackages(source))] == codes
