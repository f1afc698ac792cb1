"""The start screen in a real browser: examples at a click, and the form for models."""

from pathlib import Path
from typing import Any

import pytest

from inkwright import ScriptedModel
from inkwright.agent.rule_planner import NoModel
from tests.server.live import live_server
from tests.studio.browser import Window, chromium

__all__ = ["chromium"]

RAIN = "# Rain\n\nRain falls from clouds. Rain falls on the hills and runs into the river. It flows to the sea.\n"


def test_an_example_is_seen_at_a_click_and_a_quiz_is_downloaded_on_paper(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        window = Window(chromium, server.url)
        page = window.page
        page.get_by_role("button", name="A quiz, question by question").click()
        page.get_by_text("The model in this example is scripted").wait_for()
        page.get_by_role("switch", name="Show the key").wait_for()
        page.get_by_role("button", name="Download", exact=True).click()
        page.get_by_role("group").nth(1).wait_for()
        with page.expect_download() as download:
            page.get_by_role("menuitem", name="Word").nth(1).click()
        assert download.value.suggested_filename.endswith("(with key).docx")
        window.assert_accessible()
        window.close()


def test_the_form_for_models_is_accessible_in_chinese_on_a_phone_and_asks_for_a_key_first(
    chromium: Any, tmp_path: Path
) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        window = Window(chromium, server.url, width=390, locale="zh-CN", theme="dark")
        page = window.page
        page.get_by_role("button", name="模型").click()
        key = page.get_by_label("密钥")
        key.wait_for()
        assert key.get_attribute("type") == "password"
        use = page.get_by_role("button", name="使用这个模型")
        assert use.is_disabled()
        key.fill("sk-test")
        assert use.is_enabled()
        window.assert_accessible()
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
        window.close()


@pytest.mark.parametrize("is_dropped", [False, True])
def test_a_message_that_is_sent_while_a_file_is_read_waits_for_it(
    chromium: Any, tmp_path: Path, is_dropped: bool
) -> None:
    with live_server(tmp_path, NoModel()) as server:
        window = Window(chromium, server.url)
        page = window.page
        uploads: list[Any] = []
        page.route("**/api/conversations/attachments", lambda route: uploads.append(route))
        field = page.locator("label:has-text('Drop a file') input") if is_dropped else page.get_by_label("Attach")
        field.set_input_files(files=[{"name": "rain.md", "mimeType": "text/markdown", "buffer": RAIN.encode()}])
        window.send("What is this about?")
        page.get_by_text("Reading rain.md; then your message is sent").wait_for()
        window.assert_accessible()
        uploads[0].continue_()
        page.get_by_role("log").get_by_text("What is this about?").wait_for()
        page.get_by_role("log").get_by_text("rain.md").first.wait_for()
        page.get_by_role("log").get_by_text("Rain falls").first.wait_for()
        assert len(server.client().get("/api/conversations").json()["items"]) == 1
        window.close()
