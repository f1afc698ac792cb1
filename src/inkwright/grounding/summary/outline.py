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
"""The maximum number of sentences that one slide covers."""

MAX_TITLE: Final = 110
_MIN_SENTENCES: Final = 3
# The maximum width of a sentence that serves as a title.
_MAX_TOPIC: Final = 56
_MAX_HAN_TOPIC: Final = 36
_MAX_TERM: Final = 40
_MAX_SHORT_ITEM: Final = 90
_OUTLINE_SHARE: Final = 0.7
_PARAGRAPH_SPLIT_COST: Final = 1.5
_MAX_WRAPPED_LINE: Final = 160
_USUAL_LINE: Final = 70
_ENDED = re.compile(r"[.。!！?？…][”’」』\"')）]*$")
_COLON = re.compile(r"(?<![\s:：])[\s:：]++$")


def overall_title(material: Material, title: str | None = None) -> str:
    """Return the title of the whole: the requested one, else that of the text, else the file name."""
    own = material.title if is_usable(material.title) else ""
    given = one_line(title or "") or own or next((each.location.source for each in material.sections), "")
    if given in {PurePath(section.location.source).stem for section in material.sections}:
        given = given.replace("_", " ").strip()
    named = shorten(given, MAX_TITLE) or PurePath(given).stem[:MAX_TITLE].strip()
    return named or text(material.language, "grounded.key_points")


def is_outline(material: Material) -> bool:
    """Whether the text already is an outline: mostly headings and short items, which need no further selection."""
    items = [item for section in material.sections for listing in section.listings for item in listing.items]
    short = sum(column_width(item.text) <= _MAX_SHORT_ITEM for item in items)
    headings = sum(bool(section.title) for section in material.sections)
    total = len(items) + len(material.sentences)
    return headings > 0 and (total == 0 or short >= _OUTLINE_SHARE * total)


def outline_parts(material: Material, ranking: Ranking, limit: int = MAX_PART_SENTENCES) -> list[SourceSection]:
    """Return the parts in order, each with a unique title: sections under their headings, and text without headings
    split into pieces of at most `limit` sentences.

    A part without content is a heading that introduces others.
    """
    named = _UniqueTitles(material, ranking)
    parts: list[SourceSection] = []
    for section in _sections(material):
        heading = named.heading(section)
        pieces = [section.sentences] if heading else split_sentences(section.sentences, ranking, limit)
        for number, piece in enumerate(pieces):
            is_last = number == len(pieces) - 1
            title = heading or named.title(section, piece, is_first=number == 0)
            location = piece[0].location if piece and number else section.location
            whole_part = section if is_last else replace(section, listings=(), tables=())
            parts.append(replace(whole_part, title=title, sentences=tuple(piece), location=location))
    return _without_empty_headings(parts)


def _sections(material: Material) -> list[SourceSection]:
    """Return the sections with their usable content. Text under the main title introduces the others."""
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
    """Return the sentence before each sentence of a section."""
    return {here: before for section in material.sections for before, here in pairwise(section.sentences)}


def list_lead(listing: SourceList) -> str:
    """Return what introduces a list, without the colon; a complete sentence above the list does not introduce it."""
    return "" if _ENDED.search(listing.lead) else _COLON.sub("", listing.lead)


def _usable_section(section: SourceSection) -> SourceSection:
    listings = [replace(each, items=_finished_sentences(each.items)) for each in section.listings]
    kept = tuple(listing for listing in listings if listing.items)
    tables = tuple(table for table in section.tables if _is_finished(table))
    return replace(section, sentences=_finished_sentences(section.sentences), listings=kept, tables=tables)


