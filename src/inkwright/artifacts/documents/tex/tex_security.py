"""Commands that a LaTeX file must not contain: they run programs, read or write files, or hide such a command."""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Final

from inkwright.artifacts.documents.tex.tex_source import TexSource, read_source

_HOSTILE: Final = frozenset(
    """
    write immediate openin openout closein closeout read readline newread newwrite special typein
    csname scantokens catcode directlua latelua luaexec luadirect luatexbase ShellEscape DelayedShellEscape primitive
    pdfprimitive @input @@input @iinput @filef@und @nameuse csuse csdef csgdef csletcs ExplSyntaxOn use@name
    pdffiledump filedump pdfmdfivesum mdfivesum pdffilemoddate pdffilesize filesize filemoddate pdfximage pdfobj
    pdfextension pdfshellescape XeTeXpicfile XeTeXpdffile tikzexternalize CatchFileDef CatchFileEdef everyeof embedfile
    attachfile textattachfile UseName batchmode errorstopmode scrollmode
    UnicodeEncodingName CatchFileBetweenTags includesvg executeiffilenewer epstopdfsetup pstool
    """.split()
)
_HOSTILE_PACKAGES: Final = frozenset(
    """
    shellesc minted pythontex catchfile bashful sagetex gnuplottex svg auto-pst-pdf luacode luatexbase dot2texi
    write18 currfile-abspath embedfile attachfile attachfile2 navigator media9 perltex texosquery iexec runcode
    luapackageloader pdfcomment python epstopdf tikz-external shellescape robust-externalize mylatexformat
    """.split()
)
_FILE_COMMANDS: Final = frozenset(
    """
    input include subfile subfileinclude import subimport lstinputlisting verbatiminput VerbatimInput
    BVerbatimInput LVerbatimInput inputminted includegraphics includepdf bibliography addbibresource usepackage
    RequirePackage documentclass LoadClass csvreader csvautotabular DTLloaddb pgfplotstableread
    pgfplotstabletypeset externaldocument loadglsentries graphicspath pgfimage pgfdeclareimage bibliographystyle
    fontspec setmainfont setsansfont setmonofont setCJKmainfont setCJKsansfont setCJKmonofont subfileinclude font
    IfFileExists InputIfFileExists
    """.split()
)
READ_COMMANDS: Final = frozenset(
    "input include subfile subfileinclude lstinputlisting verbatiminput VerbatimInput BVerbatimInput".split()
)
_BARE_ARGUMENT: Final = frozenset({"input", "include", "font"})
_COMMAND = re.compile(r"\\([A-Za-z@]+(?:_[A-Za-z_]+)?)")
_ARGUMENT = re.compile(r"\*?\s*+(?:\[[^\]]{0,400}\]\s*+){0,2}(?:\{([^{}]{0,300})|([^\s{}\\%\[\]]{1,200}))?")
_OUTSIDE = re.compile(r"[\s\"'{,=]*(?:/|~|\||\.\.[/\\]|[A-Za-z]:[\\/]|[^{}\n]{0,200}?[/\\]\.\.(?:[/\\]|$))")
_OPTION_PATH = re.compile(
    r"(?:(?:Path|file|ExternalLocation)\s*=\s*\{?|\btable\s*(?:\[[^\]]{0,200}\])?\s*\{)\s*(?:/\w|~/|\.\./|\|)"
)
_CARETS = re.compile(r"\^\^(?:[0-9a-f]{2}|[\x21-\x7e])")
_BLANK_CARETS = re.compile(r"\^\^")
_ALIAS = re.compile(r"\\(?:let|futurelet)\s*\\[A-Za-z@]+\s*=?\s*\\([A-Za-z@]+)")
_ENDLESS_LOOP = re.compile(r"\\loop(?![A-Za-z])(?:(?!\\repeat)[^\0]){0,400}?\\iftrue(?![A-Za-z])")
_PACKAGE = re.compile(r"\\(?:usepackage|RequirePackage)\s*+(?:\[[^\]]{0,600}\])?\s*+\{([^{}]{1,600})\}")
_LUA_ENVIRONMENT = re.compile(r"\\begin\s*\{(luacode\*?|pycode|pyconsole|sagesilent|gnuplot)\}")
_WRITTEN_FILE = re.compile(
    r"\\begin\s*\{filecontents\*?\}\s*+(?:\[[^\]]{0,80}\])?\s*+\{(?![\w-]{1,60}\.(?:bib|csv|dat|txt)\})[^{}]{0,200}\}?"
)
_DEFINITION = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand|g?def)\*?\s*(?:\{\s*\\([A-Za-z@]+)\s*\}|\\([A-Za-z@]+))"
    r"[^{}]{0,80}\{"
)
_MAX_BODY: Final = 4_000
_LENGTH_COMMAND = re.compile(
    r"\\(?:(?:hspace|vspace|addvspace|rule|raisebox|makebox|framebox|parbox|resizebox|enlargethispage|hskip|vskip|kern|"
    r"moveleft|moveright|raise|lower)(?![A-Za-z@])\*?|\\\*?(?=\[))"
)
_LENGTHS = re.compile(r"(?:\s?[\[{]?\s?([+-]?\s?\d{0,12}(?:\.\d{0,12})?)\s?(\\?[a-z]{2,14})[^{}\[\]\\\n]{0,40}[\]}]?)")
_POINTS: Final = {
    "pt": 1.0, "bp": 1.004, "mm": 2.845, "cm": 28.45, "in": 72.27, "pc": 12.0, "dd": 1.07, "cc": 12.84, "em": 10.0,
    "ex": 4.3, "sp": 1 / 65536, "\\textwidth": 345.0, "\\linewidth": 345.0, "\\columnwidth": 345.0, "\\hsize": 345.0,
    "\\textheight": 550.0, "\\paperwidth": 597.0, "\\paperheight": 845.0, "\\baselineskip": 12.0,
}  # fmt: skip
_LARGEST: Final = 3_400.0
"""The height of A0 in points: no page has more."""


