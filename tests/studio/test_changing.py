"""Changing what was made in a real browser: slides, themes, templates, questions, and examples that ask something."""

import base64
from pathlib import Path
from typing import Any

import pptx

from inkwright import ScriptedModel
from tests.artifacts.sample_decks import saved
from tests.server.live import LiveServer, live_server
from tests.server.routes.test_decks import deck, titles
from tests.server.routes.test_quiz_questions import questions, quiz
from tests.studio.browser import Window, chromium

__all__ = ["chromium"]


PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def without_pictures(window: Window) -> Any:
    """The page of a window in which nobody waits for LibreOffice.

    Every picture of a page is one pixel; the bytes of page 2 are different in every file.
    """
    drawn = {"count": 4, "shown": 4, "how": "office", "notes": []}

    def draw(route: Any) -> None:
        own = route.request.url.encode() if route.request.url.endswith("/2") else b""
        route.fulfill(status=200, content_type="image/png", body=PIXEL + own)

    window.page.route("**/pages", lambda route: route.fulfill(json=drawn))
    window.page.route("**/pages/*", draw)
    return window.page


def newest(server: LiveServer) -> str:
    """The id of the artifact that was made last."""
    return str(server.client().get("/api/artifacts").json()["items"][0]["id"])


def test_slides_are_shown_and_arranged_with_the_keyboard_alone_and_the_change_is_undone(
    chromium: Any, tmp_path: Path
) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        window = Window(chromium, server.url)
        page = without_pictures(window)
        page.goto(f"{server.url}/?f={deck(server)}")
        page.get_by_role("button", name="Present").focus()
        page.keyboard.press("Enter")
        page.get_by_role("status").get_by_text("1 of 4").wait_for()
        for key, position in (("PageDown", "2 of 4"), ("End", "4 of 4"), ("ArrowLeft", "3 of 4")):
            page.keyboard.press(key)
            page.get_by_role("status").get_by_text(position).wait_for()
        window.assert_accessible()
        page.keyboard.press("Escape")
        page.wait_for_function("() => document.activeElement.textContent === 'Present'")
        assert page.title() == "Rivers – Inkwright"
        page.get_by_role("button", name="Arrange").focus()
        page.keyboard.press("Enter")
        page.get_by_role("listitem", name="Slide 2: Rain").focus()
        page.keyboard.press("Alt+ArrowRight")
        page.wait_for_function("() => document.activeElement.ariaLabel === 'Slide 3: Rain'")
        page.get_by_role("listitem", name="Slide 4: 海洋").focus()
        page.keyboard.press("Delete")
        page.wait_for_function("() => document.activeElement.ariaLabel === 'Slide 3: Rain'")
        page.get_by_role("button", name="Duplicate: Snow").click()
        window.assert_accessible()
        page.get_by_role("button", name="Save as a new version").click()
        page.get_by_text("Saved as version 2.").wait_for()
        assert titles(server, newest(server)) == ["Rivers", "Snow", "Snow", "Rain"]
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="Version 3").wait_for()
        assert titles(server, newest(server)) == ["Rivers", "Rain", "Snow", "海洋"]
        window.close()


