"""Question candidates, and the terms of a sentence that can be replaced by a gap."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.artifacts.quizzes.model import MAX_WORD, Difficulty, Question
from inkwright.grounding.definitions import definitions_of
from inkwright.grounding.language.english import MONTHS_AND_DAYS
from inkwright.grounding.language.names import CONTINENTS_AND_REGIONS
from inkwright.grounding.questions.distractors import TermIndex
from inkwright.grounding.self_contained import SentenceContext, is_self_contained
from inkwright.grounding.source import Material, Mention, SourceLocation
from inkwright.grounding.terms import AnnotatedSentence, annotate_sentences, term_weights
from inkwright.i18n import Language, text

BLANK: Final = "____"
_MAX_QUOTE: Final = 400
_MAX_ASKABLE: Final = 240

DIFFICULTY: Final[dict[str, Difficulty]] = {
    "TRUE_FALSE": "easy",
    "SINGLE_CHOICE": "medium",
    "MATCHING": "medium",
    "SHORT_ANSWER": "medium",
    "FILL_IN_BLANK": "hard",
    "ORDERING": "hard",
}
"""Who judges a statement has it easy, who recognises an answer less so, who has to recall or arrange has it hard."""


@dataclass(frozen=True, slots=True)
class QuestionCandidate:
    """A question, the places it is made of, its score, what it asks for, and the words that its sentences say.

    `answers` are the terms whose names are asked for, as their keys.
    """

    question: Question
    places: tuple[SourceLocation, ...]
    score: float
    answers: frozenset[str]
    words: frozenset[str]


class QuestionSource:
    """The sentences of a material that can be asked about, and all its terms."""

    def __init__(self, material: Material) -> None:
        self.material = material
        self.language: Language = material.language
        self.sentences = annotate_sentences(material)
        self.stock = TermIndex(self.sentences, term_weights(material, self.sentences), material.title)
        self.definitions = {found.sentence: found for found in definitions_of(material)}
        around = SentenceContext(material, self.sentences)
        standing = [
            at
            for at, marked in enumerate(self.sentences)
            if is_self_contained(marked, self.language)
            and around.explain(at, is_definition=marked.sentence in self.definitions)
        ]
        # So many are enough for any quiz; of a longer text they are taken from everywhere.
        step = max(1, -(-len(standing) // _MAX_ASKABLE))
        self.askable: tuple[tuple[int, AnnotatedSentence], ...] = tuple(
            (at, self.sentences[at]) for at in standing[::step]
        )

        self._around = around

    def speaks_of_its_matter(self, marked: AnnotatedSentence) -> bool:
        """Whether the sentence opens with what its heading or the title names, or with what it defines."""
        return marked.sentence in self.definitions or self._around.opens_with_its_matter(marked)

    def said(self, key: str, **fields: object) -> str:
        """A text of the product in the language of the material."""
        return text(self.language, f"grounding.{key}", **fields)

    def explained(self, places: Sequence[SourceLocation]) -> str:
        """The places word for word: what proves the answer."""
        return "\n".join(
            self.said("source", name=place.source, line=place.line, quote=truncate(place.quote, _MAX_QUOTE))
            for place in dict.fromkeys(places)
        )


def question_topic(place: SourceLocation) -> str:
    """What a question from this place is about: its heading."""
    return truncate(place.section, MAX_WORD)


def truncate(text: str, most: int) -> str:
    """As much of the text as there is room for."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


EXACT_KINDS: Final = ("year", "date", "number", "person", "place", "organisation")
"""Sorts whose terms nobody can say otherwise."""
VALUE_KINDS: Final = ("year", "date", "number")
"""Sorts of which other values are counted out, not found."""
DATE_KINDS: Final = ("year", "date")
SCORES: Final = {
    "year": 3.0, "date": 2.5, "number": 2.6, "person": 3.2, "place": 2.6, "organisation": 2.6, "name": 2.2,
}  # fmt: skip
_DEFINED_SCORE: Final = 3.4
_SUBJECT_SCORE: Final = 2.0
_LIMIT = re.compile(
    r"(?:than|as (?:many|much|few|little|long|high|old) as|at least|at most|up to|over|under|above|below|"
    r"almost|nearly|within|only|by|since|until|before|after|(?:超过|不足|不到|至少|最多|至多|不少于|不超过|不低于)[^\d，。；]{0,4}|近|将近|接近|多达|高达|满)\s*$",
    re.IGNORECASE,
)
_LIMIT_AFTER = re.compile(r"\s*(?:or more|or less|or so|以上|以下|以内|多|余)|.{0,3}(?:以上|以下|以内)")
_DENIES = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|hardly|without|cannot)\b|n['’]t\b|"
    "不(?!断|久|仅|但|同|少)|没|无(?!论)|(?<!除)非(?!常)|未(?!来)|禁止|避免",
    re.IGNORECASE,
)
_DENIES_SUBJECT = re.compile(r"不是|并非|不等于|不属于|\b(?:is|are|was|were|do|does|did|can) ?not\b", re.I)
_CLAUSE_END = re.compile("[,;:，；：]")
_LISTED = re.compile(r"[、和与及]|\w, [^,]+,? (?:and|or) ")
_PART_OF_NUMBER = re.compile(r"\s?(?:分之|成|折|to |至|到|[-–~～])|[ -](?:and a half|quarters?|thirds?|fifths?|halves)")
_NUMBERED_NAME = re.compile(r" [IVX]+\b(?!\.)")
_FEMALE_PRONOUN = re.compile(r"\b(?:she|her|herself)\b|她", re.IGNORECASE)
_HAN = re.compile("[\u3400-\u9fff]")
_MUCH_TEXT: Final = 45
_MUCH_HAN_TEXT: Final = 14
_STEM: Final = 5


