"""The studio in a real browser: how soon it can be used, and how it copes with long streams and long conversations.

`BENCH_ONLY=studio scripts/bench` writes docs/benchmarks-studio.md. It needs Chromium and a built studio.
"""

import asyncio
import contextlib
import gzip
import json
import os
import re
import statistics
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from inkwright.application import Inkwright
from inkwright.artifacts.webpages.chromium import find_chromium
from inkwright.llm.models import Request, TextPiece
from inkwright.llm.scripted import ScriptedModel
from inkwright.server.app import create_app
from inkwright.server.options import ServerOptions
from inkwright.server.serving import RunningService, running_service

ROOT: Final = Path(__file__).parent.parent
BUILT: Final = ROOT / "src" / "inkwright" / "server" / "studio"
DELTAS: Final = 5_000
TURNS: Final = 500
ROUNDS: Final = 5
MAX_TASK_MS: Final = 100
MAX_SCRIPT: Final = 350_000
CONVERSATION: Final = "conv_" + "0" * 32
CHAT: Final = json.dumps({"intent": "chat_qa", "confidence": 1, "expected_mode": "answer"})
ANSWER: Final = "Rivers carry **water** to the sea.\n\n- They begin in the hills\n- They end in the sea\n"
_WATCH: Final = """
window.longTasks = [];
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) window.longTasks.push(each.duration);
}).observe({ type: 'longtask' });
"""
_SCROLL: Final = """async () => {
  const scroller = document.querySelector('[role=log]').parentElement;
  const frames = [];
  let last = performance.now();
  const step = (scroller.scrollHeight || 1) / 120;
  for (let number = 0; number < 120; number++) {
    scroller.scrollTop -= step;
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    frames.push(now - last);
    last = now;
  }
  return frames;
}"""


class StreamingModel(ScriptedModel):
    """A model that answers in thousands of small pieces."""

    def __init__(self) -> None:
        super().__init__(lambda request: ANSWER if request.tools else CHAT)

    async def reply(self, request: Request, *rest: Any) -> Any:
        """Send the pieces, a few at a time, as a fast provider does."""
        if request.tools and "long" in str(request.messages[-1]) and rest:
            for number in range(DELTAS):
                rest[0](TextPiece("word " if number % 40 else "\n\n"))
                if not number % 20:
                    await asyncio.sleep(0.005)
        return await super().reply(request, *rest)


@contextlib.contextmanager
def service(home: Path) -> Iterator[str]:
    """Serve the studio on a free port until the end of the block."""
    ready = threading.Event()
    found: list[tuple[asyncio.AbstractEventLoop, RunningService]] = []

    async def serve() -> None:
        options = ServerOptions(port=0, pages_port=0, requests_per_minute=1_000_000)
        async with (
            Inkwright.open(home=home, model=StreamingModel()) as inkwright,
            running_service(create_app(inkwright, options), options) as running,
        ):
            found.append((asyncio.get_running_loop(), running))
            await fill(inkwright)
            ready.set()
            await running.ended()

    thread = threading.Thread(target=asyncio.run, args=(serve(),), daemon=True)
    thread.start()
    ready.wait()
    loop, running = found[0]
    yield running.address
    loop.call_soon_threadsafe(running.stop)
    thread.join(30)


async def fill(inkwright: Inkwright) -> None:
    """Store a conversation with many turns."""
    for number in range(TURNS):
        turn = await inkwright.send(f"Question {number} about rivers", conversation_id=CONVERSATION)
        await turn.outcome()


def first_load() -> int:
    """Return the compressed size of the scripts of the first load."""
    page = (BUILT / "index.html").read_text(encoding="utf-8")
    scripts = [address for address in re.findall(r'(?:src|href)="([^"]+)"', page) if address.endswith(".js")]
    return sum(len(gzip.compress((BUILT / address[1:]).read_bytes())) for address in scripts)


