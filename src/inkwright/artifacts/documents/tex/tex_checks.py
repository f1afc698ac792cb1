"""Checks a .tex without TeX for code that would not compile or must not be compiled."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from inkwright.artifacts.documents.file_checks import check_file, check_lines, check_placeholders, excerpt
from inkwright.artifacts.documents.tex.tex_arguments import missing_arguments
from inkwright.artifacts.documents.tex.tex_declarations import wrong_declarations
from inkwright.artifacts.documents.tex.tex_definitions import find_definitions
from inkwright.artifacts.documents.tex.tex_environments import undefined_environments
from inkwright.artifacts.documents.tex.tex_leftovers import find_leftovers
from inkwright.artifacts.documents.tex.tex_packages import (
    LoadedPackages,
    missing_packages,
    misspelt_commands,
    misspelt_packages,
)
from inkwright.artifacts.documents.tex.tex_references import check_references
from inkwright.artifacts.documents.tex.tex_security import (
    endless_macros,
    hostile_commands,
    missing_inputs,
    oversized_lengths,
)
from inkwright.artifacts.documents.tex.tex_source import TexSource, read_source
from inkwright.artifacts.documents.tex.tex_tree import installed_pictures
from inkwright.artifacts.documents.tex.tex_walker import walk
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.i18n import Reason

MAX_CHARACTERS: Final = 2_000_000
_MAX_FINDINGS: Final = 60
_REQUIRED: Final = {
    r"\documentclass": re.compile(r"\\documentclass(?![A-Za-z])"),
    r"\begin{document}": re.compile(r"\\begin[ \t]*\{document\}"),
    r"\end{document}": re.compile(r"\\end[ \t]*\{document\}"),
}
_WARNINGS: Final = frozenset({"tex.few_cells", "tex.after_end"})
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f]")


def check_tex(draft: Draft) -> list[Finding]:
    """Return the problems of a LaTeX file, or an empty list if it passes. Any bytes are accepted."""
    location = Location(file=draft.name)
    found = check_file(draft, ".tex", with_others=True)
    if found:
        return found
    try:
        text = draft.main.decode("utf-8")
    except UnicodeDecodeError as problem:
        return [finding("document.damaged", location, problem=Reason("reason.documents.not_utf8", start=problem.start))]
    if len(text) > MAX_CHARACTERS or _CONTROL.search(text):
        is_too_long = len(text) > MAX_CHARACTERS
        key = "reason.documents.too_long" if is_too_long else "reason.documents.control_characters"
        return [finding("document.damaged", location, problem=Reason(key, limit=MAX_CHARACTERS))]
    source = read_source(text.replace("\r\n", "\n").replace("\r", "\n"))
    return list(_TexCheck(draft, source).findings())[:_MAX_FINDINGS]


class _TexCheck:
    """All checks of one file; each finding has its line."""

    def __init__(self, draft: Draft, source: TexSource) -> None:
        self._others = {name: content for name, content in draft.files.items() if name != draft.name}
        self._name = draft.name
        self._source = source
        self._loaded = LoadedPackages(source)
        self._refused: set[int] = set()

    def findings(self) -> Iterator[Finding]:
        yield from self._check_security()
        yield from self._check_structure()
        yield from self._check_packages()
        referred = list(check_references(self._source, self._others, has_known_class=self._loaded.has_known_class))
        installed = installed_pictures([each.name for each in referred if each.code == "tex.no_picture"])
        for code, name, position in referred:
            if self._source.line(position) not in self._refused and name not in installed:
                yield self._finding(code, position, name=excerpt(name))
        for name, position in missing_inputs(self._source, self._others):
            if self._source.line(position) not in self._refused:
                yield self._finding("tex.no_file", position, name=excerpt(name))
        placeholders = False
        for code, position, text in find_leftovers(self._source, self._loaded):
            placeholders = placeholders or code == "tex.placeholder"
            yield self._finding(code, position, text=excerpt(text))
        live = self._source.live[self._source.body_start :]
        lines, location = live.splitlines(), Location(file=self._name)
        for each in (*check_lines(lines, location), *check_placeholders(lines, location)):
            if each.code != "document.leftover" or not placeholders:
                yield each

    def _finding(self, code: str, position: int, **fields: object) -> Finding:
        location = Location(file=self._name, line=self._source.line(position))
        return finding(code, location, severity="warning" if code in _WARNINGS else "error", **fields)

    def _check_security(self) -> Iterator[Finding]:
        yield from self._dangerous(hostile_commands(self._source))
        for command, position in endless_macros(self._source):
            yield self._finding("tex.endless", position, command=command)
        for command, position in oversized_lengths(self._source):
            yield self._finding("tex.oversized", position, command=excerpt(command))
        for name, content in self._others.items():
            if name.lower().endswith(".tex"):
                for command, _ in hostile_commands(read_source(content.decode("utf-8", "replace"))):
                    yield finding("tex.dangerous", Location(file=name), command=excerpt(command))
                    break

    def _dangerous(self, commands: Iterable[tuple[str, int]]) -> Iterator[Finding]:
        for command, position in commands:
            line = self._source.line(position)
            if line not in self._refused:
                self._refused.add(line)
                yield self._finding("tex.dangerous", position, command=excerpt(command))

    def _check_structure(self) -> Iterator[Finding]:
        missing = [part for part, pattern in _REQUIRED.items() if not pattern.search(self._source.live)]
        if missing:
            yield finding("tex.missing", Location(file=self._name), parts=", ".join(missing))
        for position in self._source.open_listings:
            line = self._source.line_text(self._source.line(position))
            yield self._finding("tex.verb", position, text=excerpt(line))
        if missing or self._source.open_listings:
            return
        for code, position, fields in walk(self._source, self._loaded):
            line = self._source.line_text(self._source.line(position))
            yield self._finding(code, position, **{**fields, "text": excerpt(line)})
        for code, position, name in missing_arguments(self._source, self._loaded.defined):
            yield self._finding(code, position, name=excerpt(name))
        for code, position, name, near in wrong_declarations(self._source, self._loaded):
            yield self._finding(code, position, name=excerpt(name), near=excerpt(near))

    def _check_packages(self) -> Iterator[Finding]:
        for command, package, position in missing_packages(self._source, self._loaded):
            yield self._finding("tex.package", position, command=command, package=package)
        for name, near, position in misspelt_packages(self._loaded):
            yield self._finding("tex.no_package", position, name=name, near=near)
        for name, near, position in misspelt_commands(self._source, self._loaded):
            yield self._finding("tex.no_command", position, name=name, near=near)
        known = {name for name, _, _ in misspelt_commands(self._source, self._loaded)}
        known |= {name for name, _, _ in missing_packages(self._source, self._loaded)}
        for code, position, name in find_definitions(self._source, self._loaded):
            if name not in known and self._source.line(position) not in self._refused:
                yield self._finding(code, position, name=excerpt(name))
        for name, position in undefined_environments(self._source, self._loaded):
            yield self._finding("tex.no_environment", position, name=excerpt(name))
