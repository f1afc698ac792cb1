"""Identifiers: in the right format, unique, and sorted by time."""

import re
import uuid

import pytest

from inkwright.ids import Ids, TimedIds, is_id_prefix


def test_an_identifier_is_its_kind_and_a_uuid_of_version_7() -> None:
    ids: Ids = TimedIds()
    kind, _, rest = ids.new("turn").partition("_")
    assert kind == "turn"
    assert uuid.UUID(rest).version == 7
    assert uuid.UUID(rest).variant == uuid.RFC_4122


def test_identifiers_sort_in_the_order_they_were_made_even_within_a_millisecond() -> None:
    ids = TimedIds(milliseconds=lambda: 1_700_000_000_000)
    made = [ids.new("turn") for _ in range(10_000)]
    assert made == sorted(made)
    assert len(set(made)) == len(made)


def test_the_order_holds_when_the_clock_is_set_back() -> None:
    times = iter([1_000, 900, 1_001])
    ids = TimedIds(milliseconds=lambda: next(times))
    made = [ids.new("a") for _ in range(3)]
    assert made == sorted(made)


def test_the_time_can_be_read_from_an_identifier() -> None:
    made = TimedIds(milliseconds=lambda: 0x0123456789AB, random_bits=lambda bits: 0).new("a")
    assert made == "a_0123456789ab70008000000000000000"


@pytest.mark.parametrize("kind", ["", "Turn", "a_b", "1a", "a" * 17, "转"])
def test_an_ambiguous_kind_is_refused(kind: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(kind))):
        TimedIds().new(kind)


def test_the_beginning_of_an_id_is_recognised_with_and_without_its_kind() -> None:
    assert is_id_prefix("art_0123", "art_01")
    assert is_id_prefix("art_0123", "01")
    assert not is_id_prefix("art_0123", "art")
    assert not is_id_prefix("art_0123", "23")
    assert not is_id_prefix("art_0123", "")
