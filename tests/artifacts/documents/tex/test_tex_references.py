"""Tests of labels, citations and pictures."""

from inkwright.artifacts.documents.tex.tex_references import bibliography_names, check_references, cited_keys
from inkwright.artifacts.documents.tex.tex_source import read_source


def test_pictures_in_folders_and_labels_in_options_are_found() -> None:
    text = "\\graphicspath{{fig/}}\\includegraphics{dot}\\begin{lstlisting}[label={l}]\nx\n\\end{lstlisting}\\ref{l}"
    assert list(check_references(read_source(text), {"dot.png": b"x"})) == []


def test_keys_and_bibliographies_are_named() -> None:
    assert [key for key, _ in cited_keys("\\citep[see][p.~4]{a,b}\\nocite{*}\\citestyle{acm}")] == ["a", "b"]
    assert bibliography_names("\\bibliography{x, y.bib}") == ["x.bib", "y.bib"]


def test_marks_of_lists_and_texts_beside_nodes_are_no_labels() -> None:
    text = "\\begin{enumerate}[label=(a)]\\end{enumerate}\\begin{itemize}[label=(a)]\\end{itemize}"
    text += "\\node[label={[label distance=1mm]below:$x$}]{}; \\node[label={[label distance=1mm]below:$x$}]{};"
    assert list(check_references(read_source(text), {})) == []
    twice = "\\begin{lstlisting}[caption=a, label=l]\n\\end{lstlisting}\\lstinputlisting[label=l]{a}"
    assert [each.name for each in check_references(read_source(twice), {})] == ["l"]
