"""One run of a page, opened in its frame as a file: it is shown at two widths, and its controls are used."""

import asyncio
import base64
import contextlib
import re
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

from inkwright.artifacts.webpages.chromium import BrowserClosed, DevtoolsConnection
from inkwright.artifacts.webpages.framing import framed_file, page_in
from inkwright.artifacts.webpages.screenshots import has_content

_T = TypeVar("_T")

VIEWPORT_WIDTHS: Final = (1280, 390)
VIEWPORT_HEIGHTS: Final = {1280: 800, 390: 844}
MAX_SCREENSHOT_HEIGHT: Final = 6_000
PAGE_URL: Final = "file:///home/user/Downloads/page.html"
"""The address of every page: a page cannot tell this run from a reader who opens the file."""

_PROBES: Final = (Path(__file__).parent / "probes.js").read_text(encoding="utf-8")
_HEADERS: Final = [{"name": "Content-Type", "value": "text/html; charset=utf-8"}]
_OWN_ADDRESSES: Final = (PAGE_URL, "about:srcdoc", "about:blank", "chrome-error:")
_POLL_SECONDS: Final = 0.25
_BLOCKED: Final = re.compile(r"Ignored call to|Permissions policy violation|Blocked form submission|form-action")
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
    faults: dict[str, str] = field(default_factory=dict)
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


def _framed(page: bytes) -> bytes:
    """Return the file to open: a page without a frame gets one, so that no page runs without it."""
    written = page.decode("utf-8", "replace").removeprefix("\ufeff")
    return framed_file(page_in(written)).encode()


