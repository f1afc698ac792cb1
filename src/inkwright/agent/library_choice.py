"""Decide which documents of the library a turn uses: the ones that its message names, or what a search finds."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from inkwright.agent.intents import deliverables_in
from inkwright.agent.library_sources import TurnLibrary, passage_sources, passages_event, turn_library
from inkwright.agent.services import TurnServices
from inkwright.agent.source_words import OWN_DOCUMENTS, topic_words
from inkwright.conversation.events import Event, Warned
from inkwright.conversation.turns import TurnState, UsedSource, join_sources
from inkwright.i18n import Language, text
from inkwright.library.records import MAX_PASSAGES, LibraryDocument, Passage
from inkwright.parsing.chinese_variants import simplify_requests

_MAX_EXAMINED: Final = 4_000
_MAX_INLINE: Final = 12_000
"""A document of at most so many characters is used as a whole."""
_MAX_FOUND: Final = 8
_MIN_STEM: Final = 2
_MIN_SHARE_OF_BEST: Final = 0.3


class _Found(NamedTuple):
    sources: list[UsedSource]
    passages: list[Passage]


async def with_documents(
    turn: TurnState, services: TurnServices, emit: Callable[[Event], None], language: Language
) -> TurnState:
    """Return the turn with the documents that its message means. If it means the library and nothing is found, the
    person is told, and the turn continues.
    """
    message = simplify_requests(turn.message[:_MAX_EXAMINED]).replace("＠", "@")
    means_library = OWN_DOCUMENTS.search(message) is not None
    if turn.sources is None or not ("@" in message or means_library):
        return turn
    library = turn_library(turn, services.library, services.projects)
    if library is None:
        return turn
    ready = [each for each in await library.all() if each.status == "ready"]
    named = _named_documents(turn.message, ready)
    if not named and not means_library:
        return turn
    query = _query(message, named)
    found = await (_from_named(named, library, query, message) if named else _from_library(library, query))
    if found.passages:
        emit(passages_event(query, found.passages))
    elif not found.sources:
        emit(Warned(code="no_passages", message=text(language, "library.no_passages", count=len(ready))))
    return turn.model_copy(update={"sources": join_sources(turn.sources, found.sources)})


def _named_documents(message: str, ready: Sequence[LibraryDocument]) -> list[LibraryDocument]:
    """Return the documents whose names follow an `@`, with or without their extensions and quotes."""
    written = message[:_MAX_EXAMINED].casefold().replace("＠", "@")
    names = {each: each.name.casefold() for each in ready}
    found = [each for each in ready if f"@{names[each]}" in written or f'@"{names[each]}"' in written]
    if found:
        return found
    stems = {each: names[each].rpartition(".")[0] for each in ready}
    by_stem = [each for each in ready if len(stems[each]) >= _MIN_STEM and f"@{stems[each]}" in written]
    longest = max((len(stems[each]) for each in by_stem), default=0)
    return [each for each in by_stem if len(stems[each]) == longest]


def _query(message: str, named: Sequence[LibraryDocument]) -> str:
    """Return the topic of the message, without the names of documents and the words for the library."""
    topic = OWN_DOCUMENTS.sub(" ", message)
    for name in (form for each in named for form in (each.name, each.name.rpartition(".")[0])):
        topic = re.sub(f'@"?{re.escape(name)}"?', " ", topic, flags=re.IGNORECASE)
    return " ".join(topic_words(topic)) or message


def _relevant(passages: Sequence[Passage]) -> list[Passage]:
    """Return the passages that match about as well as the best: others have a common word, or only the same heading."""
    return [each for each in passages if each.score >= _MIN_SHARE_OF_BEST * passages[0].score][:_MAX_FOUND]


async def _from_library(library: TurnLibrary, query: str) -> _Found:
    passages = _relevant(await library.search(query, _MAX_FOUND))
    return _Found(passage_sources(passages, "read"), passages)


async def _from_named(named: Sequence[LibraryDocument], library: TurnLibrary, query: str, message: str) -> _Found:
    """Return a short document, or one from which something is made, as a whole; else its passages on the topic."""
    is_made = bool(deliverables_in(message))
    sources: list[UsedSource] = []
    passages: list[Passage] = []
    for document in named:
        found: list[Passage] = []
        if document.characters > _MAX_INLINE and not is_made:
            best = await library.search(query, MAX_PASSAGES)
            found = _relevant([each for each in best if each.document_id == document.id])
        whole = UsedSource(name=document.name, reason="named", id=document.id)
        sources += passage_sources(found, "named") or [whole]
        passages += found
    return _Found(sources, passages)


async def with_library_tools(turn: TurnState, services: TurnServices) -> TurnServices:
    """Return the services without the tools for the library if the person has no documents there."""
    if not any(tool.needs_library for tool in services.tools):
        return services
    library = turn_library(turn, services.library, services.projects)
    if library is not None and await library.all():
        return services
    return replace(services, tools=[tool for tool in services.tools if not tool.needs_library])
