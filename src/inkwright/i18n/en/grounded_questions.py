"""English messages: questions made from the user's own text."""

from typing import Final

MESSAGES: Final[dict[str, str]] = {
    "grounding.blank": "Fill in the blank as the text says it{place}:\n{sentence}",
    "grounding.choice": "What belongs in the blank, according to the text{place}?\n{sentence}",
    "grounding.items": "“{lead}”: the text{place} names {count} {count:point|points}. Write down as many of them as you can.",
    "grounding.meaning": "Explain “{term}” in the words of the text{place}.",
    "grounding.place": " ({place})",
    "grounding.matching": "Match each term with its description in the text{place}.",
    "grounding.cell": "According to the table in the text{place}: what is given under “{column}” for “{row}”?",
    "grounding.named": "Which term does the text{place} explain in these words?\n{meaning}",
    "grounding.no_such_type": "Questions of the type {types} cannot be created from a text without a better model.",
    "grounding.shortfall": "Only {count} of {asked} {asked:question|questions} could be created: few sentences of this text state a "
    "number, a name, a date or a defined term that is worth asking for.",
    "grounding.source": "The text says: “{quote}”",
    "grounding.statement": "According to the text{place}: {sentence}",
    "grounding.steps": "Put these steps in the order of the text ({lead}).",
    "grounding.tells_or_talks": "Only {count} of {asked} {asked:question|questions} could be created: this text is a story, a diary, a "
    "conversation or a speech, and does not explain a subject.",
    "grounding.why": "Which sentence makes the best question about “{topic}”?",
}
