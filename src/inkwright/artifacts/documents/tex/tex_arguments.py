"""Commands of a LaTeX file whose arguments are missing, and lists in which text comes without an item."""

import re
from collections.abc import Iterator, Mapping, Set
from typing import Final, NamedTuple

from inkwright.artifacts.documents.tex.tex_modes import RAW_ENVIRONMENTS, group_end
from inkwright.artifacts.documents.tex.tex_source import TexSource

_MATH: Final = {
    **dict.fromkeys("frac dfrac tfrac cfrac binom overset underset stackrel".split(), 2),
    **dict.fromkeys(
        "sqrt mathbf mathrm mathbb mathcal mathit mathsf mathfrak hat bar vec tilde dot ddot widehat widetilde "
        "overline underbrace overbrace operatorname boldsymbol".split(),
        1,
    ),
}
_TEXT: Final = dict.fromkeys(
    "textbf textit texttt textrm textsc textsf emph section subsection subsubsection footnote caption label ref eqref "
    "cite".split(),
    1,
)
_OWN = re.compile(r"\\newcommand\*?\s{0,9}\{?\s{0,9}\\([A-Za-z]{1,40})\s{0,9}\}?\s{0,9}\[([1-9])\](?!\s{0,9}\[)")
_DEFINITION = re.compile(
    r"\\(?:(?:re)?new(?:command|environment)|providecommand|[gex]?def|let|futurelet|DeclareMathOperator|ensuremath"
    r"|DeclareRobustCommand|(?:New|Renew|Provide|Declare)Document(?:Command|Environment)|expandafter)(?![A-Za-z@])"
)
_COMMAND = re.compile(r"\\(?:([A-Za-z@]+)\*?|.)", re.DOTALL)
_OPTION = re.compile(r"[ \t]*\[[^\]\n]{0,400}\]")
_SPACE = re.compile(r"[ \t]*\n?[ \t]*")
_NO_TEXT = re.compile(r"\$|&|\\(?:begin|end)(?![A-Za-z@])|\n[ \t]*\n")
_NO_MATH = re.compile(r"\$|&|\}|\\[\])\\]|\\(?:end|right)(?![A-Za-z@])")
_NAMED_BEFORE = re.compile(r"\\[A-Za-z@]+[ \t]*\{?[ \t]*\Z")
_LIST = re.compile(
    r"\\begin\{(itemize|enumerate|description)\}(?P<body>(?:(?!\\begin|\\end)[^\x00]){0,2000})\\end\{\1\}"
)
_LOOK_BACK: Final = 48
_VERB_INSIDE = re.compile(
    r"\\(?:footnote|caption|section|subsection|subsubsection|chapter|emph|textbf|textit|title)\*?\{[^{}\\]{0,400}"
    r"(?P<verb>\\verb\*?)(?![A-Za-z])"
)


class ArgumentFinding(NamedTuple):
    """A finding: its code, its position, and the command or environment."""

    code: str
    position: int
    name: str


def missing_arguments(source: TexSource, defined: Set[str]) -> Iterator[ArgumentFinding]:
    """Yield each command at the end of its group or formula before its arguments, and each list without an item.

    Files that define commands in their text, or have code of other languages, are left to TeX.
    """
    body = source.live[source.body_start :]
    if _DEFINITION.search(body) or any(f"{{{name}}}" in body for name in RAW_ENVIRONMENTS):
        return
    preamble = source.live[: source.body_start]
    own = _own_commands(preamble)
    for match in _COMMAND.finditer(source.live, source.body_start):
        name = match[1] or ""
        is_math = name in _MATH
        count = own.get(name) or (0 if name in defined else _MATH.get(name) or _TEXT.get(name, 0))
        before = source.live[max(0, match.start() - _LOOK_BACK) : match.start()]
        if count and not _NAMED_BEFORE.search(before) and _lacks(source.live, match.end(), count, is_math=is_math):
            yield ArgumentFinding("tex.no_argument", match.start(), f"\\{name}")
    is_allowed = re.search(r"VerbatimFootnotes|cprotect", source.live)
    for match in () if is_allowed else _VERB_INSIDE.finditer(source.live, source.body_start):
        yield ArgumentFinding("tex.verb_inside", match.start("verb"), match["verb"])
    for match in _LIST.finditer(source.live, source.body_start):
        if "\\" not in match["body"] and "{" not in match["body"]:
            yield ArgumentFinding("tex.no_item", match.start(), match[1])


def _own_commands(preamble: str) -> Mapping[str, int]:
    """Return how many arguments the commands of the file take, if all are required and they are defined once."""
    found: dict[str, int] = {}
    for match in _OWN.finditer(preamble):
        found[match[1]] = 0 if match[1] in found else int(match[2])
    return {name: count for name, count in found.items() if len(re.findall(rf"\\{name}(?![A-Za-z@])", preamble)) == 1}


def _lacks(text: str, position: int, count: int, *, is_math: bool) -> bool:
    """Whether the formula, the row or the paragraph ends before all arguments of a command."""
    if option := _OPTION.match(text, position):
        position = option.end()
    pattern = _NO_MATH if is_math else _NO_TEXT
    for _ in range(count):
        if pattern.match(text, position):
            return True
        space = _SPACE.match(text, position)
        position = space.end() if space else position
        if pattern.match(text, position):
            return True
        if text.startswith("{", position):
            position = group_end(text, position + 1)
        elif command := _COMMAND.match(text, position):
            # A macro may bring the other arguments with it.
            if command[1]:
                return False
            position = command.end()
        else:
            position += 1
    return False
