"""Tests of commands without their arguments, and of lists without an item."""

from inkwright.artifacts.documents.tex.tex_arguments import missing_arguments
from inkwright.artifacts.documents.tex.tex_packages import LoadedPackages
from inkwright.artifacts.documents.tex.tex_source import read_source
from tests.each import each

HEAD = "\\documentclass{article}\\newcommand{\\vect}[1]{\\mathbf{#1}}\\newcommand{\\inner}[2][a]{#1#2}\\begin{document}"


def missing(text: str, head: str = HEAD) -> list[str]:
    source = read_source(head + text + "\\end{document}")
    return [name for _, _, name in missing_arguments(source, LoadedPackages(source).defined)]


@each(
    "text, name",
    [
        (r"$\frac{a}$", r"\frac"),
        (r"$\frac12 + \binom n$", r"\binom"),
        (r"\[ \sqrt[3] \]", r"\sqrt"),
        (r"$\vect$", r"\vect"),
        ("\\textbf\n\\begin{center}x\\end{center}", r"\textbf"),
        ("a \\footnote\n\nb", r"\footnote"),
        (r"\begin{itemize}first, second\end{itemize}", "itemize"),
        (r"A\footnote{see \verb|x|} b", r"\verb"),
    ],
)
def test_what_is_missing_is_named(text: str, name: str) -> None:
    assert missing(text) == [name]


@each(
    "text",
    [
        r"$\frac12 + \frac{a}{b} + \frac\pi2 + \sqrt[3]{x} + \hat x + \frac{a}\gamma$",
        r"$\vect x + \inner{a} + \inner[b]{c}$",
        r"The command \string\frac{} and \verb|\frac| and {\cmd{\sqrt}}",
        r"\begin{itemize}\setlength{\itemsep}{0pt}\item a\end{itemize}\begin{itemize}\entries\end{itemize}",
        r"\newcommand{\half}{\frac{1}}$\half{2}$",
        r"\begin{tikzpicture}[font=\textbf]\end{tikzpicture} $\frac{a}$",
    ],
)
def test_arguments_that_are_there_or_come_from_a_macro_are_not_missed(text: str) -> None:
    assert missing(text) == []