def _finished_sentences(sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
    return tuple(sentence for sentence in sentences if is_usable(sentence.text))


def _is_finished(table: SourceTable) -> bool:
    """Whether no cell is a placeholder. A cell may consist of a number alone."""
    cells = [*table.header, *(cell for row in table.rows for cell in row.cells)]
    return any(map(is_usable, cells)) and not any(map(is_placeholder_text, cells))


def _without_empty_headings(parts: Sequence[SourceSection]) -> list[SourceSection]:
    """Remove headings without content that do not introduce a lower-level part."""
    kept: list[SourceSection] = []
    for part in reversed(parts):
        if not part.is_bare or (kept and kept[-1].level > part.level):
            kept.append(part)
    return kept[::-1]


class _UniqueTitles:
    """Gives each title only once."""

    def __init__(self, material: Material, ranking: Ranking) -> None:
        self._language = material.language
        self._ranking = ranking
        self._whole = material.title
        self._known: set[str] = {_folded(material.title)}
        self._sentences = material.sentences
        self._has_more = len(material.sections) > 1
        self._count = 0

    def heading(self, section: SourceSection) -> str | None:
        """Return the heading of a section, or None if it has none or only the main title."""
        found = shorten(section.title, MAX_TITLE) if is_usable(section.title) else None
        return self._unique(found) if found and _folded(found) != _folded(self._whole) else None

    def title(self, section: SourceSection, piece: Sequence[Sentence], *, is_first: bool) -> str:
        """Return a title for text without a heading: its first sentence if short, else a distinctive term."""
        self._count += 1
        if is_first and (self._count == 1 or section.title) and self._has_more:
            return self._unique(text(self._language, "grounded.opening"))
        topic = topic_sentence(piece)
        terms = distinctive_terms(piece, self._ranking)
        titles = [*([topic] if topic else []), *map(as_sentence_start, terms)]
        is_alone = len(piece) == len(self._sentences)
        key, fields = ("grounded.key_points", {}) if is_alone else ("grounded.part", {"number": self._count})
        unknown = (title for title in titles if _folded(title) not in self._known)
        return self._unique(next(unknown, text(self._language, key, **fields)))

    def _unique(self, title: str) -> str:
        numbered, number = title, 1
        while _folded(numbered) in self._known:
            number += 1
            numbered = f"{title}（{number}）" if self._language == "zh" else f"{title} ({number})"
        self._known.add(_folded(numbered))
        return numbered


def topic_sentence(piece: Sequence[Sentence]) -> str | None:
    """Return the first of several sentences if it is short enough for a title and self-contained."""
    if (
        len(piece) < _MIN_SENTENCES
        or depends_on_previous(piece[0].text)
        or is_question(piece[0].text)
        or refers_back(piece[0].text)
    ):
        return None
    topic = without_connective(piece[0].text)
    limit = _MAX_TOPIC if topic.isascii() else _MAX_HAN_TOPIC
    return topic if column_width(topic) <= limit and not dates_in(topic) else None


def distinctive_terms(piece: Sequence[Sentence], ranking: Ranking) -> list[str]:
    """Return the terms of a piece, the most typical of it first."""
    content = " ".join(sentence.text for sentence in piece)
    folded = content.casefold()

    def score(name: str, weight: float) -> float:
        here = folded.count(name)
        return weight * min(here, 3) * here / ranking.count(name)

    found = [(score(term.text.casefold(), term.weight), term.text) for term in ranking.terms_in(content)]
    return [name for _, name in sorted(found, key=lambda each: -each[0]) if column_width(name) <= _MAX_TERM]


def _folded(title: str) -> str:
    return one_line(title).casefold()


def split_sentences(sentences: Sequence[Sentence], ranking: Ranking, limit: int) -> list[Sequence[Sentence]]:
    """Split the sentences into pieces of at most `limit`, where a paragraph ends and the terms change."""
    if len(sentences) <= limit:
        return [sentences]
    costs = _split_costs(sentences, ranking)
    minimum = min(_MIN_SENTENCES, limit)
    best: list[tuple[float, int]] = [(0.0, 0)] + [(float("inf"), 0)] * len(sentences)
    for end in range(1, len(sentences) + 1):
        for size in range(1, min(limit, end) + 1):
            cost = best[end - size][0] + _cost(size, minimum, limit)
            cost += costs[end] if end < len(sentences) else 0.0
            best[end] = min(best[end], (cost, end - size))
    cuts = [len(sentences)]
    while cuts[-1]:
        cuts.append(best[cuts[-1]][1])
    return [sentences[start:end] for start, end in pairwise(cuts[::-1])]


def _cost(size: int, minimum: int, limit: int) -> float:
    return 3.0 if size < minimum else 0.15 * abs(size - 0.7 * limit) + 0.5


def _split_costs(sentences: Sequence[Sentence], ranking: Ranking) -> list[float]:
    """Return the cost of splitting before each sentence."""
    terms = [{term.text for term in ranking.terms_in(sentence.text)} for sentence in sentences]
    breaks = paragraph_starts(sentences)
    costs = [0.0]
    for index in range(1, len(sentences)):
        before, after = set().union(*terms[max(index - 3, 0) : index]), set().union(*terms[index : index + 3])
        shared = len(before & after) / max(min(len(before), len(after)), 1)
        costs.append(shared + (0.0 if index in breaks else _PARAGRAPH_SPLIT_COST))
    return costs


def paragraph_starts(sentences: Sequence[Sentence]) -> set[int]:
    """Return the indices of sentences that begin a paragraph, judging by their lines.

    If some line is too long to be wrapped text, every line is a paragraph.
    """
    on_line: dict[tuple[str, int], int] = {}
    for sentence in sentences:
        key = (sentence.location.source, sentence.location.line)
        on_line[key] = on_line.get(key, 0) + column_width(sentence.text)
    is_wrapped = max(on_line.values(), default=0) <= _MAX_WRAPPED_LINE
    starts = {0}
    for index in range(1, len(sentences)):
        before, here = sentences[index - 1], sentences[index]
        gap = here.location.line - before.location.line
        limit = 1.2 + column_width(before.text) / _USUAL_LINE if is_wrapped else 0.5
        if gap > limit or here.location.source != before.location.source:
            starts.add(index)
    return starts
