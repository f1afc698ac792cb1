"""Turns about classes: only with data, only with proven numbers, and without names on the wire."""

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from inkwright import ScriptedModel, ToolCall
from inkwright.agent.school_turns import NameKeepingModel, pseudonyms_of, weak_points_text, with_school
from inkwright.agent.services import TurnServices
from inkwright.conversation.asks import Answer, QuestionAnswer
from inkwright.conversation.turns import Answered, Asked, Failed, Outcome, RouterResult
from inkwright.i18n import language_of
from inkwright.llm.hosted import HostedModel, ModelEndpoint
from inkwright.llm.models import Abilities, Model, Request
from inkwright.school.records import SchoolImport
from inkwright.testing.memory_services import memory_services
from inkwright.tools.registry import all_tools
from inkwright.usecases.turns import answer_ask, send_message
from tests.each import each
from tests.llm.fake_provider import Answer as HttpAnswer
from tests.llm.fake_provider import FakeProvider, Received, openai_reply, openai_stream, texts
from tests.school.test_answers import SCHOOL

CHAT = RouterResult(intent="chat_qa", confidence=1, expected_mode="answer")
DETAIL = ToolCall("c1", "get_class_detail", json.dumps({"class_id": "1A"}))
OWNER = "me"
WEAK = Abilities(is_weak=True)


def services_for(model: Model, *, has_data: bool = True, **changes: Any) -> TurnServices:
    services = memory_services(model, list(all_tools().values()))
    assert services.schools is not None
    if has_data:
        imported = SchoolImport("import_1", OWNER, "a.csv", datetime(2026, 1, 2, tzinfo=UTC))
        asyncio.run(services.schools.add(imported, SCHOOL.data))
    return replace(services, **changes)


def send(services: TurnServices, message: str, route: RouterResult | None = CHAT) -> Outcome:
    return asyncio.run(send_message(services, message, route, owner=OWNER))


def test_the_tools_are_offered_only_if_there_is_data() -> None:
    def offered(request: Request) -> str:
        names.append({tool.name for tool in request.tools})
        return "Hello."

    names: list[set[str]] = []
    for has_data in (False, True):
        send(services_for(ScriptedModel(offered), has_data=has_data), "Hello")
    assert "get_class_detail" not in names[0]
    assert {"get_class_detail", "analyze_student_weakness"} <= names[1]


def test_another_owner_has_no_school() -> None:
    services = services_for(ScriptedModel([]))
    assert asyncio.run(with_school(services, "you")).school is None
    assert asyncio.run(with_school(services, OWNER)).school


def test_a_number_that_no_tool_returned_is_refused_and_the_right_one_is_accepted() -> None:
    model = ScriptedModel([DETAIL, "The mean of 1A in Quiz 1 is 12.34.", "The mean of 1A in Quiz 1 is 10."])
    outcome = send(services_for(model), "What is the mean of 1A in Quiz 1?")
    assert isinstance(outcome, Answered)
    assert "10" in outcome.message
    assert "12.34" in str(model.calls[-1].messages[-1]["content"])


def test_a_model_that_insists_on_an_invented_number_fails() -> None:
    model = ScriptedModel(["The mean of 1A is 64.", "The mean of 1A is 64."])
    outcome = send(services_for(model), "What is the mean of 1A in Quiz 1?")
    assert isinstance(outcome, Failed)
    assert outcome.code == "unproven"
    assert "64" not in outcome.message


def test_other_turns_may_say_any_number() -> None:
    outcome = send(services_for(ScriptedModel(["Paris has 2 million inhabitants."])), "Tell me about Paris.")
    assert isinstance(outcome, Answered)


@each(
    "message, words",
    [
        ("What is the mean of 1A in Quiz 1?", "mean 10"),
        ("中一A的Quiz 1平均分是多少？", "平均分 10"),
        ("What is the mean of 7C?", "no class called 7C"),
    ],
)
def test_without_a_capable_model_the_answer_is_computed(message: str, words: str) -> None:
    outcome = send(services_for(ScriptedModel([], abilities=WEAK)), message, None)
    assert isinstance(outcome, Answered)
    assert words in outcome.message


def test_without_data_and_without_a_capable_model_it_says_that_there_is_none() -> None:
    outcome = send(services_for(ScriptedModel([], abilities=WEAK), has_data=False), "What is the mean of 1A?", None)
    assert isinstance(outcome, Answered)
    assert "No classes have been imported" in outcome.message


def test_an_ambiguous_name_is_asked_about_and_the_answer_continues_the_turn() -> None:
    services = services_for(ScriptedModel([], abilities=WEAK))
    asked = send(services, "What did Amy get in Quiz 1?", None)
    assert isinstance(asked, Asked)
    assert "Amy Wong (1B, 1003)" in asked.message
    given = Answer(status="answered", answers=(QuestionAnswer(id="school:pupil", value="1003"),))
    ended = asyncio.run(answer_ask(services, asked.ask_id, given, owner=OWNER))
    assert isinstance(ended, Answered)
    assert "12 out of 20" in ended.message


