"""English messages: questions made from the user's own text."""

from typing import Final

MESSAGES: Final[dict[str, str]] = {
    "grounding.blank": "Fill in the blank as the text says it:\n{sentence}",
    "grounding.choice": "According to the text, what belongs in the blank?\n{sentence}",
    "grounding.events": "According to the text, in which order did this happen? Begin with the earliest.",
    "grounding.matching": "Match each term with what the text says about it.",
    "grounding.named": "Which term does the text explain in these words?\n{meaning}",
    "grounding.no_such_type": "Questions of the type {types} cannot be made of a text without a better model.",
    "grounding.shortfall": "The text gives {count} of the {asked} questions that were asked for.",
    "grounding.source": "Source: {name}, line {line}: “{quote}”",
    "grounding.statement": "According to the text: {sentence}",
    "grounding.steps": "Put these steps into the order of the text ({lead}).",
    "grounding.steps_only": "Put these steps into the order of the text.",
    "grounding.why": "Which sentence makes the best question about “{topic}”?",
}
