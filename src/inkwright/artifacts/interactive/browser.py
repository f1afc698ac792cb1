"""The browser in which pages are run before they are believed: several in one, within a time limit."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

from inkwright.artifacts.interactive.chromium import Footing, find_chromium, find_footing, running
from inkwright.artifacts.interactive.devtools import BrowserGone, Devtools
from inkwright.artifacts.interactive.page_run import Look, PageRun

SECONDS: Final = 60
ANSWER_SECONDS: Final = 4.0
"""A page that does not answer for so long does not come to an end."""

AT_ONCE: Final = 3

__all__ = ["ANSWER_SECONDS", "Browser", "Unrun", "find_chromium"]


class Unrun(Exception):
    """The browser could not be started, or ended before its time."""


class Browser:
    """Chromium, started for each call and gone after it. Starting costs most: give it several pages at once."""

    def __init__(self, program: Path, *, seconds: float = SECONDS, answer_seconds: float = ANSWER_SECONDS) -> None:
        self._program = program
        self._seconds = seconds
        self.answer_seconds = answer_seconds
        self._footing: Footing | None = None
        self._lock = asyncio.Lock()

    async def judge(self, pages: Sequence[bytes]) -> list[Look]:
        """What is to be said of each page, opened at two widths and used. They must have been read before."""
        return await self._run(pages, PageRun.judge)

    async def photograph(self, page: bytes) -> Look:
        """Pictures of the whole page at both widths."""
        [look] = await self._run([page], PageRun.photograph)
        return look

    async def _run(self, pages: Sequence[bytes], way: Callable[[PageRun], Awaitable[Look]]) -> list[Look]:
        async with self._lock:
            self._footing = self._footing or await find_footing()
            try:
                async with asyncio.timeout(self._seconds), running(self._program, self._footing) as devtools:
                    return await self._run_in(devtools, pages, way)
            except TimeoutError as late:
                raise Unrun(f"{self._seconds:g} s") from late
            except BrowserGone as problem:
                raise Unrun(str(problem)) from problem

    async def _run_in(
        self, devtools: Devtools, pages: Sequence[bytes], way: Callable[[PageRun], Awaitable[Look]]
    ) -> list[Look]:
        places = asyncio.Semaphore(AT_ONCE)

        async def run(page: bytes) -> Look:
            async with places:
                tab = PageRun(devtools, page, seconds=self.answer_seconds)
                try:
                    return await way(tab)
                except BrowserGone as problem:
                    if devtools.is_gone:
                        raise
                    # The page did away with the tab or the document it was run in.
                    tab.look.errors.append(str(problem))
                    return tab.look

        return list(await asyncio.gather(*(run(page) for page in pages)))
