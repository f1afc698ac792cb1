"""Example scripts: the messages of a user, the scripted replies, and how the files are loaded."""

from importlib.resources import files
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from inkwright.agent.router import RouteGuess
from inkwright.i18n import Language

ARTIFACT_PLACEHOLDER: Final = "$made"
"""In the arguments of a call: a placeholder for the id of the latest artifact in the conversation."""

NonBlankText = Annotated[str, Field(min_length=1, pattern=r"\S")]


class _ScriptModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ScriptedCall(_ScriptModel):
    """A tool call. Arguments given as text are sent unchanged, valid or not."""

    tool: NonBlankText
    arguments: dict[str, Any] | str


class ScriptedReply(_ScriptModel):
    """One reply, of exactly one kind. `fails` may come with `says`: the text before the connection ended.

    `asked` limits it to requests whose last message contains this text. `note` is shown to the user before it;
    `{told}` in it is replaced by the last message to the model.
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
        kinds = [self.calls, self.deliver, self.answer, self.value, self.fails, self.says and not self.fails]
        if sum(bool(kind) for kind in kinds) != 1:
            raise ValueError("a reply is one of calls, deliver, answer, says, value and fails")
        return self


class ScriptedTurn(_ScriptModel):
    """One message of the user. `does` are the replies of the agent; `writes` are those of the writer, for tools.

    `answers` replace the user in runs without one: one answer for each ask, in the format of `--answers`.
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
    """A demonstration. `about` is its line in the list, `seen` lists what it showed, `next` what to try afterwards."""

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
"""The examples, in the order of the list."""


def load_example(name: str, language: Language) -> Example:
    """Load an example. Its file is part of the package, so an invalid one is a bug and raises ValidationError."""
    import yaml  # noqa: PLC0415 - slow to import

    written = files("inkwright.examples").joinpath("scripts", f"{name}.{language}.yaml")
    # The loader in C is ten times as fast. Both are safe: they create only plain values.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return Example.model_validate(yaml.load(written.read_text(encoding="utf-8"), Loader=loader))  # noqa: S506 - safe
