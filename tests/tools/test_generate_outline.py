"""An outline is a question to the person; what they agree to becomes blocks with tasks and dependencies."""

import json

from inkwright.conversation.asks import Answer
from inkwright.conversation.turns import Asked
from tests.tools.project_chats import OWNER, ProjectChat, call, changes

ASK = call("generate_outline", style="课程")
OUTLINE = json.dumps(
    {
        "title": "航海",
        "nodes": [
            {"name": "准备", "description": "备船", "ai_prompt": "写备船", "children": [{"name": "买船"}]},
            {"name": "出海", "ai_prompt": "写出海", "depends_on": ["买船"]},
        ],
    },
    ensure_ascii=False,
)


def asked() -> tuple[ProjectChat, Asked]:
    chat = ProjectChat([ASK, OUTLINE, ASK, "建好了。"], {"意图分析": "做航海课"})
    outcome = chat.say("给我一个大纲")
    assert isinstance(outcome, Asked)
    return chat, outcome


def test_the_outline_is_stored_as_a_question_and_made_from_what_the_project_has() -> None:
    chat, outcome = asked()
    ask = chat.run(chat.services.asks.get(outcome.ask_id, owner=OWNER))
    assert ask is not None
    assert ask.outline_lines == ("- 准备", "  > 备船 写备船", "  - 买船", "- 出海", "  > 写出海", "  < 买船")
    assert "做航海课" in str(chat.model.calls[1].messages)
    assert chat.names() == ["意图分析"]


def test_an_adopted_outline_becomes_blocks_with_tasks_and_dependencies() -> None:
    chat, outcome = asked()
    done = chat.answer(outcome.ask_id, Answer(status="adopted"))
    assert [name for _, name, _ in changes(done)] == ["大纲", "准备", "买船", "出海"]
    assert chat.names() == ["意图分析", "准备", "准备/买船", "出海", "大纲"]
    assert (chat.block("准备").block_type, chat.block("出海").prompt) == ("group", "写出海")
    assert chat.block("出海").depends_on == (chat.block("买船").id,)


def test_the_outline_as_the_person_edited_it_counts() -> None:
    chat, outcome = asked()
    chat.answer(
        outcome.ask_id, Answer(status="edited", outline_lines=("- 出海", "  > 只写这个", "  < 意图分析", "备注"))
    )
    assert chat.names() == ["意图分析", "出海", "大纲"]
    assert (chat.block("出海").prompt, chat.block("出海").depends_on) == ("只写这个", (chat.block("意图分析").id,))


def test_an_abandoned_outline_makes_nothing() -> None:
    chat = ProjectChat([ASK, OUTLINE, "好的，不建。"])
    outcome = chat.say("给我一个大纲")
    assert isinstance(outcome, Asked)
    assert changes(chat.answer(outcome.ask_id, Answer(status="abandoned"))) == []
    assert chat.names() == []


def test_parts_that_wait_for_each_other_are_sent_back_before_the_person_sees_them() -> None:
    parts = [{"name": "甲", "children": [{"name": "乙", "depends_on": ["丙"]}]}, {"name": "丙", "depends_on": ["甲"]}]
    cyclic = json.dumps({"title": "航海", "nodes": parts}, ensure_ascii=False)
    chat = ProjectChat([ASK, cyclic, OUTLINE])
    assert isinstance(chat.say("给我一个大纲"), Asked)
    assert "乙" in str(chat.model.calls[2].messages[-1])
    assert "wait for each other" in str(chat.model.calls[2].messages[-1])
