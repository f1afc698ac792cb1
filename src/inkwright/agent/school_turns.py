"""The school of a turn: its data and tools, the names that hosted models must not see, and answers by rule."""

import contextlib
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from typing import Final

from inkwright.agent.services import TurnServices
from inkwright.conversation.asks import AnsweredAsk, AskDraft, AskOption, AskQuestion
from inkwright.conversation.turns import TurnState
from inkwright.i18n import Language
from inkwright.llm.pseudonyms import Pseudonyms, names_hidden
from inkwright.school.answers import SchoolAnswer, answer_question, candidate_label
from inkwright.school.questions import read_question
from inkwright.school.records import Pupil, SchoolClass, SchoolData, Test
from inkwright.school.school import School

_NO_SCHOOL: Final = School(SchoolData())
_QUESTION: Final = "school:"
_MAX_OPTIONS: Final = 40
_MIN_NUMBER: Final = 4
"""Shorter numbers of pupils are numbers of anything else too."""

_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_HAN: Final = re.compile("[\u3400-\u9fff]")
_WORDS_TOO: Final = frozenset(
    "will may mark grace hope joy faith rose summer autumn april june bill art rich young long king page day may sunny "
    "class test quiz exam form the and sample pupil student teacher school".split()
)
"""Words that are also names: they are replaced only as part of a full name."""


async def with_school(services: TurnServices, owner: str) -> TurnServices:
    """Return the services with the school of the owner; without data, its tools are not offered."""
    school = await services.schools.load(owner) if services.schools else None
    tools = [tool for tool in services.tools if school or not tool.needs_school]
    return replace(services, school=school or None, tools=tools)


@contextlib.asynccontextmanager
async def names_kept(services: TurnServices, owner: str) -> AsyncIterator[None]:
    """Within this context, hosted models do not see the names and numbers of the owner's pupils."""
    school = await services.schools.load(owner) if services.schools and services.hides_names else None
    with names_hidden(pseudonyms_of(school) if school else None):
        yield


def pseudonyms_of(school: School) -> Pseudonyms:
    """Return the pseudonyms of the pupils, made once for each school."""
    known = _PSEUDONYMS.get(id(school))
    if known is None or known[0] is not school:
        _PSEUDONYMS.clear()
        known = _PSEUDONYMS[id(school)] = (school, Pseudonyms(_hidden_names(school.data.pupils)))
    return known[1]


_PSEUDONYMS: Final[dict[int, tuple[School, Pseudonyms]]] = {}


def _hidden_names(pupils: Sequence[Pupil]) -> dict[str, str]:
    names = {each.name: "Pupil" for each in pupils}
    names |= {each.number: "PupilNo" for each in pupils if len(each.number) >= _MIN_NUMBER}
    parts = {part: "NamePart" for each in pupils for part in _name_parts(each.name)}
    return {**parts, **names}


def _name_parts(name: str) -> list[str]:
    if _HAN.search(name):
        return [name[-2:]] if len(name) > 2 else []
    words = _WORD.findall(name)
    return [word for word in words if word.lower() not in _WORDS_TOO] if len(words) > 1 else []


def asks_school(message: str, school: School | None) -> bool:
    """Whether a message asks for numbers of the school."""
    return school is not None and read_question(message, school) is not None


def reply_from_school(turn: TurnState, services: TurnServices, language: Language) -> str | AskDraft | None:
    """Return the answer to the message of a turn, or a question to the person; None if it is about something else.

    Only for models that are too weak to be believed: capable ones have the tools.
    """
    if services.schools is None or not services.model_of("standard").abilities.is_weak or turn.sources:
        return None
    school = services.school or _NO_SCHOOL
    found = answer_question(turn.message, school, language, _chosen(turn.agreed))
    if found is None:
        return None
    return _ask(found, school) if found.kind == "ask" else found.message


def _chosen(answered: Sequence[AnsweredAsk]) -> list[str]:
    return [
        each.answer.chosen
        for each in answered
        if each.answer.status == "answered" and any(asked.id.startswith(_QUESTION) for asked in each.ask.questions)
    ]


def _ask(found: SchoolAnswer, school: School) -> AskDraft:
    options = tuple(
        AskOption(label=candidate_label(each, school), value=_value(each)) for each in found.candidates[:_MAX_OPTIONS]
    )
    first = found.candidates[0]
    hint = "needClassId" if isinstance(first, SchoolClass) else "needAssignment" if isinstance(first, Test) else None
    question = AskQuestion(
        id=f"{_QUESTION}{type(first).__name__.lower()}", question=found.message, options=options, allow_freeform=False
    )
    return AskDraft(kind="clarification", title=found.message, questions=(question,), hint=hint)


def _value(candidate: SchoolClass | Pupil | Test) -> str:
    if isinstance(candidate, Pupil):
        return candidate.number
    return candidate.id if isinstance(candidate, SchoolClass) else candidate.name
