"""`run_research`: the report is a block, the receipt says so, and without sources nothing is saved."""

from dataclasses import replace
from typing import Any

from inkwright.conversation.events import Data
from inkwright.conversation.turns import Outcome
from inkwright.projects.persona_editing import add_persona, list_personas
from inkwright.projects.personas import MAX_PERSONAS, Persona, PersonaFields
from tests.research.test_briefing import QUERIES, TEACHERS, Shelf, findings
from tests.tools.project_chats import ProjectChat, call, changes

REPORT = "=====\nTeachers prepare for 14 hours a week [1]."


def chat_with(script: list[Any], *places: Shelf) -> ProjectChat:
    chat = ProjectChat(script)
    chat.services = replace(chat.services, sources=list(places))
    return chat


def researched(chat: ProjectChat) -> Outcome:
    return chat.say("Research what troubles teachers")


def test_a_report_is_saved_as_a_block_of_the_research_phase_with_its_sources() -> None:
    script = [call("run_research", query="What troubles teachers?"), QUERIES, REPORT, "Done."]
    chat = chat_with(script, Shelf({"Valley": TEACHERS * 2}))
    outcome = researched(chat)
    assert changes(outcome) == [("added", "Research: What troubles teachers?", 1)]
    block = chat.block("Research: What troubles teachers?")
    assert (block.phase, block.status) == ("research", "completed")
    assert "<https://example.org/Valley>" in chat.text(block.name)
    shown = [event for event in chat.events if isinstance(event, Data) and event.name == "research-sources"]
    assert len(shown) == 1


def test_the_same_question_later_is_the_next_version_of_its_block() -> None:
    asked = [call("run_research", query="What troubles teachers?"), QUERIES]
    second = [call("run_research", "run_2", query="What troubles teachers?"), QUERIES]
    longer = "=====\nTeachers prepare for 14 hours a week [1]. Many have no time to rest [1]."
    chat = chat_with([*asked, REPORT, "Done.", *second, longer, "Done."], Shelf({"Valley": TEACHERS * 2}))
    researched(chat)
    assert changes(chat.say("Research it again")) == [("changed", "Research: What troubles teachers?", 2)]


def test_consumer_research_is_one_block_in_the_language_of_the_question() -> None:
    script = [call("run_research", query="老师有什么困扰", type="consumer"), QUERIES, findings(), "好了。"]
    chat = chat_with(script, Shelf({"Valley": TEACHERS * 2}))
    assert changes(chat.say("做消费者调研"))[0] == ("added", "消费者调研", 1)
    assert "## 痛点" in chat.text("消费者调研")


def consumer_script(*replies: str) -> list[Any]:
    script: list[Any] = []
    for number, reply in enumerate(replies):
        script += [call("run_research", f"run_{number}", query="What troubles teachers?", type="consumer")]
        script += [QUERIES, reply, "Done."]
    return script


def named(*names: str, **fields: Any) -> str:
    persona = {"basic_info": "34, teacher", "background": "Works.", "pain_points": ["No time."], **fields}
    return findings(personas=[{**persona, "name": name} for name in names])


def personas_of(chat: ProjectChat) -> list[Persona]:
    return chat.run(list_personas(chat.workspace))


def test_the_personas_of_consumer_research_are_personas_of_the_project_and_say_where_they_are_from() -> None:
    chat = chat_with(consumer_script(findings()), Shelf({"Valley": TEACHERS * 2}))
    added = [("added", "Consumer research", 1), *(("added", f"persona {name}", None) for name in ("Ann", "Bo", "Cy"))]
    assert changes(researched(chat)) == added
    saved = personas_of(chat)
    assert [(each.name, each.selected) for each in saved] == [("Ann", True), ("Bo", True), ("Cy", False)]
    assert {each.background for each in saved} == {"Works.\nInvented after the research “Consumer research”."}


def test_the_same_personas_again_are_no_second_set_and_an_edit_of_one_is_kept() -> None:
    chat = chat_with(consumer_script(findings(), named("ANN", "Bo", "Dee")), Shelf({"Valley": TEACHERS * 2}))
    researched(chat)
    researched(chat)
    assert [each.name for each in personas_of(chat)] == ["Ann", "Bo", "Cy", "Dee"]
    assert "already has a persona" in str(chat.model.calls[-1].messages)


def test_a_persona_that_the_project_cannot_have_is_named_and_the_report_is_kept() -> None:
    replies = named('A/"', "Bo", "bo", pain_points=["x" * 550]), named('A/"', "Bo", "bo")
    chat = chat_with(consumer_script(*replies), Shelf({"Valley": TEACHERS * 2}))
    researched(chat)
    assert (personas_of(chat), chat.names()) == ([], ["Consumer research"])
    researched(chat)
    assert [each.name for each in personas_of(chat)] == ["A", "Bo"]


def test_a_project_that_is_full_of_personas_gets_the_report_without_them() -> None:
    chat = chat_with(consumer_script(findings()), Shelf({"Valley": TEACHERS * 2}))
    for number in range(MAX_PERSONAS):
        chat.run(add_persona(chat.workspace, PersonaFields(name=f"Person {number}")))
    assert changes(researched(chat)) == [("added", "Consumer research", 1)]
    assert len(personas_of(chat)) == MAX_PERSONAS


def test_consumer_research_without_sources_saves_no_personas() -> None:
    chat = chat_with(consumer_script(findings()), Shelf({}))
    researched(chat)
    assert (personas_of(chat), chat.names()) == ([], [])


def test_without_sources_nothing_is_saved_and_the_model_is_told() -> None:
    script = [call("run_research", query="What troubles teachers?"), QUERIES, "I found nothing."]
    chat = chat_with(script, Shelf({}))
    outcome = researched(chat)
    assert (changes(outcome), chat.names()) == ([], [])
    last = str(chat.model.calls[-1].messages)
    assert "No passage of your library" in last


def test_a_project_without_any_place_to_search_says_so() -> None:
    chat = chat_with([call("run_research", query="What troubles teachers?"), "I cannot search."])
    researched(chat)
    assert chat.names() == []
    assert "search service" in str(chat.model.calls[-1].messages)


def test_what_a_failed_research_should_have_found_is_not_written_by_other_tools() -> None:
    invented = "# 调研\n87% 的老师很忙 [1]。\n\n[1] https://example.org/survey"
    script: list[Any] = [
        call("run_research", query="老师的困扰"),
        call("manage_architecture", action="add_field", block_name="消费者调研", prompt="写调研"),
        call("update_field", field_name="消费者调研", content=invented),
        call("generate_field_content", field_name="消费者调研"),
        call("modify_field", field_name="消费者调研", modification_instruction="写调研"),
        "没有做成。",
    ]
    chat = chat_with(script)
    outcome = chat.say("做消费者调研")
    assert (changes(outcome), chat.text("消费者调研")) == ([("added", "消费者调研", 1)], "")
    assert "query=" not in outcome.message
    given = ProjectChat([*script[:2], call("update_field", field_name="消费者调研", content="老师都很忙。"), "好了。"])
    given.say("调研老师的困扰；不行就新建“消费者调研”，存这句：老师都很忙。")
    assert given.text("消费者调研") == "老师都很忙。"
