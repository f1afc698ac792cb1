"""The text of a LaTeX file as the checks read it: without comments and listings, line by line where it was."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import Final

_VERBATIM_NAMES: Final = frozenset(
    "verbatim verbatim* Verbatim Verbatim* BVerbatim LVerbatim lstlisting minted comment alltt filecontents "
    "filecontents* CJKverbatim".split()
)
_NEW_VERBATIM = re.compile(r"\\(?:lstnewenvironment|DefineVerbatimEnvironment|newminted)\s*\{([A-Za-z]{1,40})\}")
_REDEFINED = re.compile(
    r"\\(?:(?:re)?newenvironment|RenewDocumentEnvironment)\s*\{([A-Za-z*]{1,40})\}|"
    r"\\(?:renewcommand|def|let|gdef|edef|xdef)\*?\s*\{?\s*\\(?:end)?(verb|verbatim|Verbatim|lstlisting|comment)(?![A-Za-z])"
)
_INERT = re.compile(
    r"\\begin[ \t]*\{([^{}\n]{1,60})\}|"
    r"\\(?:verb|lstinline(?:\[(?:[^\]{}\n]|\{[^{}\n]{0,100}\}){0,200}+\])?|mintinline\{[^{}\n]{0,40}\})(?![A-Za-z@])\*?"
    r"|\\(?:url|path|nolinkurl)\{|\\href\{|\\.|%|[{}]",
    re.DOTALL,
)
_NOT_LINE_BREAK = re.compile(r"[^\n]")
_COMMENT_MARK: Final = "\x1f"
_COMMENT_END = re.compile(r"\n")
_SWALLOWED = re.compile(
    r"(?<![\\A-Za-z_\d=}.])\d[\d.,]{0,12}(?:"
    r"%[ ]?[\u3400-\u9fff（(，。,.;；]|%[ ]?[A-Za-z]{2,20} |"
    r"[ ]?%[ ]?(?:of|in|and|to|more|less|were|was|are|is)\b)"
)


@dataclass(frozen=True)
class TexSource:
    """`live` is the source with comments and listings blanked; positions and lines are those of the file.

    `reachable` keeps the listings inside braces: there TeX may run their commands.
    """

    text: str
    live: str
    reachable: str
    open_listings: tuple[int, ...]
    swallowed: tuple[int, ...]

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in _COMMENT_END.finditer(self.text))]

    @cached_property
    def body_start(self) -> int:
        """Where the body begins; the end of the text if it has none."""
        found = re.search(r"\\begin[ \t]*\{document\}", self.live)
        return found.end() if found else len(self.live)

    def line(self, position: int) -> int:
        """Return the number of the line at this position, counted from 1."""
        return bisect_right(self._starts, position)

    def line_text(self, line: int) -> str:
        """Return a line of the file."""
        start = self._starts[line - 1]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else None]


def read_source(text: str) -> TexSource:
    """Find comments and listings in one pass. A listing without an end stays."""
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        redefined = {name for match in _REDEFINED.finditer(text) for name in match.groups() if name}
        self._verbatim = (_VERBATIM_NAMES | set(_NEW_VERBATIM.findall(text))) - redefined
        self._has_verb = "verb" not in redefined
        self._live: list[str] = []
        self._reachable: list[str] = []
        self._open: list[int] = []
        self._swallowed: list[int] = []
        self._endless: set[str] = set()
        self._position = 0
        self._depth = 0

    def read(self) -> TexSource:
        for match in _INERT.finditer(self._text):
            if match.start() >= self._position:
                self._take(match)
        self._keep(len(self._text))
        found = "".join(self._live), "".join(self._reachable)
        return TexSource(self._text, *found, tuple(self._open), tuple(self._swallowed))

    def _take(self, match: re.Match[str]) -> None:
        found = match[0]
        if found == "%":
            self._take_comment(match.start())
        elif found in "{}":
            self._depth = max(0, self._depth + (1 if found == "{" else -1))
        elif match[1]:
            self._take_listing(match)
        elif found.startswith((r"\url", r"\path", r"\nolinkurl", r"\href")):
            self._take_address(match.end())
        elif len(found) > 2 and self._has_verb:
            self._take_verb(match)

    def _take_comment(self, start: int) -> None:
        end = self._text.find("\n", start)
        end = len(self._text) if end < 0 else end
        line_start = self._text.rfind("\n", max(0, start - 200), start) + 1
        if _SWALLOWED.search(self._text, max(line_start, start - 14), min(end, start + 30)):
            self._swallowed.append(start)
        self._blank(start, end, is_inert=True)

    def _take_listing(self, match: re.Match[str]) -> None:
        name = match[1].strip()
        if name not in self._verbatim or name in self._endless:
            return
        end = self._text.find(f"\\end{{{name}}}", match.end())
        if end < 0:
            self._endless.add(name)
            return
        start = match.end()
        if name == "lstlisting" and self._text.startswith("[", start):
            # Its options name its label.
            closing = self._text.find("]\n", start, end)
            start = closing + 1 if closing >= 0 else start
        self._blank(start, end, is_inert=self._depth == 0)

    def _take_verb(self, match: re.Match[str]) -> None:
        mark = self._text[match.end() : match.end() + 1]
        line_end = self._text.find("\n", match.end())
        line_end = len(self._text) if line_end < 0 else line_end
        if not mark or mark.isspace() or mark.isalpha() or mark == "}":
            return
        end = self._text.find("}" if mark == "{" else mark, match.end() + 1, line_end)
        if end < 0:
            self._open.append(match.start())
            return
        self._blank(match.end(), end + 1, is_inert=self._depth == 0)

    def _take_address(self, start: int) -> None:
        """Blank a web address, in which `%`, `#` and `_` are ordinary characters."""
        line_end = self._text.find("\n", start)
        end = self._text.find("}", start, line_end if line_end >= 0 else None)
        if end >= 0 and "{" not in self._text[start:end]:
            self._blank(start, end, is_inert=False)
        else:
            self._depth += 1

    def _keep(self, end: int) -> None:
        self._live.append(self._text[self._position : end])
        self._reachable.append(self._text[self._position : end])
        self._position = end

    def _blank(self, start: int, end: int, *, is_inert: bool) -> None:
        self._keep(start)
        blank = _NOT_LINE_BREAK.sub(" ", self._text[start:end])
        # A line with only a comment does not end a paragraph: this space is none to the pattern of an empty line.
        blank = _COMMENT_MARK + blank[1:] if self._text[start] == "%" and blank else blank
        self._live.append(blank)
        self._reachable.append(blank if is_inert else self._text[start:end])
        self._position = end
