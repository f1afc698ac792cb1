"""A producer and a verifier: approval, refusal, and the number of rounds."""

import asyncio
from typing import Any

import pytest

from inkwright import Brain, InvalidOption, NeverParsed, ScriptedModel, dialog_with_retry, simple_parser


def hold(producer: ScriptedModel, verifier: ScriptedModel, **options: Any) -> Any:
    def review(work: Any) -> str:
        return f"Do you approve?\n\n{work}"

    return asyncio.run(
        dialog_with_retry(Brain(producer), Brain(verifier), "Write it.", simple_parser, review=review, **options)
    )


def test_an_approved_first_draft_takes_one_round() -> None:
    verifier = ScriptedModel(["批准。"])
    dialog = hold(ScriptedModel(["=====\ndraft"]), verifier)
    assert (dialog.content, dialog.is_approved, dialog.rounds) == ("draft", True, 1)
    assert verifier.calls[0].messages[-1]["content"] == "Do you approve?\n\ndraft"


def test_a_comment_reaches_the_producer_with_its_last_work() -> None:
    producer = ScriptedModel(["=====\ndraft", "=====\nfinal"])
    dialog = hold(producer, ScriptedModel(["Not approved: too short.", "Approved."]))
    assert (dialog.content, dialog.is_approved, dialog.rounds) == ("final", True, 2)
    assert [message["content"] for message in producer.calls[1].messages] == [
        "Write it.",
        "draft",
        "Not approved: too short.",
    ]
    assert dialog.comments == ("Not approved: too short.", "Approved.")


def test_when_the_rounds_run_out_the_last_version_is_returned_and_flagged() -> None:
    dialog = hold(ScriptedModel(["=====\none", "=====\ntwo"]), ScriptedModel(["不批准"] * 2), max_rounds=2)
    assert (dialog.content, dialog.is_approved, dialog.rounds) == ("two", False, 2)


def test_a_reviewer_without_a_verdict_is_asked_again_and_not_pressed_to_approve() -> None:
    verifier = ScriptedModel(["Interesting work.", "Rejected."])
    dialog = hold(ScriptedModel(["=====\ndraft"]), verifier, max_rounds=1)
    assert dialog.is_approved is False
    assert len(verifier.calls) == 2


def test_work_that_never_parses_is_an_error_of_its_own() -> None:
    with pytest.raises(NeverParsed):
        hold(ScriptedModel(["no divider"] * 3), ScriptedModel([]))


def test_a_dialog_needs_a_round() -> None:
    with pytest.raises(InvalidOption, match="max_rounds"):
        hold(ScriptedModel([]), ScriptedModel([]), max_rounds=0)