# On the wire.


def teacher(words: Callable[[str], str]) -> Callable[[Received], HttpAnswer]:
    """A provider that looks at the class first, and then says these words about what it saw."""

    def answer(received: Received) -> HttpAnswer:
        body = received.body
        last = body["messages"][-1]
        if not body.get("tools"):
            return openai_reply('{"statements": []}')
        if last["role"] != "tool":
            call = {"index": 0, "id": "c1", "type": "function"}
            called = {**call, "function": {"name": DETAIL.name, "arguments": DETAIL.arguments}}
            return openai_stream([{"role": "assistant", "tool_calls": [called]}], finish="tool_calls")
        return openai_stream(texts(*words(str(last["content"]))))

    return answer


def hosted(server: FakeProvider) -> HostedModel:
    return HostedModel("openai:gpt-5", ModelEndpoint("openai", "gpt-5", base_url=f"{server.url}/v1", api_key="k"))


def first_pupil(seen: str) -> str:
    found = re.search(r"Pupil_\d{4}", seen)
    return f"{found[0]} is in the class." if found else "There is nobody."


def leaked(server: FakeProvider) -> list[str]:
    """The names and numbers of pupils that the provider received."""
    wire = json.dumps([each.body for each in server.received], ensure_ascii=False)
    forms = [form for pupil in SCHOOL.data.pupils for form in (pupil.name, pupil.number, json.dumps(pupil.name)[1:-1])]
    return [form for form in forms if form in wire]


def allowed(services: TurnServices) -> TurnServices:
    assert services.schools is not None
    asyncio.run(services.schools.allow_leaving(OWNER, True))
    return services


def test_a_hosted_model_is_not_shown_any_data_before_the_person_allows_it() -> None:
    with FakeProvider(teacher(first_pupil)) as server:
        outcome = send(services_for(hosted(server)), "Who is in 1A?")
    assert isinstance(outcome, Asked)
    assert leaked(server) == []
    assert "Quiz 1" not in json.dumps([each.body for each in server.received])


def test_a_hosted_model_sees_numbers_for_names_and_the_person_sees_names() -> None:
    with FakeProvider(teacher(first_pupil)) as server:
        outcome = send(allowed(services_for(hosted(server))), "Is Amy Chan (1001) in 1A? And 欧阳晓峰?")
    assert isinstance(outcome, Answered)
    assert outcome.message.startswith("Amy Chan is in the class.")
    assert leaked(server) == []
    assert len(server.received) >= 2


def test_with_the_setting_off_the_names_are_sent() -> None:
    with FakeProvider(teacher(lambda _: "Done.")) as server:
        send(allowed(services_for(hosted(server), hides_names=False)), "Is Amy Chan in 1A?")
    assert "Amy Chan" in leaked(server)


@pytest.mark.soak
def test_no_name_is_on_the_wire_over_two_hundred_turns() -> None:
    names = [each.name for each in SCHOOL.data.pupils]
    with FakeProvider(teacher(first_pupil)) as server:
        services = allowed(services_for(hosted(server)))
        for number in range(200):
            name = names[number % len(names)]
            outcome = send(services, f"{number}: How is {name.upper() if number % 3 else name}? {name}的成绩怎么样？")
            assert isinstance(outcome, Answered)
            assert "Pupil_" not in outcome.message
    assert leaked(server) == []


def test_the_pseudonyms_of_a_school_are_made_once() -> None:
    assert pseudonyms_of(SCHOOL) is pseudonyms_of(SCHOOL)


def test_work_outside_of_a_turn_keeps_the_names_too() -> None:
    with FakeProvider(lambda received: openai_reply(str(received.body["messages"][-1]["content"]))) as server:
        services = services_for(hosted(server))
        model = NameKeepingModel(hosted(server), services, OWNER)
        reply = asyncio.run(model.reply(Request([{"role": "user", "content": "Praise Amy Chan and 欧阳晓峰."}])))
        assert leaked(server) == []
    assert reply.text == "Praise Amy Chan and 欧阳晓峰."


@each(
    "message, words",
    [
        ("a quiz on what 1A got wrong", "1A, weakest first: Ratio (50%)"),
        ("帮我出5道题，针对1A的薄弱知识点", "1A最薄弱的在前：Ratio (50%)"),
    ],
)
def test_a_quiz_on_what_a_class_got_wrong_says_what_that_is_and_what_would_help(message: str, words: str) -> None:
    assert weak_points_text(message, SCHOOL, language_of(message)).startswith(words)


def test_other_quizzes_are_not_about_the_weak_points_of_a_class() -> None:
    assert weak_points_text("a quiz for 1A", SCHOOL, "en") == ""
    assert weak_points_text("a quiz on wrong answers", SCHOOL, "en") == ""
    assert weak_points_text("a quiz on what 1A got wrong", None, "en") == ""
