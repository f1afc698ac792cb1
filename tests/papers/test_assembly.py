"""Tests of the assembly: packages, labels and citations fit together in every template."""

import pytest

from inkwright.artifacts.documents.tex.tex_compiler import compile_tex, xelatex_path
from inkwright.artifacts.drafts import Draft
from inkwright.i18n import Language
from inkwright.papers.assembly import TEMPLATES, assemble_paper
from inkwright.papers.checks import latex_problems
from tests.each import each

SECTIONS = {
    "abstract": "Short abstract of the work.",
    "methods": "\\section{Methods}\\label{sec:a}\nSee \\ref{sec:a} and \\url{https://example.org/a_b}.",
    "results": "\\section{Results}\\label{sec:a}\n\\begin{align}x &= 1\\end{align} As \\ref{sec:a} and \\cite{k} say.",
}
BOOK = "@article{k, author = {Ann Ames}, title = {R\\&D}, year = {2019}}"


@each("template", [*TEMPLATES, "\\documentclass{article}\n\\title{Mine}\n\\begin{document}\\end{document}"])
@each("language", ["en", "zh"])
def test_every_template_passes_the_checks(template: str, language: Language) -> None:
    paper = assemble_paper("", SECTIONS, (BOOK,), template=template, language=language)
    assert latex_problems(paper) == []
    assert paper.count("\\label{sec:a}") == 1
    assert "Ann Ames" in paper


@pytest.mark.soak
@pytest.mark.skipif(xelatex_path() is None, reason="XELATEX IS NOT INSTALLED: no template is compiled")
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("template", TEMPLATES)
def test_every_template_compiles(template: str, language: Language) -> None:
    sections = {
        name: words.replace("Short", "摘要" if language == "zh" else "Short") for name, words in SECTIONS.items()
    }
    paper = assemble_paper("", sections, (BOOK,), template=template, language=language)
    made = compile_tex(Draft("tex", "paper.tex", "paper", {"paper.tex": paper.encode()}), seconds=120)
    assert made.main.startswith(b"%PDF")
