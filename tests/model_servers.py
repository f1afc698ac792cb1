"""Real servers on this machine that list models: each path has one response."""

import contextlib
import threading
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@contextlib.contextmanager
def listing(pages: Mapping[str, str], *, headers: Mapping[str, str] | None = None) -> Iterator[int]:
    """Serve these pages on a free port of 127.0.0.1, and tell the port. Requests without `headers` are not let in."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = pages.get(self.path)
            let_in = all(self.headers.get(name) == value for name, value in (headers or {}).items())
            body = (page or "not found").encode()
            self.send_response(401 if not let_in else 404 if page is None else 200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002 (the name is the library's)
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
