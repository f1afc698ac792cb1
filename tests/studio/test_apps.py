"""Apps in a real browser: saved from a conversation in three steps, run with other inputs, and read."""

import re
from pathlib import Path
from typing import Any

from inkwright import ScriptedModel
from inkwright.agent.rule_planner import NoModel
from tests.apps.samples import add_school, converse, school_data, turn
from tests.server.live import LiveServer, live_server
from tests.server.routes.test_apps import prepared, waited
from tests.studio.browser import Window, chromium

__all__ = ["chromium"]


def test_a_conversation_is_saved_as_an_app_and_run_for_another_class(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, NoModel()) as server:
        conversation = prepared(server)
        window = Window(chromium, f"{server.url}/?a=apps")
        page = window.page
        page.get_by_role("heading", name="A conversation that runs again").wait_for()
        window.assert_accessible()
        page.get_by_role("button", name="Save a conversation as an app").last.click()
        page.get_by_role("combobox").select_option(conversation)
        page.get_by_role("checkbox", name="How is 1A doing? Look at a class").wait_for()
        window.assert_accessible()
        page.get_by_role("button", name="Next").click()
        page.get_by_role("dialog").get_by_role("textbox").fill("Class report")
        page.get_by_role("button", name="Next").click()
        page.get_by_role("button", name="Save as an app").click()
        page.get_by_role("form", name="Inputs").wait_for()
        page.get_by_role("form", name="Inputs").get_by_role("combobox").fill("9Z")
        page.get_by_role("button", name="Run", exact=True).click()
        page.get_by_role("alert").get_by_text("9Z").wait_for()
        page.get_by_role("form", name="Inputs").get_by_role("combobox").fill("1B")
        page.get_by_role("button", name="Run", exact=True).click()
        page.get_by_role("article").get_by_text("1B").first.wait_for()
        window.assert_accessible()
        with page.expect_download() as download:
            page.get_by_role("link", name="Excel").click()
        assert download.value.suggested_filename.endswith(".xlsx")
        page.get_by_role("button", name="Publish the app to share this page").click()
        page.get_by_role("button", name="Share this page", exact=True).click()
        assert "/s/" in page.get_by_role("textbox", name="Link").input_value()
        window.assert_accessible()
        page.get_by_role("button", name="Run several times").click()
        page.get_by_role("dialog").get_by_text("2 of 2 chosen").wait_for()
        page.get_by_role("dialog").get_by_text("2 runs, if each is like the first: No model writes").wait_for()
        window.assert_accessible()
        page.get_by_role("button", name="Begin 2 runs").click()
        page.get_by_text("What each step did").wait_for()
        page.get_by_role("list", name="Runs").get_by_role("button", name="1A").wait_for()
        window.assert_accessible()
        window.close()


def compiled(server: LiveServer, message: str, *called: tuple[str, dict[str, str]]) -> str:
    """An app of a conversation with these calls."""

    async def converse_about() -> str:
        await add_school(server.inkwright, school_data())
        return await converse(server.inkwright, turn(1, message, *called))

    conversation = str(server.run(converse_about()))
    begun = server.client().post("/api/apps/compile", json={"conversationId": conversation}).json()
    waited(server, begun["jobId"])
    return str(begun["appId"])


def test_what_a_run_takes_is_estimated_and_its_limit_leaves_the_text_out(chromium: Any, tmp_path: Path) -> None:
    model = ScriptedModel(lambda _: "No numbers here.", name="openai:gpt-5")
    with live_server(tmp_path, model) as server:
        app = compiled(server, "How is 1A doing?", ("get_class_detail", {"class_id": "1A"}))
        window = Window(chromium, f"{server.url}/?a=apps&i={app}")
        page = window.page
        page.get_by_text(re.compile(r"About \d[\d,]* tokens, \$0\.\d+ and 8 seconds; at most")).wait_for()
        asked = len(model.calls)
        page.get_by_text("Set a limit").click()
        page.get_by_role("textbox", name="At most, in tokens").fill("10")
        window.assert_accessible()
        page.get_by_role("button", name="Run", exact=True).click()
        page.get_by_text("The text was left out: the budget of this run is used up.").wait_for()
        assert len(model.calls) == asked
        page.get_by_text("Set a limit").click()
        assert page.get_by_role("textbox", name="At most, in tokens").input_value() == "10"
        page.get_by_role("textbox", name="At most, in tokens").fill("")
        page.get_by_role("textbox", name="At most, in US dollars").fill("1")
        page.get_by_role("button", name="Run", exact=True).click()
        page.get_by_role("article").get_by_text("No numbers here.").wait_for()
        page.get_by_text(re.compile(r"^Used: \d+ tokens")).wait_for()
        window.assert_accessible()
        window.close()


def test_an_app_runs_for_several_pupils_of_the_class_and_its_other_inputs_stay(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, NoModel()) as server:
        call = ("get_student_grades", {"student_id": "S00002", "class_id": "1A"})
        app = compiled(server, "What are the marks of S00002?", call)
        window = Window(chromium, f"{server.url}/?a=apps&i={app}", width=390)
        page = window.page
        page.get_by_role("button", name="Run several times").click()
        page.get_by_role("dialog").get_by_role("combobox", name="What changes").select_option("Pupil")
        page.get_by_text("6 of 6 chosen").wait_for()
        page.get_by_text("Everything else stays as it is: Class 1A.").wait_for()
        page.get_by_role("button", name="None").click()
        assert page.get_by_role("button", name="Begin 0 runs").is_disabled()
        for name in ("Pupil 0 1 (S00001)", "Pupil 0 3 (S00003)"):
            page.get_by_role("checkbox", name=name).check()
        window.assert_accessible()
        page.get_by_role("button", name="Begin 2 runs").click()
        for number in ("S00001", "S00003"):
            page.get_by_role("list", name="Runs").get_by_role("button", name=number).wait_for()
        window.assert_accessible()
        window.close()


def test_the_apps_are_accessible_in_chinese_on_a_phone(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, NoModel()) as server:
        window = Window(chromium, f"{server.url}/?a=apps", width=390, locale="zh-CN", theme="dark")
        window.page.get_by_role("heading", name="可以重复运行的对话").wait_for()
        window.assert_accessible()
        window.close()
