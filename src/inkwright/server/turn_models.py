"""Questions and outcomes of turns as clients read them."""

from typing import Literal

from pydantic import Field

from inkwright.conversation.asks import Ask, AskKind
from inkwright.conversation.changes import ChangeAction
from inkwright.conversation.shapes import WordsState
from inkwright.conversation.turns import Outcome, SourceReason
from inkwright.server.streams import FILE_URL
from inkwright.server.wire import WireModel


class AskOptionItem(WireModel):
    """One answer to choose."""

    label: str = Field(description="The label to show.")
    value: str = Field(description="The value in the answer.")
    description: str | None = Field(default=None, description="More about it.")


class AskQuestionItem(WireModel):
    """One question. Without options it is answered freely."""

    id: str = Field(description="The question, within its ask.")
    question: str = Field(description="The question in words.")
    options: list[AskOptionItem] = Field(default_factory=list, description="The answers to choose from.")
    recommended: str | None = Field(default=None, description="The value of the option that is recommended.")
    allow_freeform: bool = Field(default=True, description="Whether other answers are allowed.")
    placeholder: str | None = Field(default=None, description="The placeholder of the field for a free answer.")
    multi_select: bool = Field(default=False, description="Whether several options may be chosen.")


class AskItem(WireModel):
    """A question to the person. Its turn waits for the answer."""

    id: str = Field(description="The question; the answer names it.")
    turn_id: str = Field(description="The turn that waits.")
    kind: AskKind = Field(description="What is asked for.")
    title: str = Field(description="The subject, in one line.")
    preface: str | None = Field(default=None, description="Text to show first.")
    questions: list[AskQuestionItem] = Field(default_factory=list, description="The questions.")
    outline_lines: list[str] = Field(default_factory=list, description="The outline to adopt, edit or abandon.")
    hint: str | None = Field(default=None, description="What a client may help with.")

    @classmethod
    def of(cls, ask: Ask) -> "AskItem":
        """Return the question without its owner."""
        return cls.model_validate(ask.model_dump(mode="json", exclude={"owner", "version"}))


class ArtifactRefItem(WireModel):
    """A file that a turn made or changed."""

    id: str
    artifact_version: int = Field(description="Its version; an edit makes the next one.")
    artifact_kind: str = Field(description="Its kind, such as pptx, docx or pdf.")
    name: str = Field(description="The name of its file.")
    title: str
    size: int = Field(description="The size of its file in bytes.")
    units: dict[str, int] = Field(default_factory=dict, description="What it holds, such as 8 slides.")
    is_run: bool | None = Field(default=None, description="Whether a page was run in a browser.")
    lineage: str | None = Field(default=None, description="The same for all versions of one artifact.")
    url: str = Field(default="", description="Where its file is downloaded.")


class MissingThing(WireModel):
    """Something that was asked for and is not there, or has fewer parts than asked for."""

    thing: str
    name: str | None = None
    unit: str | None = None
    asked: int | None = None
    made: int = 0
    problem: str | None = None


class SourceItem(WireModel):
    """A file that a turn used."""

    name: str
    reason: SourceReason
    id: str | None = Field(default=None, description="The artifact; null for a file of the person.")
    path: str = ""


class ChangeItem(WireModel):
    """Something that a turn changed and that is not a file, such as a block of a project."""

    id: str
    name: str
    action: ChangeAction = Field(description="What was done. A proposal changes nothing until it is accepted.")
    version: int | None = Field(default=None, description="The version that holds the change.")


class ReceiptItem(WireModel):
    """What happened in a turn, reported by the program, never by the model."""

    made: list[ArtifactRefItem] = Field(default_factory=list)
    changed: list[ArtifactRefItem] = Field(default_factory=list)
    changes: list[ChangeItem] = Field(default_factory=list)
    missing: list[MissingThing] = Field(default_factory=list)
    sources: list[SourceItem] = Field(default_factory=list)
    words: WordsState = "ours"


class OutcomeItem(WireModel):
    """How a turn ended, or what it asks."""

    kind: Literal["answered", "delivered", "asked", "failed"]
    message: str = Field(description="The message to the person.")
    artifacts: list[ArtifactRefItem] = Field(default_factory=list, description="What was made.")
    ask_id: str | None = Field(default=None, description="The question that the turn waits for.")
    code: str | None = Field(default=None, description="Why it failed, for programs.")
    retryable: bool | None = Field(default=None, description="Whether trying again may help.")
    receipt: ReceiptItem

    @classmethod
    def of(cls, outcome: Outcome) -> "OutcomeItem":
        """Return an outcome, with the addresses of its files."""
        written = outcome.model_dump(mode="json", exclude={"version"})
        receipt = written["receipt"]
        for file in (*written.get("artifacts", ()), *receipt["made"], *receipt["changed"]):
            file["url"] = FILE_URL.replace("{id}", file["id"])
        return cls.model_validate(written)
