"""A project goes to its next phase, or to one by name; an unknown one is a clear error."""

from tests.tools.project_chats import ProjectChat, call, changes


def test_the_intent_guide_is_there_in_the_intent_phase_only() -> None:
    chat = ProjectChat([call("advance_to_phase"), "到了。"], phase="intent")
    assert changes(chat.say("意图就这样，往下走吧")) == [("advanced", "消费者调研", None)]
    first, second = (request.messages[0]["content"] for request in chat.model.calls)
    assert ("期望行动" in first, "期望行动" in second) == (True, False)


def test_an_unknown_phase_is_refused_with_all_names() -> None:
    chat = ProjectChat([call("advance_to_phase", target_phase="火星"), "没有这个阶段。"])
    outcome = chat.say("进入火星")
    assert changes(outcome) == []
    assert "外延设计" in str(chat.model.calls[1].messages[-1])
