"""What the tests of interactive pages share."""

from tests.artifacts.webpages.page_player import browser, closed_in_the_end

__all__ = ["browser", "closed_in_the_end"]
