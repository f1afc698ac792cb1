"""KaTeX and Chart.js in pages: which of them a page uses, and the blocks embedded for them."""

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from inkwright.artifacts.webpages.javascript import blank_strings
from inkwright.artifacts.webpages.page_parts import LibraryName

STYLE: Final = "style"
SCRIPT: Final = "script"
_FOLDER: Final = Path(__file__).parent
_VENDORED: Final = _FOLDER / "vendored"
_MARK: Final = "library-"

_DOLLARS = re.compile(r"(?<![\\$])(\$\$?)(?![\s$])(?:[^$\\]|\\.)+?(?<!\s)\1(?![$\d])", re.S)
_BRACKETS: Final = (("\\(", "\\)"), ("\\[", "\\]"))
# In a script `${a}/${b}` is not a formula: a formula has a command, a power or an index.
_DOLLARS_IN_SCRIPT = re.compile(r"(?<![\\$\w])\$(?![\s{])(?=([^$\n`]{1,300})\$(?!\d))")
_TEX_LIKE = re.compile(r"\\\\[A-Za-z]|[\^_]")
_KATEX_CALLED = re.compile(r"(?<![\w$.])(?:katex\s*\.|renderMathInElement\s*\()")
_CHART_USED = re.compile(r"(?<![\w$.])(?:window\.)?Chart\s*[.(]")
_OWN_CHART = re.compile(r"\b(?:class|function|const|let|var)\s+Chart\b")
_TAG = re.compile(r"<(?P<closes>/?)(?P<left>(?:script|style|textarea|pre|code|svg)\b)?[^<>]*+>", re.I)
_FONT_FACE = re.compile(r"@font-face\{[^}]*?url\(fonts/KaTeX_([\w-]+)\.woff2\)[^}]*\}")
_FONT_SOURCE = re.compile(r"src:[^}]*")
_USUAL_FONTS: Final = frozenset(
    {"AMS-Regular", "Main-Regular", "Math-Italic", "Size1-Regular", "Size2-Regular", "Size3-Regular", "Size4-Regular"}
)
_FONTS_BY_COMMAND: Final = {
    "Caligraphic-": r"\\(?:math)?cal\b",
    "Fraktur-": r"\\(?:math)?frak\b",
    "Main-Bold": r"\\(?:(?:math|text)?bf|textbf|bold|boldsymbol|bm|pmb)\b",
    "Main-Italic": r"\\(?:(?:math|text)?it|textit|emph)\b",
    "Math-BoldItalic": r"\\(?:boldsymbol|bm|pmb)\b",
    "SansSerif-": r"\\(?:math|text)?sf\b",
    "Script-": r"\\mathscr\b",
    "Typewriter-": r"\\(?:(?:math|text)?tt|verb)\b",
}
_LICENCE_START: Final = "/*! "
"""Every library begins with its licence. No digest is computed for other scripts."""


class LibraryBlock(NamedTuple):
    """An element of the file that contains a library or its styles."""

    tag: str
    id: str
    content: str

    def written(self) -> str:
        """Return the element and a line end."""
        return f'<{self.tag} id="{_MARK}{self.id}">\n{self.content}\n</{self.tag}>\n'


def has_formula(words: str) -> bool:
    """Whether a text has a formula in `$…$`, `$$…$$`, `\\(…\\)` or `\\[…\\]`."""
    if "$" in words and _DOLLARS.search(words):
        return True
    return any(_has_between(words, opens, closes) for opens, closes in _BRACKETS)


def find_libraries(markup: str, script: str) -> frozenset[LibraryName]:
    """Return the libraries that a body and a script use."""
    found: set[LibraryName] = set()
    if any(map(has_formula, _typeset_texts(markup))) or _script_has_formulas(script):
        found.add("katex")
    if "Chart" in script:
        code = blank_strings(script)
        if _CHART_USED.search(code) and not _OWN_CHART.search(code):
            found.add("chart")
    return frozenset(found)


def library_blocks(libraries: frozenset[LibraryName], markup: str, script: str) -> list[LibraryBlock]:
    """Return the blocks for these libraries, with only the fonts that the page uses."""
    found = []
    if "katex" in libraries:
        written = f"{markup}\n{script}"
        fonts = [name for name, command in _FONTS_BY_COMMAND.items() if re.search(command, written)]
        found.append(LibraryBlock(STYLE, "katex-style", _katex_style(tuple(fonts))))
        found.append(LibraryBlock(SCRIPT, "katex", _vendored_file("katex.js")))
        found.append(LibraryBlock(SCRIPT, "typesetting", _own_file("typesetting.js")))
    if "chart" in libraries:
        found.append(LibraryBlock(SCRIPT, "chart", _vendored_file("chart.js")))
        found.append(LibraryBlock(SCRIPT, "charting", _own_file("charting.js")))
    return found


def end_of_blocks(page: str, start: int, tag: str) -> int:
    """Return the end of the library blocks that begin at this position."""
    opens, closes = f'<{tag} id="{_MARK}', f"\n</{tag}>\n"
    while page.startswith(opens, start):
        end = page.find(closes, start)
        if end < 0:
            break
        start = end + len(closes)
    return start


def is_library(script: str) -> bool:
    """Whether a script is one of our libraries, byte for byte, and needs no checks."""
    code = script.strip()
    return code.startswith(_LICENCE_START) and hashlib.sha256(code.encode()).hexdigest() in _digests()


def _script_has_formulas(script: str) -> bool:
    if _KATEX_CALLED.search(script) or any(_has_between(script, f"\\{one}", f"\\{two}") for one, two in _BRACKETS):
        return True
    return any(_TEX_LIKE.search(found[1]) for found in _DOLLARS_IN_SCRIPT.finditer(script))


def _has_between(words: str, opens: str, closes: str) -> bool:
    start = words.find(opens)
    return start >= 0 and words.find(closes, start + len(opens) + 1) >= 0


def _typeset_texts(markup: str) -> Iterator[str]:
    """Yield the texts of a body that are typeset, without those in code and similar elements."""
    if "$" not in markup and "\\" not in markup:
        return
    depth, start = 0, 0
    for tag in _TAG.finditer(markup):
        if not depth:
            yield html.unescape(markup[start : tag.start()])
        if tag["left"]:
            depth = max(0, depth + (-1 if tag["closes"] else 1))
        start = tag.end()
    yield html.unescape(markup[start:])


@cache
def _vendored_file(name: str) -> str:
    return (_VENDORED / name).read_text(encoding="utf-8").strip()


@cache
def _own_file(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8").strip()


@cache
def _digests() -> frozenset[str]:
    return frozenset(json.loads(_vendored_file("versions.json"))["digests"])


@cache
def _katex_style(extra: tuple[str, ...]) -> str:
    """Return the styles of KaTeX with the usual and the extra fonts. Wide formulas scroll inside their column."""

    def face(found: re.Match[str]) -> str:
        name = found[1]
        if name not in _USUAL_FONTS and not name.startswith(extra):
            return ""
        font = base64.b64encode((_VENDORED / "fonts" / f"KaTeX_{name}.woff2").read_bytes()).decode()
        return _FONT_SOURCE.sub(f'src:url(data:font/woff2;base64,{font}) format("woff2")', found[0])

    own = ".katex-display{overflow-x:auto;overflow-y:hidden;padding:.2em 0}"
    return _FONT_FACE.sub(face, _vendored_file("katex.css")) + own
