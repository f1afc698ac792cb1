"""Chromium for pages: started with the first one, kept open for the next, and closed when idle or at exit."""

import asyncio
import contextlib
import hashlib
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from inkwright.artifacts.background_loop import BackgroundLoop
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, Severity, finding, quoted_line
from inkwright.artifacts.verification import ArtifactRun, has_errors
from inkwright.artifacts.webpages.chromium import (
    BrowserClosed,
    DevtoolsConnection,
    LaunchOptions,
    find_chromium,
    find_launch_options,
    run_chromium,
)
from inkwright.artifacts.webpages.framing import page_in
from inkwright.artifacts.webpages.page_parts import MAX_PAGE_BYTES
from inkwright.artifacts.webpages.page_run import PageControl, PageObservation, PageRun
from inkwright.i18n import Reason

RUN_SECONDS: Final = 60
"""The time limit of a page, or of as many as are run side by side."""

ANSWER_SECONDS: Final = 8.0
"""A page that does not answer within this time counts as hanging."""

MAX_TABS: Final = 3
MAX_PAGES: Final = 20
"""After so many pages the browser is started again, which frees its memory."""

IDLE_SECONDS: Final = 60.0
"""A browser without work is closed after this time."""

PageAction = Callable[[PageRun], Awaitable[PageObservation]]


class BrowserFailed(Exception):
    """The pages could not be run to their end."""


class BrowserEnded(BrowserFailed):
    """The browser ended while it ran a page."""


class BrowserNotStarted(BrowserFailed):
    """The browser could not be started, so no page was run."""


