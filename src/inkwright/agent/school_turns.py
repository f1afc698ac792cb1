"""The school of a turn: its data and tools, the names that hosted models must not see, and answers by rule."""

import contextlib
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from inkwright.agent.services import TurnServices
from inkwright.conversation.asks import AnsweredAsk, AskDraft, AskOption, AskQuestion
from inkwright.conversation.events import Data
from inkwright.conversation.turns import TurnState
from inkwright.conversation.work_payloads import school_read_event
from inkwright.grounding.language.traditional import simplified
from inkwright.i18n import Language, message_keys, message_template, text
from inkwright.llm.models import Model, PieceListener, Reply, Request, ignore_piece
from inkwright.llm.pseudonyms import Pseudonyms, names_hidden
from inkwright.llm.wrapped_models import WrappedModel
from inkwright.school.answers import SchoolAnswer, answer_question, candidate_label
from inkwright.school.class_names import mentioned_classes
from inkwright.school.pupil_names import mentioned_pupils
from inkwright.school.questions import read_question
from inkwright.school.records import Pupil, SchoolClass, SchoolData, Test
from inkwright.school.school import School
from inkwright.school.statistics import shown_share

_NO_SCHOOL: Final = School(SchoolData())
_QUESTION: Final = "school:"
_MAX_OPTIONS: Final = 40
_MAX_POINTS: Final = 5
_GOT_WRONG: Final = re.compile(
    r"\bwrong\b|\bweak\w*\b|\bmistakes?\b|\berrors?\b|\bstruggl\w+\b|错|錯|薄弱"
    r"|弱项|弱項|弱点|弱點|不会|不會|失分|没掌握|沒掌握",
    re.IGNORECASE,
)
_MIN_NUMBER: Final = 4
"""Shorter numbers of pupils are numbers of anything else too."""

_WORD: Final = re.compile(r"[^\W\d_]+")
_HAN: Final = re.compile("[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]+")
_MIN_PART: Final = 2
_SENTENCE_WORDS: Final = frozenset(
    "will may can an a so do he in to no my see let go be we or by is at on if as us the and has had did was say ask "
    "give make use read write name class test quiz exam form sample pupil student teacher school mark".split()
)
"""Words that are names too: where a sentence begins with one, it is the word."""
_NOUNS: Final = frozenset(
    "mark grace hope joy faith rose summer autumn april june bill art rich young long king page day sunny man son "
    "ivy jade ruby pearl amber daisy lily violet iris heather holly robin jack frank grant drew chase miles dean earl "
    "lance pat rob sue tony victor winter dawn eve star sky angel crystal cherry candy melody harmony destiny bell "
    "wood woods hill field stone rice rivers brook ford west north park lane cook baker carter fisher hunter "
    "mason parker potter smith taylor turner walker weaver miller gardener shepherd black white brown green gray grey "
    "gold silver little small short sharp wise strong moody bright light best nice good fan fun lee sun song tang chin "
    "hung hang sing wing ting ping ming pan pang fang gang bang bun bin ran sam van don ben chip chow".split()
)
"""Names that are words too: they are hidden where they have a capital letter."""


async def with_school(services: TurnServices, owner: str) -> TurnServices:
    """Return the services with the school of the owner; without data, its tools are not offered."""
    school = await services.schools.load(owner) if services.schools else None
    tools = [tool for tool in services.tools if school or not tool.needs_school]
    return replace(services, school=school or None, tools=tools)


@contextlib.contextmanager
def names_of_turn_kept(services: TurnServices) -> Iterator[None]:
    """As `names_kept`, for services that have the school."""
    school = services.school if services.hides_names else None
    with names_hidden(pseudonyms_of(school) if school else None):
        yield


@contextlib.asynccontextmanager
async def names_kept(services: TurnServices, owner: str) -> AsyncIterator[None]:
    """Within this context, hosted models do not see the names and numbers of the owner's pupils."""
    school = await services.schools.load(owner) if services.schools and services.hides_names else None
    with names_of_turn_kept(replace(services, school=school or None)):
        yield


class NameKeepingModel(WrappedModel):
    """A model for work outside of a turn: if it is hosted, it does not see the names of the owner's pupils."""

    def __init__(self, model: Model, services: TurnServices, owner: str) -> None:
        super().__init__(model)
        self._services = services
        self._owner = owner

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        async with names_kept(self._services, self._owner):
            return await self._model.reply(request, hear)


