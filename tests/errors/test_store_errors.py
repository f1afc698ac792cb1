"""Errors of the store name the place, and say whether another try can help."""

from inkwright.errors import StoreError, StoreInUse, StoreTooNew, StoreUnavailable
from tests.errors.test_root import tree


def test_only_a_store_that_is_away_or_in_use_is_worth_another_try() -> None:
    assert {kind for kind in tree(StoreError) if kind.retryable} == {StoreUnavailable, StoreInUse}


def test_a_newer_database_is_told_with_its_version_and_place() -> None:
    assert str(StoreTooNew(found="v0099", place="ink.db")).startswith(
        "A newer version of Inkwright (v0099) wrote ink.db."
    )
