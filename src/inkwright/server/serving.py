"""Run the service: until Ctrl+C or SIGTERM, which lets running turns reach a safe point."""

import asyncio
import contextlib
import logging
import os
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp

from inkwright.agent.streaming import ShowEvent
from inkwright.application import Inkwright
from inkwright.conversation.events import Event
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason, system_reason
from inkwright.llm.call_log import CallListener, calls_heard_by
from inkwright.llm.models import Model
from inkwright.runtime.job_reports import JobListener, jobs_heard_by
from inkwright.server.app import create_app
from inkwright.server.collecting import collecting_rarely
from inkwright.server.logs import log_call, log_event, log_job
from inkwright.server.metrics import Metrics
from inkwright.server.options import ServerOptions, is_loopback
from inkwright.server.page_origin import PageOrigin
from inkwright.server.telemetry import TelemetryOptions, TurnTracer
from inkwright.server.worker_processes import InheritedSockets, ServiceProcesses, inherited_sockets, process_command
from inkwright.settings import Settings

_LOGGER: Final = logging.getLogger("inkwright.server")
_BACKLOG: Final = 2048
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
    metrics, inherited = Metrics(), inherited_sockets(os.environ)
    async with (
        observed_by(metrics, os.environ) as listen,
        Inkwright.open(settings=settings, model=model, listen=listen) as inkwright,
        running_service(create_app(inkwright, options, metrics), options, inherited) as service,
    ):
        with _stopping_at_signals(service, inkwright, inherited), collecting_rarely():
            if inherited is None:
                tell(service.address)
            else:
                inherited.say_ready()
            # What earlier processes left continues; the service is reachable meanwhile.
            continued = asyncio.create_task(inkwright.continue_turns())
            running_jobs = asyncio.create_task(_run_jobs(inkwright))
            await service.ended()
            continued.cancel()
            await running_jobs


async def _run_jobs(inkwright: Inkwright) -> None:
    try:
        await inkwright.run_jobs()
    except Exception:
        # The rest of the service works without them.
        _LOGGER.exception("jobs do not run here")


@contextlib.asynccontextmanager
async def observed_by(metrics: Metrics, environ: Mapping[str, str]) -> AsyncIterator[ShowEvent]:
    """Yield a listener for the events of all turns: for metrics, logs, and traces if an endpoint is set."""
    listeners: list[ShowEvent] = [metrics.listen, log_event]
    heard_by: list[CallListener] = [metrics.hear_call, log_call]
    jobs: list[JobListener] = [metrics.hear_job, log_job]
    options = TelemetryOptions.from_environment(environ)
    async with contextlib.AsyncExitStack() as stack:
        if options is not None:
            tracer = TurnTracer(options)
            await stack.enter_async_context(tracer.sending())
            listeners.append(tracer.listen)
            heard_by.append(tracer.hear_call)
            jobs.append(tracer.hear_job)
        stack.enter_context(calls_heard_by(*heard_by))
        stack.enter_context(jobs_heard_by(*jobs))

        def listen(number: int, event: Event) -> None:
            for each in listeners:
                each(number, event)

        yield listen


@dataclass(frozen=True, slots=True)
class RunningService:
    """The two servers of the service, which are reachable: that of the API, and that of pages."""

    servers: "tuple[SignallingServer, SignallingServer]"
    tasks: tuple["asyncio.Task[None]", ...]
    options: ServerOptions

    @property
    def address(self) -> str:
        """The address of the API."""
        return address_of(self.servers[0], self.options)

    @property
    def pages_address(self) -> str:
        """The address of pages."""
        return address_of(self.servers[1], self.options)

    def stop(self, *, is_forced: bool = False) -> None:
        """Let both servers end; forced, they do not wait for their readers."""
        for server in self.servers:
            server.should_exit = True
            server.force_exit = server.force_exit or is_forced

    async def ended(self) -> None:
        """Wait until both servers have ended."""
        await asyncio.gather(*self.tasks)


@contextlib.asynccontextmanager
async def running_service(
    app: FastAPI, options: ServerOptions, inherited: InheritedSockets | None = None
) -> AsyncIterator[RunningService]:
    """Start both servers, and stop them at the end. InvalidOption if an address cannot be used."""
    pages: PageOrigin = app.state.pages
    with inherited.opened() if inherited else listening_sockets(options) as sockets:
        pages.api_port, pages.port = (each.getsockname()[1] for each in sockets)
        servers = (make_server(app, options), make_server(pages.app(), options))
        tasks = tuple(
            asyncio.create_task(server.serve([socket])) for server, socket in zip(servers, sockets, strict=True)
        )
        service = RunningService(servers, tasks, options)
        # A stream that has no end of its own asks this, so that the service does not wait for its readers.
        app.state.is_stopping = lambda: servers[0].should_exit
        try:
            for server, task in zip(servers, tasks, strict=True):
                await server.is_reachable(task)
            yield service
        finally:
            service.stop()
            await service.ended()


@contextlib.contextmanager
def listening_sockets(options: ServerOptions) -> Iterator[tuple[socket.socket, socket.socket]]:
    """Yield the sockets of the API and of pages. InvalidOption if an address cannot be used."""
    with (
        _listening(options.host, options.port, "--port") as api,
        _listening(options.host, options.pages_port, "--pages-port") as pages,
    ):
        yield api, pages


def serve_in_processes(
    options: ServerOptions, count: int, words: Sequence[str], tell: Callable[[str], None] = lambda _: None
) -> None:
    """Serve in several processes, each of them `inkwright` with these words, until this one gets a signal to stop."""
    check_address(options)
    with listening_sockets(options) as sockets:
        address = _address(options.host, sockets[0].getsockname()[1])
        ServiceProcesses(process_command(words), sockets, count).run(lambda: tell(address))


def _listening(host: str, port: int, option: str) -> socket.socket:
    """Return a socket that listens at an address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except (OSError, OverflowError) as problem:
        reason = system_reason(problem) if isinstance(problem, OSError) else str(problem)
        allowed = Reason("server.port_free", problem=reason)
        raise InvalidOption(option=option, value=f"{host}:{port}", allowed=allowed) from problem


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
def _stopping_at_signals(
    service: RunningService, inkwright: Inkwright, inherited: InheritedSockets | None
) -> Iterator[None]:
    """Stop at a signal: first the turns, so that every reader gets their end; a second signal stops at once."""
    loop = asyncio.get_running_loop()
    stopping: list[asyncio.Task[None]] = []

    async def stop() -> None:
        await inkwright.stop()
        service.stop()

    def on_signal() -> None:
        if stopping:
            service.stop(is_forced=True)
        else:
            stopping.append(loop.create_task(stop()))

    for number in _SIGNALS:
        loop.add_signal_handler(number, on_signal)
    if inherited is not None:
        inherited.when_parent_ends(partial(loop.call_soon_threadsafe, on_signal))
    try:
        yield
    finally:
        for number in _SIGNALS:
            loop.remove_signal_handler(number)


def make_server(app: ASGIApp, options: ServerOptions) -> SignallingServer:
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
    """Return the address under which a server is reached; port 0 lets the system choose one."""
    return _address(options.host, server.servers[0].sockets[0].getsockname()[1])


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