def seconds_until(browser: Any, url: str, selector: str) -> float:
    """Return the seconds until something can be used in a page, without a cache."""
    context = browser.new_context(viewport={"width": 1440, "height": 860})
    page = context.new_page()
    page.goto(url, wait_until="commit")
    page.locator(selector).first.wait_for(timeout=60_000)
    seconds = float(page.evaluate("performance.now()")) / 1_000
    context.close()
    return seconds


def streamed(browser: Any, url: str) -> tuple[list[float], float]:
    """Return the long tasks while an answer of thousands of pieces arrives, and how long it takes."""
    context = browser.new_context(viewport={"width": 1440, "height": 860})
    page = context.new_page()
    page.goto(url)
    page.locator("#message").fill("A long answer, please")
    page.evaluate(_WATCH)
    page.keyboard.press("Enter")
    start = page.evaluate("performance.now()")
    page.locator("[role=log][aria-busy=true]").wait_for(timeout=60_000)
    page.locator("[role=log][aria-busy=false]").wait_for(timeout=180_000)
    tasks, seconds = page.evaluate("window.longTasks"), (page.evaluate("performance.now()") - start) / 1_000
    context.close()
    return tasks, seconds


def scrolled(browser: Any, url: str) -> list[float]:
    """Return the milliseconds of each frame while a long conversation is scrolled to its beginning."""
    context = browser.new_context(viewport={"width": 1440, "height": 860})
    page = context.new_page()
    page.goto(url)
    page.locator("article").first.wait_for(timeout=60_000)
    frames: list[float] = page.evaluate(_SCROLL)
    context.close()
    return frames


def report() -> tuple[list[str], bool]:
    """Measure; return the lines of the page, and whether the size of the first load is kept."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - not every environment of the benchmarks has it

    program = find_chromium()
    if program is None or not (BUILT / "index.html").exists():
        return ["Not measured: Chromium and a built studio (`scripts/studio`) are needed."], True
    with tempfile.TemporaryDirectory() as home, service(Path(home)) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(program), args=["--no-sandbox"])
        starts = [seconds_until(browser, url, "#message") for _ in range(ROUNDS)]
        talk = f"{url}/?c={CONVERSATION}"
        opened = [seconds_until(browser, talk, "article") for _ in range(ROUNDS)]
        tasks, seconds = streamed(browser, url)
        frames = sorted(scrolled(browser, talk))
        browser.close()
    size = first_load()
    longest = f"{max(tasks, default=0):.0f} ms, {sum(each > MAX_TASK_MS for each in tasks)} over {MAX_TASK_MS} ms"
    shares = [frames[len(frames) // 2], frames[len(frames) * 95 // 100], frames[-1]]
    rows = [
        ("script of the first load, gzip", "≤ 350 KB", f"{size / 1_000:.0f} KB"),
        ("until the message field can be used", "≤ 1.5 s", f"{statistics.median(starts):.2f} s"),
        (f"longest task while {DELTAS:,} deltas arrive ({seconds:.1f} s)", f"≤ {MAX_TASK_MS} ms", longest),
        (f"a conversation of {TURNS} turns opens", "≤ 1 s", f"{statistics.median(opened):.2f} s"),
        (
            "its frames while it is scrolled: median / 95 % / longest",
            "no jank",
            " / ".join(f"{each:.0f}" for each in shares) + " ms",
        ),
    ]
    lines = [*INTRODUCTION, "| what | target | seen |", "|---|---|---|"]
    lines += [f"| {name} | {target} | {seen} |" for name, target, seen in rows]
    load = f"Load of the machine at the end: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores."
    return [*lines, "", load, ""], size <= MAX_SCRIPT


INTRODUCTION: Final = (
    "Chromium opens the built studio from a real service on loopback, uncached; the model is scripted. Times are",
    f"the median of {ROUNDS} rounds. A test checks the size of the first load in every build; times fail no build.",
    "",
)

if __name__ == "__main__":
    sys.stdout.write("\n".join(report()[0]))
