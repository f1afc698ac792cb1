"""Evaluations of a project's content: what was judged, by whom, the scores with their reasons, and suggestions."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

EvaluationRole = Literal["coach", "editor", "expert", "consumer", "seller"]
RoleStatus = Literal["finished", "failed"]
DIMENSIONS: Final[Mapping[EvaluationRole, tuple[str, ...]]] = {
    "coach": ("strategy_alignment", "positioning", "differentiation", "completeness"),
    "editor": ("structure", "language", "style", "readability"),
    "expert": ("accuracy", "depth", "data", "relevance"),
    "consumer": ("need_match", "comprehension", "value", "action"),
    "seller": ("value_delivery", "need_match", "objections", "conversion"),
}
ROLES: Final[tuple[EvaluationRole, ...]] = tuple(DIMENSIONS)
SIMULATING_ROLES: Final[tuple[EvaluationRole, ...]] = ("consumer", "seller")
MAX_SCORE: Final = 10


class EvaluationPart(BaseModel):
    """A part of an evaluation, which does not change."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class EvaluatedTarget(EvaluationPart):
    """A block that was judged, and a hash of the text that it had."""

    block_id: str
    path: str
    text_version: int
    characters: int
    sha256: str


class QuotedPassage(EvaluationPart):
    """Words that the text of a block really has."""

    block_id: str
    quote: str


class DimensionScore(EvaluationPart):
    """How good the content is in one respect, from 1 to 10, and why."""

    dimension: str
    score: float
    reasons: tuple[str, ...]
    quotes: tuple[QuotedPassage, ...]


class DialogueLine(EvaluationPart):
    """What somebody says in a simulated dialogue. `phase` is that of the conversation with a seller."""

    speaker: str
    text: str
    phase: str = ""


class SimulatedDialogue(EvaluationPart):
    """A dialogue with a persona about the content."""

    persona_id: str
    persona: str
    lines: tuple[DialogueLine, ...]


class RoleResult(EvaluationPart):
    """What one role found. One that failed says why, and has no scores."""

    role: EvaluationRole
    status: RoleStatus
    score: float | None = None
    dimensions: tuple[DimensionScore, ...] = ()
    dialogues: tuple[SimulatedDialogue, ...] = ()
    problem: str = ""


class EditSuggestion(EvaluationPart):
    """A change that a role suggests. `anchor` is in the text; `proposal_id` is set once it was adopted."""

    number: int
    role: EvaluationRole
    block_id: str
    anchor: str
    replacement: str
    reason: str
    proposal_id: str | None = None


class ContentDiagnosis(EvaluationPart):
    """What the judgements say together."""

    summary: str
    strengths: tuple[str, ...] = ()
    weaknesses: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()


class Evaluation(EvaluationPart):
    """An evaluation. `score` is the mean of the roles that finished, computed here; a model never states it."""

    id: str
    project_id: str
    owner: str
    created: datetime
    source: str = Field(default="", description="The job or the call that made it.")
    targets: tuple[EvaluatedTarget, ...]
    roles: tuple[RoleResult, ...]
    score: float
    suggestions: tuple[EditSuggestion, ...] = ()
    diagnosis: ContentDiagnosis | None = None
    diagnosis_problem: str = ""
    dimensions: tuple[str, ...] = Field(default=(), description="The dimensions that were asked for; empty: all.")


def content_hash(written: str) -> str:
    """Return the hash by which a text is recognised."""
    return hashlib.sha256(written.encode(errors="surrogatepass")).hexdigest()


def mean_score(scores: Sequence[float]) -> float:
    """Return the mean, with one decimal."""
    return round(sum(scores) / len(scores), 1)


def stale_targets(evaluation: Evaluation, texts: Mapping[str, str]) -> tuple[str, ...]:
    """Return the ids of the blocks whose text is not the one that was judged, or that are gone. `texts` are the current
    ones, by the ids of blocks.
    """
    return tuple(
        each.block_id
        for each in evaluation.targets
        if each.block_id not in texts or content_hash(texts[each.block_id]) != each.sha256
    )


def with_adopted(evaluation: Evaluation, number: int, proposal_id: str) -> Evaluation:
    """Return the evaluation in which a suggestion has become a proposal; the first one stays."""
    suggestions = tuple(
        each.model_copy(update={"proposal_id": each.proposal_id or proposal_id}) if each.number == number else each
        for each in evaluation.suggestions
    )
    return evaluation.model_copy(update={"suggestions": suggestions})
