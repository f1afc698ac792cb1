"""What a sentence takes from those around it: a thing named before, a question it answers, a condition that was set."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from inkwright.grounding import chinese, english
from inkwright.grounding.clauses import asks
from inkwright.grounding.english_words import FUNCTION_WORDS, UNIQUE_NOUNS
from inkwright.grounding.material import Material
from inkwright.grounding.mentions import Marked

_OFTEN: Final = 4
_OFTEN_HAN: Final = 2
_CONDITION = re.compile(r"(?:if|suppose|imagine|assume|in case)\b|如果|若|假如|假设|要是|当.{2,12}时", re.IGNORECASE)
_LEADS_ON = re.compile(
    r"[:：]$|\b(?:as follows|for example|for instance)\b[^,]{0,20}$|如下|例如[^，]{0,8}。$", re.IGNORECASE
)
# What follows one of these says which one is meant.
_TOLD_BEHIND: Final = frozenset(
    "of that which who where whose when between called known named behind above below around inside".split()
)
_TOLD_BY_PLACE: Final = frozenset("in from on at".split())
_MAKES_KNOWN: Final = frozenset("invented discovered developed introduced patented".split())
_MANY: Final = 3
_PAST = re.compile(r"\b(?:was|were|had|\w{2,}ed)\b|\b[12]\d{3}\b")
_BEFORE_NOUN = re.compile(r"\b((?:the|an?|another|each|every|many|several) (?:[a-z-]+ )?|)([a-z]{3,})\b", re.IGNORECASE)
_TOLD_BEFORE = re.compile(r"(?:st|nd|rd|th)$|est$")
_WORD = re.compile(r"[A-Za-z]+")
_VALUES: Final = ("year", "date", "number")
_NAMES: Final = ("person", "place", "organisation", "name")


class Surroundings:
    """The sentences of a text, and what all of it speaks of."""

    def __init__(self, material: Material, sentences: Sequence[Marked]) -> None:
        self._language = material.language
        self._title = material.title.lower()
        self._sentences = sentences
        self._counts = Counter(word for marked in sentences for word in marked.words)
        self._said = "\n".join(marked.sentence.text for marked in sentences)
        self._forms = _forms(self._said) if material.language == "en" else Counter[str]()

    def explain(self, at: int, *, is_definition: bool = False) -> bool:
        """Whether the sentence number `at` needs none of those around it."""
        marked = self._sentences[at]
        if at and self._sentences[at - 1].sentence.place.section == marked.sentence.place.section:
            before = self._sentences[at - 1].sentence.text
            if asks(before) or _CONDITION.match(before) or _LEADS_ON.search(before):
                return False
        if is_definition:
            return True
        if self._language == "zh":
            return self._names_its_subject(marked)
        return self._is_anchored(marked) and self._names_each_thing(marked)

    def opens_with_its_matter(self, marked: Marked) -> bool:
        """Whether the first thing that it names stands in the heading above it or in the title."""
        things = [each for each in marked.mentions if each.sort not in _VALUES]
        headings = self._headings(marked)
        if not things:
            return False
        opens = things[0].start <= len("The ") and self._said.lower().count(things[0].key) >= _OFTEN
        return opens or any(_is_word_of(word, headings) for word in things[0].key.split())

    def _is_one_of_many(self, noun: str) -> bool:
        """Whether the text speaks of several of them: which one did something, only its neighbours tell."""
        others = self._forms[noun]
        return others > 1 and _MANY * others > self._forms[f"the {noun}"]

    def _is_anchored(self, marked: Marked) -> bool:
        """Whether something tells where it belongs: a name, a date, or a word of the title or the heading."""
        if any(each.sort in (*_NAMES, "year", "date") for each in marked.mentions):
            return True
        headings = self._headings(marked)
        return self.opens_with_its_matter(marked) or any(_is_word_of(word, headings) for word in marked.words)

    def _headings(self, marked: Marked) -> str:
        return f"{self._title}\n{marked.sentence.place.section.lower()}"

    def _names_its_subject(self, marked: Marked) -> bool:
        """Whether the first thing that a Chinese sentence names has a name, or is spoken of elsewhere as well."""
        things = [each for each in marked.mentions if each.sort not in _VALUES]
        if not things:
            return False
        if any(each.sort in ("year", "date") and each.is_open for each in marked.mentions):
            return True
        first = things[0]
        is_known = first.text in self._headings(marked) or self._said.count(first.text) >= _OFTEN_HAN
        text = marked.sentence.text
        return first.sort in _NAMES or is_known or "《" in text or chinese.names_a_person(text)

    def _names_each_thing(self, marked: Marked) -> bool:
        """Whether each English noun behind "the" is told here, or is what the text speaks of all the time."""
        headings = {english.singular_of(word) for word in _WORD.findall(self._headings(marked))}
        tokens = english.tokens_of(marked.sentence.text)
        is_event = _PAST.search(marked.sentence.text) is not None
        for first, last in _definite(tokens):
            words = [english.singular_of(token.text) for token in tokens[first : last + 1]]
            least = _OFTEN if first == 1 else _OFTEN - 1
            if first > 1 and tokens[first - 2].text.lower() in _MAKES_KNOWN:
                continue  # Who invents the telescope means none in particular.
            nouns = [w for w, token in zip(words, tokens[first : last + 1], strict=True) if token.kind == "noun"]
            is_only_one = not is_event or not self._forms[words[-1]]
            is_often = self._counts[words[-1]] >= least and is_only_one
            is_known = any(word in headings for word in nouns) or is_often
            earlier = {english.singular_of(token.text) for token in tokens[: first - 1]}
            is_one_of_many = is_event and words[-1] not in earlier and self._is_one_of_many(words[-1])
            if (not is_known and words[-1] not in earlier and words[-1] not in UNIQUE_NOUNS) or is_one_of_many:
                return False
        return True


def _forms(text: str) -> Counter[str]:
    """How often each noun stands behind "the", and how often it is one of several: behind "a", or in the plural."""
    found: Counter[str] = Counter()
    for before, word in _BEFORE_NOUN.findall(text):
        noun = english.singular_of(word)
        if before.lower().startswith("the "):
            found[f"the {noun}"] += 1
        elif before or english.is_plural(word):
            found[noun] += 1
    return found


def _is_word_of(word: str, headings: str) -> bool:
    if not word.isascii():
        return word in headings
    return word in {english.singular_of(each) for each in _WORD.findall(headings)} - FUNCTION_WORDS


def _definite(tokens: Sequence[english.Token]) -> Iterator[tuple[int, int]]:
    """The nouns behind "the" of which nothing says which one is meant."""
    for at, token in enumerate(tokens):
        if token.text.lower() != "the":
            continue
        last = at
        while last + 1 < len(tokens) and tokens[last + 1].kind in ("noun", "adjective", "name"):
            last += 1
        run = tokens[at + 1 : last + 1]
        behind = tokens[last + 1].text.lower() if last + 1 < len(tokens) else ""
        after = tokens[last + 2].text if last + 2 < len(tokens) else ""
        is_placed = behind in _TOLD_BY_PLACE and after[:1].isalpha()
        is_told = behind in _TOLD_BEHIND or is_placed or behind.endswith("ing") or (behind.endswith("ed") and at > 0)
        is_named = any(word.kind == "name" or _TOLD_BEFORE.search(word.text) for word in run)
        if run and run[-1].kind == "noun" and not is_told and not is_named:
            yield at + 1, last
