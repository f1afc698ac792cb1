"""The outline of a text: its sections, and where there are none, parts split where the terms change."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import PurePath
from typing import Final

from inkwright.artifacts.text import column_width, is_placeholder_text, one_line
from inkwright.grounding.clauses import (
    as_sentence_start,
    depends_on_previous,
    is_question,
    refers_back,
    shorten,
    without_connective,
)
from inkwright.grounding.language.dates import dates_in
from inkwright.grounding.source import Material, Sentence, SourceList, SourceSection, SourceTable
from inkwright.grounding.summary.ranking import Ranking, is_usable
from inkwright.i18n import text

MAX_PART_SENTENCES: Final = 8
"""So many sentences are told on one slide at most."""

MAX_TITLE: Final = 110
_MIN_SENTENCES: Final = 3
# So wide a sentence may be for a title.
_TOPIC: Final = 56
_HAN_TOPIC: Final = 36
_LONGEST_TERM: Final = 40
_SHORT_ITEM: Final = 90
_READY_SHARE: Final = 0.7
_PARAGRAPH_BONUS: Final = 1.5
_WRAPPED: Final = 160
_LINE: Final = 70
_ENDED = re.compile(r"[.。!！?？…][”’」』\"')）]*$")
_COLON = re.compile(r"[\s:：]+$")


def overall_title(material: Material, title: str | None = None) -> str:
    """What the whole is called: as wished, else as the text is called, else by its file."""
    own = material.title if is_usable(material.title) else ""
    given = one_line(title or "") or own or next((each.place.source for each in material.sections), "")
    if given in {PurePath(section.place.source).stem for section in material.sections}:
        given = given.replace("_", " ").strip()
    named = shorten(given, MAX_TITLE) or PurePath(given).stem[:MAX_TITLE].strip()
    return named or text(material.language, "grounded.key_points")


def is_outline(material: Material) -> bool:
    """Whether the text is an outline already: mostly headings and short items, which are best laid out as they are."""
    items = [item for section in material.sections for listing in section.listings for item in listing.items]
    short = sum(column_width(item.text) <= _SHORT_ITEM for item in items)
    headings = sum(bool(section.title) for section in material.sections)
    said = len(items) + len(material.sentences)
    return headings > 0 and (said == 0 or short >= _READY_SHARE * said)


def outline_parts(material: Material, ranking: Ranking, most: int = MAX_PART_SENTENCES) -> list[SourceSection]:
    """The parts in their order, each with a title of its own: sections under their headings, and what has no heading
    of its own in pieces of at most so many sentences.

    A part without any content is a heading that opens others.
    """
    named = _UniqueTitles(material, ranking)
    parts: list[SourceSection] = []
    for section in _sections(material):
        heading = named.heading(section)
        pieces = [section.sentences] if heading else split_sentences(section.sentences, ranking, most)
        for number, piece in enumerate(pieces):
            is_last = number == len(pieces) - 1
            title = heading or named.title(section, piece, is_first=number == 0)
            place = piece[0].place if piece and number else section.place
            whole_part = section if is_last else replace(section, listings=(), tables=())
            parts.append(replace(whole_part, title=title, sentences=tuple(piece), place=place))
    return _without_empty_headings(parts)


def _sections(material: Material) -> list[SourceSection]:
    """The sections with what can be used of them. What stands under the title of the whole opens the others."""
    found = [_usable_section(section) for section in material.sections]
    others = [section.level for section in found if _folded(section.title) != _folded(material.title)]
    level = min((each for each in others if each), default=1)
    kept = []
    for section in found:
        is_whole = not section.title or _folded(section.title) == _folded(material.title)
        if not is_whole or not section.is_bare:
            kept.append(replace(section, level=level) if is_whole else section)
    return kept


def previous_sentences(material: Material) -> dict[Sentence, Sentence]:
    """For each sentence the one before it in its section."""
    return {here: before for section in material.sections for before, here in pairwise(section.sentences)}


def list_lead(listing: SourceList) -> str:
    """What introduces a list, without the colon; a sentence that merely stands before it does not."""
    return "" if _ENDED.search(listing.lead) else _COLON.sub("", listing.lead)


def _usable_section(section: SourceSection) -> SourceSection:
    listings = [replace(each, items=_finished_sentences(each.items)) for each in section.listings]
    kept = tuple(listing for listing in listings if listing.items)
    tables = tuple(table for table in section.tables if _is_finished(table))
    return replace(section, sentences=_finished_sentences(section.sentences), listings=kept, tables=tables)


def _finished_sentences(sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
    return tuple(sentence for sentence in sentences if is_usable(sentence.text))


def _is_finished(table: SourceTable) -> bool:
    """Whether no cell still waits to be written. A cell may well be a number alone."""
    said = [*table.header, *(cell for row in table.rows for cell in row.cells)]
    return any(map(is_usable, said)) and not any(map(is_placeholder_text, said))


def _without_empty_headings(parts: Sequence[SourceSection]) -> list[SourceSection]:
    """A bare heading at the end, or before one that is not smaller, opens nothing."""
    kept: list[SourceSection] = []
    for part in reversed(parts):
        if not part.is_bare or (kept and kept[-1].level > part.level):
            kept.append(part)
    return kept[::-1]


class _UniqueTitles:
    """Titles that are given once each."""

    def __init__(self, material: Material, ranking: Ranking) -> None:
        self._language = material.language
        self._ranking = ranking
        self._whole = material.title
        self._known: set[str] = {_folded(material.title)}
        self._sentences = material.sentences
        self._has_more = len(material.sections) > 1
        self._count = 0

    def heading(self, section: SourceSection) -> str | None:
        """The heading of a section; None where it has none, or only that of the whole."""
        found = shorten(section.title, MAX_TITLE) if is_usable(section.title) else None
        return self._keep(found) if found and _folded(found) != _folded(self._whole) else None

    def title(self, section: SourceSection, piece: Sequence[Sentence], *, is_first: bool) -> str:
        """A title for what has no heading: by its first sentence where that is short, else by a term of its own."""
        self._count += 1
        if is_first and (self._count == 1 or section.title) and self._has_more:
            return self._keep(text(self._language, "grounded.opening"))
        topic = topic_sentence(piece)
        terms = distinctive_terms(piece, self._ranking)
        titles = [*([topic] if topic else []), *map(as_sentence_start, terms)]
        is_alone = len(piece) == len(self._sentences)
        key, fields = ("grounded.key_points", {}) if is_alone else ("grounded.part", {"number": self._count})
        unknown = (title for title in titles if _folded(title) not in self._known)
        return self._keep(next(unknown, text(self._language, key, **fields)))

    def _keep(self, title: str) -> str:
        numbered, number = title, 1
        while _folded(numbered) in self._known:
            number += 1
            numbered = f"{title}（{number}）" if self._language == "zh" else f"{title} ({number})"
        self._known.add(_folded(numbered))
        return numbered


def topic_sentence(piece: Sequence[Sentence]) -> str | None:
    """The first of several sentences, where it is short enough for a title and needs no other."""
    if (
        len(piece) < _MIN_SENTENCES
        or depends_on_previous(piece[0].text)
        or is_question(piece[0].text)
        or refers_back(piece[0].text)
    ):
        return None
    said = without_connective(piece[0].text)
    most = _TOPIC if said.isascii() else _HAN_TOPIC
    return said if column_width(said) <= most and not dates_in(said) else None


def distinctive_terms(piece: Sequence[Sentence], ranking: Ranking) -> list[str]:
    """The terms of a piece, those first that are said here rather than elsewhere."""
    said = " ".join(sentence.text for sentence in piece)
    folded = said.casefold()

    def worth(name: str, weight: float) -> float:
        here = folded.count(name)
        return weight * min(here, 3) * here / ranking.count(name)

    found = [(worth(term.text.casefold(), term.weight), term.text) for term in ranking.terms_in(said)]
    return [name for _, name in sorted(found, key=lambda each: -each[0]) if column_width(name) <= _LONGEST_TERM]


def _folded(title: str) -> str:
    return one_line(title).casefold()


def split_sentences(sentences: Sequence[Sentence], ranking: Ranking, most: int) -> list[Sequence[Sentence]]:
    """The sentences in pieces of at most so many, cut where the paragraph ends and other terms begin."""
    if len(sentences) <= most:
        return [sentences]
    seams = _split_costs(sentences, ranking)
    least = min(_MIN_SENTENCES, most)
    best: list[tuple[float, int]] = [(0.0, 0)] + [(float("inf"), 0)] * len(sentences)
    for end in range(1, len(sentences) + 1):
        for size in range(1, min(most, end) + 1):
            cost = best[end - size][0] + _cost(size, least, most)
            cost += seams[end] if end < len(sentences) else 0.0
            best[end] = min(best[end], (cost, end - size))
    cuts = [len(sentences)]
    while cuts[-1]:
        cuts.append(best[cuts[-1]][1])
    return [sentences[start:end] for start, end in pairwise(cuts[::-1])]


def _cost(size: int, least: int, most: int) -> float:
    return 3.0 if size < least else 0.15 * abs(size - 0.7 * most) + 0.5


def _split_costs(sentences: Sequence[Sentence], ranking: Ranking) -> list[float]:
    """For each place between two sentences how much it would hurt to cut there."""
    terms = [{term.text for term in ranking.terms_in(sentence.text)} for sentence in sentences]
    breaks = paragraph_starts(sentences)
    seams = [0.0]
    for at in range(1, len(sentences)):
        before, behind = set().union(*terms[max(at - 3, 0) : at]), set().union(*terms[at : at + 3])
        shared = len(before & behind) / max(min(len(before), len(behind)), 1)
        seams.append(shared + (0.0 if at in breaks else _PARAGRAPH_BONUS))
    return seams


def paragraph_starts(sentences: Sequence[Sentence]) -> set[int]:
    """Which sentences begin a paragraph, told by their lines.

    Where a line holds more than people write on one, every line is a paragraph; else lines were wrapped.
    """
    on_line: dict[tuple[str, int], int] = {}
    for sentence in sentences:
        key = (sentence.place.source, sentence.place.line)
        on_line[key] = on_line.get(key, 0) + column_width(sentence.text)
    is_wrapped = max(on_line.values(), default=0) <= _WRAPPED
    starts = {0}
    for at in range(1, len(sentences)):
        before, here = sentences[at - 1], sentences[at]
        gap = here.place.line - before.place.line
        most = 1.2 + column_width(before.text) / _LINE if is_wrapped else 0.5
        if gap > most or here.place.source != before.place.source:
            starts.add(at)
    return starts
