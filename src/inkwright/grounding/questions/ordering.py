"""Questions about an order that the text states: numbered steps."""

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from inkwright.artifacts.quizzes.model import Ordering, letter
from inkwright.grounding.context_dependence import is_question
from inkwright.grounding.questions.candidates import (
    DIFFICULTY,
    QuestionCandidate,
    QuestionSource,
    question_topic,
    truncate,
)
from inkwright.grounding.self_contained import points_elsewhere
from inkwright.grounding.sentences import sentences_in
from inkwright.grounding.source import SourceList, SourceLocation, SourceSection
from inkwright.grounding.statements import is_apparatus_title

MIN_ITEMS: Final = 3
MAX_ITEMS: Final = 6
_MAX_ITEM: Final = 140
_MAX_LEAD: Final = 120
_SCORE: Final = 4.2
_STEPS = re.compile(
    r"\b(?:steps?|procedure|instructions|stages?|sequence|in (?:this )?order|process|recipe|preparation|"
    r"directions)\b|步骤|流程|做法|顺序|过程|阶段",
    re.IGNORECASE,
)
# Under such a heading there may also be several ways to do something, in any order.
_WAYS = re.compile(r"\b(?:how to|method)\b", re.IGNORECASE)
_ALTERNATIVE = re.compile(r"\b(?:or|instead|alternative(?:ly)?|another|either)\b", re.IGNORECASE)
_RULES = re.compile(
    r"\b(?:rules?|reasons?|tips?|advantages?|types?|kinds?)\b|规定|守则|原因|注意|优点|种类|要求", re.IGNORECASE
)
# A lead that consists only of these words just announces the list.
_POINTING = re.compile(
    r"\b(?:please|follow|do|the|these|this|following|steps?|stages?|in|order|as|follows|are|is|below|to|proceed|like|there|"
    r"procedure|process|one|by|carry|out|it|you|should|must|need)\b|[\s,，:：]|"
    "请|按照?|根据|下面|下列|以下|如下|步骤|顺序|操作|进行|方法|流程|过程|[的来为是有做]|可以|分为|主要|具体|依次|完成",
    re.IGNORECASE,
)
_FIRST = re.compile(r"\b(?:first|then|next|finally|last)\b|首先|然后|接着|最后|第[一二三四五六]步", re.IGNORECASE)


def ordering_questions(source: QuestionSource, random: Random) -> Iterator[QuestionCandidate]:
    """Yield the numbered steps of the text."""
    for section in source.material.sections:
        for listing in section.listings:
            if _lists_steps(listing, section):
                yield from _step_questions(source, listing, random)


def _lists_steps(listing: SourceList, section: SourceSection) -> bool:
    context = f"{listing.lead}\n{section.title}"
    return (
        listing.is_ordered
        and not (is_question(listing.lead) or is_apparatus_title(section.title))
        and (_STEPS.search(context) is not None or (_WAYS.search(context) is not None and _are_one_way(listing)))
        and not _RULES.search(context)
    )


def _are_one_way(listing: SourceList) -> bool:
    """Whether the items are steps of one way: alternatives repeat their first word or name each other."""
    first = {item.text.split(" ", 1)[0].lower() for item in listing.items}
    return len(first) == len(listing.items) and not any(_ALTERNATIVE.search(item.text) for item in listing.items)


def _step_questions(source: QuestionSource, listing: SourceList, random: Random) -> Iterator[QuestionCandidate]:
    steps = [(next(sentences_in(item.text))[1], item.location) for item in listing.items][:MAX_ITEMS]
    different = {step.lower() for step, _ in steps}
    is_fair = all(4 <= len(step) <= _MAX_ITEM and not _FIRST.match(step) for step, _ in steps)
    if len(steps) >= MIN_ITEMS and len(different) == len(steps) and is_fair and (lead := _procedure_name(listing)):
        stem = source.message("steps", lead=truncate(lead, _MAX_LEAD))
        yield _ordering_question(source, stem, steps, random)


def _procedure_name(listing: SourceList) -> str:
    """Return what the steps achieve: the line above the list, or the heading if that line only announces the list."""
    lead = listing.lead.rstrip(":： 。.")
    is_named = len(_POINTING.sub("", lead)) > 1 and not points_elsewhere(lead)
    return lead if is_named else listing.location.section


def _ordering_question(
    source: QuestionSource, stem: str, items: Sequence[tuple[str, SourceLocation]], random: Random
) -> QuestionCandidate:
    shuffled = random.sample(range(len(items)), len(items))
    if shuffled == sorted(shuffled):
        shuffled = shuffled[1:] + shuffled[:1]
    locations = tuple(location for _, location in items)
    question = Ordering(
        question=stem,
        options=[items[index][0] for index in shuffled],
        correct_answer=[letter(shuffled.index(index)) for index in range(len(items))],
        explanation=source.quoted(locations),
        difficulty=DIFFICULTY["ORDERING"],
        knowledge_point=question_topic(locations[0]) if len({location.section for location in locations}) == 1 else "",
    )
    return QuestionCandidate(question, locations, _SCORE, frozenset(), frozenset())
