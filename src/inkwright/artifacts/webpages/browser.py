"""Runs pages in Chromium at two widths, uses their controls, and reports what went wrong as findings."""

import asyncio
import base64
import contextlib
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, Severity, finding
from inkwright.artifacts.webpages.chromium import (
    BrowserClosed,
    DevtoolsConnection,
    LaunchOptions,
    find_chromium,
    find_launch_options,
    run_chromium,
)
from inkwright.artifacts.webpages.page_parts import MAX_PAGE_BYTES
from inkwright.artifacts.webpages.screenshots import has_content
from inkwright.i18n import Reason

_T = TypeVar("_T")

VIEWPORT_WIDTHS: Final = (1280, 390)
VIEWPORT_HEIGHTS: Final = {1280: 800, 390: 844}
MAX_SCREENSHOT_HEIGHT: Final = 6_000
PAGE_URL: Final = "http://page.invalid/"
_PROBES: Final = (Path(__file__).parent / "probes.js").read_text(encoding="utf-8")
# As in the frame in which pages are shown: scripts may run, and nothing else is allowed.
_HEADERS: Final = [
    {"name": "Content-Type", "value": "text/html; charset=utf-8"},
    {"name": "Content-Security-Policy", "value": "sandbox allow-scripts"},
]
_POLL_SECONDS: Final = 0.25
_MAX_USES: Final = 48
_MAX_USE_SECONDS: Final = 20.0
_MAX_RETRIES: Final = 3
_MAX_REPORTED: Final = 10


@dataclass(frozen=True, slots=True)
class PageControl:
    """Something to press or to move."""

    tag: str
    name: str


@dataclass(slots=True)
class PageObservation:
    """What was seen of a page. `hung_at` is None where it always answered, else what was used before it stopped."""

    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    overflows: dict[int, tuple[int, str]] = field(default_factory=dict)
    blank_at: list[int] = field(default_factory=list)
    is_hung: bool = False
    hung_at: PageControl | None = None
    has_crashed: bool = False
    dead: list[PageControl] = field(default_factory=list)
    used: int = 0
    untried: int = 0
    pictures: dict[int, bytes] = field(default_factory=dict)


_REDUCED_MOTION: Final = {"name": "prefers-reduced-motion", "value": "reduce"}


class _PageHangs(Exception):
    """The page does not answer."""


def _is_same_page(address: str) -> bool:
    """Whether an address is a place on the page itself."""
    return address.startswith(f"{PAGE_URL}#")


