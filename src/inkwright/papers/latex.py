"""Whether a LaTeX paper has what every paper has, closes what it opens, and reaches for nothing outside itself.

This reads the text; it runs no TeX. What it refuses would not compile, or should not.
"""

import re
from typing import Final

from inkwright.artifacts.documents.tex_text import dangerous_commands, first_unbalanced, live_text
from inkwright.i18n import Language, text
from inkwright.parsing.files import File

_END: Final = r"\end{document}"

_NEEDED: Final[dict[str, re.Pattern[str]]] = {
    r"\documentclass{…}": re.compile(r"\\documentclass[ \t\n]*+(?:\[[^\]]{0,400}\])?[ \t\n]*+\{[ \t\n]*\w"),
    r"\begin{document}": re.compile(r"\\begin[ \t]*\{document\}"),
    r"\end{document}": re.compile(r"\\end[ \t]*\{document\}"),
    r"\title{…}": re.compile(r"\\(?:ctitle|title)[ \t\n]*+(?:\[[^\]]{0,400}\])?[ \t\n]*+\{\s*[^\s}]"),
    r"\begin{abstract}": re.compile(r"\\begin[ \t]*\{c?abstract\}|\\c?abstract[ \t\n]*\{"),
    r"\section{…}": re.compile(r"\\section\*?[ \t\n]*+(?:\[[^\]]{0,400}\])?[ \t\n]*+\{\s*[^\s}]"),
}


def problem_with_latex(file: File, language: Language = "en") -> str | None:
    """What is missing or wrong, in words for the model, or None."""
    source = live_text(file.content)
    body, end, _ = source.partition(_END)
    problems: list[str] = []
    missing = [command for command, pattern in _NEEDED.items() if not pattern.search(body + end)]
    if missing:
        problems.append(text(language, "feedback.paper.latex_missing", parts=", ".join(missing)))
    unbalanced = first_unbalanced(body + end)
    if unbalanced:
        key, fields = unbalanced
        problems.append(text(language, f"feedback.paper.{key}", **fields))
    problems += [text(language, "feedback.paper.dangerous", command=command) for command in dangerous_commands(body)]
    return "\n".join([*problems, text(language, "feedback.paper.again")]) if problems else None
