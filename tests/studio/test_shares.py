"""Sharing in a real browser: a link is made and revoked, a student takes a quiz, and the teacher sees the result."""

from pathlib import Path
from typing import Any

import pytest

from inkwright import ScriptedModel
from tests.server.live import live_server
from tests.server.routes.test_shared_quizzes import QUESTIONS
from tests.server.samples import stored_document, stored_quiz
from tests.studio.browser import Window, chromium

__all__ = ["chromium"]


def test_a_file_is_shared_seen_and_revoked(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        window = Window(chromium, f"{server.url}/?f={stored_document(server)}", theme="dark")
        page = window.page
        page.get_by_role("button", name="Share", exact=True).click()
        page.get_by_role("button", name="Create link").click()
        address = page.get_by_role("textbox", name="Link").input_value()
        window.assert_accessible()
        visitor = Window(chromium, address)
        visitor.page.get_by_role("heading", name="Rain").wait_for()
        visitor.assert_accessible()
        visitor.close()
        page.get_by_role("button", name="Revoke").click()
        page.get_by_text("Revoked").wait_for()
        gone = Window(chromium, address, locale="zh-CN", width=390)
        gone.page.get_by_text("此链接无法打开").first.wait_for()
        gone.context.close()
        window.close()


@pytest.mark.parametrize(("theme", "width"), [("light", 1440), ("dark", 390)])
def test_a_student_takes_a_quiz_that_survives_a_reload(chromium: Any, tmp_path: Path, theme: str, width: int) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        quiz = stored_quiz(server, *QUESTIONS)
        asked = {"artifactId": quiz, "quiz": {"showsAnswers": True}}
        address = server.client().post("/api/shares", json=asked).json()["url"]
        student = Window(chromium, address, theme=theme, width=width)
        page = student.page
        page.get_by_role("textbox", name="Name").fill("陈大文")
        page.get_by_label("B. Carbon dioxide").check()
        page.get_by_role("textbox", name="Blank 1").fill("wet")
        page.get_by_role("button", name="Move down").first.click()
        order = page.locator("ol.items li span").all_inner_texts()
        page.get_by_text("3 of 6 answered").wait_for()
        student.assert_accessible()
        page.reload()
        assert page.get_by_role("textbox", name="Name").input_value() == "陈大文"
        assert page.get_by_label("B. Carbon dioxide").is_checked()
        assert page.get_by_role("textbox", name="Blank 1").input_value() == "wet"
        assert page.locator("ol.items li span").all_inner_texts() == order
        page.get_by_role("button", name="Hand in").click()
        page.get_by_text("Not answered: 3.").wait_for()
        page.get_by_role("button", name="Hand in").click()
        page.get_by_text("Score:").wait_for()
        student.assert_accessible()
        page.goto(address)
        page.get_by_role("link", name="see your result").click()
        page.get_by_text("SECRET explanation").wait_for()
        student.close()
        teacher = Window(chromium, f"{server.url}/?f={quiz}", theme=theme)
        teacher.page.get_by_role("button", name="Share", exact=True).click()
        teacher.page.get_by_role("button", name="1 result").click()
        teacher.page.get_by_role("cell", name="陈大文").wait_for()
        teacher.assert_accessible()
        with teacher.page.expect_download() as download:
            teacher.page.get_by_role("link", name="CSV").click()
        rows = Path(download.value.path()).read_text(encoding="utf-8-sig").splitlines()
        assert len(rows) == 2
        assert "陈大文" in rows[1]
        teacher.close()
