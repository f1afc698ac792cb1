"""Run the service: until Ctrl+C or SIGTERM, which lets running turns reach a safe point."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Iterator
from typing import Final

import uvicorn
from fastapi import FastAPI

from inkwright.application import Inkwright
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.llm.models import Model
from inkwright.server.app import create_app
from inkwright.server.metrics import Metrics
from inkwright.server.options import ServerOptions, is_loopback
from inkwright.settings import Settings

_GRACE_SECONDS: Final = 5
_KEEP_ALIVE_SECONDS: Final = 20
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def check_address(options: ServerOptions) -> None:
    """Refuse an address that other machines reach, unless everyone has to log in."""
    if not is_loopback(options.host) and not options.needs_login:
        raise InvalidOption(option="--host", value=options.host, allowed=Reason("server.needs_tokens"))


async def serve(
    settings: Settings,
    options: ServerOptions,
    *,
    model: Model | str | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> None:
    """Serve until the process is told to stop. `tell` gets the address once it is reachable."""
    check_address(options)
    metrics = Metrics()
    async with Inkwright.open(settings=settings, model=model, listen=metrics.listen) as inkwright:
        server = make_server(create_app(inkwright, options, metrics), options)
        with _stopping_at_signals(server, inkwright):
            serving = asyncio.create_task(server.serve())
            if await server.is_reachable(serving):
                tell(address_of(server, options))
            await serving


class SignallingServer(uvicorn.Server):
    """A server that says when it is reachable, and leaves signals to us."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._is_reachable = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._is_reachable.set()

    async def is_reachable(self, serving: "asyncio.Task[None]") -> bool:
        """Wait until the server is reachable; return whether it is. It is not if the address is taken."""
        reached = asyncio.ensure_future(self._is_reachable.wait())
        await asyncio.wait([reached, serving], return_when=asyncio.FIRST_COMPLETED)
        reached.cancel()
        return self.started and bool(self.servers)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.contextmanager
def _stopping_at_signals(server: uvicorn.Server, inkwright: Inkwright) -> Iterator[None]:
    """Stop at a signal: first the turns, so that every reader gets their end; a second signal stops at once."""
    loop = asyncio.get_running_loop()
    stopping: list[asyncio.Task[None]] = []

    async def stop() -> None:
        await inkwright.stop()
        server.should_exit = True

    def on_signal() -> None:
        if stopping:
            server.force_exit = server.should_exit = True
        else:
            stopping.append(loop.create_task(stop()))

    for number in _SIGNALS:
        loop.add_signal_handler(number, on_signal)
    try:
        yield
    finally:
        for number in _SIGNALS:
            loop.remove_signal_handler(number)


def make_server(app: FastAPI, options: ServerOptions) -> SignallingServer:
    """Return the server of an application, not yet started."""
    config = uvicorn.Config(
        app,
        host=options.host,
        port=options.port,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
    )
    return SignallingServer(config)


def address_of(server: uvicorn.Server, options: ServerOptions) -> str:
    """Return the address under which the service is reached; port 0 lets the system choose one."""
    port: int = server.servers[0].sockets[0].getsockname()[1]
    host = f"[{options.host}]" if ":" in options.host else options.host
    return f"http://{host}:{port}"
