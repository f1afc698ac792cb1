"""A live service on loopback for tests: real sockets, a real store, a scripted model."""

import asyncio
import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import httpx2 as httpx

from inkwright.application import Inkwright
from inkwright.server.app import create_app
from inkwright.server.metrics import Metrics
from inkwright.server.options import ServerOptions
from inkwright.server.serving import running_service
from tests.clocks import PATIENCE


@dataclass(frozen=True)
class LiveServer:
    """A running service: its addresses, and the Inkwright behind it, which lives in the loop of the service."""

    url: str
    pages_url: str
    inkwright: Inkwright
    loop: asyncio.AbstractEventLoop
    clients: contextlib.ExitStack
    stop: Callable[[], object]

    def client(self, **options: Any) -> httpx.Client:
        """A client that is closed with the service."""
        return self.clients.enter_context(httpx.Client(base_url=self.url, timeout=PATIENCE, **options))

    def run(self, work: Any) -> Any:
        """Run a coroutine in the loop of the service."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)


@contextlib.contextmanager
def live_server(home: Path, model: Any, **options: Any) -> Iterator[LiveServer]:
    """Serve until the end of the block, on a free port."""
    ready = threading.Event()
    clients = contextlib.ExitStack()
    found: list[LiveServer] = []

    async def serve() -> None:
        metrics = Metrics()
        chosen = ServerOptions(port=0, pages_port=0, **options)
        async with (
            Inkwright.open(home=home, model=model, listen=metrics.listen) as inkwright,
            running_service(create_app(inkwright, chosen, metrics), chosen) as service,
        ):
            loop = asyncio.get_running_loop()
            stop = partial(loop.call_soon_threadsafe, service.stop)
            found.append(LiveServer(service.address, service.pages_address, inkwright, loop, clients, stop))
            ready.set()
            await service.ended()

    thread = threading.Thread(target=asyncio.run, args=(serve(),), daemon=True)
    thread.start()
    assert ready.wait(PATIENCE), "the service did not start"
    try:
        yield found[0]
    finally:
        clients.close()
        with contextlib.suppress(RuntimeError):  # a test may have stopped it already
            found[0].stop()
        thread.join(PATIENCE)


def parts_of(stream: str) -> list[dict[str, Any]]:
    """The parts in the text of a stream; it must end with [DONE]."""
    frames = [line.removeprefix("data: ") for line in stream.splitlines() if line.startswith("data: ")]
    assert frames[-1] == "[DONE]"
    return [json.loads(frame) for frame in frames[:-1]]
