"""The full text of a block, in parts that a model can read."""

import json

from inkwright.llm.scripted import ScriptLine
from tests.tools.project_chats import ProjectChat, call


def test_a_long_text_is_read_in_parts() -> None:
    content = "海" * 20_000
    script: list[ScriptLine] = [
        call("read_field", field_name="@长"),
        call("read_field", "2", field_name="长", start=12_000),
        "读完了。",
    ]
    chat = ProjectChat(script, {"长": content})
    chat.say("读完它")
    parts = [json.loads(request.messages[-1]["content"]) for request in chat.model.calls[1:]]
    assert "".join(part["text"] for part in parts) == content
    assert [part["next_start"] for part in parts] == [12_000, None]
