"""Results from reports: the scores of a role are means that are computed here, and suggestions are numbered."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.evaluation.judging import JudgedPart
from inkwright.evaluation.reports import ReportedDimension, RoleReport
from inkwright.projects.evaluations import (
    DimensionScore,
    EditSuggestion,
    Evaluation,
    EvaluationPart,
    EvaluationRole,
    QuotedPassage,
    RoleResult,
    SimulatedDialogue,
    mean_score,
)

MAX_SUGGESTIONS: Final = 40
Report = tuple[RoleReport, Sequence[JudgedPart]]


def merged_dimensions(
    role: EvaluationRole,
    dimensions: Sequence[str],
    reports: Sequence[Report],
    dialogues: tuple[SimulatedDialogue, ...] = (),
) -> tuple[RoleResult, list[EditSuggestion]]:
    """Return the result of a role from its reports. Each counts as much as the texts that it is about are long."""
    merged = tuple(_merged(dimension, reports) for dimension in dimensions)
    score = mean_score([each.score for each in merged])
    result = RoleResult(role=role, status="finished", score=score, dimensions=merged, dialogues=dialogues)
    suggestions = [
        EditSuggestion(
            number=0,
            role=role,
            block_id=parts[each.text - 1].source.target.block_id,
            anchor=each.anchor,
            replacement=each.replacement,
            reason=each.reason,
        )
        for report, parts in reports
        for each in report.suggestions
    ]
    return result, suggestions


def _merged(dimension: str, reports: Sequence[Report]) -> DimensionScore:
    found = [(_dimension(report, dimension), parts) for report, parts in reports]
    weights = [sum(len(part.text) for part in parts) or 1 for _, parts in found]
    total = sum(each.score * weight for (each, _), weight in zip(found, weights, strict=True))
    quotes = (
        QuotedPassage(block_id=parts[quote.text - 1].source.target.block_id, quote=quote.quote)
        for each, parts in found
        for quote in each.quotes
    )
    return DimensionScore(
        dimension=dimension,
        score=round(total / sum(weights), 1),
        reasons=tuple(each.reason for each, _ in found),
        quotes=tuple(dict.fromkeys(quotes)),
    )


def _dimension(report: RoleReport, dimension: str) -> ReportedDimension:
    return next(each for each in report.dimensions if each.dimension == dimension)


def numbered_suggestions(suggestions: Iterable[EditSuggestion]) -> tuple[EditSuggestion, ...]:
    """Return suggestions with numbers from 1; the same change of the same place is kept once."""
    kept = {(each.block_id, each.anchor, each.replacement): each for each in reversed(list(suggestions))}
    found = list(reversed(kept.values()))[:MAX_SUGGESTIONS]
    return tuple(each.model_copy(update={"number": number}) for number, each in enumerate(found, 1))


class ScoreChange(EvaluationPart):
    """The score of a dimension in two evaluations; None where it was not judged."""

    role: EvaluationRole
    dimension: str
    before: float | None
    after: float | None


@dataclass(frozen=True, slots=True)
class ComparedEvaluations:
    """Two evaluations side by side. `changed` are the paths of the blocks whose text differs, or that only one of
    them has judged.
    """

    before: Evaluation
    after: Evaluation
    scores: tuple[ScoreChange, ...]
    changed: tuple[str, ...]


def compare_evaluations(one: Evaluation, other: Evaluation) -> ComparedEvaluations:
    """Return how the scores differ, from the earlier evaluation to the later one."""
    before, after = sorted((one, other), key=lambda each: (each.created, each.id))
    scores = [_scores(each) for each in (before, after)]
    keys = list(dict.fromkeys([*scores[0], *scores[1]]))
    changes = tuple(
        ScoreChange(role=role, dimension=name, before=scores[0].get((role, name)), after=scores[1].get((role, name)))
        for role, name in keys
    )
    hashes = [{each.block_id: each for each in evaluation.targets} for evaluation in (before, after)]
    paths = {id_: each.path for known in hashes for id_, each in known.items()}
    changed = tuple(
        path
        for id_, path in paths.items()
        if getattr(hashes[0].get(id_), "sha256", None) != getattr(hashes[1].get(id_), "sha256", None)
    )
    return ComparedEvaluations(before, after, changes, changed)


def _scores(evaluation: Evaluation) -> dict[tuple[EvaluationRole, str], float]:
    return {(role.role, each.dimension): each.score for role in evaluation.roles for each in role.dimensions}
