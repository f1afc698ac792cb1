"""A framed page cannot leave, in a real browser, and the page is read back from its file unchanged."""

import asyncio
import base64
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.text_extraction import extract_text
from inkwright.artifacts.webpages.assemble import assemble_page, build_page, disassemble_page, replace_part
from inkwright.artifacts.webpages.browser import Browser
from inkwright.artifacts.webpages.framing import (
    FRAME_POLICY,
    frame_page,
    framed_file,
    guarded_document,
    page_in,
    unframe_page,
)
from inkwright.artifacts.webpages.page_parts import PageParts
from inkwright.artifacts.webpages.static_checks import check_page
from inkwright.errors import InvalidOption
from tests.artifacts.quizzes.quiz_browser import CHROMIUM
from tests.artifacts.quizzes.quiz_browser import Browser as Chromium
from tests.artifacts.webpages.network_trap import WAYS, NetworkListener, NetworkTrap, page_of, way_out
from tests.each import each

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
PARTS = PageParts(
    title='A "page" & more', html="<h1>Rivers</h1><p>They grow &amp; grow.</p>", js="go(); function go() {}"
)


STUDIO = (
    '<!doctype html><title>Studio</title><iframe sandbox="allow-scripts" src="framed.html" width="800" height="600">'
)
"""A program that shows the file in a frame of its own."""


def names_reached(folder: Path, pages: Sequence[str], trap: NetworkTrap) -> tuple[set[str], int]:
    """The names that the browser looked up or connected to, and the number of datagrams."""
    for number, page in enumerate(pages):
        trap.open(written(folder / f"{number}.html", page))
    return trap.close(), len(trap.datagrams)


def made_folder(folder: Path) -> Path:
    folder.mkdir()
    return folder


def written(file: Path, page: str) -> Path:
    file.write_text(page, encoding="utf-8")
    return file


@needs_chromium
def test_a_page_that_tries_eighty_ways_out_reaches_the_network_without_a_frame_and_nothing_with_it(
    tmp_path: Path,
) -> None:
    bare, framed = (NetworkTrap(made_folder(tmp_path / name)) for name in ("bare", "framed"))
    page = {
        trap: page_of(*(way_out(way, trap.udp_port) for way in WAYS if not way["alone"])) for trap in (bare, framed)
    }
    needed = bare.open(written(tmp_path / "bare.html", page[bare]), until=30)
    framed.open(written(tmp_path / "framed.html", frame_page(page[framed])), seconds=needed)
    framed.open(written(tmp_path / "studio.html", STUDIO), seconds=needed)
    assert len(WAYS) >= 80
    assert len(bare.close()) >= 30
    assert len(bare.datagrams) > 0
    assert (framed.close(), framed.datagrams) == (set(), [])


@needs_chromium
def test_a_framed_page_that_navigates_reaches_nothing(tmp_path: Path) -> None:
    trap = NetworkTrap(tmp_path)
    names = {"location-tricks", "meta-refresh", "click-anchor", "navigation-api", "anchor-target-top", "self-js-url"}
    chosen = [way for way in WAYS if way["name"] in names]
    pages = [frame_page(page_of(way_out(way, trap.udp_port))) for way in chosen]
    assert len(pages) == len(names)
    assert names_reached(tmp_path, pages, trap) == (set(), 0)


@pytest.mark.soak
@needs_chromium
def test_no_way_out_reaches_anything_from_a_page_of_its_own(tmp_path: Path) -> None:
    trap = NetworkTrap(tmp_path)
    pages = [frame_page(page_of(way_out(way, trap.udp_port))) for way in WAYS]
    assert names_reached(tmp_path, pages, trap) == (set(), 0)


def printed_words(pdf: bytes) -> set[str]:
    with closing(PdfDocument(pdf)) as document:
        return {word for page in document for word in page.get_textpage().get_text_range().split()}


@needs_chromium
def test_a_framed_page_is_printed_whole_and_not_one_screen_of_it(tmp_path: Path) -> None:
    words = [f"river{number}" for number in range(600)]
    body = "".join(f"<p>The {word} carries sand to the sea.</p>" for word in words)
    page = f'<!doctype html><html lang="en"><head><title>Rivers</title></head><body>{body}</body></html>'
    chromium = Chromium(tmp_path / "profile")
    chromium.open(written(tmp_path / "page.html", frame_page(page)))
    missing = set(words)
    for _ in range(100):  # until the frame has its page, which a busy machine takes its time for
        pdf = base64.b64decode(chromium.ask("Page.printToPDF")["data"])
        missing = set(words).difference(printed_words(pdf))
        if not missing:
            break
    chromium.close()
    assert missing == set()


