"""Tests of running pages: every fault is found, good pages pass, and no process is left."""

import asyncio
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.processes import running_processes
from inkwright.artifacts.webpages.browser import (
    _LOOP,
    Browser,
    run_page,
    run_page_checks,
    screenshot_page,
    shared_browser,
)
from inkwright.artifacts.webpages.chromium import find_chromium
from inkwright.artifacts.webpages.screenshots import png_size
from inkwright.artifacts.webpages.study_pages.build import build_study_page, load_study_page
from inkwright.i18n.en import MESSAGES
from tests.artifacts.webpages.faulty_pages import GOOD, HEAD, RUN, made
from tests.artifacts.webpages.sample_pages import SAMPLES
from tests.each import each


def told(drafts: list[Draft], browser: Browser) -> list[list[str]]:
    return [[found.message("en") for found in each] for each in asyncio.run(run_page_checks(drafts, browser=browser))]


def begins(key: str) -> str:
    return MESSAGES[f"finding.page.run.{key}.what"].split("{")[0]


def tells(what: str, key: str) -> bool:
    ending = MESSAGES[f"finding.page.run.{key}.what"].split("}")[-1]
    # A page that never ends eats memory, too: on a slow machine it is found not to answer before it crashes.
    others = [other for other in ("hangs", "crashed") if key in ("hangs", "crashed") and other != key]
    return (what.startswith(begins(key)) and what.endswith(ending)) or any(
        what.startswith(begins(other)) for other in others
    )


def test_every_planted_fault_is_found_by_running_the_page(browser: Browser) -> None:
    # A person's page is checked alone; thirty at once may hide on a busy machine what one shows.
    assert missed_in(missed_in(RUN, browser), browser) == {}


def missed_in(faults: dict[str, tuple[str, Draft]], browser: Browser) -> dict[str, tuple[str, Draft]]:
    """The faults that are not found when their pages are run together."""
    seen = told([draft for _, draft in faults.values()], browser)
    return {
        name: (key, draft)
        for (name, (key, draft)), whats in zip(faults.items(), seen, strict=True)
        if not any(tells(what, key) for what in whats)
    }


def test_a_good_page_has_no_findings(browser: Browser) -> None:
    kinds = {
        name: build_study_page(load_study_page(json.dumps(given), "page.json", {})) for name, given in SAMPLES.items()
    }
    good = GOOD | kinds
    assert len(good) >= 34
    seen = told(list(good.values()), browser)
    assert {name: whats for name, whats in zip(good, seen, strict=True) if whats} == {}


def test_a_finding_names_the_button_and_the_element(browser: Browser) -> None:
    drafts = [
        made(f"{HEAD}<button>Start</button>"),
        made(f"{HEAD}<div id=wide style='width: 700px; background: teal'>x</div>"),
        made(f"{HEAD}<button onclick='for (;;) {{}}'>Spin</button>"),
    ]
    assert told(drafts, browser) == [
        ["<button> “Start” has no effect when used."],
        ['At 390 px the page is 708 px wide because <div id="wide"> overflows.'],
        ["The page does not respond within 8 s (after using <button> “Spin”). It may have an endless loop."],
    ]


def test_a_button_that_starts_over_is_given_a_second_chance(browser: Browser) -> None:
    page = made(
        f"{HEAD}<button id=zero>Zero</button><button id=up>Up</button><output id=n>0</output>",
        js="let n = 0; const out = document.getElementById('n');"
        "document.getElementById('up').onclick = () => { out.textContent = ++n; };"
        "document.getElementById('zero').onclick = () => { if (n) { n = 0; out.textContent = n; } };",
    )
    assert told([page], browser) == [[]]


