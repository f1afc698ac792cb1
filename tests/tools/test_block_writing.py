"""Texts are written at once or proposed; what a person has to review is never replaced at once."""

from tests.tools.project_chats import ProjectChat, call, changes


def test_a_whole_text_for_a_block_that_needs_review_becomes_a_proposal() -> None:
    chat = ProjectChat([call("update_field", field_name="审阅", content="新的。"), "已提出。"])
    chat.add("审阅", "旧的。", need_review=True)
    outcome = chat.say("把 @审阅 换成：新的。")
    assert (changes(outcome), chat.text("审阅")) == ([("proposed", "审阅", 1)], "旧的。")
