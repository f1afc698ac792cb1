"""What a turn probably needs (the route), and how a model ends its run (the final result)."""

from typing import Literal

from pydantic import Field

from inkwright.conversation.shapes import Shape

Mode = Literal["answer", "artifact", "clarify"]
Status = Literal["answer_ready", "artifact_ready", "clarify_needed"]


class RouterResult(Shape):
    """What a turn probably needs. `candidate_tools` is the preferred set, not a fence."""

    intent: str
    confidence: float = Field(ge=0, le=1)
    candidate_tools: tuple[str, ...] = ()
    model_tier: Literal["fast", "standard", "strong", "vision"] = "standard"
    expected_mode: Mode = "answer"
    strategy: Literal["direct_generate", "ask_one_question", "show_context"] = "direct_generate"
    safety_flags: tuple[str, ...] = ()


class ClarifyPayload(Shape):
    """A question that only the person can answer."""

    question: str
    options: list[str] | None = None
    hint: str | None = None


class FinalResult(Shape):
    """How a model ends its run. It is a claim: what becomes of it is decided by the proof."""

    status: Status
    message: str
    artifacts: list[str] = Field(default_factory=list)
    clarify: ClarifyPayload | None = None