class PageRun:
    """One run of one page in a tab of its own. `look` fills as it goes, so that what was seen is never lost."""

    def __init__(self, devtools: DevtoolsConnection, page: bytes, *, seconds: float) -> None:
        self.look = PageObservation()
        self._devtools = devtools
        self._page = page
        self._seconds = seconds
        self._session = ""
        self._world = 0
        self._loaded = asyncio.Event()
        self._is_opened = False
        self._answering: set[asyncio.Task[None]] = set()

    async def judge(self) -> PageObservation:
        """Everything: both widths, then every control."""
        with contextlib.suppress(_PageHangs):
            await self._open()
            for width in VIEWPORT_WIDTHS:
                await self._measure(width)
            await self._resize(VIEWPORT_WIDTHS[0])
            await self._evaluate("probe.rest()")
            await self._use_all()
        return self.look

    async def photograph(self) -> PageObservation:
        """Pictures of the whole page at both widths."""
        with contextlib.suppress(_PageHangs):
            await self._open()
            for width in VIEWPORT_WIDTHS:
                await self._measure(width)
                await self._evaluate("probe.rest()")
                seen = await self._evaluate(f"probe.measure({width})")
                height = min(max(int(seen["height"]), VIEWPORT_HEIGHTS[width]), MAX_SCREENSHOT_HEIGHT)
                self.look.pictures[width] = await self._picture(width, height, 1)
        return self.look

    async def _open(self) -> None:
        target = await self._devtools.order("Target.createTarget", {"url": "about:blank", "newWindow": True})
        attached = await self._devtools.order(
            "Target.attachToTarget", {"targetId": target["targetId"], "flatten": True}
        )
        self._session = attached["sessionId"]
        self._devtools.listen(self._session, self._hear)
        await asyncio.gather(
            *(self._order(f"{each}.enable") for each in ("Page", "Runtime", "Log", "Inspector")),
            self._order("Fetch.enable", {"patterns": [{"urlPattern": "*"}]}),
            self._order("Emulation.setFocusEmulationEnabled", {"enabled": True}),
            # For who asks for less motion charts are drawn at once: then it can be seen what a button does to them.
            self._order("Emulation.setEmulatedMedia", {"features": [_REDUCED_MOTION]}),
            self._resize(VIEWPORT_WIDTHS[0]),
        )
        shown = await self._order("Page.navigate", {"url": PAGE_URL})
        await self._answered(self._loaded.wait())
        world = await self._order("Page.createIsolatedWorld", {"frameId": shown["frameId"], "worldName": "probe"})
        self._world = world["executionContextId"]
        await self._evaluate(_PROBES)
        await self._evaluate("probe.settle()")

    async def _measure(self, width: int) -> dict[str, Any]:
        await self._resize(width)
        seen: dict[str, Any] = await self._evaluate(f"probe.measure({width})")
        if seen["seen"] > width + 1:
            await self._evaluate("probe.rest()")
            seen = await self._evaluate(f"probe.measure({width})")
        if seen["seen"] > width + 1:
            self.look.overflows[width] = (int(seen["seen"]), str(seen["culprit"]))
        if not seen["hasContent"] or not has_content(
            await self._picture(width, VIEWPORT_HEIGHTS[width], _POLL_SECONDS)
        ):
            self.look.blank_at.append(width)
        return seen

    async def _use_all(self) -> None:
        """Use every control, also those that appear on the way; what did nothing is tried again behind the others."""
        clock = asyncio.get_running_loop()
        until = clock.time() + _MAX_USE_SECONDS
        await self._evaluate("probe.fill()")
        live: list[int] = []
        still: dict[int, PageControl] = {}
        at = 0
        known = await self._controls()
        while at < min(len(known), _MAX_USES) and clock.time() < until:
            match await self._use(known[at], at):
                case "moved":
                    live.append(at)
                case "still":
                    still[at] = known[at]
            at += 1
            if at == len(known):
                known = await self._controls()
        self.look.untried = min(len(known), _MAX_USES) - at
        # A list may be read by a button later: then choosing from it is all that it has to do.
        has_reader = any(known[number].tag != "select" for number in live)
        for number, control in list(still.items())[:_MAX_REPORTED]:
            if control.tag == "select" and has_reader:
                continue
            if not await self._moves_behind_others(number, control, live):
                self.look.dead.append(control)

    async def _moves_behind_others(self, number: int, control: PageControl, live: list[int]) -> bool:
        """A button that starts over has nothing to do until something was done."""
        for other in live[:_MAX_RETRIES]:
            await self._use(control, other)
            if await self._use(control, number) != "still":
                return True
        return False

    async def _use(self, control: PageControl, number: int) -> str:
        self.look.used += 1
        self.look.hung_at = control
        moved = str(await self._evaluate(f"probe.use({number})"))
        self.look.hung_at = None
        return moved

    async def _controls(self) -> list[PageControl]:
        told = await self._evaluate("probe.controls()")
        return [PageControl(str(each["tag"]), str(each["name"])) for each in told]

    async def _resize(self, width: int) -> None:
        size = {"width": width, "height": VIEWPORT_HEIGHTS[width], "deviceScaleFactor": 1, "mobile": False}
        await self._order("Emulation.setDeviceMetricsOverride", size)

    async def _picture(self, width: int, height: int, scale: float) -> bytes:
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": scale}
        params = {"format": "png", "clip": clip, "captureBeyondViewport": scale == 1, "optimizeForSpeed": scale != 1}
        taken = await self._order("Page.captureScreenshot", params)
        return base64.b64decode(taken["data"])

    async def _evaluate(self, expression: str) -> Any:
        params = {"expression": expression, "contextId": self._world, "awaitPromise": True, "returnByValue": True}
        answer = await self._order("Runtime.evaluate", params)
        if "exceptionDetails" in answer:
            raise BrowserClosed(str(answer["exceptionDetails"].get("text")))
        return answer["result"].get("value")

    async def _order(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        return await self._answered(self._devtools.order(method, params, self._session))

    async def _answered(self, answer: Awaitable[_T]) -> _T:
        try:
            async with asyncio.timeout(self._seconds):
                return await answer
        except TimeoutError as late:
            self.look.is_hung = not self.look.has_crashed
            raise _PageHangs from late
        except BrowserClosed:
            # A page that goes away or crashes takes its world along: what was seen of it says why.
            if self.look.left or self.look.has_crashed:
                raise _PageHangs from None
            raise

    def _hear(self, event: str, told: dict[str, Any]) -> None:
        match event:
            case "Fetch.requestPaused":
                task = asyncio.create_task(self._answer_request(told))
                self._answering.add(task)
                task.add_done_callback(self._answering.discard)
            case "Page.loadEventFired":
                self._loaded.set()
            case "Runtime.exceptionThrown":
                details = told["exceptionDetails"]
                thrown = details.get("exception", {}).get("description") or details.get("text", "")
                self._note_error(str(thrown).split("\n    at ")[0])
            case "Runtime.consoleAPICalled" if told["type"] in ("error", "assert"):
                self._note_error(" ".join(str(each.get("value", each.get("description"))) for each in told["args"]))
            case "Log.entryAdded" if told["entry"]["level"] == "error":
                self._note_error(str(told["entry"]["text"]))
            case "Page.frameScheduledNavigation" | "Page.frameRequestedNavigation" if not _is_same_page(told["url"]):
                self._note(self.look.left, str(told["url"]))
            case "Page.frameNavigated" if not told["frame"]["url"].startswith(
                (PAGE_URL, "about:blank", "chrome-error:")
            ):
                self._note(self.look.left, str(told["frame"]["url"]))
            case "Inspector.targetCrashed":
                self.look.has_crashed = True
                self._loaded.set()

    async def _answer_request(self, told: dict[str, Any]) -> None:
        """Give the page to whoever asks for it the first time; every other request is noted and refused."""
        request, address = told["requestId"], str(told["request"]["url"])
        with contextlib.suppress(BrowserClosed):
            if address == PAGE_URL and not self._is_opened:
                self._is_opened = True
                body = base64.b64encode(self._page).decode()
                answer = {"requestId": request, "responseCode": 200, "responseHeaders": _HEADERS, "body": body}
                await self._devtools.order("Fetch.fulfillRequest", answer, self._session)
                return
            if told.get("resourceType") == "Document":
                self._note(self.look.left, address)
            elif not address.endswith("/favicon.ico"):
                self._note(self.look.requests, address)
            refusal = {"requestId": request, "errorReason": "BlockedByClient"}
            await self._devtools.order("Fetch.failRequest", refusal, self._session)

    def _note_error(self, words: str) -> None:
        self._note(self.look.requests if "Content Security Policy" in words else self.look.errors, words)

    def _note(self, where: list[str], words: str) -> None:
        if len(where) < _MAX_REPORTED and words[:300] not in where:
            where.append(words[:300])


RUN_SECONDS: Final = 60
ANSWER_SECONDS: Final = 4.0
"""A page that does not answer for so long does not come to an end."""

MAX_TABS: Final = 3

__all__ = ["ANSWER_SECONDS", "Browser", "BrowserFailed", "find_chromium"]


class BrowserFailed(Exception):
    """The browser could not be started, or ended before its time."""


class Browser:
    """Chromium, started for each call and gone after it. Starting costs most: give it several pages at once."""

    def __init__(self, program: Path, *, seconds: float = RUN_SECONDS, answer_seconds: float = ANSWER_SECONDS) -> None:
        self._program = program
        self._seconds = seconds
        self.answer_seconds = answer_seconds
        self._footing: LaunchOptions | None = None
        self._lock = asyncio.Lock()

    async def judge(self, pages: Sequence[bytes]) -> list[PageObservation]:
        """What is to be said of each page, opened at two widths and used. They must have been read before."""
        return await self._run(pages, PageRun.judge)

    async def photograph(self, page: bytes) -> PageObservation:
        """Pictures of the whole page at both widths."""
        [look] = await self._run([page], PageRun.photograph)
        return look

    async def _run(
        self, pages: Sequence[bytes], way: Callable[[PageRun], Awaitable[PageObservation]]
    ) -> list[PageObservation]:
        async with self._lock:
            self._footing = self._footing or await find_launch_options()
            try:
                async with asyncio.timeout(self._seconds), run_chromium(self._program, self._footing) as devtools:
                    return await self._run_in(devtools, pages, way)
            except TimeoutError as late:
                raise BrowserFailed(f"{self._seconds:g} s") from late
            except BrowserClosed as problem:
                raise BrowserFailed(str(problem)) from problem

    async def _run_in(
        self, devtools: DevtoolsConnection, pages: Sequence[bytes], way: Callable[[PageRun], Awaitable[PageObservation]]
    ) -> list[PageObservation]:
        places = asyncio.Semaphore(MAX_TABS)

        async def run(page: bytes) -> PageObservation:
            async with places:
                tab = PageRun(devtools, page, seconds=self.answer_seconds)
                try:
                    return await way(tab)
                except BrowserClosed as problem:
                    if devtools.is_gone:
                        raise
                    # The page did away with the tab or the document it was run in.
                    tab.look.errors.append(str(problem))
                    return tab.look

        return list(await asyncio.gather(*(run(page) for page in pages)))


async def run_page_checks(drafts: Sequence[Draft], *, browser: Browser) -> list[list[Finding]]:
    """What is wrong with each page as it runs. They must have passed `check_page`: hostile files are not run."""
    try:
        looks = await browser.judge([draft.main for draft in drafts])
    except BrowserFailed as problem:
        return [[_page_finding(draft, "unrun", problem=str(problem))] for draft in drafts]
    return [
        [*_page_findings(draft, look, f"{browser.answer_seconds:g}")] for draft, look in zip(drafts, looks, strict=True)
    ]


async def screenshot_page(name: str, content: bytes, *, browser: Browser | None) -> dict[int, bytes] | Finding:
    """PNG pictures of a page by their widths; or why there are none: no browser here, or a page that hangs."""
    location = Location(file=name)
    if browser is None:
        return finding("page.run.no_browser", location)
    if len(content) > MAX_PAGE_BYTES:
        most, size = MAX_PAGE_BYTES // 1024 // 1024, f"{len(content):,}"
        return finding("page.too_large", location, size=size, most=most)
    try:
        look = await browser.photograph(content)
    except BrowserFailed as problem:
        return finding("page.run.unrun", location, problem=str(problem))
    if look.pictures:
        return look.pictures
    if look.has_crashed:
        return finding("page.run.crashed", location)
    when = Reason("page.when.load")
    return finding("page.run.hangs", location, seconds=f"{browser.answer_seconds:g}", when=when)


def _page_findings(draft: Draft, look: PageObservation, seconds: str) -> Iterator[Finding]:
    if look.has_crashed:
        yield _page_finding(draft, "crashed")
    if look.is_hung:
        yield _page_finding(draft, "hangs", seconds=seconds, when=_hang_moment(look))
    for address in look.left:
        yield _page_finding(draft, "left", what=address)
    for address in look.requests:
        yield _page_finding(draft, "request", what=address)
    for words in look.errors:
        yield _page_finding(draft, "console", what=words)
    for width, (seen, culprit) in look.overflows.items():
        yield _page_finding(draft, "overflow", width=width, seen=seen, what=culprit)
    for width in look.blank_at:
        yield _page_finding(draft, "blank", width=width)
    for control in look.dead:
        yield _page_finding(draft, "dead", what=control_label(control))
    if look.untried and not look.is_hung and not look.has_crashed:
        yield _page_finding(draft, "untried", severity="warning", count=look.untried)


def _hang_moment(look: PageObservation) -> Reason:
    if look.hung_at is None:
        return Reason("page.when.load")
    return Reason("page.when.click", what=control_label(look.hung_at))


def control_label(control: PageControl) -> Reason:
    """A control in words."""
    key = "page.control.named" if control.name else "page.control.unnamed"
    return Reason(key, tag=control.tag, name=control.name)


def _page_finding(draft: Draft, key: str, *, severity: Severity = "error", **fields: object) -> Finding:
    location = Location(file=draft.name)
    return finding(f"page.run.{key}", location, severity=severity, **fields)
