"""Declarations of a LaTeX file that contradict themselves: columns, parameters, options of packages, the class."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from inkwright.artifacts.documents.tex.tex_modes import group_end
from inkwright.artifacts.documents.tex.tex_packages import LoadedPackages, misspelt_class
from inkwright.artifacts.documents.tex.tex_source import TexSource

_TABLE = re.compile(r"\\begin[ \t]*\{(tabular|longtable|array)\}[ \t]*(?:\[[^\]\n]{0,20}\][ \t]*)?")
_COLUMN = re.compile(r"[@!><]\s*\{|[pmb]\s*\{|\*\s*\{[^{}]{1,9}\}\s*\{|\*\s*\d\s*\{|([A-Za-z])|[|@!><*]|\{|\}|\S|\s+")
_LETTERS: Final = frozenset("lcrpmbwWLCRJXSDVT")
"""Columns of LaTeX and of the common packages for tables."""
_NEW_COMMAND = re.compile(
    r"\\(?:re)?newcommand\*?\s{0,9}(?:\{\s{0,9}\\[A-Za-z@]{1,40}\s{0,9}\}|\\[A-Za-z@]{1,40})\s{0,9}"
    r"(?:\[([0-9])\]\s{0,9})?(?:\[[^\]\n]{0,200}\]\s{0,9})?\{"
)
_PARAMETER = re.compile(r"(?<![\\#])#([1-9])")
_OWN_PARAMETERS = re.compile(r"##|\\[gex]?def(?![A-Za-z])|\\(?:re)?newcommand|\\let(?![A-Za-z])")
_BIBLIOGRAPHY = re.compile(r"\\(?:(begin|end)[ \t]*\{thebibliography\}|(bibitem)(?![A-Za-z]))")
_LOADED = re.compile(r"\\usepackage\s*+(?:\[([^\]]{0,600})\])?\s*+\{([^{}]{1,600})\}")
_OTHER_LOADING = re.compile(r"\\(?:PassOptionsToPackage|RequirePackage|if[A-Za-z@]*)(?![A-Za-z])")
_STRICT: Final = frozenset("xcolor color graphicx inputenc subfig natbib".split())
"""Packages that may be loaded again only with options which they had at first."""


class DeclarationFinding(NamedTuple):
    """A finding: its code, its position, and the words of the declaration."""

    code: str
    position: int
    name: str
    near: str = ""


def wrong_declarations(source: TexSource, loaded: LoadedPackages) -> Iterator[DeclarationFinding]:
    """Yield the declarations that LaTeX would refuse."""
    if near := misspelt_class(loaded.document_class):
        yield DeclarationFinding("tex.no_class", source.live.find("\\documentclass"), loaded.document_class, near)
    if loaded.has_known_class:
        yield from _wrong_columns(source, loaded)
        yield from _wrong_parameters(source)
        yield from _clashing_options(source)
        yield from _entries_outside(source, loaded)


def _wrong_columns(source: TexSource, loaded: LoadedPackages) -> Iterator[DeclarationFinding]:
    if not loaded.is_understood or "\\newcolumntype" in source.live or "\\MakeShort" in source.live:
        return
    for table in _TABLE.finditer(source.live, source.body_start):
        if not source.live.startswith("{", table.end()):
            after = source.live[table.end() : table.end() + 1]
            if after in "\n\\" or (after.isalpha() and after not in _LETTERS):
                yield DeclarationFinding("tex.no_columns", table.start(), table[1])
            continue
        spec = source.live[table.end() + 1 : group_end(source.live, table.end() + 1) - 1]
        if "\\" not in spec and "#" not in spec and (letter := _unknown_column(spec)):
            yield DeclarationFinding("tex.column_type", table.start(), letter, spec)


def _unknown_column(spec: str) -> str:
    """Return the first letter of a specification that is not a column; an empty text if all are."""
    position = 0
    while match := _COLUMN.match(spec, position):
        position = match.end()
        if match[0].startswith("*") and match[0].endswith("{"):
            end = group_end(spec, position)
            if letter := _unknown_column(spec[position : end - 1]):
                return letter
            position = end
        elif match[0].endswith("{"):
            position = group_end(spec, position)
        elif match[1] and match[1] not in _LETTERS:
            return match[1]
    return ""


def _wrong_parameters(source: TexSource) -> Iterator[DeclarationFinding]:
    for match in _NEW_COMMAND.finditer(source.live):
        body = source.live[match.end() : group_end(source.live, match.end()) - 1]
        if _OWN_PARAMETERS.search(body):
            continue
        most = int(match[1] or 0)
        if wrong := next((each for each in _PARAMETER.finditer(body) if int(each[1]) > most), None):
            yield DeclarationFinding("tex.parameter", match.end() + wrong.start(), wrong[0])


def _clashing_options(source: TexSource) -> Iterator[DeclarationFinding]:
    preamble = source.live[: source.body_start]
    if _OTHER_LOADING.search(preamble):
        return
    given: dict[str, set[str]] = {}
    for match in _LOADED.finditer(preamble):
        options = {each.strip() for each in (match[1] or "").split(",")} - {""}
        for name in (each.strip() for each in match[2].split(",")):
            if name in given and name in _STRICT and options - given[name]:
                yield DeclarationFinding("tex.option_clash", match.start(), name)
            given.setdefault(name, options)


def _entries_outside(source: TexSource, loaded: LoadedPackages) -> Iterator[DeclarationFinding]:
    """Yield the entries before or after the bibliography: LaTeX has no list there to put them into."""
    if not loaded.is_understood or re.search(r"\\(?:re)?newenvironment|\\bibliographystyle", source.live):
        return
    is_open = False
    for match in _BIBLIOGRAPHY.finditer(source.live, source.body_start):
        if match[2] and not is_open:
            yield DeclarationFinding("tex.entry_outside", match.start(), "\\bibitem")
        is_open = match[1] == "begin" if match[1] else is_open
