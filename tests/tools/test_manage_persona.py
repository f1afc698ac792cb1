"""`manage_persona`: each action changes stored personas, with evidence, or is refused."""

from typing import Any

from inkwright.projects.persona_editing import list_personas
from tests.server.routes.test_personas import written
from tests.tools.project_chats import ProjectChat, call, changes


def persona(action: str, id_: str, /, **data: Any) -> Any:
    return call("manage_persona", id_, action=action, persona_data=data)


def names(chat: ProjectChat) -> list[tuple[str, bool]]:
    return [(each.name, each.selected) for each in chat.run(list_personas(chat.workspace))]


def test_personas_are_created_changed_selected_and_deleted_with_evidence() -> None:
    script = [
        persona("create", "1", name="李娜", pain_points=["没时间"]),
        persona("add", "2", name="Ann"),
        persona("update", "3", name="ann", new_name="Anna", background="nurse"),
        persona("deselect", "4", name="李娜"),
        persona("delete", "5", name="Anna"),
        "好了。",
    ]
    chat = ProjectChat(script)
    outcome = chat.say("管理画像")
    assert names(chat) == [("李娜", False)]
    assert changes(outcome) == [("added", "画像 李娜", None), ("removed", "画像 Anna", None)]


def test_a_model_writes_personas_and_the_receipt_names_them() -> None:
    chat = ProjectChat([persona("generate", "1", count=2), written("甲", "乙"), "好了。"], {"意图分析": "给护士看"})
    outcome = chat.say("生成两个画像")
    assert names(chat) == [("甲", True), ("乙", True)]
    assert changes(outcome) == [("added", "画像 甲", None), ("added", "画像 乙", None)]


def test_what_does_not_exist_or_is_taken_changes_nothing() -> None:
    script = [
        persona("create", "1", name="A"),
        persona("create", "2", name="a"),
        persona("delete", "3", name="B"),
        persona("select", "4"),
        "好了。",
    ]
    chat = ProjectChat(script)
    outcome = chat.say("画像")
    assert names(chat) == [("A", True)]
    assert changes(outcome) == [("added", "画像 A", None)]


def test_listing_reads_what_is_stored() -> None:
    chat = ProjectChat([persona("create", "1", name="李娜"), persona("list", "2"), "好了。"])
    chat.say("有哪些画像？")
    assert '"selected": true' in str(chat.model.calls[-1].messages[-1]).replace("True", "true")
