"""Times in the database: as texts, they sort like the times."""

from datetime import UTC, datetime, timedelta, timezone

from inkwright.store.times import format_time


def test_texts_sort_like_times_in_every_zone() -> None:
    noon = datetime(2026, 1, 2, 12, tzinfo=UTC)
    later = datetime(2026, 1, 2, 14, 0, 0, 5, tzinfo=timezone(timedelta(hours=1)))
    assert format_time(noon) < format_time(later)
    assert {len(format_time(each)) for each in (noon, later)} == {32}
