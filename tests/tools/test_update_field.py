"""A complete text is saved as a block; in the intent phase, only after the interview."""

from inkwright.conversation.asks import Answer, QuestionAnswer
from inkwright.conversation.turns import Asked
from inkwright.llm.scripted import ScriptLine
from tests.tools.project_chats import ProjectChat, call, changes

SUMMARY = "做什么：航海课\n给谁看：初学者\n期望行动：报名"


def test_the_interview_saves_nothing_before_the_third_answer_even_if_the_model_wants_to() -> None:
    save = call("update_field", field_name="意图分析", content=SUMMARY)
    script: list[ScriptLine] = [save, "给谁看？", "天气不错。给谁看？", "期望行动？", save, "已保存。"]
    chat = ProjectChat(script, phase="intent")
    assert changes(chat.say("我想做航海课")) == []
    assert "意图分析" not in chat.names()
    assert "给谁看" in chat.model.calls[0].messages[0]["content"]
    chat.say("今天天气怎么样？")
    chat.say("初学者")
    assert changes(chat.say("报名")) == [("added", "意图分析", 1)]
    assert chat.text("意图分析") == SUMMARY


def test_a_summary_that_lacks_a_part_is_sent_back() -> None:
    save = call("update_field", field_name="意图分析", content="做什么：航海课")
    chat = ProjectChat(["给谁看？", "期望行动？", save, "我再问问。"], phase="intent")
    outcomes = [chat.say(message) for message in ("航海课", "初学者", "报名")]
    assert (changes(outcomes[-1]), chat.names()) == ([], [])


def test_an_english_summary_has_english_headings() -> None:
    summary = "- **What**: a course\n- For whom: beginners\n\n## Action\nEnrol."
    lacking = call("update_field", "first", field_name="意图分析", content="What: a course. It needs action for whom?")
    save = call("update_field", field_name="意图分析", content=summary)
    chat = ProjectChat(["For whom?", "And then?", lacking, save, "Saved."], phase="intent")
    outcomes = [chat.say(message) for message in ("A course", "Beginners", "They enrol")]
    assert (changes(outcomes[-1]), chat.text("意图分析")) == ([("added", "意图分析", 1)], summary)
    assert "For whom, Action" in str(chat.model.calls[3].messages[-1])


def test_the_same_text_again_is_no_change() -> None:
    chat = ProjectChat([call("update_field", field_name="第一章", content="海。"), "一样的。"], {"第一章": "海。"})
    assert changes(chat.say("保存 @第一章")) == []
    assert chat.block("第一章").version == 1


def test_a_part_that_the_model_invents_is_sent_back() -> None:
    invented = call("update_field", "first", field_name="意图分析", content=SUMMARY.replace("报名", "分享到朋友圈"))
    chat = ProjectChat(["做什么？", "给谁看？", invented, "期望行动？"], phase="intent")
    outcomes = [chat.say(message) for message in ("我想做点内容", "航海课", "初学者")]
    assert (changes(outcomes[-1]), chat.names()) == ([], [])
    assert "期望行动" in str(chat.model.calls[3].messages[-1])


def test_answers_to_questions_count_like_messages() -> None:
    script: list[ScriptLine] = []
    for number, question in enumerate(("做什么？", "给谁看？", "期望行动？")):
        asked = [{"id": "q", "question": question, "allow_freeform": True}]
        script.append(call("ui_request", f"ask_{number}", type="clarification", title=question, questions=asked))
    save = call("update_field", field_name="意图分析", content=SUMMARY)
    chat = ProjectChat([*script, save, "已保存。"], phase="intent")
    outcome = chat.say("开始吧")
    for words in ("航海课", "初学者", "报名"):
        assert isinstance(outcome, Asked)
        outcome = chat.answer(outcome.ask_id, Answer(status="answered", answers=(QuestionAnswer(id="q", value=words),)))
    assert changes(outcome) == [("added", "意图分析", 1)]


def test_an_unasked_whole_text_is_a_proposal() -> None:
    long_text = "\n".join(f"第{number}行。" for number in range(60))
    chat = ProjectChat([call("update_field", field_name="第一章", content="一句。"), "好了。"], {"第一章": long_text})
    assert changes(chat.say("把 @第一章 的第3行删掉句号")) == [("proposed", "第一章", 1)]
    assert chat.text("第一章") == long_text
