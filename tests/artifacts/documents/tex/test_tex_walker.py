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
        ("\\begin{tabular}{lll}a & b & c\\\\d & e\\\\f & g & h\\end{tabular}", ["tex.few_cells"]),
        ("\\begin{tabular}{lll}a & b & c\\\\Group\\\\f & g & h\\\\d & e & x\\\\\\end{tabular}", []),
        ("\\begin{tabular}{lll}\\multirow{2}{*}{a} & b & c\\\\d & e\\\\f & g & h\\end{tabular}", []),
        ("\\newcommand{\\N}{\\mathbb{N}} For $k \\in $\\N$ $ a", ["tex.needs_math"]),
        ("\\DeclareMathOperator{\\argmax}{arg} the \\argmax of", ["tex.needs_math"]),
        ("\\newcommand{\\N}{\\ensuremath{\\mathbb{N}}} \\def\\x{$\\to$} for \\N and \\x", []),
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
