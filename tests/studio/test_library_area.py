"""The library in a real browser: drop, status, search, read at the found place, delete and undo."""

import re
from pathlib import Path
from typing import Any

from inkwright import ScriptedModel
from tests.server.live import live_server
from tests.studio.browser import Window, chromium

__all__ = ["chromium"]

LEAVES = "Leaves have many parts. " * 200 + "Photosynthesis happens in the chloroplasts. " + "They are green. " * 50


def test_documents_are_dropped_searched_read_at_the_found_place_and_deleted_with_undo(
    chromium: Any, tmp_path: Path
) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        window = Window(chromium, f"{server.url}/?a=library")
        page = window.page
        files = page.locator("input[type=file]").first
        files.set_input_files(
            [
                {"name": "leaves.md", "mimeType": "text/markdown", "buffer": LEAVES.encode()},
                {"name": "broken.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7 no more"},
            ]
        )
        page.get_by_role("button", name="broken.pdf Not read").wait_for()
        page.get_by_role("button", name="leaves.md Ready").wait_for()
        window.assert_accessible()
        page.get_by_role("searchbox", name="Search your documents").fill("photosynthesis")
        page.get_by_text("1 passage for").wait_for()
        assert page.locator("mark").all_inner_texts() == ["Photosynthesis"]
        page.get_by_role("button", name="leaves.md, page 1").click()
        found = page.locator("mark")
        found.wait_for()
        assert "Photosynthesis happens in the chloroplasts." in found.inner_text()
        assert found.evaluate("node => node.getBoundingClientRect().top < window.innerHeight")
        window.assert_accessible()
        page.reload()
        page.locator("mark").wait_for()
        page.get_by_role("button", name="broken.pdf Not read").click()
        page.get_by_role("heading", name="broken.pdf").wait_for()
        page.get_by_text(re.compile("damaged|cannot|not")).first.wait_for()
        page.get_by_role("button", name="Delete “leaves.md”").click()
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="leaves.md Ready").wait_for()
        page.get_by_role("button", name="Delete “leaves.md”").click()
        page.get_by_role("button", name="leaves.md Ready").wait_for(state="detached")
        page.close(run_before_unload=True)
        client = server.client()
        names = ["leaves.md"]
        while "leaves.md" in names:
            names = [each["name"] for each in client.get("/api/library").json()["items"]]
        assert names == ["broken.pdf"]
        window.close()


def test_the_library_is_accessible_in_chinese_on_a_phone_in_the_dark(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        notes = "植物在光合作用中吸收二氧化碳。叶绿体是光合作用的场所。"
        server.client().post("/api/library", files=[("files", ("植物.md", notes.encode()))])
        window = Window(chromium, f"{server.url}/?a=library", width=390, theme="dark", locale="zh-CN")
        page = window.page
        page.get_by_role("searchbox", name="搜索你的资料").fill("叶绿体")
        page.get_by_role("button", name="植物.md，第 1 页").wait_for()
        window.assert_accessible()
        page.get_by_role("button", name="植物.md，第 1 页").click()
        page.get_by_role("heading", name="植物.md").wait_for()
        page.get_by_role("button", name="资料", exact=True).click()
        page.get_by_role("button", name="植物.md 可用").wait_for()
        window.assert_accessible()
        window.close()
