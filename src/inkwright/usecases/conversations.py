"""List, search, read, export and delete conversations."""

import json
import re
from collections import deque
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from inkwright.agent.receipts import sources_text
from inkwright.conversation.events import EVENTS, Event
from inkwright.conversation.turns import Delivered, Failed, Message, TurnState
from inkwright.errors import InvalidOption, NotFound, TurnRunning
from inkwright.i18n import Language, Reason, text
from inkwright.ids import is_id_prefix
from inkwright.projects.records import Project
from inkwright.store.calls import StoredCall
from inkwright.store.conversations import ConversationRow, SearchHit, TurnKey
from inkwright.usecases.files import short_ids
from inkwright.usecases.history import summary_text
from inkwright.usecases.output_files import save_file
from inkwright.usecases.store import Store

_PAGE_SIZE: Final = 500
_BATCH: Final = 50
"""So many turns are read at once; between them, others get their turn."""
_CONTEXT_CHARACTERS: Final = 40
_MAX_QUERY: Final = 500


@dataclass(frozen=True, slots=True)
class ConversationsPage:
    """Some of an owner's conversations, newest first. `total` counts all matching ones; `short_ids` has the shortest
    unique prefix of each id.
    """

    rows: tuple[ConversationRow, ...]
    short_ids: dict[str, str]
    total: int


@dataclass(frozen=True, slots=True)
class ConversationHit:
    """A search hit: the message or the attached file, its conversation, and the words with the text around them.
    `is_replaced`: the message was replaced later, and is not shown with the others.
    """

    conversation_id: str
    message: Message | None
    file: str | None
    title: str
    short_id: str
    before: str
    found: str
    behind: str
    is_replaced: bool = False


@dataclass(frozen=True, slots=True)
class ConversationHitsPage:
    """The hits, and whether there are more than requested."""

    hits: tuple[ConversationHit, ...]
    has_more: bool


async def list_conversations(
    store: Store, *, owner: str, limit: int = 20, offset: int = 0, project: Project | None = None
) -> ConversationsPage:
    """List the conversations of an owner, or those in a project."""
    rows = await _all_rows(store, owner)
    shortened = short_ids([row.id for row in rows])
    wanted = [row for row in rows if project is None or row.project_id == project.id]
    return ConversationsPage(tuple(wanted[offset : offset + limit]), shortened, len(wanted))


async def match_conversations(store: Store, written: str, *, owner: str) -> list[ConversationRow]:
    """Return the conversations that an id or the beginning of one may mean. The caller reports none or several."""
    rows = await _all_rows(store, owner)
    exact = [row for row in rows if row.id == written]
    return exact or [row for row in rows if is_id_prefix(row.id, written)]


async def search_conversations(store: Store, words: str, *, owner: str, limit: int = 20) -> ConversationHitsPage:
    """Return where the words occur, newest first; then the attached files that contain them."""
    if len(words) > _MAX_QUERY:
        shortened_query = f"{words[:_CONTEXT_CHARACTERS]}…"
        raise InvalidOption(
            option="WORDS", value=shortened_query, allowed=Reason("reason.usecases.long_query", limit=_MAX_QUERY)
        )
    # Ask for one more: if it exists, there are more.
    said = await store.conversations.search(owner, words, limit=limit + 1)
    room = limit + 1 - len(said)
    texts = await store.attachments.search(owner, words, limit=room) if room else []
    rows = await _all_rows(store, owner)
    titles, shortened = {row.id: row.title for row in rows}, short_ids([row.id for row in rows])
    found: list[tuple[str, SearchHit | None, str | None, str]] = [
        *((each.message.conversation_id, each, None, each.message.text) for each in said),
        *((each.conversation_id, None, each.name, each.text) for each in texts),
    ]
    hits = [
        ConversationHit(
            *(of, each.message if each else None, file, titles[of], shortened[of], *excerpt_around(words, text)),
            is_replaced=each is not None and each.is_replaced,
        )
        for of, each, file, text in found[:limit]
        if of in titles
    ]
    return ConversationHitsPage(tuple(hits), len(found) > limit)


def excerpt_around(words: str, text: str) -> tuple[str, str, str]:
    """Return the text before the words, the words as written, and the text after them, on one line."""
    place = re.search(re.escape(words), text, re.IGNORECASE)
    start, end = place.span() if place else (0, 0)
    before, after = text[:start], text[end:]
    rest = "…" + before[-_CONTEXT_CHARACTERS:] if len(before) > _CONTEXT_CHARACTERS else before
    right = after[:_CONTEXT_CHARACTERS] + "…" if len(after) > _CONTEXT_CHARACTERS else after
    return _on_one_line(rest), _on_one_line(text[start:end]), _on_one_line(right)


def _on_one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text)


async def _all_rows(store: Store, owner: str) -> list[ConversationRow]:
    rows: list[ConversationRow] = []
    while True:
        more = await store.conversations.conversations(owner, limit=_PAGE_SIZE, offset=len(rows))
        rows += more
        if len(more) < _PAGE_SIZE:
            return rows


