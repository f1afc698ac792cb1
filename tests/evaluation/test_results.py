"""Scores are weighted means, suggestions are numbered once, and evaluations are compared in the order of time."""

from datetime import UTC, datetime

from inkwright.evaluation.choices import TargetText
from inkwright.evaluation.judging import JudgedPart
from inkwright.evaluation.results import compare_evaluations, merged_dimensions, numbered_suggestions
from inkwright.projects.evaluations import EvaluatedTarget, Evaluation, RoleResult
from tests.evaluation.test_reports import report, suggestion

AT = datetime(2026, 1, 1, tzinfo=UTC)


def part(text: str) -> JudgedPart:
    target = EvaluatedTarget(block_id="block_1", path="A", text_version=1, characters=len(text), sha256=text)
    return JudgedPart(TargetText(target, text, text), text)


def role(score: int) -> RoleResult:
    return merged_dimensions("editor", ["style"], [(report(score=score), [part("a")])])[0]


def evaluation(number: int, score: int, text: str = "a") -> Evaluation:
    target = part(text).source.target
    return Evaluation(
        id=f"eval_{number}",
        project_id="proj_1",
        owner="me",
        created=AT.replace(day=number),
        targets=(target,),
        roles=(role(score),),
        score=float(score),
    )


def test_longer_texts_count_more_and_the_same_suggestion_once() -> None:
    reports = [
        (report((suggestion(),), score=4), [part("x" * 300)]),
        (report((suggestion(), suggestion(replacement="")), score=8), [part("x" * 100)]),
    ]
    found, suggestions = merged_dimensions("editor", ["style"], reports)
    assert (found.score, found.dimensions[0].score, len(found.dimensions[0].reasons)) == (5.0, 5.0, 2)
    numbered = numbered_suggestions(suggestions)
    assert [(each.number, each.replacement) for each in numbered] == [(1, "It is cold."), (2, "")]


def test_the_earlier_evaluation_comes_first_and_changed_texts_are_named() -> None:
    compared = compare_evaluations(evaluation(2, 8, "b"), evaluation(1, 5))
    assert (compared.before.id, compared.after.id, compared.changed) == ("eval_1", "eval_2", ("A",))
    assert [(each.dimension, each.before, each.after) for each in compared.scores] == [("style", 5.0, 8.0)]
    assert compare_evaluations(evaluation(1, 5), evaluation(2, 5)).changed == ()
