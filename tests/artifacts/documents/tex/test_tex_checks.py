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
