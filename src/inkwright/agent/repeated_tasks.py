"""A message that repeats an earlier task with other files: "same for the other file", "the tea one too"."""

import re
from typing import Final

from inkwright.agent.deliverables import DELIVERABLES
from inkwright.agent.intents import deliverables_in, is_question, without_file_names
from inkwright.agent.services import TurnServices
from inkwright.agent.source_words import topic_words
from inkwright.conversation.turns import TurnState
from inkwright.parsing.chinese_variants import simplify_requests

_MAX_CHARACTERS: Final = 200
_MAX_TOPIC_WORDS: Final = 3
_MAX_EARLIER: Final = 10
_REPEATS: Final = re.compile(
    r"\b(?:the\s+)?same\b|\b(?:too|as well|also|likewise|once more|again|instead|other\s+(?:one|file|note|text))\b"
    r"|\bthis time\b|\bnot\s+(?:the|that)\b|^\W*(?:and|now|then|next)\b"
    r"|也|同样|一样|照做|再来|再做|重来|另外?[一那]?[个份篇]|换成|改用|这次|(?:不要|别|不)用",
    re.IGNORECASE,
)
_SWAPS: Final = re.compile(r"\binstead\b|\breplace\w*\b|换成|改用|改成", re.IGNORECASE)
"""Words that exchange the file; in a task they would ask for a change of what was made."""

_STATES: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|like|liked|love|thank|thanks|know|knew|says?|said)\b|谢|喜欢|觉得|知道",
    re.IGNORECASE,
)


async def with_task(turn: TurnState, services: TurnServices) -> TurnState:
    """Return the turn with the task that its message repeats in its message; the same turn if it repeats none.

    What the message itself says comes first, so that its numbers win.
    """
    if not turn.sources or not is_repetition(turn.message):
        return turn
    earlier = await services.conversations.latest_turns(
        turn.conversation_id, owner=turn.owner, limit=_MAX_EARLIER, before=turn.id
    )
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
    """Return what is to be done: the task, unless the message names something else to make ("same text, as a PDF")."""
    said = without_file_names(simplify_requests(message))
    named = {name for name, each in DELIVERABLES.items() if each.pattern.search(said)}
    if named - set(deliverables_in(task)):
        return f"Make this: {message}"
    return f"{_SWAPS.sub(' ', simplify_requests(message))}\n{without_file_names(task)}"
