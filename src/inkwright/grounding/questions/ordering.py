"""Questions about an order that the text states: numbered steps, and dated events."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from inkwright.artifacts.quizzes.model import Ordering, letter
from inkwright.grounding.clauses import depends_on_previous, refers_back
from inkwright.grounding.language.dates import dates_in
from inkwright.grounding.questions.candidates import (
    DIFFICULTY,
    QuestionCandidate,
    QuestionSource,
    question_topic,
    truncate,
)
from inkwright.grounding.sentences import sentences_in
from inkwright.grounding.source import SourceList, SourceLocation, SourceSection
from inkwright.grounding.summary.timeline import DatedEvent, dated_events

MIN_ITEMS: Final = 3
MAX_ITEMS: Final = 6
_MAX_ITEM: Final = 140
_MAX_LEAD: Final = 120
_EVENT_SCORE: Final = 3.5
# Steps belong together; events are picked at random.
_STEP_SCORE: Final = 4.2
_STEPS = re.compile(
    r"\b(?:steps?|how to|procedure|instructions|method|stages?|sequence|in (?:this )?order|process|recipe|preparation|"
    r"directions)\b|步骤|流程|做法|顺序|过程|阶段|如何|怎样|操作|程序|方法|经过",
    re.IGNORECASE,
)
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
# A state that lasted is not an event.
_STATE = re.compile(
    r"\b(?:had|has|have|is|are|was (?!\w+ed\b|\w+en\b|\w+lt\b|born\b)|were (?!\w+ed\b|\w+en\b|\w+lt\b)|used to|"
    r"would|could|still|already)\b|已经?|一直|仍|曾|正在|以来|期间|至今",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"\b(?:by|since|until|from|between|during|before|after)\b(?: the)?(?: year)? ?\W?$|[从自到至前后]\s?$", re.I
)
_FIRST = re.compile(r"\b(?:first|then|next|finally|last)\b|首先|然后|接着|最后|第[一二三四五六]步", re.IGNORECASE)


def ordering_questions(source: QuestionSource, random: Random) -> Iterator[QuestionCandidate]:
    """Yield numbered steps, and the dated events of the text four or five at a time."""
    for section in source.material.sections:
        for listing in section.listings:
            if _lists_steps(listing, section):
                yield from _step_questions(source, listing, random)
    yield from _event_questions(source, random)


def _lists_steps(listing: SourceList, section: SourceSection) -> bool:
    context = f"{listing.lead}\n{section.title}"
    return listing.is_ordered and _STEPS.search(context) is not None and not _RULES.search(context)


def _step_questions(source: QuestionSource, listing: SourceList, random: Random) -> Iterator[QuestionCandidate]:
    steps = [(next(sentences_in(item.text))[1], item.location) for item in listing.items][:MAX_ITEMS]
    different = {step.lower() for step, _ in steps}
    is_fair = all(4 <= len(step) <= _MAX_ITEM and not _FIRST.match(step) for step, _ in steps)
    if len(steps) >= MIN_ITEMS and len(different) == len(steps) and is_fair and (lead := _procedure_name(listing)):
        stem = source.message("steps", lead=truncate(lead, _MAX_LEAD))
        yield replace(_ordering_question(source, stem, steps, random), score=_STEP_SCORE)


def _procedure_name(listing: SourceList) -> str:
    """Return what the steps achieve: the line above the list, or the heading if that line only announces the list."""
    lead = listing.lead.rstrip(":： 。.")
    return lead if len(_POINTING.sub("", lead)) > 1 else listing.location.section


def _event_questions(source: QuestionSource, random: Random) -> Iterator[QuestionCandidate]:
    found: dict[float, DatedEvent] = {}
    for event in dated_events([annotated.sentence for _, annotated in source.askable]):
        if _is_clear(event):
            found.setdefault(int(event.value), event)
    events = list(found.values())
    while len(events) >= MIN_ITEMS:
        size = len(events) if len(events) <= MAX_ITEMS else 5
        picked = sorted(random.sample(range(len(events)), min(size, 5)))
        taken = [events[index] for index in picked]
        events = [event for index, event in enumerate(events) if index not in picked]
        yield _ordering_question(
            source, source.message("events"), [(event.title, event.sentence.location) for event in taken], random
        )


def _is_clear(event: DatedEvent) -> bool:
    """Whether the event is understandable without its date and without earlier sentences."""
    is_short = 8 <= len(event.title) <= _MAX_ITEM
    text = event.sentence.text
    is_point = event.value == int(event.value) and not _VAGUE.search(text[: max(0, text.find(event.when))])
    if not is_point or _STATE.search(event.title):
        return False
    return (
        is_short and not dates_in(event.title) and not depends_on_previous(event.title) and not refers_back(event.title)
    )


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
    return QuestionCandidate(question, locations, _EVENT_SCORE, frozenset(), frozenset())
