"""The last change is taken back, and then the one before."""

import asyncio

import pytest

from inkwright.errors import InvalidOption
from inkwright.projects.undoing import TakenBack, undo_last
from tests.tools.project_chats import ProjectChat

TEXTS = {"第一章": "一。", "结尾": "完。"}


def write(chat: ProjectChat, name: str, content: str, reason: str) -> None:
    block = chat.block(name)
    chat.run(chat.workspace.write(block.id, content, based_on=block.version, author="agent", reason=reason))


def undo(chat: ProjectChat) -> list[TakenBack]:
    return chat.run(undo_last(chat.workspace, "agent"))


def test_each_undo_takes_back_one_message_more() -> None:
    chat = ProjectChat([], TEXTS)
    write(chat, "第一章", "二。", "改第一章")
    write(chat, "结尾", "终。", "改结尾")
    assert [each.action for each in undo(chat)] == ["changed"]
    assert (chat.text("第一章"), chat.text("结尾")) == ("二。", "完。")
    undo(chat)
    assert (chat.text("第一章"), chat.text("结尾")) == ("一。", "完。")


def test_the_changes_of_one_message_are_taken_back_together() -> None:
    chat = ProjectChat([], TEXTS)
    write(chat, "第一章", "绿。", "都改成绿色")
    write(chat, "结尾", "绿。", "都改成绿色")
    assert {each.change.name for each in undo(chat)} == {"第一章", "结尾"}
    assert (chat.text("第一章"), chat.text("结尾")) == ("一。", "完。")


def test_a_removed_block_is_there_again_with_what_was_below_it() -> None:
    chat = ProjectChat([], TEXTS)
    chat.add("附录", "电话", parent="结尾")
    chat.run(chat.workspace.remove(chat.block("结尾").id, author="agent", reason="删掉"))
    assert {(each.action, each.change.name) for each in undo(chat)} == {("restored", "结尾"), ("restored", "附录")}
    assert chat.text("附录") == "电话"


def test_an_added_block_is_gone_again_and_can_be_restored() -> None:
    chat = ProjectChat([], TEXTS)
    chat.add("附录", "电话")
    assert [(each.action, each.change.name) for each in undo(chat)] == [("removed", "附录")]
    assert "附录" not in chat.names()


def test_without_a_text_to_take_back_it_says_so() -> None:
    with pytest.raises(InvalidOption):
        undo(ProjectChat([]))
    chat = ProjectChat([], TEXTS)
    asyncio.run(chat.workspace.advance("evaluate"))
    with pytest.raises(InvalidOption):
        undo(chat)
