"""A message that repeats an earlier task: with other files ("same for the other file"), or as something longer or
shorter from the same files ("make the quiz shorter").
"""

import re
from typing import Final

from inkwright.agent.deliverables import DELIVERABLES
from inkwright.agent.intents import deliverables_in, is_question, route_for, without_file_names
from inkwright.agent.make_requests import MAX_COUNT, count_in
from inkwright.agent.services import TurnServices
from inkwright.agent.source_words import topic_words
from inkwright.conversation.turns import ArtifactRef, TurnState
from inkwright.parsing.chinese_variants import simplify_requests

_MAX_CHARACTERS: Final = 200
_MAX_TOPIC_WORDS: Final = 3
_MAX_EARLIER: Final = 10
_REPEATS: Final = re.compile(
    r"\b(?:the\s+)?same\b|\b(?:too|as well|also|likewise|once more|again|instead|other\s+(?:one|file|note|text))\b"
    r"|\bthis time\b|\bnot\s+(?:the|that)\b|^\W*(?:and|now|then|next)\b"
    r"|\b(?:another|one more)\b"
    r"|也|同样|一样|照做|再(?:来|做|用|拿|给|从|根据|出|弄)|重来|另外?[一那]?[个份篇]|换成|改用|这次|(?:不要|别|不)用",
    re.IGNORECASE,
)
_SWAPS: Final = re.compile(r"\binstead\b|\breplace\w*\b|换成|改用|改成", re.IGNORECASE)
"""Words that exchange the file; in a task they would ask for a change of what was made."""

_STATES: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|like|liked|love|thank|thanks|know|knew|says?|said)\b|谢|喜欢|觉得|知道",
    re.IGNORECASE,
)
_SHORTER: Final = re.compile(
    r"\b(?:shorter|shorten|fewer|less|smaller|trim|cut down)\b|缩短|精简|更短|短一?[点些]|少一?[点些]|更少|减少",
    re.IGNORECASE,
)
_LONGER: Final = re.compile(
    r"\b(?:longer|lengthen|bigger|expand|more)\b|加长|更长|长一?[点些]|多一?[点些]|更多|增加", re.IGNORECASE
)
_SIZES: Final = {"quiz": ("questions", 0), "pptx": ("slides", 1)}
"""What the size of a kind is counted in, and how many of these are not counted: the title slide."""


async def as_resized_task(turn: TurnState, services: TurnServices) -> TurnState:
    """Return the turn as one that makes an artifact again from its own files, if only its size is to change.

    Only a capable model can change a text; a file that was made from sentences can be made again with more or fewer.
    """
    sources = turn.sources or ()
    if turn.route is not None or len(sources) != 1 or sources[0].id is None or not _resizes(turn.message):
        return turn
    earlier = await _earlier_turns(turn, services)
    made = next((each for each in reversed(earlier) if _artifact_in(each, sources[0].id)), None)
    artifact = _artifact_in(made, sources[0].id) if made else None
    files = tuple(each for each in (made.sources or ()) if each.id is None) if made else ()
    names = [name for name, each in DELIVERABLES.items() if artifact and artifact.artifact_kind in each.kinds]
    if not files or artifact is None or artifact.artifact_kind not in _SIZES or not names:
        return turn
    route = route_for(names[:1], turn.message, at_once=True).model_copy(update={"refines": artifact.id})
    reused = tuple(each.model_copy(update={"reason": "earlier"}) for each in files)
    return turn.model_copy(update={"sources": reused, "route": route})


def _resizes(message: str) -> bool:
    said = simplify_requests(message)
    has_size = any(count_in(said, *(DELIVERABLES[name].units or ("", ""))) for name in ("quiz", "slides"))
    is_short = len(said) <= _MAX_CHARACTERS and len(topic_words(said)) <= _MAX_TOPIC_WORDS
    return is_short and (has_size or any(each.search(said) for each in (_SHORTER, _LONGER)))


async def _resized_text(turn: TurnState, services: TurnServices, artifact_id: str) -> str:
    """Return the message with the size that it asks for as a number."""
    earlier = await _earlier_turns(turn, services)
    artifact = next((found for each in reversed(earlier) if (found := _artifact_in(each, artifact_id))), None)
    if artifact is None or artifact.artifact_kind not in _SIZES:
        return turn.message
    unit, uncounted = _SIZES[artifact.artifact_kind]
    said, size = simplify_requests(turn.message), artifact.units.get(unit, uncounted + 1) - uncounted
    if _SHORTER.search(said):
        size = max(1, round(size * 0.6))
    elif _LONGER.search(said):
        size = min(MAX_COUNT, -(-size * 3 // 2))
    # A number in the message itself comes first and wins.
    return f"{turn.message}\n{size} {unit}"


def _artifact_in(turn: TurnState, artifact_id: str) -> ArtifactRef | None:
    receipt = turn.outcome.receipt if turn.outcome else None
    return next((each for each in receipt.artifacts if each.id == artifact_id), None) if receipt else None


async def _earlier_turns(turn: TurnState, services: TurnServices) -> list[TurnState]:
    return await services.conversations.latest_turns(
        turn.conversation_id, owner=turn.owner, limit=_MAX_EARLIER, before=turn.id
    )


async def with_task(turn: TurnState, services: TurnServices) -> TurnState:
    """Return the turn with the task that its message repeats in its message; the same turn if it repeats none.

    What the message itself says comes first, so that its numbers win.
    """
    if turn.route and turn.route.refines:
        return turn.model_copy(update={"message": await _resized_text(turn, services, turn.route.refines)})
    if not turn.sources or not is_repetition(turn.message):
        return turn
    earlier = await _earlier_turns(turn, services)
    tasks = [each for each in earlier if _has_made(each) and not is_repetition(each.message)]
    if not tasks:
        return turn
    return turn.model_copy(update={"message": _task_text(turn.message, tasks[-1].message)})


def is_repetition(message: str) -> bool:
    """Whether a message says to do the same again, and hardly anything else."""
    written = simplify_requests(message).strip()
    if len(written) > _MAX_CHARACTERS or is_question(written) or deliverables_in(written):
        return False
    said = without_file_names(written)
    is_short = len(topic_words(said)) <= _MAX_TOPIC_WORDS
    return is_short and _REPEATS.search(said) is not None and _STATES.search(said) is None


def _has_made(turn: TurnState) -> bool:
    return turn.outcome is not None and bool(turn.outcome.receipt.artifacts)


def _task_text(message: str, task: str) -> str:
    """Return what to do: the task, unless the message names something else to make ("same text, as a PDF")."""
    said = without_file_names(simplify_requests(message))
    named = {name for name, each in DELIVERABLES.items() if each.pattern.search(said)}
    if named - set(deliverables_in(task)):
        return f"Make this: {message}"
    return f"{_SWAPS.sub(' ', simplify_requests(message))}\n{without_file_names(task)}"
