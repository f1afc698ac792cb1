"""The text of a LaTeX file, read without TeX: what is no comment and no listing, what closes, what reaches outside."""

import re
from typing import Final

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*+)%[^\n]*")
_VERBATIM = re.compile(r"\\begin\{(verbatim\*?|Verbatim|lstlisting|minted|comment)\}")
_SHORT_VERBATIM = re.compile(r"\\verb\*?([!-)+-/:-@\[-`{-~])[^\n]{0,400}?\1")
_ENVIRONMENT = re.compile(r"\\(begin|end)[ \t]*\{([^{}\n]*)\}")
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


def live_text(source: str) -> str:
    """The source without comments and listings, whose text is no LaTeX. A listing that never ends stays."""
    return _SHORT_VERBATIM.sub("", _without_verbatim(_COMMENT.sub(r"\1", source)))


def dangerous_commands(live: str) -> list[str]:
    """The first command of each sort that runs something or reads outside the folder, as it is written."""
    return [found[0].strip() for pattern in _DANGEROUS if (found := pattern.search(live))]


def first_unbalanced(live: str) -> tuple[str, dict[str, str]] | None:
    """The first environment that is not closed by its own end; what follows from it is not told as well.

    The answer is `not_opened`, `crossed` or `not_closed`, and the fields of its message.
    """
    opened: list[str] = []
    for match in _ENVIRONMENT.finditer(live):
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


def _without_verbatim(source: str) -> str:
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