def test_a_page_that_leaves_behind_string_tricks_is_found_by_running_it(browser: Browser) -> None:
    page = build_page(PageParts(title="T", html="<h1>Hi</h1>", js="window['loc' + 'ation'] = 'ht' + 'tp://e.org/'"))
    [observation] = asyncio.run(browser.test([page.main]))
    # On a busy machine the browser may be stopped before it tells where the page wanted to go.
    assert observation.left in (["http://e.org/"], ["?"])
    assert not observation.is_hung


def test_the_check_of_a_page_that_tries_every_way_out_sends_nothing(browser: Browser) -> None:
    listener = NetworkListener()
    page = page_of(*(way_out(way, listener.udp_port, listener.address) for way in WAYS if not way["alone"]))
    asyncio.run(browser.test([framed_file(page).encode()]))
    listener.stop()
    assert (listener.greetings, listener.datagrams) == ([], [])


def test_a_page_cannot_tell_the_check_from_a_reader(browser: Browser) -> None:
    told = "[navigator.webdriver, /headless/i.test(navigator.userAgent), location.href, document.baseURI.slice(0, 8)]"
    page = build_page(PageParts(title="T", html="<h1>Hi</h1>", js=f"console.error({told}.join(' '))"))
    [observation] = asyncio.run(browser.test([page.main]))
    assert observation.errors == ["false false about:srcdoc file:///"]


def test_a_framed_page_works_as_before(browser: Browser) -> None:
    script = (
        "const out = document.getElementById('out'), sizes = [innerWidth > 0, document.compatMode];"
        "document.getElementById('more').onclick = () => { out.innerHTML = `<b>${sizes}</b>`; "
        "console.error(out.innerText) };"
    )
    markup = '<h1>Hi</h1><p id="out">0</p><button id="more">More</button><a href="#end">End</a><p id="end">End</p>'
    spacer = "#end { margin-top: 3000px }"
    page = build_page(PageParts(title="T", html=markup, css=spacer, js=script))
    [observation] = asyncio.run(browser.test([page.main]))
    assert observation.errors == ["true,CSS1Compat"]
    assert (observation.dead, observation.left, observation.requests) == ([], [], [])


def test_the_page_in_a_framed_file_is_unchanged() -> None:
    page = assemble_page(PARTS)
    file = frame_page(page)
    assert unframe_page(file) == page
    assert disassemble_page(file) == PARTS
    assert "<title>A &quot;page&quot; &amp; more</title>" in file
    assert check_page(build_page(PARTS)) == []
    assert disassemble_page(replace_part(file, "css", "h1 { color: teal }")) == PARTS.model_copy(
        update={"css": "h1 { color: teal }"}
    )


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_any_text_comes_back_from_its_frame(words: str) -> None:
    page = f"<!doctype html>\n<html lang=en><p>{words.replace('<', '&lt;')}</p>"
    assert unframe_page(frame_page(page)) == page


@each(
    "markup",
    [
        "<iframe></iframe>",
        "<object data=x></object>",
        "<embed src=x>",
        '<link rel="preconnect" href="//e.org">',
        '<meta http-equiv="refresh" content="0">',
        '<a href="https://e.org">x</a>',
        '<svg><a xlink:href="https://e.org">x</a></svg>',
        "<p <a>",
    ],
)
def test_markup_that_connects_before_any_script_is_refused(markup: str) -> None:
    with pytest.raises(InvalidOption):
        frame_page(f"<!doctype html><h1>Hi</h1>{markup}")


@each(
    "old, new",
    [
        ("frame-src 'none'", "frame-src *"),
        ('sandbox="allow-scripts', 'sandbox="allow-scripts allow-same-origin'),
        ("for (;;);", ""),
        ("</body>", "<script>location = '//e.org'</script></body>"),
    ],
)
def test_a_frame_that_somebody_changed_is_refused(old: str, new: str) -> None:
    file = build_page(PARTS).main.decode()
    assert old in file
    changed = Draft("html", "page.html", "T", {"page.html": file.replace(old, new).encode()})
    assert [found for found in check_page(changed) if found.severity == "error"] != []


def test_the_text_of_a_framed_page_can_be_a_source() -> None:
    assert "They grow & grow." in extract_text("page.html", build_page(PARTS).main, "en")


def test_a_server_can_send_the_guarded_page_and_its_policy() -> None:
    page = guarded_document(assemble_page(PARTS))
    assert page.startswith('<!doctype html><script id="inkwright-guard">')
    assert "\n" not in FRAME_POLICY
    assert page_in(assemble_page(PARTS)) == assemble_page(PARTS)
