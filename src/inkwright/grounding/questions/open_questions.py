"""Open questions that the text answers: what a term means, and what belongs to a list."""

import re
from collections.abc import Iterator
from typing import Final

from inkwright.artifacts.quizzes.model import LongAnswer
from inkwright.artifacts.text import column_width
from inkwright.grounding.context_dependence import without_full_stop
from inkwright.grounding.questions.candidates import DIFFICULTY, QuestionCandidate, QuestionSource, question_topic
from inkwright.grounding.questions.matching import distinct_definitions
from inkwright.grounding.source import SourceList
from inkwright.grounding.statements import content_sections

_MIN_ITEMS: Final = 3
_MAX_ITEMS: Final = 8
_MAX_ITEM: Final = 120
_MAX_LEAD: Final = 160
_LONG_LEAD: Final = 24
_WORD = re.compile("[a-z]{4,}")
_HAN = re.compile("[\u3400-\u9fff]{2}")
_MEANING_SCORE: Final = 3.3
_LIST_SCORE: Final = 3.0


def meaning_questions(source: QuestionSource) -> Iterator[QuestionCandidate]:
    """Yield a question for each definition that asks for the meaning of its term."""
    for definition in distinct_definitions(source.definitions.values()):
        location = definition.sentence.location
        question = LongAnswer(
            question=source.message("meaning", place=source.place(location), term=definition.term),
            correct_answer=definition.sentence.text,
            explanation=source.quoted([location]),
            difficulty=DIFFICULTY["LONG_ANSWER"],
            knowledge_point=question_topic(location),
        )
        shown = frozenset([definition.term.lower()])
        yield QuestionCandidate(question, (location,), _MEANING_SCORE, shown, frozenset())


def list_questions(source: QuestionSource) -> Iterator[QuestionCandidate]:
    """Yield a question for each list with a line above it that says what its items are."""
    for section in content_sections(source.material):
        for listing in section.listings:
            if not listing.is_ordered and _can_be_recalled(listing):
                yield _list_question(source, listing)


def _can_be_recalled(listing: SourceList) -> bool:
    is_led = listing.lead not in ("", listing.location.section) and len(listing.lead) <= _MAX_LEAD
    is_led = is_led and (
        column_width(listing.lead) >= _LONG_LEAD or _shares_word(listing.lead, listing.location.section)
    )
    is_short = all(column_width(item.text) <= _MAX_ITEM for item in listing.items)
    return is_led and listing.lead.endswith((":", "：")) and is_short and _MIN_ITEMS <= len(listing.items) <= _MAX_ITEMS


def _shares_word(lead: str, heading: str) -> bool:
    """Whether the line says what its heading is about, so that the heading explains it."""
    words = [word[:5] for word in _WORD.findall(heading.lower())]
    pairs = [heading[at : at + 2] for at in range(len(heading) - 1) if _HAN.fullmatch(heading[at : at + 2])]
    return any(each in lead.lower() for each in (*words, *pairs))


def _list_question(source: QuestionSource, listing: SourceList) -> QuestionCandidate:
    location = listing.items[0].location
    locations = tuple(item.location for item in listing.items)
    between = "；" if source.language == "zh" else "; "
    items = between.join(without_full_stop(item.text) for item in listing.items)
    question = LongAnswer(
        question=source.message(
            "items", place=source.place(location), lead=listing.lead.rstrip(":： "), count=len(listing.items)
        ),
        correct_answer=items,
        explanation=source.quoted(locations),
        difficulty=DIFFICULTY["LONG_ANSWER"],
        knowledge_point=question_topic(location),
    )
    return QuestionCandidate(question, locations, _LIST_SCORE, frozenset(), frozenset())
