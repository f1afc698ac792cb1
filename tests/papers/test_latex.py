"""The LaTeX skeleton: what every paper has, environments that close, and no way out of its folder."""

import pytest

from inkwright.papers.latex import problem_with_latex
from inkwright.parsing.files import File
from tests.papers.pages import LATEX

AGAIN = "Send the whole file again with these places mended."


def problem(content: str) -> str | None:
    return problem_with_latex(File("paper_framework.tex", content))


def with_body(body: str) -> str:
    return LATEX["en"].replace("To be written.\n\n\\begin{thebib", f"{body}\n\n\\begin{{thebib")


def test_the_feedback_names_every_part_that_is_missing() -> None:
    assert problem("Just prose.") == (
        "The LaTeX lacks: \\documentclass{…}, \\begin{document}, \\end{document}, \\title{…}, \\begin{abstract}, "
        f"\\section{{…}}. Put each of them in.\n{AGAIN}"
    )


@pytest.mark.parametrize(
    ("old", "new", "missing"),
    [
        ("\\documentclass{article}", "% \\documentclass{article}", "\\documentclass{…}"),
        ("\\title{Reading Gauges with Cheap Cameras}", "\\title{ }", "\\title{…}"),
        ("\\section", "\\subsection", "\\section{…}"),
    ],
)
def test_a_part_that_is_commented_out_or_empty_is_missing(old: str, new: str, missing: str) -> None:
    assert problem(LATEX["en"].replace(old, new)) == f"The LaTeX lacks: {missing}. Put each of them in.\n{AGAIN}"


def test_other_ways_to_write_the_parts_are_accepted() -> None:
    content = LATEX["en"].replace("\\documentclass{article}", "\\documentclass[11pt,\n  a4paper]\n{article}")
    content = content.replace("\\title{", "\\title[Gauges]{").replace("\\section{Intro", "\\section*{Intro")
    content = content.replace("\\begin{abstract}\n", "\\abstract{").replace("\\end{abstract}", "}")
    assert problem(content) is None


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "\\begin{itemize}\\item a",
            "\\begin{itemize} is closed by \\end{document}. "
            "Close each environment by its own end, the inner one first.",
        ),
        (
            "\\begin{center}\\begin{tabular}{l}a\\end{center}\\end{tabular}",
            "\\begin{tabular} is closed by \\end{center}. Close each environment by its own end, the inner one first.",
        ),
    ],
)
def test_an_environment_that_is_not_closed_by_its_own_end_is_told(body: str, said: str) -> None:
    assert problem(with_body(body)) == f"{said}\n{AGAIN}"


def test_an_end_that_closes_nothing_and_a_begin_that_never_ends_are_told() -> None:
    assert problem("\\end{figure}" + LATEX["en"]) == (
        f"\\end{{figure}} closes nothing. Take it away, or open it with \\begin{{figure}}.\n{AGAIN}"
    )
    cut = LATEX["en"].partition("\\end{abstract}")[0]
    assert "\\begin{abstract} is never closed. Write \\end{abstract} where it ends." in (problem(cut) or "")


@pytest.mark.parametrize(
    "body",
    [
        "50\\% of \\begin{center}x\\end{center} % \\begin{itemize}",
        "\\begin{verbatim}\n\\begin{itemize}\n\\end{verbatim}",
        "\\begin{lstlisting}\n\\write18{ls} \\end{figure}\n\\end{lstlisting}",
        "Use \\verb|\\begin{figure}| for figures.",
        "\\newcommand{\\be}{\\begin{equation}}\\newcommand{\\ee}{\\end{equation}}",
        "\\input{sections/method} \\includegraphics[width=3cm]{figures/model} \\bibliography{refs}",
        "\\write1{log} \\write180{log}",
    ],
)
def test_comments_listings_and_files_beside_the_paper_are_no_problem(body: str) -> None:
    assert problem(with_body(body)) is None


@pytest.mark.parametrize(
    ("body", "command"),
    [
        ("\\write18{rm -r x}", "\\write18"),
        ("\\immediate\\write 18{rm -r x}", "\\immediate\\write 18"),
        ("\\ShellEscape{ls}", "\\ShellEscape"),
        ("\\directlua{os.execute('ls')}", "\\directlua"),
        ("\\input{/etc/passwd}", "\\input{/"),
        ("\\input /etc/passwd", "\\input /"),
        ('\\input|"ls"', "\\input|"),
        ("\\include{~/notes}", "\\include{~"),
        ("\\includegraphics[width=3cm]{C:\\secret.png}", "\\includegraphics[width=3cm]{C:\\"),
        ("\\lstinputlisting{../../key}", "\\lstinputlisting{../"),
        ("\\input{sections/../../key}", "\\input{sections/../"),
        ("\\openin5=/etc/passwd", "\\openin5=/"),
    ],
)
def test_what_runs_a_program_or_leaves_the_folder_is_refused(body: str, command: str) -> None:
    said = f"{command} runs a program or reaches for a file outside the paper. Leave it out."
    assert problem(with_body(body)) == f"{said}\n{AGAIN}"


def test_what_stands_behind_the_end_is_not_read() -> None:
    assert problem(LATEX["en"] + "\n\\end{figure} \\write18{ls}") is None
