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
# The same sandbox as the frame that shows pages: only scripts are allowed.
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
    """A control of a page, such as a button or a slider."""

    tag: str
    name: str


@dataclass(slots=True)
class PageObservation:
    """The observations of a run. `hung_at` is the control after which the page stopped responding, or None."""

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
    """The page does not respond."""


def _is_same_page(address: str) -> bool:
    """Whether an address is an anchor on the page itself."""
    return address.startswith(f"{PAGE_URL}#")


class PageRun:
    """One run of a page in its own tab. `observation` fills during the run, so that a failed run keeps its results."""

    def __init__(self, devtools: DevtoolsConnection, page: bytes, *, seconds: float) -> None:
        self.observation = PageObservation()
        self._devtools = devtools
        self._page = page
        self._seconds = seconds
        self._session = ""
        self._world = 0
        self._loaded = asyncio.Event()
        self._is_opened = False
        self._request_tasks: set[asyncio.Task[None]] = set()

    async def test(self) -> PageObservation:
        """Test the page at both widths, then use every control."""
        with contextlib.suppress(_PageHangs):
            await self._open()
            for width in VIEWPORT_WIDTHS:
                await self._measure(width)
            await self._resize(VIEWPORT_WIDTHS[0])
            await self._evaluate("probe.rest()")
            await self._use_all()
        return self.observation

    async def screenshot(self) -> PageObservation:
        """Take screenshots of the whole page at both widths."""
        with contextlib.suppress(_PageHangs):
            await self._open()
            for width in VIEWPORT_WIDTHS:
                await self._measure(width)
                await self._evaluate("probe.rest()")
                seen = await self._evaluate(f"probe.measure({width})")
                height = min(max(int(seen["height"]), VIEWPORT_HEIGHTS[width]), MAX_SCREENSHOT_HEIGHT)
                self.observation.pictures[width] = await self._picture(width, height, 1)
        return self.observation

    async def _open(self) -> None:
        target = await self._devtools.command("Target.createTarget", {"url": "about:blank", "newWindow": True})
        attached = await self._devtools.command(
            "Target.attachToTarget", {"targetId": target["targetId"], "flatten": True}
        )
        self._session = attached["sessionId"]
        self._devtools.listen(self._session, self._on_event)
        await asyncio.gather(
            *(self._command(f"{each}.enable") for each in ("Page", "Runtime", "Log", "Inspector")),
            self._command("Fetch.enable", {"patterns": [{"urlPattern": "*"}]}),
            self._command("Emulation.setFocusEmulationEnabled", {"enabled": True}),
            # With reduced motion charts are drawn at once, so the effect of a button is visible.
            self._command("Emulation.setEmulatedMedia", {"features": [_REDUCED_MOTION]}),
            self._resize(VIEWPORT_WIDTHS[0]),
        )
        shown = await self._command("Page.navigate", {"url": PAGE_URL})
        await self._answered(self._loaded.wait())
        world = await self._command("Page.createIsolatedWorld", {"frameId": shown["frameId"], "worldName": "probe"})
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
            self.observation.overflows[width] = (int(seen["seen"]), str(seen["culprit"]))
        if not seen["hasContent"] or not has_content(
            await self._picture(width, VIEWPORT_HEIGHTS[width], _POLL_SECONDS)
        ):
            self.observation.blank_at.append(width)
        return seen

    async def _use_all(self) -> None:
        """Use every control, including later ones. Try controls without effect again after others."""
        clock = asyncio.get_running_loop()
        deadline = clock.time() + _MAX_USE_SECONDS
        await self._evaluate("probe.fill()")
        live: list[int] = []
        still: dict[int, PageControl] = {}
        index = 0
        known = await self._controls()
        while index < min(len(known), _MAX_USES) and clock.time() < deadline:
            match await self._use(known[index], index):
                case "moved":
                    live.append(index)
                case "still":
                    still[index] = known[index]
            index += 1
            if index == len(known):
                known = await self._controls()
        self.observation.untried = min(len(known), _MAX_USES) - index
        # A button may read the selection later, so a list need not have an effect of its own.
        has_reader = any(known[number].tag != "select" for number in live)
        for number, control in list(still.items())[:_MAX_REPORTED]:
            if control.tag == "select" and has_reader:
                continue
            if not await self._moves_after_others(number, control, live):
                self.observation.dead.append(control)

    async def _moves_after_others(self, number: int, control: PageControl, live: list[int]) -> bool:
        """Whether a control has an effect after another one: a reset button has none at first."""
        for other in live[:_MAX_RETRIES]:
            await self._use(control, other)
            if await self._use(control, number) != "still":
                return True
        return False

    async def _use(self, control: PageControl, number: int) -> str:
        self.observation.used += 1
        self.observation.hung_at = control
        moved = str(await self._evaluate(f"probe.use({number})"))
        self.observation.hung_at = None
        return moved

    async def _controls(self) -> list[PageControl]:
        found = await self._evaluate("probe.controls()")
        return [PageControl(str(each["tag"]), str(each["name"])) for each in found]

    async def _resize(self, width: int) -> None:
        size = {"width": width, "height": VIEWPORT_HEIGHTS[width], "deviceScaleFactor": 1, "mobile": False}
        await self._command("Emulation.setDeviceMetricsOverride", size)

    async def _picture(self, width: int, height: int, scale: float) -> bytes:
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": scale}
        params = {"format": "png", "clip": clip, "captureBeyondViewport": scale == 1, "optimizeForSpeed": scale != 1}
        taken = await self._command("Page.captureScreenshot", params)
        return base64.b64decode(taken["data"])

    async def _evaluate(self, expression: str) -> Any:
        params = {"expression": expression, "contextId": self._world, "awaitPromise": True, "returnByValue": True}
        answer = await self._command("Runtime.evaluate", params)
        if "exceptionDetails" in answer:
            raise BrowserClosed(str(answer["exceptionDetails"].get("text")))
        return answer["result"].get("value")

    async def _command(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        return await self._answered(self._devtools.command(method, params, self._session))

    async def _answered(self, answer: Awaitable[_T]) -> _T:
        try:
            async with asyncio.timeout(self._seconds):
                return await answer
        except TimeoutError as late:
            self.observation.is_hung = not self.observation.has_crashed
            raise _PageHangs from late
        except BrowserClosed:
            # A page that navigates away or crashes ends its context. The observation already has the cause.
            if self.observation.left or self.observation.has_crashed:
                raise _PageHangs from None
            raise

    def _on_event(self, event: str, params: dict[str, Any]) -> None:
        match event:
            case "Fetch.requestPaused":
                task = asyncio.create_task(self._answer_request(params))
                self._request_tasks.add(task)
                task.add_done_callback(self._request_tasks.discard)
            case "Page.loadEventFired":
                self._loaded.set()
            case "Runtime.exceptionThrown":
                details = params["exceptionDetails"]
                thrown = details.get("exception", {}).get("description") or details.get("text", "")
                self._note_error(str(thrown).split("\n    at ")[0])
            case "Runtime.consoleAPICalled" if params["type"] in ("error", "assert"):
                self._note_error(" ".join(str(each.get("value", each.get("description"))) for each in params["args"]))
            case "Log.entryAdded" if params["entry"]["level"] == "error":
                self._note_error(str(params["entry"]["text"]))
            case "Page.frameScheduledNavigation" | "Page.frameRequestedNavigation" if not _is_same_page(params["url"]):
                self._note(self.observation.left, str(params["url"]))
            case "Page.frameNavigated" if not params["frame"]["url"].startswith(
                (PAGE_URL, "about:blank", "chrome-error:")
            ):
                self._note(self.observation.left, str(params["frame"]["url"]))
            case "Inspector.targetCrashed":
                self.observation.has_crashed = True
                self._loaded.set()

    async def _answer_request(self, params: dict[str, Any]) -> None:
        """Answer the first request for the page with its content. Record and block every other request."""
        request, address = params["requestId"], str(params["request"]["url"])
        with contextlib.suppress(BrowserClosed):
            if address == PAGE_URL and not self._is_opened:
                self._is_opened = True
                body = base64.b64encode(self._page).decode()
                answer = {"requestId": request, "responseCode": 200, "responseHeaders": _HEADERS, "body": body}
                await self._devtools.command("Fetch.fulfillRequest", answer, self._session)
                return
            if params.get("resourceType") == "Document":
                self._note(self.observation.left, address)
            elif not address.endswith("/favicon.ico"):
                self._note(self.observation.requests, address)
            refusal = {"requestId": request, "errorReason": "BlockedByClient"}
            await self._devtools.command("Fetch.failRequest", refusal, self._session)

    def _note_error(self, words: str) -> None:
        self._note(self.observation.requests if "Content Security Policy" in words else self.observation.errors, words)

    def _note(self, where: list[str], words: str) -> None:
        if len(where) < _MAX_REPORTED and words[:300] not in where:
            where.append(words[:300])


RUN_SECONDS: Final = 60
ANSWER_SECONDS: Final = 4.0
"""A page that does not answer within this time counts as hanging."""

MAX_TABS: Final = 3

__all__ = ["ANSWER_SECONDS", "Browser", "BrowserFailed", "find_chromium"]


class BrowserFailed(Exception):
    """The browser could not be started, or ended too early."""


class Browser:
    """Chromium, started for each call. Starting is the slowest part: pass several pages at once."""

    def __init__(self, program: Path, *, seconds: float = RUN_SECONDS, answer_seconds: float = ANSWER_SECONDS) -> None:
        self._program = program
        self._seconds = seconds
        self.answer_seconds = answer_seconds
        self._launch_options: LaunchOptions | None = None
        self._lock = asyncio.Lock()

    async def test(self, pages: Sequence[bytes]) -> list[PageObservation]:
        """Test each page at two widths and use its controls. The pages must have passed the static checks."""
        return await self._run(pages, PageRun.test)

    async def screenshot(self, page: bytes) -> PageObservation:
        """Take screenshots of the whole page at both widths."""
        [observation] = await self._run([page], PageRun.screenshot)
        return observation

    async def _run(
        self, pages: Sequence[bytes], action: Callable[[PageRun], Awaitable[PageObservation]]
    ) -> list[PageObservation]:
        async with self._lock:
            self._launch_options = self._launch_options or await find_launch_options()
            try:
                async with (
                    asyncio.timeout(self._seconds),
                    run_chromium(self._program, self._launch_options) as devtools,
                ):
                    return await self._run_in(devtools, pages, action)
            except TimeoutError as late:
                raise BrowserFailed(f"{self._seconds:g} s") from late
            except BrowserClosed as problem:
                raise BrowserFailed(str(problem)) from problem

    async def _run_in(
        self,
        devtools: DevtoolsConnection,
        pages: Sequence[bytes],
        action: Callable[[PageRun], Awaitable[PageObservation]],
    ) -> list[PageObservation]:
        tabs = asyncio.Semaphore(MAX_TABS)

        async def run(page: bytes) -> PageObservation:
            async with tabs:
                tab = PageRun(devtools, page, seconds=self.answer_seconds)
                try:
                    return await action(tab)
                except BrowserClosed as problem:
                    if devtools.is_gone:
                        raise
                    # The page closed its tab or replaced its document.
                    tab.observation.errors.append(str(problem))
                    return tab.observation

        return list(await asyncio.gather(*(run(page) for page in pages)))


async def run_page_checks(drafts: Sequence[Draft], *, browser: Browser) -> list[list[Finding]]:
    """Return the findings for each running page. The pages must have passed `check_page`: hostile files are not run."""
    try:
        observations = await browser.test([draft.main for draft in drafts])
    except BrowserFailed as problem:
        return [[_page_finding(draft, "unrun", problem=str(problem))] for draft in drafts]
    return [
        [*_page_findings(draft, observation, f"{browser.answer_seconds:g}")]
        for draft, observation in zip(drafts, observations, strict=True)
    ]


async def screenshot_page(name: str, content: bytes, *, browser: Browser | None) -> dict[int, bytes] | Finding:
    """Return PNG screenshots by width, or a finding if the browser is missing or the page hangs."""
    location = Location(file=name)
    if browser is None:
        return finding("page.run.no_browser", location)
    if len(content) > MAX_PAGE_BYTES:
        most, size = MAX_PAGE_BYTES // 1024 // 1024, f"{len(content):,}"
        return finding("page.too_large", location, size=size, most=most)
    try:
        observation = await browser.screenshot(content)
    except BrowserFailed as problem:
        return finding("page.run.unrun", location, problem=str(problem))
    if observation.pictures:
        return observation.pictures
    if observation.has_crashed:
        return finding("page.run.crashed", location)
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
    for width, (seen, culprit) in observation.overflows.items():
        yield _page_finding(draft, "overflow", width=width, seen=seen, what=culprit)
    for width in observation.blank_at:
        yield _page_finding(draft, "blank", width=width)
    for control in observation.dead:
        yield _page_finding(draft, "dead", what=control_label(control))
    if observation.untried and not observation.is_hung and not observation.has_crashed:
        yield _page_finding(draft, "untried", severity="warning", count=observation.untried)


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
