"""The studio in a real browser against a real service: make, look, answer, reload, lose the network, delete."""

import json
from pathlib import Path
from typing import Any

from inkwright import ScriptedModel
from inkwright.agent.router import CHAT_ROUTE
from inkwright.llm.models import Request
from tests.agent.test_run import call
from tests.server.live import live_server
from tests.studio.browser import CHAT, GatedModel, Window, chromium

__all__ = ["chromium"]

QUIZ_ROUTE = {
    "intent": "quiz_generate",
    "confidence": 0.96,
    "expected_mode": "artifact",
    "candidate_tools": ["generate_quiz_questions"],
}
QUESTION = {
    "questionType": "SINGLE_CHOICE",
    "question": "What do you measure with a thermometer?",
    "options": ["Temperature", "Rain"],
    "correctAnswer": "A",
    "explanation": "A thermometer measures temperature.",
}
ASK = [
    {
        "id": "who",
        "question": "Who is it for?",
        "options": [{"label": "Pupils", "value": "pupils"}, {"label": "Teachers", "value": "teachers"}],
        "recommended": "pupils",
    },
    {"id": "more", "question": "Anything else?", "allow_freeform": True, "options": []},
]
# Go to the beginning of what is shown, and say which question is first and where it is.
_TO_TOP = """(scroller) => {
  const first = [...scroller.querySelectorAll('article')].find((each) => each.textContent.includes('Question'));
  const count = scroller.querySelectorAll('article').length;
  scroller.scrollTop = 0;
  return { text: first.textContent, top: first.getBoundingClientRect().top, count };
}"""
_HAS_NEWS = "(place) => document.querySelectorAll('[role=log] article').length > place.count"
_WHERE = """(scroller, text) => [...scroller.querySelectorAll('article')]
  .find((each) => each.textContent === text).getBoundingClientRect().top"""


def quiz_model() -> ScriptedModel:
    """A model that makes a quiz of one question."""
    without_tools: list[Any] = [json.dumps(QUIZ_ROUTE), json.dumps({"questions": [QUESTION]})]

    def script(request: Request) -> Any:
        if not request.tools:
            return without_tools.pop(0)
        made = [message for message in request.messages if message["role"] == "tool"]
        if not made:
            return call("generate_quiz_questions", topic="Weather", title="Weather", count=1)
        artifact = json.loads(str(made[-1]["content"]))["verified_artifacts"][0]["id"]
        return call("deliver", message="Your quiz is ready.", artifacts=[artifact])

    return ScriptedModel(script)


def test_the_first_minute_ends_in_looking_at_a_quiz(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, quiz_model()) as server:
        window = Window(chromium, server.url)
        page = window.page
        window.assert_accessible()
        page.get_by_role("button", name="Quiz Questions with a key").click()
        wait_for_text(page, "Make a quiz with 5 questions about ")
        window.send("One quiz question on weather.")
        page.get_by_role("region", name="View").get_by_text("What do you measure with a thermometer?").wait_for()
        assert page.get_by_text("A thermometer measures temperature.").count() == 0
        page.get_by_role("switch", name="Show the key").click()
        page.get_by_text("A thermometer measures temperature.").wait_for()
        page.get_by_role("button", name="Checks").click()
        page.get_by_text("Opened, ").wait_for()
        page.get_by_text("The key fits, and no question gives itself away").click()
        page.get_by_text("Every option is correct.").wait_for()
        page.keyboard.press("Escape")
        window.assert_accessible()
        page.reload()
        page.get_by_role("button", name="Weather 1 question").wait_for()
        page.get_by_role("button", name="Close the file").click()
        page.get_by_role("heading", name="Made in this conversation").wait_for()
        window.assert_accessible()
        page.get_by_role("button", name="Make something new").click()
        page.get_by_role("heading", name="What shall we make?").wait_for()
        page.get_by_role("tab", name="Files").click()
        page.get_by_role("button", name="Weather 1 question").click()
        page.get_by_text("Your quiz is ready.").wait_for()
        window.close()


def wait_for_text(page: Any, words: str) -> None:
    """Wait until the message field has this text."""
    page.wait_for_function("words => document.querySelector('#message').value === words", arg=words)