def test_a_slide_is_dragged_to_another_place(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        window = Window(chromium, server.url)
        page = without_pictures(window)
        page.goto(f"{server.url}/?f={deck(server)}")
        page.get_by_role("button", name="Arrange").click()
        source = page.get_by_role("listitem", name="Slide 4: 海洋")
        source.drag_to(page.get_by_role("listitem", name="Slide 2: Rain"), target_position={"x": 10, "y": 30})
        page.get_by_role("listitem", name="Slide 2: 海洋").wait_for()
        page.get_by_role("button", name="Cancel").click()
        page.get_by_role("button", name="Arrange").wait_for()
        assert len(server.client().get("/api/artifacts").json()["items"]) == 1
        window.close()


def test_a_deck_is_seen_in_another_theme_takes_it_and_then_an_own_template_on_a_phone(
    chromium: Any, tmp_path: Path
) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        window = Window(chromium, server.url, width=390, theme="dark", locale="zh-CN")
        page = without_pictures(window)
        page.goto(f"{server.url}/?f={deck(server)}")
        page.get_by_role("button", name="主题", exact=True).click()
        page.get_by_text("夜间").click()
        page.locator("img[src*='themes/night/pages/2']").wait_for()
        window.assert_accessible()
        page.get_by_role("button", name="使用这个主题").click()
        page.get_by_role("button", name="版本 2").wait_for()
        assert server.client().get(f"/api/artifacts/{newest(server)}/slides").json()["theme"] == "night"
        page.get_by_role("button", name="版本 2").click()
        page.get_by_role("button", name="与第 1 版对比").click()
        page.get_by_role("img", name="版本 1, 第 2 张").wait_for()
        page.get_by_role("listitem").filter(has_text="有变化").get_by_role("img", name="版本 2, 第 2 张").wait_for()
        assert page.get_by_text("有变化").count() == 1
        window.assert_accessible()
        page.get_by_role("button", name="完成").click()
        page.get_by_role("button", name="主题", exact=True).click()
        template = {"name": "ours.pptx", "mimeType": "application/zip", "buffer": saved(pptx.Presentation())}
        page.get_by_label("使用自己的 .pptx 文件的样式").set_input_files(files=[template])
        page.get_by_role("button", name="版本 3").wait_for()
        broken = {"name": "ours.pptx", "mimeType": "application/zip", "buffer": b"no deck"}
        page.get_by_role("button", name="主题", exact=True).click()
        page.get_by_label("使用自己的 .pptx 文件的样式").set_input_files(files=[broken])
        page.get_by_text("不是 .pptx 文件").wait_for()
        assert len(server.client().get("/api/artifacts").json()["items"]) == 3
        window.context.close()


def test_a_question_is_edited_in_place_moved_and_deleted(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        made = quiz(server, "Rain is wet.", "Snow is cold.", "Hail is hard.")
        window = Window(chromium, f"{server.url}/?f={made}")
        page = window.page
        page.get_by_role("button", name="Edit question 2").click()
        page.get_by_role("textbox", name="Question", exact=True).fill("Snow is warm.")
        page.get_by_role("combobox", name="Answer").select_option("false")
        window.assert_accessible()
        page.get_by_role("button", name="Save as a new version").click()
        page.get_by_text("Saved as version 2.").wait_for()
        page.get_by_role("button", name="More about question 3").click()
        page.get_by_role("menuitem", name="Move up").click()
        page.get_by_text("Saved as version 3.").wait_for()
        page.get_by_role("button", name="More about question 1").click()
        page.get_by_role("menuitem", name="Delete").click()
        page.get_by_text("Saved as version 4.").wait_for()
        assert questions(server, newest(server)) == ["Hail is hard.", "Snow is warm."]
        page.get_by_role("button", name="More about question 2").click()
        page.get_by_role("menuitem", name="Replace with another …").click()
        assert page.locator("#message").input_value() == "Replace question 2 of the quiz with another one: "
        window.close()


def test_a_question_that_the_checks_refuse_stays_in_its_form_with_the_reason(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        window = Window(chromium, f"{server.url}/?f={quiz(server, 'Rain is wet.', 'Snow is cold.')}")
        page = window.page
        page.get_by_role("button", name="Edit question 1").click()
        page.get_by_role("textbox", name="Question", exact=True).fill("x" * 4_000)
        page.route("**/questions/1", lambda route: route.fulfill(status=409, json=REFUSED))
        page.get_by_role("button", name="Save as a new version").click()
        page.get_by_text("The question is too long.").wait_for()
        assert page.get_by_role("textbox", name="Question", exact=True).input_value() == "x" * 4_000
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Edit question 1").wait_for()
        window.context.close()


REFUSED = {"title": "The question is too long.", "status": 409, "code": "not_changed", "detail": ""}


def test_only_the_quiz_is_printed(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        window = Window(chromium, f"{server.url}/?f={quiz(server, 'Rain is wet.', 'Snow is cold.')}")
        page = window.page
        page.get_by_text("Snow is cold.").wait_for()
        page.emulate_media(media="print")
        assert page.get_by_text("Snow is cold.").is_visible()
        assert not page.get_by_role("textbox", name="Write a message").is_visible()
        assert not page.get_by_role("button", name="Edit question 1").is_visible()
        window.close()


def test_the_outline_of_a_document_leads_to_its_pages(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        markdown = "# Rivers\n\n" + "".join(f"## Part {n}\n\n" + "Rain falls. " * 400 + "\n\n" for n in range(4))
        document = server.run(server.inkwright.render(markdown, "pdf")).id
        window = Window(chromium, f"{server.url}/?f={document}")
        page = window.page
        page.get_by_role("navigation", name="Outline").get_by_role("button", name="Part 3").click()
        page.wait_for_function("() => document.querySelector('[data-page=\"1\"]').getBoundingClientRect().bottom < 100")
        window.assert_accessible()
        window.close()


def test_an_example_that_asks_is_answered_and_one_with_two_messages_goes_on(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        window = Window(chromium, server.url)
        page = window.page
        page.get_by_role("button", name="Show all examples").click()
        page.get_by_role("button", name="Changing what was made").click()
        page.get_by_role("button", name="Send it").click()
        page.get_by_role("button", name="Version 2").wait_for()
        page.get_by_role("button", name="New conversation").click()
        page.get_by_role("button", name="Show all examples").click()
        page.get_by_role("region", name="Or see an example").get_by_role("button").first.click()
        page.get_by_role("button", name="Use this outline").click()
        page.get_by_role("img", name="Slide 2").wait_for()
        window.assert_accessible()
        window.close()
