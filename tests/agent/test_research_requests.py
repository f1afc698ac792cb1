"""Findings without research are marked by the program, and saved only if the person says so."""

from inkwright.agent.research_requests import asks_for_research
from tests.each import each
from tests.tools.project_chats import ProjectChat, call, changes


@each(
    "message",
    [
        "做消费者调研",
        "請做一份消費者調研",
        "帮我调研目标读者",
        "上网查一下护士的工资",
        "先研究目标用户，再写 @引言",
        "Research what troubles elderly drivers",
        "Find out what people say about night driving and put it in @Ending",
        "Could you look into how nurses learn?",
        "Run a quick market survey",
    ],
)
def test_a_message_that_asks_for_research(message: str) -> None:
    assert asks_for_research(message)


@each(
    "message",
    [
        "研究一下 @第一章 的结构",
        "修改 @消费者调研 的开头",
        "把调研结果写进 @结尾",
        "进入调研阶段",
        "这一章讲研究方法",
        "Shorten the research section in @Ending",
        "Write a chapter about research methods",
        "What did the research find?",
        "Move on to the research phase",
    ],
)
def test_a_message_that_works_with_a_text_that_there_is(message: str) -> None:
    assert not asks_for_research(message)


FINDINGS = "Research shows that 73 % of elderly drivers fear the night."


def test_stated_findings_without_research_are_sent_back_and_then_marked() -> None:
    chat = ProjectChat([FINDINGS, FINDINGS], {"第一章": "海很大。"})
    outcome = chat.say("Research what troubles elderly drivers")
    assert "no tool was called for it: research for the project" in str(chat.model.calls[1].messages)
    assert "has no sources" in outcome.message
    assert [each.thing for each in outcome.receipt.missing] == ["run_research"]


def test_findings_without_research_are_saved_only_if_the_person_agrees() -> None:
    save = call("update_field", field_name="结尾", content="我们访谈了 500 人，73% 认为急救重要。")
    chat = ProjectChat([save], {"结尾": "完。"})
    outcome = chat.say("做消费者调研，写进 @结尾")
    assert (outcome.kind, changes(outcome), chat.text("结尾")) == ("asked", [], "完。")
    assert "没有进行调研" in outcome.message or "没有为你的消息进行调研" in outcome.message
