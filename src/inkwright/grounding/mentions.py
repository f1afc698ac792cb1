"""The sentences of a material with what each of them names: what questions are made of."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.grounding import chinese, english
from inkwright.grounding.chinese_words import EMPTY_WORDS
from inkwright.grounding.english_words import COUNTS, DETERMINERS, EMPTY_NOUNS, PREPOSITIONS
from inkwright.grounding.material import Material, Sentence
from inkwright.grounding.names import name_of, name_sorts, runs_of
from inkwright.grounding.numbers import numbers_in
from inkwright.grounding.sentences import sentences_in
from inkwright.grounding.sorts import Mention, Sort

MOST_SENTENCES: Final = 6_000
_ACTS: Final = ("tion", "sion", "sis", "ment", "ing", "ance", "ence")
_QUALITIES: Final = ("ness", "ity", "hood")
_WORD_TAGS: Final = ("n", "v", "a", "j", "l", "i", "t", "eng", "m")


@dataclass(frozen=True, slots=True)
class Marked:
    """A sentence, what it names, and all its words that say something, in the form that all their forms share."""

    sentence: Sentence
    mentions: tuple[Mention, ...]
    words: frozenset[str]
    is_item: bool = False

    def mentions_of(self, key: str) -> list[Mention]:
        """Where a term stands in it."""
        return [mention for mention in self.mentions if mention.key == key]


def marked_sentences(material: Material) -> tuple[Marked, ...]:
    """The sentences and the sentences of the items, in their order, each with what it names."""
    sentences = list(_all_sentences(material))[:MOST_SENTENCES]
    return tuple(_marked_chinese(sentences) if material.language == "zh" else _marked_english(sentences))


def _all_sentences(material: Material) -> Iterator[tuple[Sentence, bool]]:
    for section in material.sections:
        found = [(sentence, False) for sentence in section.sentences]
        for listing in section.listings:
            for item in listing.items:
                for _, said in sentences_in(item.text):
                    if said:
                        found.append((Sentence(said, item.place), True))
        yield from sorted(found, key=lambda pair: pair[0].place.line)


def _marked_english(sentences: Sequence[tuple[Sentence, bool]]) -> Iterator[Marked]:
    said = "\n".join(sentence.text for sentence, _ in sentences)
    names, sure = english.names_in(said), english.sure_nouns(said)
    tokens = [english.tokens_of(sentence.text, names) for sentence, _ in sentences]
    sorts = name_sorts(tokens)
    for (sentence, is_item), words in zip(sentences, tokens, strict=True):
        found = [*numbers_in(sentence.text, "en")]
        found += _apart(found, _names(words, sentence.text, sorts))
        found += _apart(found, _nouns(words, sentence.text, sure))
        meanings = frozenset(_meanings(words)) | {mention.key for mention in found}
        yield Marked(sentence, tuple(sorted(found)), meanings, is_item)


def _apart(taken: Iterable[Mention], found: Iterable[Mention]) -> list[Mention]:
    """Those that share no sign with one that is taken."""
    spans = [(mention.start, mention.end) for mention in taken]
    return [each for each in found if all(each.end <= start or end <= each.start for start, end in spans)]


def _meanings(words: Iterable[english.Token]) -> Iterator[str]:
    for token in words:
        if token.kind not in ("function", "break"):
            yield english.singular_of(token.text.removesuffix("'s").removesuffix("’s"))


def _names(words: Sequence[english.Token], sentence: str, sorts: Mapping[str, Sort]) -> Iterator[Mention]:
    for first, last in runs_of(words):
        start, end = words[first].start, words[last].end
        name = name_of(words, first, last)
        behind = words[last + 1].kind if last + 1 < len(words) else "break"
        ahead = words[first - 1].kind if first else "break"
        if behind in ("noun", "adjective") or ahead in ("noun", "adjective"):
            continue  # It is part of a noun phrase, such as "Calvin cycle".
        is_open = (
            not _goes_on(words, first, last)
            and sentence[end : end + 1] != "-"
            and sentence[max(0, start - 1) : start] != "-"
        )
        slot = english.slot_of(words, first)
        yield Mention(start, end, sentence[start:end], sorts.get(name, "name"), name.lower(), "", slot, "", is_open)


def _goes_on(words: Sequence[english.Token], first: int, last: int) -> bool:
    """Whether the name may be only the beginning of a term, as in "the Calvin cycle"."""
    behind = words[last + 1].text if last + 1 < len(words) else ""
    has_article = english.slot_of(words, first) != ""
    return (
        has_article
        and behind[:1].islower()
        and "NOUN" in english.parts_of(behind)
        and words[last + 1].kind != "function"
    )


def _nouns(words: Sequence[english.Token], sentence: str, sure: frozenset[str]) -> Iterator[Mention]:
    for phrase in english.phrases_of(words):
        tokens = words[phrase.first : phrase.last + 1]
        head = english.singular_of(tokens[-1].text)
        if all(token.kind == "name" for token in tokens) or (len(tokens) == 1 and head in EMPTY_NOUNS):
            continue
        start, end = tokens[0].start, tokens[-1].end
        if len(head) < 3 or "." in sentence[start:end] or any(token.text.lower() in COUNTS for token in tokens):
            continue
        key = " ".join([*(token.text.lower() for token in tokens[:-1]), head])
        shape = "plural" if english.is_plural(tokens[-1].text) else "one"
        edges = sentence[max(0, start - 1) : start] + sentence[end : end + 1]
        is_open = not set(edges) & set("-/_$\\^=") and _is_noun_phrase(words, phrase, sure)
        slot = english.slot_of(words, phrase.first)
        yield Mention(start, end, sentence[start:end], _sort_of_noun(head), key, shape, slot, "", is_open)


def _is_noun_phrase(words: Sequence[english.Token], phrase: english.Phrase, sure: frozenset[str]) -> bool:
    """Whether none of its words may be a verb here: each can only be a noun, or is one elsewhere in the text."""
    if phrase.first == 1 and words[1].kind == "name" and words[0].text.lower() in PREPOSITIONS:
        return False  # "In Europe books were copied": the name belongs to the preposition.
    first = words[phrase.first]
    is_led = phrase.before.lower() in DETERMINERS or phrase.before.lower() == "of"
    for token in words[phrase.first : phrase.last + 1]:
        is_doubtful = token.kind != "name" and "VERB" in english.parts_of(token.text.lower())
        if is_doubtful and english.singular_of(token.text) not in sure and not (is_led and token == first):
            return False
    return True


def _sort_of_noun(head: str) -> Sort:
    if head.endswith(_QUALITIES):
        return "quality"
    return "act" if head.endswith(_ACTS) else "concept"


def _marked_chinese(sentences: Sequence[tuple[Sentence, bool]]) -> Iterator[Marked]:
    read = [chinese.words_of(sentence.text) for sentence, _ in sentences]
    acting = frozenset(name for words in read for name in chinese.acting_names(words))
    runs = Counter("".join(w.text for w in words[a : b + 1]) for words in read for a, b in chinese.phrases_of(words))
    for (sentence, is_item), words in zip(sentences, read, strict=True):
        found = [*numbers_in(sentence.text, "zh")]
        found += _apart(found, _han_terms(words, sentence.text, runs, acting))
        said = {word.text for word in words if word.tag.startswith(_WORD_TAGS) and len(word.text) > 1}
        yield Marked(sentence, tuple(sorted(found)), frozenset(said | {each.key for each in found}), is_item)


def _han_terms(
    words: Sequence[chinese.Word], sentence: str, runs: Counter[str], acting: frozenset[str]
) -> Iterator[Mention]:
    for first, last in chinese.phrases_of(words):
        run = words[first : last + 1]
        said = "".join(word.text for word in run)
        if len(said) < 2 or said in EMPTY_WORDS:
            continue
        # What the dictionary does not have may be cut out of the middle of something.
        is_sure = all(chinese.is_known(word.text) for word in run) or runs[said] > 1
        ahead = words[first - 1].tag if first else "x"
        behind = words[last + 1].tag if last + 1 < len(words) else "x"
        is_name = run[0].tag in ("nr", "nt", "nrt", "nrfg") or _lies_in(words, first)
        is_alone = is_name or not ahead.startswith(("n", "b", "j", "h"))
        is_open = (
            is_sure and is_alone and not behind.startswith(("n", "k", "j", "b")) and not _is_beside_dot(sentence, run)
        )
        sort = chinese.sort_of(run, acting)
        shape = chinese.class_of(said) if sort == "concept" else ""
        yield Mention(run[0].start, run[-1].end, said, sort, said, shape, is_open=is_open)


def _lies_in(words: Sequence[chinese.Word], first: int) -> bool:
    """Whether a place stands behind the one it lies in, as a town behind its province."""
    is_place = words[first].tag == "ns" and first > 0 and words[first - 1].tag == "ns"
    return is_place and words[first - 1].text[-1] in "省市县州国区"


def _is_beside_dot(sentence: str, run: Sequence[chinese.Word]) -> bool:
    return "·" in sentence[max(0, run[0].start - 1) : run[0].start] + sentence[run[-1].end : run[-1].end + 1]
