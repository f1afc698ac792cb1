"""An entry of the feed says who made a change, and stays as it is."""

import dataclasses
from datetime import UTC, datetime

import pytest

from inkwright.projects.feed import ChangeOrigin, FeedEntry

AT = datetime(2026, 1, 2, tzinfo=UTC)


def test_a_change_without_an_author_is_by_a_person() -> None:
    assert (ChangeOrigin(AT).author, ChangeOrigin(AT).reason) == ("person", "")


def test_an_entry_cannot_be_changed_and_entries_of_the_same_change_are_equal() -> None:
    entry = FeedEntry(1, "block_added", ChangeOrigin(AT), ("block_1",), version=1)
    assert entry == FeedEntry(1, "block_added", ChangeOrigin(AT), ("block_1",), version=1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        entry.number = 2  # type: ignore[misc]
