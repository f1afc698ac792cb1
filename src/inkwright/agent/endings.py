"""The three ways in which a model may end its run, each an output tool of its own."""

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from inkwright.conversation.turns import ClarifyPayload, FinalResult

MAX_ANSWER: Final = 20_000
"""The maximum length of an answer, in characters."""


class _Ending(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Deliver(_Ending):
    """What was asked for is made and verified. Say so to the person, and name the artifacts by their ids."""

    message: str = Field(min_length=1, max_length=4000)
    artifacts: list[str] = Field(min_length=1, max_length=20)

    def result(self) -> FinalResult:
        """Return the final result."""
        return FinalResult(status="artifact_ready", message=self.message, artifacts=self.artifacts)


class GiveAnswer(_Ending):
    """Answer the person in words. Nothing was asked for that has to be made, or it cannot be made: then say why."""

    message: str = Field(min_length=1, max_length=MAX_ANSWER)

    def result(self) -> FinalResult:
        """Return the final result."""
        return FinalResult(status="answer_ready", message=self.message)


class AskUser(_Ending):
    """Ask the person one question without whose answer the work cannot go on."""

    message: str = Field(default="", max_length=4000)
    question: str = Field(max_length=1000)
    options: list[Annotated[str, Field(max_length=300)]] | None = Field(default=None, max_length=8)
    hint: str | None = Field(default=None, max_length=200)

    def result(self) -> FinalResult:
        """Return the final result."""
        clarify = ClarifyPayload(question=self.question, options=self.options, hint=self.hint)
        return FinalResult(status="clarify_needed", message=self.message or self.question, clarify=clarify)


Ending = Deliver | GiveAnswer | AskUser
ENDINGS: Final[dict[str, type[Ending]]] = {"deliver": Deliver, "answer": GiveAnswer, "ask_user": AskUser}
