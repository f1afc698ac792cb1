"""The terms of a text: what each sentence mentions, its kind, and how much each term weighs."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.grounding.language import chinese, english
from inkwright.grounding.language.chinese import EMPTY_WORDS
from inkwright.grounding.language.english import COUNT_WORDS, DETERMINERS, EMPTY_NOUNS, PREPOSITIONS
from inkwright.grounding.language.names import COUNTRIES, name_kinds, name_runs, name_text
from inkwright.grounding.language.numbers import numbers_in
from inkwright.grounding.language.traditional import simplified
from inkwright.grounding.sentences import sentences_in
from inkwright.grounding.source import Material, Mention, Sentence, TermKind

_FIRST_WORD = re.compile(r"^[A-Z][a-z]{3,}", re.MULTILINE)
MAX_SENTENCES: Final = 6_000
_ACTS: Final = ("tion", "sion", "sis", "ment", "ing", "ance", "ence")
_QUALITIES: Final = ("ness", "ity", "hood")
_WORD_TAGS: Final = ("n", "v", "a", "j", "l", "i", "t", "eng", "m")


@dataclass(frozen=True, slots=True)
class AnnotatedSentence:
    """A sentence, the terms it mentions, and its content words in their base form."""

    sentence: Sentence
    mentions: tuple[Mention, ...]
    words: frozenset[str]
    is_item: bool = False

    def mentions_of(self, key: str) -> list[Mention]:
        """Return the mentions of a term in the sentence."""
        return [mention for mention in self.mentions if mention.key == key]


def annotate_sentences(material: Material) -> tuple[AnnotatedSentence, ...]:
    """Return all sentences, including those of list items, in order, with the terms they mention."""
    sentences = list(_all_sentences(material))[:MAX_SENTENCES]
    return tuple(_annotate_chinese(sentences) if material.language == "zh" else _annotate_english(sentences))


def _all_sentences(material: Material) -> Iterator[tuple[Sentence, bool]]:
    for section in material.sections:
        found = [(sentence, False) for sentence in section.sentences]
        for listing in section.listings:
            for item in listing.items:
                for _, sentence_text in sentences_in(item.text):
                    if sentence_text:
                        found.append((Sentence(sentence_text, item.location), True))
        yield from sorted(found, key=lambda pair: pair[0].location.line)


def _annotate_english(sentences: Sequence[tuple[Sentence, bool]]) -> Iterator[AnnotatedSentence]:
    full_text = "\n".join(sentence.text for sentence, _ in sentences)
    # A country has its capital also where the sentence begins.
    countries = (word for word in _FIRST_WORD.findall(full_text) if word.lower() in COUNTRIES)
    names, certain = english.capitalised_names(full_text).union(countries), english.certain_nouns(full_text)
    tokens = [english.tokens_of(sentence.text, names) for sentence, _ in sentences]
    kinds = name_kinds(tokens)
    for (sentence, is_item), words in zip(sentences, tokens, strict=True):
        found = [*numbers_in(sentence.text, "en")]
        found += _without_overlaps(found, _name_mentions(words, sentence.text, kinds))
        found += _without_overlaps(found, _noun_mentions(words, sentence.text, certain))
        meanings = frozenset(_content_words(words)) | {mention.key for mention in found}
        yield AnnotatedSentence(sentence, tuple(sorted(found)), meanings, is_item)


def _without_overlaps(taken: Iterable[Mention], found: Iterable[Mention]) -> list[Mention]:
    """Return the mentions that do not overlap with one in `taken`."""
    spans = [(mention.start, mention.end) for mention in taken]
    return [each for each in found if all(each.end <= start or end <= each.start for start, end in spans)]


def _content_words(words: Iterable[english.EnglishToken]) -> Iterator[str]:
    for token in words:
        if token.kind not in ("function", "break"):
            yield english.singular_of(token.text.removesuffix("'s").removesuffix("’s"))


def _name_mentions(
    words: Sequence[english.EnglishToken], sentence: str, kinds: Mapping[str, TermKind]
) -> Iterator[Mention]:
    for first, last in name_runs(words):
        start, end = words[first].start, words[last].end
        name = name_text(words, first, last)
        following = words[last + 1].kind if last + 1 < len(words) else "break"
        preceding = words[first - 1].kind if first else "break"
        if following in ("noun", "adjective") or preceding in ("noun", "adjective"):
            continue  # It is part of a noun phrase, such as "Calvin cycle".
        is_open = (
            not _may_continue(words, first, last)
            and sentence[end : end + 1] != "-"
            and sentence[max(0, start - 1) : start] != "-"
        )
        article = english.article_before(words, first)
        yield Mention(start, end, sentence[start:end], kinds.get(name, "name"), name.lower(), "", article, "", is_open)


def _may_continue(words: Sequence[english.EnglishToken], first: int, last: int) -> bool:
    """Whether the name may be only the beginning of a term, as in "the Calvin cycle"."""
    following = words[last + 1].text if last + 1 < len(words) else ""
    has_article = english.article_before(words, first) != ""
    return (
        has_article
        and following[:1].islower()
        and "NOUN" in english.parts_of_speech(following)
        and words[last + 1].kind != "function"
    )


def _noun_mentions(words: Sequence[english.EnglishToken], sentence: str, certain: frozenset[str]) -> Iterator[Mention]:
    for phrase in english.noun_phrases(words):
        tokens = words[phrase.first : phrase.last + 1]
        head = english.singular_of(tokens[-1].text)
        if all(token.kind == "name" for token in tokens) or (len(tokens) == 1 and head in EMPTY_NOUNS):
            continue
        start, end = tokens[0].start, tokens[-1].end
        if len(head) < 3 or "." in sentence[start:end] or any(token.text.lower() in COUNT_WORDS for token in tokens):
            continue
        key = " ".join([*(token.text.lower() for token in tokens[:-1]), head])
        shape = "plural" if english.is_plural(tokens[-1].text) else "one"
        edges = sentence[max(0, start - 1) : start] + sentence[end : end + 1]
        is_open = not set(edges) & set("-/_$\\^=") and _is_noun_phrase(words, phrase, certain)
        article = english.article_before(words, phrase.first)
        yield Mention(start, end, sentence[start:end], _noun_kind(head), key, shape, article, "", is_open)


def _is_noun_phrase(words: Sequence[english.EnglishToken], phrase: english.NounPhrase, certain: frozenset[str]) -> bool:
    """Whether no word of the phrase may be a verb here: each can only be a noun, or is one elsewhere in the text."""
    if phrase.first == 1 and words[1].kind == "name" and words[0].text.lower() in PREPOSITIONS:
        return False  # "In Europe books were copied": the name belongs to the preposition.
    first = words[phrase.first]
    is_led = phrase.before.lower() in DETERMINERS or phrase.before.lower() == "of"
    for token in words[phrase.first : phrase.last + 1]:
        is_doubtful = token.kind != "name" and "VERB" in english.parts_of_speech(token.text.lower())
        if is_doubtful and english.singular_of(token.text) not in certain and not (is_led and token == first):
            return False
    return True


def _noun_kind(head: str) -> TermKind:
    if head.endswith(_QUALITIES):
        return "quality"
    return "act" if head.endswith(_ACTS) else "concept"


def _annotate_chinese(sentences: Sequence[tuple[Sentence, bool]]) -> Iterator[AnnotatedSentence]:
    # Traditional characters are read as simplified ones, which the dictionary has; what is mentioned stays as written.
    plain = [simplified(sentence.text) for sentence, _ in sentences]
    segmented = [chinese.words_of(text) for text in plain]
    acting = frozenset(name for words in segmented for name in chinese.names_that_act(words))
    runs = Counter(
        "".join(w.text for w in words[a : b + 1]) for words in segmented for a, b in chinese.term_runs(words)
    )
    for (sentence, is_item), text, words in zip(sentences, plain, segmented, strict=True):
        found = [*numbers_in(text, "zh")]
        found += _without_overlaps(found, _chinese_mentions(words, text, runs, acting))
        found = [each._replace(text=sentence.text[each.start : each.end]) for each in found]
        content_words = {word.text for word in words if word.tag.startswith(_WORD_TAGS) and len(word.text) > 1}
        yield AnnotatedSentence(
            sentence, tuple(sorted(found)), frozenset(content_words | {each.key for each in found}), is_item
        )


def _chinese_mentions(
    words: Sequence[chinese.ChineseWord], sentence: str, runs: Counter[str], acting: frozenset[str]
) -> Iterator[Mention]:
    for first, last in chinese.term_runs(words):
        run = words[first : last + 1]
        term = "".join(word.text for word in run)
        if len(term) < 2 or term in EMPTY_WORDS:
            continue
        # A word that is not in the dictionary may be a fragment of a longer one.
        is_sure = all(chinese.is_dictionary_word(word.text) for word in run) or runs[term] > 1
        preceding = words[first - 1].tag if first else "x"
        following = words[last + 1].tag if last + 1 < len(words) else "x"
        is_name = run[0].tag in ("nr", "nt", "nrt", "nrfg") or _is_inside_place(words, first)
        is_alone = is_name or not preceding.startswith(("n", "b", "j", "h"))
        is_open = (
            is_sure
            and is_alone
            and not following.startswith(("n", "k", "j", "b"))
            and not _is_beside_dot(sentence, run)
        )
        kind = chinese.term_kind(run, acting)
        shape = chinese.noun_class(term) if kind == "concept" else ""
        yield Mention(run[0].start, run[-1].end, term, kind, term, shape, is_open=is_open)


def _is_inside_place(words: Sequence[chinese.ChineseWord], first: int) -> bool:
    """Whether a place follows the one that contains it, such as a town after its province."""
    is_place = words[first].tag == "ns" and first > 0 and words[first - 1].tag == "ns"
    return is_place and words[first - 1].text[-1] in "省市县州国区"


def _is_beside_dot(sentence: str, run: Sequence[chinese.ChineseWord]) -> bool:
    return "·" in sentence[max(0, run[0].start - 1) : run[0].start] + sentence[run[-1].end : run[-1].end + 1]


_HEADING_WEIGHT: Final = 2.0


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the text in its most frequent spelling."""

    text: str
    kind: TermKind
    weight: float
    sentences: tuple[Sentence, ...] = ()


