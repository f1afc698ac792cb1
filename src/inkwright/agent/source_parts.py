"""Find the parts of a text that a message names: chapters and sections by their headings, pages by their marks."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from inkwright.agent.known_sources import folded
from inkwright.agent.part_requests import PartKind, PartRequest, number_in
from inkwright.agent.source_contents import content_words, texts_about
from inkwright.agent.source_words import topic_words
from inkwright.conversation.turns import SourcePart
from inkwright.grounding.cleaning import clean_source
from inkwright.grounding.read import TextBlock, blocks_of

PAGE_MARK: Final = re.compile(r"^<!-- page (\d{1,6}) -->$", re.MULTILINE)
_LABELLED_PAGE: Final = re.compile(
    r"^[^\w\n]{0,6}(?:page|p\.|第)\s*(\d{1,4})\s*(?:页)?[^\w\n]{0,6}$", re.MULTILINE | re.IGNORECASE
)
"""A line that says which page begins: "[Page 3]", "— 第3页 —"."""
_MAX_LEVEL: Final = 7
_MAX_SUGGESTED: Final = 8
_WORDS: Final[dict[PartKind, str]] = {
    "chapter": "chapter|第.{1,5}[章回]",
    "section": "section|第.{1,5}(?:小?节)",
    "unit": "unit|第.{1,5}单元",
    "lesson": "lesson|第.{1,5}[课讲]",
    "part": "part|第.{1,5}部分",
    "slide": "slide|幻灯片",
}
_HIGHEST: Final[tuple[PartKind, ...]] = ("part", "unit", "chapter", "lesson", "section")
_TITLE_NUMBER: Final = re.compile(
    r"^\W{0,3}(?:(?:chapter|section|unit|lesson|part|slide|幻灯片)\s*(?P<word>\d{1,3}(?:\.\d{1,2})*|[ivxl]{1,6}|[a-z]{3,6})\b"
    r"|第\s*(?P<zh>\d{1,3}|[一二两三四五六七八九十百零]{1,5})\s*(?:章|小?节|单元|课|讲|部分|回)"
    r"|(?P<bare>\d{1,2}(?:\.\d{1,2}){0,3})(?:[.、．)\s]|$)|(?P<han>[一二三四五六七八九十]{1,3})、)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class HeadedPart:
    """A heading with what is under it: the lines from `first` to `last`, counted from 1."""

    title: str
    level: int
    first: int
    last: int
    has_content: bool
    number: str = ""
    is_bare_number: bool = False


class FoundParts(NamedTuple):
    """What a request means in a text: nothing if it has no such part. `is_unclear` if it may mean one of several."""

    parts: tuple[SourcePart, ...] = ()
    is_unclear: bool = False


class TextOutline:
    """The headings and pages of one text."""

    def __init__(self, written: str) -> None:
        self._lines = written.split("\n")
        self.pages = _pages_of(self._lines)
        self.parts = _parts_of(written, len(self._lines))

    def find(self, request: PartRequest) -> FoundParts:
        """Return the parts that a request means."""
        if request.kind == "page":
            return self._found_pages(request)
        if request.kind == "line":
            return _numbered_spans([(line, line) for line in range(1, len(self._lines) + 1)], request)
        if request.kind == "paragraph":
            return _numbered_spans(_paragraphs(self._lines, {each.first for each in self.parts}), request)
        if request.kind == "passage":
            return self._passage(request)
        if request.title:
            return self._titled(request.title)
        known = self._numbered_alike(request.kind)
        if request.amount:
            chosen = known[: request.amount] if request.amount > 0 else known[request.amount :]
            return FoundParts(tuple(map(_source_part, chosen))) if len(chosen) == abs(request.amount) else FoundParts()
        found: list[HeadedPart] = []
        for number in request.numbers:
            fitting = known[-1:] if number == "-1" else [each for each in known if each.number == number]
            if len(fitting) != 1:
                return FoundParts(tuple(map(_source_part, fitting)), is_unclear=len(fitting) > 1)
            found += fitting
        return FoundParts(tuple(map(_source_part, found)))

    def suggested(self) -> tuple[SourcePart, ...]:
        """Return the parts that a person may choose from: the highest headings of which there are several."""
        return tuple(map(_source_part, self._main_parts()[:_MAX_SUGGESTED]))

    def rest_of(self, excluded: Sequence[SourcePart]) -> tuple[SourcePart, ...]:
        """Return the main parts without some of them."""
        left = [each for each in self._main_parts() if not any(_overlap(each, part) for part in excluded)]
        return tuple(map(_source_part, left))

    def _main_parts(self) -> list[HeadedPart]:
        for level in range(1, _MAX_LEVEL + 1):
            own = [each for each in self.parts if each.level == level and each.has_content]
            if len(own) > 1:
                return own
        return []

    def _found_pages(self, request: PartRequest) -> FoundParts:
        every = sorted(self.pages)
        numbers = [int(each) if each.lstrip("-").isdigit() else 0 for each in request.numbers]
        if request.amount:
            numbers = every[: request.amount] if request.amount > 0 else every[request.amount :]
        numbers = [every[-1] if each == -1 and every else each for each in numbers]
        if not numbers or not all(each in self.pages for each in numbers):
            return FoundParts()
        spans = [(each, *self.pages[each]) for each in numbers]
        return FoundParts(tuple(SourcePart(page=page, first=first, last=last) for page, first, last in spans))

    def _passage(self, request: PartRequest) -> FoundParts:
        """Return the one paragraph or line with most of the words of the topic."""
        units = [(line, line) for line in range(1, len(self._lines) + 1)]
        if request.numbers == ("paragraph",):
            units = _paragraphs(self._lines, {each.first for each in self.parts})
        texts = ["\n".join(self._lines[first - 1 : last]) for first, last in units]
        topic = content_words(request.title)
        fitting = texts_about(topic, texts)
        if len(fitting) > 1:  # "Poster: …" is the line about the poster
            fitting = tuple(place for place in fitting if folded(texts[place]).lstrip(" #*->").startswith(tuple(topic)))
        if len(fitting) != 1:
            return FoundParts()
        first, last = units[fitting[0]]
        return FoundParts((SourcePart(title=request.written, first=first, last=last),))

    def _numbered_alike(self, kind: PartKind) -> list[HeadedPart]:
        """Return the parts of a kind with their numbers: by the word of the heading, by its number, or by counting."""
        word = re.compile(rf"\W{{0,3}}(?:{_WORDS.get(kind, kind)})", re.IGNORECASE)
        by_word = [each for each in self.parts if each.number and word.match(each.title) and each.has_content]
        if by_word:
            return by_word
        by_number = [each for each in self.parts if each.is_bare_number and each.has_content]
        if by_number or kind == "slide":
            return by_number
        if any(each.number for each in self.parts):
            return []
        return [_renumbered(each, str(count)) for count, each in enumerate(self._main_parts(), 1)]

    def _titled(self, title: str) -> FoundParts:
        wanted = folded(title).strip()
        topic = [folded(each) for each in topic_words(title)] or [wanted]
        tests: tuple[Callable[[HeadedPart], bool], ...] = (
            lambda each: _plain(each.title) == wanted,
            lambda each: wanted in _plain(each.title),
            lambda each: all(_stem(word) in folded(each.title) for word in topic),
        )
        for test in tests:
            fitting = [each for each in self.parts if each.has_content and test(each)]
            highest = min((each.level for each in fitting), default=0)
            if chosen := [each for each in fitting if each.level == highest]:
                return FoundParts(tuple(map(_source_part, chosen)), is_unclear=len(chosen) > 1)
        return FoundParts()


def _pages_of(lines: Sequence[str]) -> dict[int, tuple[int, int]]:
    """Return the first and last line of each page, by its number: that of its label, or else its place."""
    labels = [(line, int(match[1])) for line, each in enumerate(lines, 1) if (match := _LABELLED_PAGE.match(each))]
    marks = [(line, int(match[1])) for line, each in enumerate(lines, 1) if (match := PAGE_MARK.match(each))]
    starts = marks or labels
    if not starts or [number for _, number in starts] != sorted({number for _, number in starts}):
        return {}
    if starts[0][1] > 1:
        starts = [(1, starts[0][1] - 1), *starts]
    ends = [*(line - 1 for line, _ in starts[1:]), len(lines)]
    return {number: (line, end) for (line, number), end in zip(starts, ends, strict=True)}


def _paragraphs(lines: Sequence[str], headings: Collection[int]) -> list[tuple[int, int]]:
    """Return the first and last line of each paragraph; headings are none."""
    found: list[tuple[int, int]] = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or number in headings:
            continue
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


def _numbered_spans(spans: Sequence[tuple[int, int]], request: PartRequest) -> FoundParts:
    """Return lines or paragraphs by their numbers; the ones that follow each other are one part."""
    every = range(1, len(spans) + 1)
    numbers = [int(each) if each.lstrip("-").isdigit() else 0 for each in request.numbers]
    if request.amount:
        numbers = [*(every[: request.amount] if request.amount > 0 else every[request.amount :])]
    numbers = [len(spans) if each == -1 else each for each in numbers]
    if not numbers or not all(each in every for each in numbers):
        return FoundParts()
    chosen = [spans[each - 1] for each in numbers]
    is_run = numbers == [*range(numbers[0], numbers[0] + len(numbers))]
    joined = [(chosen[0][0], chosen[-1][1])] if is_run else chosen
    return FoundParts(tuple(SourcePart(title=request.written, first=first, last=last) for first, last in joined))


def narrowed(written: str, parts: Sequence[SourcePart]) -> str:
    """Return the text with only these parts; all other lines are empty, so that lines keep their numbers."""
    if not parts:
        return written
    lines = written.split("\n")
    kept = {line for part in parts for line in range(part.first, part.last + 1)}
    return "\n".join(line if number in kept else "" for number, line in enumerate(lines, 1))


def _parts_of(written: str, count: int) -> list[HeadedPart]:
    """Return the headings with the lines under them: up to the next heading that is as high."""
    blocks = blocks_of(clean_source(written).text)
    found = [each for each in blocks if each.kind == "heading"]
    filled = sorted(each.line for each in blocks if each.kind not in ("heading", "gap"))
    levels = [each.level or _level_of(each.passage.text) for each in found]
    parts: list[HeadedPart] = []
    for each, level, last in zip(found, levels, _last_lines(found, levels, count), strict=True):
        has_content = bisect_left(filled, each.line) < bisect_right(filled, last)
        number, is_bare = _title_number(each.passage.text)
        parts.append(HeadedPart(each.passage.text, level, each.line, last, has_content, number, is_bare))
    return parts


def _last_lines(found: Sequence[TextBlock], levels: Sequence[int], count: int) -> list[int]:
    """Return the last line under each heading: that before the next heading that is as high."""
    ends = [count] * len(found)
    unfinished: list[int] = []
    for index, level in enumerate(levels):
        while unfinished and levels[unfinished[-1]] >= level:
            ends[unfinished.pop()] = found[index].line - 1
        unfinished.append(index)
    return ends


def _level_of(title: str) -> int:
    """Return the level of a heading in plain text, by its word."""
    places = [place for place, kind in enumerate(_HIGHEST, 1) if re.match(_WORDS[kind], title, re.IGNORECASE)]
    return places[0] if places else _MAX_LEVEL - 1


def _title_number(title: str) -> tuple[str, bool]:
    match = _TITLE_NUMBER.match(title)
    if match is None:
        return "", False
    written = match["word"] or match["zh"] or match["bare"] or match["han"] or ""
    return number_in(written), bool(match["bare"] or match["han"])


def _renumbered(part: HeadedPart, number: str) -> HeadedPart:
    return HeadedPart(part.title, part.level, part.first, part.last, part.has_content, number)


def _source_part(part: HeadedPart) -> SourcePart:
    return SourcePart(title=part.title, first=part.first, last=part.last)


def _overlap(part: HeadedPart, other: SourcePart) -> bool:
    return part.first <= other.last and other.first <= part.last


def _plain(title: str) -> str:
    """Return a title for comparison, without its number."""
    match = _TITLE_NUMBER.match(title)
    return folded(title[match.end() :] if match else title).strip(" :：.、")


def _stem(word: str) -> str:
    return word[:-1] if word.isascii() and word.endswith("s") and len(word) > 3 else word
