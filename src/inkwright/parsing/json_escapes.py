"""Backslashes in JSON strings: decide which are escapes and which are literal (TeX, Windows paths)."""

import re
from typing import Final

_TEX: Final = {
    "b": "bar begin beta between because big bigcap bigcup bigg biggl biggr bigl bigoplus bigotimes bigr bigskip binom "
    "bm bmod boldsymbol bot bowtie boxed bra breve bullet backslash bf bibitem bibliography",
    "f": "frac forall flat frown fbox footnote footnotesize fill fontsize framebox",
    "n": "nabla ne nearrow neg neq newcommand newline newpage nexists ngeq ni nleq nmid noindent nolimits nonumber "
    "normalsize not notin nparallel nsubseteq nu nwarrow natural ncong nless ngtr nsim",
    "r": "raggedright rangle rbrace rbrack rceil ref renewcommand rfloor rho right rightarrow rightharpoonup "
    "rightleftharpoons rm rule rtimes root rVert rvert",
    "t": "table tag tan tanh tau tbinom text textbf textit textrm textsf texttt textstyle textcolor textwidth tfrac "
    "therefore theta thickapprox tilde times tiny title to today top triangle triangleleft triangleq triangleright "
    "tableofcontents tabular twoheadrightarrow",
}
# Outside math these read as ordinary text after a tab or a line break: "\n" + "exists", "\t" + "able".
_AMBIGUOUS_COMMANDS: Final = frozenset(
    "natural ne neg newpage nexists ni nless nmid not nu real ref right rm root rule table tabular tag tan tau text "
    "tilde tiny title to today top".split()
)
_COMMANDS: Final = frozenset(word for words in _TEX.values() for word in words.split())
_NEVER_SURE: Final = frozenset({"nexists", "ni", "nless", "nmid"})
"""A line break and a word or a variable, even in a text with other commands."""

_ESCAPE = re.compile(r"\\(?:\r\n|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{1,6}\}|x[0-9a-fA-F]{2}|[\s\S])")
_NAME = re.compile(r"[A-Za-z]+")
_DELIMITER = re.compile(r"\$\$?|\\{1,2}[()\[\]]")
_CLOSER: Final = {"$": "$", "$$": "$$", "\\(": "\\)", "\\[": "\\]"}
_PATH = re.compile(r'[A-Za-z]:(?:\\[^\\/:*?"<>|\r\n]+)+\\?')
# Paths inside a longer text. A file ends its path: what follows `report.txt` is a line break.
_DRIVE_PATH = re.compile(r"(?<![A-Za-z\\])[A-Za-z]:(?:\\[\w.()~$+-]+)+\\?")
_RELATIVE_PATH = re.compile(r"(?<![\w\\:.])[\w.-]+(?:\\[\w.-]+)+\.[A-Za-z]\w{0,4}\b")
_FILE_BEFORE_BREAK = re.compile(r"\.[A-Za-z]\w{0,4}(?=\\[nrt])")
_CERTAIN_PATH = re.compile(
    r"[C-Zc-z]:(?:.*(?:\\[^nrtu]|\\r(?!\\n)|\\.+\\.+\\|\.[A-Za-z]\w{0,4}\Z)"
    r"|\\t(?:emp|mp|ests?|esting|ools|emplates|asks|raining|ex)\b)"
)
_SPACES: Final = frozenset("nrt")
_UNICODE = re.compile(r"(?<!\\)\\u[0-9a-fA-F]{4}")
_NETWORK_PATH = re.compile(r"\\\\[\w.-]+(?:\\[^\\/:*?\"<>|\r\n]+)+")
_COMMAND_OF_TEX = re.compile(r"\\[ac-eg-mo-qsv-zA-Z][A-Za-z]")
_UNKNOWN = re.compile(r"(?<!\\)\\(?![\"\\/bfnrtu])")
_HALF = re.compile("[\ud800-\udfff]")
_SIMPLE: Final = {
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    '"': '"',
    "'": "'",
    "`": "`",
    "/": "/",
    "\\": "\\",
    "\n": "",
    "\r\n": "",
}


def _trie_pattern(words: frozenset[str]) -> str:
    """Return a pattern for any of the words that fails at the first wrong letter."""
    heads = sorted({word[0] for word in words if word})
    branches = [head + _trie_pattern(frozenset(word[1:] for word in words if word[:1] == head)) for head in heads]
    inner = f"(?:{'|'.join(branches)})" if len(branches) > 1 else "".join(branches)
    return f"(?:{inner})?" if inner and "" in words else inner


