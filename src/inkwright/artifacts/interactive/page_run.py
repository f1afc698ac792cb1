"""One page in the browser: opened, measured at two widths, and every control of it used as a person would."""

import asyncio
import base64
import contextlib
from collections.abc import Awaitable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

from inkwright.artifacts.interactive.devtools import BrowserGone, Devtools
from inkwright.artifacts.interactive.ink import has_ink

_T = TypeVar("_T")

WIDTHS: Final = (1280, 390)
HEIGHTS: Final = {1280: 800, 390: 844}
MOST_HEIGHT: Final = 6_000
ADDRESS: Final = "http://page.invalid/"
_PROBES: Final = (Path(__file__).parent / "probes.js").read_text(encoding="utf-8")
# As in the frame in which pages are shown: scripts may run, and nothing else is allowed.
_HEADERS: Final = [
    {"name": "Content-Type", "value": "text/html; charset=utf-8"},
    {"name": "Content-Security-Policy", "value": "sandbox allow-scripts"},
]
_GLANCE: Final = 0.25
_MOST_USES: Final = 48
_USING_SECONDS: Final = 20.0
_SECOND_CHANCES: Final = 3
_MOST_TOLD: Final = 10


@dataclass(frozen=True, slots=True)
class Control:
    """Something to press or to move."""

    tag: str
    name: str


@dataclass(slots=True)
class Look:
    """What was seen of a page. `hung_at` is None where it always answered, else what was used before it stopped."""

    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    overflows: dict[int, tuple[int, str]] = field(default_factory=dict)
    blank_at: list[int] = field(default_factory=list)
    is_hung: bool = False
    hung_at: Control | None = None
    has_crashed: bool = False
    dead: list[Control] = field(default_factory=list)
    used: int = 0
    untried: int = 0
    pictures: dict[int, bytes] = field(default_factory=dict)


_CALM: Final = {"name": "prefers-reduced-motion", "value": "reduce"}


class _Hangs(Exception):
    """The page does not answer."""


def _is_inside(address: str) -> bool:
    """Whether an address is a place on the page itself."""
    return address.startswith(f"{ADDRESS}#")


class PageRun:
    """One run of one page in a tab of its own. `look` fills as it goes, so that what was seen is never lost."""

    def __init__(self, devtools: Devtools, page: bytes, *, seconds: float) -> None:
        self.look = Look()
        self._devtools = devtools
        self._page = page
        self._seconds = seconds
        self._session = ""
        self._world = 0
        self._loaded = asyncio.Event()
        self._is_opened = False
        self._answering: set[asyncio.Task[None]] = set()

    async def judge(self) -> Look:
        """Everything: both widths, then every control."""
        with contextlib.suppress(_Hangs):
            await self._open()
            for width in WIDTHS:
                await self._measure(width)
            await self._resize(WIDTHS[0])
            await self._evaluate("probe.rest()")
            await self._use_all()
        return self.look

    async def photograph(self) -> Look:
        """Pictures of the whole page at both widths."""
        with contextlib.suppress(_Hangs):
            await self._open()
            for width in WIDTHS:
                await self._measure(width)
                await self._evaluate("probe.rest()")
                seen = await self._evaluate(f"probe.measure({width})")
                height = min(max(int(seen["height"]), HEIGHTS[width]), MOST_HEIGHT)
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
            self._order("Emulation.setEmulatedMedia", {"features": [_CALM]}),
            self._resize(WIDTHS[0]),
        )
        shown = await self._order("Page.navigate", {"url": ADDRESS})
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
        if not seen["hasContent"] or not has_ink(await self._picture(width, HEIGHTS[width], _GLANCE)):
            self.look.blank_at.append(width)
        return seen

    async def _use_all(self) -> None:
        """Use every control, also those that appear on the way; what did nothing is tried again behind the others."""
        clock = asyncio.get_running_loop()
        until = clock.time() + _USING_SECONDS
        await self._evaluate("probe.fill()")
        live: list[int] = []
        still: dict[int, Control] = {}
        at = 0
        known = await self._controls()
        while at < min(len(known), _MOST_USES) and clock.time() < until:
            match await self._use(known[at], at):
                case "moved":
                    live.append(at)
                case "still":
                    still[at] = known[at]
            at += 1
            if at == len(known):
                known = await self._controls()
        self.look.untried = min(len(known), _MOST_USES) - at
        # A list may be read by a button later: then choosing from it is all that it has to do.
        has_reader = any(known[number].tag != "select" for number in live)
        for number, control in list(still.items())[:_MOST_TOLD]:
            if control.tag == "select" and has_reader:
                continue
            if not await self._moves_behind_others(number, control, live):
                self.look.dead.append(control)

    async def _moves_behind_others(self, number: int, control: Control, live: list[int]) -> bool:
        """A button that starts over has nothing to do until something was done."""
        for other in live[:_SECOND_CHANCES]:
            await self._use(control, other)
            if await self._use(control, number) != "still":
                return True
        return False

    async def _use(self, control: Control, number: int) -> str:
        self.look.used += 1
        self.look.hung_at = control
        moved = str(await self._evaluate(f"probe.use({number})"))
        self.look.hung_at = None
        return moved

    async def _controls(self) -> list[Control]:
        told = await self._evaluate("probe.controls()")
        return [Control(str(each["tag"]), str(each["name"])) for each in told]

    async def _resize(self, width: int) -> None:
        size = {"width": width, "height": HEIGHTS[width], "deviceScaleFactor": 1, "mobile": False}
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
            raise BrowserGone(str(answer["exceptionDetails"].get("text")))
        return answer["result"].get("value")

    async def _order(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        return await self._answered(self._devtools.order(method, params, self._session))

    async def _answered(self, answer: Awaitable[_T]) -> _T:
        try:
            async with asyncio.timeout(self._seconds):
                return await answer
        except TimeoutError as late:
            self.look.is_hung = not self.look.has_crashed
            raise _Hangs from late
        except BrowserGone:
            # A page that goes away or crashes takes its world along: what was seen of it says why.
            if self.look.left or self.look.has_crashed:
                raise _Hangs from None
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
            case "Page.frameScheduledNavigation" | "Page.frameRequestedNavigation" if not _is_inside(told["url"]):
                self._note(self.look.left, str(told["url"]))
            case "Page.frameNavigated" if not told["frame"]["url"].startswith(
                (ADDRESS, "about:blank", "chrome-error:")
            ):
                self._note(self.look.left, str(told["frame"]["url"]))
            case "Inspector.targetCrashed":
                self.look.has_crashed = True
                self._loaded.set()

    async def _answer_request(self, told: dict[str, Any]) -> None:
        """Give the page to whoever asks for it the first time; every other request is noted and refused."""
        request, address = told["requestId"], str(told["request"]["url"])
        with contextlib.suppress(BrowserGone):
            if address == ADDRESS and not self._is_opened:
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
        if len(where) < _MOST_TOLD and words[:300] not in where:
            where.append(words[:300])
