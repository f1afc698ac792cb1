"""What the tests of interactive pages share."""

from tests.artifacts.webpages.page_player import browser

__all__ = ["browser"]
