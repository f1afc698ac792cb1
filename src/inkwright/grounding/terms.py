"""The key terms of a material: of what sort each is, how much it weighs, and where it stands."""

import math
from collections import Counter
from dataclasses import dataclass
from typing import Final

from inkwright.grounding.material import Material, Sentence
from inkwright.grounding.mentions import Marked, marked_sentences
from inkwright.grounding.sorts import Mention, Sort

_IN_HEADING: Final = 2.0


@dataclass(frozen=True, slots=True)
class Term:
    """Something that the text speaks of, as it is written most often."""

    text: str
    sort: Sort
    weight: float
    sentences: tuple[Sentence, ...] = ()


def terms_of(material: Material) -> tuple[Term, ...]:
    """The terms of the text, the weightiest first; years, dates and numbers are among them."""
    sentences = marked_sentences(material)
    weights = weights_of(material, sentences)
    found: dict[str, list[tuple[Mention, Sentence]]] = {}
    for marked in sentences:
        for mention in filter(lambda mention: mention.is_open, marked.mentions):
            found.setdefault(mention.key, []).append((mention, marked.sentence))
    terms = [
        Term(
            Counter(mention.text for mention, _ in said).most_common(1)[0][0],
            said[0][0].sort,
            weights[key],
            tuple(dict.fromkeys(sentence for _, sentence in said)),
        )
        for key, said in found.items()
    ]
    return tuple(sorted(terms, key=lambda term: -term.weight))


def weights_of(material: Material, sentences: tuple[Marked, ...]) -> dict[str, float]:
    """How much each term weighs: how often it is said, more where a heading says it or it has several words."""
    headings = "\n".join([material.title, *(section.title for section in material.sections)]).lower()
    counts = Counter(mention.key for marked in sentences for mention in marked.mentions)
    weights = {}
    for key, count in counts.items():
        weight = 1 + math.log2(count)
        weight *= _IN_HEADING if key in headings else 1.0
        weights[key] = weight * (1.3 if " " in key or len(key) > 3 else 1.0)
    return weights
