"""The parts of files that a turn uses, such as "chapter 3"; and the question where a file has no such part."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from inkwright.agent.intents import is_question
from inkwright.agent.known_sources import KnownSource
from inkwright.agent.part_requests import PartRequest, find_parts, without_parts
from inkwright.agent.source_answers import ALL_SOURCES
from inkwright.agent.source_parts import FoundParts, TextOutline
from inkwright.agent.source_references import find_references, without_names
from inkwright.conversation.asks import AnsweredAsk, AskDraft, AskOption, AskQuestion
from inkwright.conversation.turns import SourcePart, UsedSource
from inkwright.i18n import Language, text

PART_QUESTION: Final = "part"
_SURE: Final = frozenset({"chapter", "section", "unit", "lesson", "page", "title"})
"""What surely means a part of a file, so that one that is not there is asked about."""

_JOINED: Final = re.compile(
    r"[\s的里中内,，]*(?:'s\s+|of\s+|in\s+|from\s+)?(?:the\s+|my\s+)?[@\"“《「]?$", re.IGNORECASE
)
_OF: Final = re.compile(r"\s*(?:of|from|in)\s+(?:the\s+|my\s+|this\s+|that\s+)?[@\"“]?$", re.IGNORECASE)
_WHOLE: Final = re.compile(r"\b(?:whole|entire|complete|all\s+of)\b|整个|整本|整份|整篇|全文|全部|全书", re.IGNORECASE)
_VALUE: Final = re.compile(r"(\d+)-(\d+):(.*)", re.DOTALL)
_EARLIER: Final = {"en": "the text", "zh": "该内容"}


class NamedParts(NamedTuple):
    """The parts that a message names, and the message without them, which tells what else it refers to."""

    requests: tuple[PartRequest, ...]
    message: str


class PartChoice(NamedTuple):
    """The sources with their parts, or what is unclear: the file, the words for the part, and what they may mean."""

    sources: tuple[UsedSource, ...]
    unclear: tuple[str, str, tuple[SourcePart, ...]] | None = None


def named_parts(message: str, known: Sequence[KnownSource], language: Language) -> NamedParts:
    """Return the parts that a message names. What is part of the name of a file is none."""
    requests = tuple(each for each in find_parts(without_names(message, known)) if "\0" not in each.written)
    by = f" {_EARLIER['en']} " if language == "en" else _EARLIER["zh"]
    return NamedParts(requests, without_parts(message, requests, by) if requests else message)


def said_without_parts(message: str) -> str:
    """Return the message without the parts that it names: they tell where to look, not what for."""
    requests = find_parts(message)
    return without_parts(message, requests) if requests else message


@dataclass(frozen=True, slots=True)
class PartFinder:
    """Finds the parts that a message names in the texts of the files that a turn uses."""

    message: str
    requests: tuple[PartRequest, ...]
    known: Sequence[KnownSource]
    texts: Mapping[str, str]

    async def keys_with(self, keys: Sequence[str]) -> list[str]:
        """Return the files that have every part that is named."""
        outlines = await asyncio.to_thread(self._outlines, keys)
        return [key for key in keys if all(outlines[key].find(each).parts for each in self.requests)]

    async def choose(self, used: Sequence[UsedSource]) -> PartChoice:
        """Return the sources with the parts that the message names."""
        return await asyncio.to_thread(self._choose, used)

    def _outlines(self, keys: Sequence[str]) -> dict[str, TextOutline]:
        return {key: TextOutline(self.texts.get(key, "")) for key in keys}

    def _choose(self, used: Sequence[UsedSource]) -> PartChoice:
        files = [each for each in used if each.id is None]
        outlines = self._outlines([each.key for each in files])
        included: dict[str, list[SourcePart]] = {}
        excluded: dict[str, list[SourcePart]] = {}
        for request in self.requests:
            keys = self._keys_of(request, list(outlines))
            found = {key: outlines[key].find(request) for key in keys}
            for key, each in found.items():
                chosen = _within(each, included.get(key, []))
                if chosen.is_unclear:
                    return PartChoice(tuple(used), (key, request.written, chosen.parts))
                (excluded if request.is_excluded else included).setdefault(key, []).extend(chosen.parts)
            if keys and _is_sure(request, outlines[keys[0]]) and not any(each.parts for each in found.values()):
                return PartChoice(tuple(used), (keys[0], request.written, outlines[keys[0]].suggested()))
        parts = {key: tuple(_innermost(included.get(key, []))) for key in outlines}
        for key, left_out in excluded.items():
            parts[key] = parts[key] or outlines[key].rest_of(left_out)
        return PartChoice(tuple(_with_parts(each, parts.get(each.key, ())) for each in used))

    def _keys_of(self, request: PartRequest, keys: list[str]) -> list[str]:
        """Return the files of which a part is meant: the one beside it, or else all."""
        if len(keys) <= 1:
            return keys
        references = [each for each in find_references(self.message, self.known) if set(each.keys) & set(keys)]
        after = [each for each in references if each.start >= request.end]
        if after and _OF.fullmatch(self.message[request.end : after[0].start]):
            return [key for key in after[0].keys if key in keys]
        before = [each for each in references if each.start < request.start]
        if before and before[-1].kind != "all":
            nearest = [key for key in before[-1].keys if key in keys]
            names = [each for each in self.known if each.key in nearest]
            gap = self.message[before[-1].start : request.start]
            if any(_is_beside(gap, each) for each in names):
                return nearest
        return keys


def _is_sure(request: PartRequest, outline: TextOutline) -> bool:
    """Whether a part is surely one of the file: "the first page" may be that of what is made."""
    has_digit = re.search(r"\d", request.written) is not None
    return request.kind in _SURE and (request.kind != "page" or has_digit or bool(outline.pages))


def _is_beside(gap: str, source: KnownSource) -> bool:
    """Whether nothing but a word such as "of" is between a name and the part."""
    for spelling in (source.name, source.stem, source.title):
        if spelling and gap.lower().startswith(spelling.lower()):
            return _JOINED.fullmatch(gap[len(spelling) :]) is not None
    return len(gap) <= len("the second file's ")


def _within(found: FoundParts, chosen: Sequence[SourcePart]) -> FoundParts:
    """Return what an unclear part means inside of what is chosen: "chapter 2, section 3"."""
    if not found.is_unclear:
        return found
    inner = tuple(each for each in found.parts if any(_contains(outer, each) for outer in chosen))
    return FoundParts(inner) if len(inner) == 1 else found


def _innermost(parts: Sequence[SourcePart]) -> list[SourcePart]:
    """Return the parts without the ones that contain another: of "chapter 2, section 3" the section."""
    unique = list(dict.fromkeys(parts))
    return [each for each in unique if not any(other != each and _contains(each, other) for other in unique)]


def _contains(outer: SourcePart, inner: SourcePart) -> bool:
    return outer.first <= inner.first and inner.last <= outer.last


def _with_parts(source: UsedSource, parts: tuple[SourcePart, ...]) -> UsedSource:
    return source.model_copy(update={"parts": parts}) if parts else source


def with_earlier_parts(
    sources: Sequence[UsedSource], earlier: Mapping[str, UsedSource], message: str
) -> tuple[UsedSource, ...]:
    """Return the sources of earlier turns with the parts that were used there, unless the message wants the whole.

    A question is looked up in all of a file: the answer names its place.
    """
    if _WHOLE.search(message) or is_question(message):
        return tuple(sources)
    return tuple(
        _with_parts(each, earlier[each.key].parts) if each.reason == "earlier" and each.key in earlier else each
        for each in sources
    )


def part_ask(choice: PartChoice, language: Language) -> AskDraft | None:
    """Return the question which part of a file is meant; None if that is clear."""
    if choice.unclear is None:
        return None
    name, written, parts = choice.unclear
    options = [AskOption(label=_label(each), value=f"{each.first}-{each.last}:{name}") for each in parts]
    options.append(AskOption(label=text(language, "sources.whole"), value=ALL_SOURCES))
    asked = text(language, "sources.which_part", name=name, part=written)
    question = AskQuestion(id=PART_QUESTION, question=asked, options=tuple(options), allow_freeform=False)
    return AskDraft(kind="clarification", title=asked, questions=(question,))


def _label(part: SourcePart) -> str:
    return part.title or str(part.page)


def is_part_ask(answered: AnsweredAsk) -> bool:
    """Whether this was the question about a part."""
    return any(question.id == PART_QUESTION for question in answered.ask.questions)


def answered_parts(agreed: Sequence[AnsweredAsk], used: Sequence[UsedSource]) -> tuple[UsedSource, ...] | None:
    """Return the sources as the person answered; None if they were not asked. Without an answer, all is used."""
    asked = next((each for each in agreed if is_part_ask(each)), None)
    if asked is None:
        return None
    given = next((each for each in asked.answer.answers if each.id == PART_QUESTION), None)
    match = _VALUE.fullmatch(str(given.value)) if given else None
    if given is None or match is None:
        return tuple(used)
    part = SourcePart(title=given.label or "", first=int(match[1]), last=int(match[2]))
    return tuple(_with_parts(each, (part,)) if each.key == match[3] else each for each in used)
