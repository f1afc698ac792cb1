"""Pages of lists: cursors that hold when items are deleted, and refuse anything else."""

import pytest

from inkwright.errors import InvalidOption
from inkwright.server.wire import moment_cursor, moment_of, offset_of, page_of


def test_a_list_is_read_page_by_page() -> None:
    first, following = page_of([1, 2, 3], None, 2)
    assert (first, following) == ([1, 2], "2")
    assert page_of([1, 2, 3], following, 2) == ([3], None)
    assert page_of([1, 2], None, 2) == ([1, 2], None)
    assert page_of([1, 2], "9", 2) == ([], None)


def test_a_cursor_by_time_is_read_back() -> None:
    cursor = moment_cursor("2026-01-31T09:00:00.000001+00:00", "conv_1")
    assert moment_of(cursor) == ("2026-01-31T09:00:00.000001+00:00", "conv_1")
    assert moment_of(None) is None


def test_what_was_no_cursor_is_refused() -> None:
    for wrong in ("", "-1", "1.5", "٣", "1" * 9, "x"):
        with pytest.raises(InvalidOption):
            offset_of(wrong)
    for wrong in ("", "x", "2026-01-31", "2026-01-31~", "~conv_1", "2026-01-31~a b", "'; --~x"):
        with pytest.raises(InvalidOption):
            moment_of(wrong)
