"""Proposals: hunks are accepted and undone in any order, and the text is always what they say."""

import random
from datetime import UTC, datetime

from inkwright.projects.anchored_edits import apply_hunks
from inkwright.projects.proposals import HunkStatus, Proposal, decide, hunks_between, proposal_diff, proposal_hunks

OLD = "one\ntwo\nthree\nfour\nfive\n"
NEW = "1\ntwo\n3 and\nfour\nfive\nsix\n"


def proposal() -> Proposal:
    hunks = proposal_hunks(hunks_between(OLD, NEW))
    return Proposal("prop_1", "proj_1", "block_1", "ann", 1, datetime(2026, 1, 2, tzinfo=UTC), "", "agent", hunks)


def test_the_differing_lines_of_two_texts_are_hunks() -> None:
    hunks = hunks_between(OLD, NEW)
    assert [(each.old, each.new) for each in hunks] == [("one\n", "1\n"), ("three\n", "3 and\n"), ("", "six\n")]
    assert apply_hunks(OLD, hunks) == NEW


def test_hunks_are_decided_and_undone_in_any_order() -> None:
    rng, current, text = random.Random(3), proposal(), OLD
    for _ in range(60):
        status: HunkStatus = rng.choice(["accepted", "rejected", "pending"])
        text, current = decide(current, text, {rng.randrange(3)}, status)
        parts = [each.current for each in current.hunks]
        assert text == f"{parts[0]}two\n{parts[1]}four\nfive\n{parts[2]}"
    text, current = decide(current, text, range(3), "accepted")
    assert (text, current.state) == (NEW, "accepted")
    text, current = decide(current, text, range(3), "pending")
    assert (text, current) == (OLD, proposal())


def test_the_diff_shows_only_what_is_still_to_be_decided() -> None:
    text, current = decide(proposal(), OLD, {0}, "rejected")
    diff = proposal_diff(current, text)
    assert "-one" not in diff
    assert "+3 and" in diff
