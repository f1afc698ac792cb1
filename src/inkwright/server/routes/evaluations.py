"""Evaluations over HTTP: begin one, list them for charts, show, compare and delete them, and adopt suggestions."""

from datetime import datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Response
from pydantic import Field

from inkwright.evaluation.adoption import (
    adopt_suggestion,
    find_evaluation,
    list_evaluations,
    remove_evaluation,
    stale_blocks,
)
from inkwright.evaluation.choices import dimension_name, role_name
from inkwright.evaluation.pipeline import EvaluationInput
from inkwright.evaluation.results import compare_evaluations
from inkwright.i18n import Language
from inkwright.projects.evaluations import (
    ContentDiagnosis,
    EditSuggestion,
    Evaluation,
    EvaluationRole,
    RoleResult,
    RoleStatus,
)
from inkwright.server.problems import Problem
from inkwright.server.requests import InkwrightWithRoom, OwnersInkwright, RequestLanguage
from inkwright.server.routes.jobs import JobItem, MaxDollars
from inkwright.server.routes.projects import open_workspace
from inkwright.server.wire import Cursor, Limit, Page, WireModel, page_of

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}
_CONFLICT: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}, 409: {"model": Problem}}
Names = Annotated[list[Annotated[str, Field(min_length=1, max_length=400)]], Field(default_factory=list, max_length=40)]

router = APIRouter(
    prefix="/api/projects/{project_id}/evaluations",
    tags=["projects"],
    responses={401: {"model": Problem}, 422: {"model": Problem}},
)


class EvaluationRequest(WireModel):
    """What to evaluate. What is left out means everything."""

    fields: Names = Field(examples=[["Unit 1"]], description="Names, paths or `id:` of blocks; groups mean all below.")
    dimensions: Names = Field(examples=[["structure"]], description="Dimensions, or roles for all of theirs.")
    roles: Names = Field(examples=[["editor"]], description="coach, editor, expert, consumer, seller.")
    max_dollars: MaxDollars


class EvaluatedBlockItem(WireModel):
    """A block that was judged."""

    block_id: str
    path: str
    text_version: int
    characters: int
    is_stale: bool = Field(description="Whether its text is not the one that was judged, or it is gone.")


class DimensionItem(WireModel):
    """The score of a dimension: one axis of the chart of a role."""

    dimension: str
    name: str = Field(description="Its name in the language of the request.")
    score: float = Field(description="From 1 to 10.")


class JudgedDimensionItem(DimensionItem):
    """A score with its reasons and the quotes that prove them."""

    reasons: list[str]
    quotes: list["QuotedPassageItem"]


class QuotedPassageItem(WireModel):
    """Words that the text of a block has."""

    block_id: str
    quote: str


class RoleScoresItem(WireModel):
    """The scores of a role: one chart."""

    role: EvaluationRole
    name: str
    status: RoleStatus
    score: float | None
    problem: str = Field(description="Why it has failed; empty if it has finished.")
    dimensions: list[DimensionItem]


class DialogueLineItem(WireModel):
    """What somebody says."""

    speaker: str
    text: str
    phase: str = Field(description="The phase of a conversation with a seller; empty otherwise.")


class DialogueItem(WireModel):
    """A simulated dialogue with a persona."""

    persona_id: str
    persona: str
    lines: list[DialogueLineItem]


class JudgedRoleItem(WireModel):
    """What a role found."""

    role: EvaluationRole
    name: str
    status: RoleStatus
    score: float | None
    problem: str = Field(description="Why it has failed; empty if it has finished.")
    dimensions: list[JudgedDimensionItem]
    dialogues: list[DialogueItem]


class SuggestionItem(WireModel):
    """A change that a role suggests."""

    number: int
    role: EvaluationRole
    block_id: str
    anchor: str
    replacement: str
    reason: str
    proposal_id: str | None = Field(description="The proposal that it became, if it was adopted.")

    @classmethod
    def of(cls, suggestion: EditSuggestion) -> "SuggestionItem":
        """Return the item of a suggestion."""
        return cls(**suggestion.model_dump())


