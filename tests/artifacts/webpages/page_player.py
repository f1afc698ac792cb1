"""Chromium for tests, or a visible skip, and a player that uses only the keyboard."""

import asyncio
import base64
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from inkwright.artifacts.webpages.browser import Browser, shared_browser
from inkwright.artifacts.webpages.chromium import DevtoolsConnection, find_chromium, find_launch_options, run_chromium
from inkwright.artifacts.webpages.page_run import PageObservation, PageRun

_KEYS = {"Enter": "\r", " ": " "}


@pytest.fixture(scope="session")
def browser() -> Browser:
    """The browser of this process."""
    shared = shared_browser()
    if shared is None:
        pytest.skip("CHROMIUM IS NOT INSTALLED: no page is run (apt-get install chromium)")
    return shared


class Player:
    """A user of a page."""

    def __init__(self, tab: PageRun) -> None:
        self._tab = tab

    @property
    def look(self) -> PageObservation:
        return self._tab.observation

    async def press(self, *keys: str) -> None:
        for key in keys:
            text = _KEYS.get(key, key if len(key) == 1 else "")
            code = {"Enter": 13, " ": 32, "Tab": 9}.get(key, 0)
            down = {"type": "keyDown" if text else "rawKeyDown", "key": key, "windowsVirtualKeyCode": code}
            await self._tab._command("Input.dispatchKeyEvent", down | ({"text": text} if text else {}))
            await self._tab._command("Input.dispatchKeyEvent", {"type": "keyUp", "key": key})

    async def ask(self, expression: str) -> Any:
        return await self._tab._evaluate(expression)

    async def text(self, selector: str) -> str:
        return str(await self.ask(f"document.querySelector({selector!r}).innerText"))

    async def media(self, name: str) -> None:
        await self._tab._command("Emulation.setEmulatedMedia", {"media": name}, self._tab._inner)

    async def width(self, pixels: int) -> None:
        await self._tab._resize(pixels)
        await self.ask(f"probe.fit({pixels})")

    async def printed(self) -> bytes:
        """Print the page to PDF."""
        made = await self._tab._command("Page.printToPDF", {"printBackground": True})
        return base64.b64decode(made["data"])


class Playground:
    """A browser that stays open for several pages, with its own event loop."""

    def __init__(self, program: Path) -> None:
        self._runner = asyncio.Runner()
        self._closing = AsyncExitStack()
        self._devtools = self._runner.run(self._open(program))

    async def _open(self, program: Path) -> DevtoolsConnection:
        return await self._closing.enter_async_context(run_chromium(program, await find_launch_options()))

    def play(self, page: bytes, game: Callable[[Player], Awaitable[None]]) -> PageObservation:
        """Open a page in its own tab and run a game in it."""

        async def run() -> PageObservation:
            player = Player(PageRun(self._devtools, page, seconds=120))
            await player._tab._open()
            await game(player)
            await player._tab._command("Page.close")
            return player.look

        return self._runner.run(run())

    def close(self) -> None:
        self._runner.run(self._closing.aclose())
        self._runner.close()


_open: list[Playground] = []


def play(page: bytes, game: Callable[[Player], Awaitable[None]]) -> PageObservation:
    """Open a page and let somebody play, in the one browser that is kept for this."""
    program = find_chromium()
    if program is None:
        pytest.skip("CHROMIUM IS NOT INSTALLED: no page is played (apt-get install chromium)")
    if not _open:
        _open.append(Playground(program))
    return _open[0].play(page, game)


@pytest.fixture(scope="session", autouse=True)
def closed_in_the_end() -> Iterator[None]:
    """The browser that is kept for playing is gone when the tests are."""
    yield
    while _open:
        _open.pop().close()
