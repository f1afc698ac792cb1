"""The sentences of a document that a file about it may quote."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from inkwright.parsing.fences import blocks

MOST_QUOTES: Final = 60
_LONGEST: Final = 300
_SHORTEST: Final = 25
_SHORTEST_HAN: Final = 10

_HAN: Final = "\u3400-\u9fff\uf900-\ufaff"
_WIDE_MARK: Final = "\u3000-\u303f\uff00-\uffef"
_CURLY: Final = "“”‘’…"

_UNSEEN = re.compile("[\x00-\x08\x0e-\x1b\x7f\ufeff\ud800-\udfff]")
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(?:(?:[\w-]+:|[ \t#]|- )[^\n]*\n)*+---[ \t]*$", re.MULTILINE)
_UNDERLINED = re.compile(r"^[ \t]*([^\s#>|=][^\n]*)\n[ \t]*={3,}[ \t]*$", re.MULTILINE)
_CITED = re.compile(r"^(?:[ \t]*>)+")
_RULE = re.compile(r"[\s=*_+|:-]*")
_ITEM = re.compile(
    rf"^(?:[-*+•·][ \t]+(?:\[[ xX]\][ \t]+)?|\d{{1,3}}(?:[.)][ \t]+|[.)](?=[{_HAN}])|、)|"
    rf"[（(]\d{{1,2}}[）)](?=[ \t]*[{_HAN}])|[①-⑳]|[一二三四五六七八九十]{{1,3}}、)"
)
_LINK = re.compile(r"!?\[([^\[\]\n]{0,300})\]\([^()\s]{0,600}\)")
_EMPHASIS = re.compile(
    r"`|\*\*(?=\S)|(?<=\S)\*\*|(?<![A-Za-z0-9*])\*(?=[^\s*])|(?<=[^\s*])\*(?![A-Za-z0-9*])|"
    r"(?<!\w)_{1,2}(?=[^\s_])|(?<=[^\s_])_{1,2}(?![\w{\\])"
)
_END = re.compile(r"(?<![.!?])[.!?]++[\"'”’)\]]*+ (?=[^\Wa-zß-öø-ÿ_]|[\"'“‘(\[])|[。！？]+[”’」』）]*")
_SHORTENED = re.compile(r"\b(?:(?i:e\.g|i\.e|cf|vs|viz|figs?|eqs?|dr|prof|mrs?|ms)|(?<![A-Za-z])[A-Z])\.$")
_SHORTENED_BEFORE_NUMBER = re.compile(r"\b(?i:al|approx|ca|ch|nos?|pp?|refs?|secs?|tab|vol)\.$")
_LONGEST_SHORTENED: Final = 8
_GLUED = re.compile(rf"[{_WIDE_MARK}].|.[{_WIDE_MARK}]|[{_HAN}][{_HAN}{_CURLY}]|[{_CURLY}][{_HAN}]", re.DOTALL)


def headings_of(document: str) -> list[str]:
    """What stands behind a `#`, or above a line of `===`, without its dress."""
    headings = (_plain(line.lstrip("#")) for line in _lines(document) if line.startswith("#"))
    return [re.sub(r" #+$", "", heading) for heading in headings if re.search(r"\w", heading)]


def quotes_of(document: str) -> list[str]:
    """Whole sentences, in the document's order and each once: neither scraps nor endless ones."""
    sentences = (sentence for passage in _passages(document) for sentence in _sentences(passage))
    whole = (sentence for sentence in sentences if _is_long_enough(sentence) and len(sentence) <= _LONGEST)
    return list(dict.fromkeys(whole))[:MOST_QUOTES]


def joined(pieces: Sequence[str]) -> str:
    """The pieces as one text; a space stands between them where the script has spaces."""
    between = ("" if _GLUED.fullmatch(before[-1:] + after[:1]) else " " for before, after in pairwise(pieces))
    return "".join(part for pair in zip(["", *between], pieces, strict=True) for part in pair) if pieces else ""


def _passages(document: str) -> list[str]:
    """Paragraphs and items of lists, each on one line; headings, tables and code are left out."""
    passages: list[list[str]] = []
    is_open = False
    for line in _lines(document):
        if _RULE.fullmatch(line) or line.startswith(("#", "|")) or line.count(" | ") > 1:
            is_open = False
        elif is_open and not _ITEM.match(line):
            passages[-1].append(_plain(line))
        else:
            passages.append([_plain(_ITEM.sub("", line))])
            is_open = True
    return [joined([piece for piece in passage if piece]) for passage in passages]


def _lines(document: str) -> Iterator[str]:
    """The lines that people read: without code, comments, metadata and the marks of a citation."""
    text = "\n".join(_UNSEEN.sub("", document).splitlines())
    text = _UNDERLINED.sub(r"# \1", _without_comments(_without_code(_FRONT_MATTER.sub("", text))))
    return (_CITED.sub("", line).strip() for line in text.split("\n"))


def _without_code(text: str) -> str:
    """The text with an empty line for each closed block."""
    kept: list[str] = []
    position = 0
    for block in blocks(text):
        if block.closing is not None:
            kept.append(text[position : block.opening.start])
            position = block.closing.end
    return "\n".join([*kept, text[position:]])


def _without_comments(text: str) -> str:
    first, *rest = text.split("<!--")
    return first + "".join(piece.partition("-->")[2] if "-->" in piece else piece for piece in rest)


def _plain(line: str) -> str:
    return " ".join(_EMPHASIS.sub("", _LINK.sub(r"\1", line)).split())


def _sentences(passage: str) -> Iterator[str]:
    start = 0
    for end in _END.finditer(passage):
        mark = end.start() + 1
        if not _is_shortened(passage[max(0, mark - _LONGEST_SHORTENED) : mark], passage[end.end() : end.end() + 1]):
            yield passage[start : end.end()].strip()
            start = end.end()
    yield passage[start:].strip()


def _is_shortened(before: str, after: str) -> bool:
    """Whether the full stop belongs to a shortened word, behind which the sentence goes on."""
    is_number = after.isdigit() or after in ("(", "[")
    return bool(_SHORTENED.search(before)) or (is_number and bool(_SHORTENED_BEFORE_NUMBER.search(before)))


def _is_long_enough(sentence: str) -> bool:
    return len(sentence) >= _SHORTEST or len(re.findall(f"[{_HAN}]", sentence)) >= _SHORTEST_HAN
