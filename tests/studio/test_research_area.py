"""Research in a real browser: stages, the report with its citations, sources, and what is not supported."""

from pathlib import Path
from typing import Any

from inkwright import ScriptedModel
from inkwright.llm.models import Request
from tests.research.search_server import RIVER
from tests.server.live import live_server
from tests.studio.browser import Window, chromium

__all__ = ["chromium"]

PLANS = {
    "en": "[Research plan]\nLook.\n\n[Chapter outline]\n1. The river | Velda River\n",
    "zh": "[研究计划]\n查找。\n\n[章节大纲]\n1. 河流 | 青岚江\n",
}
CHAPTERS = {
    "en": "=====\nThe Velda flows 687 kilometres [1]. It carries 5,000 cubic metres per second [1].",
    "zh": "=====\n青岚江全长687公里[1]。",
}
CHINESE = "青岚江全长687公里，流域面积4.83万平方公里。1998年3月14日的洪水中，水文站记录到每秒3960立方米的流量。" * 2


def researcher(language: str) -> ScriptedModel:
    def answer(request: Request) -> str:
        prompt = str(request.messages[0]["content"])
        if "[Chapter outline]" in prompt or "[章节大纲]" in prompt:
            return PLANS[language]
        return "APPROVED" if "APPROVED" in prompt else CHAPTERS[language]

    return ScriptedModel(answer)


def test_a_report_marks_what_is_not_supported_and_its_citations_lead_to_the_sources(
    chromium: Any, tmp_path: Path
) -> None:
    with live_server(tmp_path, researcher("en")) as server:
        server.client().post("/api/library", files=[("files", ("velda.md", RIVER.encode()))])
        window = Window(chromium, f"{server.url}/?a=research")
        page = window.page
        begin = page.get_by_role("button", name="Begin")
        begin.wait_for()
        assert begin.is_disabled()
        page.get_by_label("Topic").fill("Floods of the Velda River")
        page.get_by_label("Depth").select_option("1")
        page.get_by_role("checkbox", name="The web").uncheck()
        window.assert_accessible()
        begin.click()
        page.get_by_text("2 cited sentences were checked.").wait_for()
        page.get_by_text("1 sentence is not supported by its source").wait_for()
        assert page.get_by_role("button", name="Source 1: not supported").count() == 1
        page.get_by_role("button", name="Source 1: supported").click()
        page.get_by_text("Its basin covers 48,300 square kilometres").wait_for()
        window.assert_accessible()
        with page.expect_download() as download:
            page.get_by_role("link", name="Word").click()
        assert download.value.suggested_filename.endswith(".docx")
        page.get_by_role("link", name="Jobs").click()
        page.get_by_role("button", name="Open: Floods of the Velda River").click()
        page.get_by_text("2 cited sentences were checked.").wait_for()
        window.close()


def test_without_any_source_the_research_fails_and_says_why_in_chinese_on_a_phone(
    chromium: Any, tmp_path: Path
) -> None:
    with live_server(tmp_path, researcher("zh")) as server:
        window = Window(chromium, f"{server.url}/?a=research", width=390, theme="dark", locale="zh-CN")
        page = window.page
        page.get_by_label("主题").fill("青岚江的洪水")
        page.get_by_role("button", name="开始").click()
        page.get_by_role("alert").wait_for()
        page.get_by_text("失败", exact=True).first.wait_for()
        window.assert_accessible()
        server.client().post("/api/library", files=[("files", ("江.md", CHINESE.encode()))])
        page.get_by_role("button", name="继续：青岚江的洪水").click()
        page.get_by_text("核对了 1 个带引用的句子。").wait_for()
        page.get_by_role("button", name="来源 1：有依据").wait_for()
        window.assert_accessible()
        window.close()
