"""The question in a message: without the names of files and the remarks around it."""

import re
from collections.abc import Sequence
from typing import Final

from inkwright.agent.intents import is_question
from inkwright.grounding.source import Source

_REMARK: Final = re.compile(
    r"\([^()]{0,200}\)|（[^（）]{0,200}）|\b(?:by the way|btw|fyi)\b[,:]?|顺便问一下|顺便说一句", re.I
)
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])\s*|\n+")
_MAX_NAMES: Final = 50


def question_in(message: str, sources: Sequence[Source]) -> str:
    """Return what a message asks; the whole message, if none of its sentences is a question."""
    plain = _REMARK.sub(" ", message)
    for source in sources[:_MAX_NAMES]:
        plain = re.sub(rf"(?:[~.\w-]{{0,80}}/){{0,20}}{re.escape(source.name)}", " ", plain)
    asked = [each for each in _SENTENCE_END.split(plain) if each.rstrip().endswith(("?", "？")) or is_question(each)]
    return " ".join(asked).strip() or plain.strip()
