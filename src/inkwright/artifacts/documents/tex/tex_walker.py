"""One walk through a LaTeX file: groups, environments, math and tables, each closed by its own end."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from inkwright.artifacts.documents.tex.tex_modes import (
    ALIGNED,
    ENVIRONMENT_ARGUMENTS,
    FLOATS,
    FRONT_MATTER,
    INNER_MATH,
    LISTS,
    MATH_ENVIRONMENTS,
    MATH_ONLY,
    RAW_ENVIRONMENTS,
    TABLES,
    TEXT_ARGUMENTS,
    TEXT_ENVIRONMENTS,
    Mode,
    count_columns,
    math_macros,
)
from inkwright.artifacts.documents.tex.tex_packages import LoadedPackages
from inkwright.artifacts.documents.tex.tex_source import TexSource

_TOKEN = re.compile(r"\\([A-Za-z@]+)\*?|\\(.)|\$\$?|[{}&#_^]|\n[ \t]*\n\s*", re.DOTALL)
_ENVIRONMENT = re.compile(r"[ \t]*\{([^{}\n]*)\}")
_OPTION = re.compile(r"\s*\[")
_OPTION_PART = re.compile(r"\\.|[{}\]]|\n[ \t]*\n", re.DOTALL)
_GROUP = re.compile(r"\s*\{")
_SPAN = re.compile(r"\s*\{\s*(\d{1,3})\s*\}")
_DEFINITIONS: Final = {
    "newcommand": 2, "renewcommand": 2, "providecommand": 2, "DeclareRobustCommand": 2, "newenvironment": 3,
    "renewenvironment": 3, "def": 1, "gdef": 1, "edef": 1, "xdef": 1, "newcolumntype": 2, "DeclareMathOperator": 2,
    "NewDocumentCommand": 3, "RenewDocumentCommand": 3, "NewDocumentEnvironment": 4, "tikzset": 1, "lstset": 1,
    "lstdefinestyle": 2, "lstdefinelanguage": 2, "hypersetup": 1, "pgfplotsset": 1, "titleformat": 5, "newtheorem": 2,
    "DeclarePairedDelimiter": 3, "captionsetup": 1, "setlist": 1, "tikzstyle": 1, "providecolor": 3,
    "AtBeginDocument": 1,
    "lstnewenvironment": 3, "DefineVerbatimEnvironment": 3, "newtcolorbox": 2, "crefname": 3, "setlength": 2,
    "DeclareUnicodeCharacter": 2, "newunicodechar": 2, "tcbset": 1, "sisetup": 1, "CTEXsetup": 1, "ctexset": 1,
    "DeclareTextFontCommand": 2, "addtocontents": 2, "addcontentsline": 3, "AtEndDocument": 1, "defbibheading": 2,
}  # fmt: skip
_SHORT_VERBATIM = re.compile(r"\\(?:DefineShortVerb|MakeShortVerb|lstMakeShortInline|MakeOuterQuote|shorthandon)")
_NEXT_IS_NAMED: Final = frozenset({"string", "noexpand", "cmd", "cs", "meaning", "show"})
_MATH_OPTIONS: Final = frozenset({"sqrt", "xrightarrow", "xleftarrow", "includegraphics"})
_MATH_CLOSERS: Final = {"\\]": "\\[", "\\)": "\\("}
_MAX_DEPTH: Final = 400
_MAX_OPTION: Final = 2_000
_MAX_FINDINGS: Final = 40
_MIN_ROWS: Final = 2


class WalkFinding(NamedTuple):
    """A finding of the walk: its code, its position, the fields of its message."""

    code: str
    position: int
    fields: Mapping[str, object] = {}


@dataclass(slots=True)
class _Frame:
    """What is open: a group, an environment, math; `name` is how it was opened."""

    name: str
    position: int
    mode: Mode
    is_environment: bool = False
    command: str = ""
    columns: int = 0
    cells: int = 1
    lefts: list[int] = field(default_factory=list)
    rows: list[tuple[int, int]] = field(default_factory=list)
    spans: bool = False


class _Broken(Exception):
    """The pairs do not match; what follows would only repeat that."""


def walk(source: TexSource, loaded: LoadedPackages) -> list[WalkFinding]:
    """Return what is wrong with the pairs, the modes and the tables. The first unmatched pair ends the walk."""
    return _Walk(source, loaded).run()


class _Walk:
    def __init__(self, source: TexSource, loaded: LoadedPackages) -> None:
        self._text = source.live
        self._is_lenient = bool(_SHORT_VERBATIM.search(source.live)) or (
            "underscore" in loaded.named or not loaded.has_known_class
        )
        self._is_understood = loaded.is_understood
        self._defined = loaded.defined
        self._theorems = loaded.defined_environments
        self._math_commands = (MATH_ONLY - loaded.defined) | math_macros(source, loaded.defined)
        self._stack = [_Frame("", 0, "raw")]
        self._found: list[WalkFinding] = []
        self._position = 0
        self._command = ""
        self._command_end = -1
        self._is_new_paragraph = False

    def run(self) -> list[WalkFinding]:
        try:
            for match in _TOKEN.finditer(self._text):
                if match.start() >= self._position:
                    self._note_text(match.start())
                    self._position = match.end()
                    self._take(match)
                if self._is_over:
                    break
            self._close_all()
        except _Broken:
            pass
        return self._found[:_MAX_FINDINGS]

    _is_over = False

    @property
    def _top(self) -> _Frame:
        return self._stack[-1]

    def _report(self, code: str, position: int, **fields: object) -> None:
        self._found.append(WalkFinding(code, position, fields))

    def _break(self, code: str, position: int, **fields: object) -> None:
        self._report(code, position, **fields)
        raise _Broken

    def _note_text(self, end: int) -> None:
        """Forget the last command, and the start of a paragraph, if words follow them."""
        between = self._text[self._position : end]
        if between.strip():
            self._is_new_paragraph = False
            if not between.lstrip().startswith("["):
                self._command = ""

    def _take(self, match: re.Match[str]) -> None:
        symbol = match[0]
        if match[1]:
            self._take_command(match[1], match)
            self._is_new_paragraph = False
        elif match[2]:
            self._take_symbol(match)
            self._is_new_paragraph = False
        elif symbol[0] == "\n":
            self._take_paragraph(match)
        else:
            self._take_character(symbol, match.start())
            self._is_new_paragraph = False

    # Commands

    def _take_command(self, name: str, match: re.Match[str]) -> None:
        if name in {"begin", "end"} and (found := _ENVIRONMENT.match(self._text, match.end())):
            self._position = found.end()
            self._command = ""
            opening = self._begin if name == "begin" else self._end
            opening(found[1].strip(), match.start())
            return
        if name in _DEFINITIONS:
            self._skip_definition(name)
            return
        if name in _NEXT_IS_NAMED:
            self._skip_delimiter()
            return
        self._command = name
        if self._text.startswith("[", match.end()) and (self._top.mode != "math" or name in _MATH_OPTIONS):
            self._skip_option()
        special: Callable[[int], None] | None = {
            "left": self._take_left, "right": self._take_right, "item": self._take_item, "caption": self._take_caption,
            "multicolumn": self._take_span, "multirow": self._take_tall_cell, "tabularnewline": self._end_row,
            "cr": self._end_row,
            "hline": self._take_rule, "toprule": self._take_rule, "midrule": self._take_rule,
        }.get(name)  # fmt: skip
        if special and name not in self._defined:
            special(match.start())
        elif name in self._math_commands and self._top.mode == "text":
            self._report("tex.needs_math", match.start(), command=f"\\{name}")

    def _take_left(self, position: int) -> None:
        if self._top.mode == "text":
            self._report("tex.needs_math", position, command="\\left")
        self._top.lefts.append(position)
        self._skip_delimiter()

    def _take_right(self, position: int) -> None:
        if self._top.mode == "raw":
            return
        if not self._top.lefts:
            self._report("tex.left_right", position, found="\\right", missing="\\left")
        else:
            self._top.lefts.pop()
        self._skip_delimiter()

    def _skip_delimiter(self) -> None:
        """Skip a delimiter such as `\\{`, `[` or `.`, which opens nothing."""
        found = re.compile(r"\s*(?:\\[A-Za-z@]+|\\.|[^\s{}$&])").match(self._text, self._position)
        self._position = found.end() if found else self._position

    def _take_item(self, position: int) -> None:
        self._command = "item"
        environments = self._environments()
        is_known = all(name in TEXT_ENVIRONMENTS for name in environments)
        if self._top.mode == "text" and is_known and not LISTS & set(environments) and environments:
            self._report("tex.item", position)

    def _take_caption(self, position: int) -> None:
        environments = self._environments()
        is_known = all(name in TEXT_ENVIRONMENTS for name in environments)
        if self._top.mode == "text" and environments and is_known and not FLOATS & set(environments):
            self._report("tex.caption", position)

    def _take_rule(self, position: int) -> None:
        environments = self._environments()
        is_known = all(name in TEXT_ENVIRONMENTS for name in environments)
        if self._top.mode == "text" and environments and is_known and not TABLES & set(environments):
            self._report("tex.rule", position, command=f"\\{self._command}")

    def _take_span(self, _position: int) -> None:
        self._top.spans = True
        if found := _SPAN.match(self._text, self._position):
            self._top.cells += int(found[1]) - 1

    def _take_tall_cell(self, _position: int) -> None:
        self._top.spans = True

    def _environments(self) -> list[str]:
        return [frame.name for frame in self._stack if frame.is_environment]

    # Environments

    def _begin(self, name: str, position: int) -> None:
        if len(self._stack) > _MAX_DEPTH:
            self._break("tex.too_deep", position)
        mode = self._mode_inside(name)
        if name in MATH_ENVIRONMENTS and self._top.mode == "math" and name != "math":
            self._report("tex.math_in_math", position, name=name)
        if name in INNER_MATH and self._top.mode == "text" and name not in self._theorems:
            self._report("tex.needs_math", position, command=f"\\begin{{{name}}}")
        start = self._position
        columns = self._skip_arguments(name)
        if name in TABLES and "$" in self._text[start : self._position]:
            mode = "any"
        self._stack.append(_Frame(name, position, mode, is_environment=True, columns=columns))

    def _mode_inside(self, name: str) -> Mode:
        if self._top.mode == "raw" and name != "document":
            return "raw"
        if name in RAW_ENVIRONMENTS:
            return "raw"
        if name in MATH_ENVIRONMENTS or name in INNER_MATH:
            return "math"
        if name in TABLES:
            return "any" if self._is_lenient else "text"
        if name in TEXT_ENVIRONMENTS or name in self._theorems:
            return "text" if not self._is_lenient and name not in self._redefined_plain else "any"
        return "any"

    @property
    def _redefined_plain(self) -> set[str]:
        return self._theorems & TEXT_ENVIRONMENTS

    def _skip_arguments(self, name: str) -> int:
        """Skip the arguments of an environment, and return the columns of a table; 0 if they are not known."""
        columns = 0
        for number in range(ENVIRONMENT_ARGUMENTS.get(name, 0) + 1):
            self._skip_option()
            if number == ENVIRONMENT_ARGUMENTS.get(name, 0):
                break
            group = _GROUP.match(self._text, self._position)
            end = self._closing(group.end()) if group else None
            if group is None or end is None:
                break
            columns = count_columns(self._text[group.end() : end - 1])
            self._position = end
        return columns if name in TABLES else 0

    def _skip_option(self) -> None:
        """Skip an optional argument; one that is never closed is left to be found."""
        option = _OPTION.match(self._text, self._position)
        braces = 0
        for part in _OPTION_PART.finditer(self._text, option.end(), option.end() + _MAX_OPTION) if option else ():
            braces += {"{": 1, "}": -1}.get(part[0], 0)
            if braces < 0 or part[0][0] == "\n":
                return
            if part[0] == "]" and braces == 0:
                self._position = part.end()
                return

    def _end(self, name: str, position: int) -> None:
        top = self._top
        if not top.is_environment:
            if len(self._stack) == 1:
                self._break("tex.not_opened", position, name=name)
            if top.name == "{" and self._is_of_unknown_command(top):
                raise _Broken
            self._break_at(top)
        if top.name != name:
            self._break("tex.crossed", position, opened=top.name, closed=name)
        self._close(position)
        self._is_over = name == "document"

    def _break_at(self, frame: _Frame) -> None:
        code = "tex.brace" if frame.name == "{" else "tex.math_open"
        self._break(code, frame.position, opened=frame.name)

    def _close(self, position: int) -> None:
        frame = self._stack.pop()
        self._check_lefts(frame)
        self._check_rows(frame, position)
        self._command = ""

    def _check_lefts(self, frame: _Frame) -> None:
        if frame.lefts and frame.mode != "raw":
            self._report("tex.left_right", frame.lefts[-1], found="\\left", missing="\\right")
        frame.lefts.clear()

    def _check_rows(self, frame: _Frame, end: int) -> None:
        """Report the only row that has too few cells. One with a single cell is a heading, or a space."""
        rows = [row for row in (*frame.rows, (frame.cells, end)) if row[0] > 1]
        short = [row for row in rows if row[0] < frame.columns]
        if len(short) == 1 and len(rows) > _MIN_ROWS and not frame.spans:
            self._report("tex.few_cells", short[0][1], cells=short[0][0], columns=frame.columns)

    def _close_all(self) -> None:
        if self._is_over or len(self._stack) == 1:
            return
        frame = self._top
        if frame.is_environment:
            self._break("tex.not_closed", frame.position, name=frame.name)
        self._break_at(frame)

    # Characters

    def _take_character(self, symbol: str, position: int) -> None:
        if symbol == "{":
            self._open_group(position)
        elif symbol == "}":
            self._close_group(position)
        elif self._top.mode == "raw":
            return
        elif symbol[0] == "$":
            self._take_dollar(symbol, position)
        elif symbol == "&":
            self._take_cell(position)
        elif self._top.mode == "text" and (symbol != "#" or self._is_understood):
            self._report("tex.escape", position, character=symbol)

    def _open_group(self, position: int) -> None:
        if len(self._stack) > _MAX_DEPTH:
            self._break("tex.too_deep", position)
        self._stack.append(_Frame("{", position, self._group_mode(), command=self._command))
        self._command = ""

    def _group_mode(self) -> Mode:
        mode, command = self._top.mode, self._command
        if mode == "raw":
            is_front = len(self._stack) == 1 and command in FRONT_MATTER and not self._is_lenient
            return "text" if is_front else "raw"
        if not command:
            return mode
        if command in TEXT_ARGUMENTS and command not in self._defined:
            return "text" if mode != "any" else "any"
        return "math" if mode == "math" and command in MATH_ONLY else "any"

    def _is_of_unknown_command(self, frame: _Frame) -> bool:
        """Whether a group is an argument of a command that is not known, which may close what it opens elsewhere."""
        is_known = frame.command in TEXT_ARGUMENTS | MATH_ONLY and frame.command not in self._defined
        return bool(frame.command) and not is_known and self._closing(frame.position + 1) is not None

    def _close_group(self, position: int) -> None:
        if self._top.name != "{":
            group = next((frame for frame in reversed(self._stack) if frame.name == "{"), None)
            if self._top.is_environment and group is not None and self._is_of_unknown_command(group):
                raise _Broken
            if not self._top.is_environment and len(self._stack) > 1:
                self._break_at(self._top)
            self._break("tex.brace", position, opened="}")
        command_before = self._top
        self._close(position)
        # The next group may be a further argument of the same command.
        is_argument = command_before.mode == "any" or (command_before.mode == "raw" and command_before.command)
        self._command = "?" if is_argument else ""

    def _take_dollar(self, symbol: str, position: int) -> None:
        top = self._top.name
        if symbol == top:
            self._close(position)
        elif top == "$" and symbol == "$$":
            self._close(position)
            self._stack.append(_Frame("$", position + 1, "math"))
        elif self._top.mode == "math":
            self._break("tex.math_pair", position, opened=self._opened_by(), found=symbol)
        else:
            self._stack.append(_Frame(symbol, position, "math"))
            self._command = ""

    def _opened_by(self) -> str:
        return f"\\begin{{{self._top.name}}}" if self._top.is_environment else self._top.name

    def _take_cell(self, position: int) -> None:
        top = self._top
        if top.is_environment and top.name in ALIGNED:
            top.cells += 1
            self._check_lefts(top)
            if top.columns and top.cells == top.columns + 1:
                self._report("tex.columns", position, columns=top.columns)
        elif top.mode == "text" or (
            top.mode == "math" and top.name in {"$", "$$", "\\[", "\\(", "equation", "equation*"}
        ):
            self._report("tex.escape", position, character="&")

    def _end_row(self, position: int) -> None:
        if self._top.columns:
            self._top.rows.append((self._top.cells, position))
        self._top.cells = 1
        if self._top.name in ALIGNED:
            self._check_lefts(self._top)

    def _take_symbol(self, match: re.Match[str]) -> None:
        symbol = match[0]
        if self._top.mode == "raw":
            return
        if symbol == "\\\\":
            self._take_line_break(match)
        elif symbol in {"\\[", "\\("}:
            if self._top.mode == "math":
                self._break("tex.math_pair", match.start(), opened=self._opened_by(), found=symbol)
            self._stack.append(_Frame(symbol, match.start(), "math"))
        elif symbol in _MATH_CLOSERS:
            if self._top.name != _MATH_CLOSERS[symbol]:
                if self._top.name == "{":
                    self._break_at(self._top)
                self._break("tex.math_pair", match.start(), opened=self._opened_by() or "…", found=symbol)
            self._close(match.start())

    def _take_line_break(self, match: re.Match[str]) -> None:
        if self._is_new_paragraph and self._top.mode == "text" and self._top.name not in TABLES:
            self._report("tex.line_break", match.start())
        if option := _OPTION.match(self._text, match.end()):
            end = self._text.find("]", option.end(), option.end() + 40)
            self._position = end + 1 if end >= 0 and self._top.mode != "math" else self._position
        self._end_row(match.start())

    def _take_paragraph(self, match: re.Match[str]) -> None:
        if self._top.mode == "math" and self._top.name not in INNER_MATH:
            self._break("tex.math_open", self._top.position, opened=self._opened_by())
        self._is_new_paragraph = True
        self._command = ""

    # Definitions

    def _skip_definition(self, name: str) -> None:
        """Skip the arguments of a definition; a group that is never closed is left to be found."""
        position, count = self._position, _DEFINITIONS[name]
        pattern = (
            re.compile(r"[^{}\n]*?\{")
            if name.endswith("def")
            else re.compile(r"\s*(?:\\[A-Za-z@]+\s*|\[[^\]]{0,400}\]\s*)*+\{")
        )
        if count > 1 and (bare := re.compile(r"\s*\\[A-Za-z@]+").match(self._text, position)):
            position, count = bare.end(), count - 1
        for _ in range(count):
            opening = pattern.match(self._text, position)
            end = self._closing(opening.end()) if opening else None
            if end is None:
                break
            position = end
        self._position = max(self._position, position)
        self._command = ""

    def _closing(self, start: int) -> int | None:
        """Return the position after the group whose content starts here, or None if it is never closed."""
        return self._ends.get(start - 1)

    @property
    def _ends(self) -> Mapping[int, int]:
        if self._group_ends is None:
            self._group_ends = dict(_matched_groups(self._text))
        return self._group_ends

    _group_ends: dict[int, int] | None = None


def _matched_groups(text: str) -> Iterator[tuple[int, int]]:
    """Yield each group that is closed: where it opens, and the position after it."""
    opened: list[int] = []
    for match in re.compile(r"\\.|[{}]", re.DOTALL).finditer(text):
        if match[0] == "{":
            opened.append(match.start())
        elif match[0] == "}" and opened:
            yield opened.pop(), match.end()
