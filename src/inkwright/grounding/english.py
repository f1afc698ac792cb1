"""English words: which parts of speech they can be, which of these they are in a sentence, and its noun phrases."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from inkwright.grounding.english_words import (
    ARTICLES,
    AUXILIARIES,
    DETERMINERS,
    EMPTY_ADJECTIVES,
    FUNCTION_WORDS,
    NO_NOUNS,
    PLURAL_DETERMINERS,
    PREPOSITIONS,
    PRONOUNS,
)

Kind = Literal["noun", "name", "adjective", "verb", "function", "other", "break"]

_CAPITAL = re.compile(r"(?<=[a-z0-9,;] )[A-ZÀ-Þ][a-zà-ɏ]+(?:-[A-Z][a-z]+)*(?!['’\w-])")
_TOKEN = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'’-]*|[^\s]")
_SMALL = re.compile(r"\b[a-zà-ɏ]+\b")
_BEHIND_ARTICLE = re.compile(
    r"\b(?:the|an?|of|its|their|each|every|some|this) ([a-z]+)"
    r"(?= (?:is|are|was|were|of|in|and|or|to|that|from|by|with|into|has|have|can|on|for|at)\b|[.,;:)])"
)
_MOST_WORDS: Final = 3


class Token(NamedTuple):
    """A word or a sign of a sentence, and what it is there."""

    start: int
    text: str
    kind: Kind

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.text)


class Phrase(NamedTuple):
    """Words that name something: where in the tokens, and the word that stands before it."""

    first: int
    last: int
    before: str


@lru_cache(maxsize=50_000)
def parts_of(word: str) -> frozenset[str]:
    """The parts of speech that a word can be; none where the lexicon does not know it."""
    from lemminflect import getAllLemmas  # noqa: PLC0415 - loads numpy and a lexicon

    return frozenset(getAllLemmas(word))


@lru_cache(maxsize=50_000)
def singular_of(word: str) -> str:
    """The singular of a noun, in lower case; any other word as it stands."""
    from lemminflect import getAllLemmas  # noqa: PLC0415 - loads numpy and a lexicon

    lower = word.lower()
    found = getAllLemmas(lower, upos="NOUN").get("NOUN", ())
    if found:
        return str(min(found, key=len))
    is_regular = lower.endswith("s") and not lower.endswith(("ss", "us", "is")) and len(lower) > 3
    return lower[:-1] if is_regular else lower


def is_plural(word: str) -> bool:
    """Whether a noun is a plural."""
    return singular_of(word) != word.lower()


def tokens_of(sentence: str, names: frozenset[str] = frozenset()) -> list[Token]:
    """The words and signs of a sentence. A capital within it makes a name; at its beginning, one of `names` is one."""
    found = [(match.start(), match[0]) for match in _TOKEN.finditer(sentence)]
    tokens: list[Token] = []
    for at, (start, text) in enumerate(found):
        behind = found[at + 1][1] if at + 1 < len(found) else ""
        kind = "name" if not tokens and _opens_with_name(text, behind, names) else _kind(text, tokens, behind)
        tokens.append(Token(start, text, kind))
    return tokens


def _opens_with_name(text: str, behind: str, names: frozenset[str]) -> bool:
    is_of_a_name = (behind[:1].isupper() and behind != behind.upper()) or behind in ("de", "van", "von", "ibn")
    return text in names or (is_of_a_name and text.lower() not in FUNCTION_WORDS and "'" not in text)


def names_in(text: str) -> frozenset[str]:
    """The words that have a capital within a sentence, and are never written without."""
    small = set(_SMALL.findall(text))
    return frozenset(word for word in _CAPITAL.findall(text) if word.lower() not in small)


def sure_nouns(text: str) -> frozenset[str]:
    """The words, in the singular, that stand somewhere in the text where only a noun can, behind an article or "of"."""
    return frozenset(singular_of(word) for word in _BEHIND_ARTICLE.findall(text.lower()))


def phrases_of(tokens: Sequence[Token]) -> Iterator[Phrase]:
    """The longest runs of adjectives, nouns and names that end in a noun; what is too long is left out."""
    at = 0
    while at < len(tokens):
        end = at
        while end < len(tokens) and tokens[end].kind in ("noun", "name", "adjective"):
            end += 1
        if end > at:
            yield from _trimmed(tokens, at, end - 1)
        at = max(end, at + 1)


def _trimmed(tokens: Sequence[Token], first: int, last: int) -> Iterator[Phrase]:
    while last >= first and tokens[last].kind == "adjective":
        last -= 1
    while first < last and tokens[first].text.lower() in EMPTY_ADJECTIVES:
        first += 1
    if first <= last < first + _MOST_WORDS:
        yield Phrase(first, last, tokens[first - 1].text if first else "")


def _kind(text: str, before: Sequence[Token], behind: str) -> Kind:
    if not text[0].isalpha():
        return "break"
    lower = text.lower().replace("’", "'")
    if lower in FUNCTION_WORDS:
        return "function"
    if "'" in lower or lower in NO_NOUNS or _compares(lower):
        return "other"
    if text[0].isupper() and text != text.upper() and before:
        return "name"
    return _kind_of_word(lower, before, behind.lower())


def _compares(word: str) -> bool:
    """Whether it is an adjective that compares, such as "closer" or "largest": a lexicon calls some of them nouns."""
    if word.endswith("est"):
        return parts_of(word) <= {"ADJ", "ADV"}
    stems = (word[:-2], word[:-1], f"{word[:-3]}y", word[:-3])
    return word.endswith("er") and any(len(stem) > 2 and "ADJ" in parts_of(stem) for stem in stems)


def _kind_of_word(word: str, before: Sequence[Token], behind: str) -> Kind:
    parts = parts_of(word) - {"AUX", "PROPN"}
    if not parts:
        return _kind_of_unknown(word)
    if "VERB" in parts and parts & {"NOUN", "ADJ"}:
        return _kind_of_ambiguous(word, parts, before, behind)
    if "NOUN" in parts and "ADJ" in parts:
        return "adjective" if _can_be_noun(behind) else "noun"
    if "NOUN" in parts and not word.endswith("ly"):
        return "noun"
    if "ADJ" in parts and not word.endswith("ly"):
        return "adjective"
    return "verb" if "VERB" in parts else "other"


def _kind_of_unknown(word: str) -> Kind:
    if word.endswith("ly"):
        return "other"
    if word.endswith("ed"):
        return "verb"
    # A compound such as "light-dependent" is said of the noun behind it.
    return "adjective" if "-" in word else "noun"


def _can_be_noun(word: str) -> bool:
    return word[:1].isalpha() and word not in FUNCTION_WORDS and (not (known := parts_of(word)) or "NOUN" in known)


def _kind_of_ambiguous(word: str, parts: frozenset[str], before: Sequence[Token], behind: str) -> Kind:
    """A word that can be a verb is a noun where only a noun can stand."""
    last = before[-1] if before else None
    lower = last.text.lower() if last else ""
    noun: Kind = "adjective" if "NOUN" not in parts or ("ADJ" in parts and _can_be_noun(behind)) else "noun"
    if lower in DETERMINERS or lower in PREPOSITIONS or (last and last.kind == "adjective"):
        is_participle = word.endswith("ing") and lower in PREPOSITIONS
        return "verb" if is_participle else noun
    if word.endswith(("ed", "ing")) or behind in DETERMINERS or behind in PRONOUNS:
        return "verb"
    if lower in AUXILIARIES or lower in PRONOUNS or lower == "to":
        return "verb"
    if last and last.kind in ("noun", "name"):
        is_counted = len(before) > 1 and before[-2].text.lower() in PLURAL_DETERMINERS
        # "All food crops depend": the plural is still to come.
        if is_counted and not is_plural(last.text) and is_plural(word):
            return noun
        return _kind_behind_noun(word, last, behind, noun)
    return noun


def _kind_behind_noun(word: str, last: Token, behind: str, noun: Kind) -> Kind:
    ends_here = not behind[:1].isalpha() or behind in AUXILIARIES
    if last.kind == "name" or word.endswith("s"):
        return noun if ends_here else "verb"
    is_verb = is_plural(last.text) or not (ends_here or behind in FUNCTION_WORDS or _can_be_noun(behind))
    return "verb" if is_verb else noun


def slot_of(tokens: Sequence[Token], first: int) -> str:
    """Which article stands before a noun and its adjectives: "a", "an", "the" (or what may stand for it), or none."""
    at = first - 1
    while at > 0 and tokens[at].kind in ("adjective", "other") and first - at < _MOST_WORDS:
        at -= 1
    lower = tokens[at].text.lower() if at >= 0 else ""
    if lower in ("a", "an"):
        return lower
    return "the" if lower in ARTICLES or lower in DETERMINERS else ""
