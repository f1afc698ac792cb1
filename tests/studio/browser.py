"""A real Chromium for the tests of the studio, and what it takes to talk to a live service in it."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inkwright import ScriptedModel
from inkwright.artifacts.webpages.chromium import find_chromium
from inkwright.llm.models import Request

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "src" / "inkwright" / "server" / "studio" / "index.html"
AXE = ROOT / "studio" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE_MS = 120_000
CHAT = json.dumps({"intent": "chat_qa", "confidence": 1, "expected_mode": "answer"})


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A browser for the tests of a module."""
    api = pytest.importorskip("playwright.sync_api", reason="PLAYWRIGHT IS NOT INSTALLED: nobody opens the studio")
    program = find_chromium()
    if program is None:
        pytest.skip("CHROMIUM IS NOT INSTALLED: nobody opens the studio")
    if not BUILT.exists():
        pytest.skip("THE STUDIO IS NOT BUILT (scripts/studio): nobody opens it")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(program), args=["--no-sandbox"])
        yield browser
        browser.close()


class Window:
    """A page of the studio that fails if the browser reports an error, or breaks a rule of accessibility."""

    def __init__(
        self, browser: Any, url: str, *, width: int = 1440, theme: str = "light", locale: str = "en-GB"
    ) -> None:
        self.context = browser.new_context(
            viewport={"width": width, "height": 860}, color_scheme=theme, locale=locale, reduced_motion="reduce"
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda line: self.problems.append(line.text) if line.type == "error" else None)
        self.page.goto(url)

    def send(self, text: str) -> None:
        """Write a message and send it."""
        self.page.get_by_role("textbox", name="Write a message").fill(text)
        self.page.keyboard.press("Enter")

    def assert_accessible(self) -> None:
        """No rule of axe is broken, and nothing is wider than the screen."""
        assert not self.page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        if not AXE.exists():
            return
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run(document)")["violations"]
        told = [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]]
        assert not told, "\n".join(told)

    def close(self) -> None:
        """Close it; the browser reported nothing."""
        self.context.close()
        assert not self.problems, "\n".join(self.problems)


class GatedModel(ScriptedModel):
    """A model that answers only when the gate is open."""

    def __init__(self, *lines: Any) -> None:
        left = list(lines)
        super().__init__(lambda request: left.pop(0) if request.tools else CHAT)
        self.gate = asyncio.Event()

    async def reply(self, request: Request, *rest: Any) -> Any:
        """Wait for the gate, unless only the route is asked for."""
        if request.tools:
            await self.gate.wait()
        return await super().reply(request, *rest)
