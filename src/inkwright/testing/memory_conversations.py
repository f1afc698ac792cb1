"""In-memory implementations of the store protocols, which can be saved as JSON."""

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.attachments import Attachment, attachment_name, attachment_text, check_file_count
from inkwright.conversation.changes import ChangeEntry
from inkwright.conversation.events import EVENTS, Event, TurnFinished
from inkwright.conversation.turns import ConversationExcerpt, LedgerEntry, Message, TurnState
from inkwright.errors import AlreadyAnswered, NotFound

Summary = tuple[str, str, str, str]
"""A conversation, the last turn that is covered, the text, the owner."""


class MemoryJournal:
    """Keeps events in lists."""

    def __init__(self) -> None:
        self._events: dict[str, list[Event]] = defaultdict(list)
        self._new_events = asyncio.Condition()

    async def append(
        self, turn_id: str, events: Sequence[Event], finish: Callable[[], Awaitable[None]] | None = None
    ) -> list[int]:
        if finish is not None:
            await finish()
        first = len(self._events[turn_id]) + 1
        self._events[turn_id] += events
        async with self._new_events:
            self._new_events.notify_all()
        return list(range(first, first + len(events)))

    async def read(self, turn_id: str, after: int = 0) -> list[tuple[int, Event]]:
        return list(enumerate(self._events[turn_id], 1))[after:]

    async def follow(self, turn_id: str, after: int = 0) -> AsyncIterator[list[tuple[int, Event]]]:
        is_over = False
        while not is_over:
            async with self._new_events:
                while len(self._events[turn_id]) <= after:
                    await self._new_events.wait()
            yield (batch := await self.read(turn_id, after))
            after, is_over = batch[-1][0], isinstance(batch[-1][1], TurnFinished)

    def snapshot(self) -> dict[str, Any]:
        """Return everything as JSON."""
        return {
            turn: [EVENTS.dump_python(event, mode="json") for event in events] for turn, events in self._events.items()
        }

    def restore(self, kept: dict[str, Any]) -> None:
        """Load a snapshot."""
        for turn, events in kept.items():
            self._events[turn] = [EVENTS.validate_python(event) for event in events]


class MemoryLedger:
    """Keeps entries in lists."""

    def __init__(self) -> None:
        self._entries: dict[str, list[LedgerEntry]] = defaultdict(list)
        self._changes: dict[str, dict[str, ChangeEntry]] = defaultdict(dict)

    async def add(self, turn_id: str, entry: LedgerEntry) -> None:
        if all(known.artifact != entry.artifact for known in self._entries[turn_id]):
            self._entries[turn_id].append(entry)

    async def of(self, turn_id: str) -> list[LedgerEntry]:
        return list(self._entries[turn_id])

    async def add_change(self, turn_id: str, entry: ChangeEntry) -> None:
        self._changes[turn_id].setdefault(entry.change.key, entry)

    async def changes_of(self, turn_id: str) -> list[ChangeEntry]:
        return list(self._changes[turn_id].values())

    def snapshot(self) -> dict[str, Any]:
        """Return everything as JSON."""
        made = {turn: [entry.model_dump(mode="json") for entry in entries] for turn, entries in self._entries.items()}
        changes = {
            turn: [entry.model_dump(mode="json") for entry in entries.values()]
            for turn, entries in self._changes.items()
        }
        return {"made": made, "changes": changes}

    def restore(self, kept: dict[str, Any]) -> None:
        """Load a snapshot."""
        for turn, entries in kept["made"].items():
            self._entries[turn] = [LedgerEntry.model_validate(entry) for entry in entries]
        for turn, entries in kept["changes"].items():
            changes = [ChangeEntry.model_validate(entry) for entry in entries]
            self._changes[turn] = {entry.change.key: entry for entry in changes}


