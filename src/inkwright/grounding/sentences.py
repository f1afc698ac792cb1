"""Split a text into lines, passages and sentences without markup, and record their positions."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from inkwright.grounding.cleaning import PARAGRAPH_END, REMOVED, clean_source, show_escaped

_HAN: Final = "\u3400-\u9fff\uf900-\ufaff"
_WIDE_MARK: Final = "\u3000-\u303f\uff00-\uffef"
_CURLY: Final = "“”‘’…"
_QUOTED = re.compile(r"^(?:[ \t]*>)+")
_RULE = re.compile(r"[\s=*_+|:-]*")
_ITEM = re.compile(
    rf"^(?:[-*+•·][ \t]+(?:\[[ xX]\][ \t]+)?|\d{{1,3}}(?:[.)][ \t]+|[.)](?=[{_HAN}])|、)|"
    rf"[（(]\d{{1,2}}[）)](?=[ \t]*[{_HAN}])|[①-⑳]|[一二三四五六七八九十]{{1,3}}、)"
)
_EMPHASIS = re.compile(
    r"`|\*\*(?=\S)|(?<=\S)\*\*|(?<![A-Za-z0-9*])\*(?=[^\s*])|(?<=[^\s*])\*(?![A-Za-z0-9*])|"
    r"(?<!\w)_{1,2}(?=[^\s_])|(?<=[^\s_])_{1,2}(?![\w{\\])"
)
_END = re.compile(r"(?<![.!?])[.!?]++[\"'”’)\]]*+ (?=[^\Wa-zß-öø-ÿ_]|[\"'“‘(\[])|[。！？]+[”’」』）)]*")
# A full stop after one of these does not end a sentence.
_TITLE = re.compile(
    r"(?<![A-Za-z.])(?:(?i:e\.g|i\.e|cf|vs|viz|figs?|eqs?|dr|prof|mrs?|ms|messrs)|St|Mt|Ft|Gen|Col|Sen|Rep|Gov|Capt|Lt|Sgt|Rev"
    r"|Hon|Pres|Adm|Maj)\.$"
)
# After one of these a sentence ends only if a word follows that opens sentences.
_SHORT_FORM = re.compile(
    r"(?<![A-Za-z.])(?:(?:[A-Za-z]\.){1,4}[A-Za-z]|[A-Z]|Inc|Ltd|Co|Corp|Jr|Sr|etc|al|Ave|Blvd|Dept|Bros|Ph\.D|c|ca)\.$"
)
_BEFORE_NUMBER = re.compile(
    r"(?<![A-Za-z.])(?i:approx|ch|nos?|pp?|refs?|secs?|tab|vol|art|jan|feb|mar|apr|aug|sept?|oct|nov|dec)\.$"
)
# A letter that names something ends a sentence: Vitamin C.
_LETTER_NAME = re.compile(
    r"(?:°|(?i:vitamins?|hepatitis|type|types|class|grade|plan|group|appendix|part|point|points|option|line|malcolm|"
    r"war|section|layer|gene|factor|protein|case|table|step|version|model|phase|chapter|team|"
    r"letter) )[A-Z]\.$"
)
_OPENER = re.compile(
    r"[\"'“‘(\[]*(?:The|A|An|In|On|At|By|For|From|It|Its|He|She|They|We|You|I|This|That|These|Those|There|Here|But|And|Or|So"
    r"|Yet|However|When|While|After|Before|Although|Though|Because|Since|If|As|To|With|Without|Each|Every|Some|Many|Most|All|No"
    r"|Not|Both|One|Two|Another|Other|His|Her|Their|Our|My|What|Which|Who|How|Why|Where|Then|Thus|Today|Later|During|Under"
    r"|Between|Such|Once|Now|Also|Of|According|Instead|Other|Several|Few|Nobody|Nothing|None|Everybody|Everyone|Everything)\b"
)
_MAX_SHORT_FORM: Final = 24
_OPENING: Final = "“「『（"
_CLOSING: Final = "”」』）"
_MAX_QUOTED: Final = 400
_JOINED_WITHOUT_SPACE = re.compile(
    rf"[{_WIDE_MARK}].|.[{_WIDE_MARK}]|[{_HAN}][{_HAN}{_CURLY}]|[{_CURLY}][{_HAN}]", re.DOTALL
)
_MARKED = re.compile(
    r"(?<![\w*])(\*\*|__|\*|_)(?=[^\s*_])([^*_\n]{2,60}?)(?<=[^\s*_])\1(?![\w*])|(?<=[^\x00-\x7f])(\*\*)([^*\n]{2,40})\*\*"
)
_HAN_LETTER = re.compile(f"[{_HAN}]")
_HEADING_END = re.compile(r" #+$")


class TextLine(NamedTuple):
    """A line of the text: its number (from 1), its indentation, and its text without surrounding whitespace."""

    number: int
    indent: int
    text: str
    is_quoted: bool = False

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
    """A paragraph or list item: one text, joined from several lines. `marked` are its words in bold and italics."""

    text: str
    starts: tuple[int, ...]
    numbers: tuple[int, ...]
    marked: tuple[str, ...] = ()
    is_aside: bool = False

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
    """Yield the lines that people read: without code, comments, metadata, HTML and quote marks."""
    for line in clean_lines(clean_source(document, keeps_formulas=True).text):
        yield line._replace(text="") if line.text == REMOVED else line


def clean_lines(text: str) -> Iterator[TextLine]:
    """Yield the lines of a clean text. A paragraph that ends inside a line is followed by an empty line."""
    for number, line in enumerate(text.split("\n"), 1):
        first, *others = line.split(PARAGRAPH_END)
        read = _QUOTED.sub("", first)
        yield TextLine(number, len(read) - len(read.lstrip()), read.strip(), len(read) < len(first))
        for part in filter(str.strip, others):
            yield TextLine(number, 0, "")
            yield TextLine(number, 0, part.strip())
        if others:
            yield TextLine(number, 0, "")


def heading_text(line: str) -> str:
    """Return the text of a heading line."""
    return _HEADING_END.sub("", strip_markup(line.lstrip("#")))


def strip_list_mark(line: str) -> str:
    """Return the line without its list mark."""
    return _ITEM.sub("", line)


def strip_markup(line: str) -> str:
    """Return the line without markup."""
    return " ".join(show_escaped(_EMPHASIS.sub("", line)).split())


def marked_terms(line: str) -> list[str]:
    """Return the words in bold or italics."""
    return [show_escaped(found[2] or found[4]).strip() for found in _MARKED.finditer(line)]


def joined(pieces: Sequence[str]) -> str:
    """Join the pieces, with spaces where the script uses them."""
    return (
        "".join(part for pair in zip(["", *_separators(pieces)], pieces, strict=True) for part in pair)
        if pieces
        else ""
    )


def sentences_in(passage: str) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a passage, each with its start position. A quotation of several sentences is not split."""
    start, depth, counted = 0, 0, 0
    for end in _END.finditer(passage):
        if _is_short_form(passage, end):
            continue
        piece = passage[counted : end.end()]
        depth = max(0, depth + sum(map(piece.count, _OPENING)) - sum(map(piece.count, _CLOSING)))
        counted = end.end()
        if (depth or _is_attributed(passage, start, end)) and end.end() - start < _MAX_QUOTED:
            continue
        yield start, passage[start : end.end()].strip()
        start, depth = end.end(), 0
    yield start, passage[start:].strip()


def _is_attributed(passage: str, start: int, end: re.Match[str]) -> bool:
    """Whether a Chinese sentence continues: after a bracket, or with who said the quotation that it opens with."""
    is_quotation = passage[start] in _OPENING and end[0][-1] in _CLOSING
    return (is_quotation or end[0][-1] == "）") and _HAN_LETTER.match(passage, end.end()) is not None


def _is_short_form(passage: str, end: re.Match[str]) -> bool:
    """Whether the full stop belongs to an abbreviation, after which the sentence continues."""
    if end[0][0] != ".":
        return False
    before = passage[max(0, end.start() + 1 - _MAX_SHORT_FORM) : end.start() + 1]
    if _TITLE.search(before):
        return True
    if _BEFORE_NUMBER.search(before):
        return passage[end.end() : end.end() + 1].isdigit() or passage[end.end() : end.end() + 1] in ("(", "[")
    if _LETTER_NAME.search(before) or not _SHORT_FORM.search(before):
        return False
    return _OPENER.match(passage, end.end()) is None


def _separators(pieces: Sequence[str]) -> list[str]:
    return [
        "" if _JOINED_WITHOUT_SPACE.fullmatch(before[-1:] + after[:1]) else " " for before, after in pairwise(pieces)
    ]
