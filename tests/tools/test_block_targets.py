"""Which block a name means, and what a message allows to be changed."""

from inkwright.conversation.asks import Answer, QuestionAnswer
from inkwright.conversation.turns import Answered, Asked
from inkwright.tools.block_targets import clean_name
from tests.tools.project_chats import OWNER, ProjectChat, call, changes

CHAPTERS = {"第一章": "海很大。", "结尾": "完。"}


def test_marks_around_a_name_do_not_count() -> None:
    assert {clean_name(each) for each in ("@第一章", "「第一章」", ' "第一章" ', "@block:第一章")} == {"第一章"}


def test_a_reference_is_never_changed_and_another_block_only_after_a_question() -> None:
    calls = [
        call("update_field", field_name="第一章", content="x"),
        call("update_field", field_name="结尾", content="海。"),
    ]
    chat = ProjectChat([*calls, "好了。"], CHAPTERS)
    outcome = chat.say("参考@第一章修改@结尾，写成：海。")
    assert (changes(outcome), chat.text("第一章")) == ([("changed", "结尾", 2)], CHAPTERS["第一章"])
    wrong = ProjectChat([call("update_field", field_name="结尾", content="x"), "没有改。"], CHAPTERS)
    asked = wrong.say("修改@第一章")
    assert isinstance(asked, Asked)
    no = Answer(status="answered", answers=(QuestionAnswer(id=f"permission:{wrong.block('结尾').id}", value="no"),))
    assert changes(wrong.answer(asked.ask_id, no)) == []
    assert wrong.text("结尾") == "完。"


def test_a_message_that_only_asks_about_a_block_changes_it_only_after_a_question() -> None:
    script = [call("update_field", each, field_name="结尾", content="终。") for each in ("first", "again")]
    chat = ProjectChat([*script, "改好了。"], CHAPTERS)
    asked = chat.say("你觉得 @结尾 怎么样？")
    assert (isinstance(asked, Asked), chat.text("结尾")) == (True, "完。")
    yes = Answer(status="answered", answers=(QuestionAnswer(id=f"permission:{chat.block('结尾').id}", value="yes"),))
    assert isinstance(asked, Asked)
    assert changes(chat.answer(asked.ask_id, yes)) == [("changed", "结尾", 2)]
    removing = ProjectChat([call("manage_architecture", action="remove", block_name="结尾")], CHAPTERS)
    assert isinstance(removing.say("@结尾 还有必要吗？"), Asked)
    written = ProjectChat([call("generate_field_content", field_name="结尾")], CHAPTERS)
    assert isinstance(written.say("修改@第一章"), Asked)


def test_a_block_that_is_perhaps_only_consulted_is_changed_only_after_a_question() -> None:
    chat = ProjectChat([call("update_field", field_name="第一章", content="x"), "没有改。"], CHAPTERS)
    asked = chat.say("让@结尾和@第一章保持一致")
    assert (isinstance(asked, Asked), chat.text("第一章")) == (True, CHAPTERS["第一章"])
    sole = ProjectChat([call("update_field", field_name="第一章", content="海。"), "好了。"], CHAPTERS)
    assert changes(sole.say("从@第一章里删掉两个字")) == [("changed", "第一章", 2)]


def test_ambiguous_and_unknown_names_of_the_person_become_a_question_with_candidates() -> None:
    chat = ProjectChat([call("read_field", field_name="开头"), "它是：甲"], {"甲": "", "乙": ""})
    for parent, content in (("甲", "甲的开头"), ("乙", "乙的开头")):
        chat.add("开头", content, parent)
    asked = chat.say("读一下开头")
    assert isinstance(asked, Asked)
    ask = chat.run(chat.services.asks.get(asked.ask_id, owner=OWNER))
    assert ask is not None
    assert [option.value for option in ask.questions[0].options] == ["甲/开头", "乙/开头"]
    unknown = ProjectChat([call("read_field", field_name="第1章")], CHAPTERS)
    assert isinstance(unknown.say("读一下第1章"), Asked)


def test_a_name_that_only_the_model_wrote_is_told_to_the_model() -> None:
    chat = ProjectChat([call("read_field", field_name="开篇"), "没有这一块。"], CHAPTERS)
    assert isinstance(chat.say("读一下"), Answered)
    assert "第一章" in str(chat.model.calls[1].messages[-1])
