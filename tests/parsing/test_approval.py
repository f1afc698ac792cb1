"""A reviewer approves only with a clear verdict, in English or Chinese (ruling 42)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkwright import approval_parser
from tests.each import each

REFUSED = [
    "不批准",
    "不批准。第二章没有出处。",
    "暂不批准",
    "我不批准这个方案。",
    "未批准",
    "未获批准",
    "尚未通过",
    "没有通过",
    "不予通过",
    "不能同意",
    "无法批准",
    "無法通過",
    "不可以通过",
    "驳回",
    "结论：不通过",
    "[不批准]",
    "not approved",
    "NOT APPROVED",
    "**Not approved.** The sources are missing.",
    "Not yet approved.",
    "I do not approve this plan.",
    "I don't approve.",
    "I cannot approve this.",
    "This is not acceptable.",
    "Disapproved.",
    "Unapproved",
    "Rejected",
    "Verdict: rejected",
    "It can never be accepted in this form.",
]

CONDITIONAL = [
    "approved if the title is changed",
    "Approved, if you add sources.",
    "Approved, but the title must change.",
    "Approved once the sources are added.",
    "Approved, provided that chapter 2 is shorter.",
    "Approved subject to changes in chapter 2.",
    "Approved pending a second review.",
    "I approve, unless the numbers are wrong.",
    "Approved, maybe.",
    "批准，但是标题要改。",
    "批准，前提是补上出处。",
    "通过，除非数据有误。",
    "同意，如果补上出处。",
    "基本通过，但还有几处问题",
    "暂时批准",
]

BOTH = [
    "Approved.\nNot approved.",
    "APPROVED? No: NOT APPROVED.",
    "批准。\n不批准。",
    "The plan was approved before; I reject it now.",
    "通过\n\n结论：驳回",
    "Approved\n\n不批准",
]

APPROVED = [
    "批准",
    "批准。",
    "[批准]",
    "【批准】",
    "通过",
    "同意。",
    "**通过**",
    "结论：批准",
    "审核结果：通过。",
    "我批准这个方案。",
    "approved",
    "APPROVED",
    "[APPROVED]",
    "**Approved.**",
    "# Approved",
    "I approve.",
    "This is approved.",
    "Verdict: approved",
    "**Decision:** Approved",
    "Approved.\n\nThe structure is clear and every source is named.",
    "结构清楚，出处齐全。\n\n批准",
]

UNDECIDED = [
    "The chapter has three parts.",
    "这一章分为三节。",
    "What should I review?",
    "approvedly",
    "The committee will decide on its approval tomorrow.",
]


@each("reply", [*REFUSED, *CONDITIONAL, *BOTH])
def test_a_negation_a_condition_or_a_contradiction_is_not_an_approval(reply: str) -> None:
    result = approval_parser(reply)
    assert result.get("content", {"approved": False})["approved"] is False


@each("reply", REFUSED)
def test_a_refusal_is_a_verdict_and_its_text_is_the_comment(reply: str) -> None:
    assert approval_parser(reply) == {"status": "success", "content": {"approved": False, "comment": reply}}


@each("reply", APPROVED)
def test_a_plain_approval_approves_and_its_text_is_the_comment(reply: str) -> None:
    assert approval_parser(reply) == {"status": "success", "content": {"approved": True, "comment": reply}}


@pytest.mark.parametrize("reply", UNDECIDED)
def test_a_reply_without_a_verdict_is_an_error_that_asks_for_one(reply: str) -> None:
    result = approval_parser(reply)
    assert (result["status"], result["reason"]) == ("error", "no_verdict")
    assert result["feedback"]
    assert "APPROVED" in result["example"]


@pytest.mark.parametrize("reply", ["", " \n\t", "<think>I approve.</think>", "<think>批准"])
def test_an_empty_reply_is_its_own_error(reply: str) -> None:
    result = approval_parser(reply)
    assert (result["status"], result["reason"]) == ("error", "empty")


def test_a_verdict_in_the_thoughts_does_not_count() -> None:
    assert approval_parser("<think>Approved.</think>\n不批准，缺少出处。") == {
        "status": "success",
        "content": {"approved": False, "comment": "不批准，缺少出处。"},
    }
    assert approval_parser("<think>Not approved? No, it is good.</think>\nApproved.") == {
        "status": "success",
        "content": {"approved": True, "comment": "Approved."},
    }


@settings(max_examples=50, derandomize=True)
@given(st.text(max_size=60), st.sampled_from(["不批准", "not approved", "驳回"]), st.text(max_size=60))
def test_no_text_around_a_refusal_turns_it_into_an_approval(before: str, refusal: str, after: str) -> None:
    result = approval_parser(f"{before}\n{refusal}\n{after}")
    assert result.get("content", {"approved": False})["approved"] is False


def test_a_long_reply_is_judged_whole() -> None:
    assert (
        approval_parser("Approved. " + "The text is good. " * 20_000 + "Not approved.")["content"]["approved"] is False
    )
    assert approval_parser("not " * 50_000)["status"] == "error"
