"""Times, as the database stores them."""

from datetime import UTC, datetime


def format_time(at: datetime) -> str:
    """Format a time with a fixed length, so that sorting the texts sorts the times in every database."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")
