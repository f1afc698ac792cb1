"""A small change of a block leaves the rest untouched, byte for byte; where a place is unclear, nothing is changed."""

import json

from inkwright.conversation.turns import Answered
from tests.each import each
from tests.tools.project_chats import ProjectChat, call, changes

TEXT = "海很大。\r\n\r\n船很小，  风很急。\n船很小，浪很高。\t终\n" + "\n".join(
    f"第 {number} 行。" for number in range(40)
)


def edits(*planned: dict[str, str]) -> str:
    return json.dumps({"edits": list(planned)}, ensure_ascii=False)


def edit(action: str, anchor: str, text: str = "") -> dict[str, str]:
    return {"action": action, "anchor": anchor, "text": text}


def modified(
    *plans: str, instruction: str = "改", message: str = "修改 @第一章", **more: object
) -> tuple[ProjectChat, list[tuple[str, str, int | None]]]:
    """The project after one change, in which the model of the tool plans these edits one after the other."""
    asked = call("modify_field", field_name="第一章", modification_instruction=instruction, **more)
    chat = ProjectChat([asked, *plans, "好了。"], {"第一章": TEXT, "结尾": "完。"})
    return chat, changes(chat.say(message))


def test_only_the_anchor_changes() -> None:
    chat, changed = modified(edits(edit("replace", "海很大", "海辽阔")))
    assert (changed, chat.text("第一章")) == ([("changed", "第一章", 2)], TEXT.replace("海很大", "海辽阔"))


def test_several_edits_are_one_version() -> None:
    chat, changed = modified(edits(edit("delete", "\t终"), edit("insert_after", "风很急。", "雨很大。")))
    assert changed == [("changed", "第一章", 2)]
    assert chat.text("第一章") == TEXT.replace("\t终", "").replace("风很急。", "风很急。雨很大。")


@each(
    "first, told",
    [
        (edits(edit("replace", "船很小", "x")), "出现多次"),
        (edits(edit("replace", "没有这句话", "x")), "没有锚点"),
        (edits(edit("replace", TEXT, "全新的内容")), "几乎替换了全文"),
    ],
)
def test_an_unclear_or_too_wide_edit_is_told_to_the_model_and_changes_nothing(first: str, told: str) -> None:
    chat, changed = modified(first, edits(edit("replace", "风很急", "风不急")))
    assert (changed, chat.text("第一章")) == ([("changed", "第一章", 2)], TEXT.replace("风很急", "风不急"))
    assert told in str(chat.model.calls[2].messages)


def test_a_model_that_never_finds_the_place_changes_nothing_and_the_receipt_says_so() -> None:
    wrong = edits(edit("replace", "没有这句话", "x"))
    asked = call("modify_field", field_name="第一章", modification_instruction="改")
    chat = ProjectChat([asked, wrong, wrong, wrong, "没有改成。"], {"第一章": TEXT})
    outcome = chat.say("修改 @第一章")
    assert isinstance(outcome, Answered)
    assert (changes(outcome), chat.text("第一章")) == ([], TEXT)
    assert [(item.thing, item.name) for item in outcome.receipt.missing] == [("change", "第一章")]


def test_a_block_that_needs_review_and_a_person_who_asks_get_a_proposal() -> None:
    chat, changed = modified(edits(edit("replace", "海很大", "海辽阔")), as_proposal=True)
    assert (changed, chat.text("第一章")) == ([("proposed", "第一章", 1)], TEXT)
    asked = call("modify_field", field_name="审阅", modification_instruction="改")
    reviewed = ProjectChat([asked, edits(edit("replace", "甲", "乙")), "已提出。"])
    reviewed.add("审阅", "甲。", need_review=True)
    outcome = reviewed.say("修改 @审阅")
    assert (changes(outcome), reviewed.text("审阅")) == ([("proposed", "审阅", 1)], "甲。")
    assert len(reviewed.run(reviewed.workspace.stores.proposals.of("proj_1", owner="me"))) == 1


def test_a_rewrite_that_was_asked_for_replaces_the_text_and_keeps_the_old_version() -> None:
    chat, changed = modified("全新的一章。", instruction="重写", message="重写 @第一章", rewrite=True)
    assert (changed, chat.text("第一章")) == ([("changed", "第一章", 2)], "全新的一章。")
    versions = chat.run(chat.workspace.versions(chat.block("第一章").id))
    assert [(version.version, version.author) for version in versions] == [(1, "person"), (2, "agent")]


def test_references_are_given_to_the_model_and_stay_as_they_are() -> None:
    chat, _ = modified(edits(edit("replace", "海很大", "海辽阔")), reference_fields=["@结尾"])
    assert "完。" in str(chat.model.calls[1].messages)
    assert chat.text("结尾") == "完。"


def test_a_structured_block_is_safe_from_plain_text() -> None:
    asked = call("update_field", field_name="画像", content="普通文字")
    chat = ProjectChat([asked, "没有改。"])
    chat.add("画像", '{"a": 1}', content_kind="personas")
    outcome = chat.say("把 @画像 换成普通文字")
    assert (changes(outcome), chat.text("画像")) == ([], '{"a": 1}')
