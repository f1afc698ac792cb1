"""A turn as it is stored: its messages, its route, its final result, its outcome and its state."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple, Self

from pydantic import Field

from inkwright.artifacts.vault import Verified
from inkwright.conversation.asks import AnsweredAsk, OpenAsk
from inkwright.conversation.changes import ChangeRef
from inkwright.conversation.shapes import Shape, Versioned, WordsState
from inkwright.processes import is_gone, is_working, process_place


class Message(Versioned):
    """One message. `artifact_ids` are the artifacts that came with it."""

    id: str
    conversation_id: str
    owner: str
    role: Literal["user", "assistant"]
    text: str
    artifact_ids: tuple[str, ...] = ()


class ConversationExcerpt(NamedTuple):
    """Both ends of a conversation: the first message and the latest ones in order, and the summary of older ones."""

    first: Message | None
    latest: list[Message]
    summary: str | None


Intent = Literal["chat_smalltalk", "chat_qa", "quiz_generate", "content_create", "refine", "build_workflow", "clarify"]
Mode = Literal["answer", "artifact", "clarify"]
Strategy = Literal["direct_generate", "ask_one_question", "show_context"]
FinalStatus = Literal["answer_ready", "artifact_ready", "clarify_needed"]


class ClarifyPayload(Shape):
    """A question that only the person can answer. `values` are the values of the options; by default their labels."""

    question: str
    options: list[str] | None = None
    values: list[str] | None = None
    hint: str | None = None


class RequestedItem(Shape):
    """One thing that the person asked for: `thing` is a deliverable, or the name of the tool that makes it; `count` is
    how many questions, slides or pages it should have, if they said so.
    """

    thing: str
    count: int | None = None


class RouterResult(Shape):
    """What a turn probably needs. `candidate_tools` is a preference, not a restriction.

    `requested` are the things to be made. `refines` is the id of the artifact to change. `clarify` is the question to
    ask before anything else.
    """

    intent: str
    confidence: float = Field(ge=0, le=1)
    candidate_tools: tuple[str, ...] = ()
    model_tier: Literal["fast", "standard", "strong", "vision"] = "standard"
    expected_mode: Mode = "answer"
    strategy: Strategy = "direct_generate"
    safety_flags: tuple[str, ...] = ()
    requested: tuple[RequestedItem, ...] = ()
    refines: str | None = None
    clarify: ClarifyPayload | None = None


class FinalResult(Shape):
    """How a model ends its run. It is a claim, to be verified."""

    status: FinalStatus
    message: str
    artifacts: list[str] = Field(default_factory=list)
    clarify: ClarifyPayload | None = None


class ArtifactRef(Shape):
    """A reference to a verified artifact. Code makes it from a `Verified` only."""

    id: str = Field(description="The artifact.")
    artifact_version: int = Field(description="Its version; an edit makes the next one.")
    artifact_kind: str = Field(description="Its kind, such as pptx, docx or pdf.")
    name: str = Field(description="The name of its file.")
    title: str = Field(description="The title.")
    size: int = Field(description="The size of its file in bytes.")
    units: dict[str, int] = Field(
        default_factory=dict, description="What it holds, counted in its file, such as 8 slides or 10 questions."
    )
    is_run: bool | None = Field(
        default=None, description="Whether a page was run in a browser before; null for anything that does not run."
    )
    lineage: str = Field(
        default="", description="The same for all versions of it; another artifact of this name has another."
    )

    @classmethod
    def of(cls, verified: Verified) -> "ArtifactRef":
        """Return the reference to a verified artifact."""
        return cls(
            id=verified.id,
            artifact_version=verified.version,
            artifact_kind=verified.kind,
            name=verified.name,
            title=verified.title,
            size=verified.size,
            units=dict(verified.units),
            is_run=verified.is_run,
            lineage=verified.lineage,
        )


class MissingItem(Shape):
    """Something that was asked for, or tried, and is not there; or has fewer parts than asked for."""

    thing: str = Field(description="The deliverable, or the tool that should have made it; `change` for a change.")
    name: str | None = Field(default=None, description="The file that is incomplete or unchanged.")
    unit: str | None = Field(default=None, description="What is counted, such as questions.")
    asked: int | None = Field(default=None, description="How many were asked for.")
    made: int = Field(default=0, description="How many there are.")
    problem: str | None = Field(default=None, description="Why, if a tool reported it.")


class ConversationFile(Shape):
    """A file of a conversation: the name under which its text is stored, its title, and where it was read."""

    name: str
    title: str = ""
    path: str = ""


DOCUMENT_PREFIX: Final = "doc_"
SourceReason = Literal["named", "attached", "earlier", "read"]


class SourcePlace(Shape):
    """A part of a document of the library."""

    page: int = Field(description="The page, slide or sheet, starting at 1.")
    start: int = Field(description="Its first character in the page.")
    end: int = Field(description="The character after it.")


class SourcePart(Shape):
    """A part of a file: the lines under a heading, or a page."""

    title: str = Field(default="", description="The heading; empty for a page.")
    page: int = Field(default=0, description="The page, starting at 1; 0 for a heading.")
    first: int = Field(description="Its first line in the text of the file, starting at 1.")
    last: int = Field(description="Its last line.")


class UsedSource(Shape):
    """A source of a turn: a file of the conversation; or what has an id: an artifact of an earlier turn, or a document
    of the library.
    """

    name: str = Field(description="The name of the file.")
    reason: SourceReason = Field(
        description="Why it was used: the message names it, it came with the message, the message refers to what was "
        "used before, or the model read it, in the library too."
    )
    id: str | None = Field(default=None, description="The artifact or document; null for a file of the conversation.")
    path: str = Field(default="", description="Where the file was read, if that is known.")
    places: tuple[SourcePlace, ...] = Field(
        default=(), description="The parts of a document of the library that were used; all of it if there are none."
    )
    parts: tuple[SourcePart, ...] = Field(
        default=(), description="The parts of a file that the message names; all of it if there are none."
    )

    @property
    def key(self) -> str:
        """What identifies it in its conversation."""
        return self.id or self.name

    @property
    def is_document(self) -> bool:
        """Whether it is a document of the library."""
        return self.id is not None and self.id.startswith(DOCUMENT_PREFIX)


def join_sources(known: Sequence[UsedSource], added: Sequence[UsedSource]) -> tuple[UsedSource, ...]:
    """Return all sources, each once. Of a document, the places are joined, unless all of it is used."""
    joined = {each.key: each for each in known}
    for each in added:
        before = joined.setdefault(each.key, each)
        if before.places and each.places:
            places = tuple(dict.fromkeys((*before.places, *each.places)))
            joined[each.key] = before.model_copy(update={"places": places})
    return tuple(joined.values())


class Receipt(Shape):
    """What happened in a turn, reported by the program: from the ledger and the route, never from the model."""

    made: tuple[ArtifactRef, ...] = Field(default=(), description="What was made: the latest version of each.")
    changed: tuple[ArtifactRef, ...] = Field(default=(), description="What existed before and has a new version.")
    changes: tuple[ChangeRef, ...] = Field(default=(), description="What was changed that is not a file.")
    missing: tuple[MissingItem, ...] = Field(default=(), description="What was asked for or tried, and is not there.")
    sources: tuple[UsedSource, ...] = Field(default=(), description="The files that the turn used.")
    words: WordsState = Field(
        default="ours",
        description="The message: written by the program, checked against this receipt, corrected, or not checked.",
    )

    @property
    def artifacts(self) -> tuple[ArtifactRef, ...]:
        """Every file that was made or changed."""
        return (*self.made, *self.changed)

    @property
    def has_results(self) -> bool:
        """Whether the turn has made or changed anything."""
        return bool(self.artifacts or self.changes)


class Answered(Versioned):
    """The person got an answer in words."""

    kind: Literal["answered"] = "answered"
    message: str = Field(description="The message to the person.")
    receipt: Receipt = Field(default=Receipt(), description="What happened, reported by the program.")


class Delivered(Versioned):
    """The person got what they asked for, opened and checked."""

    kind: Literal["delivered"] = "delivered"
    message: str = Field(description="The message to the person.")
    artifacts: tuple[ArtifactRef, ...] = Field(min_length=1, description="What was made; at least one.")
    receipt: Receipt = Field(default=Receipt(), description="What happened, reported by the program.")


class Asked(Versioned):
    """The person is asked; the turn continues with their answer."""

    kind: Literal["asked"] = "asked"
    message: str = Field(description="The message to the person.")
    ask_id: str = Field(description="The request that the turn waits for.")
    receipt: Receipt = Field(default=Receipt(), description="What happened so far, reported by the program.")


class Failed(Versioned):
    """The turn failed. What was made nevertheless is listed."""

    kind: Literal["failed"] = "failed"
    code: str = Field(description="The reason, for programs.")
    message: str = Field(description="The reason, for the person.")
    retryable: bool = Field(default=False, description="Whether trying again may help.")
    artifacts: tuple[ArtifactRef, ...] = Field(default=(), description="What was made and verified nevertheless.")
    receipt: Receipt = Field(default=Receipt(), description="What happened, reported by the program.")

    def with_unchecked_words(self) -> Self:
        """Return the failure of a turn whose words stay, although nobody checked them."""
        return self.model_copy(update={"receipt": self.receipt.model_copy(update={"words": "unchecked"})})


Outcome = Annotated[Answered | Delivered | Asked | Failed, Field(discriminator="kind")]


class LedgerEntry(Shape):
    """What a tool made in a turn: the evidence for the final result. `changes` is the artifact of which it is a new
    version.
    """

    artifact: ArtifactRef
    tool: str
    call_id: str
    changes: str | None = None


class TurnUsage(Shape):
    """The usage of a turn so far, over all its runs. Waiting for the person does not count."""

    steps: int = 0
    calls: int = 0
    tokens: int = 0
    dollars: float = 0.0
    seconds: float = 0.0


LEASE_SECONDS: Final = 20.0
"""How long the process of a running turn counts as alive without renewing its lease."""

_BUSY_SECONDS: Final = 120.0
"""By so much another process of this machine may be late with its lease while it is seen to run on a busy machine."""

_CLOCK_SECONDS: Final = 60.0
"""By so much the clock of another machine may be ahead."""


def is_lease_valid(ends: float, now: float) -> bool:
    """Whether a lease holds. One that ends much later than any lease of today was given before the clock was set back,
    so it does not. Clocks of several machines should agree to some seconds; a wrong decision costs work, not data.
    """
    return now < ends <= now + LEASE_SECONDS + _CLOCK_SECONDS


class TurnState(Versioned):
    """The state of a turn. `engine_messages` is the engine's own JSON; no layer above the agent reads it.

    `route` is None until the turn is routed. `called_tools` and `emitted_events` are those of all runs of this turn.
    `asks` are the questions that it waits for, `agreed` the answered ones. While it runs, `held_until` is the
    time (seconds of the clock) until which its process, `held_by`, counts as alive; `crashes` counts the processes that
    died while it ran, since the last answer or reply of a model; `epoch` is how often it was continued: a process with
    an older epoch has lost it. `begun_at_epoch` is the epoch at which it was begun, answered or tried again; since then
    only deaths interrupted it.
    `output` is the folder where its files are to be saved, until they are. `withdraws` is the open question that the
    message closes without answering it. `message_id` is that of the person's message; `tokens` is the size of the turn
    in a history, if the provider has counted it.

    `attached` are the files that came with the message; None if unknown: then they are the ones that no earlier turn
    knows. `files` are all files of the conversation in the order of their attachment, and `sources` the files that it
    uses; None until that is decided, and in turns of earlier versions, which used all of them.
    """

    id: str
    conversation_id: str
    owner: str
    message: str
    message_id: str = ""
    route: RouterResult | None = None
    status: Literal["running", "waiting", "finished"] = "running"
    engine_messages: str = ""
    engine_version: str = ""
    called_tools: tuple[str, ...] = ()
    emitted_events: tuple[str, ...] = ()
    extra_runs: int = 0
    ask_id: str | None = None
    asks: tuple[OpenAsk, ...] = ()
    agreed: tuple[AnsweredAsk, ...] = ()
    spent: TurnUsage = TurnUsage()
    held_until: float = 0.0
    held_by: str = ""
    begun_at_epoch: int = 0
    crashes: int = 0
    epoch: int = 0
    output: str | None = None
    withdraws: str | None = None
    tokens: int | None = None
    attached: tuple[ConversationFile, ...] | None = None
    files: tuple[ConversationFile, ...] = ()
    sources: tuple[UsedSource, ...] | None = None
    outcome: Outcome | None = None

    def is_held(self, now: float) -> bool:
        """Whether it runs in a process that counts as alive: it is not known to have ended, and its lease holds, or it
        is late on a busy machine. This process knows its own turns by their tasks.
        """
        if self.status != "running" or is_gone(self.held_by):
            return False
        is_late = self.held_until <= now < self.held_until + _BUSY_SECONDS and self.held_by != process_place()
        return is_lease_valid(self.held_until, now) or (is_late and is_working(self.held_by))

    def said(self, id_: str, words: str) -> Message:
        """Return a message of the person in this turn."""
        return self._message(id=id_, role="user", text=words)

    def replied(self, id_: str, outcome: Outcome, kept: str = "") -> Message:
        """Return the reply at the end of the turn, with its artifacts. Words that were kept come first."""
        made = outcome.artifacts if isinstance(outcome, Delivered | Failed) else ()
        ids = tuple(artifact.id for artifact in made)
        return self._message(
            id=id_, role="assistant", text="\n\n".join(filter(None, [kept, outcome.message])), artifact_ids=ids
        )

    def ended(self, outcome: Outcome) -> Self:
        """Return the turn with its outcome. One that asks is waiting."""
        ask_id = outcome.ask_id if isinstance(outcome, Asked) else None
        status = "waiting" if isinstance(outcome, Asked) else "finished"
        return self.model_copy(update={"status": status, "outcome": outcome, "ask_id": ask_id})

    def _message(self, **said: Any) -> Message:
        return Message(conversation_id=self.conversation_id, owner=self.owner, **said)
