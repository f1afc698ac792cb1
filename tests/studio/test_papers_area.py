"""Papers in a real browser: files in an order, stages, findings, "not compiled", writing again, and downloads."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from inkwright.agent.rule_planner import NoModel
from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.source import DocumentSpec
from tests.papers.test_rule_choice import NOTES
from tests.server.live import live_server
from tests.studio.browser import Window, chromium

__all__ = ["chromium"]


@pytest.fixture(autouse=True)
def _without_tex(monkeypatch: pytest.MonkeyPatch, chromium: Any) -> None:
    del chromium  # the browser is found first
    monkeypatch.setenv("PATH", "")


def upload(name: str, text: str) -> Any:
    return {"name": name, "mimeType": "text/markdown", "buffer": text.encode()}


def test_a_paper_is_written_from_ordered_files_and_says_that_nothing_compiled_it(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, NoModel()) as server:
        window = Window(chromium, f"{server.url}/?a=papers")
        page = window.page
        begin = page.get_by_role("button", name="Write the paper")
        begin.wait_for()
        assert begin.is_disabled()
        page.locator("input[type=file]").set_input_files(
            [upload("more.md", "More bees."), upload("bees.md", NOTES["en"])]
        )
        page.get_by_role("button", name="Move “bees.md” up").click()
        window.assert_accessible()
        begin.click()
        page.get_by_role("heading", name="bees.md").wait_for()
        page.get_by_text("Not compiled").first.wait_for()
        page.get_by_text("The checks found no problem in the paper.").wait_for()
        page.get_by_text("From: bees.md, more.md").wait_for()
        assert page.get_by_text("skipped").count() >= 1
        window.assert_accessible()
        with page.expect_download() as download:
            page.get_by_role("link", name="Everything (zip)").click()
        assert download.value.suggested_filename.endswith(".zip")
        page.get_by_label("Write again from").select_option(label="Whole paper")
        page.get_by_role("button", name="Write again").click()
        page.get_by_role("button", name="Delete", exact=True).wait_for()
        page.get_by_text("The checks found no problem in the paper.").wait_for()
        page.get_by_role("button", name="Delete", exact=True).click()
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="bees.md").wait_for()
        window.close()


def test_a_compiled_paper_is_shown_page_by_page_in_chinese_in_the_dark(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, NoModel()) as server:
        session = server.inkwright.papers.create([], {"title": "水华"}, server.inkwright.store.clock.now())
        spec = DocumentSpec(kind="plain", title="水华", language="zh", body="## 一\n\n样品很多。\n")
        session.save("paper.pdf", build_document(spec, "pdf").main)
        for stage, record in (("paper", {"problems": ["第 3 行：括号不配对。"]}), ("pdf", {"compiled": True})):
            (session.folder / "artifact" / f"{stage}.json").write_text(json.dumps(record))
        window = Window(chromium, f"{server.url}/?a=papers&i={session.id}", width=900, theme="dark", locale="zh-CN")
        page = window.page
        page.get_by_role("img", name="第 1 页").wait_for()
        page.get_by_text("论文中发现 1 个问题").wait_for()
        page.get_by_role("link", name="PDF").wait_for()
        window.assert_accessible()
        window.close()


def test_a_paper_of_a_talk_leads_to_its_page(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, NoModel()) as server:
        window = Window(chromium, server.url)
        page = window.page
        page.get_by_label("Attach").set_input_files(files=[upload("bees.md", NOTES["en"])])
        page.get_by_text("bees.md").first.wait_for()
        window.send("Write a paper")
        page.get_by_role("button", name=re.compile("bees.*Paper.*finished")).wait_for()
        window.assert_accessible()
        page.get_by_role("button", name=re.compile("bees.*Paper.*finished")).click()
        page.get_by_role("heading", name="bees").wait_for()
        page.get_by_text("Not compiled").first.wait_for()
        window.assert_accessible()
        window.close()
