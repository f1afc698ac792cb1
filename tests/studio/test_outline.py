"""An outline that is changed line by line, and the palette, in a real browser with the keyboard alone."""

from pathlib import Path
from typing import Any

from inkwright import ScriptedModel
from tests.agent.test_run import call
from tests.server.live import live_server
from tests.studio.browser import CHAT, Window, chromium

__all__ = ["chromium"]

LINES = ["# Rain", "", "## Clouds [bullets]", "- White", "", "## Rivers"]


def test_slides_are_moved_and_lines_added_and_exactly_that_is_sent(chromium: Any, tmp_path: Path) -> None:
    asked = call("ui_request", type="outline_edit", title="The outline", outline_lines=LINES)
    lines: list[Any] = [asked, "Thank you."]
    model = ScriptedModel(lambda request: lines.pop(0) if request.tools else CHAT)
    with live_server(tmp_path, model) as server:
        window = Window(chromium, server.url)
        page = window.page
        window.send("Plan slides on rain")
        page.get_by_role("textbox", name="Slide", exact=True).nth(1).focus()
        page.keyboard.press("Alt+ArrowUp")
        page.wait_for_function("() => document.activeElement.value === 'Rivers'")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.activeElement.value === ''")
        page.keyboard.type("Long")
        removers = page.get_by_role("button", name="Remove the line")
        count = removers.count()
        removers.last.click()
        assert removers.count() == count - 1
        page.get_by_role("button", name="Undo").click()
        assert removers.count() == count
        page.get_by_role("combobox", name="Layout").first.select_option("quote")
        window.assert_accessible()
        page.get_by_role("button", name="Use the edited outline").click()
        page.get_by_text("Thank you.").wait_for()
        page.get_by_text("You changed the outline.").wait_for()
        told = str(model.calls[-1].messages)
        assert "## Rivers [quote]\\n- Long\\n\\n## Clouds [bullets]\\n- White" in told.replace("\n", "\\n"), told
        window.close()


def test_the_palette_finds_a_conversation_by_its_title_and_its_words_and_switches_the_theme(
    chromium: Any, tmp_path: Path
) -> None:
    with live_server(tmp_path, ScriptedModel(lambda request: "Hi." if request.tools else CHAT)) as server:
        server.client().post("/api/agent/stream", json={"message": "Rivers"}).read()
        window = Window(chromium, server.url)
        page = window.page
        page.get_by_role("button", name="More about “Rivers”").wait_for()
        page.keyboard.press("Control+k")
        page.get_by_role("combobox", name="Find anything").fill("riv")
        page.get_by_role("option", name="Rivers").wait_for()
        window.assert_accessible()
        page.keyboard.press("Enter")
        page.get_by_text("Hi.").wait_for()
        page.keyboard.press("Control+k")
        page.get_by_role("combobox", name="Find anything").fill("hi.")
        page.get_by_role("option", name="Hi. Message").wait_for()
        page.get_by_role("combobox", name="Find anything").fill("dark")
        page.get_by_role("option", name="dark").wait_for()
        page.keyboard.press("Enter")
        page.locator("html[data-theme=dark]").wait_for()
        page.keyboard.press("Control+k")
        page.get_by_role("combobox", name="Find anything").fill("model")
        page.keyboard.press("Enter")
        page.get_by_role("dialog").get_by_role("button", name="Test it").wait_for()
        window.close()
