"""Clean a source before anything is taken from it: only prose, lists, tables and headings remain.

Lines keep their numbers. Where something is removed that a sentence needs, `REMOVED` stays behind, and what contains it
is not used.
"""

import re
from html import unescape
from typing import Final, NamedTuple

from inkwright.grounding.asciidoc import as_markdown, is_asciidoc
from inkwright.parsing.fences import fenced_blocks

REMOVED: Final = "\ufffc"
"""Replaces a formula, a picture or a reference inside a line."""
PARAGRAPH_END: Final = "\u2029"
"""Replaces an HTML block that begins or ends inside a line."""

_CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f\ufeff\ufffc\ud800-\udfff\ue000-\ue07f]")
_LINE_END = re.compile("\r\n?")
_NO_LINE_END = re.compile("[\x0b\x0c\x1c-\x1f\x85\u2028\u2029]")
_FRONT_MATTER = re.compile(
    r"\A(?:---|\+\+\+)[ \t]*\n(?:(?:[\w-]+[ \t]*[:=]|[ \t#]|- |$)[^\n]*\n)*+(?:---|\+\+\+)[ \t]*$", re.M
)
_TITLE = re.compile(r"^title[ \t]*[:=][ \t]*(?P<quote>[\"']?)(?P<title>[^\n]{1,300}?)(?P=quote)[ \t]*$", re.M)
_UNDERLINED = re.compile(r"^[ \t]*([^\s#>|=][^\n]*)\n[ \t]*={3,}[ \t]*$", re.MULTILINE)

_TERM = re.compile(r"^([^\s#>|:*+-][^\n:]{0,80})\n[ \t]{0,3}:[ \t]{1,4}(\S[^\n]*)$", re.M)
_CARET = re.compile(r"^\^[ \t]*$", re.M)

_DROPPED_ELEMENTS: Final = frozenset(
    "audio canvas embed figcaption figure form iframe math nav object pre script select style svg table textarea "
    "video".split()
)
_ELEMENT = re.compile(rf"<({'|'.join(sorted(_DROPPED_ELEMENTS))})\b[^<>]{{0,2000}}>", re.I)
_BLOCKS: Final = frozenset(
    "address article aside blockquote body center details dd div dl dt fieldset footer h1 h2 h3 h4 h5 h6 header hr "
    "html li main ol p section summary tbody td tfoot th thead title tr ul".split()
)
_INLINE: Final = frozenset(
    "a abbr b bdi bdo big cite code del dfn em font i ins kbd label mark q ruby s samp small span strong sub sup time "
    "tt u var wbr".split()
)
_HEADING = re.compile(r"^[ \t]*<h([1-6])\b[^<>\n]{0,500}>([^\n]{1,300}?)</h\1>[ \t]*$", re.I | re.M)
_BOX_TITLE = re.compile(
    r"<(span|div|p|strong)\b[^<>\n]{0,200}\b(?:class|data-type)=(\"|')[^<>\"'\n]{0,100}\btitle\b[^<>\n]{0,200}>"
    r"([^<>\n]{1,200})</\1>",
    re.I,
)
# A term and its meaning belong together: "<dt>-k</dt><dd>Keep the input files.</dd>".
_DEFINED_TERM = re.compile(
    r"<dt\b[^<>]{0,300}>((?:(?!</?d[tdl]\b)[^\n]){1,300}?)</dt>(\s{0,40})<dd\b[^<>]{0,300}>(\s{0,40})(?:<p\b[^<>]{0,300}>)?",
    re.I,
)
# Boxes next to the text of a textbook: worked examples, exercises, and stories that go on from chapter to chapter.
_DIVISION = re.compile(r"<(/?)div\b([^<>]{0,500})>", re.I)
_BOX = re.compile(r"\bdata-type=[\"']?(?:note|example|exercise|problem|solution|injected-exercise)\b", re.I)
_SCRIPT = re.compile(r"<(su[bp])\b[^<>\n]{0,100}>([^<>\n]{1,12})</\1>", re.I)
_BREAK = re.compile(r"<br\s*/?>", re.I)
_TAG = re.compile(r"</?([A-Za-z][\w.-]{0,40})(?:\s[^<>]{0,1000})?/?>")
_SUPERSCRIPTS: Final = dict(zip("0123456789+-−–n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻ⁿ", strict=True))
_SUBSCRIPTS: Final = dict(zip("0123456789+-−–", "₀₁₂₃₄₅₆₇₈₉₊₋₋₋", strict=True))
_ORDINALS: Final = ("st", "nd", "rd", "th")

