"""Checks one section of a paper: its own heading, nothing around it, LaTeX that can be set."""

import re
from typing import Final

from inkwright.artifacts.documents.tex.tex_source import read_source
from inkwright.i18n import Language, language_of, text
from inkwright.papers.assembly import assemble_paper
from inkwright.papers.checks import count_words, latex_problems
from inkwright.parsing.files import File

MIN_SECTION_WORDS: Final = 20
_WHOLE_FILE = re.compile(r"\\(?:documentclass|usepackage|maketitle|bibitem|bibliography|(?:begin|end)\s*\{document\})")


def problem_with_section(file: File, section: str, language: Language = "en") -> str | None:
    """Return feedback for the model about a section: its own heading, nothing around it, LaTeX that can be set."""
    live = read_source(file.content).live.strip()
    problems: list[str] = []
    if whole := _WHOLE_FILE.search(live):
        problems.append(text(language, "feedback.paper.whole_file", command=whole[0]))
    elif section != "abstract" and not re.match(r"\\(?:section|chapter)\*?\s*[\[{]", live):
        problems.append(text(language, "feedback.paper.no_heading"))
    elif count_words(live) < MIN_SECTION_WORDS:
        problems.append(text(language, "feedback.paper.short_section", least=MIN_SECTION_WORDS))
    else:
        problems += latex_problems(_framed(file.content), language=language)
    return "\n".join([*problems, text(language, "feedback.paper.again")]) if problems else None


def _framed(section: str) -> str:
    """Return a section as a paper that loads all it needs and has every work it cites: only the section is judged."""
    return assemble_paper("", {"section": section}, (), template="article", language=language_of(section))
