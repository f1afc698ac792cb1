"""The sources of a turn: what it may use, the question where that is unclear, and the texts of what it uses."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from inkwright.agent.intents import is_question
from inkwright.agent.known_sources import KnownSource
from inkwright.agent.library_sources import document_texts, turn_library
from inkwright.agent.repeated_tasks import as_resized_task
from inkwright.agent.rule_answers import is_edit
from inkwright.agent.services import TurnServices
from inkwright.agent.source_answers import ALL_SOURCES, SOURCE_QUESTION
from inkwright.agent.source_choice import ChosenSource, SourceChoice, choose_sources
from inkwright.agent.source_descriptions import describes_file, similar_files, unknown_mentions
from inkwright.agent.source_parts import narrowed
from inkwright.agent.source_words import FILE_ABOUT
from inkwright.agent.turn_parts import (
    NamedParts,
    PartFinder,
    answered_parts,
    is_part_ask,
    named_parts,
    part_ask,
    with_earlier_parts,
)
from inkwright.artifacts.documents.source_file import SOURCE_NAME
from inkwright.artifacts.quizzes.export import export_quiz
from inkwright.artifacts.quizzes.load import read_quiz
from inkwright.artifacts.text_extraction import extract_text
from inkwright.artifacts.vault import ArtifactVault
from inkwright.conversation.asks import AnsweredAsk, AskDraft, AskOption, AskQuestion
from inkwright.conversation.attachments import text_title
from inkwright.conversation.protocols import Attachments
from inkwright.conversation.turns import ArtifactRef, ConversationFile, Receipt, TurnState, UsedSource
from inkwright.errors import UnreadableFile, UnreadableQuiz
from inkwright.grounding.source import Source
from inkwright.i18n import Language, text
from inkwright.library.protocols import DocumentSearch
from inkwright.parsing.chinese_variants import simplify_requests

_SEVERAL: Final = 2
_CHANGEABLE: Final = frozenset({"paragraph", "line", "passage"})
_MAX_EARLIER: Final = 20
_MAX_DESCRIBED: Final = 4_000
_COMPARED_CHARACTERS: Final = 200_000


async def choose_or_ask(
    turn: TurnState, services: TurnServices, language: Language
) -> tuple[TurnState, AskDraft | None]:
    """Return the turn with its sources, or the question which files or parts are meant if only the person can tell."""
    turn, choice, unclear_part = await decide_sources(turn, services, language)
    is_weak = services.model.abilities.is_weak
    if is_weak:
        turn = await as_resized_task(turn, services)
    if choice.unclear:
        return turn, source_ask(choice, turn.files, language)
    # A capable model reads what is meant; one that is too weak would use all of the file.
    if unclear_part is None or not is_weak:
        return turn, None
    return turn.model_copy(update={"sources": None}), unclear_part


async def decide_sources(
    turn: TurnState, services: TurnServices, language: Language
) -> tuple[TurnState, SourceChoice, AskDraft | None]:
    """Return the turn with its files and, unless the choice is unclear, its sources; and the question about a part."""
    earlier = await services.conversations.latest_turns(
        turn.conversation_id, owner=turn.owner, limit=_MAX_EARLIER, before=turn.id
    )
    files, new = await _conversation_files(turn, earlier, services.attachments)
    known = await _known_sources(turn, earlier, files, new, services)
    parts = named_parts(turn.message, known, language)
    finder = await _part_finder(turn, parts, known, services)
    chosen = choose_sources(parts.message, known)
    chosen = await _with_parts_in_them(chosen, finder) if finder else chosen
    choice = _with_answer(await _with_missing(chosen, turn, known, services), turn.agreed)
    turn = turn.model_copy(update={"files": files})
    if choice.unclear:
        return turn, choice, None
    by_key = {each.key: each for each in known}
    used = tuple(_used_source(by_key[each.key], each) for each in choice.used)
    if finder is None:
        kept = with_earlier_parts(used, _last_sources(earlier), turn.message)
        return turn.model_copy(update={"sources": kept}), choice, None
    found = await finder.choose(used)
    answered = answered_parts(turn.agreed, used)
    sources = answered if answered is not None else found.sources
    ask = part_ask(found, language) if answered is None else None
    return turn.model_copy(update={"sources": sources}), choice, ask


async def _part_finder(
    turn: TurnState, parts: NamedParts, known: Sequence[KnownSource], services: TurnServices
) -> PartFinder | None:
    """Return what finds the parts that a message names; None if it names none. The chapter to change is none: it may be
    one of what was made.
    """
    requests = tuple(each for each in parts.requests if each.kind in _CHANGEABLE or not is_edit(turn.message))
    if not requests:
        return None
    files = [each for each in known if each.is_file]
    texts = {each.key: each.text or await _file_text(each.key, turn, services.attachments) for each in files}
    return PartFinder(turn.message, requests, known, texts)


async def _with_parts_in_them(choice: SourceChoice, finder: PartFinder) -> SourceChoice:
    """Return the one file that has the parts, where several may be meant."""
    may_be = choice.unclear or tuple(each.key for each in choice.used if each.reason != "named")
    if len(may_be) < _SEVERAL or (choice.used and len(may_be) < len(choice.used)):
        return choice
    fitting = await finder.keys_with(may_be)
    return SourceChoice((ChosenSource(fitting[0], "earlier"),)) if len(fitting) == 1 else choice


async def _with_missing(
    choice: SourceChoice, turn: TurnState, known: Sequence[KnownSource], services: TurnServices
) -> SourceChoice:
    """Return the choice; if a name after `@` is that of nothing at all, what it may mean is unclear."""
    named = {each.key for each in choice.used if each.reason == "named"} | set(choice.unclear)
    missing = [] if services.workspace or named else unknown_mentions(turn.message[:_MAX_DESCRIBED], known)
    if not missing:
        return choice
    library = turn_library(turn, services.library, services.projects)
    documents = [each.name.casefold() for each in await library.all()] if library else []
    unknown = next((name for _, name in missing if name.casefold() not in documents), None)
    files = [each for each in known if each.is_file]
    return choice if unknown is None else SourceChoice((), similar_files(unknown, files), unknown)


def _last_sources(earlier: Sequence[TurnState]) -> dict[str, UsedSource]:
    """Return each source as the latest turn used it."""
    return {source.key: source for turn in earlier for source in turn.sources or ()}


async def _conversation_files(
    turn: TurnState, earlier: Sequence[TurnState], attachments: Attachments
) -> tuple[tuple[ConversationFile, ...], set[str]]:
    """Return the files in the order of their attachment, and the names of the new ones of this turn."""
    stored = {each.name for each in await attachments.of(turn.conversation_id, owner=turn.owner)}
    before = {each.name: each for each in (earlier[-1].files if earlier else ())}
    given = {each.name: each for each in turn.attached or ()}
    files: dict[str, ConversationFile] = {}
    for name in [*before, *given, *sorted(stored)]:
        if name in stored and name not in files:
            file = given.get(name) or before.get(name) or ConversationFile(name=name)
            files[name] = file if name in before and name not in given else await _with_title(file, turn, attachments)
    is_older = any(each.sources is None for each in earlier)
    is_told = turn.attached is not None or is_older
    new = {name for name in files if name in given or (name not in before and not is_told)}
    return tuple(files.values()), new


async def _with_title(file: ConversationFile, turn: TurnState, attachments: Attachments) -> ConversationFile:
    written = await attachments.read(turn.conversation_id, file.name, owner=turn.owner)
    return file.model_copy(update={"title": text_title(written or "")})


async def _known_sources(
    turn: TurnState,
    earlier: Sequence[TurnState],
    files: Sequence[ConversationFile],
    new: set[str],
    services: TurnServices,
) -> list[KnownSource]:
    used = _last_uses(earlier)
    known = [
        KnownSource(
            key=each.name,
            name=each.name,
            title=each.title,
            path=each.path,
            turn=used.get(each.name, 0),
            is_new=each.name in new,
        )
        for each in files
    ]
    known += _known_artifacts(earlier, used)
    latest = max((each.turn for each in known), default=0)
    origins = {key for each in known if each.turn == latest for key in each.made_from}
    said = simplify_requests(turn.message[:_MAX_DESCRIBED])
    needs_all = FILE_ABOUT.search(said) is not None or describes_file(said) or is_question(said)
    return [
        await _with_text(each, turn, services)
        if each.is_file and (needs_all or each.turn == latest or each.key in origins)
        else each
        for each in known
    ]


def _last_uses(earlier: Sequence[TurnState]) -> dict[str, int]:
    """Return the number of the latest turn that used each source. Turns of earlier versions used all their files."""
    used: dict[str, int] = {}
    for number, each in enumerate(earlier, 1):
        keys = [file.name for file in each.files] if each.sources is None else [source.key for source in each.sources]
        used |= dict.fromkeys(keys, number)
    return used


def _known_artifacts(earlier: Sequence[TurnState], used: dict[str, int]) -> list[KnownSource]:
    """Return what earlier turns made, oldest first; of several versions the latest."""
    known: list[KnownSource] = []
    for number, turn in enumerate(earlier, 1):
        receipt = turn.outcome.receipt if turn.outcome else Receipt()
        for artifact in receipt.changed:
            older = [each for each in known if _is_version_of(each, artifact)]
            known = [each for each in known if each not in older[-1:]]
        known += [_known_artifact(each, turn, max(number, used.get(each.id, 0))) for each in receipt.artifacts]
    return known


def _is_version_of(known: KnownSource, artifact: ArtifactRef) -> bool:
    """Whether they are versions of one thing. Turns of earlier versions stored no lineage: there the name decides."""
    if known.lineage and artifact.lineage:
        return known.lineage == artifact.lineage
    return (known.kind, known.name) == (artifact.artifact_kind, artifact.name)


def _known_artifact(artifact: ArtifactRef, turn: TurnState, number: int) -> KnownSource:
    return KnownSource(
        key=artifact.id,
        name=artifact.name,
        title=artifact.title,
        kind=artifact.artifact_kind,
        turn=number,
        made_from=tuple(each.key for each in turn.sources or ()),
        lineage=artifact.lineage,
    )


async def _with_text(known: KnownSource, turn: TurnState, services: TurnServices) -> KnownSource:
    written = await services.attachments.read(turn.conversation_id, known.key, owner=turn.owner)
    return replace(known, text=(written or "")[:_COMPARED_CHARACTERS])


def _used_source(known: KnownSource, chosen: ChosenSource) -> UsedSource:
    artifact_id = None if known.is_file else known.key
    return UsedSource(name=known.name, reason=chosen.reason, id=artifact_id, path=known.path)


# The question.


def source_ask(choice: SourceChoice, files: Sequence[ConversationFile], language: Language) -> AskDraft:
    """Return the question which of several files is meant. Their paths distinguish files of one name."""
    paths = {each.name: each.path or each.name for each in files}
    options = [AskOption(label=paths.get(key, key), value=key) for key in choice.unclear]
    if len(options) > 1:
        options.append(AskOption(label=text(language, "sources.all"), value=ALL_SOURCES))
    asked = text(language, "sources.missing" if choice.missing else "sources.which", name=choice.missing)
    question = AskQuestion(id=SOURCE_QUESTION, question=asked, options=tuple(options), allow_freeform=False)
    return AskDraft(kind="clarification", title=asked, questions=(question,))


def is_source_ask(answered: AnsweredAsk) -> bool:
    """Whether this was the question about the files, or about a part of one."""
    return is_part_ask(answered) or any(question.id == SOURCE_QUESTION for question in answered.ask.questions)


def _with_answer(choice: SourceChoice, agreed: Sequence[AnsweredAsk]) -> SourceChoice:
    """Return the choice after the person's answer; without one, everything unclear is used."""
    asked = next((each for each in agreed if is_source_ask(each)), None)
    if asked is None or not choice.unclear:
        return choice
    given = next((each.value for each in asked.answer.answers if each.id == SOURCE_QUESTION), None)
    keys = (given,) if given in choice.unclear else choice.unclear
    return SourceChoice((*choice.used, *(ChosenSource(key, "named") for key in keys if key)))


