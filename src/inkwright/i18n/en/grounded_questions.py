"""English messages: questions made from the user's own text."""

from typing import Final

MESSAGES: Final[dict[str, str]] = {
    "grounding.blank": "Fill in the blank as the text says it:\n{sentence}",
    "grounding.choice": "According to the text, what belongs in the blank?\n{sentence}",
    "grounding.matching": "Match each term with its description in the text.",
    "grounding.cell": "According to the table in the text: what is given under “{column}” for “{row}”?",
    "grounding.named": "Which term does the text explain in these words?\n{meaning}",
    "grounding.no_such_type": "Questions of the type {types} cannot be created from a text without a better model.",
    "grounding.shortfall": "Only {count} of {asked} {asked:question|questions} could be created: few sentences of this text can be "
    "understood alone and state a number, a name or a defined term.",
    "grounding.source": "The text says: “{quote}” ({place})",
    "grounding.statement": "According to the text: {sentence}",
    "grounding.steps": "Put these steps in the order of the text ({lead}).",
    "grounding.why": "Which sentence makes the best question about “{topic}”?",
}
