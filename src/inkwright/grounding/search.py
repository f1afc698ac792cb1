"""Find the sentences of a text that a question is about. Nothing is written: what is found is quoted."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from inkwright.grounding.definitions import definitions_of
from inkwright.grounding.language import chinese, english
from inkwright.grounding.language.traditional import simplified
from inkwright.grounding.question_types import (
    QuestionType,
    contradicts,
    has_figure,
    question_type,
    without_wrong_figures,
)
from inkwright.grounding.source import Material, Sentence
from inkwright.grounding.summary.ranking import is_usable, rank_material
from inkwright.grounding.terms import terms_of

MAX_FOUND: Final = 3
MAX_KEY_SENTENCES: Final = 5
_MAX_QUESTION: Final = 400
_MAX_SENTENCES: Final = 20_000
_MIN_SHARE: Final = 0.5
"""The share of the question, by weight of its words, that a sentence must contain."""
_NAMES: Final = ("nr", "ns", "nt", "nrt")
"""The tags of Chinese names of people, places and organisations."""
_NEAR_BEST: Final = 0.75
_HEADING_WEIGHT: Final = 0.6
_ENGLISH_WORD = re.compile(r"[a-z][a-z0-9'’-]*|\d[\d.,]*", re.IGNORECASE)
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_INSTRUCTION = re.compile(
    r"\b(?:ignore|disregard|forget) (?:all |any |the |your |previous |prior |above |earlier )+(?:instructions?"
    r"|prompts?|rules)"
    r"|\bsystem prompt\b|\byou are (?:now )?(?:an? )?(?:ai|assistant|chatgpt)\b|忽略.{0,8}(?:指令|指示|提示"
    r"|要求)|系统提示",
    re.IGNORECASE,
)
"""A sentence that speaks to a model instead of a reader; it is never quoted as an answer."""


_NAMED_AFTER = re.compile(
    r"[第一二三四五六七八九十]{0,3}(?:大桥|大学|大坝|隧道|水库|[路街站桥]|银行|公司|医院|[中小]学|学校|机场|港口?|公园|博物馆|流域|三角洲|平原|支流)"
    r"|(?:'s|’s)?[\s-]+(?:bridge|universit|dam|tunnel|reservoir|road|street|station|bank|compan|hospital|school"
    r"|airport|park|museum|delta|basin|valley|plain|tower)"
)
"""What follows a name in the name of something else."""


class _Candidate(NamedTuple):
    """A sentence, and the headings above it, which say what it is about."""

    sentence: Sentence
    context: str


class _Words(NamedTuple):
    """The words of a question: English words, and Chinese words, which are found as parts of a text.

    `names` are the names and the English numbers among them.
    """

    english: frozenset[str]
    chinese: frozenset[str]
    names: frozenset[str]

    @property
    def all(self) -> tuple[str, ...]:
        return (*sorted(self.english), *sorted(self.chinese))


def find_sentences(material: Material, question: str) -> list[Sentence]:
    """Return the sentences that contain most of what the question names, best first; none if there is no such one.

    A yes-or-no question with a wrong number gets the sentences that tell the right one.
    """
    asked = simplified(question[:_MAX_QUESTION])
    candidates = list(_candidates(material))[:_MAX_SENTENCES]
    found = _found(asked, candidates)
    if found or (right := without_wrong_figures(asked, " ".join(each.sentence.text for each in candidates))) is None:
        return found
    return [each for each in _found(right, candidates) if has_figure(each.text)]


def _found(asked: str, all_candidates: Sequence[_Candidate]) -> list[Sentence]:
    kind = question_type(asked)
    words = _question_words(_without_question(asked, kind), kind.words if kind else frozenset())
    if not words.all or not all_candidates or not _has_names(words, all_candidates):
        return []
    candidates = [each for each in all_candidates if _may_answer(each.sentence.text, asked, kind)]
    if not candidates:
        return []
    own = [_matches(each.sentence.text, words) for each in candidates]
    above = [_matches(each.context, words) for each in candidates]
    weights = _weights(words.all, [a | b for a, b in zip(own, above, strict=True)], len(candidates))
    shares = [_share(weights, *pair) for pair in zip(own, above, strict=True)]
    near = max(_MIN_SHARE, max(shares) * _NEAR_BEST)
    # What is said of others does not answer it.
    named = [not words.names or not words.names.isdisjoint(a | b) for a, b in zip(own, above, strict=True)]
    about = [
        each and not _is_about_another(it.sentence.text, words.names)
        for each, it in zip(named, candidates, strict=True)
    ]
    named = about if kind and any(about) else named
    found = sorted((-share, index) for index, share in enumerate(shares) if share >= near and named[index])
    return _without_repeats(candidates[index].sentence for _, index in found)[:MAX_FOUND]


def _without_question(asked: str, kind: QuestionType | None) -> str:
    """Return the question without the Chinese words that ask: they are not said in the answer."""
    return kind.asks.sub(lambda found: found[0] if found[0].isascii() else " ", asked) if kind else asked


def key_sentences(material: Material, count: int = MAX_KEY_SENTENCES) -> list[Sentence]:
    """Return the most informative sentences of the text, at most `count`, in their order."""
    ranking = rank_material(material, terms_of(material), definitions_of(material))
    firsts = {section.sentences[0] for section in material.sections if section.sentences}
    usable = _without_repeats(each.sentence for each in _candidates(material) if _is_quotable(each.sentence))
    order = {sentence: index for index, sentence in enumerate(usable)}
    ranked = sorted(usable, key=lambda each: -ranking.score(each, is_first=each in firsts))
    best = {each.location.source: each for each in reversed(ranked)}
    # Every source is represented, although the sentences of one may be more informative than all others.
    chosen = dict.fromkeys([*best.values(), *ranked][: max(count, len(best))])
    left = [each for each in ranked if each not in chosen]
    return sorted([*chosen, *left[: max(0, count - len(chosen))]], key=order.__getitem__)


def _is_quotable(sentence: Sentence) -> bool:
    return is_usable(sentence.text) and not _INSTRUCTION.search(simplified(sentence.text))


def _candidates(material: Material) -> Iterator[_Candidate]:
    """Yield sentences, list items and rows of tables."""
    for section in material.sections:
        yield from (_Candidate(sentence, section.title) for sentence in section.sentences)
        for listing in section.listings:
            yield from (_Candidate(item, f"{section.title} {listing.lead}") for item in listing.items)
        for table in section.tables:
            context = " ".join([section.title, *table.header])
            yield from (_Candidate(Sentence(row.text, row.location), context) for row in table.rows)


def _without_repeats(sentences: Iterable[Sentence]) -> list[Sentence]:
    return list({sentence.text: sentence for sentence in reversed(list(sentences))}.values())[::-1]


def _question_words(asked: str, known: frozenset[str]) -> _Words:
    written = [word.strip("'’-.,") for word in _ENGLISH_WORD.findall(asked)]
    english_words = [word.lower() for word in written if word.lower() not in english.QUESTION_WORDS | known]
    # Words are looked for as parts of the text, so those of one character would match by accident.
    han = [word for word in chinese.words_of(asked) if _HAN.match(word.text)] if _HAN.search(asked) else []
    named = {word.text for word in han if word.text not in chinese.QUESTION_WORDS | known}
    long = {word for word in named if len(word) > 1}
    names = {word.lower() for word in written[1:] if word[:1].isupper() or word[:1].isdigit()}
    names = names.intersection(english_words) | {word.text for word in han if word.text in long and word.tag in _NAMES}
    return _Words(frozenset(english_words), frozenset(long or named), frozenset(names))


def _has_names(words: _Words, candidates: Sequence[_Candidate]) -> bool:
    """Whether the text has every name and number of the question: what is said of others does not answer it."""
    if not words.names:
        return True
    whole = " ".join(f"{each.context} {each.sentence.text}" for each in candidates)
    return words.names <= _matches(whole, words)


def _is_about_another(sentence: str, names: frozenset[str]) -> bool:
    """Whether a sentence begins with a longer name: what is said of a bridge is not said of its river."""
    said = simplified(sentence).lower()
    found = [(said.find(name), name) for name in names if name in said]
    if not found:
        return False
    place, name = min(found)
    return _NAMED_AFTER.match(said, place + len(name)) is not None


def _may_answer(sentence: str, asked: str, kind: QuestionType | None) -> bool:
    said = simplified(sentence)
    if _INSTRUCTION.search(said) or contradicts(asked, said):
        return False
    return kind is None or kind.answer.search(said) is not None


def _matches(written: str, words: _Words) -> frozenset[str]:
    text = simplified(written).lower()
    found = {word for word in words.chinese if word in text}
    if words.english:
        forms = frozenset[str]().union(*map(english.base_forms, _ENGLISH_WORD.findall(text)))
        found |= {word for word in words.english if english.base_forms(word) & forms}
    return frozenset(found)


def _share(weights: dict[str, float], own: frozenset[str], above: frozenset[str]) -> float:
    """Return the share of the question that a sentence contains; what only its headings contain counts less."""
    said = sum(weights[word] for word in own) + _HEADING_WEIGHT * sum(weights[word] for word in above - own)
    return said / sum(weights.values())


def _weights(words: Sequence[str], matches: Sequence[frozenset[str]], count: int) -> dict[str, float]:
    """Return the weight of each word: the fewer sentences have it, the more it says."""
    frequency = {word: sum(word in found for found in matches) for word in words}
    return {word: math.log(1 + (count + 1) / (frequency[word] + 0.5)) for word in words}