@dataclass(frozen=True, slots=True)
class Exchange:
    """A message of the person, the reply, and their turn. `events` is its journal and `calls` are its model calls, if
    requested; `replaced` are the ids of replaced messages.
    """

    messages: tuple[Message, ...]
    turn: TurnState | None
    events: tuple[tuple[int, Event], ...] = ()
    replaced: frozenset[str] = frozenset()
    calls: tuple[StoredCall, ...] = ()


@dataclass(frozen=True, slots=True)
class ConversationRecord:
    """A conversation, or some of its exchanges. `earlier` says where the ones before them end, if there are any;
    `known_files` are the names of the files that those had.
    """

    row: ConversationRow
    exchanges: tuple[Exchange, ...]
    summary: str | None
    earlier: str | None = None
    known_files: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ExchangePage:
    """Which exchanges are read: the latest ones up to a limit, of those before `before`, the `earlier` of a record."""

    limit: int | None = None
    before: str | None = None


async def read_conversation(
    store: Store,
    row: ConversationRow,
    *,
    owner: str,
    with_events: bool = False,
    with_replaced: bool = False,
    page: ExchangePage | None = None,
) -> ConversationRecord:
    """Read a conversation, or a page of it. NotFound if there is no message with which the next page ends."""
    messages = await store.conversations.messages(row.id, owner=owner, with_replaced=with_replaced)
    keys = await store.conversations.turn_keys(row.id, owner=owner, with_replaced=with_replaced)
    replaced = await store.conversations.replaced(row.id, owner=owner) if with_replaced else frozenset()
    summary = await store.conversations.summary(row.id, owner=owner)
    start, end, found = _page_bounds(_exchanges(messages, keys), page)
    exchanges: list[Exchange] = []
    for place in range(start, end, _BATCH):
        exchanges += await _read_exchanges(store, found[place : min(place + _BATCH, end)], owner, with_events)
    return ConversationRecord(
        row,
        tuple(replace(each, replaced=replaced & {message.id for message in each.messages}) for each in exchanges),
        summary_text(summary[1]) if summary else None,
        _page_key(found[start]) if start else None,
        await _known_files(store, found[:start], owner),
    )


_Found = tuple[list[Message], TurnKey | None]


def _page_bounds(found: list[_Found], page: ExchangePage | None) -> tuple[int, int, list[_Found]]:
    """Return where the page begins and ends among all exchanges."""
    if page is None:
        return 0, len(found), found
    keys = [_page_key(each) for each in found]
    if page.before is not None and page.before not in keys:
        raise NotFound(what_kind="message", id=page.before[:100])
    end = len(found) if page.before is None else keys.index(page.before)
    return max(end - page.limit, 0) if page.limit else 0, end, found


def _page_key(found: _Found) -> str:
    messages, turn = found
    return messages[0].id if messages else turn.id if turn else ""


async def _read_exchanges(store: Store, found: Sequence[_Found], owner: str, with_events: bool) -> list[Exchange]:
    turn_ids = [turn.id for _, turn in found if turn]
    turns = await store.conversations.turns_by_id(turn_ids, owner=owner)
    events = await store.journal.read_turns(turn_ids) if with_events else {}
    return [
        Exchange(tuple(said), turns.get(key.id) if key else None, tuple(events.get(key.id, ())) if key else ())
        for said, key in found
    ]


async def _known_files(store: Store, before: Sequence[_Found], owner: str) -> frozenset[str]:
    """Return the names of the files that came before a page: each turn names all files of its conversation."""
    latest = next((turn.id for _, turn in reversed(before) if turn), None)
    turns = await store.conversations.turns_by_id([latest], owner=owner) if latest else {}
    return frozenset(each.name for turn in turns.values() for each in turn.files)


async def with_calls(store: Store, talk: ConversationRecord) -> ConversationRecord:
    """Return the conversation with the model calls of its turns."""
    turn_ids = [exchange.turn.id for exchange in talk.exchanges if exchange.turn]
    found: dict[str | None, list[StoredCall]] = {}
    for call in await store.calls.of_turns(turn_ids):
        found.setdefault(call.turn_id, []).append(call)
    exchanges = tuple(
        replace(exchange, calls=tuple(found.get(exchange.turn.id, ()))) if exchange.turn else exchange
        for exchange in talk.exchanges
    )
    return replace(talk, exchanges=exchanges)


def _exchanges(messages: Sequence[Message], turns: Sequence[TurnKey]) -> list[_Found]:
    """Group the messages of each turn: the one that started it, its questions, their answers and its reply.

    Turns of early versions do not name the message that started them: they are matched in order.
    """
    named = {turn.message_id: turn for turn in turns if turn.message_id}
    unnamed = deque(turn for turn in turns if not turn.message_id)
    found: list[_Found] = []
    for message in messages:
        turn = named.pop(message.id, None)
        if turn is None and message.role == "user" and unnamed:
            turn = unnamed.popleft()
        if turn is not None or not found:
            found.append(([], turn))
        found[-1][0].append(message)
    return [*found, *(([], turn) for turn in (*named.values(), *unnamed))]