def hostile_commands(source: TexSource) -> Iterator[tuple[str, int]]:
    """Yield every command that is refused, with its position."""
    text = source.reachable
    for match in _COMMAND.finditer(text):
        name = match[1]
        if name in _HOSTILE or name.startswith(("sys_shell", "ior_", "iow_", "file_", "pdf_")):
            yield _shown(text, match), match.start()
        elif name in _FILE_COMMANDS and (shown := _outside_argument(text, match)):
            yield shown, match.start()
    yield from _hidden_commands(text)
    # The name of a written file counts as a part of its listing.
    for written in _WRITTEN_FILE.finditer(source.text):
        if text.startswith("\\begin", written.start()):
            yield written[0], written.start()


def _hidden_commands(text: str) -> Iterator[tuple[str, int]]:
    """Yield notations and packages behind which such commands hide."""
    for pattern in (_CARETS, _BLANK_CARETS, _ENDLESS_LOOP, _LUA_ENVIRONMENT, _OPTION_PATH):
        if found := pattern.search(text):
            yield found[0].strip(), found.start()
    for found in _ALIAS.finditer(text):
        if found[1] in READ_COMMANDS:
            yield found[0], found.start()
    for found in _PACKAGE.finditer(text):
        for package in found[1].split(","):
            if package.strip() in _HOSTILE_PACKAGES:
                yield f"\\usepackage{{{package.strip()}}}", found.start()


def _shown(text: str, match: re.Match[str]) -> str:
    following = re.compile(r"[ \t]*\\?[A-Za-z]*\d{0,3}").match(text, match.end())
    return (match[0] + (following[0] if following else "")).strip()


