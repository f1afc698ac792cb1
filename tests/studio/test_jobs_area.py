"""Jobs in a real browser: progress, pause, resume and cancel of work that runs."""

import asyncio
from pathlib import Path
from typing import Any

from inkwright import ScriptedModel
from inkwright.llm.models import Request
from tests.server.live import live_server
from tests.studio.browser import Window, chromium

__all__ = ["chromium"]


class HeldModel(ScriptedModel):
    """A model that answers while the gate is open."""

    def __init__(self) -> None:
        super().__init__(lambda _: "Rain falls.")
        self.gate = asyncio.Event()

    async def reply(self, request: Request, *rest: Any) -> Any:
        """Wait for the gate."""
        await self.gate.wait()
        return await super().reply(request, *rest)


def test_a_job_is_paused_resumed_and_finished_and_another_is_cancelled(chromium: Any, tmp_path: Path) -> None:
    model = HeldModel()
    with live_server(tmp_path, model) as server:
        client = server.client()
        window = Window(chromium, f"{server.url}/?a=jobs", theme="dark")
        page = window.page
        page.get_by_text("No jobs yet").wait_for()
        for title in ("Two", "Other"):
            body = {"kind": "batch", "arguments": {"messages": ["Hi", "Ho"]}, "title": title}
            assert client.post("/api/jobs", json=body).status_code == 201
        page.reload()
        page.get_by_role("progressbar", name="Progress of Two").wait_for()
        window.assert_accessible()
        page.get_by_role("button", name="Cancel: Other").click()
        page.get_by_text("Cancelled", exact=True).wait_for()
        page.get_by_role("button", name="Pause: Two").click()
        # The step may end only when the request to pause has arrived.
        page.get_by_text("Pausing", exact=True).wait_for()
        server.loop.call_soon_threadsafe(model.gate.set)
        page.get_by_text("Paused", exact=True).wait_for()
        window.assert_accessible()
        page.get_by_role("button", name="Resume: Two").click()
        page.get_by_text("Finished", exact=True).wait_for()
        window.close()
