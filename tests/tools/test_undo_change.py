"""The agent takes back the last change, if the person wants it."""

from inkwright.conversation.asks import Answer, QuestionAnswer
from inkwright.conversation.turns import Asked
from inkwright.llm.models import Abilities
from inkwright.llm.scripted import ScriptedModel
from tests.tools.project_chats import ProjectChat, call, changes

TEXTS = {"规则": "第三级以上不穿鞋。"}
CHANGE = call("update_field", "u", field_name="规则", content="第二级以上不穿鞋。")


def test_undo_gives_the_text_back_byte_for_byte() -> None:
    chat = ProjectChat([CHANGE, "改好了。", call("undo_change"), "好了。"], TEXTS)
    chat.say("规则换成：第二级以上不穿鞋。")
    assert changes(chat.say("嗯，还是改回去吧")) == [("changed", "规则", 3)]
    assert chat.text("规则") == TEXTS["规则"]


def test_undo_alone_needs_no_capable_model() -> None:
    chat = ProjectChat(ScriptedModel([], abilities=Abilities(is_weak=True)), TEXTS)
    block = chat.block("规则")
    chat.run(chat.workspace.write(block.id, "新", based_on=block.version, author="agent", reason="改"))
    outcome = chat.say("撤销")
    assert (outcome.message, chat.text("规则")) == ("已撤销：规则。", TEXTS["规则"])


def test_a_model_that_takes_back_what_nobody_asked_for_needs_permission() -> None:
    chat = ProjectChat([CHANGE, "改好了。", call("undo_change"), "没有动。"], TEXTS)
    chat.say("规则换成：第二级以上不穿鞋。")
    asked = chat.say("现在是第几级？")
    assert isinstance(asked, Asked)
    chat.answer(asked.ask_id, Answer(status="answered", answers=(QuestionAnswer(id="undo", value="no"),)))
    assert chat.text("规则") == "第二级以上不穿鞋。"
