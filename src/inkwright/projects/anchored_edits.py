"""Small edits at a place that is quoted from the text: the anchor. Everything outside of it stays as it is.

An anchor is looked for exactly, then without differences of spacing, width and quotes, then with a similarity of at
least 0.85 and the same numbers and negations. An anchor that fits several places, or none, is refused: nothing is
guessed.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Final, Literal

from inkwright.projects.fuzzy_search import similar_spans

EditAction = Literal["replace", "insert_after", "delete"]
RefusalReason = Literal["ambiguous", "missing", "empty", "overlapping"]

MAX_EDITS: Final = 100
_MAX_CANDIDATES: Final = 5
_EXCERPT: Final = 60
_MAX_TRAILING: Final = 200
"""How many spaces before a line end still belong to it."""
_NUMERALS: Final = frozenset("零〇一二三四五六七八九十百千万两")
_ENGLISH_NEGATIONS: Final = r"not|no|never|nor|neither|none|nobody|nothing|without|cannot"
_NEGATION: Final = re.compile(rf"[不没沒未无無非勿别別]|\b(?:{_ENGLISH_NEGATIONS})\b|n't\b", re.IGNORECASE)
_NEGATION_BEFORE: Final = re.compile(rf"(?:\b(?:{_ENGLISH_NEGATIONS})|n't)\s*$|[不没沒未无無非勿]$", re.IGNORECASE)
_LOOK_BACK: Final = 12
"""“Not every river” is not the place of “Every river”."""
_SINGLE_QUOTES: Final = "‘’‚‛`´′『』"
_DOUBLE_QUOTES: Final = "“”„‟″「」"
_QUOTES: Final = str.maketrans(dict.fromkeys(_SINGLE_QUOTES, "'") | dict.fromkeys(_DOUBLE_QUOTES, '"'))
_JOINER: Final = "\u200d"
_INVISIBLE: Final = frozenset("\u200b\u2060\ufeff\u00ad")


@dataclass(frozen=True, slots=True)
class AnchoredEdit:
    """Replace the anchor by a text, insert a text directly after it, or delete it."""

    action: EditAction
    anchor: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class EditHunk:
    """One change of a text: at `start`, `old` becomes `new`."""

    start: int
    old: str
    new: str

    @property
    def end(self) -> int:
        """Where the old text ends."""
        return self.start + len(self.old)


@dataclass(frozen=True, slots=True)
class EditRefused:
    """Why an edit cannot be made: the number of the edit, from 0, and the beginnings of the places that it may mean."""

    index: int
    reason: RefusalReason
    anchor: str
    candidates: tuple[str, ...] = ()


def locate_edits(content: str, edits: Sequence[AnchoredEdit]) -> tuple[EditHunk, ...] | EditRefused:
    """Return the changes of a text in their order; if one edit is refused, none is made."""
    hunks = []
    normal = _Normalised(content)
    for index, edit in enumerate(edits):
        spans = _spans(content, normal, edit.anchor) if edit.anchor.strip() else []
        if len(spans) != 1:
            reason: RefusalReason = "ambiguous" if spans else "missing" if edit.anchor.strip() else "empty"
            excerpts = tuple(content[start : start + _EXCERPT] for start, _ in spans)
            return EditRefused(index, reason, edit.anchor[:_EXCERPT], excerpts)
        hunks.append((index, _hunk(content, edit, *spans[0])))
    hunks.sort(key=lambda each: (each[1].start, each[1].end, each[0]))
    for (_, before), (index, after) in pairwise(hunks):
        if after.start < before.end:
            return EditRefused(index, "overlapping", edits[index].anchor[:_EXCERPT])
    return tuple(hunk for _, hunk in hunks)


def apply_hunks(content: str, hunks: Sequence[EditHunk]) -> str:
    """Return the text with the changes, which are in their order and do not overlap."""
    parts, end = [], 0
    for hunk in hunks:
        parts += [content[end : hunk.start], hunk.new]
        end = hunk.end
    return "".join([*parts, content[end:]])


def _hunk(content: str, edit: AnchoredEdit, start: int, end: int) -> EditHunk:
    if edit.action == "insert_after":
        return EditHunk(end, "", edit.text)
    return EditHunk(start, content[start:end], edit.text if edit.action == "replace" else "")


def _spans(content: str, normal: "_Normalised", anchor: str) -> list[tuple[int, int]]:
    """Return the places of an anchor, at most a few: by the first way of looking that finds any."""
    exact = ((start, start + len(anchor)) for start in _occurrences(content, anchor))
    found = _whole(content, exact)
    if not found:
        found = _whole(content, normal.spans(anchor))
    return found or _whole(content, normal.similar(anchor))


def _whole(content: str, spans: Iterator[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the first spans that do not cut a character that is written with several code points."""
    whole = (span for span in spans if not (_is_inside(content, span[0]) or _is_inside(content, span[1])))
    return list(dict.fromkeys(islice(whole, _MAX_CANDIDATES)))


