"""One line of Markdown as a text of a deck: its emphasis is kept, everything else of it is plain."""

import html
import re
from typing import Final

from inkwright.artifacts.slides.emphasis import escaped, visible
from inkwright.artifacts.slides.formula_words import with_formulas
from inkwright.artifacts.wording import cut, one_line

_CODE = re.compile(r"(?<!`)(`{1,3})(?!`)([^`]+)\1(?!`)")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\(([^()\s]*)(?:\s+\"([^\"]*)\")?\)")
_ADDRESS = re.compile(r"<(https?://[^<>\s]*)>")
_BREAK = re.compile(r"<br ?/?>", re.I)
_UNDERSCORES = re.compile(r"(?<![\\_A-Za-z0-9])(_{1,3})(?=[^\s_])([^_]*[^\s_\\])\1(?![_A-Za-z0-9])")
_STRUCK = re.compile(r"(?<!~)~~([^~]+)~~(?!~)")
# Stars and backticks stay escaped: a deck has them for emphasis too.
_ESCAPE = re.compile(r"\\([\\_{}\[\]()#+\-.!>|~<$])")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_SPECIAL = re.compile(r"[\[<_~\\&]")
# Emphasis stands inside emphasis; deeper than this it is no writing any more.
_PASSES: Final = 3
_MARKS: Final = "*_`~"
_UNSPACED = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")


def marked(written: str) -> str:
    """The line with its emphasis and its formulas as a deck has them; the address of a link stands behind its words."""
    written = with_formulas(written)
    found, start = [], 0
    for code in _CODE.finditer(written):
        found += [_tidied(written[start : code.start()]), f"`{code[2]}`"]
        start = code.end()
    return one_line("".join([*found, _tidied(written[start:])]))


def plain(written: str) -> str:
    """The line without emphasis, for titles, notes and other places that have none."""
    return escaped(one_line(visible(marked(written))))


def parts(text: str, most: int) -> list[str]:
    """The text, cut into as many as its budget asks for. Emphasis is lost where it is cut."""
    if len(text) <= most:
        return [text]
    found = [escaped(part) for part in cut(visible(text), most)]
    # A text of stars grows when they are escaped, threefold at most.
    return found if max(map(len, found), default=0) <= most else list(map(escaped, cut(visible(text), most // 3)))


def joined(lines: list[str]) -> str:
    """Wrapped lines as one: Chinese is joined without a space."""
    found: list[str] = []
    for line in map(str.strip, lines):
        if found and not (_UNSPACED.match(found[-1].rstrip(_MARKS)[-1:]) and _UNSPACED.match(line.lstrip(_MARKS))):
            found.append(" ")
        found.append(line)
    return "".join(found)


def _tidied(text: str) -> str:
    if not _SPECIAL.search(text):
        return text
    text = _ADDRESS.sub(r"\1", _LINK.sub(_link, _BREAK.sub(" ", text)))
    for _ in range(_PASSES):
        text = _STRUCK.sub(r"\1", _UNDERSCORES.sub(_starred, text))
    return _ENTITY.sub(_entity, _ESCAPE.sub(r"\1", text))


def _link(match: re.Match[str]) -> str:
    words, address, title = match[1], match[2], match[3] or ""
    behind = " ".join(filter(None, ("" if address in (words, "") or address.startswith("#") else address, title)))
    return f"{words} ({behind})" if words and behind else words or behind


def _starred(match: re.Match[str]) -> str:
    stars = "*" * len(match[1])
    return f"{stars}{match[2]}{stars}"


def _entity(match: re.Match[str]) -> str:
    sign = html.unescape(match[0])
    return f"\\{sign}" if sign in ("*", "`") else sign
