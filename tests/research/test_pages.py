"""Pages are read within limits."""

import asyncio

import pytest

from inkwright.errors import ServiceFailed
from inkwright.research.pages import PageReader, is_public
from tests.each import each
from tests.research.search_server import SearchSite, serving


@each(
    "number",
    [
        *["127.0.0.1", "10.0.0.8", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1"],
        *["::1", "fe80::1%eth0", "fd00::1", "::ffff:127.0.0.1", "2002:7f00:1::"],
    ],
)
def test_addresses_that_are_not_of_the_public_internet_are_refused(number: str) -> None:
    assert not is_public(number)


def test_public_addresses_are_allowed() -> None:
    assert is_public("93.184.216.34")
    assert is_public("2606:2800:220:1:248:1893:25c8:1946")


def _problem(reader: PageReader, address: str) -> str:
    with pytest.raises(ServiceFailed) as failed:
        asyncio.run(reader.read(address))
    return str(failed.value)


def test_a_page_of_this_machine_is_refused_before_anything_is_sent() -> None:
    site = SearchSite()
    with serving(site) as base:
        assert "not a public address" in _problem(PageReader(), f"{base}/good/0")
        port = base.rpartition(":")[2]
        assert "not a public address" in _problem(PageReader(), f"http://localhost:{port}/good/0")
    assert site.asked == []


@each(
    ("path", "problem"),
    [
        ("/missing", "404"),
        ("/loop", "more than 5 times"),
        ("/binary", "not a text page"),
        ("/huge", "larger than 4 MB"),
        ("/secret", "robots.txt"),
        ("/inside", "not a web address"),
        ("/broken", "cannot be reached"),
    ],
)
def test_a_bad_page_has_a_problem_that_says_why(path: str, problem: str) -> None:
    with serving(SearchSite()) as base:
        assert problem in _problem(PageReader(allows_private=True), f"{base}{path}")


@each(("status", "is_read"), [(200, True), (404, True), (403, True), (500, False), (503, False)])
def test_a_site_without_rules_is_read_and_one_whose_rules_cannot_be_had_is_not(status: int, is_read: bool) -> None:
    with serving(SearchSite(rules_status=status)) as base:
        reader = PageReader(allows_private=True)
        if is_read:
            assert "687 kilometres" in asyncio.run(reader.read(f"{base}/good/0"))
        else:
            assert "robots.txt" in _problem(reader, f"{base}/good/0")


def test_a_slow_page_is_given_up() -> None:
    with serving(SearchSite()) as base:
        assert "did not answer" in _problem(PageReader(allows_private=True, seconds=0.3), f"{base}/slow")


def test_the_main_text_of_a_page_is_read_without_its_menu() -> None:
    with serving(SearchSite()) as base:
        text = asyncio.run(PageReader(allows_private=True).read(f"{base}/good/0"))
    assert "687 kilometres" in text
    assert "Menu" not in text
