"""What is allowed where in LaTeX: environments with their modes, commands that need math, columns of tables."""

import re
from collections.abc import Set
from typing import Final, Literal

from inkwright.artifacts.documents.tex.tex_source import TexSource

Mode = Literal["text", "math", "any", "raw"]
"""`any`: nothing is known about the mode, as in the argument of an unknown command. `raw`: another language."""

MATH_ENVIRONMENTS: Final = frozenset(
    """
    equation equation* align align* gather gather* multline multline* flalign flalign* alignat alignat* eqnarray
    eqnarray* displaymath math IEEEeqnarray IEEEeqnarray* dmath dmath*
    """.split()
)
INNER_MATH: Final = frozenset(
    """
    aligned alignedat gathered split cases dcases rcases matrix pmatrix bmatrix vmatrix Vmatrix Bmatrix smallmatrix
    array subarray
    """.split()
)
TABLES: Final = frozenset("tabular tabular* tabularx longtable array tabulary supertabular xltabular".split())
_ONE_COLUMN: Final = frozenset("equation equation* multline multline* displaymath math gather gather* gathered".split())
ALIGNED: Final = (MATH_ENVIRONMENTS | INNER_MATH | TABLES) - _ONE_COLUMN
LISTS: Final = frozenset(
    "itemize enumerate description list trivlist compactitem compactenum tablenotes enumerate* itemize* "
    "description* inparaenum".split()
)
FLOATS: Final = frozenset(
    """
    figure figure* table table* longtable wrapfigure wraptable subfigure subtable sidewaystable sidewaysfigure
    algorithm algorithm* SCfigure SCtable supertabular xltabular minipage listing threeparttable
    """.split()
)
_PLAIN: Final = frozenset(
    """
    document abstract center flushleft flushright quote quotation verse titlepage proof thebibliography minipage
    theindex appendix appendices landscape small footnotesize threeparttable tablenotes adjustbox multicols
    multicols* subequations IEEEkeywords keywords acknowledgments acknowledgements samepage
    """.split()
)
TEXT_ENVIRONMENTS: Final = _PLAIN | LISTS | FLOATS | (TABLES - {"array"})
RAW_ENVIRONMENTS: Final = frozenset(
    """
    tikzpicture axis pgfpicture forest circuitikz tikzcd picture pspicture algorithmic algorithm2e luacode filecontents
    filecontents* verbatim verbatim* Verbatim lstlisting minted comment alltt semilogyaxis loglogaxis semilogxaxis CD
    """.split()
)
ENVIRONMENT_ARGUMENTS: Final = {
    "tabular*": 2, "tabularx": 2, "xltabular": 2, "wrapfigure": 2, "wraptable": 2, "list": 2, "minipage": 1,
    "tabular": 1, "longtable": 1, "array": 1, "thebibliography": 1, "multicols": 1, "multicols*": 1, "alignat": 1,
    "alignat*": 1, "adjustbox": 1, "subfigure": 1, "subtable": 1, "tabulary": 2, "supertabular": 1, "alignedat": 1,
    "IEEEeqnarray": 1, "IEEEeqnarray*": 1, "subarray": 1, "SCfigure": 0,
}  # fmt: skip
TEXT_ARGUMENTS: Final = frozenset(
    """
    textbf textit textsc texttt textrm textsf textup textmd textnormal emph underline section subsection
    subsubsection chapter part paragraph subparagraph caption footnote footnotetext mbox fbox text intertext title
    author date abstract thanks centerline enquote uppercase MakeUppercase item
    """.split()
)
FRONT_MATTER: Final = frozenset("title author date abstract thanks".split())
MATH_ONLY: Final = frozenset(
    """
    frac dfrac tfrac sqrt sum prod int oint alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota
    kappa lambda mu nu xi pi rho sigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma
    Upsilon Phi Psi Omega leq geq le ge neq approx equiv sim simeq propto times div cdot cdots infty partial nabla
    forall exists in notin subset subseteq supset cup cap emptyset to rightarrow leftarrow Rightarrow Leftarrow
    Leftrightarrow leftrightarrow mapsto mathbf mathbb mathcal mathrm mathit mathsf mathfrak hat bar vec tilde dot
    ddot widehat widetilde overline left right binom lim limsup liminf max min sup inf log ln exp sin cos tan arg
    det pm mp oplus otimes circ bullet star ast wedge vee neg langle rangle lfloor rfloor lceil rceil
    """.split()
) - {"bullet"}
_COLUMN = re.compile(r"([@!><])\s*\{|\*\s*\{?\s*(\d{1,3})\s*\}?\s*\{|([A-Za-z])|(\{)|(\})")


def count_columns(spec: str, depth: int = 0) -> int:
    """Return how many columns a table has by its specification, such as `l|*{3}{r}p{2cm}`."""
    count = position = 0
    while match := _COLUMN.search(spec, position):
        position = match.end()
        if match[1] or match[4]:
            position = group_end(spec, match.end())
        elif match[2]:
            position = group_end(spec, match.end())
            inner = spec[match.end() : position - 1]
            count += int(match[2]) * (count_columns(inner, depth + 1) if depth < 3 else 1)
        elif match[3]:
            count += 1
    return count


_MACRO = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand|g?def)\*?\s*\{?\s*\\([A-Za-z]{1,40})\s*\}?[^{}\\]{0,40}\{|"
    r"\\(?:DeclareMathOperator|DeclarePairedDelimiter)\*?\s*\{?\s*\\([A-Za-z]{1,40})"
)
_COMMAND = re.compile(r"\\([A-Za-z@]+)")
_OWN_MATH = re.compile(r"\$|\\(?:ensuremath|relax\\if|if|begin|\(|\[|def|let|renewcommand|text|mbox|hbox)")
_MAX_MACRO: Final = 400


def math_macros(source: TexSource, defined: Set[str]) -> frozenset[str]:
    """Return the macros of the file that need math: their text has commands of math, and does not begin math itself."""
    found: set[str] = set()
    text = source.live
    for match in _MACRO.finditer(text):
        following = text[match.end() : match.end() + _MAX_MACRO]
        body = following[: group_end(following, 0)] if match[1] else ""
        commands = set(_COMMAND.findall(body))
        if match[2] or (commands & MATH_ONLY and not commands & defined and not _OWN_MATH.search(body)):
            found.add(match[1] or match[2])
        else:
            found.discard(match[1])
    return frozenset(found)


_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)


def group_end(text: str, start: int) -> int:
    """Return the position after the brace that closes the group whose content starts here; the end if none does."""
    depth = 1
    for match in _BRACE.finditer(text, start):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth == 0:
            return match.end()
    return len(text)
