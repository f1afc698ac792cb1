"""Tests of the .tex checks: code that would not compile or must not be compiled."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.artifacts.documents.tex.tex_checks import check_tex
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from tests.artifacts.documents.sample_documents import river
from tests.each import each

GOOD = r"""\documentclass{article}
\usepackage{graphicx}
\begin{document}
\section{One}\label{sec:one} % a comment with } and \ref{nothing}
As \ref{sec:one} and \cite{knuth} show, \verb|}| is a brace.
\begin{verbatim}
\ref{nothing} }
\end{verbatim}
\includegraphics{drop}
\begin{thebibliography}{9}\bibitem{knuth} D. Knuth.\end{thebibliography}
\end{document}
"""
FILES = {"drop.png": b"x"}
OUTSIDE = "A command runs a program or reads outside its folder: "


def found(content: str | bytes, name: str = "a.tex", files: Mapping[str, bytes] = FILES) -> list[str]:
    main = content if isinstance(content, bytes) else content.encode()
    return [each.message("en") for each in check_tex(Draft("tex", name, "T", {name: main, **files}))]


def planted(text: str) -> str:
    return GOOD.replace("As ", f"{text}\nAs ")


def test_a_good_file_has_no_findings() -> None:
    assert found(GOOD) == []


def test_our_own_output_has_no_findings() -> None:
    assert check_tex(river("tex")) == []


@each(
    ("source", "told"),
    [
        ("Just text.", ["The LaTeX source lacks: \\documentclass, \\begin{document}, \\end{document}."]),
        (planted(r"\begin{itemize}\item x"), ["\\begin{itemize} is closed by \\end{document}."]),
        (planted(r"\end{itemize}"), ["\\begin{document} is closed by \\end{itemize}."]),
        (planted(r"\textbf{never closed"), ["A brace has no match, in the line “\\textbf{never closed”."]),
        (planted("too many}"), ["A brace has no match, in the line “too many}”."]),
        (planted(r"\ref{sec:two}"), ["A reference uses the label “sec:two”, which is not defined."]),
        (planted(r"\label{sec:one}"), ["The label “sec:one” is used twice."]),
        (planted(r"\cite{lamport}"), ["The text cites “lamport”, but no entry has this key."]),
        (planted(r"\includegraphics[width=2cm]{lost.png}"), ["The image lost.png is not among the files."]),
        (planted("中文"), ["The text is Chinese, but the document loads no package for Chinese."]),
        (
            planted(r"\immediate\write18{rm -rf /}"),
            [f"{OUTSIDE}\\immediate\\write18"],
        ),
        (planted(r"\input{/etc/passwd}"), [f"{OUTSIDE}\\input{{/"]),
        (planted(r"\input{|id}"), [f"{OUTSIDE}\\input{{|"]),
        (planted(r"\directlua{os.execute('id')}"), [f"{OUTSIDE}\\directlua"]),
        (planted("as Figure ?? shows"), ["A reference has no target: “as Figure ?? shows”."]),
        (planted("[insert date]"), ["Placeholder text remains: “[insert date]”."]),
        (GOOD.encode("utf-16"), ["The file cannot be opened as a document: no UTF-8 at byte 0."]),
        (planted("\x07"), ["The file cannot be opened as a document: control characters."]),
        ("", ["The file is empty."]),
    ],
)
def test_a_planted_fault_is_found(source: str | bytes, told: list[str]) -> None:
    assert found(source) == told


def test_a_bibliography_in_the_draft_is_read() -> None:
    source = planted(r"\cite{a} \bibliography{refs}")
    assert found(source) == ["The bibliography refs.bib is not among the files."]
    assert found(source, files=FILES | {"refs.bib": b"@book{b, title={B}}"}) == [
        "The text cites “a”, but no entry has this key."
    ]
    assert found(source, files=FILES | {"refs.bib": b"@book{a, title={A}}"}) == []


def test_the_name_ends_in_tex() -> None:
    assert found(GOOD, "a.txt") == ["The file name of this type of document must end in .tex."]


@given(st.binary(max_size=300))
def test_any_bytes_are_checked(content: bytes) -> None:
    draft = Draft("tex", "a.tex", "T", {"a.tex": b"\\documentclass{a}\\begin{document}" + content})
    assert all(isinstance(each, Finding) for each in check_tex(draft))


@pytest.mark.parametrize("text", ["{" * 50_000, "\\begin{a}" * 20_000, "$" * 50_000, "\\[" * 20_000, "\\" * 50_000])
def test_hostile_text_is_checked(text: str) -> None:
    assert all(
        isinstance(each, Finding) for each in check_tex(Draft("tex", "a.tex", "T", {"a.tex": planted(text).encode()}))
    )


def document(preamble: str, body: str, document_class: str = "\\documentclass{article}") -> str:
    return f"{document_class}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"


ROW = r"\begin{tabular}{ll}\rowcolor{gray} a & b \\ c & d\end{tabular}"
GOOD_FILES = [
    document(r"\usepackage[table]{xcolor}", ROW),
    document(r"\usepackage{xcolor}", ROW, r"\documentclass[12pt,table]{article}"),
    document("\\PassOptionsToPackage{table}{xcolor}\n\\usepackage{xcolor}", ROW),
    document(r"\usepackage[colorlinks=true]{hyperref}", r"\textcolor{red}{x}"),
    document("\\usepackage{hyperref}\n\\hypersetup{colorlinks}", r"\textcolor{red}{x}"),
    document(r"\usepackage{pgf}", r"\textcolor{red}{x}"),
    document(r"\usepackage{polyglossia}\setmainfont{CMU Serif}", "x"),
    document(r"\usepackage{mathtools}", r"\includegraphics{example-image-a}"),
    document(r"\usepackage{rotating}", r"\includegraphics{example-image-a}"),
    document(r"\usepackage{pifont}", r"\begin{dinglist}{43}\item x\end{dinglist}"),
    document(r"\usepackage{titling}", r"\begin{titlingpage}x\end{titlingpage}"),
    document("", r"\begin{frame}x\end{frame}", r"\documentclass{ctexbeamer}"),
    document(r"\usepackage{listings}\newcommand*\code{\lstinline[language={[LaTeX]TeX}]}", r"\code|x| {y}"),
    document(r"\usepackage{lastpage}", r"\pageref{LastPage}"),
    document(r"\usepackage{subeqnarray}", r"\begin{equation}x\slabel{e}\end{equation}\ref{e}"),
    document("", r"\include{}x"),
    document(r"\usepackage{minitoc,multicol}\mtcsetfeature{minitoc}{open}{\begin{multicols}{2}}", "x"),
    document(r"\usepackage{somebodys}", r"\ifdraft{\begin{itemize}}{\begin{enumerate}}\item x\enddraft"),
    document(r"\usepackage{somebodys}", r"\ask{yes}{\newpage}{\end{document}}"),
    document("", r"See \cite{somebody}.", r"\documentclass{theirthesis}"),
    document(r"\usepackage{showcode}", "\\begin{showcode}\n\\usepackage{x}\n\\end{showcode}"),
]


@each("source", GOOD_FILES)
def test_what_good_files_do_is_no_fault(source: str) -> None:
    assert found(source) == []


@each(
    ("source", "code"),
    [
        (document(r"\usepackage{xcolor}", ROW), "tex.package"),
        (document(r"\usepackage{hyperref}", r"\textcolor{red}{x}"), "tex.package"),
        (document("", r"\footnote{\begin{itemize}\item x}"), "tex.brace"),
        (document(r"\newcommand{\unknown}[1]{#1}", r"\unknown{never closed"), "tex.brace"),
        (document("", r"See \cite{somebody}."), "tex.no_entry"),
        (document("", r"\cite{a}\bibliography{b}", r"\documentclass{theirthesis}"), "tex.no_bibliography"),
        (document("", r"\input\secret"), "tex.dangerous"),
        (document("", "x\n\\usepackage{amsmath}"), "tex.late_package"),
    ],
)
def test_the_faults_beside_them_are_still_found(source: str, code: str) -> None:
    assert [each.code for each in check_tex(Draft("tex", "a.tex", "T", {"a.tex": source.encode()}))] == [code]
