"""What a block is like, in short."""

import json

from tests.tools.project_chats import ProjectChat, call


def test_a_block_is_told_in_short_with_what_it_lacks() -> None:
    chat = ProjectChat([call("query_field", field="第二章"), "它还空着。"])
    first = chat.add("第一章")
    chat.add("第二章", prompt="写岸", depends_on=(first,), pre_questions=("多长？",))
    chat.say("第二章怎么样？")
    facts = json.loads(chat.model.calls[1].messages[-1]["content"])
    assert (facts["status"], facts["missing_blocks"], facts["unanswered_questions"]) == (
        "pending",
        ["第一章"],
        ["多长？"],
    )
    assert "is_out_of_date" not in facts
