"""A reviewer approves only with a clear verdict, in English or Chinese (ruling 42)."""

import time
import timeit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkwright import approval_parser
from tests.each import each
from tests.parsing.approval_remarks import PLAIN, PRAISE_ZH, REMARKS, REMARKS_ZH
from tests.parsing.unclear_verdicts import UNCLEAR

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

CONDITION_FIRST = [
    "Once the figures are redrawn, I will gladly approve it.",
    "Once the figures are redrawn, approved.",
    "If you add a source, I approve.",
    "Add a source, then I approve it.",
    "Redraw the figures and I'll approve.",
    "After the sources are added, this can be approved.",
    "When chapter 2 is shorter, it has my approval.",
    "Provided that the numbers are right, we would accept the report.",
    "Not until every single one of the figures has been redrawn will I approve it.",
    "You must cite the data. Then I am happy to sign off.",
    "The title needs to change. I would approve it then.",
    "一旦补齐数据，我会批准。",
    "一旦補齊數據，我會批准。",
    "只要补上出处，就可以通过。",
    "等你改完标题，我再批准。",
    "请先补充来源。之后即可批准。",
    "如果数据属实，同意。",
    "補上出處後，方可核准。",
]

DISTANT_NEGATION = [
    "我並不覺得目前這個版本的報告已經可以通過。",
    "我并不认为目前这个版本的报告已经可以通过。",
    "我不認為這份報告，尤其是第二章，可以通過。",
    "目前的数据还没有充分到能够让我们放心地批准。",
    "这样的论证难以让评审委员会的任何一位成员认可。",
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
    "Should I approve?",
    "I wonder whether it can be approved?",
    "approvedly",
    "The committee will decide on its approval tomorrow.",
]


@each("reply", PLAIN)
def test_praise_reasons_and_harmless_negations_take_nothing_back(reply: str) -> None:
    assert approval_parser(reply)["content"]["approved"] is True


@each("reply", UNCLEAR)
def test_what_is_not_a_plain_approval_is_never_one(reply: str) -> None:
    result = approval_parser(reply)
    assert result.get("content", {"approved": False})["approved"] is False
    assert result.get("feedback", "") or result["content"]["comment"] == reply


@each("remark", REMARKS)
@each("between", [". ", "\n\n", ", ", " - ", "; ", ": ", " ("])
def test_no_remark_of_another_kind_than_praise_follows_an_approval(remark: str, between: str) -> None:
    result = approval_parser(f"Approved{between}{remark}")
    assert result.get("content", {"approved": False})["approved"] is False


@each("remark", REMARKS_ZH)
@each("approval", ["批准。", "通过，"])
def test_no_chinese_remark_of_another_kind_than_praise_follows_an_approval(remark: str, approval: str) -> None:
    result = approval_parser(approval + remark)
    assert result.get("content", {"approved": False})["approved"] is False


@each("praise", PRAISE_ZH)
@each("approval", ["批准。", "通过，"])
def test_chinese_praise_may_follow_an_approval(praise: str, approval: str) -> None:
    assert approval_parser(approval + praise)["content"]["approved"] is True


@each(
    "reply, approved",
    [
        ('{"approved": true}', True),
        ('```json\n{"approved": true, "comment": "Good work."}\n```', True),
        ('{"approved": false, "comment": "Approved by nobody."}', False),
        ('{"approved": true, "comment": "Fix the title."}', False),
        ('{"approved": true, "issues": ["the title"]}', None),
        ('{"approved": "yes"}', None),
    ],
)
def test_a_verdict_may_be_json_whose_words_do_not_take_it_back(reply: str, approved: bool | None) -> None:
    verdict = approval_parser(reply)
    found = verdict["content"]["approved"] if verdict["status"] == "success" else None
    assert found is approved


def test_a_demand_after_an_approval_is_a_comment_for_the_author() -> None:
    reply = "Approved. You should also add a source."
    assert approval_parser(reply)["content"] == {"approved": False, "comment": reply}


def test_feedback_on_an_unclear_verdict_asks_for_the_plain_word() -> None:
    assert "APPROVED" in approval_parser("Approved, I guess.")["feedback"]


def test_the_example_of_a_verdict_is_not_an_approval() -> None:
    example = approval_parser("Hm.")["example"]
    assert approval_parser(example)["content"]["approved"] is False


@each("reply", [*CONDITION_FIRST, *DISTANT_NEGATION])
def test_a_condition_before_the_verdict_or_a_distant_negation_refuses(reply: str) -> None:
    assert approval_parser(reply) == {"status": "success", "content": {"approved": False, "comment": reply}}


@each(
    "reply",
    [
        "通过。方法合理可以通过。",
        "没有发现任何明显的错误，批准。",
        "批准。我不觉得有问题可以通过。",
        "通过。特别清晰通过。",
    ],
)
def test_words_that_only_look_like_a_negation_do_not_refuse(reply: str) -> None:
    assert approval_parser(reply)["content"]["approved"] is True


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


@each("unit", ["- ", "t,", "not ", "不", "> ", "1. ", "**a** ", "approve "])
def test_time_grows_with_a_review_and_no_faster(unit: str) -> None:
    def seconds(length: int) -> float:
        review = unit * (length // len(unit))
        return min(timeit.repeat(lambda: approval_parser(review), number=1, repeat=3, timer=time.process_time))

    assert seconds(7_800) < 16 * seconds(1_950) + 0.02
