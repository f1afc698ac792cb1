"""Tests of the check of one section."""

from inkwright.papers.sections import problem_with_section
from inkwright.parsing.files import File

WORDS = "word " * 30


def test_a_section_is_one_section_in_latex() -> None:
    assert problem_with_section(File("a.tex", f"\\section{{A}}\n{WORDS}\\cite{{k}}"), "methods") is None
    assert "\\section" in (problem_with_section(File("a.tex", WORDS), "methods") or "")
    assert problem_with_section(File("a.tex", WORDS), "abstract") is None
    assert "\\documentclass" in (problem_with_section(File("a.tex", f"\\documentclass{{a}}{WORDS}"), "methods") or "")
