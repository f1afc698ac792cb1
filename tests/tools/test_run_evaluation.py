"""`run_evaluation`: its scores are evidence; a score that it did not return is refused."""

from typing import Any

from inkwright.conversation.turns import Answered, Failed
from inkwright.evaluation.adoption import list_evaluations
from inkwright.llm.models import Request, ToolCall
from inkwright.llm.scripted import ScriptedModel
from tests.evaluation.reviewers import Reviewers, prompt_of
from tests.tools.project_chats import ProjectChat, call, changes

TEXTS = {"第一章": "河流很长，从雪山流到大海。", "第二章": "雨落在山上。"}


def chat_of(*replies: Any, judge: Any = None, **scores: int) -> ProjectChat:
    """A chat whose agent gives these replies, and whose reviewers answer."""
    reviewers, left = Reviewers((), None, **scores), list(replies)

    def answer(request: Request) -> Any:
        is_review = not request.tools and any(
            words in prompt_of(request) for words in ("suggestions", "几位评审", "只写你说的话")
        )
        return reviewers(request) if is_review else left.pop(0)

    options = {"judge": judge} if judge else {}
    return ProjectChat(ScriptedModel(answer, **options), TEXTS)


def evaluate(**arguments: Any) -> ToolCall:
    return call("run_evaluation", **arguments)


def test_the_receipt_has_what_was_judged_and_its_score() -> None:
    chat = chat_of(evaluate(target_fields="第一章", dimensions=["编辑"]), "评估完成：7.0/10。", editor=7)
    outcome = chat.say("评估 @第一章")
    assert isinstance(outcome, Answered)
    assert changes(outcome) == [("added", "第一章：7.0/10（编辑 7.0）", None)]
    (stored,) = chat.run(list_evaluations(chat.workspace))
    assert ([each.path for each in stored.targets], stored.score) == (["第一章"], 7.0)


def test_a_score_that_was_not_returned_is_refused() -> None:
    chat = chat_of(
        evaluate(target_fields=["第一章"], eval_dimensions=["structure"]),
        "评估完成：9/10。",
        "评估完成：9/10。",
        editor=7,
    )
    outcome = chat.say("评估 @第一章")
    assert isinstance(outcome, Failed)
    assert "9/10" not in outcome.message
    assert [each[0] for each in changes(outcome)] == ["added"]


def test_a_claim_without_an_evaluation_is_refused_by_the_judge() -> None:
    def judge(_request: Request) -> str:
        return '{"statements": [{"sentence": 1, "proof": []}]}'

    chat = chat_of("我评估了第一章：9/10。", "我评估了第一章：9/10。", judge=judge)
    outcome = chat.say("评估 @第一章")
    assert (outcome.kind, "9/10" in outcome.message, changes(outcome)) == ("failed", False, [])


def test_what_cannot_be_judged_is_said() -> None:
    chat = chat_of(
        evaluate(target_fields=["第九章"]), call("run_evaluation", "2", eval_dimensions=["seller"]), "无法评估。"
    )
    outcome = chat.say("评估")
    assert changes(outcome) == []
    assert chat.run(list_evaluations(chat.workspace)) == []