class MemoryAsks:
    """Keeps requests and answers in dicts."""

    def __init__(self) -> None:
        self._asks: dict[str, Ask] = {}
        self._answers: dict[str, Answer] = {}

    async def open(self, ask: Ask) -> None:
        self._asks[ask.id] = ask

    async def get(self, ask_id: str, *, owner: str) -> Ask | None:
        ask = self._asks.get(ask_id)
        return ask if ask is not None and ask.owner == owner else None

    async def answer(self, ask_id: str, answer: Answer, *, owner: str) -> Ask:
        ask = await self.get(ask_id, owner=owner)
        if ask is None:
            raise NotFound(what_kind="ask", id=ask_id)
        if ask_id in self._answers:
            raise AlreadyAnswered(id=ask_id)
        self._answers[ask_id] = answer
        return ask

    async def answer_to(self, ask_id: str, *, owner: str) -> Answer | None:
        ask = await self.get(ask_id, owner=owner)
        return self._answers.get(ask_id) if ask is not None else None

    def snapshot(self) -> dict[str, Any]:
        """Return everything as JSON."""
        return {
            "asks": {id_: ask.model_dump(mode="json") for id_, ask in self._asks.items()},
            "answers": {id_: answer.model_dump(mode="json") for id_, answer in self._answers.items()},
        }

    def restore(self, kept: dict[str, Any]) -> None:
        """Load a snapshot."""
        self._asks = {id_: Ask.model_validate(ask) for id_, ask in kept["asks"].items()}
        self._answers = {id_: Answer.model_validate(answer) for id_, answer in kept["answers"].items()}


class MemoryAttachments:
    """Keeps texts in a dict."""

    def __init__(self) -> None:
        self._texts: dict[tuple[str, str, str], str] = {}

    async def add(self, conversation_id: str, name: str, text: str, *, owner: str) -> Attachment:
        name, text = attachment_name(name), attachment_text(name, text)
        check_file_count(name, [each.name for each in await self.of(conversation_id, owner=owner)])
        self._texts[owner, conversation_id, name] = text
        return Attachment(name=name, characters=len(text))

    async def of(self, conversation_id: str, *, owner: str) -> list[Attachment]:
        found = [key for key in self._texts if key[:2] == (owner, conversation_id)]
        return [Attachment(name=key[2], characters=len(self._texts[key])) for key in sorted(found)]

    async def read(self, conversation_id: str, name: str, *, owner: str) -> str | None:
        return self._texts.get((owner, conversation_id, attachment_name(name)))

    def snapshot(self) -> dict[str, Any]:
        """Return everything as JSON."""
        return {"texts": [[*key, text] for key, text in self._texts.items()]}

    def restore(self, kept: dict[str, Any]) -> None:
        """Load a snapshot."""
        self._texts = {(owner, conv, name): text for owner, conv, name, text in kept["texts"]}


class MemorySteps:
    """Stores results; work under one key runs one after another."""

    def __init__(self) -> None:
        self._results: dict[str, str] = {}
        self._locks: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def once(self, key: str, work: Callable[[], Awaitable[Any]]) -> Any:
        async with self._locks[key]:
            if key not in self._results:
                self._results[key] = json.dumps(await work())
        return json.loads(self._results[key])

    def snapshot(self) -> dict[str, Any]:
        """Return everything as JSON."""
        return dict(self._results)

    def restore(self, kept: dict[str, Any]) -> None:
        """Load a snapshot."""
        self._results = dict(kept)


