"""A producer and a verifier: approval, refusal, and the number of rounds."""

import asyncio
from typing import Any

import pytest

from inkwright import (
    Brain,
    InvalidOption,
    NeverParsed,
    ScriptedModel,
    dialog_with_retry,
    multi_section_parser,
    simple_parser,
)


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


def test_raw_replies_are_kept_next_to_what_was_read_from_them() -> None:
    dialog = hold(
        ScriptedModel(["Hm.\n=====\ndraft", "=====\nfinal"]),
        ScriptedModel(["<think>Too short?</think>Not approved: too short.", "Approved."]),
    )
    assert dialog.replies == ("Hm.\n=====\ndraft", "=====\nfinal")
    assert dialog.reviews == ("<think>Too short?</think>Not approved: too short.", "Approved.")
    assert dialog.error is None


def test_options_reach_the_parser_and_the_calls_of_the_producer() -> None:
    producer = ScriptedModel(["no section", "[A]\none", "[A]\ntwo"])
    dialog = asyncio.run(
        dialog_with_retry(
            Brain(producer),
            Brain(ScriptedModel(["Not approved.", "Approved."])),
            [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Write it."}],
            multi_section_parser,
            review=str,
            section_headers=["[A]"],
            max_retries=2,
            temperature=0.1,
            max_tokens=50,
        )
    )
    assert (dialog.content, dialog.is_approved) == ({"[A]": "two"}, True)
    assert {(call.temperature, call.max_tokens) for call in producer.calls} == {(0.1, 50)}
    assert [message["content"] for message in producer.calls[2].messages] == [
        "Be brief.",
        "Write it.",
        "[A]\none",
        "Not approved.",
    ]


def test_options_that_the_parser_does_not_take_are_refused_before_any_call() -> None:
    producer = ScriptedModel(["=====\ndraft"])
    for options in ({"section_headers": ["[A]"]}, {"max_retries": 0}, {"temperature": 9}):
        with pytest.raises(InvalidOption):
            hold(producer, ScriptedModel([]), **options)
    assert producer.calls == []


class Down(Exception):
    """A transport that fails."""


@pytest.mark.parametrize(
    ("producer", "verifier", "content", "comments"),
    [
        (["=====\none", Down()], ["Not approved."], "one", ("Not approved.",)),
        (["=====\none", "x", "x", "x"], ["Not approved."], "one", ("Not approved.",)),
        (["=====\none", "=====\ntwo"], ["Not approved.", Down()], "two", ("Not approved.",)),
        (["=====\none"], [Down()], "one", ()),
        (["=====\none"], ["hm", "hm", "hm"], "one", ()),
        (["=====\none"], [None, None, None], "one", ()),
    ],
    ids=["producer fails", "never parsed", "verifier fails later", "verifier fails", "no verdict", "no answer"],
)
def test_finished_work_survives_a_later_failure(
    producer: list[Any], verifier: list[Any], content: str, comments: tuple[str, ...]
) -> None:
    dialog = hold(ScriptedModel(producer), ScriptedModel(verifier))
    assert (dialog.content, dialog.is_approved, dialog.comments) == (content, False, comments)
    assert dialog.error is not None
    assert dialog.replies[-1] == f"=====\n{content}"


def test_a_failure_before_the_first_version_is_raised() -> None:
    with pytest.raises(Down):
        hold(ScriptedModel([Down()]), ScriptedModel([]))


def test_a_review_may_be_async() -> None:
    async def review(work: str) -> str:
        return f"And this?\n{work}"

    verifier = ScriptedModel(["Approved."])
    brains = (Brain(ScriptedModel(["=====\ndraft"])), Brain(verifier))
    dialog = asyncio.run(dialog_with_retry(*brains, "Write it.", simple_parser, review=review))
    assert (dialog.is_approved, dialog.error) == (True, None)
    assert verifier.calls[0].messages[-1]["content"] == "And this?\ndraft"


@pytest.mark.parametrize("count", [0, True, 1.5, "2"])
def test_the_number_of_rounds_is_a_whole_number(count: Any) -> None:
    with pytest.raises(InvalidOption):
        hold(ScriptedModel([]), ScriptedModel([]), max_rounds=count)
