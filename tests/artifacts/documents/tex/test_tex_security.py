"""Tests of the refused commands."""

from inkwright.artifacts.documents.tex.tex_security import (
    endless_macros,
    hostile_commands,
    missing_inputs,
    oversized_lengths,
)
from inkwright.artifacts.documents.tex.tex_source import read_source
from tests.each import each


@each(
    "text",
    [
        "\\openin5=x",
        "\\csname write18\\endcsname",
        "^^5cinput{x}",
        "\\bibliography{/etc/x}",
        "\\usepackage{minted}",
        "\\loop\\iftrue\\repeat",
        "\\begin{filecontents}{x.tex}a\\end{filecontents}",
        "\\let\\y\\input",
        "\\special{x}",
    ],
)
def test_a_command_that_reads_writes_runs_or_hides_is_refused(text: str) -> None:
    assert list(hostile_commands(read_source(text)))


def test_plain_names_are_accepted() -> None:
    source = read_source("\\input{part} \\includegraphics{a/b.png} the input/output | x")
    assert list(hostile_commands(source)) == []
    assert list(missing_inputs(source, {"part.tex": b""})) == []


def test_macros_that_never_end_are_found_also_through_others() -> None:
    found = endless_macros(read_source("\\def\\a{\\b}\\newcommand{\\b}{\\a x}\\newcommand{\\c}[1]{\\textbf{#1}}"))
    assert {name for name, _ in found} == {"\\a", "\\b"}


@each(
    "text",
    [
        "\\hspace*{16000pt}",
        "\\rule[-2pt]{1cm}{9e0pt}\\rule{1cm}{9000mm}",
        "\\vskip -500cm x",
        "a\\\\[9999pt]",
        "\\hspace{40\\textwidth}",
    ],
)
def test_a_length_over_any_page_is_refused(text: str) -> None:
    assert list(oversized_lengths(read_source(text)))


def test_usual_lengths_are_accepted() -> None:
    usual = "\\hspace{0.5\\textwidth} \\rule{\\linewidth}{0.4pt} \\vspace{-1.5em} \\hskip 0pt plus 1fill \\kern-.1em"
    assert list(oversized_lengths(read_source(usual + " \\hspace{0pt plus 10000pt} \\verb|\\hspace{16000pt}|"))) == []