def test_files_and_words_of_a_person_stay_when_a_kind_is_chosen(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        window = Window(chromium, server.url)
        page = window.page
        field = page.get_by_role("textbox", name="Write a message")
        field.fill("Volcanoes for class 9")
        content = b"Volcanoes are openings in the crust of the Earth."
        file = {"name": "volcanoes.txt", "mimeType": "text/plain", "buffer": content}
        page.get_by_label("Attach").set_input_files(files=[file])
        page.get_by_text("Attached: volcanoes.txt").wait_for()
        wait_for_text(page, "Volcanoes for class 9")
        page.get_by_role("button", name="Quiz Questions with a key").click()
        page.get_by_text("Attached: volcanoes.txt").wait_for()
        wait_for_text(page, "Volcanoes for class 9")
        field.fill("")
        page.get_by_role("button", name="Slides A deck").click()
        wait_for_text(page, "Make slides from this file")
        page.get_by_role("button", name="Quiz Questions with a key").click()
        wait_for_text(page, "Make a quiz with 5 questions from this file")
        assert page.get_by_text("Attached: volcanoes.txt").count() == 1
        page.get_by_role("button", name="Remove volcanoes.txt").click()
        page.get_by_text("Attached: volcanoes.txt").wait_for(state="detached")
        window.close()


def test_a_question_is_answered_with_the_keyboard_after_a_reload(chromium: Any, tmp_path: Path) -> None:
    asked = call("ui_request", type="clarification", title="Before I begin", questions=ASK)
    lines: list[Any] = [asked, "It is for teachers."]
    model = ScriptedModel(lambda request: lines.pop(0) if request.tools else CHAT)
    with live_server(tmp_path, model) as server:
        window = Window(chromium, server.url, theme="dark")
        page = window.page
        window.send("Write something")
        page.get_by_role("form", name="Before I begin").wait_for()
        page.reload()
        page.wait_for_function("() => document.activeElement.type === 'radio'")
        page.keyboard.press("2")
        page.keyboard.press("Enter")
        page.get_by_text("Question 2 of 2").wait_for()
        window.assert_accessible()
        page.get_by_role("button", name="Skip").click()
        page.get_by_text("Your answers").wait_for()
        assert page.get_by_role("listitem").filter(has_text="Teachers").count() == 1
        page.get_by_role("button", name="Send answers").click()
        page.wait_for_function("() => document.activeElement.id === 'message'")
        page.get_by_text("It is for teachers.").wait_for()
        assert page.get_by_role("form", name="Before I begin").count() == 0
        for _ in range(2):
            answer = page.get_by_role("region", name="Your answer")
            answer.get_by_text("Teachers").wait_for()
            assert answer.get_by_text("skipped").count() == 1
            assert page.get_by_role("article", name="You").count() == 1
            page.reload()
        window.close()


def test_a_turn_goes_on_while_the_page_is_reloaded(chromium: Any, tmp_path: Path) -> None:
    model = GatedModel("Rivers begin in the hills.")
    with live_server(tmp_path, model) as server:
        window = Window(chromium, server.url)
        page = window.page
        window.send("Tell me about rivers")
        page.get_by_role("button", name="Stop").wait_for()
        page.wait_for_url("**c=conv_*")
        page.reload()
        page.locator("[role=log][aria-busy=true]").wait_for()
        server.loop.call_soon_threadsafe(model.gate.set)
        page.get_by_text("Rivers begin in the hills.").wait_for()
        page.locator("[role=log][aria-busy=false]").wait_for()
        assert page.get_by_text("Rivers begin in the hills.").count() == 1
        assert page.get_by_role("article", name="You").count() == 1
        window.close()


def test_a_stream_that_breaks_is_followed_again(chromium: Any, tmp_path: Path) -> None:
    model = GatedModel("Rivers begin in the hills.")
    with live_server(tmp_path, model) as server:
        window = Window(chromium, server.url)
        page = window.page

        def cut(route: Any) -> None:
            with server.client().stream("POST", "/api/agent/stream", json=route.request.post_data_json) as reply:
                turn = reply.headers["x-turn-id"]
            start = json.dumps({"type": "start", "messageId": turn})
            route.fulfill(status=200, content_type="text/event-stream", body=f"data: {start}\n\n")

        page.route("**/api/agent/stream", cut)
        window.send("Tell me about rivers")
        with page.expect_response("**/api/agent/conv_*/stream"):
            pass
        server.loop.call_soon_threadsafe(model.gate.set)
        page.get_by_text("Rivers begin in the hills.").wait_for()
        assert page.get_by_role("article", name="You").count() == 1
        window.close()


def test_a_message_that_never_arrived_is_sent_again(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel(lambda request: "Hi there." if request.tools else CHAT)) as server:
        window = Window(chromium, server.url)
        page = window.page
        page.route("**/api/agent/stream", lambda route: route.abort())
        window.send("Hello")
        page.get_by_text("This message did not arrive").wait_for()
        page.reload()
        page.get_by_text("This message did not arrive").wait_for()
        page.unroute("**/api/agent/stream")
        page.get_by_role("button", name="Send it again").click()
        page.get_by_text("Hi there.").wait_for()
        assert page.get_by_role("article", name="You").count() == 1
        window.context.close()


def test_a_turn_is_stopped_and_tried_again(chromium: Any, tmp_path: Path) -> None:
    model = GatedModel("Better.")
    with live_server(tmp_path, model) as server:
        window = Window(chromium, server.url)
        page = window.page
        window.send("Hello")
        page.get_by_role("button", name="Stop").and_(page.locator(":enabled")).click()
        page.get_by_text("Stopped. What was finished is kept.").wait_for()
        server.loop.call_soon_threadsafe(model.gate.set)
        page.get_by_role("button", name="Try again").click()
        page.get_by_text("Better.").wait_for()
        assert page.get_by_text("Stopped. What was finished is kept.").count() == 0
        page.reload()
        page.get_by_text("Better.").wait_for()
        assert page.get_by_text("Stopped. What was finished is kept.").count() == 0
        window.close()


def test_a_turn_that_a_written_answer_continues_can_be_stopped(chromium: Any, tmp_path: Path) -> None:
    asked = call("ui_request", type="clarification", title="Before I begin", questions=ASK[:1])
    model = GatedModel(asked, "For teachers.")
    with live_server(tmp_path, model) as server:
        server.loop.call_soon_threadsafe(model.gate.set)
        window = Window(chromium, server.url)
        page = window.page
        window.send("Write something")
        page.get_by_role("form", name="Before I begin").wait_for()
        server.loop.call_soon_threadsafe(model.gate.clear)
        window.send("Teachers")
        page.get_by_role("button", name="Stop").and_(page.locator(":enabled")).click()
        page.get_by_text("Stopped. What was finished is kept.").wait_for()
        page.get_by_role("region", name="Your answer").get_by_text("Teachers").wait_for()
        assert page.get_by_role("article", name="Inkwright").count() == 1
        window.close()


def test_a_conversation_is_found_renamed_and_deleted_and_brought_back(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel(lambda request: "Hi." if request.tools else CHAT)) as server:
        client = server.client()
        for title in ("Rivers", "Hills"):
            client.post("/api/agent/stream", json={"message": title}).read()
        window = Window(chromium, server.url)
        page = window.page
        page.get_by_role("searchbox").fill("Hills")
        page.locator("mark").first.wait_for()
        page.get_by_role("searchbox").fill("")
        page.get_by_role("button", name="More about “Rivers”").click()
        page.get_by_role("menuitem", name="Rename").click()
        page.get_by_role("textbox", name="New title").fill("Streams")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="More about “Streams”").click()
        page.get_by_role("menuitem", name="Delete").click()
        page.get_by_role("button", name="More about “Streams”").wait_for(state="detached")
        page.wait_for_function("() => document.activeElement.textContent === 'Hills'")
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="More about “Streams”").wait_for()
        page.wait_for_function("() => document.activeElement.textContent === 'Streams'")
        assert {item["title"] for item in client.get("/api/conversations").json()["items"]} == {"Streams", "Hills"}
        window.close()


