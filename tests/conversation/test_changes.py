"""Changes of things that are not files: what counts of them at the end of a turn."""

from inkwright.conversation.changes import ChangeAction, ChangeRef, latest_changes


def change(action: ChangeAction, version: int | None = None, id_: str = "block_1") -> ChangeRef:
    return ChangeRef(id=id_, name="第一章", action=action, version=version)


def test_the_last_change_of_a_thing_counts_and_what_was_added_stays_added() -> None:
    assert latest_changes([change("changed", 2), change("changed", 3)]) == (change("changed", 3),)
    assert latest_changes([change("added", 1), change("changed", 2)]) == (change("added", 2),)
    assert latest_changes([change("added", 1), change("removed")]) == (change("removed"),)


def test_a_proposal_is_told_beside_what_was_done() -> None:
    both = [change("changed", 2), change("proposed", 2)]
    assert latest_changes(both) == tuple(both)


def test_the_same_change_has_the_same_key_and_another_one_has_not() -> None:
    assert change("changed", 2).key == change("changed", 2).key
    keys = {
        each.key for each in (change("changed", 2), change("changed", 3), change("moved"), change("moved", id_="b"))
    }
    assert len(keys) == 4
