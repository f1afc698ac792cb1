"""One run of a page: what it observes, and the tab that it leaves behind."""

import asyncio

from inkwright.artifacts.webpages.browser import Browser
from inkwright.artifacts.webpages.page_run import PageControl, PageObservation
from tests.artifacts.webpages.faulty_pages import HEAD, made
from tests.each import each


def observed(browser: Browser, html: str, js: str = "") -> PageObservation:
    [observation] = asyncio.run(browser.test([made(html, js=js).main]))
    return observation


def test_every_control_is_used_also_one_that_another_one_makes(browser: Browser) -> None:
    html = f"{HEAD}<button id=a type=button>Add</button><main id=m></main>"
    js = (
        "const m = document.getElementById('m');\ndocument.getElementById('a').onclick = () => {\n"
        "  const b = document.createElement('button'); b.textContent = 'New'; m.append(b);\n};"
    )
    observation = observed(browser, html, js)
    assert observation.used > 1
    assert PageControl("button", "New") in observation.dead


def test_the_same_error_is_noted_once_and_in_a_bounded_length(browser: Browser) -> None:
    errors = observed(browser, HEAD, "for (let n = 0; n < 50; n += 1) console.error('x'.repeat(1000 + n % 2));").errors
    assert errors == ["x" * 300]


def test_text_that_nobody_can_read_is_noted_and_a_bar_over_an_answer_is_not(browser: Browser) -> None:
    bar = '<p><span style="color:#000;background:#000">the answer</span></p>'
    assert observed(browser, HEAD + bar).faults.get("unseen", "") == ""
    assert (
        observed(browser, HEAD + '<div style="background:#123"><p style="color:#123">Hidden</p></div>').faults.get(
            "unseen", ""
        )
        == "Hidden"
    )
    assert observed(browser, HEAD + '<p style="font-size:3px">Too small</p>').faults.get("unseen", "") == "Too small"


def test_a_link_to_what_is_in_view_is_not_dead(browser: Browser) -> None:
    assert observed(browser, f'{HEAD}<p id="end">The end. <a href="#end">Go to the end</a></p>').dead == []


def test_a_link_to_the_top_of_a_short_page_is_not_dead_but_other_empty_links_are(browser: Browser) -> None:
    assert observed(browser, f'{HEAD}<p>The end. <a href="#">Back to top</a></p>').dead == []
    assert observed(browser, f'{HEAD}<p>更多内容。<a href="#">阅读全文</a></p>').dead == [PageControl("a", "阅读全文")]


def test_a_page_that_closes_itself_does_not_end_the_browser(browser: Browser) -> None:
    observed(browser, HEAD, "self['cl' + 'ose']();")
    assert observed(browser, HEAD) == PageObservation()


@each(
    "name, html",
    [
        ("faint", '<p style="color:#ccc">Pale words on white paper</p>'),
        (
            "overprint",
            '<div style="position:relative;height:60px"><p style="position:absolute;top:0">Rain falls on the hills</p>'
            '<p style="position:absolute;top:0">Water runs into the valleys</p></div>',
        ),
        (
            "clipped",
            '<div style="overflow:hidden"><div style="width:900px;display:flex">'
            '<p style="width:450px">left</p><p style="width:450px">right side</p></div></div>',
        ),
    ],
)
def test_what_readers_cannot_read_is_noted(browser: Browser, name: str, html: str) -> None:
    assert list(observed(browser, HEAD + html).faults) == [name]


@each(
    "html",
    [
        '<p style="color:#777">Quiet words on white paper</p>',
        '<p><s style="color:#ccc">An old price of ten euros</s></p>'
        '<p style="color:#ccc" aria-hidden="true">Decoration of a page</p>',
        '<div style="position:relative;height:60px"><p style="position:absolute;top:0">Rain falls on the hills</p>'
        '<p style="position:absolute;top:0;background:#fff">Water runs into the valleys</p></div>',
        '<div style="overflow:auto"><div style="width:900px;display:flex">'
        '<p style="width:450px">left</p><p style="width:450px">right side</p></div></div>',
        '<div style="overflow:hidden;width:200px"><div style="width:900px;display:flex">'
        '<p style="width:200px">first</p><p style="width:200px">second</p></div></div>',
    ],
)
def test_what_readers_can_read_is_not_noted(browser: Browser, html: str) -> None:
    assert observed(browser, HEAD + html).faults == {}
