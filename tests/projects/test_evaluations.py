"""What is known about an evaluation later: which texts have changed since, and which suggestions were adopted."""

from datetime import UTC, datetime

from inkwright.projects.evaluations import (
    EditSuggestion,
    EvaluatedTarget,
    Evaluation,
    content_hash,
    mean_score,
    stale_targets,
    with_adopted,
)


def _evaluation() -> Evaluation:
    judged = {"block_1": "Rivers bend.", "block_2": "河流弯曲。"}
    return Evaluation(
        id="evaluation_1",
        project_id="project_1",
        owner="me",
        created=datetime(2026, 1, 1, tzinfo=UTC),
        targets=tuple(
            EvaluatedTarget(
                block_id=block, path=block, text_version=1, characters=len(written), sha256=content_hash(written)
            )
            for block, written in judged.items()
        ),
        roles=(),
        score=7.5,
        suggestions=tuple(
            EditSuggestion(
                number=number, role="editor", block_id="block_1", anchor="bend", replacement="wind", reason=""
            )
            for number in (1, 2)
        ),
    )


def test_a_text_that_changed_or_is_gone_makes_its_judgement_stale() -> None:
    evaluation = _evaluation()
    assert stale_targets(evaluation, {"block_1": "Rivers bend.", "block_2": "河流弯曲。"}) == ()
    assert stale_targets(evaluation, {"block_1": "Rivers bend. "}) == ("block_1", "block_2")


def test_a_text_with_half_a_character_has_a_hash() -> None:
    assert content_hash("\ud800") != content_hash("")


def test_a_suggestion_keeps_the_proposal_that_it_became_first() -> None:
    adopted = with_adopted(with_adopted(_evaluation(), 2, "proposal_1"), 2, "proposal_2")
    assert [each.proposal_id for each in adopted.suggestions] == [None, "proposal_1"]


def test_the_overall_score_is_the_mean_with_one_decimal() -> None:
    assert mean_score([7, 8, 8]) == 7.7