# Every alternative starts with the backslash, so that a search can jump from one backslash to the next.
_SUSPECT = re.compile(
    rf"\\(?:{_trie_pattern(_COMMANDS)}(?![A-Za-z])"
    r"|(?<=[A-Za-z]:\\)|(?<=\"\\)\\\w)"
)
_CONTROL_IN_MATH = re.compile(r"\\(?:[bfrt]|n[A-Za-z])")


def may_need_fixing(text: str) -> bool:
    """Whether a JSON text may contain literal backslashes. Fast, with false positives but no false negatives."""
    if "\\" not in text:
        return False
    has_math = "$" in text or "\\(" in text or "\\[" in text
    return _SUSPECT.search(text) is not None or (has_math and _CONTROL_IN_MATH.search(text) is not None)


def fix_backslashes(body: str) -> str:
    """Return the raw body of a JSON string with literal backslashes doubled."""
    if "\\" not in body:
        return body
    if _is_path(body):
        return body.replace("\\", "\\\\")
    if _NETWORK_PATH.fullmatch(body) and _UNKNOWN.search(body):
        return body.replace("\\", "\\\\")
    return _fix_tex(_fix_paths_inside(body))


def _fix_paths_inside(body: str) -> str:
    """Double the backslashes of every path in a text, or of none: one certain path decides for the others.

    Whoever doubles one backslash means the others as escapes.
    """
    paths = [] if "\\\\" in body else [_path_part(path[0]) for path in _DRIVE_PATH.finditer(body)]
    if not any(_CERTAIN_PATH.match(path) for path in paths) or any(_UNICODE.search(path) for path in paths):
        return body
    body = _DRIVE_PATH.sub(lambda path: _double_path(path[0]), body)
    return _RELATIVE_PATH.sub(lambda path: _double_path(path[0]), body)


def _path_part(written: str) -> str:
    file = _FILE_BEFORE_BREAK.search(written)
    return written[: file.end()] if file else written


def _double_path(written: str) -> str:
    path = _path_part(written)
    return path.replace("\\", "\\\\") + written[len(path) :]


def _is_path(body: str) -> bool:
    """Whether the whole string is a path with single backslashes. `B:\\nBecause it is` is an answer, not a path.

    Whoever doubles one backslash means the others as escapes.
    """
    if not _PATH.fullmatch(body) or "\\\\" in body or _UNICODE.search(body):
        return False
    singles = re.findall(r"\\(.)", body)
    if body[0] in "abAB" and set(singles) <= _SPACES:
        return False
    if any(letter != "n" for letter in singles) or re.search(r"\.\w{1,5}$", body):
        return True
    return len(singles) > 1 and body[0] not in "abAB" and " " not in body


def _fix_tex(body: str) -> str:
    math = _math_spans(body)
    index = 0
    parts: list[str] = []
    last = 0
    has_tex = False
    for escape in _ESCAPE.finditer(body):
        if escape[0][1:] not in _TEX:
            has_tex = has_tex or _COMMAND_OF_TEX.match(body, escape.start()) is not None
            continue
        while index < len(math) and math[index][1] <= escape.start():
            index += 1
        inside = math[index][2] if index < len(math) and math[index][0] <= escape.start() else ""
        if _is_literal(body, escape.start(), inside, has_tex=has_tex):
            parts += (body[last : escape.start()], "\\")
            last = escape.start()
            has_tex = True
    parts.append(body[last:])
    return "".join(parts)


def _math_spans(body: str) -> list[tuple[int, int, str]]:
    """Return the formulas as (start, end, `inline` or `display`)."""
    tokens = [(token[0].replace("\\\\", "\\"), token.start(), token.end()) for token in _DELIMITER.finditer(body)]
    last_seen = {mark: start for mark, start, _ in tokens}
    spans: list[tuple[int, int, str]] = []
    opened: tuple[str, int] | None = None
    for mark, start, end in tokens:
        if opened and mark == _CLOSER[opened[0]] and _can_close(body, mark, start, end):
            spans.append((opened[1], end, "inline" if opened[0] in ("$", "\\(") else "display"))
            opened = None
        elif opened is None or opened[0] == "$":
            opens = last_seen.get(_CLOSER.get(mark, ""), -1) > start and _can_open(body, mark, end)
            opened = (mark, start) if opens else None
    return spans


def _can_open(body: str, mark: str, end: int) -> bool:
    return mark != "$" or not body[end : end + 1].isspace()


