"""Split a text into lines, passages and sentences without markup, and record their positions."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from inkwright.parsing.fences import fenced_blocks

_HAN: Final = "\u3400-\u9fff\uf900-\ufaff"
_WIDE_MARK: Final = "\u3000-\u303f\uff00-\uffef"
_CURLY: Final = "“”‘’…"
# Replaces a line end inside a comment: the lines around a comment form one paragraph with correct line numbers.
_HIDDEN_END: Final = "\x1e"

_CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f\ufeff\ud800-\udfff]")
_LINE_END = re.compile("\r\n?")
_NO_LINE_END = re.compile("[\x0b\x0c\x1c-\x1f\x85\u2028\u2029]")
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(?:(?:[\w-]+:|[ \t#]|- )[^\n]*\n)*+---[ \t]*$", re.MULTILINE)
_UNDERLINED = re.compile(r"^[ \t]*([^\s#>|=][^\n]*)\n[ \t]*={3,}[ \t]*$", re.MULTILINE)
_QUOTED = re.compile(r"^(?:[ \t]*>)+")
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
_ABBREVIATION = re.compile(r"\b(?:(?i:e\.g|i\.e|cf|vs|viz|figs?|eqs?|dr|prof|mrs?|ms)|(?<![A-Za-z])[A-Z])\.$")
_ABBREVIATION_BEFORE_NUMBER = re.compile(r"\b(?i:al|approx|ca|ch|nos?|pp?|refs?|secs?|tab|vol)\.$")
_MAX_ABBREVIATION: Final = 8
_JOINED_WITHOUT_SPACE = re.compile(
    rf"[{_WIDE_MARK}].|.[{_WIDE_MARK}]|[{_HAN}][{_HAN}{_CURLY}]|[{_CURLY}][{_HAN}]", re.DOTALL
)
_HEADING_END = re.compile(r" #+$")


class TextLine(NamedTuple):
    """A line of the text: its number (from 1), its indentation, and its text without surrounding whitespace."""

    number: int
    indent: int
    text: str

    @property
    def is_rule(self) -> bool:
        """Whether the line has no text: it is empty or a drawn rule."""
        return _RULE.fullmatch(self.text) is not None

    @property
    def is_table(self) -> bool:
        """Whether it is the row of a table."""
        return self.text.startswith("|") or self.text.count(" | ") > 1

    @property
    def is_heading(self) -> bool:
        """Whether it is marked as a heading."""
        return self.text.startswith("#")

    @property
    def mark(self) -> str:
        """The mark of a list item, or an empty string."""
        found = _ITEM.match(self.text)
        return found[0] if found else ""


class TextPassage(NamedTuple):
    """A paragraph or list item: one text, joined from several lines."""

    text: str
    starts: tuple[int, ...]
    numbers: tuple[int, ...]

    def line_at(self, position: int) -> int:
        """Return the number of the line that contains the character at `position`."""
        return self.numbers[max(0, bisect_right(self.starts, position) - 1)]


def passage_of(pieces: Sequence[tuple[int, str]]) -> TextPassage:
    """Join numbered pieces into one passage."""
    non_empty = [(number, piece) for number, piece in pieces if piece]
    texts = [piece for _, piece in non_empty]
    lengths = (len(text) + len(separator) for text, separator in zip(texts, _separators(texts), strict=False))
    starts = tuple(accumulate(lengths, initial=0)) if texts else ()
    return TextPassage(joined(texts), starts, tuple(number for number, _ in non_empty))


def lines_of(document: str) -> Iterator[TextLine]:
    """Yield the lines that people read: without code, comments, metadata and quote marks."""
    text = _NO_LINE_END.sub(" ", _LINE_END.sub("\n", _CONTROL.sub("", document)))
    text = _FRONT_MATTER.sub(lambda found: "\n" * found[0].count("\n"), text)
    text = _UNDERLINED.sub("# \\1\n", _without_comments(_without_code(text)))
    number = 1
    for line in text.split("\n"):
        shown = line.lstrip(_HIDDEN_END)
        read = _QUOTED.sub("", shown.replace(_HIDDEN_END, " "))
        indent = len(read) - len(read.lstrip())
        yield TextLine(number + len(line) - len(shown), indent, read.strip())
        number += 1 + line.count(_HIDDEN_END)


def heading_text(line: str) -> str:
    """Return the text of a heading line."""
    return _HEADING_END.sub("", strip_markup(line.lstrip("#")))


def strip_list_mark(line: str) -> str:
    """Return the line without its list mark."""
    return _ITEM.sub("", line)


def strip_markup(line: str) -> str:
    """Return the line without markup."""
    return " ".join(_EMPHASIS.sub("", _LINK.sub(r"\1", line)).split())


def joined(pieces: Sequence[str]) -> str:
    """Join the pieces, with spaces where the script uses them."""
    return (
        "".join(part for pair in zip(["", *_separators(pieces)], pieces, strict=True) for part in pair)
        if pieces
        else ""
    )


def sentences_in(passage: str) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a passage, each with its start position."""
    start = 0
    for end in _END.finditer(passage):
        mark = end.start() + 1
        if not _ends_in_abbreviation(
            passage[max(0, mark - _MAX_ABBREVIATION) : mark], passage[end.end() : end.end() + 1]
        ):
            yield start, passage[start : end.end()].strip()
            start = end.end()
    yield start, passage[start:].strip()


def _separators(pieces: Sequence[str]) -> list[str]:
    return [
        "" if _JOINED_WITHOUT_SPACE.fullmatch(before[-1:] + after[:1]) else " " for before, after in pairwise(pieces)
    ]


def _without_code(text: str) -> str:
    """Return the text with closed code blocks replaced by empty lines."""
    kept: list[str] = []
    position = 0
    for block in fenced_blocks(text):
        if block.closing is not None:
            kept.append(text[position : block.opening.start])
            kept.append("\n" * text.count("\n", block.opening.start, block.closing.end))
            position = block.closing.end
    return "".join([*kept, text[position:]])


def _without_comments(text: str) -> str:
    first, *rest = text.split("<!--")
    kept = [first]
    for piece in rest:
        comment, end, rest_of_piece = piece.partition("-->")
        kept.append(_HIDDEN_END * comment.count("\n") + rest_of_piece if end else piece)
    return "".join(kept)


def _ends_in_abbreviation(before: str, after: str) -> bool:
    """Whether the full stop belongs to an abbreviation, after which the sentence continues."""
    is_number = after.isdigit() or after in ("(", "[")
    return bool(_ABBREVIATION.search(before)) or (is_number and bool(_ABBREVIATION_BEFORE_NUMBER.search(before)))
