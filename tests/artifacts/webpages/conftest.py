"""Fixtures for the tests of web pages."""

from tests.artifacts.webpages.page_player import browser, closed_in_the_end

__all__ = ["browser", "closed_in_the_end"]