def gap_terms(ground: QuestionSource, marked: AnnotatedSentence) -> Iterator[Mention]:
    """The values, names and defined terms of a sentence that can be asked for."""
    for mention in marked.mentions:
        is_sort = mention.sort in EXACT_KINDS or mention.sort == "name" or is_defined(ground, marked, mention)
        is_sort = is_sort or is_subject(ground, marked, mention)
        is_sort = is_sort and (mention.sort in VALUE_KINDS or not _is_given_away(ground, marked, mention))
        if mention.is_open and is_sort and _occurs_once(marked, mention) and is_stated(marked.sentence.text, mention):
            yield mention


def _is_given_away(ground: QuestionSource, marked: AnnotatedSentence, mention: Mention) -> bool:
    """Whether the title says it, anybody would guess it, or "she" says that it is a woman."""
    is_titled = mention.key in ground.material.title.lower() and not is_defined(ground, marked, mention)
    is_titled = is_titled or mention.key in CONTINENTS_AND_REGIONS
    return is_titled or (mention.sort == "person" and _FEMALE_PRONOUN.search(marked.sentence.text) is not None)


def is_defined(ground: QuestionSource, marked: AnnotatedSentence, mention: Mention) -> bool:
    """Whether the sentence says what this term is."""
    definition = ground.definitions.get(marked.sentence)
    return definition is not None and definition.term.lower() == mention.text.lower()


def is_subject(ground: QuestionSource, marked: AnnotatedSentence, mention: Mention) -> bool:
    """Whether the whole sentence is about it, says much of it, and the text speaks of it elsewhere as well."""
    text = marked.sentence.text
    is_noun = mention.sort not in (*EXACT_KINDS, "name") and text[: mention.start] in ("", "A ", "An ", "The ")
    says_much = len(text) - mention.end >= (_MUCH_HAN_TEXT if ground.language == "zh" else _MUCH_TEXT)
    is_whole = not text.startswith((" of ", "的"), mention.end)
    return is_noun and says_much and is_whole and ground.stock.is_subject(mention.key)


def is_stated(text: str, mention: Mention) -> bool:
    """Whether it is said outright: not denied, not added in brackets, and no number that the sentence counts out."""
    start = max((found.end() for found in _CLAUSE_END.finditer(text, 0, mention.start)), default=0)
    behind = _CLAUSE_END.search(text, mention.end)
    # What is said of a subject may well be that it lacks something; it is another matter that something else is meant.
    is_head = mention.start <= len("The ") and mention.sort not in EXACT_KINDS
    denies = _DENIES_SUBJECT if is_head else _DENIES
    if denies.search(text, start, behind.start() if behind else len(text)):
        return False
    before = text[: mention.start]
    if _NUMBERED_NAME.match(text, mention.end):
        return False
    if before.count("(") + before.count("（") > before.count(")") + before.count("）"):
        return False
    if mention.sort != "number":
        return True
    is_small = len(mention.text) == 1 or mention.shape == "words"
    is_counted_out = is_small and _LISTED.search(text) is not None
    is_part = mention.unit in MONTHS_AND_DAYS or _PART_OF_NUMBER.match(text, mention.end) is not None
    is_known = re.search(r"\b(?:the|these|those|all|both) $", before, re.IGNORECASE) is not None
    return not is_known and not is_counted_out and not is_part and before[-1:] not in ("“", '"', "'", "‘")


def _occurs_once(marked: AnnotatedSentence, mention: Mention) -> bool:
    """Whether no other word of the sentence is the same one, or half of it."""
    text = marked.sentence.text.lower()
    if text.count(mention.text.lower()) != 1 or len(marked.mentions_of(mention.key)) != 1:
        return False
    if mention.sort in VALUE_KINDS:
        return True
    rest = text[: mention.start] + " " + text[mention.end :]
    if _HAN.search(mention.text):
        # Its last sign says of what class it is, and may be said of others: drones and workers are both bees.
        return mention.sort in EXACT_KINDS or not set(mention.text[:-1]) & set(rest)
    return not any(word[:_STEM] in rest for word in mention.text.lower().split() if len(word) >= _STEM - 1)


def gap_score(ground: QuestionSource, marked: AnnotatedSentence, mention: Mention) -> float:
    """How much the term is worth asking for."""
    if is_defined(ground, marked, mention):
        return _DEFINED_SCORE
    if mention.sort not in SCORES:
        return _SUBJECT_SCORE
    return SCORES[mention.sort] - (1.2 if mention.shape == "words" else 0.0)


def is_limit(text: str, mention: Mention) -> bool:
    """Whether the number bounds another one: more than five is also more than four."""
    if mention.sort not in VALUE_KINDS:
        return False
    return bool(_LIMIT.search(text[: mention.start]) or _LIMIT_AFTER.match(text, mention.end))