def pseudonyms_of(school: School) -> Pseudonyms:
    """Return the pseudonyms of the pupils, made once for each school."""
    known = _PSEUDONYMS.get(id(school))
    if known is None or known[0] is not school:
        _PSEUDONYMS.clear()
        known = _PSEUDONYMS[id(school)] = (school, _pseudonyms(school))
    return known[1]


_PSEUDONYMS: Final[dict[int, tuple[School, Pseudonyms]]] = {}


def _pseudonyms(school: School) -> Pseudonyms:
    words = {*_NOUNS, *_SENTENCE_WORDS, *_words_of_messages()}
    return Pseudonyms(
        _hidden_names(school.data.pupils), words=words, sentence_words=_SENTENCE_WORDS, comparable=simplified
    )


@cache
def _words_of_messages() -> frozenset[str]:
    """The English words that this program uses itself: in small letters they are not names."""
    messages = (message_template("en", key) for key in message_keys(""))
    return frozenset(word for message in messages for word in _WORD.findall(message) if word.islower())


def _hidden_names(pupils: Sequence[Pupil]) -> dict[str, str]:
    names = {each.name: "Pupil" for each in pupils}
    names |= {each.number: "PupilNo" for each in pupils if len(each.number) >= _MIN_NUMBER}
    parts = {part: "NamePart" for each in pupils for part in _name_parts(each.name)}
    return {**parts, **names}


def _name_parts(name: str) -> list[str]:
    """Return what someone may be called by: each word, several of them in a row, and a Chinese given name."""
    parts = _HAN.findall(name)
    parts += [run[-2:] for run in parts if len(run) > _MIN_PART]
    words = _WORD.findall(_HAN.sub(" ", name))
    for length in range(1, len(words) + 1):
        parts += [" ".join(words[at : at + length]) for at in range(len(words) - length + 1)]
    return [part for part in dict.fromkeys(parts) if len(part) >= _MIN_PART and part != name]


def asks_school(message: str, school: School | None) -> bool:
    """Whether a message asks for numbers of the school."""
    return school is not None and read_question(message, school) is not None


@dataclass(frozen=True, slots=True)
class SchoolReply:
    """An answer, and what was read in the school for it, if anything."""

    message: str
    shown: Data | None = None


def reply_from_school(turn: TurnState, services: TurnServices, language: Language) -> SchoolReply | AskDraft | None:
    """Return the answer to the message of a turn, or a question to the person; None if it is about something else.

    Only for models that are too weak to be believed: capable ones have the tools.
    """
    if services.schools is None or not services.model_of("standard").abilities.is_weak or turn.sources:
        return None
    school = services.school or _NO_SCHOOL
    found = answer_question(turn.message, school, language, _chosen(turn.agreed))
    if found is None:
        return None
    if found.kind == "ask":
        return _ask(found, school)
    asked = found.question
    if found.kind != "numbers" or asked is None:
        return SchoolReply(found.message)
    read = school_read_event(turn.id, classes=asked.classes, pupils=asked.pupils, tests=asked.tests)
    return SchoolReply(found.message, read)


def weak_points_text(message: str, school: School | None, language: Language) -> str:
    """Return what the class or the pupil of a message got wrong, and what helps to get a quiz on it without a model;
    empty if the message is not about that.
    """
    if school is None or not _GOT_WRONG.search(message):
        return ""
    mentions = [each for each in mentioned_classes(message, list(school.classes.values())) if len(each.classes) == 1]
    pupils = mentioned_pupils(message, school.data.pupils).meant
    meant = pupils or tuple(mate for each in mentions for mate in school.members(each.classes[0].id))
    if not meant:
        return ""
    names = [each.name for each in pupils] or [each.classes[0].name for each in mentions]
    group = text(language, "receipt.and").join(dict.fromkeys(names))
    points = [f"{each.name} ({shown_share(each.error_rate)})" for each in school.knowledge_points(meant)[:_MAX_POINTS]]
    listed = text(language, "receipt.comma").join(points)
    return text(language, "too_small.weak_points" if points else "too_small.weak_unknown", group=group, points=listed)


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