def test_a_phone_has_one_pane_at_a_time_in_both_languages(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        window = Window(chromium, server.url, width=390, locale="zh-CN", theme="dark")
        page = window.page
        page.get_by_role("heading", name="今天做点什么？").wait_for()
        window.assert_accessible()
        page.get_by_role("textbox", name="写消息").wait_for()
        assert not page.get_by_role("button", name="对话", exact=True).is_visible()
        page.get_by_role("button", name="语言").click()
        page.get_by_role("menuitemradio", name="繁體中文").click()
        page.get_by_role("textbox", name="寫訊息").wait_for()
        page.reload()
        page.get_by_role("textbox", name="寫訊息").wait_for()
        assert page.locator("html").get_attribute("lang") == "zh-Hant"
        page.get_by_role("button", name="語言").click()
        page.get_by_role("menuitemradio", name="English").click()
        page.get_by_role("textbox", name="Write a message").wait_for()
        page.reload()
        page.get_by_role("button", name="Work", exact=True).click()
        page.get_by_text("No conversations yet.").wait_for()
        window.assert_accessible()
        window.close()


def test_a_long_conversation_opens_by_its_end_and_keeps_its_place_when_more_comes(
    chromium: Any, tmp_path: Path
) -> None:
    conversation = "conv_" + "0" * 32
    with live_server(tmp_path, ScriptedModel(lambda request: "Hi." if request.tools else CHAT)) as server:

        async def talk() -> None:
            for number in range(34):
                turn = await server.inkwright.send(
                    f"Question {number}.", route=CHAT_ROUTE, conversation_id=conversation
                )
                await turn.outcome()

        server.run(talk())
        window = Window(chromium, server.url)
        page = window.page
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if f"{conversation}?" in request.url else None)
        page.goto(f"{server.url}/?c={conversation}")
        page.get_by_text("Question 33.").wait_for()
        assert [url.partition("?")[2] for url in asked] == ["limit=30"]
        messages = page.locator("[role=log] article")
        while messages.count() < 68:  # the button for more goes a moment later than the last of them comes
            place = page.locator("[data-scroller]").evaluate(_TO_TOP)
            page.wait_for_function(_HAS_NEWS, arg=place)
            assert abs(page.locator("[data-scroller]").evaluate(_WHERE, place["text"]) - place["top"]) <= 2
        assert messages.count() == 68
        assert "before=" in asked[-1]
        page.goto(f"{server.url}/?c={conversation}")
        page.get_by_role("searchbox", name="Search all conversations").fill("Question 2.")
        page.get_by_role("button", name="Question 2.").click()
        page.wait_for_function("() => document.activeElement.textContent.startsWith('Question 2.')")
        page.wait_for_url(f"{server.url}/?c={conversation}&pane=talk")
        assert page.evaluate("document.activeElement.getBoundingClientRect().top") > 0
        window.close()
