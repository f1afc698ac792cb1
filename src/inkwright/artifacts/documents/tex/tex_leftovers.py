"""What does not belong in a finished LaTeX file: Markdown, placeholders, remarks around it, stray characters."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from inkwright.artifacts.documents.tex.tex_packages import LoadedPackages
from inkwright.artifacts.documents.tex.tex_source import TexSource

_MATH = re.compile(
    r"\$\$[^$]{0,20000}\$\$|\$[^$]{0,3000}\$|\\\[.{0,20000}?\\\]|\\\(.{0,3000}?\\\)|"
    r"\\begin\{(equation|align|gather|multline|eqnarray|displaymath|tikzpicture|axis|flalign|alignat|algorithmic)(\*?)\}"
    r".{0,60000}?\\end\{\1\2\}",
    re.DOTALL,
)
_MARKDOWN: Final = (
    re.compile(r"(?<![\\*\w}])\*\*[^\s*][^*\n]{0,200}?\*\*(?!\*)"),
    re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+\S[^\n]{0,200}", re.MULTILINE),
    re.compile(r"^[ \t]*```[^\n]{0,80}", re.MULTILINE),
    re.compile(r"(?<!\\)\[[^\[\]\n{}\\]{1,120}\]\(https?://[^\s)]{1,300}\)"),
    re.compile(r"^[ \t]*\|(?:[ \t]*:?-{3,}:?[ \t]*\|)+", re.MULTILINE),
    re.compile(r"^[ \t]*[-*+][ \t]+\[[ xX]\][ \t]+\S[^\n]{0,120}", re.MULTILINE),
    re.compile(r"(?<![`\w\\])`[A-Za-z_][\w./-]{0,60}`(?![`'\w])"),
    re.compile(r"!\[[^\]\n]{0,120}\]\([^()\s]{1,200}\)"),
    re.compile(
        r"^[ \t]{0,3}[-*][ \t]+[A-Za-z\u3400-\u9fff][^\n]{0,300}\n[ \t]{0,3}[-*][ \t]+[A-Za-z\u3400-\u9fff][^\n]{0,80}",
        re.M,
    ),
)
_PLACEHOLDER = re.compile(
    r"(?<![A-Za-z0-9\\{/])(?:TODO|TBD|FIXME|XXX+|TKTK)(?![A-Za-z-])(?!\s+(?:list|item|comment|app))"
    r"|(?i:lorem ipsum dolor)|(?:待补充|待填写|待完善|此处填写|在此插入)"
    r"|(?<![A-Za-z}*\]])\[\s*(?:(?i:insert|placeholder|your|add|fill in|citation needed)\b|插入|填写|请)"
    r"[^\]\n]{0,80}\]|\?\?\?"
    r"|<(?:(?i:insert|your)\b)[^<>\n]{0,60}>"
    # A number that was never measured, such as XX.X\%. The initials X.X. are none.
    r"|(?<![A-Za-z\d\\./_-])(?:XX+\.X+|X\.XX+|(?:X+(?:\.X+)?|xx+(?:\.x+)?|x\.x+)[ ~]?(?:\\%|％))(?![A-Za-z\d])"
)
_CLASS = re.compile(r"\\documentclass(?![A-Za-z])")
_END = re.compile(r"\\end[ \t]*\{document\}")
_BEFORE = re.compile(r"\s*([^\s\\{}\[\]#][^\n]*)")
_AFTER = re.compile(r"\s*([^\s\\{}][^\n]*)")
_MAKE_TITLE = re.compile(r"\\maketitle(?![A-Za-z])")
_TITLE = re.compile(r"\\[A-Za-z]*[tT]itle\s*[\[{]|\\(?:g?def|(?:re)?newcommand)\W{0,3}(?:@title|maketitle)")
_LATE = re.compile(r"\\(?:usepackage|RequirePackage)(?![A-Za-z])")
_BRACKETED = re.compile(
    r"\\(?:documentclass|usepackage|RequirePackage|includegraphics|(?:sub){0,2}section|chapter|caption|sqrt|item|"
    r"footnote|cite[a-z]{0,6}|begin\{(?:figure|table|enumerate|itemize|minipage)\*?\})\*?[ \t]*(\[)"
)
_BRACKET_PART = re.compile(
    r"\\.|[\[\]{}]|\n[ \t]*\n|"
    r"(?<=\n)[ \t]*(?=\\(?:usepackage|begin|title|author|section|documentclass|item)(?![A-Za-z]))",
    re.DOTALL,
)
_MAX_BRACKET: Final = 1_500
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_OWN_FONT = re.compile(r"\\(?:newfontfamily|newfontface|fontspec|setmainfont)(?![A-Za-z])")
_FOREIGN = re.compile(
    "[\u0370-\u03ff\u0400-\u052f\u0590-\u05ff\u0600-\u06ff\u3040-\u30ff\uac00-\ud7af\u2080-\u209c\u2070-\u207f"
    "\u2190-\u21ff\u2200-\u22ff\u2460-\u24ff\u2500-\u25ff\u2700-\u27bf\U0001f300-\U0001faff]"
)
_FOREIGN_PACKAGES: Final = frozenset(
    "fontspec unicode-math polyglossia newunicodechar textgreek alphabeta textalpha xltxtra luatexja CJK CJKutf8 "
    "mathspec ucs greek-inputenc arabtex arabluatex".split()
)


class TexLeftover(NamedTuple):
    """A finding: its code, its position, the words that it quotes."""

    code: str
    position: int
    text: str


def find_leftovers(source: TexSource, loaded: LoadedPackages) -> Iterator[TexLeftover]:
    """Yield what a model or a person left in the file by mistake, and characters that cannot be set."""
    yield from _check_frame(source, loaded)
    yield from _check_brackets(source)
    body_end = found.start() if (found := _END.search(source.live)) else len(source.live)
    body = source.live[source.body_start : body_end]
    plain = _MATH.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), body)
    for pattern in _MARKDOWN:
        if match := pattern.search(plain):
            yield TexLeftover("tex.markdown", source.body_start + match.start(), match[0])
    for match in _PLACEHOLDER.finditer(plain):
        yield TexLeftover("tex.placeholder", source.body_start + match.start(), _line_at(plain, match.start()))
        break
    yield from _check_characters(source, loaded)
    for position in source.swallowed:
        if source.body_start <= position < body_end:
            yield TexLeftover("tex.percent", position, source.line_text(source.line(position)))


def _line_at(text: str, position: int) -> str:
    start = text.rfind("\n", 0, position) + 1
    end = text.find("\n", position)
    return text[max(start, position - 30) : end if end >= 0 else None].strip()


def _check_frame(source: TexSource, loaded: LoadedPackages) -> Iterator[TexLeftover]:
    classes = list(_CLASS.finditer(source.live))
    # A package that is not known may bring environments that show code.
    if len(classes) > 1 and loaded.is_understood:
        yield TexLeftover("tex.two_classes", classes[1].start(), "")
    if classes and (before := _BEFORE.match(source.live, 0, classes[0].start())):
        yield TexLeftover("tex.outside", before.start(1), before[1])
    if (end := _END.search(source.live)) and (after := _AFTER.match(source.live, end.end())):
        yield TexLeftover("tex.after_end", after.start(1), after[1])
    late = _LATE.search(source.live, source.body_start) if loaded.is_understood else None
    if late:
        yield TexLeftover("tex.late_package", late.start(), "")
    title = _MAKE_TITLE.search(source.live) if loaded.has_known_class else None
    if title and not _TITLE.search(source.live):
        yield TexLeftover("tex.no_title", title.start(), "")


def _check_brackets(source: TexSource) -> Iterator[TexLeftover]:
    """Yield the first optional argument that is never closed."""
    for match in _BRACKETED.finditer(source.live):
        depth, braces = 1, 0
        for part in _BRACKET_PART.finditer(source.live, match.end(), match.end() + _MAX_BRACKET):
            braces += {"{": 1, "}": -1}.get(part[0], 0)
            if braces == 0:
                depth += {"[": 1, "]": -1}.get(part[0], 0)
            if depth == 0:
                break
            if braces < 0 or not part[0].strip():
                yield TexLeftover("tex.bracket", match.start(), match[0])
                return


def _check_characters(source: TexSource, loaded: LoadedPackages) -> Iterator[TexLeftover]:
    if loaded.is_chinese() or not loaded.has_known_class:
        return
    # A font that the file chooses may have the characters.
    if (han := _HAN.search(source.live)) and not _OWN_FONT.search(source.live):
        yield TexLeftover("tex.no_chinese", han.start(), "")
    if (
        not loaded.is_understood
        or loaded.all & _FOREIGN_PACKAGES
        or re.search(r"\\DeclareUnicodeCharacter|T2A|LGR|russian|greek|ukrainian", source.live)
    ):
        return
    if foreign := _FOREIGN.search(source.live, source.body_start):
        yield TexLeftover("tex.character", foreign.start(), foreign[0])