def _can_close(body: str, mark: str, start: int, end: int) -> bool:
    """Whether the mark can close a formula. `$5 and $6` is money: no space before a closing `$`, no digit after it."""
    return mark != "$" or not (body[start - 1].isspace() or body[end : end + 1].isdigit())


def _is_literal(body: str, position: int, inside: str, *, has_tex: bool) -> bool:
    """Whether the backslash is literal. `has_tex`: a command with a single backslash came before, so `\\nu` is another.

    What follows does not count: the start of a text must not change when more of it arrives.
    """
    name = _NAME.match(body, position + 1)
    if name is None:
        return False
    command, following = name[0], body[name.end() : name.end() + 1]
    if inside == "inline":
        return len(command) > 1 or command not in "n"
    known = command in _COMMANDS
    if inside == "display":
        return known or command[0] in "bf"
    if not known:
        return False
    if following == "{" or command not in _AMBIGUOUS_COMMANDS or (has_tex and command not in _NEVER_SURE):
        return True
    return command == "right" and following in tuple(")]|.}>\\")


_COMPLETE_ESCAPES = re.compile(r"(?:[^\\]++|\\[^u]|\\u[0-9a-fA-F]{4})*+", re.DOTALL)
_HALF_ESCAPE = re.compile(r"\\?|\\u[0-9a-fA-F]{0,3}")
_HIGH_SURROGATE = re.compile(r"(?<!\\)(?:\\\\)*(\\u[dD][89abAB][0-9a-fA-F]{2})\Z")
_CONTROL = re.compile(r"(?<!\\)(?:\\\\)*(\\[bfnrt])")
_LAST_COMMAND = re.compile(r"(?<!\\)(?:\\\\)*(\\([bfnrt][A-Za-z]*))\Z")
_DRIVE = re.compile(r"(?<![A-Za-z\\])[A-Za-z]:(?=\\)")
_LOOK_BACK: Final = 64


def certain_part(body: str) -> str | None:
    """Return the part of an open string that stays as it is, whatever follows; None if an escape is invalid.

    It ends before half an escape, half a surrogate pair, and a backslash that may turn out to be literal.
    """
    complete = _COMPLETE_ESCAPES.match(body)
    if complete is None or not _HALF_ESCAPE.fullmatch(body, complete.end()):
        return None
    certain = complete[0]
    tail = max(0, len(certain) - _LOOK_BACK)
    last = _HIGH_SURROGATE.search(certain, tail) or _last_command(certain, tail)
    certain = certain[: last.start(1)] if last else certain
    undecided = _undecided_from(certain) if "\\" in certain else None
    control = _CONTROL.search(certain, undecided) if undecided is not None else None
    return certain[: control.start(1)] if control else certain


def _last_command(body: str, tail: int) -> re.Match[str] | None:
    """Return the escape at the end whose letters may become a TeX command."""
    last = _LAST_COMMAND.search(body, tail)
    return last if last and any(command.startswith(last[2]) for command in _COMMANDS) else None


def _undecided_from(body: str) -> int | None:
    """Return where a formula or a Windows path begins that the text so far does not end."""
    opened: tuple[str, int] | None = None
    for token in _DELIMITER.finditer(body):
        mark = token[0].replace("\\\\", "\\")
        if opened and mark == _CLOSER[opened[0]] and _can_close(body, mark, *token.span()):
            opened = None
        elif mark in _CLOSER and (opened is None or opened[0] == "$") and _can_open(body, mark, token.end()):
            opened = (mark, opened[1] if opened else token.start())
    drive = _DRIVE.search(body)
    starts = [opened[1]] if opened else []
    return min([*starts, drive.start()] if drive else starts, default=None)


def whole_characters(text: str) -> str:
    """Return the text without halves of surrogate pairs: pairs are joined, a lone half becomes U+FFFD."""
    if text.isascii() or not _HALF.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def unescape(body: str) -> str:
    """Decode the escapes in the body of a string. An unknown escape keeps its backslash."""
    if "\\" not in body:
        return body
    return whole_characters(_ESCAPE.sub(_decode, body))


def _decode(escape: re.Match[str]) -> str:
    written = escape[0][1:]
    if written in _SIMPLE:
        return _SIMPLE[written]
    if len(written) > 1:
        code = int(written[1:].strip("{}"), 16)
        return chr(code) if code <= 0x10FFFF else "\ufffd"
    return escape[0]