def test_a_browser_that_cannot_start_is_reported(tmp_path: Path) -> None:
    program = tmp_path / "chromium"
    program.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    program.chmod(0o755)
    [[found]] = asyncio.run(run_page_checks([made(HEAD)], browser=Browser(program)))
    assert found.message("en").startswith("The browser could not run the page:")


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user may read: the browser is not run by root."""
    with tempfile.TemporaryDirectory(prefix="inkwright-test-") as folder:
        Path(folder).chmod(0o777)
        yield Path(folder)


def test_a_browser_that_never_answers_is_stopped(open_folder: Path) -> None:
    program = open_folder / "chromium"
    program.write_text("#!/bin/sh\nexec sleep 600\n", encoding="utf-8")
    program.chmod(0o755)
    [[found]] = asyncio.run(run_page_checks([made(HEAD)], browser=Browser(program, seconds=1)))
    assert found.message("en") == "The browser could not run the page: 1 s"


def test_no_process_and_no_profile_is_left(
    browser: Browser, open_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(browser.close())
    monkeypatch.setattr("tempfile.tempdir", str(open_folder))
    [[what]] = told([made(HEAD, js="while (true) {}")], browser)
    assert what.startswith("The page does not respond")
    assert list(open_folder.iterdir()) == []
    running = [Path(f"/proc/{each}/cmdline") for each in os.listdir("/proc") if each.isdigit()]
    assert [path for path in running if path.exists() and str(open_folder).encode() in path.read_bytes()] == []


def test_the_browser_stays_open_for_the_next_page_and_for_the_loop_of_the_next_caller(browser: Browser) -> None:
    asyncio.run(browser.close())
    others = running_browsers()
    assert not browser.is_open
    assert told([made(HEAD)], browser) == [[]]
    started = running_browsers() - others
    assert len(started) == 1
    assert told([made(HEAD)], browser) == [[]]
    assert (browser.is_open, running_browsers() - others) == (True, started)


def test_a_browser_that_was_killed_is_started_again(browser: Browser) -> None:
    asyncio.run(browser.close())
    others = running_browsers()
    assert told([made(HEAD)], browser) == [[]]
    [group] = running_browsers() - others
    os.killpg(group, signal.SIGKILL)
    assert is_soon_true(lambda: not running_processes(group))
    assert told([made(HEAD)], browser) == [[]]
    assert len(running_browsers() - others - {group}) == 1


def test_the_tabs_of_earlier_pages_are_closed(browser: Browser) -> None:
    pages = [made(f"{HEAD}<p>{number}</p>") for number in range(4)]
    assert told(pages, browser) == [[], [], [], []]
    devtools = browser._devtools
    assert devtools is not None

    def open_pages() -> list[str]:
        targets = asyncio.run(_LOOP.run(devtools.command("Target.getTargets")))["targetInfos"]
        return [each["url"] for each in targets if each["type"] == "page"]

    # Chromium answers the command to close a tab before the tab is gone.
    assert is_soon_true(lambda: open_pages() == ["about:blank"]), open_pages()


def test_a_caller_that_is_cancelled_leaves_no_running_page(browser: Browser) -> None:
    async def give_up() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1):
                await browser.test([made(HEAD, js="while (true) {}").main])

    asyncio.run(give_up())
    assert told([made(HEAD)], browser) == [[]]


@pytest.mark.usefixtures("browser")
@each(
    ("ending", "has_profile"),
    [
        ("", False),
        ("asyncio.run(asyncio.wait_for(run_page(made(HEAD, js='while (true) {}')), 1))", False),
        # Nothing of the program runs any more, so its folder stays.
        ("os._exit(0)", True),
    ],
)
def test_no_browser_is_left_when_the_process_ends(ending: str, has_profile: bool) -> None:
    script = f"""
import asyncio, os
from inkwright.artifacts.webpages.browser import run_page
from tests.artifacts.webpages.faulty_pages import HEAD, made
print(asyncio.run(run_page(made(HEAD))).is_run, flush=True)
{ending}
"""
    folder = Path(tempfile.mkdtemp(prefix="ink-"))
    folder.chmod(0o777)
    environment = {**os.environ, "TMPDIR": str(folder), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, check=False, capture_output=True, text=True)
    assert done.stdout == "True\n", done.stderr
    assert is_soon_true(lambda: not any(str(folder).encode() in command_line(each) for each in os.listdir("/proc")))
    assert bool(list(folder.iterdir())) == has_profile
    shutil.rmtree(folder)


def test_a_browser_without_work_is_closed() -> None:
    program = find_chromium()
    if program is None:
        pytest.skip("CHROMIUM IS NOT INSTALLED: no page is run (apt-get install chromium)")
    browser = Browser(program, seconds=240, idle_seconds=0)
    assert told([made(HEAD)], browser) == [[]]
    assert is_soon_true(lambda: not browser.is_open)
    assert told([made(HEAD)], browser) == [[]]


@pytest.mark.usefixtures("browser")
def test_a_page_that_passed_is_not_run_again_and_one_that_failed_is() -> None:
    good, bad = made(f"{HEAD}<p>Once</p>"), made(f"{HEAD}<p>Once</p>", js="start();")
    first = asyncio.run(run_page(good))
    assert (first.is_run, first.findings) == (True, ())
    shared = shared_browser()
    assert shared is not None
    asyncio.run(shared.close())
    assert asyncio.run(run_page(good)) is first
    assert not shared.is_open
    assert asyncio.run(run_page(bad)) == asyncio.run(run_page(bad))
    assert shared.is_open


def is_soon_true(condition: Callable[[], bool]) -> bool:
    return any(condition() for _ in range(100_000))


def running_browsers() -> set[int]:
    """The process groups of the browsers that this process started."""
    groups = set()
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError):
            fields = (path / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            if (
                fields[1] == str(os.getpid())
                and fields[0] != "Z"
                and b"remote-debugging-pipe" in command_line(path.name)
            ):
                groups.add(int(fields[2]))
    return groups


def command_line(process: int | str) -> bytes:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


def test_screenshots_are_taken_at_a_wide_and_a_narrow_width(browser: Browser) -> None:
    page = made(f"{HEAD}<div style='height: 2000px'></div><p>End</p>")
    pictures = asyncio.run(screenshot_page("page.html", page.main, browser=browser))
    assert isinstance(pictures, dict)
    assert [png_size(picture)[0] for picture in pictures.values()] == [1280, 390]
    assert all(png_size(picture)[1] > 2000 for picture in pictures.values())


def test_without_a_browser_or_with_a_page_that_hangs_there_is_a_reason(browser: Browser) -> None:
    missing = asyncio.run(screenshot_page("page.html", b"", browser=None))
    hung = asyncio.run(screenshot_page("page.html", made(HEAD, js="for (;;) {}").main, browser=browser))
    large = asyncio.run(screenshot_page("page.html", b" " * 3_000_000, browser=browser))
    whats = [found if isinstance(found, dict) else found.message("en") for found in (missing, hung, large)]
    assert whats == [
        "Showing pages needs Chromium, which is not installed.",
        "The page does not respond within 8 s (while the page opens). It may have an endless loop.",
        "The page is too large: 3,000,000 bytes.",
    ]
