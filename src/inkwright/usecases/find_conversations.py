"""Find conversations: all of them, newest first, the one that a person means, or those in which words were said."""

import re
from dataclasses import dataclass
from typing import Final

from inkwright.conversation.messages import Message
from inkwright.projects.records import Project
from inkwright.store.conversations import ConversationRow
from inkwright.usecases.find_files import short_ids
from inkwright.usecases.open_store import Store

_KIND: Final = "conv_"
_AT_ONCE: Final = 500
_AROUND: Final = 40


@dataclass(frozen=True, slots=True)
class ConversationsPage:
    """Some of an owner's conversations, newest first. `total` counts all that were asked for; `short_ids` has the
    shortest beginning of each id that no other id of this owner has.
    """

    rows: tuple[ConversationRow, ...]
    short_ids: dict[str, str]
    total: int


@dataclass(frozen=True, slots=True)
class Hit:
    """Words that were found: the message or the attached file that holds them, its conversation, and the words with
    what stands around them.
    """

    conversation_id: str
    message: Message | None
    file: str | None
    title: str
    short_id: str
    before: str
    found: str
    behind: str


async def list_conversations(
    store: Store, *, owner: str, limit: int = 20, offset: int = 0, project: Project | None = None
) -> ConversationsPage:
    """What an owner has; or those of them that belong to a project."""
    rows = await _all(store, owner)
    shortened = short_ids([row.id for row in rows])
    wanted = [row for row in rows if project is None or row.project_id == project.id]
    return ConversationsPage(tuple(wanted[offset : offset + limit]), shortened, len(wanted))


async def conversations_meant(store: Store, written: str, *, owner: str) -> list[ConversationRow]:
    """Those that a person may mean by an id or the beginning of one. None, or several, are for the door to tell."""
    rows = await _all(store, owner)
    begun = written if written.startswith(_KIND) else _KIND + written
    exact = [row for row in rows if row.id == written]
    return exact or [row for row in rows if written and row.id.startswith(begun)]


async def search_conversations(store: Store, words: str, *, owner: str, limit: int = 20) -> list[Hit]:
    """Where the words were said, newest first; then the attached files that hold them."""
    messages = await store.conversations.search(owner, words, limit=limit)
    texts = await store.attachments.search(owner, words, limit=limit - len(messages)) if len(messages) < limit else []
    rows = await _all(store, owner)
    titles, shortened = {row.id: row.title for row in rows}, short_ids([row.id for row in rows])
    places: list[tuple[str, Message | None, str | None, str]] = [
        *((each.conversation_id, each, None, each.text) for each in messages),
        *((each.conversation_id, None, each.name, each.text) for each in texts),
    ]
    return [
        Hit(of, message, file, titles[of], shortened[of], *place_of(words, text))
        for of, message, file, text in places
        if of in titles
    ]


def place_of(words: str, text: str) -> tuple[str, str, str]:
    """What stands before the words, the words as they are written there, and what stands behind them; on one line."""
    place = re.search(re.escape(words), text, re.IGNORECASE)
    start, end = place.span() if place else (0, 0)
    before, behind = text[:start], text[end:]
    left = "…" + before[-_AROUND:] if len(before) > _AROUND else before
    right = behind[:_AROUND] + "…" if len(behind) > _AROUND else behind
    return _on_one_line(left), _on_one_line(text[start:end]), _on_one_line(right)


def _on_one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text)


async def _all(store: Store, owner: str) -> list[ConversationRow]:
    rows: list[ConversationRow] = []
    while True:
        more = await store.conversations.conversations(owner, limit=_AT_ONCE, offset=len(rows))
        rows += more
        if len(more) < _AT_ONCE:
            return rows
