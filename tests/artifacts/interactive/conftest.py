"""What the tests of interactive pages share."""

from tests.artifacts.interactive.browsers import browser

__all__ = ["browser"]