class Browser:
    """Chromium. It serves any event loop and thread, one call at a time.

    Starting takes longer than running most pages, so it is kept open. It is closed when it was idle for a while, after
    a page that hangs or crashes, and at exit; the next call starts it again.
    """

    def __init__(
        self,
        program: Path,
        *,
        seconds: float = RUN_SECONDS,
        answer_seconds: float = ANSWER_SECONDS,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self.program = program
        self.answer_seconds = answer_seconds
        self._seconds = seconds
        self._idle_seconds = idle_seconds
        self._launch_options: LaunchOptions | None = None
        self._lock = asyncio.Lock()
        self._process = AsyncExitStack()
        self._devtools: DevtoolsConnection | None = None
        self._page_count = 0
        self._idle: asyncio.TimerHandle | None = None
        self._closing: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """Whether the program runs."""
        return self._devtools is not None and not self._devtools.is_gone

    async def test(self, pages: Sequence[bytes]) -> list[PageObservation]:
        """Test each page at two widths and use its controls. The pages must have passed the static checks."""
        return await _LOOP.run(self._run(pages, PageRun.test))

    async def screenshot(self, page: bytes) -> PageObservation:
        """Take screenshots of the whole page at both widths."""
        [observation] = await _LOOP.run(self._run([page], PageRun.screenshot))
        return observation

    async def close(self) -> None:
        """Stop the program, if it runs. The next call starts it again."""
        await _LOOP.run(self._close_when_free())

    async def _run(self, pages: Sequence[bytes], action: PageAction) -> list[PageObservation]:
        async with self._lock:
            if self.is_open:
                # It may have ended since the last page, which is not the fault of this one.
                with contextlib.suppress(BrowserEnded):
                    return await self._run_once(pages, action)
            return await self._run_once(pages, action)

    async def _run_once(self, pages: Sequence[bytes], action: PageAction) -> list[PageObservation]:
        is_sound = False
        try:
            async with asyncio.timeout(self._seconds * -(-len(pages) // MAX_TABS)):
                observations = await self._run_in(await self._open(), pages, action)
            is_sound = not any(each.is_hung or each.has_crashed for each in observations)
            return observations
        except (TimeoutError, BrowserClosed) as problem:
            raise self._failure(problem) from problem
        finally:
            self._page_count += len(pages)
            if is_sound and self._page_count < MAX_PAGES:
                self._idle = asyncio.get_running_loop().call_later(self._idle_seconds, self._close_soon)
            else:
                await self._close()

    def _failure(self, problem: TimeoutError | BrowserClosed) -> BrowserFailed:
        message = f"{self._seconds:g} s" if isinstance(problem, TimeoutError) else str(problem)
        if self._devtools is None:
            return BrowserNotStarted(message)
        return BrowserFailed(message) if isinstance(problem, TimeoutError) else BrowserEnded(message)

    async def _open(self) -> DevtoolsConnection:
        """Return the connection to the program, which is started unless it runs."""
        if self._idle is not None:
            self._idle.cancel()
        if self._devtools is not None and not self._devtools.is_gone:
            return self._devtools
        await self._close()
        self._launch_options = self._launch_options or await find_launch_options()
        _closers[self] = self._close
        devtools = await self._process.enter_async_context(run_chromium(self.program, self._launch_options))
        await devtools.command("Browser.getVersion")
        self._devtools = devtools
        return devtools

    def _close_soon(self) -> None:
        self._closing = asyncio.create_task(self._close_when_free())

    async def _close_when_free(self) -> None:
        async with self._lock:
            await self._close()

    async def _close(self) -> None:
        self._devtools, self._page_count = None, 0
        if self._idle is not None:
            self._idle.cancel()
        await self._process.aclose()
        _closers.pop(self, None)

    async def _run_in(
        self, devtools: DevtoolsConnection, pages: Sequence[bytes], action: PageAction
    ) -> list[PageObservation]:
        tabs = asyncio.Semaphore(MAX_TABS)

        async def run(page: bytes) -> PageObservation:
            async with tabs:
                tab = PageRun(devtools, page, seconds=self.answer_seconds)
                try:
                    await action(tab)
                except BrowserClosed as problem:
                    if devtools.is_gone:
                        raise
                    # The page closed its tab or replaced its document.
                    tab.observation.errors.append(str(problem))
                else:
                    await tab.close()
                return tab.observation

        return list(await asyncio.gather(*(run(page) for page in pages)))


_closers: Final[dict[Browser, Callable[[], Awaitable[None]]]] = {}
"""How each open browser is closed."""


async def _close_all() -> None:
    await asyncio.gather(*(close() for close in [*_closers.values()]))


_LOOP: Final = BackgroundLoop("inkwright-browser", at_exit=_close_all)
_shared: Final[dict[Path, Browser]] = {}


def shared_browser() -> Browser | None:
    """Return the browser of this process, or None if Chromium is not installed."""
    program = find_chromium()
    return None if program is None else _shared.setdefault(program, Browser(program))


_UNRUN: Final = "page.run.unrun"
_MAX_REMEMBERED: Final = 64
_passed: Final[dict[tuple[Path, str, bytes], ArtifactRun]] = {}
"""Pages that passed in this process, by the browser, their name and the digest of their content."""


async def run_page(draft: Draft) -> ArtifactRun:
    """Run a page that passed the static checks. Without a browser it is not run.

    A page that passed before is not run again in this process. One that failed is: the machine may have been busy.
    """
    browser = shared_browser()
    if browser is None:
        return ArtifactRun((), is_run=False)
    key = (browser.program, draft.name, hashlib.sha256(draft.main).digest())
    if key in _passed:
        return _passed[key]
    [found] = await run_page_checks([draft], browser=browser)
    result = ArtifactRun(tuple(found), is_run=all(each.code != _UNRUN for each in found))
    if result.is_run and not has_errors(found):
        _passed[key] = result
        if len(_passed) > _MAX_REMEMBERED:
            _passed.pop(next(iter(_passed)), None)
    return result


async def run_page_checks(drafts: Sequence[Draft], *, browser: Browser) -> list[list[Finding]]:
    """Return the findings for each running page. The pages must have passed `check_page`: hostile files are not run.

    If the browser does not start, that is a warning, because the pages are not the reason.
    """
    try:
        observations = await browser.test([draft.main for draft in drafts])
    except BrowserFailed as problem:
        severity: Severity = "warning" if isinstance(problem, BrowserNotStarted) else "error"
        return [[_page_finding(draft, "unrun", severity=severity, problem=str(problem))] for draft in drafts]
    return [
        [*_page_findings(draft, observation, f"{browser.answer_seconds:g}")]
        for draft, observation in zip(drafts, observations, strict=True)
    ]


async def screenshot_page(name: str, content: bytes, *, browser: Browser | None) -> dict[int, bytes] | Finding:
    """Return PNG screenshots by width, or a finding if the browser is missing or the page hangs."""
    location = Location(file=name)
    if browser is None:
        return finding("page.run.no_browser", location)
    size = len(page_in(content.decode("utf-8", "replace")).encode())
    if size > MAX_PAGE_BYTES:
        return finding("page.too_large", location, size=f"{size:,}", most=MAX_PAGE_BYTES // 1024 // 1024)
    try:
        observation = await browser.screenshot(content)
    except BrowserFailed as problem:
        return finding("page.run.unrun", location, problem=str(problem))
    if observation.pictures:
        return observation.pictures
    if observation.has_crashed:
        return finding("page.run.crashed", location)
    if observation.left:
        return finding("page.run.left", location, what=observation.left[0])
    when = Reason("page.when.load")
    return finding("page.run.hangs", location, seconds=f"{browser.answer_seconds:g}", when=when)


def _page_findings(draft: Draft, observation: PageObservation, seconds: str) -> Iterator[Finding]:
    if observation.has_crashed:
        yield _page_finding(draft, "crashed")
    if observation.is_hung:
        yield _page_finding(draft, "hangs", seconds=seconds, when=_hang_moment(observation))
    for address in observation.left:
        yield _page_finding(draft, "left", what=address)
    for address in observation.requests:
        yield _page_finding(draft, "request", what=address)
    for words in observation.errors:
        yield _page_finding(draft, "console", what=words)
    yield from _reading_findings(draft, observation)
    for control in observation.dead:
        yield _page_finding(draft, "dead", what=control_label(control))
    if observation.untried and not observation.is_hung and not observation.has_crashed:
        yield _page_finding(draft, "untried", severity="warning", count=observation.untried)


def _reading_findings(draft: Draft, observation: PageObservation) -> Iterator[Finding]:
    """Yield what a reader cannot see: content beyond the window, an empty window, unreadable text."""
    for width, (seen, culprit) in observation.overflows.items():
        yield _page_finding(draft, "overflow", width=width, seen=seen, what=culprit)
    for width in observation.blank_at:
        yield _page_finding(draft, "blank", width=width)
    for name, words in observation.faults.items():
        ratio, _, pale = words.partition(" ")
        fields = {"text": quoted_line(pale), "ratio": ratio} if name == "faint" else {"text": quoted_line(words)}
        yield _page_finding(draft, name, severity="warning", **fields)


def _hang_moment(observation: PageObservation) -> Reason:
    if observation.hung_at is None:
        return Reason("page.when.load")
    return Reason("page.when.click", what=control_label(observation.hung_at))


def control_label(control: PageControl) -> Reason:
    """Describe a control in words."""
    key = "page.control.named" if control.name else "page.control.unnamed"
    return Reason(key, tag=control.tag, name=control.name)


def _page_finding(draft: Draft, key: str, *, severity: Severity = "error", **fields: object) -> Finding:
    location = Location(file=draft.name)
    return finding(f"page.run.{key}", location, severity=severity, **fields)
