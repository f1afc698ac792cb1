"""Classes in a real browser: a file is checked, imported and undone; a class, a pupil and a comparison are shown."""

from pathlib import Path
from typing import Any

import pytest

from inkwright import ScriptedModel
from inkwright.agent.rule_planner import NoModel
from tests.apps.samples import add_school, school_data
from tests.server.live import live_server
from tests.studio.browser import Window, chromium

__all__ = ["chromium"]

MARKS = (
    "学号,姓名,班级,测验1,测验2\n满分,,,60,100\n知识点,,,比,分数\n"
    "1001,陈大文,1A,55,80\n1002,李小明,1A,20,40\n1003,王五,1B,60,90\n"
)


@pytest.mark.parametrize(("theme", "width"), [("light", 1440), ("dark", 390)])
def test_a_file_is_mapped_checked_imported_shown_and_undone(
    chromium: Any, tmp_path: Path, theme: str, width: int
) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        window = Window(chromium, f"{server.url}/?a=classes", theme=theme, width=width)
        page = window.page
        page.locator("input[type=file]").set_input_files(
            {"name": "marks.csv", "mimeType": "text/csv", "buffer": MARKS.encode()}
        )
        page.get_by_role("button", name="Check the file").click()
        page.get_by_role("combobox", name="测验2").select_option("unknown")
        page.get_by_role("combobox", name="测验2").select_option("test")
        page.get_by_role("button", name="Check again").click()
        window.assert_accessible()
        page.get_by_role("button", name="Import 3 pupils").click()
        page.get_by_text("Imported 3 pupils.").wait_for()
        page.goto(f"{server.url}/?a=classes&i=1A")
        page.get_by_role("heading", name="1A").wait_for()
        page.get_by_role("cell", name="37.5", exact=True).first.wait_for()
        page.get_by_role("button", name="Make a quiz on what was wrong").wait_for()
        window.assert_accessible()
        page.get_by_role("button", name="李小明").click()
        page.get_by_role("cell", name="20 / 60").wait_for()
        window.assert_accessible()
        page.goto(f"{server.url}/?a=classes&i=*")
        page.get_by_role("heading", name="Compare classes").wait_for()
        window.assert_accessible()
        page.goto(f"{server.url}/?a=classes")
        page.get_by_role("button", name="Undo marks.csv").click()
        page.get_by_text("Nothing yet.").wait_for()
        window.close()


def test_an_answer_about_a_class_leads_to_it(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, NoModel()) as server:
        server.run(add_school(server.inkwright, school_data()))
        window = Window(chromium, server.url)
        window.send("What is the mean of 1A in Quiz 1?")
        window.page.get_by_role("button", name="Open 1A").wait_for()
        window.assert_accessible()
        window.page.reload()
        window.page.get_by_role("button", name="Open 1A").click()
        window.page.get_by_role("heading", name="1A").wait_for()
        window.close()
