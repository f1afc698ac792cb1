"""What an example is: the messages of a person, and for each what the model is scripted to say."""

from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from inkwright.agent.routing import Guess

MADE: Final = "$made"
"""Stands in the arguments of a call for the id of what was made last, as the talk tells it to the model."""

Line = Annotated[str, Field(min_length=1, pattern=r"\S")]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ScriptedCall(_Part):
    """A call of a tool. Arguments that are a text stand as the model wrote them, whole or damaged."""

    tool: Line
    arguments: dict[str, Any] | str


class ScriptedReply(_Part):
    """One reply, in exactly one of its forms. `fails` may have `says` beside it: what came before it was cut off.

    `asked` gives it only to a request whose last message holds this text. `note` is told to the person before it;
    `{told}` in it is what the program said to the model just now.
    """

    note: str = ""
    asked: str = ""
    calls: tuple[ScriptedCall, ...] = ()
    deliver: str = ""
    answer: str = ""
    says: str = ""
    value: Any = None
    fails: Literal["busy", "cut"] | None = None

    @model_validator(mode="after")
    def _says_one_thing(self) -> Self:
        forms = [self.calls, self.deliver, self.answer, self.value, self.fails, self.says and not self.fails]
        if sum(bool(form) for form in forms) != 1:
            raise ValueError("a reply is one of calls, deliver, answer, says, value and fails")
        return self


class ScriptedTurn(_Part):
    """One message. `does` are the replies of the agent; `writes` those to tools that have something written.

    `answers` stand for the person where there is none, one for each ask, as `--answers` takes them.
    """

    message: Line
    route: Guess
    does: tuple[ScriptedReply, ...] = Field(min_length=1)
    writes: tuple[ScriptedReply, ...] = ()
    answers: tuple[dict[str, Any], ...] = ()
    ends: Literal["answered", "delivered", "failed"] = "delivered"

    @model_validator(mode="after")
    def _has_an_agent(self) -> Self:
        if self.route.model_tier == "fast":
            raise ValueError("the fast model routes; the agent is standard or strong")
        return self


class Example(_Part):
    """A demonstration. `about` is its line in the list, `seen` what it has shown, `next` what one may try then."""

    title: Line
    about: Line
    seen: tuple[Line, ...] = Field(min_length=1)
    next: tuple[Line, ...] = Field(min_length=1)
    turns: tuple[ScriptedTurn, ...] = Field(min_length=1)
