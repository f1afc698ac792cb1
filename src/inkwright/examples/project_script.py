"""Scripts of project demos: a scripted creator takes a sample project from nothing to an evaluated one."""

from importlib.resources import files
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from inkwright.examples.script import NonBlankText, ScriptedReply
from inkwright.i18n import Language

DemoName = Literal["course", "product", "article"]
DEMO_NAMES: Final[tuple[DemoName, ...]] = ("course", "product", "article")


class _DemoModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class DemoText(_DemoModel):
    """A text that the research of a demo finds."""

    title: NonBlankText
    address: NonBlankText
    text: NonBlankText


class DemoEdit(_DemoModel):
    """A change that the creator makes by hand."""

    block: NonBlankText
    replace: NonBlankText
    text: str = Field(alias="with")


class DemoStep(_DemoModel):
    """One step of the creator: a message, an auto-run, posts for channels, a decision on proposals, or an edit.

    `does` are the replies of the agent, `writes` those of the writer, and `answers` are given to questions.
    """

    message: str = ""
    does: tuple[ScriptedReply, ...] = ()
    writes: tuple[ScriptedReply, ...] = ()
    answers: tuple[dict[str, Any], ...] = ()
    ends: Literal["answered", "delivered", "failed"] = "answered"
    run: Literal["ready", "stale"] | None = None
    channels: tuple[NonBlankText, ...] = ()
    accept: bool = False
    edit: DemoEdit | None = None

    @model_validator(mode="after")
    def _does_one_thing(self) -> Self:
        if sum(map(bool, (self.message, self.run, self.channels, self.accept, self.edit))) != 1:
            raise ValueError("a step is one of message, run, channels, accept and edit")
        return self


class ProjectDemo(_DemoModel):
    """A demonstration of a project. `about` is its line in the list, `seen` lists what it showed."""

    title: NonBlankText
    about: NonBlankText
    project: Annotated[str, Field(min_length=1, max_length=60)]
    profile: str = ""
    seen: tuple[NonBlankText, ...] = Field(min_length=1)
    sources: tuple[DemoText, ...] = Field(min_length=1)
    steps: tuple[DemoStep, ...] = Field(min_length=1)


def load_demo(name: DemoName, language: Language) -> ProjectDemo:
    """Load a demo. Its file is part of the package, so an invalid one is a bug and raises ValidationError."""
    import yaml  # noqa: PLC0415 - slow to import

    written = files("inkwright.examples").joinpath("demos", f"{name}.{language}.yaml")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return ProjectDemo.model_validate(yaml.load(written.read_text(encoding="utf-8"), Loader=loader))  # noqa: S506 - safe