# Two line breaks of a text that was HTML separate paragraphs.
_HARD_BREAK = re.compile(r"(?:\\[ \t]*\n[ \t]*){2,}")
_TEMPLATE = re.compile(r"\{%[^%]{0,2000}%\}|\{\{[^{}]{0,2000}\}\}|\{\{?[<%][^{}]{0,2000}[>%]\}\}?")
_ATTRIBUTES = re.compile(r"\{:[^{}\n]{0,500}\}|\{[#.][^{}\n]{0,300}\}")
_DIRECTIVE = re.compile(
    r"^[ \t]*(?:(?::{3,}|!{3}|\?{3}[+-]?|={3}(?= ))[^\n]{0,300}|\.\. [\w-]+::[^\n]{0,300}|"
    r":[\w-]+:`[^`\n]{0,300}`[ \t]*|@\w+[^\n]{0,80})$",
    re.M,
)
# The title of a box introduces what is in it: `??? info "Terrain"`, `!!! tip Terrain`.
_ADMONITION = re.compile(
    r"^[ \t]*(?:!{3}|\?{3}[+-]?|={3})[ \t]+"
    r"(?:[^\"\n]{0,100}\"([^\"\n]{1,200})\"|[a-z]{1,20}[ \t]+([^\"\n]{1,200}))[ \t]*$",
    re.M,
)
_ROLE = re.compile(r":[\w-]{1,30}:`[^`\n]{0,300}`")
_FORMULA = re.compile(
    r"\$\$[^$]{1,4000}\$\$|(?<![\\$\w])\$(?=[^\s$])[^$\n]{1,300}(?<=[^\s\\$])\$(?![\w$])|"
    r"\\\[[^\[\]]{1,2000}\\\](?!\])|\\\((?:(?!\\\))[^\n]){1,500}\\\)|\\begin\{(\w{1,20}\*?)\}(?:(?!\\begin|\\end).){0,4000}\\end\{\1\}",
    re.S,
)
_COMMAND = re.compile(r"\\[a-zA-Z]{2,30}\*?(?:\[[^\[\]\n]{0,100}\])?\{[^{}\n]{0,300}\}")
_PICTURE_LINE = re.compile(r"^[ \t]*!\[[^\n]*\)[ \t]*$", re.M)
_PICTURE = re.compile(
    r"!\[[^\[\]\n]{0,1000}\](?:\([^()\s]{0,1000}(?:[ \t]+\"[^\"\n]{0,3000}\")?[ \t]*\)|\[[^\[\]\n]{0,200}\])"
)
_DEFINED = re.compile(r"^[ \t]{0,3}\[([^\[\]\n]{1,300})\]:[ \t]*\S[^\n]*$", re.M)
_CITED = re.compile(
    r"\[\^[^\[\]\s]{1,60}\]|\[@[^\[\]\n]{1,200}\]|(?<=[^\s\[(])\[\d{1,3}(?:[,–-] ?\d{1,3}){0,9}\](?![(\[])|"
    r" ?\((?:\[\\\[[^\[\]\\\n]{1,40}\\\]\]\([^()\s]{0,300}\)[ ,;]*(?:and |or )?){1,6}\)"
)
_BARE_LINK = re.compile(r"\[\\\[[^\[\]\\\n]{1,40}\\\]\]\([^()\s]{0,300}\)")
_LINK = re.compile(
    r"\[([^\[\]]{0,300})\](?:\([ \t]*<?[^()\s]{0,1000}(?:\([^()\s]{0,100}\)[^()\s]{0,300})?>?"
    r"(?:[ \t]+\"[^\"\n]{0,300}\")?[ \t]*\)|"
    r"\[[^\[\]\n]{0,200}\])"
)
_LINK_END = re.compile(r"\]\([^()\s]{1,1000}\)")
_STRUCK = re.compile(r"~~[^~\n]{1,500}~~")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+.!'\"<>~$:-])")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,30});")
# Dashes typed as hyphens, as in TeX: 7--8, and words --- like these --- between two of them.
_DASHES = re.compile(r"(?<=[^\s|:<!-])( ?)(-{2,3})\1(?=[^\s|:>-])")
_MARKS: Final = frozenset("\\`*_[]#+<>|~$-")
_HIDDEN: Final = 0xE000
"""An escaped mark is hidden in the private area until markup has been read."""


