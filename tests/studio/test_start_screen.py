"""The start screen in a real browser: examples at a click, and the form for models."""

from pathlib import Path
from typing import Any

from inkwright import ScriptedModel
from tests.server.live import live_server
from tests.studio.browser import Window, chromium

__all__ = ["chromium"]


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
