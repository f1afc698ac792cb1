"""What a whole text is about, and which of its sentences can be understood under their heading alone."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from inkwright.grounding.context_dependence import is_question
from inkwright.grounding.language import chinese, english
from inkwright.grounding.language.english import FUNCTION_WORDS, UNIQUE_NOUNS
from inkwright.grounding.source import Material
from inkwright.grounding.terms import AnnotatedSentence

_OFTEN: Final = 4
_OFTEN_HAN: Final = 2
_OPENS_WITH_CONDITION = re.compile(
    r"(?:if|suppose|imagine|assume|in case)\b|如果|若|假如|假设|要是|当.{2,12}时", re.IGNORECASE
)
_ARTICLE = re.compile(r"第[零一二三四五六七八九十百\d]{1,6}[条條]|(?:Article|Section|§) ?\d")
_LEADS_ON = re.compile(
    r"[:：]$|\b(?:as follows|for example|for instance)\b[^,]{0,20}$|如下|例如[^，]{0,8}。$", re.IGNORECASE
)
# A noun followed by one of these is specified.
_EXPLAINED_AFTER: Final = frozenset(
    "of that which who where whose when between called known named behind above below around inside".split()
)
_EXPLAINED_BY_PLACE: Final = frozenset("in from on at".split())
_MAKES_KNOWN: Final = frozenset("invented discovered developed introduced patented".split())
_MANY: Final = 3
_PAST = re.compile(r"\b(?:was|were|had)\b|(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bbeen )\b\w{2,}ed\b|\b[12]\d{3}\b")
_BEFORE_NOUN = re.compile(r"\b((?:the|an?|another|each|every|many|several) (?:[a-z-]+ )?|)([a-z]{3,})\b", re.IGNORECASE)
_EXPLAINED_BEFORE = re.compile(r"(?:st|nd|rd|th)$|est$")
_WORD = re.compile(r"[A-Za-z]+")
_SHORT_FORM = re.compile(r"(?<![A-Za-z0-9-])[A-Z]{2,6}(?![A-Za-z0-9])")
_EXPLAINED_SHORT_FORM = re.compile(r"[^\W\d_]{2} ?[(（]([A-Z]{2,6})s?[)）]")
_VALUES: Final = ("year", "date", "number")
_NAMES: Final = ("person", "place", "organisation", "name")


class TextContext:
    """The sentences of a text and what the whole text is about."""

    def __init__(self, material: Material, sentences: Sequence[AnnotatedSentence]) -> None:
        self._language = material.language
        self._title = material.title.lower()
        self._sentences = sentences
        self._counts = Counter(word for annotated in sentences for word in annotated.words)
        places = {(word, annotated.sentence.location.section) for annotated in sentences for word in annotated.words}
        self._sections = Counter(word for word, _ in places)
        self._min_sections = min(2, len({section for _, section in places}))
        self._lawful = {each.sentence.location.section for each in sentences if _ARTICLE.match(each.sentence.text)}
        self._full_text = "\n".join(annotated.sentence.text for annotated in sentences)
        self._explained_short_forms = frozenset(_EXPLAINED_SHORT_FORM.findall(self._full_text))
        self._forms = _article_counts(self._full_text) if material.language == "en" else Counter[str]()

    def is_clear_alone(self, index: int, *, is_definition: bool = False) -> bool:
        """Whether sentence `index` can be understood without the sentences around it."""
        annotated = self._sentences[index]
        if self.follows_on(index) or self._continues_article(index):
            return False
        if self._abbreviates(annotated):
            return False
        if is_definition:
            return True
        if self._language == "zh":
            return self._names_its_subject(annotated)
        if self._opens_with_rare_name(annotated):
            return False
        return self._is_anchored(annotated) and self._names_each_thing(annotated)

    def follows_on(self, index: int) -> bool:
        """Whether the sentence before it in its section asks, supposes or announces something."""
        if not index or self._section(index - 1) != self._section(index):
            return False
        before = self._sentences[index - 1].sentence.text
        return bool(is_question(before) or _OPENS_WITH_CONDITION.match(before) or _LEADS_ON.search(before))

    def _continues_article(self, index: int) -> bool:
        """Whether it is an unnumbered part of a law, which belongs to the article before it."""
        is_numbered = _ARTICLE.match(self._sentences[index].sentence.text) is not None
        return not is_numbered and self._section(index) in self._lawful

    def _section(self, index: int) -> str:
        return self._sentences[index].sentence.location.section

    def _abbreviates(self, annotated: AnnotatedSentence) -> bool:
        """Whether it has an abbreviation that another sentence explains."""
        text, headings = annotated.sentence.text, self._headings(annotated)
        return any(
            short in self._explained_short_forms and f"({short}" not in text and f"（{short}" not in text
            for short in _SHORT_FORM.findall(text)
            if short.lower() not in headings.lower()
        )

    def opens_with_topic(self, annotated: AnnotatedSentence) -> bool:
        """Whether the first thing it names is in its heading or the title."""
        things = [each for each in annotated.mentions if each.kind not in _VALUES]
        headings = self._headings(annotated)
        if not things:
            return False
        opens = things[0].start <= len("The ") and self._full_text.lower().count(things[0].key) >= _OFTEN
        return opens or any(_is_in_headings(word, headings) for word in things[0].key.split())

    def _opens_with_rare_name(self, annotated: AnnotatedSentence) -> bool:
        """Whether its subject is a single name that the text rarely mentions: somebody in an example."""
        first = next((each for each in annotated.mentions if each.start == 0), None)
        if first is None or first.kind not in ("person", "name") or " " in first.text:
            return False
        is_rare = self._full_text.count(first.text) < _OFTEN
        return is_rare and not _is_in_headings(first.key, self._headings(annotated))

    def _is_one_of_many(self, noun: str) -> bool:
        """Whether the text mentions several of these, so that only the context shows which one is meant."""
        others = self._forms[noun]
        return others > 1 and _MANY * others > self._forms[f"the {noun}"]

    def _is_anchored(self, annotated: AnnotatedSentence) -> bool:
        """Whether it is about things in general, or has a reference point: a name, a date, or a word of a heading."""
        if not _PAST.search(annotated.sentence.text):
            return True
        if any(each.kind in (*_NAMES, "year", "date") for each in annotated.mentions):
            return True
        headings = self._headings(annotated)
        return self.opens_with_topic(annotated) or any(_is_in_headings(word, headings) for word in annotated.words)

    def _headings(self, annotated: AnnotatedSentence) -> str:
        return f"{self._title}\n{annotated.sentence.location.section.lower()}"

    def _names_its_subject(self, annotated: AnnotatedSentence) -> bool:
        """Whether the first thing a Chinese sentence names is a proper name, or is mentioned elsewhere too."""
        things = [each for each in annotated.mentions if each.kind not in _VALUES]
        if not things:
            return False
        if any(each.kind in ("year", "date") and each.is_open for each in annotated.mentions):
            return True
        first = things[0]
        is_known = first.text in self._headings(annotated) or self._full_text.count(first.text) >= _OFTEN_HAN
        text = annotated.sentence.text
        return first.kind in _NAMES or is_known or "《" in text or chinese.mentions_person(text)

    def _names_each_thing(self, annotated: AnnotatedSentence) -> bool:
        """Whether each English noun after "the" is specified here, or is a constant topic of the text."""
        headings = {english.singular_of(word) for word in _WORD.findall(self._headings(annotated))}
        tokens = english.tokens_of(annotated.sentence.text)
        is_event = _PAST.search(annotated.sentence.text) is not None
        for first, last in _unexplained_nouns(tokens):
            words = [english.singular_of(token.text) for token in tokens[first : last + 1]]
            min_count = _OFTEN if first == 1 else _OFTEN - 1
            if first > 1 and tokens[first - 2].text.lower() in _MAKES_KNOWN:
                continue  # Whoever invents "the telescope" does not mean a particular one.
            nouns = [w for w, token in zip(words, tokens[first : last + 1], strict=True) if token.kind == "noun"]
            is_only_one = not is_event or not self._forms[words[-1]]
            # What happens in one section alone is not known to who reads a sentence of it.
            is_throughout = not is_event or self._sections[words[-1]] >= self._min_sections
            is_often = self._counts[words[-1]] >= min_count and is_only_one and is_throughout
            is_known = any(word in headings for word in nouns) or is_often
            earlier = {english.singular_of(token.text) for token in tokens[: first - 1]}
            is_one_of_many = is_event and words[-1] not in earlier and self._is_one_of_many(words[-1])
            if (not is_known and words[-1] not in earlier and words[-1] not in UNIQUE_NOUNS) or is_one_of_many:
                return False
        return True


def _article_counts(text: str) -> Counter[str]:
    """Count how often each noun appears after "the", and how often as one of several: after "a", or in the plural."""
    found: Counter[str] = Counter()
    for before, word in _BEFORE_NOUN.findall(text):
        noun = english.singular_of(word)
        if before.lower().startswith("the "):
            found[f"the {noun}"] += 1
        elif before or english.is_plural(word):
            found[noun] += 1
    return found


def _is_in_headings(word: str, headings: str) -> bool:
    if not word.isascii():
        return word in headings
    return word in {english.singular_of(each) for each in _WORD.findall(headings)} - FUNCTION_WORDS


def _unexplained_nouns(tokens: Sequence[english.EnglishToken]) -> Iterator[tuple[int, int]]:
    """Yield the nouns after "the" that nothing in the sentence specifies."""
    for index, token in enumerate(tokens):
        if token.text.lower() != "the":
            continue
        last = index
        while last + 1 < len(tokens) and tokens[last + 1].kind in ("noun", "adjective", "name"):
            last += 1
        run = tokens[index + 1 : last + 1]
        first = tokens[last + 1].text.lower() if last + 1 < len(tokens) else ""
        second = tokens[last + 2].text if last + 2 < len(tokens) else ""
        is_placed = first in _EXPLAINED_BY_PLACE and second[:1].isalpha()
        is_specified = (
            first in _EXPLAINED_AFTER or is_placed or first.endswith("ing") or (first.endswith("ed") and index > 0)
        )
        is_named = any(word.kind == "name" or _EXPLAINED_BEFORE.search(word.text) for word in run)
        if run and run[-1].kind == "noun" and not is_specified and not is_named:
            yield index + 1, last