class CleanSource(NamedTuple):
    """The readable text, and the title that the metadata gives it."""

    text: str
    title: str


def clean_source(document: str, *, keeps_formulas: bool = False) -> CleanSource:
    """Return the text without code, metadata, HTML, templates, formulas and references, in linear time."""
    text = _NO_LINE_END.sub(" ", _LINE_END.sub("\n", _CONTROL.sub("", document)))
    if is_asciidoc(text):
        text = as_markdown(text, REMOVED)
    title = ""
    if head := _FRONT_MATTER.match(text):
        found = _TITLE.search(head[0])
        title = show_escaped(" ".join(_ENTITY.sub(_entity, _TAG.sub("", found["title"])).split())) if found else ""
        text = _line_ends(head) + text[head.end() :]
    text = _HARD_BREAK.sub(lambda found: _line_ends(found) + PARAGRAPH_END, text)
    text = _without_boxes(_without_elements(_without_comments(_without_code(text))))
    if not keeps_formulas:
        text = _COMMAND.sub(_removed, _FORMULA.sub(_removed, text))
    text = _without_html(_without_templates(text))
    text = _TERM.sub("- \\1: \\2\n", _CARET.sub("", _DASHES.sub(_dash, _without_references(text))))
    return CleanSource(_UNDERLINED.sub("# \\1\n", text), title)


def show_escaped(text: str) -> str:
    """Return the text with its escaped marks, after markup has been read."""
    return text.translate(_SHOWN)


_SHOWN: Final = {_HIDDEN + code: chr(code) for code in range(128)}


def _hide(mark: str) -> str:
    return "".join(chr(_HIDDEN + ord(char)) if char in _MARKS else char for char in mark)