def _is_inside(content: str, index: int) -> bool:
    if not 0 < index < len(content):
        return False
    before, after = content[index - 1], content[index]
    continues = unicodedata.combining(after) or "\ufe00" <= after <= "\ufe0f" or "\U0001f3fb" <= after <= "\U0001f3ff"
    return bool(continues) or _JOINER in (before, after) or (before, after) == ("\r", "\n")


def _occurrences(content: str, wanted: str) -> Iterator[int]:
    start = content.find(wanted)
    while start >= 0:
        yield start
        start = content.find(wanted, start + 1)


class _Normalised:
    """A text without differences of spacing, width and quotes, and where each of its characters comes from."""

    def __init__(self, content: str) -> None:
        self._content = content
        self._prepared: tuple[str, list[int], list[int]] | None = None

    def spans(self, anchor: str) -> Iterator[tuple[int, int]]:
        """Yield the places of an anchor."""
        wanted = _normalise(anchor.strip())[0]
        text = self._prepare()[0]
        for start in _occurrences(text, wanted):
            yield self._span(anchor, start, start + len(wanted))

    def similar(self, anchor: str) -> Iterator[tuple[int, int]]:
        """Yield the places that are similar to an anchor, and have the same numbers and negations."""
        wanted = _normalise(anchor.strip())[0]
        text = self._prepare()[0]
        for start, end in similar_spans(text, wanted):
            found = text[start:end]
            is_negated = _NEGATION_BEFORE.search(text[max(0, start - _LOOK_BACK) : start])
            same_words = _numbers(found) == _numbers(wanted) and _negations(found) == _negations(wanted)
            if same_words and not is_negated:
                yield self._span(anchor, start, end)

    def _prepare(self) -> tuple[str, list[int], list[int]]:
        if self._prepared is None:
            self._prepared = _normalise(self._content)
        return self._prepared

    def _span(self, anchor: str, start: int, end: int) -> tuple[int, int]:
        _, starts, ends = self._prepare()
        before = anchor[: len(anchor) - len(anchor.lstrip())]
        after = anchor[len(anchor.rstrip()) :]
        first, last = starts[start], ends[end - 1]
        blanks_before = self._content[max(0, first - len(before) - _MAX_TRAILING) : first][::-1]
        blanks_after = self._content[last : last + len(after) + _MAX_TRAILING]
        return first - _matching_blanks(blanks_before, before[::-1]), last + _matching_blanks(blanks_after, after)


def _matching_blanks(text: str, wanted: str) -> int:
    """Return how many blanks at the beginning of a text are meant by those of an anchor: a line end is one line end,
    also after trailing spaces, and another blank is one blank.
    """
    position = 0
    for sort in _blank_sorts(wanted):
        if sort == "line":
            end = position
            while end < len(text) and text[end].isspace() and text[end] not in "\r\n":
                end += 1
            length = 2 if text[end : end + 2] in ("\r\n", "\n\r") else 1 if text[end : end + 1] in ("\r", "\n") else 0
            if not length:
                break
            position = end + length
        elif position < len(text) and text[position].isspace() and text[position] not in "\r\n":
            position += 1
    return position


def _blank_sorts(blanks: str) -> Iterator[Literal["line", "blank"]]:
    joined = blanks.replace("\r\n", "\n").replace("\n\r", "\n").replace("\r", "\n")
    yield from ("line" if each == "\n" else "blank" for each in joined)


def _normalise(content: str) -> tuple[str, list[int], list[int]]:
    """Return the text, and for each of its characters where it begins and ends in the content."""
    characters: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for index, character in enumerate(content):
        if character.isspace():
            if characters and characters[-1] == " ":
                ends[-1] = index + 1
                continue
            plain = " "
        else:
            plain = character if character.isascii() else _plain(character)
        for each in plain:
            characters.append(each)
            starts.append(index)
            ends.append(index + 1)
    return "".join(characters), starts, ends


def _plain(character: str) -> str:
    """Return a character with ASCII quotes, in its usual width, and with its accents apart."""
    if character in _INVISIBLE:
        return ""
    kind = unicodedata.decomposition(character).partition(" ")[0]
    form: Literal["NFKD", "NFD"] = "NFKD" if kind in ("<wide>", "<narrow>") else "NFD"
    return unicodedata.normalize(form, character).translate(_QUOTES)


def _negations(text: str) -> list[str]:
    return [each.lower() for each in _NEGATION.findall(text)]


def _numbers(text: str) -> str:
    return "".join(each for each in text if each.isdigit() or each in _NUMERALS)
