"""English messages: questions made from the user's own text."""

from typing import Final

MESSAGES: Final[dict[str, str]] = {
    "grounding.blank": "Fill in the blank as the text says it:\n{sentence}",
    "grounding.choice": "According to the text, what belongs in the blank?\n{sentence}",
    "grounding.events": "According to the text, in which order did these events happen? Start with the earliest.",
    "grounding.matching": "Match each term with its description in the text.",
    "grounding.named": "Which term does the text explain in these words?\n{meaning}",
    "grounding.no_such_type": "Questions of the type {types} cannot be created from a text without a better model.",
    "grounding.shortfall": "Only {count} of {asked} {asked:question|questions} could be created from this text.",
    "grounding.source": "Source: {name}, line {line}: “{quote}”",
    "grounding.statement": "According to the text: {sentence}",
    "grounding.steps": "Put these steps in the order of the text ({lead}).",
    "grounding.steps_only": "Put these steps in the order of the text.",
    "grounding.why": "Which sentence makes the best question about “{topic}”?",
}
