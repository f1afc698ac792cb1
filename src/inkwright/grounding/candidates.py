"""A question that could be asked: what it is made of, and how good it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.artifacts.quizzes.specs import MAX_WORD, Difficulty, Question
from inkwright.grounding.definitions import definitions_of
from inkwright.grounding.material import Material, Place
from inkwright.grounding.mentions import Marked, marked_sentences
from inkwright.grounding.standing import stands_alone
from inkwright.grounding.stock import Stock
from inkwright.grounding.surroundings import Surroundings
from inkwright.grounding.terms import weights_of
from inkwright.i18n import Language, text

BLANK: Final = "____"
_LONGEST_QUOTE: Final = 400
_MOST_ASKED: Final = 240

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
class Candidate:
    """A question, the places it is made of, its score, what it asks for, and the words that its sentences say.

    `answers` are the terms whose names are asked for, as their keys.
    """

    question: Question
    places: tuple[Place, ...]
    score: float
    answers: frozenset[str]
    words: frozenset[str]


class Ground:
    """The sentences of a material that can be asked about, and all its terms."""

    def __init__(self, material: Material) -> None:
        self.material = material
        self.language: Language = material.language
        self.sentences = marked_sentences(material)
        self.stock = Stock(self.sentences, weights_of(material, self.sentences), material.title)
        self.definitions = {found.sentence: found for found in definitions_of(material)}
        around = Surroundings(material, self.sentences)
        standing = [
            at
            for at, marked in enumerate(self.sentences)
            if stands_alone(marked, self.language)
            and around.explain(at, is_definition=marked.sentence in self.definitions)
        ]
        # So many are enough for any quiz; of a longer text they are taken from everywhere.
        step = max(1, -(-len(standing) // _MOST_ASKED))
        self.askable: tuple[tuple[int, Marked], ...] = tuple((at, self.sentences[at]) for at in standing[::step])

        self._around = around

    def speaks_of_its_matter(self, marked: Marked) -> bool:
        """Whether the sentence opens with what its heading or the title names, or with what it defines."""
        return marked.sentence in self.definitions or self._around.opens_with_its_matter(marked)

    def said(self, key: str, **fields: object) -> str:
        """A text of the product in the language of the material."""
        return text(self.language, f"grounding.{key}", **fields)

    def explained(self, places: Sequence[Place]) -> str:
        """The places word for word: what proves the answer."""
        return "\n".join(
            self.said("source", name=place.source, line=place.line, quote=shown(place.quote, _LONGEST_QUOTE))
            for place in dict.fromkeys(places)
        )


def point_of(place: Place) -> str:
    """What a question from this place is about: its heading."""
    return shown(place.section, MAX_WORD)


def shown(text: str, most: int) -> str:
    """As much of the text as there is room for."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
