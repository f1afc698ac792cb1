"""`manage_skill`: applied to a block with a version, or to nothing and refused; created, changed and deleted."""

from typing import Any

from tests.tools.project_chats import ProjectChat, call, changes

TEXTS = {"第一章": "河流很长。", "空": ""}


def skill(action: str, id_: str, /, **data: Any) -> Any:
    return call("manage_skill", id_, action=action, skill_data=data)


def test_a_skill_is_applied_and_the_receipt_has_the_version() -> None:
    chat = ProjectChat([skill("apply", "1", name="讲故事", block="第一章"), "从前有一条河。", "改好了。"], TEXTS)
    outcome = chat.say("用讲故事改写 @第一章")
    assert (chat.text("第一章"), changes(outcome)) == ("从前有一条河。", [("changed", "第一章", 2)])


def test_a_skill_applied_to_nothing_is_refused() -> None:
    chat = ProjectChat(
        [skill("apply", "1", name="storytelling", field_name="空"), skill("apply", "2", name="storytelling"), "不行。"],
        TEXTS,
    )
    outcome = chat.say("用讲故事改写 @空")
    assert (chat.text("空"), changes(outcome)) == ("", [])


def test_a_block_that_needs_review_and_a_structured_one_are_safe() -> None:
    script = [
        skill("apply", "1", name="simplification", field_name="审"),
        "短句。",
        skill("apply", "2", name="simplification", field_name="数据"),
        "好了。",
    ]
    chat = ProjectChat(script, TEXTS)
    chat.add("审", "很长的句子。", need_review=True)
    chat.add("数据", "{}", content_kind="json")
    outcome = chat.say("简化 审 和 数据")
    assert (chat.text("审"), chat.text("数据")) == ("很长的句子。", "{}")
    assert changes(outcome) == [("proposed", "审", 1)]


def test_skills_are_created_changed_and_deleted_and_shipped_ones_stay() -> None:
    script = [
        skill("create", "1", name="短句", description="写短句。", instructions="每句不超过十个字。"),
        skill("update", "2", name="短句", instructions="更短。"),
        skill("delete", "3", name="短句"),
        skill("delete", "4", name="storytelling"),
        skill("list", "5"),
        "好了。",
    ]
    chat = ProjectChat(script, TEXTS)
    outcome = chat.say("管理技能")
    assert [each[:2] for each in changes(outcome)] == [("removed", "短句")]
    assert chat.run(chat.workspace.stores.skills.all(owner="me")) == []
