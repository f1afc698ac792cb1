"""Load the history of a conversation for a new turn, and summarise older turns."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from pydantic import Field, ValidationError

from inkwright.agent.history import prior_messages, turn_messages
from inkwright.conversation.context_window import TurnMessages, format_history_for_prompt, trim_turns
from inkwright.conversation.protocols import Conversations
from inkwright.conversation.shapes import Versioned
from inkwright.conversation.tokens import estimate_tokens
from inkwright.conversation.turns import ArtifactRef, Delivered, Failed, Message, TurnState
from inkwright.errors import GaveUp
from inkwright.i18n import Language, language_of, text
from inkwright.llm.brain import Brain
from inkwright.llm.models import Message as ModelMessage
from inkwright.parsing import ParserResult, multi_section_parser, result_dict
from inkwright.parsing.results import reject
from inkwright.prompts import load_prompt

_KEEP_LATEST: Final = 2
_TURNS_AT_ONCE: Final = 16
_PAGE_SIZE: Final = 32


async def load_messages(
    conversations: Conversations, conversation_id: str, *, owner: str, budget_tokens: int, before: str | None = None
) -> tuple[ModelMessage, ...]:
    """Return the messages of the turns before one, trimmed to whole turns, calls with their results.

    A turn in a project gets them as the `messages` of its prior context. Empty if there are none.
    """
    first = await conversations.first_turn(conversation_id, owner=owner)
    if first is None or first.id == before:
        return ()
    latest: list[TurnMessages] = []
    spent = 0
    while spent <= budget_tokens or len(latest) <= _KEEP_LATEST:
        page = await conversations.latest_turns(conversation_id, owner=owner, limit=_TURNS_AT_ONCE, before=before)
        latest[:0] = (read := [_messages_of(turn) for turn in page])
        spent += sum(turn.weight for turn in read)
        if len(page) < _TURNS_AT_ONCE:
            break
        before = page[0].id
    selected = latest if latest[0].turn_id == first.id else [_messages_of(first), *latest]
    return prior_messages(trim_turns(selected, budget_tokens=budget_tokens, keep_latest=_KEEP_LATEST).turns)


def _messages_of(turn: TurnState) -> TurnMessages:
    return TurnMessages(turn.id, tuple(turn_messages(turn)), turn.tokens)


@dataclass(frozen=True, slots=True)
class HistoryText:
    """A conversation as text. `is_cut`: some of it is left out, or is only in the summary."""

    text: str
    is_cut: bool
    summary: str = ""


async def load_history_text(
    conversations: Conversations,
    conversation_id: str,
    *,
    owner: str,
    budget_tokens: int,
    language: Language,
    before: str | None = None,
) -> HistoryText:
    """Return the conversation before a message as text, older parts as their summary."""
    first, page, stored = await conversations.excerpt(conversation_id, owner=owner, limit=_PAGE_SIZE, before=before)
    summary = summary_text(stored) if stored else None
    if first is None or not page:
        return HistoryText("", is_cut=False)
    latest = _LatestMessages(budget_tokens)
    while latest.take(page) and len(page) == _PAGE_SIZE:
        page = await conversations.latest_messages(conversation_id, owner=owner, limit=_PAGE_SIZE, before=page[0].id)
    said = latest.messages[::-1]
    written = format_history_for_prompt(
        said if said[0].id == first.id else [first, *said],
        budget_tokens=budget_tokens,
        summary=summary,
        language=language,
        has_gap=latest.previous is not None and latest.previous.id != first.id,
    )
    return HistoryText(written, is_cut=latest.spent > budget_tokens, summary=summary or "")


@dataclass
class _LatestMessages:
    """The latest messages, newest first: one more than fits, or all. The person's last message is included, however
    long the messages after it are. `previous` is the one before them, if it was loaded.
    """

    room: int
    messages: list[Message] = field(default_factory=list)
    spent: int = 0
    has_exchange: bool = False
    previous: Message | None = None

    def take(self, page: Sequence[Message]) -> bool:
        """Take the messages of a page; return whether there is room for earlier ones."""
        for message in reversed(page):
            if self.has_exchange and self.spent > self.room:
                self.previous = message
                return False
            self.messages.append(message)
            self.spent += estimate_tokens(message.text)
            self.has_exchange = self.has_exchange or message.role == "user"
        return True


_MAX_TOKENS: Final = 600
"""The limit of a summary; the prompt asks for half of it, so that a model that counts badly is not asked again."""

_MAX_WORDS: Final = 200
_BATCH_TOKENS: Final = 6_000
_MAX_MESSAGE: Final = 3_000
_MAX_SENTENCE: Final = 160
_MAX_FILES: Final = 20
_ARTIFACT_ID = re.compile(r"\bart_[0-9a-z]+")
_SENTENCE_END = re.compile(r"[。！？!?]|\.(?=\s|$)|\n")


class StoredSummary(Versioned):
    """A summary as it is stored: its words, and the latest files of the turns it covers, names by ids."""

    words: str
    files: dict[str, str] = Field(default_factory=dict)
    language: Language = "en"

    def __str__(self) -> str:
        """The words, and a line that lists the files; models and people read this."""
        if not self.files:
            return self.words
        listed = [f"{name} ({id_})" if name else id_ for id_, name in self.files.items()]
        line = text(self.language, "summary.files", files=", ".join(listed))
        return "\n".join(filter(None, (self.words, line)))


def parse_summary(stored: str) -> StoredSummary:
    """Return a summary from its stored text. Text that is not JSON is from an
    earlier version: words, with ids in them.
    """
    try:
        return StoredSummary.model_validate_json(stored)
    except ValidationError:
        return StoredSummary(words=stored, files=dict.fromkeys(_ARTIFACT_ID.findall(stored), ""))


def summary_text(stored: str) -> str:
    """Return a stored summary as text."""
    return str(parse_summary(stored))


async def summarise_turns(
    brain: Brain,
    conversations: Conversations,
    conversation_id: str,
    *,
    owner: str,
    keep_latest: int = 6,
    room_tokens: int = 0,
) -> str | None:
    """Return the summary of all turns but the latest; None if there is nothing to summarise.

    Only turns after the last summary are read; if they have no more than `room_tokens`, the last summary remains. If
    the model is too weak, or its summaries are not accepted, the first sentences of each turn are used instead. Errors
    of the model pass unchanged.
    """
    covered, stored = await conversations.summary(conversation_id, owner=owner) or ("", None)
    summary = parse_summary(stored) if stored else None
    turns = await conversations.turns_after(conversation_id, covered, owner=owner)
    if sum(map(_turn_tokens, turns)) <= room_tokens:
        return str(summary) if summary else None
    for batch in _batches(turns[:-keep_latest] if keep_latest else turns):
        before = summary or StoredSummary(words="")
        made = before.files | {artifact.id: artifact.name for turn in batch for artifact in _artifacts_of(turn)}
        words = await _summarised(brain, before.words, batch, [*made])
        latest = dict([*made.items()][-_MAX_FILES:])
        summary = StoredSummary(words=words, files=latest, language=language_of(batch[-1].message))
        await conversations.put_summary(conversation_id, batch[-1].id, summary.model_dump_json(), owner=owner)
    return str(summary) if summary else None


def summary_parser(reply: str, header: str, known: Sequence[str]) -> ParserResult:
    """Parse the summary below its header: not too long, and without unknown ids."""
    result = multi_section_parser(reply, [header])
    if result["status"] == "error":
        return result
    summary = str(result["content"][header])
    unknown = sorted(set(_ARTIFACT_ID.findall(summary)) - set(known))
    if unknown:
        return result_dict(reject(reply, "unknown_id", "summary.unknown", ids=", ".join(unknown)))
    count = estimate_tokens(summary)
    if count > _MAX_TOKENS:
        return result_dict(reject(reply, "too_long", "summary.too_long", most=_MAX_WORDS))
    return ParserResult(status="success", content=summary)


async def _summarised(brain: Brain, before: str, turns: Sequence[TurnState], known: Sequence[str]) -> str:
    language = language_of("\n".join(turn.message for turn in turns))
    if brain.model.abilities.is_weak:
        return _first_sentences(before, turns)
    header = text(language, "summary.header")
    talk = format_history_for_prompt(_messages(turns), budget_tokens=2 * _BATCH_TOKENS, language=language)
    try:
        summary = await brain.think_with_retry(
            _summary_prompt(language, header, before, talk), summary_parser, header=header, known=known
        )
    except GaveUp:
        return _first_sentences(before, turns)
    return str(summary)


def _summary_prompt(language: Language, header: str, before: str, talk: str) -> str:
    template = load_prompt("inkwright.usecases", "summary", language)
    known = {"most": str(_MAX_WORDS), "header": header, "before": before or "—", "talk": talk}
    return re.sub(r"\{(most|header|before|talk)\}", lambda match: known[match[1]], template)


def _batches(turns: Sequence[TurnState]) -> Iterator[list[TurnState]]:
    """Yield the turns in batches that a model can read at once."""
    batch: list[TurnState] = []
    spent = 0
    for turn in turns:
        weight = _turn_tokens(turn)
        if batch and spent + weight > _BATCH_TOKENS:
            yield batch
            batch, spent = [], 0
        batch.append(turn)
        spent += weight
    if batch:
        yield batch


def _turn_tokens(turn: TurnState) -> int:
    return sum(estimate_tokens(message.text) for message in _messages([turn]))


def _messages(turns: Sequence[TurnState]) -> list[Message]:
    """Return the messages of the turns. The beginning of a long one shows what it is about."""
    said: list[Message] = []
    for turn in turns:
        said.append(_message(turn, "user", turn.message))
        if turn.outcome is not None:
            said.append(
                _message(
                    turn, "assistant", turn.outcome.message, tuple(artifact.id for artifact in _artifacts_of(turn))
                )
            )
    return said


def _message(
    turn: TurnState, role: Literal["user", "assistant"], words: str, artifact_ids: tuple[str, ...] = ()
) -> Message:
    return Message(
        id=turn.id,
        conversation_id=turn.conversation_id,
        owner=turn.owner,
        role=role,
        text=_truncated(words, _MAX_MESSAGE),
        artifact_ids=artifact_ids,
    )


def _first_sentences(before: str, turns: Sequence[TurnState]) -> str:
    """Return a line for each turn; if there are too many, the first and the latest ones."""
    lines = [line for line in before.splitlines() if line.startswith("- ")] or list(filter(None, [before.strip()]))
    for turn in turns:
        ended = f" → {_sentence(turn.outcome.message)}" if turn.outcome else ""
        lines.append(f"- {_sentence(turn.message)}{ended}")
    remaining = _MAX_TOKENS - estimate_tokens(lines[0])
    start = len(lines)
    while start > 1 and (remaining := remaining - estimate_tokens(lines[start - 1])) >= 0:
        start -= 1
    return "\n".join([lines[0], *(["- …"] if start > 1 else []), *(line for line in lines[start:] if line != "- …")])


def _sentence(written: str) -> str:
    said = written.strip()
    end = _SENTENCE_END.search(said)
    return _truncated(said[: end.end()].strip() if end else said, _MAX_SENTENCE)


def _truncated(written: str, limit: int) -> str:
    return written if len(written) <= limit else written[: limit - 1] + "…"


def _artifacts_of(turn: TurnState) -> Sequence[ArtifactRef]:
    return turn.outcome.artifacts if isinstance(turn.outcome, Delivered | Failed) else ()
