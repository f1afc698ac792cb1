"""Summarise older turns, so that a long conversation stays short for the model and nothing of it is lost."""

import re
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Final, Literal

from inkwright.conversation.histories import format_history_for_prompt
from inkwright.conversation.messages import Message
from inkwright.conversation.outcomes import ArtifactRef, Delivered, Failed
from inkwright.conversation.protocols import Conversations
from inkwright.conversation.tokens import estimate_tokens
from inkwright.conversation.turns import TurnState
from inkwright.errors import GaveUp
from inkwright.i18n import LANGUAGES, Language, language_of, text
from inkwright.llm.brain import Brain
from inkwright.parsing import ParserResult, as_dict, multi_section_parser
from inkwright.parsing.contract import reject

_MOST_TOKENS: Final = 600
"""Of a summary; what is asked for is half of it, so that a model that counts badly is not asked again."""

_MOST_WORDS: Final = 200
_BATCH_TOKENS: Final = 6_000
_LONGEST_MESSAGE: Final = 3_000
_LONGEST_SENTENCE: Final = 160
_MOST_FILES: Final = 20
_ARTIFACT = re.compile(r"\bart_[0-9a-z]+")
_NAMED = re.compile(r"(.*?\((art_[0-9a-z]+)\))(?:, |$)")
_SENTENCE_END = re.compile(r"[。！？!?]|\.(?=\s|$)|\n")


async def summarise_turns(
    brain: Brain,
    conversations: Conversations,
    conversation_id: str,
    *,
    owner: str,
    keep_latest: int = 6,
    room_tokens: int = 0,
) -> str | None:
    """The summary of all turns but the latest; None while there is nothing to summarise.

    Only what the last summary does not cover is read; while that weighs no more than `room_tokens`, the last summary
    stands. A model that is too weak to summarise, or whose summaries are
    not accepted, is not needed: the first sentences of each turn stand for it. Errors of the model pass as they are.
    """
    upto, summary = await conversations.summary(conversation_id, owner=owner) or ("", None)
    turns = await conversations.turns_behind(conversation_id, upto, owner=owner)
    if sum(map(_weight, turns)) <= room_tokens:
        return summary
    for batch in _batches(turns[:-keep_latest] if keep_latest else turns):
        before, made = _parted(summary or "")
        made |= {artifact.id: f"{artifact.name} ({artifact.id})" for turn in batch for artifact in _made(turn)}
        words = await _shortened(brain, before, batch, [*made])
        summary = "\n".join(filter(None, (words, _files_line([*made.values()], language_of(batch[-1].message)))))
        await conversations.put_summary(conversation_id, batch[-1].id, summary, owner=owner)
    return summary


def summary_parser(reply: str, header: str, known: Sequence[str]) -> ParserResult:
    """The summary below its header: not too long, and without an id that was never there."""
    result = multi_section_parser(reply, [header])
    if result["status"] == "error":
        return result
    summary = str(result["content"][header])
    unknown = sorted(set(_ARTIFACT.findall(summary)) - set(known))
    if unknown:
        return as_dict(reject(reply, "unknown_id", "summary.unknown", ids=", ".join(unknown)))
    count = estimate_tokens(summary)
    if count > _MOST_TOKENS:
        return as_dict(reject(reply, "too_long", "summary.too_long", most=_MOST_WORDS))
    return ParserResult(status="success", content=summary)


async def _shortened(brain: Brain, before: str, fresh: Sequence[TurnState], known: Sequence[str]) -> str:
    language = language_of("\n".join(turn.message for turn in fresh))
    if brain.model.abilities.is_weak:
        return _first_sentences(before, fresh)
    header = text(language, "summary.header")
    talk = format_history_for_prompt(_messages(fresh), budget_tokens=2 * _BATCH_TOKENS, language=language)
    try:
        summary = await brain.think_with_retry(
            _prompt(language, header, before, talk), summary_parser, header=header, known=known
        )
    except GaveUp:
        return _first_sentences(before, fresh)
    return str(summary)


def _prompt(language: Language, header: str, before: str, talk: str) -> str:
    form = files("inkwright.usecases").joinpath("prompts", f"summary.{language}.md").read_text(encoding="utf-8")
    known = {"most": str(_MOST_WORDS), "header": header, "before": before or "—", "talk": talk}
    return re.sub(r"\{(most|header|before|talk)\}", lambda match: known[match[1]], form)


def _batches(turns: Sequence[TurnState]) -> Iterator[list[TurnState]]:
    """The turns in parts that a model can read at once."""
    batch: list[TurnState] = []
    spent = 0
    for turn in turns:
        weight = _weight(turn)
        if batch and spent + weight > _BATCH_TOKENS:
            yield batch
            batch, spent = [], 0
        batch.append(turn)
        spent += weight
    if batch:
        yield batch


def _weight(turn: TurnState) -> int:
    return sum(estimate_tokens(message.text) for message in _messages([turn]))


def _messages(turns: Sequence[TurnState]) -> list[Message]:
    """What was said in the turns. Of a long note the beginning tells what it is about."""
    said: list[Message] = []
    for turn in turns:
        said.append(_message(turn, "user", turn.message))
        if turn.outcome is not None:
            said.append(
                _message(turn, "assistant", turn.outcome.message, tuple(artifact.id for artifact in _made(turn)))
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
        text=_cut(words, _LONGEST_MESSAGE),
        artifact_ids=artifact_ids,
    )


def _first_sentences(before: str, turns: Sequence[TurnState]) -> str:
    """A line for each turn; where they are too many, the first and the latest ones."""
    lines = [line for line in before.splitlines() if line.startswith("- ")] or list(filter(None, [before.strip()]))
    for turn in turns:
        ended = f" → {_sentence(turn.outcome.message)}" if turn.outcome else ""
        lines.append(f"- {_sentence(turn.message)}{ended}")
    room = _MOST_TOKENS - estimate_tokens(lines[0])
    start = len(lines)
    while start > 1 and (room := room - estimate_tokens(lines[start - 1])) >= 0:
        start -= 1
    return "\n".join([lines[0], *(["- …"] if start > 1 else []), *(line for line in lines[start:] if line != "- …")])


def _sentence(written: str) -> str:
    said = written.strip()
    end = _SENTENCE_END.search(said)
    return _cut(said[: end.end()].strip() if end else said, _LONGEST_SENTENCE)


def _cut(written: str, most: int) -> str:
    return written if len(written) <= most else written[: most - 1] + "…"


def _made(turn: TurnState) -> Sequence[ArtifactRef]:
    return turn.outcome.artifacts if isinstance(turn.outcome, Delivered | Failed) else ()


def _files_line(made: Sequence[str], language: Language) -> str:
    """What was made, from what is known and not from what a model says; the latest, if it is much."""
    return text(language, "summary.files", files=", ".join(made[-_MOST_FILES:])) if made else ""


def _parted(summary: str) -> tuple[str, dict[str, str]]:
    """The words of a summary, and the files that it names, by their ids."""
    begins = tuple(text(language, "summary.files", files="") for language in LANGUAGES)
    words = [line for line in summary.splitlines() if not line.startswith(begins)]
    named = [line[len(begin) :] for line in summary.splitlines() for begin in begins if line.startswith(begin)]
    return "\n".join(words), {match[2]: match[1] for line in named for match in _NAMED.finditer(line)}
