"""What the tests of made things share."""

from tests.artifacts.office_fixture import office

__all__ = ["office"]
