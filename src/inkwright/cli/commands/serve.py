"""`inkwright serve`: serve the API and the stream of events over HTTP."""

import asyncio
import os
import sys
import webbrowser
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import OK
from inkwright.cli.shell import Shell
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.server.logs import LOG_FORMATS, write_json_logs
from inkwright.server.options import DEFAULT_HOST, DEFAULT_PAGES_PORT, DEFAULT_PORT, LOOPBACK_NAMES, ServerOptions
from inkwright.server.serving import serve, serve_in_processes
from inkwright.usecases.store import check_files, prepare_store

MAX_WORKERS: Final = 64


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """Options of `inkwright serve`."""

    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    pages_port: int | None = None
    login: bool = False
    allow_host: tuple[str, ...] = ()
    model: str | None = None
    workers: int = 1
    database: str | None = None
    files: str | None = None
    open: bool = False
    log_format: str = LOG_FORMATS[0]


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(ServeOptions)
    parser.add_argument("--host", metavar="ADDRESS", default=DEFAULT_HOST, help=parser.text("serve.host"))
    parser.add_argument("--port", type=int, metavar="PORT", default=DEFAULT_PORT, help=parser.text("serve.port"))
    parser.add_argument("--pages-port", type=int, metavar="PORT", help=parser.text("serve.pages_port"))
    parser.add_switch("--login", "serve.login")
    parser.add_argument(
        "--allow-host", action="append", metavar="NAME", default=[], help=parser.text("serve.allow_host")
    )
    parser.add_argument("--model", metavar="MODEL", help=parser.text("serve.model"))
    parser.add_argument("--database", metavar="URL", help=parser.text("serve.database"))
    parser.add_argument("--files", metavar="URL", help=parser.text("serve.files"))
    parser.add_argument("--workers", type=int, metavar="N", default=1, help=parser.text("serve.workers"))
    parser.add_switch("--open", "serve.open")
    parser.add_argument(
        "--log-format", choices=LOG_FORMATS, default=LOG_FORMATS[0], help=parser.text("serve.log_format")
    )


def run(options: ServeOptions, shell: Shell) -> int:
    if not 1 <= options.workers <= MAX_WORKERS:
        allowed = Reason("server.workers", most=MAX_WORKERS)
        raise InvalidOption(option="--workers", value=str(options.workers), allowed=allowed)
    settings = shell.settings.with_flags({"database": options.database, "files": options.files})
    check_files(settings)
    if options.log_format == "json":
        write_json_logs()
    hosts = (*LOOPBACK_NAMES, options.host, *options.allow_host)
    pages_port = _pages_port(options)
    chosen = ServerOptions(
        host=options.host, port=options.port, pages_port=pages_port, needs_login=options.login, hosts=hosts
    )

    def tell(address: str) -> None:
        shell.say(shell.text("serve.running", address=address))
        if options.open and not open_in_browser(address, os.environ):
            shell.say(shell.text("serve.no_display"))
        shell.out.flush()

    if options.workers > 1:
        # Once, before several processes would do it at the same time.
        asyncio.run(prepare_store(settings))
        serve_in_processes(chosen, options.workers, _words_of_process(options), tell)
    else:
        asyncio.run(serve(settings, chosen, model=options.model, tell=tell))
    shell.say(shell.text("serve.stopped"))
    return OK


def open_in_browser(address: str, environ: Mapping[str, str]) -> bool:
    """Open an address in the person's browser; return whether there is a display with one."""
    has_display = sys.platform in ("darwin", "win32") or bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))
    return has_display and webbrowser.open(address)


def _words_of_process(options: ServeOptions) -> list[str]:
    """Return the words of one of several processes. It gets its sockets from this one."""
    values = {
        "--host": options.host,
        "--model": options.model,
        "--database": options.database,
        "--files": options.files,
        "--log-format": options.log_format,
    }
    words = ["serve", *(f"{name}={value}" for name, value in values.items() if value is not None)]
    words += [f"--allow-host={name}" for name in options.allow_host]
    return [*words, "--login"] if options.login else words


def _pages_port(options: ServeOptions) -> int:
    """Return the port of pages: by default as far from `--port` as usual, so that two services do not meet."""
    if options.pages_port is not None:
        return options.pages_port
    return options.port + DEFAULT_PAGES_PORT - DEFAULT_PORT if options.port else 0
