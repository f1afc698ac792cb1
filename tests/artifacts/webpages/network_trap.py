"""A network that ends here: every name leads to this process, which counts connections, datagrams and lookups."""

import contextlib
import json
import socket
import threading
import time
from pathlib import Path
from typing import Any, Final

from tests.artifacts.quizzes.quiz_browser import Browser

WAYS: Final[list[dict[str, Any]]] = json.loads(Path(__file__).with_name("ways_out.json").read_text(encoding="utf-8"))
"""Scripts that try to leave. Those that are `alone` replace their page, or want a click."""

DOMAIN: Final = "way.test"
_ADDRESS: Final = "127.0.0.1"
_PATIENCE: Final = 120.0
"""Seconds that a busy machine may take until the names it is waited for were reached."""


class NetworkListener:
    """Keeps what arrives at a port of its own for connections, and at another one for datagrams."""

    def __init__(self) -> None:
        self.datagrams: list[bytes] = []
        self.greetings: list[bytes] = []
        self._server = socket.create_server((_ADDRESS, 0))
        self._datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._datagrams.bind((_ADDRESS, 0))
        self.udp_port = self._datagrams.getsockname()[1]
        for serve in (self._accept, self._receive):
            threading.Thread(target=serve, daemon=True).start()

    @property
    def address(self) -> str:
        """Where it listens for connections."""
        return f"{_ADDRESS}:{self._server.getsockname()[1]}"

    def stop(self) -> None:
        """Listen no longer."""
        self._server.close()
        self._datagrams.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._server.accept()
            except OSError:
                return
            threading.Thread(target=self._listen, args=[connection], daemon=True).start()

    def _listen(self, connection: socket.socket) -> None:
        """Keep what is asked for first: the name is in HTTP's head and in TLS's greeting."""
        with connection, contextlib.suppress(OSError):
            connection.settimeout(_PATIENCE)
            self.greetings.append(connection.recv(4_096))

    def _receive(self) -> None:
        while True:
            try:
                self.datagrams.append(self._datagrams.recv(2_000))
            except OSError:
                return


class NetworkTrap(NetworkListener):
    """Chromium as a reader has it, except that all names lead to this process, but for the one that is `served`."""

    def __init__(self, folder: Path, served: str = "") -> None:
        super().__init__()
        self._log = folder / "net.json"
        rules = f"--host-resolver-rules=MAP * {self.address}" + (f", EXCLUDE {served}" if served else "")
        self._browser = Browser(folder / "profile", rules, f"--log-net-log={self._log}")

    def open(self, file: Path | str, *, until: int = 0, seconds: float = 1.5, then: str = "") -> float:
        """Open a file as a reader does, click into it, and wait: a moment, or until so many names were reached.

        `then` is run in it first; a promise is waited for.
        """
        self._browser.open(file)
        if then:
            self._browser.ask("Runtime.evaluate", expression=then, awaitPromise=True)
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            button = "none" if kind == "mouseMoved" else "left"
            self._browser.tell("Input.dispatchMouseEvent", type=kind, x=100, y=100, button=button, clickCount=1)
        began = time.monotonic()
        while time.monotonic() - began < seconds or (
            len(self.names()) < until and time.monotonic() - began < _PATIENCE
        ):
            moment = "new Promise((done) => setTimeout(done, 500))"
            self._browser.ask("Runtime.evaluate", expression=moment, awaitPromise=True)
        return time.monotonic() - began

    def value(self, expression: str) -> object:
        """The value of an expression in what is open."""
        return self._browser.ask("Runtime.evaluate", expression=expression)["result"].get("value")

    def close(self) -> set[str]:
        """End the browser, and return the names that it reached."""
        self._browser.close()
        self.stop()
        return self.names()

    def names(self) -> set[str]:
        """The names that the browser looked up or connected to."""
        # The browser begins its log when it likes, on a busy machine after the page: what arrives here counts as well.
        log = self._log.read_text(encoding="utf-8", errors="replace") if self._log.exists() else ""
        seen = log + b"\n".join(self.greetings).decode("utf-8", errors="replace")
        return {name for name in (each["name"] for each in WAYS) if f"{name}.{DOMAIN}" in seen}


def way_out(way: dict[str, Any], udp_port: int, host: str = "") -> str:
    """The script of a way, for a name of its own, or for a host."""
    return str(way["script"]).replace("HOST", host or f"{way['name']}.{DOMAIN}").replace("UDP", str(udp_port))


def page_of(*scripts: str) -> str:
    """A page that runs each script, whatever happens to the others."""
    code = "\n".join(f"<script>try {{ (() => {{ {each} }})(); }} catch {{}}</script>" for each in scripts)
    return f'<!doctype html><html lang="en"><head><title>A page</title></head><body><h1>Rivers</h1>{code}</body></html>'
