"""A hub on this machine that speaks the protocols of Hugging Face and ModelScope, and misbehaves if it is asked to."""

import contextlib
import hashlib
import json
import re
import struct
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

REPOSITORY = "Qwen/Qwen3-4B-GGUF"
FILE = "Qwen3-4B-Q4_K_M.gguf"


@dataclass
class HubServer:
    """What the hub has, and how it behaves. `log` has the method, the path and the range of each request.

    `cuts` are the numbers of bytes after which a download is cut off, one for each request; `released` lets a slow
    download continue.
    """

    files: dict[str, bytes]
    sha256: str | None = None
    has_checksum: bool = True
    knows_ranges: bool = True
    status: int | None = None
    storage_status: int | None = None
    cuts: list[int] = field(default_factory=list)
    is_slow: bool = False
    has_begun: threading.Event = field(default_factory=threading.Event)
    released: threading.Event = field(default_factory=threading.Event)
    log: list[tuple[str, str, str]] = field(default_factory=list)
    url: str = ""

    def digest(self, body: bytes) -> str:
        return self.sha256 or hashlib.sha256(body).hexdigest()


class _HubHandler(BaseHTTPRequestHandler):
    hub: HubServer
    protocol_version = "HTTP/1.1"

    def do_HEAD(self) -> None:
        self._answer()

    def do_GET(self) -> None:
        self._answer()

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002 (the name is the library's)
        """Nothing."""

    def _answer(self) -> None:
        address = urlsplit(self.path)
        self.hub.log.append((self.command, unquote(address.path), self.headers.get("Range", "")))
        path, query = unquote(address.path), parse_qs(address.query)
        if path.startswith("/storage/"):
            self._send_file(path.removeprefix("/storage/"))
        elif self.hub.status is not None:
            self._send(self.hub.status, b"no")
        elif match := re.fullmatch(r"/([^/]+/[^/]+)/resolve/[^/]+/(.+)", path):
            self._redirect(f"{match[1]}/{match[2]}")
        elif match := re.fullmatch(r"/api/v1/models/([^/]+/[^/]+)/repo/files", path):
            self._send(200, self._listed(match[1]))
        elif match := re.fullmatch(r"/api/v1/models/([^/]+/[^/]+)/repo", path):
            self._send_file(f"{match[1]}/{query['FilePath'][0]}")
        else:
            self._send(404, b"no")

    def _redirect(self, name: str) -> None:
        """Answer as Hugging Face does: the headers of the file, and where its bytes are."""
        body = self.hub.files.get(name)
        if body is None:
            self._send(404, b"Entry not found", {"X-Error-Code": "EntryNotFound"})
            return
        headers = {
            "Location": f"{self.hub.url.replace('127.0.0.1', 'localhost')}/storage/{quote(name)}",
            "ETag": '"of-the-redirect"',
            "X-Repo-Commit": "a" * 40,
            "X-Linked-Size": str(len(body)),
        }
        self._send(
            302, b"", headers | ({"X-Linked-ETag": f'"{self.hub.digest(body)}"'} if self.hub.has_checksum else {})
        )

    def _listed(self, repository: str) -> bytes:
        files = [
            {
                "Path": name.removeprefix(f"{repository}/"),
                "Size": len(body),
                "Sha256": self.hub.digest(body),
                "Type": "blob",
            }
            for name, body in self.hub.files.items()
            if name.startswith(repository)
        ]
        return json.dumps({"Code": 200, "Data": {"Files": files}, "Success": True}).encode()

    def _send_file(self, name: str) -> None:
        body = self.hub.files.get(name)
        if body is None or self.hub.storage_status is not None:
            self._send(self.hub.storage_status or 404, b"no")
            return
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        start = int(wanted[1]) if wanted and self.hub.knows_ranges else 0
        if start >= len(body):
            self._send(416, b"")
            return
        headers = {"Content-Range": f"bytes {start}-{len(body) - 1}/{len(body)}"} if start else {}
        self._send(206 if start else 200, body[start:], headers | {"ETag": '"of-the-storage"'}, is_file=True)

    def _send(self, status: int, body: bytes, headers: dict[str, str] | None = None, *, is_file: bool = False) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "HEAD":
            return
        if is_file and self.hub.cuts:
            self.wfile.write(body[: self.hub.cuts.pop(0)])
            self.close_connection = True
            return
        if is_file and self.hub.is_slow:
            self.wfile.write(body[: len(body) // 2])
            self.wfile.flush()
            self.hub.has_begun.set()
            self.hub.released.wait(30)
            body = body[len(body) // 2 :]
        with contextlib.suppress(OSError):
            self.wfile.write(body)


@contextlib.contextmanager
def model_hub(**options: Any) -> Iterator[HubServer]:
    """Run a hub on a free port of 127.0.0.1."""
    hub = HubServer(**options)
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_HubHandler,), {"hub": hub}))
    server.daemon_threads = True
    hub.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield hub
    finally:
        hub.released.set()
        server.shutdown()
        thread.join()
        server.server_close()


def small_gguf(
    *, template: str = "{{ messages }}", size: int = 3_000_000, context: int = 4096, layers: int = 4
) -> bytes:
    """A file with a valid header of a chat model, and no real weights."""
    fields: list[tuple[str, int, bytes]] = [
        ("general.architecture", 8, _string("llama")),
        ("general.license", 8, _string("apache-2.0")),
        ("llama.context_length", 4, struct.pack("<I", context)),
        ("llama.block_count", 4, struct.pack("<I", layers)),
        ("llama.attention.head_count", 4, struct.pack("<I", 8)),
        ("llama.attention.head_count_kv", 4, struct.pack("<I", 2)),
        ("llama.embedding_length", 4, struct.pack("<I", 512)),
        ("tokenizer.ggml.tokens", 9, struct.pack("<IQ", 8, 2) + _string("a") + _string("b")),
        ("tokenizer.ggml.scores", 9, struct.pack("<IQ", 6, 2) + struct.pack("<ff", 0, 1)),
        ("tokenizer.chat_template", 8, _string(template)),
    ]
    header = b"GGUF" + struct.pack("<IQQ", 3, 0, len(fields))
    header += b"".join(_string(key) + struct.pack("<I", kind) + value for key, kind, value in fields)
    return header + bytes(range(256)) * (size // 256)


def _string(written: str) -> bytes:
    return struct.pack("<Q", len(written.encode())) + written.encode()