class DiagnosisItem(WireModel):
    """What the judgements say together."""

    summary: str
    strengths: list[str]
    weaknesses: list[str]
    actions: list[str]

    @classmethod
    def of(cls, diagnosis: ContentDiagnosis) -> "DiagnosisItem":
        """Return the item of a diagnosis."""
        return cls.model_validate(diagnosis.model_dump(mode="json"))


class EvaluationItem(WireModel):
    """An evaluation with its scores, for charts and the history."""

    id: str
    created_at: datetime
    score: float = Field(description="The mean of the roles that finished, from 1 to 10.")
    is_stale: bool = Field(description="Whether a text has changed since.")
    blocks: list[EvaluatedBlockItem]
    roles: list[RoleScoresItem]

    @classmethod
    def of(cls, evaluation: Evaluation, stale: tuple[str, ...], language: Language) -> "EvaluationItem":
        """Return the item of an evaluation."""
        return cls(
            id=evaluation.id,
            created_at=evaluation.created,
            score=evaluation.score,
            is_stale=bool(stale),
            blocks=_blocks(evaluation, stale),
            roles=[_scores(each, language) for each in evaluation.roles],
        )


class EvaluationDetails(WireModel):
    """An evaluation with its reasons, quotes, dialogues, diagnosis and suggestions."""

    id: str
    created_at: datetime
    score: float
    is_stale: bool
    blocks: list[EvaluatedBlockItem]
    roles: list[JudgedRoleItem]
    suggestions: list[SuggestionItem]
    diagnosis: DiagnosisItem | None
    diagnosis_problem: str = Field(description="Why there is no diagnosis.")


class ScoreChangeItem(WireModel):
    """The score of a dimension in two evaluations; null where it was not judged."""

    role: EvaluationRole
    dimension: str
    name: str
    before: float | None
    after: float | None


class EvaluationComparison(WireModel):
    """Two evaluations, the earlier one first."""

    before: EvaluationItem
    after: EvaluationItem
    scores: list[ScoreChangeItem]
    changed: list[str] = Field(description="The paths of the blocks whose judged texts differ.")


class AdoptedSuggestion(WireModel):
    """The proposal that a suggestion became."""

    proposal_id: str


@router.post("", status_code=201, responses=_NOT_FOUND)
async def begin_evaluation(
    project_id: str, body: EvaluationRequest, inkwright: InkwrightWithRoom, language: RequestLanguage
) -> JobItem:
    """Begin an evaluation as a job; its result names the evaluation."""
    given = EvaluationInput(
        project_id=project_id[:64] or "-",
        fields=tuple(body.fields),
        dimensions=tuple(body.dimensions),
        roles=tuple(body.roles[:10]),
    )
    return JobItem.of(await inkwright.begin_evaluation(given, max_dollars=body.max_dollars, language=language))


@router.get("", responses=_NOT_FOUND)
async def get_evaluations(
    project_id: str, inkwright: OwnersInkwright, language: RequestLanguage, limit: Limit = 50, cursor: Cursor = None
) -> Page[EvaluationItem]:
    """List the evaluations of a project with their scores, newest first."""
    workspace = await open_workspace(inkwright, project_id, language)
    shown, following = page_of(await list_evaluations(workspace), cursor, limit)
    items = [EvaluationItem.of(each, await stale_blocks(workspace, each), language) for each in shown]
    return Page[EvaluationItem](items=items, next=following)