def _outside_argument(text: str, match: re.Match[str]) -> str | None:
    """Return the command if its argument names a place outside the folder, or hides what it names."""
    found = _ARGUMENT.match(text, match.end())
    bare = found[2] if found and match[1] in _BARE_ARGUMENT else None
    written = found[1] if found and found[1] is not None else bare
    if written is not None and _OUTSIDE.match(written):
        return match[0] + ("{" if found and found[1] is not None else "") + written.strip()[:1]
    if match[1] in {"input", "include"} and (written is None or "\\" in written):
        return _shown(text, match)
    return None


def missing_inputs(source: TexSource, files: Mapping[str, bytes]) -> Iterator[tuple[str, int]]:
    """Yield the files that are read but are not among the given ones."""
    for name, position in _inputs(source.live):
        plain = PurePosixPath(name).name
        if not {name, f"{name}.tex", plain, f"{plain}.tex"} & files.keys():
            yield name, position


def input_names(written: str) -> list[str]:
    """Return the names of the files that a LaTeX text reads, each once, with their extensions."""
    names = (name for name, _ in _inputs(read_source(written).live))
    return list(dict.fromkeys(name if PurePosixPath(name).suffix else f"{name}.tex" for name in names))


def _inputs(live: str) -> Iterator[tuple[str, int]]:
    for match in _COMMAND.finditer(live):
        found = _ARGUMENT.match(live, match.end()) if match[1] in READ_COMMANDS else None
        name = ((found[1] or found[2] or "") if found else "").strip()
        if name and "\\" not in name and "#" not in name:
            yield name, match.start()


def endless_macros(source: TexSource) -> Iterator[tuple[str, int]]:
    """Yield the macros that call themselves, also through others, without any condition."""
    calls: dict[str, frozenset[str]] = {}
    positions: dict[str, int] = {}
    for match in _DEFINITION.finditer(source.live):
        name, body = match[1] or match[2], _body(source.live, match.end())
        is_guarded = "\\if" in body or "\\@if" in body or f"def\\{name}" in body or f"\\let\\{name}" in body
        # The first definition counts as saved by \let before it is changed.
        called = frozenset() if is_guarded else frozenset(_COMMAND.findall(body))
        calls[name], positions[name] = called, match.start()
    for name in _in_cycles(calls):
        if not re.search(rf"\\let\s*\\[A-Za-z@]+\s*=?\s*\\{name}(?![A-Za-z@])", source.live):
            yield f"\\{name}", positions[name]


def oversized_lengths(source: TexSource) -> Iterator[tuple[str, int]]:
    """Yield the spaces, rules and boxes that are larger than any page: they push the text out of sight."""
    for match in _LENGTH_COMMAND.finditer(source.live):
        position = match.end()
        for _ in range(3):
            found = _LENGTHS.match(source.live, position)
            if found is None:
                break
            if abs(_points(found)) > _LARGEST:
                yield source.live[match.start() : found.end()], match.start()
                break
            position = found.end()


def _points(found: re.Match[str]) -> float:
    try:
        return float(found[1].replace(" ", "")) * _POINTS.get(found[2], 0.0)
    except ValueError:
        return 0.0


def _body(text: str, start: int) -> str:
    depth = 1
    for match in re.compile(r"\\.|[{}]", re.DOTALL).finditer(text, start, start + _MAX_BODY):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth == 0:
            return text[start : match.start()]
    return text[start : start + _MAX_BODY]


def _in_cycles(calls: Mapping[str, frozenset[str]]) -> list[str]:
    """Return the names from which every way on stays among defined macros for ever: the ones that reach a cycle."""
    leaving = {name: {each for each in called if each in calls} for name, called in calls.items()}
    callers: dict[str, list[str]] = {name: [] for name in calls}
    for name, called in leaving.items():
        for each in called:
            callers[each].append(name)
    settled = [name for name, called in leaving.items() if not called]
    while settled:
        done = settled.pop()
        for caller in callers[done]:
            leaving[caller].discard(done)
            if not leaving[caller]:
                settled.append(caller)
    return [name for name, called in leaving.items() if called]
