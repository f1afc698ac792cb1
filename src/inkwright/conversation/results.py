"""What a turn probably needs (the route), and how a model ends its run (the final result)."""

from typing import Literal

from pydantic import Field

from inkwright.conversation.shapes import Shape

Intent = Literal["chat_smalltalk", "chat_qa", "quiz_generate", "content_create", "refine", "build_workflow", "clarify"]
Mode = Literal["answer", "artifact", "clarify"]
Strategy = Literal["direct_generate", "ask_one_question", "show_context"]
Status = Literal["answer_ready", "artifact_ready", "clarify_needed"]


class ClarifyPayload(Shape):
    """A question that only the person can answer."""

    question: str
    options: list[str] | None = None
    hint: str | None = None


class RouterResult(Shape):
    """What a turn probably needs. `candidate_tools` is the preferred set, not a fence.

    `refines` is the id of an artifact that is to be changed. `clarify` is what has to be asked before anything else.
    """

    intent: str
    confidence: float = Field(ge=0, le=1)
    candidate_tools: tuple[str, ...] = ()
    model_tier: Literal["fast", "standard", "strong", "vision"] = "standard"
    expected_mode: Mode = "answer"
    strategy: Strategy = "direct_generate"
    safety_flags: tuple[str, ...] = ()
    refines: str | None = None
    clarify: ClarifyPayload | None = None


class FinalResult(Shape):
    """How a model ends its run. It is a claim: what becomes of it is decided by the proof."""

    status: Status
    message: str
    artifacts: list[str] = Field(default_factory=list)
    clarify: ClarifyPayload | None = None