@router.get("/compare", responses=_NOT_FOUND)
async def compare_two_evaluations(
    project_id: str,
    before: Annotated[str, Query(max_length=64, examples=["eval_019a8b7c6d5e4f30a1b2c3d4e5f6071a"])],
    after: Annotated[str, Query(max_length=64, examples=["eval_019a8b7c6d5e4f30a1b2c3d4e5f6071b"])],
    inkwright: OwnersInkwright,
    language: RequestLanguage,
) -> EvaluationComparison:
    """Compare two evaluations of a project."""
    workspace = await open_workspace(inkwright, project_id, language)
    one, other = await find_evaluation(workspace, before), await find_evaluation(workspace, after)
    compared = compare_evaluations(one, other)
    items = [
        EvaluationItem.of(each, await stale_blocks(workspace, each), language)
        for each in (compared.before, compared.after)
    ]
    scores = [
        ScoreChangeItem(**each.model_dump(), name=dimension_name(each.dimension, language)) for each in compared.scores
    ]
    return EvaluationComparison(before=items[0], after=items[1], scores=scores, changed=list(compared.changed))


@router.get("/{evaluation_id}", responses=_NOT_FOUND)
async def show_evaluation(
    project_id: str, evaluation_id: str, inkwright: OwnersInkwright, language: RequestLanguage
) -> EvaluationDetails:
    """Return an evaluation with everything in it."""
    workspace = await open_workspace(inkwright, project_id, language)
    found = await find_evaluation(workspace, evaluation_id)
    stale = await stale_blocks(workspace, found)
    return EvaluationDetails(
        id=found.id,
        created_at=found.created,
        score=found.score,
        is_stale=bool(stale),
        blocks=_blocks(found, stale),
        roles=[_judged(each, language) for each in found.roles],
        suggestions=[SuggestionItem.of(each) for each in found.suggestions],
        diagnosis=DiagnosisItem.of(found.diagnosis) if found.diagnosis else None,
        diagnosis_problem=found.diagnosis_problem,
    )


@router.delete("/{evaluation_id}", status_code=204, responses=_NOT_FOUND)
async def delete_evaluation(project_id: str, evaluation_id: str, inkwright: OwnersInkwright) -> Response:
    """Delete an evaluation."""
    await remove_evaluation(await open_workspace(inkwright, project_id), evaluation_id)
    return Response(status_code=204)


@router.post("/{evaluation_id}/suggestions/{number}/adopt", status_code=201, responses=_CONFLICT)
async def adopt(
    project_id: str, evaluation_id: str, number: int, inkwright: OwnersInkwright, language: RequestLanguage
) -> AdoptedSuggestion:
    """Store a suggestion as a proposal, which a person accepts or rejects."""
    workspace = await open_workspace(inkwright, project_id, language)
    evaluation = await find_evaluation(workspace, evaluation_id)
    return AdoptedSuggestion(proposal_id=(await adopt_suggestion(workspace, evaluation, number)).id)


def _blocks(evaluation: Evaluation, stale: tuple[str, ...]) -> list[EvaluatedBlockItem]:
    return [
        EvaluatedBlockItem(**each.model_dump(exclude={"sha256"}), is_stale=each.block_id in stale)
        for each in evaluation.targets
    ]


def _scores(role: RoleResult, language: Language) -> RoleScoresItem:
    dimensions = [
        DimensionItem(dimension=each.dimension, name=dimension_name(each.dimension, language), score=each.score)
        for each in role.dimensions
    ]
    return RoleScoresItem(
        role=role.role,
        name=role_name(role.role, language),
        status=role.status,
        score=role.score,
        problem=role.problem,
        dimensions=dimensions,
    )


def _judged(role: RoleResult, language: Language) -> JudgedRoleItem:
    dimensions = [
        JudgedDimensionItem(
            dimension=each.dimension,
            name=dimension_name(each.dimension, language),
            score=each.score,
            reasons=list(each.reasons),
            quotes=[QuotedPassageItem(**quote.model_dump()) for quote in each.quotes],
        )
        for each in role.dimensions
    ]
    dialogues = [
        DialogueItem(
            persona_id=each.persona_id,
            persona=each.persona,
            lines=[DialogueLineItem(**line.model_dump()) for line in each.lines],
        )
        for each in role.dialogues
    ]
    return JudgedRoleItem(
        role=role.role,
        name=role_name(role.role, language),
        status=role.status,
        score=role.score,
        problem=role.problem,
        dimensions=dimensions,
        dialogues=dialogues,
    )
