"""Tests of declarations that LaTeX refuses: columns, parameters, options, the class, entries outside the list."""

from inkwright.artifacts.documents.tex.tex_declarations import wrong_declarations
from inkwright.artifacts.documents.tex.tex_packages import LoadedPackages
from inkwright.artifacts.documents.tex.tex_source import read_source
from tests.each import each


def wrong(text: str) -> list[tuple[str, str]]:
    source = read_source(text if "\\documentclass" in text else "\\documentclass{article}" + text)
    return [(code, name) for code, _, name, _ in wrong_declarations(source, LoadedPackages(source))]


def in_body(text: str) -> str:
    return f"\\begin{{document}}{text}\\end{{document}}"


@each(
    "text, code, name",
    [
        ("\\documentclass{artikle}", "tex.no_class", "artikle"),
        ("\\documentclass{IEEtran}", "tex.no_class", "IEEtran"),
        (in_body("\\begin{tabular}\na & b\\end{tabular}"), "tex.no_columns", "tabular"),
        (in_body("\\begin{tabular}{lq}a & b\\end{tabular}"), "tex.column_type", "q"),
        (in_body("\\begin{tabular}{l*{3}{k}}a\\end{tabular}"), "tex.column_type", "k"),
        (in_body("\\begin{tabular}a & b\\end{tabular}"), "tex.no_columns", "tabular"),
        ("\\newcommand{\\vect}[1]{\\mathbf{#2}}", "tex.parameter", "#2"),
        ("\\newcommand\\half{#1/2}", "tex.parameter", "#1"),
        ("\\usepackage{xcolor}\\usepackage[table]{xcolor}", "tex.option_clash", "xcolor"),
        (in_body("\\bibitem{a} A."), "tex.entry_outside", "\\bibitem"),
    ],
)
def test_a_declaration_that_latex_refuses_is_reported(text: str, code: str, name: str) -> None:
    assert wrong(text) == [(code, name)]


@each(
    "text",
    [
        "\\documentclass{scrartcl}",
        "\\documentclass{memoir}",
        in_body("\\begin{tabular}[t]{@{}l|*{2}{r}p{2cm}>{a}c@{ : }X}a\\end{tabular}"),
        "\\newcolumntype{q}{c}" + in_body("\\begin{tabular}{lq}a & b\\end{tabular}"),
        "\\newcommand{\\vect}[2][x]{#1#2}\\newcommand{\\own}{\\def\\a##1{##1}}",
        "\\usepackage[table]{xcolor}\\usepackage{xcolor}\\usepackage[table]{xcolor}",
        in_body("\\begin{thebibliography}{9}\\bibitem{a} A.\\end{thebibliography}"),
    ],
)
def test_a_declaration_that_latex_accepts_is_not(text: str) -> None:
    assert wrong(text) == []
