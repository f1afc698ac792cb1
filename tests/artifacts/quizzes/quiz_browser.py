"""A real browser for tests, over a pipe: opens a file and runs expressions in it."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    """Chromium without a window, in a profile of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        to_child, self._out = os.pipe()
        self._in, from_child = os.pipe()
        command = [str(CHROMIUM), "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"]
        command += [f"--user-data-dir={folder}", "--no-first-run", "--disable-background-networking", *options]
        command.append("about:blank")

        def connect() -> None:
            os.dup2(to_child, 3)
            os.dup2(from_child, 4)

        self._process = subprocess.Popen(
            command, pass_fds=(3, 4, to_child, from_child), preexec_fn=connect, stderr=subprocess.DEVNULL
        )
        os.close(to_child)
        os.close(from_child)
        self._rest = b""
        self._count = 0
        self._session = ""
        self._target = ""
        self.events: list[dict[str, Any]] = []

    def tell(self, method: str, **parameters: Any) -> None:
        """Send a command without waiting for its answer."""
        self._count += 1
        message = {"id": self._count, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """What the browser answers; what it tells meanwhile is kept."""
        self.tell(method, **parameters)
        while True:
            told = self._next()
            if told.get("id") == self._count:
                result: dict[str, Any] = told.get("result", {})
                return result
            self.events.append(told)

    def open(self, page: Path | str) -> None:
        """Open a file or an address in a tab of its own and wait until it is loaded. What was open before is closed."""
        self.leave()
        self._target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=self._target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")
        self.ask("Page.navigate", url=page.as_uri() if isinstance(page, Path) else page)
        while not any(each.get("method") == "Page.loadEventFired" for each in self._told()):
            self.events.append(self._next())

    def leave(self) -> None:
        """Close what is open, and forget what was told of it."""
        self._session = ""
        if self._target:
            self.ask("Target.closeTarget", targetId=self._target)
        self._target = ""
        self.events.clear()

    def value(self, expression: str) -> Any:
        """The value of an expression in the page."""
        found = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        return found.get("result", {}).get("value")

    def press(self, key: str, code: int, text: str = "") -> None:
        """Press a key as a person does."""
        named = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.ask("Input.dispatchKeyEvent", type="keyDown", text=text, **named)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **named)

    def problems(self) -> list[str]:
        """Errors of the page, and what it asked the network for."""
        found = []
        for event in self._told():
            method, told = event.get("method"), event.get("params", {})
            if method in ("Runtime.exceptionThrown", "Log.entryAdded"):
                found.append(json.dumps(told)[:300])
            if method == "Network.requestWillBeSent" and not told["request"]["url"].startswith("file:"):
                found.append(told["request"]["url"])
        return found

    def _told(self) -> list[dict[str, Any]]:
        """What was told of the page that is open, and not of one before it."""
        return [event for event in self.events if event.get("sessionId") == self._session]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            read = os.read(self._in, 65_536)
            if not read:
                raise RuntimeError("the browser has gone")
            self._rest += read
        one, self._rest = self._rest.split(b"\0", 1)
        told: dict[str, Any] = json.loads(one)
        return told

    def close(self) -> None:
        """End the browser and wait until it is gone."""
        self._session = ""
        os.write(self._out, json.dumps({"id": 0, "method": "Browser.close"}).encode() + b"\0")
        try:
            self._process.wait(timeout=40)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._in)
        os.close(self._out)
