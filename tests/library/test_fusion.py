"""Reciprocal rank fusion."""

from inkwright.library.fusion import fuse_ranks


def test_what_two_orders_share_goes_before_what_only_one_has() -> None:
    assert [item for item, _ in fuse_ranks([[1, 2, 3], [4, 3]])] == [3, 1, 4, 2]
    assert fuse_ranks([[], []]) == []
