"""The interview about the intent: whether the person has answered its three questions, and the summary says so."""

import re
from collections.abc import Sequence
from typing import Final

from inkwright.agent.request_wording import only_asks
from inkwright.agent.small_talk import small_talk_in
from inkwright.agent.tools import ToolContext
from inkwright.i18n import Language
from inkwright.parsing.chinese_variants import simplify_requests
from inkwright.projects.blocks import ContentBlock
from inkwright.projects.phases import PHASE_DISPLAY_NAMES, PHASE_ENGLISH_NAMES
from inkwright.projects.records import name_key
from inkwright.research.citations.folding import folded
from inkwright.research.citations.passages import tokens_of_text
from inkwright.tools.block_targets import rejected

INTENT_PARTS: Final = {"zh": ("做什么", "给谁看", "期望行动"), "en": ("What", "For whom", "Action")}
"""The parts of the summary of the intent, by the language in which it is written."""
INTENT_BLOCK: Final = PHASE_DISPLAY_NAMES["intent"]
_INTENT_NAMES: Final = frozenset(map(name_key, (INTENT_BLOCK, PHASE_ENGLISH_NAMES["intent"], "intent", "意图")))
_QUESTIONS: Final = len(INTENT_PARTS["zh"])
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")


def is_intent_name(name: str) -> bool:
    """Whether a block of this name is that of the summary."""
    return name_key(name) in _INTENT_NAMES


def require_answers(context: ToolContext, block: ContentBlock) -> None:
    """Refuse to write the summary before the person can have answered three questions."""
    said = [*context.said_before, context.turn.message, *(each.answer.chosen for each in context.answered)]
    if not block.characters and is_intent_name(block.name) and not is_answered(said):
        raise rejected(context, "content.interview")


def answers_in(said: Sequence[str]) -> list[str]:
    """Return what may be an answer: greetings and questions of the person are none."""
    return [each for each in said if each.strip() and small_talk_in(each) is None and not only_asks(each)]


def is_answered(said: Sequence[str]) -> bool:
    """Whether the person may have answered all three questions."""
    return len(answers_in(said)) >= _QUESTIONS


def lacking_parts(summary: str, language: Language) -> list[str]:
    """Return the parts that a summary does not have."""
    found = _parts(summary)
    return [name for number, name in enumerate(INTENT_PARTS[language]) if number not in found]


def unsaid_parts(summary: str, said: Sequence[str], language: Language) -> list[str]:
    """Return the parts of a summary in which no word is from the person. A translated summary cannot be compared."""
    answers = "\n".join(said)
    if bool(_HAN.search(answers)) != bool(_HAN.search(summary)):
        return []
    known = tokens_of_text(folded(simplify_requests(answers)))
    names = INTENT_PARTS[language]
    return [names[number] for number, words in _parts(summary).items() if not known & _tokens(words)]


def _parts(summary: str) -> dict[int, str]:
    """Return the words of each part that a summary has, by the number of its question."""
    simplified = simplify_requests(summary)
    starts: dict[int, tuple[int, int]] = {}
    for number, (chinese, english) in enumerate(zip(INTENT_PARTS["zh"], INTENT_PARTS["en"], strict=True)):
        found = re.search(rf"{chinese}|^\W*{english}\b|\b{english}\s?[:：—]", simplified, re.IGNORECASE | re.MULTILINE)
        if found is not None:
            starts[number] = found.span()
    ends = sorted(start for start, _ in starts.values())
    return {
        number: simplified[end : next((each for each in ends if each > start), len(simplified))]
        for number, (start, end) in starts.items()
    }


def _tokens(words: str) -> frozenset[str]:
    return frozenset(tokens_of_text(folded(words)))
