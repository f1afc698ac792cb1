"""Find conversations: all of them, newest first, the one that a person means, or those in which words were said."""

import re
from dataclasses import dataclass
from typing import Final

from inkwright.conversation.messages import Message
from inkwright.errors import InvalidOption
from inkwright.projects.records import Project
from inkwright.store.conversations import ConversationRow, Found
from inkwright.usecases.find_files import short_ids
from inkwright.usecases.open_store import Store

_KIND: Final = "conv_"
_AT_ONCE: Final = 500
_AROUND: Final = 40
_LONGEST_WORDS: Final = 500


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
    what stands around them. `is_replaced`: the message was replaced since, and is not shown with the others.
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
class HitsPage:
    """The places that were found, and whether there are more than were asked for."""

    hits: tuple[Hit, ...]
    has_more: bool


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


async def search_conversations(store: Store, words: str, *, owner: str, limit: int = 20) -> HitsPage:
    """Where the words were said, newest first; then the attached files that hold them."""
    if len(words) > _LONGEST_WORDS:
        begun = f"{words[:_AROUND]}…"
        raise InvalidOption(option="WORDS", value=begun, allowed=f"Give at most {_LONGEST_WORDS} characters.")
    # One more than is wanted: if it is there, there is more.
    said = await store.conversations.search(owner, words, limit=limit + 1)
    room = limit + 1 - len(said)
    texts = await store.attachments.search(owner, words, limit=room) if room else []
    rows = await _all(store, owner)
    titles, shortened = {row.id: row.title for row in rows}, short_ids([row.id for row in rows])
    places: list[tuple[str, Found | None, str | None, str]] = [
        *((each.message.conversation_id, each, None, each.message.text) for each in said),
        *((each.conversation_id, None, each.name, each.text) for each in texts),
    ]
    hits = [
        Hit(
            *(of, each.message if each else None, file, titles[of], shortened[of], *place_of(words, text)),
            is_replaced=each is not None and each.is_replaced,
        )
        for of, each, file, text in places[:limit]
        if of in titles
    ]
    return HitsPage(tuple(hits), len(places) > limit)


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