_EXPORT_SUFFIXES: Final = (".md", ".json")


def check_export_format(path: Path) -> None:
    """Refuse a file name with another extension, before anything is read."""
    if path.suffix.lower() not in _EXPORT_SUFFIXES:
        raise InvalidOption(
            option="--output", value=str(path), allowed=Reason("reason.usecases.name_ends_in", known=".md, .json")
        )


def export_conversation(talk: ConversationRecord, path: Path, language: Language, *, overwrite: bool = False) -> Path:
    """Write the conversation to a file; its extension selects the format."""
    check_export_format(path)
    if path.suffix.lower() == ".json":
        written = json.dumps(conversation_json(talk), ensure_ascii=False, indent=2) + "\n"
    else:
        written = conversation_markdown(talk, language)
    return save_file(path.parent, path.name, written, overwrite=overwrite, is_private=True)


def conversation_json(talk: ConversationRecord) -> dict[str, Any]:
    """Return the conversation as JSON. The engine's messages are left out: their format is internal."""
    return {
        "id": talk.row.id,
        "title": talk.row.title,
        "started_at": talk.row.started_at,
        "summary": talk.summary,
        "exchanges": [_exchange_json(exchange) for exchange in talk.exchanges],
    }


def conversation_markdown(talk: ConversationRecord, language: Language) -> str:
    """Return the conversation as Markdown: each message under its speaker, then how the turn ended."""
    parts = [f"# {talk.row.title or talk.row.id}", f"{talk.row.started_at[:16].replace('T', ' ')} · `{talk.row.id}`"]
    for exchange in talk.exchanges:
        for message in exchange.messages:
            parts += [f"## {speaker_label(message, exchange, language)}", message.text.strip()]
        parts.append(f"*{outcome_text(exchange, language)}*")
        parts.append(used_sources(exchange, language))
        parts.append("\n".join(f"- {made}" for made in artifacts_in(exchange)))
    return "\n\n".join(filter(None, parts)) + "\n"


def speaker_label(message: Message, exchange: Exchange, language: Language) -> str:
    """Return who wrote a message, and whether it was replaced."""
    speaker = text(language, f"history.{message.role}")
    return text(language, "history.replaced", who=speaker) if message.id in exchange.replaced else speaker


def outcome_text(exchange: Exchange, language: Language) -> str:
    """Return how the turn ended, in words."""
    turn = exchange.turn
    if turn is None or turn.outcome is None:
        return text(language, "history.outcome.none")
    code = turn.outcome.code if isinstance(turn.outcome, Failed) else ""
    return text(language, f"history.outcome.{turn.outcome.kind}", code=code)


def used_sources(exchange: Exchange, language: Language) -> str:
    """Return the line that names the files which the turn used; empty without any."""
    outcome = exchange.turn.outcome if exchange.turn else None
    return sources_text(outcome.receipt.sources, language) if outcome else ""


def artifacts_in(exchange: Exchange) -> list[str]:
    """Return what was made in the turn, each with its name and id."""
    outcome = exchange.turn.outcome if exchange.turn else None
    made = outcome.artifacts if isinstance(outcome, Delivered | Failed) else ()
    return [f"{artifact.name} (v{artifact.artifact_version}, {artifact.id})" for artifact in made]


def _exchange_json(exchange: Exchange) -> dict[str, Any]:
    turn = exchange.turn
    told: dict[str, Any] = {
        "messages": [
            {
                "id": each.id,
                "role": each.role,
                "text": each.text,
                "artifacts": list(each.artifact_ids),
                **({"replaced": True} if each.id in exchange.replaced else {}),
            }
            for each in exchange.messages
        ],
        "turn": turn.id if turn else None,
        "status": turn.status if turn else None,
        "outcome": turn.outcome.model_dump(mode="json") if turn and turn.outcome else None,
    }
    if exchange.events:
        told["events"] = [
            {"number": number, **EVENTS.dump_python(event, mode="json")} for number, event in exchange.events
        ]
    if exchange.calls:
        told["calls"] = [asdict(call) for call in exchange.calls]
    return told


async def delete_conversation(store: Store, conversation_id: str, *, owner: str) -> None:
    """Delete a conversation permanently; NotFound if it does not exist.

    If one of its turns still runs in any process, TurnRunning: its next write would restore a part of the conversation.
    """
    now = store.clock.now().timestamp()
    for turn in await store.conversations.unfinished(owner):
        if turn.conversation_id == conversation_id and turn.is_held(now):
            raise TurnRunning(id=turn.id)
    if not await store.conversations.delete(conversation_id, owner=owner):
        raise NotFound(what_kind="conversation", id=conversation_id)
    await store.calls.forget(conversation_id)