def terms_of(material: Material) -> tuple[Term, ...]:
    """Return the terms of the text, heaviest first, including years, dates and numbers."""
    sentences = annotate_sentences(material)
    weights = term_weights(material, sentences)
    found: dict[str, list[tuple[Mention, Sentence]]] = {}
    for annotated in sentences:
        for mention in filter(lambda mention: mention.is_open, annotated.mentions):
            found.setdefault(mention.key, []).append((mention, annotated.sentence))
    terms = [
        Term(
            Counter(mention.text for mention, _ in mentions).most_common(1)[0][0],
            mentions[0][0].kind,
            weights[key],
            tuple(dict.fromkeys(sentence for _, sentence in mentions)),
        )
        for key, mentions in found.items()
    ]
    return tuple(sorted(terms, key=lambda term: -term.weight))


def term_weights(material: Material, sentences: tuple[AnnotatedSentence, ...]) -> dict[str, float]:
    """Return the weight of each term: by frequency, more if it is in a heading or long."""
    headings = "\n".join([material.title, *(section.title for section in material.sections)]).lower()
    counts = Counter(mention.key for annotated in sentences for mention in annotated.mentions)
    weights = {}
    for key, count in counts.items():
        weight = 1 + math.log2(count)
        weight *= _HEADING_WEIGHT if key in headings else 1.0
        weights[key] = weight * (1.3 if " " in key or len(key) > 3 else 1.0)
    return weights