class MemoryConversations:
    """Keeps messages and turns in dicts."""

    def __init__(self) -> None:
        self._messages: list[Message] = []
        self._turns: dict[str, TurnState] = {}
        self._summaries: list[Summary] = []
        self._replaced: set[str] = set()

    async def add_message(self, message: Message) -> None:
        self._messages.append(message)

    async def messages(self, conversation_id: str, *, owner: str) -> list[Message]:
        return [m for m in self._said(conversation_id, owner) if m.id not in self._replaced]

    def _said(self, conversation_id: str, owner: str) -> list[Message]:
        return [m for m in self._messages if m.conversation_id == conversation_id and m.owner == owner]

    async def replace_from(self, conversation_id: str, message_id: str, *, owner: str) -> None:
        said = [message.id for message in await self.messages(conversation_id, owner=owner)]
        if message_id not in said:
            raise NotFound(what_kind="message", id=message_id)
        gone = set(said[said.index(message_id) :])
        turns = await self.turns_after(conversation_id, "", owner=owner)
        begun = [turn.id for turn in turns if turn.message_id in gone]
        self._replaced |= gone | {turn.id for turn in turns if begun and turn.id >= min(begun)}

    async def begin_turn(self, message: Message, turn: TurnState) -> None:
        await self.add_message(message)
        await self.save_turn(turn)

    async def save_turn(self, turn: TurnState) -> None:
        self._turns[turn.id] = turn

    async def finish_turn(self, turn: TurnState, reply: Message | None = None) -> None:
        await self.save_turn(turn)
        self._messages += [reply] if reply else []
        if reply and turn.id in self._replaced:
            self._replaced.add(reply.id)

    async def change_turn(self, before: TurnState, after: TurnState, message: Message | None = None) -> bool:
        if self._turns.get(before.id) != before or before.id in self._replaced:
            return False
        self._turns[after.id] = after
        self._messages += [message] if message else []
        return True

    async def load_turn(self, turn_id: str, *, owner: str) -> TurnState | None:
        turn = self._turns.get(turn_id)
        return turn if turn is not None and turn.owner == owner else None

    async def excerpt(
        self, conversation_id: str, *, owner: str, limit: int, before: str | None = None
    ) -> ConversationExcerpt:
        first = next(iter(await self.messages(conversation_id, owner=owner)), None)
        latest = await self.latest_messages(conversation_id, owner=owner, limit=limit, before=before)
        summary = await self.summary(conversation_id, owner=owner)
        return ConversationExcerpt(first, latest, summary[1] if summary else None)

    async def latest_messages(
        self, conversation_id: str, *, owner: str, limit: int, before: str | None = None
    ) -> list[Message]:
        return (await self._messages_before(conversation_id, owner, before))[-limit:]

    async def _messages_before(self, conversation_id: str, owner: str, before: str | None) -> list[Message]:
        found = self._said(conversation_id, owner)
        if before is not None:
            ids = [message.id for message in found]
            found = found[: ids.index(before)] if before in ids else []
        return [message for message in found if message.id not in self._replaced]

    async def first_turn(self, conversation_id: str, *, owner: str) -> TurnState | None:
        return next(iter(await self.turns_after(conversation_id, "", owner=owner)), None)

    async def latest_turns(
        self, conversation_id: str, *, owner: str, limit: int, before: str | None = None
    ) -> list[TurnState]:
        found = await self.turns_after(conversation_id, "", owner=owner)
        return [turn for turn in found if before is None or turn.id < before][-limit:]

    async def turns_after(self, conversation_id: str, turn_id: str, *, owner: str) -> list[TurnState]:
        found = [
            turn for turn in self._turns.values() if (turn.conversation_id, turn.owner) == (conversation_id, owner)
        ]
        there = (turn for turn in found if turn.id > turn_id and turn.id not in self._replaced)
        return sorted(there, key=lambda turn: turn.id)

    async def summary(self, conversation_id: str, *, owner: str) -> tuple[str, str] | None:
        found = [(upto, text) for conv, upto, text, of in self._summaries if (conv, of) == (conversation_id, owner)]
        return max((each for each in found if each[0] not in self._replaced), default=None)

    async def put_summary(self, conversation_id: str, upto_turn: str, text: str, *, owner: str) -> None:
        kept = [each for each in self._summaries if each[:2] != (conversation_id, upto_turn)]
        self._summaries = [*kept, (conversation_id, upto_turn, text, owner)]

    def snapshot(self) -> dict[str, Any]:
        """Return everything as JSON."""
        return {
            "summaries": self._summaries,
            "replaced": sorted(self._replaced),
            "messages": [message.model_dump(mode="json") for message in self._messages],
            "turns": {id_: turn.model_dump(mode="json") for id_, turn in self._turns.items()},
        }

    def restore(self, kept: dict[str, Any]) -> None:
        """Load a snapshot."""
        self._summaries = [(conv, upto, text, of) for conv, upto, text, of in kept.get("summaries", ())]
        self._replaced = set(kept.get("replaced", ()))
        self._messages = [Message.model_validate(message) for message in kept["messages"]]
        self._turns = {id_: TurnState.model_validate(turn) for id_, turn in kept["turns"].items()}
