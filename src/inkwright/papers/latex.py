"""Whether a LaTeX paper has what every paper has, closes what it opens, and reaches for nothing outside itself.

This reads the text; it runs no TeX. What it refuses would not compile, or should not.
"""

import re
from typing import Final

from inkwright.i18n import Language, text
from inkwright.parsing.files import File

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*+)%[^\n]*")
_VERBATIM = re.compile(r"\\begin\{(verbatim\*?|Verbatim|lstlisting|minted|comment)\}")
_SHORT_VERBATIM = re.compile(r"\\verb\*?([!-)+-/:-@\[-`{-~])[^\n]{0,400}?\1")
_ENVIRONMENT = re.compile(r"\\(begin|end)[ \t]*\{([^{}\n]*)\}")
_END: Final = r"\end{document}"

_NEEDED: Final[dict[str, re.Pattern[str]]] = {
    r"\documentclass{…}": re.compile(r"\\documentclass[ \t\n]*+(?:\[[^\]]{0,400}\])?[ \t\n]*+\{[ \t\n]*\w"),
    r"\begin{document}": re.compile(r"\\begin[ \t]*\{document\}"),
    r"\end{document}": re.compile(r"\\end[ \t]*\{document\}"),
    r"\title{…}": re.compile(r"\\(?:ctitle|title)[ \t\n]*+(?:\[[^\]]{0,400}\])?[ \t\n]*+\{\s*[^\s}]"),
    r"\begin{abstract}": re.compile(r"\\begin[ \t]*\{c?abstract\}|\\c?abstract[ \t\n]*\{"),
    r"\section{…}": re.compile(r"\\section\*?[ \t\n]*+(?:\[[^\]]{0,400}\])?[ \t\n]*+\{\s*[^\s}]"),
}
_READERS: Final = (
    r"input|include|includegraphics|subfile|lstinputlisting|verbatiminput|VerbatimInput|inputminted|"
    r"bibliography|addbibresource|openin|InputIfFileExists"
)
_OUTSIDE: Final = r"(?:/|~|\||[A-Za-z]:[\\/]|\.\./|[^{}\n]{0,200}?/\.\./)"
_DANGEROUS: Final = (
    re.compile(r"\\(?:immediate[ \t]*\\)?write[ \t]*18(?!\d)"),
    re.compile(r"\\(?:ShellEscape|directlua|latelua)\b"),
    re.compile(
        rf"\\(?:{_READERS})(?![A-Za-z])\*?(?:\[[^\]\n]{{0,200}}\]){{0,2}}[ \t]*+"
        rf"(?:\{{[ \t\"]*{_OUTSIDE}|\d*[ \t]*=?[ \t\"]*{_OUTSIDE})"
    ),
)


def problem_with_latex(file: File, language: Language = "en") -> str | None:
    """What is missing or wrong, in words for the model, or None."""
    source = _SHORT_VERBATIM.sub("", _without_verbatim(_COMMENT.sub(r"\1", file.content)))
    body, end, _ = source.partition(_END)
    problems: list[str] = []
    missing = [command for command, pattern in _NEEDED.items() if not pattern.search(body + end)]
    if missing:
        problems.append(text(language, "feedback.paper.latex_missing", parts=", ".join(missing)))
    unbalanced = _first_unbalanced(body + end)
    if unbalanced:
        key, fields = unbalanced
        problems.append(text(language, f"feedback.paper.{key}", **fields))
    problems += [
        text(language, "feedback.paper.dangerous", command=found[0].strip())
        for pattern in _DANGEROUS
        if (found := pattern.search(body))
    ]
    return "\n".join([*problems, text(language, "feedback.paper.again")]) if problems else None


def _without_verbatim(source: str) -> str:
    """The source without listings, whose text is no LaTeX. One that never ends stays, and is told as such."""
    kept: list[str] = []
    position = 0
    endless: set[str] = set()
    for opening in _VERBATIM.finditer(source):
        if opening.start() < position or opening[1] in endless:
            continue
        ending = f"\\end{{{opening[1]}}}"
        end = source.find(ending, opening.end())
        if end < 0:
            endless.add(opening[1])
            continue
        kept.append(source[position : opening.start()])
        position = end + len(ending)
    return "".join([*kept, source[position:]])


def _first_unbalanced(source: str) -> tuple[str, dict[str, str]] | None:
    """The first environment that is not closed by its own end; what follows from it is not told as well."""
    opened: list[str] = []
    for match in _ENVIRONMENT.finditer(source):
        name = match[2].strip()
        if match[1] == "begin":
            opened.append(name)
        elif not opened:
            return "not_opened", {"name": name}
        elif opened[-1] != name:
            return "crossed", {"opened": opened[-1], "closed": name}
        else:
            opened.pop()
    return ("not_closed", {"name": opened[-1]}) if opened else None
