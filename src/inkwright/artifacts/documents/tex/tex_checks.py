"""Checks a .tex without TeX for code that would not compile or must not be compiled."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from inkwright.artifacts.documents.file_checks import check_file, check_lines, excerpt
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.i18n import Reason

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*+)%[^\n]*")
_VERBATIM = re.compile(r"\\begin\{(verbatim\*?|Verbatim|lstlisting|minted|comment)\}")
_SHORT_VERBATIM = re.compile(r"\\verb\*?([!-)+-/:-@\[-`{-~])[^\n]{0,400}?\1")
_ENVIRONMENT = re.compile(r"\\(begin|end)[ \t]*\{([^{}\n]*)\}")
_FILE_COMMANDS: Final = (
    r"input|include|includegraphics|subfile|lstinputlisting|verbatiminput|VerbatimInput|inputminted|"
    r"bibliography|addbibresource|openin|InputIfFileExists"
)
_OUTSIDE_PATH: Final = r"(?:/|~|\||[A-Za-z]:[\\/]|\.\./|[^{}\n]{0,200}?/\.\./)"
_DANGEROUS: Final = (
    re.compile(r"\\(?:immediate[ \t]*\\)?write[ \t]*18(?!\d)"),
    re.compile(r"\\(?:ShellEscape|directlua|latelua)\b"),
    re.compile(
        rf"\\(?:{_FILE_COMMANDS})(?![A-Za-z])\*?(?:\[[^\]\n]{{0,200}}\]){{0,2}}[ \t]*+"
        rf"(?:\{{[ \t\"]*{_OUTSIDE_PATH}|\d*[ \t]*=?[ \t\"]*{_OUTSIDE_PATH})"
    ),
)


def strip_comments_and_listings(source: str) -> str:
    """Return the source without comments and listings, which are not LaTeX. A listing without an end stays."""
    return _SHORT_VERBATIM.sub("", _without_verbatim(_COMMENT.sub(r"\1", source)))


def dangerous_commands(live: str) -> list[str]:
    """Return the first command of each kind that runs a program or reads outside the folder."""
    return [found[0].strip() for pattern in _DANGEROUS if (found := pattern.search(live))]


def first_unbalanced_environment(live: str) -> tuple[str, dict[str, str]] | None:
    """Return the first unbalanced environment. Problems that follow from it are not reported.

    The result is `not_opened`, `crossed` or `not_closed`, and the fields of its message.
    """
    opened: list[str] = []
    for match in _ENVIRONMENT.finditer(live):
        name = match[2].strip()
        if match[1] == "begin":
            opened.append(name)
        elif not opened:
            return "not_opened", {"name": name}
        elif opened[-1] != name:
            return "crossed", {"opened": opened[-1], "closed": name}
        else:
            opened.pop()
    return ("not_closed", {"name": opened[-1]}) if opened else None


def _without_verbatim(source: str) -> str:
    parts: list[str] = []
    position = 0
    endless: set[str] = set()
    for opening in _VERBATIM.finditer(source):
        if opening.start() < position or opening[1] in endless:
            continue
        ending = f"\\end{{{opening[1]}}}"
        end = source.find(ending, opening.end())
        if end < 0:
            endless.add(opening[1])
            continue
        parts.append(source[position : opening.start()])
        position = end + len(ending)
    return "".join([*parts, source[position:]])


MAX_CHARACTERS: Final = 2_000_000
MAX_BRACES: Final = 200

_REQUIRED: Final = (r"\documentclass", r"\begin{document}", r"\end{document}")
_LABEL = re.compile(r"\\(?:label|hypertarget)\s*\{([^{}]{1,300})\}")
_REFERENCE = re.compile(r"\\(?:ref|eqref|pageref|autoref|nameref|[cC]ref|vref)\*?\s*\{([^{}]{1,300})\}")
_LINK = re.compile(r"\\(?:hyperlink\s*\{|hyperref\s*\[)([^{}\[\]]{1,300})[}\]]")
_CITATION = re.compile(r"\\(?:[a-z]{0,10}cite[a-z]{0,10})\*?\s*+(?:\[[^\]]{0,200}\]){0,2}\s*+\{([^{}]{1,500})\}")
_ENTRY = re.compile(r"\\bibitem\s*+(?:\[[^\]]{0,300}\])?\s*+\{([^{}]{1,200})\}")
_BIBLIOGRAPHY = re.compile(r"\\(?:bibliography|addbibresource)\s*+(?:\[[^\]]{0,200}\])?\s*+\{([^{}]{1,300})\}")
_BIB_KEY = re.compile(r"@\w+\s*\{\s*([^,\s{}]{1,200})\s*,")
_GRAPHICS = re.compile(r"\\includegraphics\*?\s*+(?:\[[^\]]{0,300}\])?\s*+\{([^{}]{1,300})\}")
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_CHINESE = re.compile(r"xeCJK|ctex|luatexja|CJKutf8")
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f]")
_BRACE = re.compile(r"\\.|[{}]|\n", re.DOTALL)


def check_tex(draft: Draft) -> list[Finding]:
    """Return the problems of a LaTeX file, or an empty list if it passes. Any bytes are accepted."""
    location = Location(file=draft.name)
    found = check_file(draft, ".tex", with_others=True)
    if found:
        return found
    try:
        source = draft.main.decode("utf-8")
    except UnicodeDecodeError as problem:
        return [finding("document.damaged", location, problem=Reason("reason.documents.not_utf8", start=problem.start))]
    if len(source) > MAX_CHARACTERS or _CONTROL.search(source):
        is_too_long = len(source) > MAX_CHARACTERS
        key = "reason.documents.too_long" if is_too_long else "reason.documents.control_characters"
        return [finding("document.damaged", location, problem=Reason(key, limit=MAX_CHARACTERS))]
    live = strip_comments_and_listings(source)
    return [
        *_check_structure(live, source, location),
        *_check_references(live, draft.files, location),
        *check_lines(live.splitlines(), location),
    ]


def _check_structure(live: str, source: str, location: Location) -> Iterator[Finding]:
    missing = [part for part in _REQUIRED if part not in live]
    if missing:
        yield finding("tex.missing", location, parts=", ".join(missing))
    if unbalanced := first_unbalanced_environment(live):
        key, fields = unbalanced
        yield finding(f"tex.{key}", location, severity="error", **fields)
    brace = None if unbalanced else _unbalanced_brace(live)
    if brace:
        yield finding("tex.brace", location, text=excerpt(brace))
    for command in dangerous_commands(live):
        yield finding("tex.dangerous", location, command=excerpt(command))
    if _HAN.search(live) and not _CHINESE.search(live):
        yield finding("tex.no_chinese", location)
    if not (missing or unbalanced or brace) and (problem := _parse_problem(source)):
        yield finding("tex.unparsed", location, problem=excerpt(problem))


def _unbalanced_brace(live: str) -> str | None:
    """Return the line of the first brace without a partner."""
    opened: list[int] = []
    line = 0
    for match in _BRACE.finditer(live):
        if match[0] == "\n":
            line += 1
        elif match[0] == "{":
            opened.append(line)
        elif match[0] == "}":
            if not opened:
                return live.split("\n")[line] or "}"
            opened.pop()
    return (live.split("\n")[opened[-1]] or "{") if opened else None


def _parse_problem(source: str) -> str | None:
    """Return the first error of pylatexenc, which parses LaTeX into a tree."""
    from pylatexenc.latexwalker import LatexWalker, LatexWalkerParseError  # noqa: PLC0415 - slow to import

    # It is recursive; no real document is nested this deeply.
    if re.search(rf"\{{{{{MAX_BRACES}}}", source):
        return "{" * 20
    try:
        LatexWalker(source, tolerant_parsing=False).get_latex_nodes()
    except LatexWalkerParseError as problem:
        return str(problem).splitlines()[0]
    except RecursionError:
        return "…"
    return None


def _check_references(live: str, files: Mapping[str, bytes], location: Location) -> Iterator[Finding]:
    labels = Counter(_LABEL.findall(live))
    for name, count in labels.items():
        if count > 1:
            yield finding("tex.twice", location, name=excerpt(name))
    references = [each.strip() for names in _REFERENCE.findall(live) for each in names.split(",")]
    for name in dict.fromkeys([*references, *_LINK.findall(live)]):
        if name not in labels:
            yield finding("tex.no_label", location, name=excerpt(name))
    keys = _bibliography_keys(live, files)
    cited = [each.strip() for names in _CITATION.findall(live) for each in names.split(",")]
    for name in dict.fromkeys(cited):
        if name not in keys:
            yield finding("tex.no_entry", location, name=excerpt(name))
    for name in dict.fromkeys(_GRAPHICS.findall(live)):
        if not any(each == name or each.rpartition(".")[0] == name for each in files):
            yield finding("tex.no_picture", location, name=excerpt(name))


def picture_names(source: str) -> list[str]:
    """Return the names of the pictures that a LaTeX text shows, each once."""
    return list(dict.fromkeys(_GRAPHICS.findall(source)))


def _bibliography_keys(live: str, files: Mapping[str, bytes]) -> set[str]:
    keys = set(_ENTRY.findall(live))
    for names in _BIBLIOGRAPHY.findall(live):
        for name in names.split(","):
            content = files.get(f"{name.strip().removesuffix('.bib')}.bib", b"")
            keys |= set(_BIB_KEY.findall(content.decode("utf-8", "replace")))
    return keys
