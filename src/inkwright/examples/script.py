"""Example scripts: the messages of a user, the scripted replies, and how the files are loaded."""

from importlib.resources import files
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from inkwright.agent.router import RouteGuess
from inkwright.i18n import Language

ARTIFACT_PLACEHOLDER: Final = "$made"
"""Stands in the arguments of a call for the id of what was made last, as the talk tells it to the model."""

NonBlankText = Annotated[str, Field(min_length=1, pattern=r"\S")]


class _ScriptModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ScriptedCall(_ScriptModel):
    """A call of a tool. Arguments that are a text stand as the model wrote them, whole or damaged."""

    tool: NonBlankText
    arguments: dict[str, Any] | str


class ScriptedReply(_ScriptModel):
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


class ScriptedTurn(_ScriptModel):
    """One message. `does` are the replies of the agent; `writes` those to tools that have something written.

    `answers` stand for the person where there is none, one for each ask, as `--answers` takes them.
    """

    message: NonBlankText
    route: RouteGuess
    does: tuple[ScriptedReply, ...] = Field(min_length=1)
    writes: tuple[ScriptedReply, ...] = ()
    answers: tuple[dict[str, Any], ...] = ()
    ends: Literal["answered", "delivered", "failed"] = "delivered"

    @model_validator(mode="after")
    def _has_an_agent(self) -> Self:
        if self.route.model_tier == "fast":
            raise ValueError("the fast model routes; the agent is standard or strong")
        return self


class Example(_ScriptModel):
    """A demonstration. `about` is its line in the list, `seen` what it has shown, `next` what one may try then."""

    title: NonBlankText
    about: NonBlankText
    seen: tuple[NonBlankText, ...] = Field(min_length=1)
    next: tuple[NonBlankText, ...] = Field(min_length=1)
    turns: tuple[ScriptedTurn, ...] = Field(min_length=1)


EXAMPLE_NAMES: Final = (
    "slides",
    "document",
    "quiz",
    "page",
    "clarify",
    "edit",
    "both",
    "liar",
    "stubborn",
    "broken",
)
"""In the order in which they are listed."""


def load_example(name: str, language: Language) -> Example:
    """The example of this name in a language. Its file is ours: one that cannot be read is a mistake of the program."""
    import yaml  # noqa: PLC0415 - comes with an extra

    written = files("inkwright.examples").joinpath("scripts", f"{name}.{language}.yaml")
    # The loader in C is ten times as fast; both know plain values alone.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return Example.model_validate(yaml.load(written.read_text(encoding="utf-8"), Loader=loader))  # noqa: S506 - safe