# The texts.


async def load_sources(
    turn: TurnState, attachments: Attachments, vault: ArtifactVault, library: DocumentSearch | None = None
) -> tuple[Source, ...]:
    """Return the name and the text of each source of a turn; of all files if that was never decided.

    A document of the library is a source for each page that is used.
    """
    if turn.sources is None:
        names = [each.name for each in await attachments.of(turn.conversation_id, owner=turn.owner)]
        return tuple([Source(name, await _file_text(name, turn, attachments)) for name in names])
    found = []
    for each in turn.sources:
        if each.is_document:
            found += await document_texts(each, turn, library)
            continue
        is_file = each.id is None
        written = await (_file_text(each.name, turn, attachments) if is_file else _artifact_text(each, turn, vault))
        found.append(Source(each.name, narrowed(written, each.parts)))
    return tuple(found)


def quoted_sources(sources: Sequence[UsedSource], names: Collection[str]) -> tuple[UsedSource, ...]:
    """Return the sources whose texts have these names; the pages of a document have names that begin with its own."""
    return tuple(
        each
        for each in sources
        if each.name in names or (each.is_document and any(name.startswith(each.name) for name in names))
    )


async def _file_text(name: str, turn: TurnState, attachments: Attachments) -> str:
    return await attachments.read(turn.conversation_id, name, owner=turn.owner) or ""


async def _artifact_text(source: UsedSource, turn: TurnState, vault: ArtifactVault) -> str:
    """Return the text of an artifact; what has none gives none."""
    for name in (SOURCE_NAME, source.name):
        content = await vault.read(source.id or "", owner=turn.owner, name=name)
        if content is not None:
            return await asyncio.to_thread(_content_text, name, content)
    return ""


def _content_text(name: str, content: bytes) -> str:
    try:
        if name.endswith(".quiz.json"):
            return export_quiz(read_quiz(content, name).quiz, "markdown").content.decode()
        return extract_text(name, content)
    except (UnreadableFile, UnreadableQuiz):
        return ""
