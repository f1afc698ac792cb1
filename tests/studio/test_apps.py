"""Apps in a real browser: saved from a conversation in three steps, run with other inputs, and read."""

from pathlib import Path
from typing import Any

from inkwright.agent.rule_planner import NoModel
from tests.server.live import live_server
from tests.server.routes.test_apps import prepared
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
        page.get_by_role("checkbox", name="How is 1A doing?").wait_for()
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
        page.get_by_role("button", name="Run for all").click()
        page.get_by_text("What each step did").wait_for()
        page.get_by_role("list", name="Runs").get_by_role("button", name="1A").wait_for()
        window.assert_accessible()
        window.close()


def test_the_apps_are_accessible_in_chinese_on_a_phone(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, NoModel()) as server:
        window = Window(chromium, f"{server.url}/?a=apps", width=390, locale="zh-CN", theme="dark")
        window.page.get_by_role("heading", name="可以重复运行的对话").wait_for()
        window.assert_accessible()
        window.close()