def _line_ends(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


def _removed(found: re.Match[str]) -> str:
    """Return what replaces something removed: nothing where it is on lines of its own."""
    text, start, end = found.string, found.start(), found.end()
    before = text[text.rfind("\n", max(0, start - 200), start) + 1 : start] if start else ""
    is_alone = not before.strip(" \t>") and text[end : end + 1] in ("", "\n")
    return _line_ends(found) if is_alone else REMOVED + _line_ends(found)


def _without_code(text: str) -> str:
    """Return the text with closed code blocks replaced by `REMOVED` on a line of its own."""
    kept: list[str] = []
    position = 0
    for block in fenced_blocks(text):
        if block.closing is not None:
            kept.append(text[position : block.opening.start])
            kept.append(f"{REMOVED}{PARAGRAPH_END}" + "\n" * text.count("\n", block.opening.start, block.closing.end))
            position = block.closing.end
    return "".join([*kept, text[position:]])


def without_directives(text: str) -> str:
    """Return the text without fenced directives of its publishing program, such as ```` ```{toctree} ````."""
    kept: list[str] = []
    position = 0
    for block in fenced_blocks(text):
        if block.closing is not None and block.opening.info.lstrip().startswith("{"):
            kept.append(text[position : block.opening.start])
            position = block.closing.end
    return "".join([*kept, text[position:]])


def _without_comments(text: str) -> str:
    first, *rest = text.split("<!--")
    kept = [first]
    for piece in rest:
        comment, end, rest_of_piece = piece.partition("-->")
        kept.append("\n" * comment.count("\n") + rest_of_piece if end else piece)
    return "".join(kept)


def _without_elements(text: str) -> str:
    """Return the text without the HTML elements whose content is not prose."""
    kept: list[str] = []
    position, unclosed, lower = 0, set[str](), text.lower()
    for found in _ELEMENT.finditer(text):
        name = found[1].lower()
        if found.start() < position or name in unclosed:
            continue
        end = lower.find(f"</{name}", found.end())
        if end < 0:
            unclosed.add(name)
            continue
        end = lower.find(">", end) + 1 or len(text)
        kept += [text[position : found.start()], PARAGRAPH_END, "\n" * text.count("\n", found.start(), end)]
        position = end
    return "".join([*kept, text[position:]])


def _without_boxes(text: str) -> str:
    """Return the text without the boxes next to it. A box that is not closed stays."""
    kept: list[str] = []
    position = depth = 0
    opened: re.Match[str] | None = None
    for tag in _DIVISION.finditer(text):
        if opened is None and not tag[1] and _BOX.search(tag[2]):
            opened, depth = tag, 1
        elif opened is not None:
            depth += -1 if tag[1] else 1
            if depth == 0:
                kept += [text[position : opened.start()], PARAGRAPH_END]
                kept.append("\n" * text.count("\n", opened.start(), tag.end()))
                position, opened = tag.end(), None
    return "".join([*kept, text[position:]])


def _without_templates(text: str) -> str:
    text = _ATTRIBUTES.sub("", _TEMPLATE.sub(_removed, text))
    text = _ADMONITION.sub(_box_title, text)
    return _ROLE.sub(_removed, _DIRECTIVE.sub("", text))


def _box_title(found: re.Match[str]) -> str:
    title = (found[1] or found[2]).strip()
    return f"{PARAGRAPH_END}{title}{':' if title.isascii() else '：'}"


def _without_html(text: str) -> str:
    text = _DEFINED_TERM.sub(rf"{PARAGRAPH_END}\2\3- \1: ", text)
    text = _BOX_TITLE.sub(rf"{PARAGRAPH_END}\3{PARAGRAPH_END}", text)
    text = _HEADING.sub(lambda found: f"{'#' * int(found[1])} {found[2]}", text)
    return _TAG.sub(_without_tag, _BREAK.sub(" ", _SCRIPT.sub(_script, text)))


def _script(found: re.Match[str]) -> str:
    """Return a superscript or subscript as characters: x² is not x2."""
    inside = found[2].strip()
    signs = _SUPERSCRIPTS if found[1].lower() == "sup" else _SUBSCRIPTS
    if inside in _ORDINALS:
        return inside
    return "".join(signs[char] for char in inside) if inside and all(char in signs for char in inside) else REMOVED


def _without_tag(found: re.Match[str]) -> str:
    name = found[1].lower()
    if name in _INLINE:
        return _line_ends(found)
    return PARAGRAPH_END + _line_ends(found) if name in _BLOCKS else _removed(found)


def _without_references(text: str) -> str:
    labels = {found[1].casefold() for found in _DEFINED.finditer(text)}
    text = _PICTURE.sub(_removed, _PICTURE_LINE.sub("", _DEFINED.sub("", text)))
    text = _LINK.sub(r"\1", _BARE_LINK.sub(REMOVED, _CITED.sub("", text)))
    if labels:
        text = re.sub(
            r"(?<!\])\[([^\[\]]{1,300})\](?!\[)", lambda it: it[1] if it[1].casefold() in labels else it[0], text
        )
    text = _ESCAPED.sub(lambda found: _hide(found[1]), _STRUCK.sub(REMOVED, _LINK_END.sub(REMOVED, text)))
    return _ENTITY.sub(_entity, text)


def _dash(found: re.Match[str]) -> str:
    return f"{found[1]}{'–' if len(found[2]) == 2 else '—'}{found[1]}"


def _entity(found: re.Match[str]) -> str:
    return _hide(_NO_LINE_END.sub(" ", _CONTROL.sub("", unescape(found[0]).replace("\xa0", " ").replace("\n", " "))))
