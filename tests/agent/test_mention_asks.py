"""A mention that several blocks have is asked about before any model is called."""

from inkwright.conversation.asks import Answer, QuestionAnswer
from inkwright.conversation.turns import Asked
from tests.tools.project_chats import OWNER, ProjectChat, call, changes


def chat_with_two_beginnings(*script: object) -> ProjectChat:
    chat = ProjectChat(list(script), {"甲": "", "乙": ""})  # type: ignore[arg-type]
    for parent, content in (("甲", "甲的开头"), ("乙", "乙的开头")):
        chat.add("开头", content, parent)
    return chat


def test_an_ambiguous_mention_is_asked_about_and_the_answer_counts_for_the_tools() -> None:
    save = call("update_field", field_name="开头", content="新的开头")
    chat = chat_with_two_beginnings(save, "改好了。")
    asked = chat.say("修改@开头：新的开头")
    assert isinstance(asked, Asked)
    assert chat.model.calls == []
    ask = chat.run(chat.services.asks.get(asked.ask_id, owner=OWNER))
    assert ask is not None
    assert [option.value for option in ask.questions[0].options] == ["甲/开头", "乙/开头"]
    chosen = Answer(status="answered", answers=(QuestionAnswer(id=ask.questions[0].id, value="乙/开头"),))
    assert changes(chat.answer(asked.ask_id, chosen)) == [("changed", "开头", 2)]
    assert (chat.text("甲/开头"), chat.text("乙/开头")) == ("甲的开头", "新的开头")


def test_a_mention_to_which_only_similar_names_exist_is_asked_about_and_may_be_no_block() -> None:
    chat = ProjectChat(["好的。"], {"第一章": "海很大。"})
    asked = chat.say("修改 @第九章")
    assert isinstance(asked, Asked)
    ask = chat.run(chat.services.asks.get(asked.ask_id, owner=OWNER))
    assert ask is not None
    assert [option.value for option in ask.questions[0].options] == ["第一章", "none"]
    none = Answer(status="answered", answers=(QuestionAnswer(id=ask.questions[0].id, value="none"),))
    assert chat.answer(asked.ask_id, none).message.startswith("好的。")


def test_clear_mentions_and_those_of_no_block_are_left_to_the_agent() -> None:
    chat = chat_with_two_beginnings("好的。", "好的。")
    for message in ("看看@甲/开头", "写信给 @nobody"):
        assert not isinstance(chat.say(message), Asked)
