"""Of several blocks that a message names, only one that it clearly wants changed is changed without a question."""

from inkwright.agent.change_targets import is_target
from tests.each import each
from tests.tools.project_chats import ProjectChat, call, changes

CHAT = ProjectChat([], {"A": "a", "B": "b"})
TREE = CHAT.run(CHAT.workspace.tree())


@each(
    "message, targets",
    [
        ("Tighten the wording of @B, with the tone of @A", "B"),
        ("Model @B on @A", ""),
        ("@A is the template; bring @B to its level", "B"),
        ("Echo @A at the end of @B", ""),
        ("Everything @A says should also be in @B", ""),
        ("Make sure @B does not contradict @A", ""),
        ("Replace hills with mountains in @A and @B", "AB"),
        ("In @A replace hills, and in @B cut the end", "AB"),
        ("Copy the structure of @A into @B", ""),
        ("把 @A 改短，@B 也改一改", "AB"),
        ("拿 @A 当样板，改 @B", "B"),
        ("參照 @A，潤飾 @B", "B"),
        ("@A 和 @B 都把高山改成大山", "AB"),
        ("@B 缺少 @A 提到的平原，补上", ""),
        ("照著 @A 的寫法改 @B", "B"),
        ("shorten A, and read @B", "A"),
        ("Take out the second sentence on @A", "A"),
        ("and one more sentence about hills after the first one of the @A", "A"),
        ("Is there another word for hills in @A", ""),
        ("@A 里高山错了，是大山", "A"),
        ("@A里高山不对，应该是大山", "A"),
        ("@A 里高山错了，是吗", ""),
        ("@A 里高山错了，是大山吗？", ""),
    ],
)
def test_a_target_is_named_with_a_verb_of_changing(message: str, targets: str) -> None:
    found = [name for name in "AB" if (block := TREE.at(name)) and is_target(message, block, TREE)]
    assert "".join(found) == targets


def test_a_wording_that_is_not_known_is_asked_about() -> None:
    edit = '{"edits": [{"action": "replace", "anchor": "海很大", "text": "海辽阔"}]}'
    asked = call("modify_field", field_name="第一章", modification_instruction="改")
    chat = ProjectChat([asked, edit, "改好了。"], {"第一章": "海很大。", "结尾": "完。"})
    outcome = chat.say("给结尾做个和 @第一章 搭配的 @结尾")
    assert (outcome.kind, changes(outcome), chat.text("第一章")) == ("asked", [], "海很大。")


def test_a_long_message_of_names_takes_no_time() -> None:
    block = TREE.at("A")
    assert block is not None
    assert not is_target("a " * 4_000, block, TREE)
    assert not is_target("@A " + "把" * 8_000, block, TREE)
