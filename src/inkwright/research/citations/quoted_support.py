"""Whether the words that a reader quotes carry a cited sentence: its values, names, relations and order.

A reader who believes a sentence quotes something that is near to it. So each clause of the sentence is compared with
the quoted sentence nearest to it. What the clause has and that sentence lacks is a difference, which the reader's
word does not make up for.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, Literal, NamedTuple

from inkwright.grounding.language.chinese import words_of
from inkwright.grounding.language.english import FUNCTION_WORDS
from inkwright.research.citations.check import check_sentence
from inkwright.research.citations.dates import dates_in
from inkwright.research.citations.folding import folded, is_chinese
from inkwright.research.citations.names import is_named_in, names_in
from inkwright.research.citations.passages import clause_bounds, sentence_bounds, tokens_of_text
from inkwright.research.citations.quantities import Quantity, quantities_in
from inkwright.research.citations.relations import Relation, relations_shown, relations_stated

DifferenceKind = Literal["value", "name", "relation", "order", "words"]

_ADDED: Final[tuple[Relation, ...]] = ("negation", "cause", "before", "after", "all", "only")
_OPPOSITE: Final[dict[Relation, Relation]] = {"rise": "fall", "fall": "rise"}
_LEFT_OUT: Final[tuple[Relation, ...]] = ("negation", "doubt")
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z'-]*|\d[\d.,]*\d|\d")
_PASSIVE: Final = re.compile(r"\bby\b|[被由受遭]")
_FEWEST: Final = 3
_BEFORE: Final = 2
_STEM: Final = 4
_MOST_WORDS: Final = 60


class Difference(NamedTuple):
    """What a sentence has and the quoted words lack."""

    kind: DifferenceKind
    words: str


class _Quoted(NamedTuple):
    """A quoted sentence, and the sentences before it in its passage, which tell who "she" is."""

    text: str
    before: str


def difference_from(sentence: str, quotes: Sequence[str], passages: Sequence[str]) -> Difference | None:
    """Return the first difference between a sentence and the quotes for it, which are words of the passages."""
    claim = folded(sentence)
    quoted = _quoted(quotes, passages)
    if not quoted:
        return Difference("words", claim)
    return next(_differences(claim, quoted, " ".join(folded(each) for each in passages)), None)


def _differences(claim: str, quoted: Sequence[_Quoted], passages: str) -> Iterator[Difference]:
    read = " ".join(each.text for each in quoted)
    yield from (
        Difference("value", each.words) for each in check_sentence(f"{claim} [1]", {1: read}) if each.kind != "name"
    )
    is_alike = is_chinese(claim) == is_chinese(read)
    for clause in _clauses(claim):
        nearest = max(quoted, key=lambda each: _nearness(clause, each.text))
        yield from _other_values(clause, nearest.text)
        yield from _other_names(clause, nearest)
        yield from _other_relations(clause, claim, nearest.text)
        if is_alike:
            yield from _exchanges(clause, nearest.text)
            if _is_without_source(clause, passages):
                yield Difference("words", clause)
    if is_alike:
        for each in quoted:
            yield from _exchanges(claim, each.text)


def _quoted(quotes: Sequence[str], passages: Sequence[str]) -> list[_Quoted]:
    """Return the quoted sentences, each once, whole as they are in their passage."""
    found: dict[str, _Quoted] = {}
    read = [_sentences(folded(passage)) for passage in passages]
    for piece in (piece for quote in quotes for piece in _sentences(folded(quote))):
        for sentences in read:
            place = next((index for index, each in enumerate(sentences) if piece in each), None)
            if place is not None:
                before = " ".join(sentences[max(0, place - _BEFORE) : place])
                found.setdefault(sentences[place], _Quoted(sentences[place], before))
                break
        else:
            found.setdefault(piece, _Quoted(piece, ""))
    return list(found.values())


def _sentences(text: str) -> list[str]:
    return [text[start:end].strip() for start, end in sentence_bounds(text) if text[start:end].strip()]


def _clauses(claim: str) -> list[str]:
    """Return the clauses of a sentence; a very short one belongs to its neighbour."""
    found: list[str] = []
    pending = ""
    for start, end in clause_bounds(claim, joined=True):
        pending += claim[start:end]
        if len(_ordered(pending)) >= _FEWEST:
            found.append(pending.strip())
            pending = ""
    if pending.strip():
        found[-1:] = [f"{found[-1]} {pending.strip()}"] if found else [pending.strip()]
    return found


def _nearness(clause: str, sentence: str) -> int:
    """Return how much of a clause a sentence has: its words, and twice its values and names."""
    values = {round(number.value, 3) for number in quantities_in(clause)}
    shared = values & {round(number.value, 3) for number in quantities_in(sentence)}
    named = sum(is_named_in(name, sentence) for name in names_in(clause))
    return _shared_words(clause, sentence) + 2 * len(shared) + 2 * named


def _shared_words(clause: str, text: str) -> int:
    theirs = tokens_of_text(text)
    stems = {word[:_STEM] for word in theirs if word.isascii()}
    return sum(word in theirs or (word.isascii() and word[:_STEM] in stems) for word in tokens_of_text(clause))


def _other_values(clause: str, sentence: str) -> Iterator[Difference]:
    """Yield the values of a clause for which its sentence has others of the same sort: another year, another share."""
    dates = dates_in(sentence)
    numbers = quantities_in(sentence, [(date.start, date.end) for date in dates])
    for problem in check_sentence(f"{clause} [1]", {1: sentence}):
        if problem.kind == "date" and dates:
            yield Difference("value", problem.words)
        elif problem.kind == "number":
            stated = [number for number in quantities_in(clause) if number.text == problem.words]
            if any(_is_of_one_sort(each, other) for each in stated for other in numbers):
                yield Difference("value", problem.words)


def _is_of_one_sort(one: Quantity, other: Quantity) -> bool:
    return one.family == other.family and one.noun == other.noun


def _other_names(clause: str, nearest: _Quoted) -> Iterator[Difference]:
    for name in names_in(clause):
        if not is_named_in(name, f"{nearest.before} {nearest.text}"):
            yield Difference("name", name.text)


def _other_relations(clause: str, claim: str, sentence: str) -> Iterator[Difference]:
    """Yield what the clause adds to its sentence or turns round, and what the whole claim leaves out of it."""
    shown, stated = relations_shown(sentence), relations_stated(clause)
    for name in _ADDED:
        if name in stated - shown:
            yield Difference("relation", name)
    for name, opposite in _OPPOSITE.items():
        if name in stated - shown and opposite in shown:
            yield Difference("relation", name)
    for name in _LEFT_OUT:
        if name in relations_stated(sentence) - relations_shown(claim) and is_chinese(claim) == is_chinese(sentence):
            yield Difference("relation", name)


def _exchanges(claim: str, sentence: str) -> Iterator[Difference]:
    """Yield three words that the sentence has in the reverse order: A before B, where the source has B before A.

    A part that only moves, such as a date that opens the sentence, reverses no three words. "Built by" turns a sentence
    round and says the same.
    """
    if (_PASSIVE.search(claim) is None) != (_PASSIVE.search(sentence) is None):
        return
    ours, theirs = _ordered(claim), _ordered(sentence)
    shared = [word for word in ours if ours.count(word) == theirs.count(word) == 1][:_MOST_WORDS]
    place = {word: theirs.index(word) for word in shared}
    for first, middle, last in combinations(shared, 3):
        if place[first] > place[middle] > place[last]:
            yield Difference("order", f"{first} {middle} {last}")
            return


def _ordered(text: str) -> list[str]:
    if is_chinese(text):
        return [word.text for word in words_of(text) if len(word.text) > 1 or word.tag in ("nr", "m")]
    return [word.lower()[:5] for word in _WORD.findall(text) if word.lower() not in FUNCTION_WORDS]


def _is_without_source(clause: str, passages: str) -> bool:
    """Whether no word of a clause is in the passages, and nothing in it can be looked up."""
    is_bare = not quantities_in(clause) and not names_in(clause)
    return is_bare and len(tokens_of_text(clause)) >= _FEWEST and not _shared_words(clause, passages)