class PageRun:
    """One run of a page in its own tab. `observation` fills during the run, so that a failed run keeps its results."""

    def __init__(self, devtools: DevtoolsConnection, page: bytes, *, seconds: float) -> None:
        self.observation = PageObservation()
        self._devtools = devtools
        self._file = _framed(page)
        self._seconds = seconds
        self._target = ""
        self._session = ""
        # Browsers give the frame a process and a session of its own, if they can.
        self._frame = ""
        self._frame_session = ""
        self._world = 0
        self._loaded = asyncio.Event()
        self._removed = asyncio.Event()
        self._is_opened = False
        self._blocked = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def test(self) -> PageObservation:
        """Test the page at both widths, then use every control."""
        with contextlib.suppress(_PageHangs):
            await self._open()
            for width in VIEWPORT_WIDTHS:
                await self._measure(width)
            await self._resize(VIEWPORT_WIDTHS[0])
            await self._evaluate(f"probe.fit({VIEWPORT_WIDTHS[0]})")
            await self._evaluate("probe.calm()")
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
                await self._resize(width, height)
                await self._evaluate(f"probe.fit({width}, {height})")
                await self._evaluate("probe.rest()")
                self.observation.pictures[width] = await self._picture(width, height, 1)
        return self.observation

    async def close(self) -> None:
        """Close the tab. A page that does not respond cannot be closed: its browser has to be."""
        self._devtools.forget(self._session)
        if self._target and not self.observation.is_hung:
            # A page may have closed its tab itself.
            with contextlib.suppress(BrowserClosed):
                await self._devtools.command("Target.closeTarget", {"targetId": self._target})

    async def _open(self) -> None:
        target = await self._devtools.command("Target.createTarget", {"url": "about:blank", "newWindow": True})
        self._target = target["targetId"]
        attached = await self._devtools.command("Target.attachToTarget", {"targetId": self._target, "flatten": True})
        self._session = attached["sessionId"]
        self._devtools.listen(self._session, self._on_event)
        frames = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
        await asyncio.gather(
            self._watch(self._session),
            self._command("Target.setAutoAttach", frames),
            self._resize(VIEWPORT_WIDTHS[0]),
        )
        await self._command("Page.navigate", {"url": PAGE_URL})
        await self._answered(self._loaded.wait())
        world = {"frameId": self._frame, "worldName": "probe"}
        self._world = (await self._command("Page.createIsolatedWorld", world, self._inner))["executionContextId"]
        await self._evaluate(_PROBES)
        await self._evaluate("probe.ready()")
        await self._evaluate("probe.settle()")

    @property
    def _inner(self) -> str:
        """The session of the page in the frame."""
        return self._frame_session or self._session

    async def _watch(self, session: str) -> None:
        """Receive the events of a session, and give it the focus."""
        await asyncio.gather(
            *(self._command(f"{each}.enable", {}, session) for each in ("Page", "Runtime", "Log", "Inspector")),
            self._command("Fetch.enable", {"patterns": [{"urlPattern": "*"}]}, session),
            self._command("Emulation.setFocusEmulationEnabled", {"enabled": True}, session),
            # With reduced motion charts are drawn at once, so the effect of a button is visible.
            self._command("Emulation.setEmulatedMedia", {"features": [_REDUCED_MOTION]}, session),
        )

    async def _attach(self, session: str) -> None:
        """Watch the frame from its first script on."""
        with contextlib.suppress(BrowserClosed, _PageHangs):
            await self._watch(session)
            await self._command("Runtime.runIfWaitingForDebugger", {}, session)

    async def _measure(self, width: int) -> dict[str, Any]:
        await self._resize(width)
        await self._evaluate(f"probe.fit({width})")
        seen: dict[str, Any] = await self._evaluate(f"probe.measure({width})")
        if seen["seen"] > width + 1:
            await self._evaluate("probe.rest()")
            seen = await self._evaluate(f"probe.measure({width})")
        if seen["seen"] > width + 1:
            self.observation.overflows[width] = (int(seen["seen"]), str(seen["culprit"]))
        for name, words in seen["faults"].items():
            if words:
                self.observation.faults.setdefault(str(name), str(words))
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
        blocked = self._blocked
        moved = str(await self._evaluate(f"probe.use({number})"))
        self.observation.hung_at = None
        # What the frame forbids, such as a dialog, would be an effect elsewhere.
        return "moved" if moved == "still" and self._blocked > blocked else moved

    async def _controls(self) -> list[PageControl]:
        found = await self._evaluate("probe.controls()")
        return [PageControl(str(each["tag"]), str(each["name"])) for each in found]

    async def _resize(self, width: int, height: int = 0) -> None:
        height = height or VIEWPORT_HEIGHTS[width]
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        await self._command("Emulation.setDeviceMetricsOverride", size)

    async def _picture(self, width: int, height: int, scale: float) -> bytes:
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": scale}
        params = {"format": "png", "clip": clip, "captureBeyondViewport": False, "optimizeForSpeed": scale != 1}
        taken = await self._command("Page.captureScreenshot", params)
        return base64.b64decode(taken["data"])

    async def _evaluate(self, expression: str) -> Any:
        params = {"expression": expression, "contextId": self._world, "awaitPromise": True, "returnByValue": True}
        answer = await self._command("Runtime.evaluate", params, self._inner)
        if "exceptionDetails" in answer:
            raise BrowserClosed(str(answer["exceptionDetails"].get("text")))
        return answer["result"].get("value")

    async def _command(self, method: str, params: dict[str, Any] | None = None, session: str = "") -> dict[str, Any]:
        return await self._answered(self._devtools.command(method, params, session or self._session))

    async def _answered(self, answer: Coroutine[Any, Any, _T]) -> _T:
        answering = asyncio.create_task(answer)
        removal = asyncio.create_task(self._removed.wait())
        try:
            await asyncio.wait({answering, removal}, timeout=self._seconds, return_when=asyncio.FIRST_COMPLETED)
            if answering.done():
                return answering.result()
            # A page that tries to leave loses its frame, and does not hang.
            self.observation.is_hung = not self.observation.has_crashed and not self._removed.is_set()
            raise _PageHangs
        except BrowserClosed:
            # A page that navigates away or crashes ends its context. The observation already has the cause.
            if self.observation.left or self.observation.has_crashed:
                raise _PageHangs from None
            raise
        finally:
            answering.cancel()
            removal.cancel()

    def _on_event(self, event: str, params: dict[str, Any]) -> None:
        match event:
            case "Fetch.requestPaused":
                self._start(self._answer_request(params))
            case "Target.attachedToTarget":
                self._frame_session, self._frame = params["sessionId"], params["targetInfo"]["targetId"]
                self._devtools.listen(self._frame_session, self._on_event)
                self._start(self._attach(self._frame_session))
            case "Page.loadEventFired":
                self._loaded.set()
            case "Runtime.exceptionThrown":
                details = params["exceptionDetails"]
                thrown = details.get("exception", {}).get("description") or details.get("text", "")
                self._note_error(str(thrown).split("\n    at ")[0])
            case "Runtime.consoleAPICalled" if params["type"] in ("error", "assert"):
                self._note_error(" ".join(str(each.get("value", each.get("description"))) for each in params["args"]))
            case "Log.entryAdded":
                self._note_entry(str(params["entry"]["level"]), str(params["entry"]["text"]))
            case "Page.javascriptDialogOpening":
                self._blocked += 1
                self._start(self._answer_dialog())
            case "Inspector.targetCrashed":
                self.observation.has_crashed = True
                self._loaded.set()
            case _ if event.startswith("Page.frame"):
                self._on_frame_event(event, params)

    def _on_frame_event(self, event: str, params: dict[str, Any]) -> None:
        match event:
            case "Page.frameAttached" if not self._frame:
                self._frame = params["frameId"]
            case "Page.frameDetached" if params["frameId"] == self._frame and params.get("reason") == "remove":
                if not self.observation.left:
                    self._note(self.observation.left, "?")
                self._removed.set()
            case "Page.frameScheduledNavigation" | "Page.frameRequestedNavigation":
                self._note_address(str(params["url"]))
            case "Page.frameNavigated":
                self._note_address(str(params["frame"]["url"]))

    def _note_address(self, address: str) -> None:
        if not address.startswith(_OWN_ADDRESSES):
            self._note(self.observation.left, address)

    def _start(self, action: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(action)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer_request(self, params: dict[str, Any]) -> None:
        """Answer the first request for the page with its content. Record and block every other request."""
        request, address = params["requestId"], str(params["request"]["url"])
        with contextlib.suppress(BrowserClosed):
            if address == PAGE_URL and not self._is_opened:
                self._is_opened = True
                body = base64.b64encode(self._file).decode()
                answer = {"requestId": request, "responseCode": 200, "responseHeaders": _HEADERS, "body": body}
                await self._devtools.command("Fetch.fulfillRequest", answer, self._session)
                return
            if params.get("resourceType") == "Document":
                self._note(self.observation.left, address)
            elif not address.endswith("/favicon.ico"):
                self._note(self.observation.requests, address)
            refusal = {"requestId": request, "errorReason": "BlockedByClient"}
            await self._devtools.command("Fetch.failRequest", refusal, self._session)

    async def _answer_dialog(self) -> None:
        """Accept a dialog: until then the page waits."""
        with contextlib.suppress(BrowserClosed):
            await self._devtools.command("Page.handleJavaScriptDialog", {"accept": True}, self._session)

    def _note_entry(self, level: str, words: str) -> None:
        self._blocked += _BLOCKED.search(words) is not None
        if level == "error":
            self._note_error(words)

    def _note_error(self, words: str) -> None:
        self._note(self.observation.requests if "Content Security Policy" in words else self.observation.errors, words)

    def _note(self, where: list[str], words: str) -> None:
        if len(where) < _MAX_REPORTED and words[:300] not in where:
            where.append(words[:300])
