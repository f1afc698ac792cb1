"""Tests of the Chromium process: unprivileged, without a network, and stopped afterwards."""

import asyncio
import http.server
import io
import os
import threading
from pathlib import Path

import pytest
from PIL import Image

from inkwright.artifacts.temporary_files import process_folder
from inkwright.artifacts.webpages.browser import Browser
from inkwright.artifacts.webpages.chromium import find_chromium, find_launch_options, run_chromium

needs_chromium = pytest.mark.skipif(find_chromium() is None, reason="CHROMIUM IS NOT INSTALLED: nothing is run")


@needs_chromium
def test_root_runs_the_browser_as_an_unprivileged_user() -> None:
    program = find_chromium()
    assert program is not None

    async def users() -> set[int]:
        async with run_chromium(program, await find_launch_options()) as devtools:
            version = await devtools.command("Browser.getVersion")
            assert "Chrome" in version["product"]
            return await asyncio.to_thread(users_of_browsers)

    seen = asyncio.run(users())
    assert seen
    assert os.geteuid() != 0 or 0 not in seen


def users_of_browsers() -> set[int]:
    """Who owns the processes that were started as this one was; the shell that starts it is still ours."""
    folder = f"{process_folder()}/browser-".encode()
    commands = {path: _command(path) for path in Path("/proc").glob("[0-9]*")}
    own = [path for path, words in commands.items() if folder in words and b"sh\0-c\0" not in words]
    return {path.stat().st_uid for path in own if path.exists()}


def _command(process: Path) -> bytes:
    try:
        return (process / "cmdline").read_bytes()
    except OSError:
        return b""


def test_a_page_reaches_no_server_even_without_a_policy(browser: Browser) -> None:
    asked: list[str] = []

    class Server(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        here = f"http://127.0.0.1:{server.server_port}"
        script = (
            f"fetch('{here}/a').catch(() => 0); new Image().src = '{here}/b';"
            f"new WebSocket('{here}/c'.replace('http', 'ws'))"
        )
        page = f"<!doctype html><title>x</title><h1>Hello</h1><img src='{here}/d'><script>{script}</script>"
        [observation] = asyncio.run(browser.test([page.encode()]))
        server.shutdown()
    assert asked == []
    reported = " ".join(observation.requests)
    assert [name for name in ("/a", "/b", "/d") if f"{here}{name}" not in reported] == []


def test_a_machine_without_chromium_has_no_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_chromium() is None


def test_there_is_no_sandbox_without_the_programs_for_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    options = asyncio.run(find_launch_options())
    assert (options.prefix, options.has_network_isolation, options.has_sandbox) == ((), False, False)


@needs_chromium
def test_chinese_is_drawn_and_not_boxes_whatever_fonts_the_machine_has(browser: Browser) -> None:
    line = '<p style="position:absolute;margin:0;left:0;top:{}px;font:40px/1 sans-serif">{}</p>'
    page = "<!doctype html><html><body>" + "".join(
        line.format(100 * number, written) for number, written in enumerate(("水水水", "火火火", "臺臺臺"))
    )
    pictures = asyncio.run(browser.screenshot(page.encode())).pictures
    with Image.open(io.BytesIO(pictures[min(pictures)])) as picture:
        rows = [picture.convert("L").crop((0, top, 120, top + 50)).tobytes() for top in (0, 100, 200)]
    assert len(set(rows)) == 3
