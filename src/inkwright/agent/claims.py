"""Claims in plain talk: where nothing was made, an answer may still say that something is ready. A second look at it.

In a chat no ending names its artifacts, so there is nothing that a program could compare. A fast model reads the one
message and says whether it claims a file; what it says only leads to one more run, or to a note beside the answer.
"""

from pydantic import BaseModel, ConfigDict

from inkwright.agent.prompting import prompt
from inkwright.errors import GaveUp, ModelError
from inkwright.i18n import language_of, text
from inkwright.llm.brain import Brain


class Claim(BaseModel):
    """What the second look finds."""

    model_config = ConfigDict(extra="forbid")

    claims_file: bool


async def claims_file(brain: Brain, message: str) -> bool:
    """Whether a message tells the person that a file was made for them, or is ready.

    A message that speaks of no file at all is not looked at. Where no model can tell, nothing is held against it.
    """
    language = language_of(message)
    words = text(language, "claims.words").split()
    if brain.model.abilities.is_weak or not any(word in message.lower() for word in words):
        return False
    try:
        found = await brain.decide(prompt("claims", language).replace("{message}", message), Claim)
    except (ModelError, GaveUp):
        return False
    return found.claims_file
