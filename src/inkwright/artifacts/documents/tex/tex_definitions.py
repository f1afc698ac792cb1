"""Commands and colours that nothing defines in a LaTeX file, or that are defined twice, and scripts that repeat."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from inkwright.artifacts.documents.tex.tex_packages import LoadedPackages
from inkwright.artifacts.documents.tex.tex_security import READ_COMMANDS
from inkwright.artifacts.documents.tex.tex_source import TexSource

_CLASSES: Final = frozenset({"article", "report", "book"})
_COMMAND = re.compile(r"\\([A-Za-z@]+)")
_DEFINED_NEXT = re.compile(r"\\[A-Za-z@]+\*?\s{0,9}(?:\[[^\]\n]{0,200}\])?\s{0,9}\{?\s{0,9}\\([A-Za-z@]+)")
_NAMED = re.compile(
    r"\\(?:newcounter|newtheorem|newenvironment|renewenvironment|newlist|newfloat|newcites|theoremstyle|newcolumntype|"
    r"newtheoremstyle|lstnewenvironment|definecolor|newsavebox|newlength|NewDocumentEnvironment|declaretheorem)\*?"
    r"\s{0,9}(?:\[[^\]\n]{0,200}\])?\{([A-Za-z]{1,40})\}"
)
_NEW_IF = re.compile(r"\\newif\s{0,9}\\if([A-Za-z@]+)")
_NEW_COMMAND = re.compile(r"\\newcommand\*?\s{0,9}\{?\s{0,9}\\([A-Za-z]+)")
_RENEWED = re.compile(r"\\renewcommand\*?\s{0,9}\{?\s{0,9}\\([A-Za-z@]+)")
_CONDITION = re.compile(r"\\(?:if[A-Za-z@]*|else|fi|begingroup|bgroup|undefine|let|Re[A-Za-z]+Command)(?![A-Za-z@])")
_OF_THE_KERNEL: Final = frozenset(
    """
    section subsection subsubsection paragraph label ref cite emph textbf textit texttt textsc textrm textsf footnote
    caption item title author date maketitle tableofcontents begin end alpha beta gamma delta epsilon theta lambda mu
    pi sigma omega sum prod int frac sqrt left right hline vspace hspace newpage clearpage bibliography bibitem today
    LaTeX TeX centering noindent small large Large huge tiny to in ni over infty partial nabla times cdot ldots
    """.split()
)
_ARGUMENT: Final = r"(?:[A-Za-z0-9*+]|\{[^{}$]{0,200}\}|\\[A-Za-z]+(?![A-Za-z{\s\[]))"
_DOUBLE = re.compile(
    rf"(?<!\\)(?<!\^)\^{_ARGUMENT}(?:_{_ARGUMENT})?(?:\^(?!\^)|')|(?<!\\)_{_ARGUMENT}(?:\^{_ARGUMENT})?_"
)
_MATH = re.compile(
    r"(?<!\\)\$\$[^$]{1,4000}\$\$|(?<![\\$])\$[^$\n]{1,1000}\$|\\\[[^$]{1,4000}?\\\]|\\\([^$]{1,1000}?\\\)"
    r"|\\begin\{(equation|align|gather)(\*?)\}[^$]{1,6000}?\\end\{\1\2\}"
)
_COLOURED = re.compile(r"\\(?:textcolor|color|colorbox|pagecolor|rowcolor|cellcolor)\s{0,9}\{([A-Za-z]{2,40})\}")
_COLOUR = re.compile(r"\\(?:definecolor|colorlet|providecolor|definecolorset|preparecolor)\b")
_COLOURS: Final = frozenset(
    "black blue brown cyan darkgray gray green lightgray lime magenta olive orange pink purple red teal violet white "
    "yellow".split()
)


_WITHOUT_CHAPTERS: Final = frozenset({"article", "ctexart", "proc", "letter", "IEEEtran", "amsart"})


class DefinitionFinding(NamedTuple):
    """A finding: its code, its position, the name or the words that it is about."""

    code: str
    position: int
    name: str


def find_definitions(source: TexSource, loaded: LoadedPackages) -> Iterator[DefinitionFinding]:
    """Yield what is not defined, or defined twice, where the class and all packages are known."""
    yield from _double_scripts(source, loaded)
    if loaded.document_class not in _CLASSES:
        return
    yield from _repeated(source)
    yield from _undefined_colours(source, loaded)
    yield from _undefined(source, loaded)


def _repeated(source: TexSource) -> Iterator[DefinitionFinding]:
    if _CONDITION.search(source.live[: source.body_start]):
        return
    seen: set[str] = set()
    for match in _NEW_COMMAND.finditer(source.live):
        is_in_body = match.start() >= source.body_start
        if is_in_body and match[1] not in seen:
            # The definition may be inside a group that ends.
            continue
        if match[1] in seen or match[1] in _OF_THE_KERNEL:
            yield DefinitionFinding("tex.defined_twice", match.start(), f"\\{match[1]}")
        seen.add(match[1])


def _undefined_colours(source: TexSource, loaded: LoadedPackages) -> Iterator[DefinitionFinding]:
    """Yield the first colour that only a palette or a definition could define, where the file has neither."""
    if not loaded.named.keys() & {"xcolor", "color"} or loaded.named.keys() - _packages().keys():
        return
    if _COLOUR.search(source.live) or re.search(r"names\b|\btable\b", source.live[: source.body_start]):
        return
    for match in _COLOURED.finditer(source.live):
        if match[1] not in _COLOURS:
            yield DefinitionFinding("tex.no_colour", match.start(), match[1])
            return


def _undefined(source: TexSource, loaded: LoadedPackages) -> Iterator[DefinitionFinding]:
    """Yield the commands that neither LaTeX nor a package of the file has, if all of its packages are known."""
    packages = _packages()
    if loaded.named.keys() - packages.keys():
        return
    if any(match[1] in READ_COMMANDS for match in _COMMAND.finditer(source.live)):
        return
    given = set(packages["latex"]).union(*(packages[name] for name in loaded.named))
    if loaded.document_class in _WITHOUT_CHAPTERS:
        given -= {"chapter"}
    yield from _renewed(source.live, given)
    known = given | loaded.defined | _own_names(source.live)
    for match in _COMMAND.finditer(source.live):
        name = match[1]
        if len(name) > 1 and "@" not in name and name not in known:
            known.add(name)
            yield DefinitionFinding("tex.undefined", match.start(), f"\\{name}")


def _renewed(live: str, given: set[str]) -> Iterator[DefinitionFinding]:
    """Yield the commands that are defined again but were never defined."""
    own = _own_names(_RENEWED.sub("", live))
    for match in _RENEWED.finditer(live):
        if len(match[1]) > 1 and "@" not in match[1] and match[1] not in given | own:
            yield DefinitionFinding("tex.undefined", match.start(), f"\\{match[1]}")


def _own_names(live: str) -> set[str]:
    """Return all names that the file may define itself."""
    names = set(_DEFINED_NEXT.findall(live))
    for name in _NAMED.findall(live):
        names |= {name, f"end{name}", f"the{name}", f"c@{name}"}
    for name in _NEW_IF.findall(live):
        names |= {f"if{name}", f"{name}true", f"{name}false"}
    return names


def _double_scripts(source: TexSource, loaded: LoadedPackages) -> Iterator[DefinitionFinding]:
    if not loaded.is_understood or "'" in source.live[: source.body_start]:
        return
    for math in _MATH.finditer(source.live, source.body_start):
        if match := _DOUBLE.search(math[0]):
            yield DefinitionFinding("tex.double_script", math.start() + match.start(), match[0])
            return


@cache
def _packages() -> Mapping[str, frozenset[str]]:
    """Return the commands that are named in the files of LaTeX and of each package, also by the ones that it loads."""
    written = files("inkwright.artifacts.documents.tex").joinpath("commands.txt").read_text("utf-8")
    rows = (line.partition(": ") for line in written.splitlines())
    return {name: frozenset(words.split()) for name, _, words in rows}
