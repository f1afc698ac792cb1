"""What the tests of made things share."""

from tests.artifacts.offices import office

__all__ = ["office"]
