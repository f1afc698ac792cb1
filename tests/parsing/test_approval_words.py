"""The words of a reviewer, each pattern for itself."""

from inkwright.parsing.approval_words import (
    APPROVES,
    DEMANDS,
    DOUBTS,
    HARMLESS,
    MENTIONS_APPROVAL,
    NEUTRAL,
    PRAISE,
    PROMISES,
    REFUSES,
)
from tests.each import each


@each("sentence", ["Approved.", "**Verdict:** approved", "I approve this plan.", "LGTM!", "方案通过。", "我同意发布"])
def test_a_plain_approval_is_at_the_start_of_a_sentence(sentence: str) -> None:
    assert APPROVES.match(sentence)
    assert MENTIONS_APPROVAL.match(sentence)


@each(
    "sentence",
    ["Approved-ish", "Approved by John", "Approve it yourself.", "I approve of the idea", "通过阅读全文，我发现"],
)
def test_other_sentences_only_mention_it(sentence: str) -> None:
    assert not APPROVES.match(sentence)
    assert MENTIONS_APPROVAL.match(sentence)


@each(
    "sentence", ["not yet approved", "Disapproved", "驳回", "尚未獲得批准", "Approved: no", "Nicht genehmigt", "却下"]
)
def test_a_refusal_is_found_anywhere(sentence: str) -> None:
    assert REFUSES.search(sentence)


@each(
    "sentence",
    ["You should add a source", "fix the title", "a source is missing", "建议补充", "還需要修改", "if it is short"],
)
def test_a_demand_is_found_anywhere(sentence: str) -> None:
    assert DEMANDS.search(sentence)


@each("sentence", ["maybe", "approved?", "he said so", "可能", "wenn", "according to Anna"])
def test_a_doubt_is_found_anywhere(sentence: str) -> None:
    assert DOUBTS.search(sentence)


@each("sentence", ["no further changes needed", "没有其他问题", "无需修改", "All my concerns have been addressed"])
def test_a_harmless_negation_is_neither_a_demand_nor_a_doubt(sentence: str) -> None:
    rest = HARMLESS.sub(" ", sentence)
    assert not DEMANDS.search(rest)
    assert not DOUBTS.search(rest)


def test_praise_and_neutral_words_are_known() -> None:
    assert PRAISE.search("结构清晰")
    assert not PRAISE.search("去掉最后一句")
    assert NEUTRAL.sub("", "重要") == ""


@each(
    "sentence", ["then I will gladly approve it", "it can then be approved", "will I accept it", "我会批准", "方可通过"]
)
def test_a_promise_is_found_anywhere(sentence: str) -> None:
    assert PROMISES.search(sentence)


@each("sentence", ["The plan was approved last year", "Please approve", "他批准了", "请批准"])
def test_the_approval_of_others_is_not_a_promise(sentence: str) -> None:
    assert not PROMISES.search(sentence)
