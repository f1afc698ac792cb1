"""Question candidates, and the terms of a sentence that can be replaced by a gap."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.artifacts.quizzes.model import MAX_WORD, Difficulty, Question
from inkwright.grounding.definitions import definitions_of
from inkwright.grounding.language.english import FUNCTION_WORDS, MONTHS_AND_DAYS
from inkwright.grounding.language.names import CONTINENTS_AND_REGIONS
from inkwright.grounding.questions.distractors import TermIndex
from inkwright.grounding.self_contained import SentenceContext
from inkwright.grounding.source import Material, Mention, SourceLocation
from inkwright.grounding.statements import Statement, statements_of
from inkwright.grounding.summary.quotes import location_text
from inkwright.grounding.terms import AnnotatedSentence, annotate_sentences, term_weights
from inkwright.i18n import Language, text

BLANK: Final = "____"
_MAX_QUOTE: Final = 400
_MAX_ASKABLE: Final = 240
_MIN_ASKABLE_WORDS: Final = 6
_MIN_ASKABLE_HAN: Final = 11
_OPINION = re.compile(
    r"最[^，。]{1,10}之一|\bone of the (?:most|best|greatest)\b|\b(?:perfect|beautiful|remarkabl[ey])\b", re.I
)

DIFFICULTY: Final[dict[str, Difficulty]] = {
    "TRUE_FALSE": "easy",
    "SINGLE_CHOICE": "medium",
    "MATCHING": "medium",
    "SHORT_ANSWER": "medium",
    "FILL_IN_BLANK": "hard",
    "ORDERING": "hard",
}
"""Judging a statement is easy, recognising an answer is harder, recalling or arranging is hardest."""


@dataclass(frozen=True, slots=True)
class QuestionCandidate:
    """A question with its source locations, its score, and the words of its sentences.

    `answers` are the keys of the terms that the question asks for.
    """

    question: Question
    locations: tuple[SourceLocation, ...]
    score: float
    answers: frozenset[str]
    words: frozenset[str]


class QuestionSource:
    """The sentences of a material that questions can be made from, and all its terms."""

    def __init__(self, material: Material) -> None:
        self.material = material
        self.language: Language = material.language
        self.sentences = annotate_sentences(material)
        self.full_text = "\n".join(each.sentence.text for each in self.sentences)
        self.definitions = {found.sentence: found for found in definitions_of(material)}
        marked = (term for annotated in self.sentences for term in annotated.sentence.marked)
        defined = (found.term for found in self.definitions.values())
        self._key_terms = frozenset(term.lower() for term in (*defined, *marked))
        weights = term_weights(material, self.sentences)
        self.term_index = TermIndex(self.sentences, weights, material.title, self._key_terms)
        quotable = {each.first.sentence for each in statements_of(material) if _is_askable(each, self.language)}
        clear = [index for index, annotated in enumerate(self.sentences) if annotated.sentence in quotable]
        # Enough for any quiz; in a longer text they are sampled evenly.
        step = max(1, -(-len(clear) // _MAX_ASKABLE))
        self.askable: tuple[tuple[int, AnnotatedSentence], ...] = tuple(
            (index, self.sentences[index]) for index in clear[::step]
        )
        self._context = SentenceContext(material, self.sentences)

    def is_key_term(self, mention: Mention) -> bool:
        """Whether the text defines the term, or marks it in bold or italics."""
        return not self._key_terms.isdisjoint((mention.text.lower(), mention.key))

    def is_on_topic(self, annotated: AnnotatedSentence) -> bool:
        """Whether the sentence opens with a term of its heading or the title, or defines a term."""
        return annotated.sentence in self.definitions or self._context.opens_with_topic(annotated)

    def message(self, key: str, **fields: object) -> str:
        """Return a message in the language of the material."""
        return text(self.language, f"grounding.{key}", **fields)

    def quoted(self, locations: Sequence[SourceLocation]) -> str:
        """Return the quotes that prove the answer, in their order, each with its place."""
        return "\n".join(
            self.message(
                "source",
                quote=truncate(location.quote, _MAX_QUOTE),
                place=location_text([location], self.language),
            )
            for location in dict.fromkeys(locations)
        )


def _is_askable(statement: Statement, language: Language) -> bool:
    """Whether a statement is one sentence that still says enough with a gap in it."""
    text = statement.first.sentence.text
    is_long = len(text) >= _MIN_ASKABLE_HAN if language == "zh" else len(text.split()) >= _MIN_ASKABLE_WORDS
    return is_long and len(statement.sentences) == 1 and not _OPINION.search(text)


def question_topic(location: SourceLocation) -> str:
    """Return the topic of a question from this location: its heading."""
    return truncate(location.section, MAX_WORD)


def truncate(text: str, limit: int) -> str:
    """Return the text, shortened to `limit` characters."""
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


EXACT_KINDS: Final = ("year", "date", "number", "person", "place", "organisation")
"""Kinds whose terms have only one correct wording."""
VALUE_KINDS: Final = ("year", "date", "number")
"""Kinds whose distractors are computed instead of taken from the text."""
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
_NEGATION = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|hardly|without|cannot)\b|n['’]t\b|"
    "不(?!断|久|仅|但|同|少)|没|无(?!论)|(?<!除)非(?!常)|未(?!来)|禁止|避免",
    re.IGNORECASE,
)
_SUBJECT_NEGATION = re.compile(r"不是|并非|不等于|不属于|\b(?:is|are|was|were|do|does|did|can) ?not\b", re.I)
_CLAUSE_END = re.compile("[,;:，；：]")
_LISTED = re.compile(r"[、和与及]|\w, [^,]+,? (?:and|or) |: .*\b(?:and|or)\b")
_PART_OF_NUMBER = re.compile(r"\s?(?:分之|成|折|to |至|到|[-–~～])|[ -](?:and a half|quarters?|thirds?|fifths?|halves)")
_NUMBERED_NAME = re.compile(r" [IVX]+\b(?!\.)")
_DEMONYM = re.compile(r"(?:ican|ian|ese|ish|ench|utch)$|^(?:Jr|Sr)$")
_PERIOD = re.compile(r"\d0s$|century|世纪|年代", re.I)
_FEMALE_PRONOUN = re.compile(r"\b(?:she|her|herself)\b|她", re.IGNORECASE)
_HAN = re.compile("[\u3400-\u9fff]")
_MIN_STATEMENT: Final = 45
_MIN_HAN_STATEMENT: Final = 14
_INITIAL_BEFORE = re.compile(r"\b[A-Z]\. ?$")
_GLUED = re.compile(r"[A-Za-z_]{3,}")
_WORD_BEFORE = re.compile(r"(?<![A-Za-z])([A-Z][A-Za-z]*)[ /]?$")
# The same size in another unit, from which the first is known: "51 cm (20 in)".
_CONVERTED = re.compile(r"[^.,;:()]{0,20}[(（][^()（）]{0,12}\d")
_STEM_LENGTH: Final = 5
_MANY_NUMBERS: Final = 4
_CLOSE_MEANING: Final = 5
_CLOSE_HAN_MEANING: Final = 10
# A remark inside a sentence, as in "scientists, many of whom fled Germany, decided".
_ASIDE = re.compile(r", (?:who|which|whose|many|most|some|including|such as)\b[^,]*$")


def gap_terms(source: QuestionSource, annotated: AnnotatedSentence) -> Iterator[Mention]:
    """Yield the values, names and defined terms of a sentence that a question can ask for."""
    for mention in annotated.mentions:
        is_suitable = mention.kind in EXACT_KINDS or is_defined(source, annotated, mention)
        is_suitable = is_suitable or is_subject(source, annotated, mention)
        is_suitable = is_suitable and (mention.kind in VALUE_KINDS or not _is_given_away(source, annotated, mention))
        if (
            mention.is_open
            and is_suitable
            and not (mention.kind not in VALUE_KINDS and _DEMONYM.search(mention.text))
            and not (mention.kind in DATE_KINDS and _PERIOD.search(mention.text))
            and _occurs_once(annotated, mention)
            and is_stated(annotated.sentence.text, mention)
            and not _is_in_name(annotated.sentence.text, mention)
            and not (mention.kind == "number" and _has_many_numbers(annotated))
        ):
            yield mention


def _has_many_numbers(annotated: AnnotatedSentence) -> bool:
    """Whether the sentence is a list of figures, of which one is not worth asking for."""
    return sum(each.kind == "number" for each in annotated.mentions) >= _MANY_NUMBERS


def _is_in_name(text: str, mention: Mention) -> bool:
    """Whether it is part of a name, as in "Windows 10", "TeX Live 2022", "101strap" or "J. Robert Oppenheimer"."""
    if _INITIAL_BEFORE.search(text[: mention.start]) or (
        text[mention.end - 1].isdigit() and _GLUED.match(text, mention.end)
    ):
        return True
    before = _WORD_BEFORE.search(text[: mention.start]) if mention.kind in VALUE_KINDS else None
    if before is None or not text[mention.start].isdigit() or before[1].lower() in MONTHS_AND_DAYS:
        return False
    is_opening = not text[: before.start()].strip()
    return not is_opening or before[1].lower() not in FUNCTION_WORDS


def _is_given_away(source: QuestionSource, annotated: AnnotatedSentence, mention: Mention) -> bool:
    """Whether the answer is easy to guess: it is in the title, is a continent, or "she" reveals a woman."""
    is_titled = mention.key in source.material.title.lower() and not is_defined(source, annotated, mention)
    is_titled = is_titled or mention.key in CONTINENTS_AND_REGIONS
    return is_titled or (mention.kind == "person" and _FEMALE_PRONOUN.search(annotated.sentence.text) is not None)


def is_defined(source: QuestionSource, annotated: AnnotatedSentence, mention: Mention) -> bool:
    """Whether the sentence defines this term."""
    definition = source.definitions.get(annotated.sentence)
    return definition is not None and definition.term.lower() == mention.text.lower()


def is_defined_closely(source: QuestionSource, annotated: AnnotatedSentence, mention: Mention) -> bool:
    """Whether the sentence defines this term in so many words that few others fit: not only "X is a network"."""
    if not is_defined(source, annotated, mention):
        return False
    meaning = source.definitions[annotated.sentence].meaning
    is_long = len(meaning) >= _CLOSE_HAN_MEANING if source.language == "zh" else len(meaning.split()) >= _CLOSE_MEANING
    return is_long and mention.key not in source.material.title.lower()


def is_subject(source: QuestionSource, annotated: AnnotatedSentence, mention: Mention) -> bool:
    """Whether the sentence is about the term and says enough about it, and the text also mentions it elsewhere."""
    text = annotated.sentence.text
    is_noun = (
        mention.kind not in EXACT_KINDS
        and source.is_key_term(mention)
        and text[: mention.start] in ("", "A ", "An ", "The ")
    )
    says_much = len(text) - mention.end >= (_MIN_HAN_STATEMENT if source.language == "zh" else _MIN_STATEMENT)
    is_whole = not text.startswith((" of ", "的"), mention.end)
    return is_noun and says_much and is_whole and source.term_index.is_subject(mention.key)


def is_stated(text: str, mention: Mention) -> bool:
    """Whether the term is asserted: not negated, not in brackets, and not a number that counts a list."""
    start = max((found.end() for found in _CLAUSE_END.finditer(text, 0, mention.start)), default=0)
    following = _CLAUSE_END.search(text, mention.end)
    # A sentence may deny a property of its subject, but not the subject itself.
    is_head = mention.start <= len("The ") and mention.kind not in EXACT_KINDS
    negation = _SUBJECT_NEGATION if is_head else _NEGATION
    if negation.search(text, start, following.start() if following else len(text)):
        return False
    before = text[: mention.start]
    if mention.kind not in VALUE_KINDS and "、" in (before[-1:], text[mention.end : mention.end + 1]):
        return False  # Another member of an enumeration would be as right.
    if _NUMBERED_NAME.match(text, mention.end):
        return False
    if before.count("(") + before.count("（") > before.count(")") + before.count("）"):
        return False
    if mention.kind != "number":
        return mention.kind in VALUE_KINDS or text[mention.end : mention.end + 1] != "," or not _ASIDE.search(before)
    if _CONVERTED.match(text, mention.end):
        return False
    is_small = len(mention.text) == 1 or mention.shape == "words"
    is_counted_out = is_small and _LISTED.search(text) is not None
    is_part = mention.unit in MONTHS_AND_DAYS or _PART_OF_NUMBER.match(text, mention.end) is not None
    is_known = re.search(r"\b(?:the|these|those|all|both) $", before, re.IGNORECASE) is not None
    return not is_known and not is_counted_out and not is_part and before[-1:] not in ("“", '"', "'", "‘")


def _occurs_once(annotated: AnnotatedSentence, mention: Mention) -> bool:
    """Whether no other word of the sentence repeats the term or part of it."""
    text = annotated.sentence.text.lower()
    if text.count(mention.text.lower()) != 1 or len(annotated.mentions_of(mention.key)) != 1:
        return False
    if mention.kind in VALUE_KINDS:
        return True
    rest = text[: mention.start] + " " + text[mention.end :]
    if _HAN.search(mention.text):
        # Its last character names its class, which other terms share: drones and workers are both bees.
        return mention.kind in EXACT_KINDS or not set(mention.text[:-1]) & set(rest)
    return not any(
        word[:_STEM_LENGTH] in rest for word in mention.text.lower().split() if len(word) >= _STEM_LENGTH - 1
    )


def gap_score(source: QuestionSource, annotated: AnnotatedSentence, mention: Mention) -> float:
    """Return how suitable the term is for a question."""
    if is_defined(source, annotated, mention):
        return _DEFINED_SCORE
    if mention.kind not in SCORES:
        return _SUBJECT_SCORE
    return SCORES[mention.kind] - (1.2 if mention.shape == "words" else 0.0)


def is_limit(text: str, mention: Mention) -> bool:
    """Whether the number is a limit: more than five is also more than four."""
    if mention.kind not in VALUE_KINDS:
        return False
    return bool(_LIMIT.search(text[: mention.start]) or _LIMIT_AFTER.match(text, mention.end))
