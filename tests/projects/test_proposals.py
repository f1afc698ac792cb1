"""Proposals: hunks are accepted and undone in any order, and the text is always what they say."""

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from inkwright.projects.anchored_edits import AnchoredEdit, EditRefused, apply_hunks, locate_edits
from inkwright.projects.proposals import (
    HunkStatus,
    Proposal,
    decide,
    hunks_between,
    locate_again,
    proposal_diff,
    proposal_hunks,
)

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


def accepted(content: str, anchor: str, new: str, current: str) -> str | None:
    """Propose to replace the anchor in the content, and accept it in the current text; None if that is refused."""
    hunks = locate_edits(content, [AnchoredEdit("replace", anchor, new)])
    assert not isinstance(hunks, EditRefused)
    located = locate_again(replace(proposal(), hunks=proposal_hunks(hunks)), {1: content}, current)
    return None if located.hunks[0].based_on else decide(located, current, {0}, "accepted")[0]


def test_a_hunk_is_found_again_in_a_text_that_was_changed_elsewhere() -> None:
    content = "第一段：水往低处流。\n\n第二段：水往高处流吗？\n\n第三段：结尾。\n"
    current = "标题\n\n" + content.replace("结尾", "完")
    assert accepted(content, "高处", "上面", current) == current.replace("高处", "上面")


@pytest.mark.parametrize(
    ("content", "anchor", "current"),
    [
        ("One sea. Two seas.", " Two seas.", "1 sea. Two seas."),
        ("One sea. Two seas.", "One sea", "One sea. Two lakes."),
        ("海很大，船很小，风很急。", "风很急", "海辽阔，船很小，风很急。"),
        ("Rain.\nSun and wind.", "wind", "Rain.\nSun and wind.\nSnow."),
    ],
)
def test_a_hunk_close_to_a_change_is_found_if_everything_beyond_it_is_unchanged(
    content: str, anchor: str, current: str
) -> None:
    assert accepted(content, anchor, "X", current) == current.replace(anchor, "X")


@pytest.mark.parametrize(
    ("content", "anchor", "current"),
    [
        ("It costs 10 dollars.", "10", "It costs 100 dollars."),
        ("x is 5", "5", "x was 12, y is 5"),
        ("5 apples", "5", "15 apples"),
        ("He said no", "no", "He said nothing"),
        ("A line.\nB line.\nA line.\nC line.", "C line.", "A line.\nB line.\nA line.\nD line."),
        ("Rain on the hills.\nThe end.", "hills", "Rain on the hills.\nThe end.\nRain on the hills.\nThe end."),
        ("one two three", "two", ""),
    ],
)
def test_a_hunk_whose_surroundings_have_changed_is_not_guessed(content: str, anchor: str, current: str) -> None:
    assert accepted(content, anchor, "X", current) is None


def test_of_equal_lines_only_the_one_that_was_meant_is_changed() -> None:
    content = "".join(f"- Price: {n} yuan\n- Stock: 3\n" for n in (120, 1200, 12))
    second = content.index("- Stock: 3", content.index("1200"))
    hunks = proposal_hunks(hunks_between(content, content[:second] + "- Stock: 4\n" + content[second + 11 :]))
    meant = replace(proposal(), hunks=hunks)
    kept = content.removeprefix("- Price: 120 yuan\n- Stock: 3\n")
    located = locate_again(meant, {1: content}, kept)
    assert decide(located, kept, {0}, "accepted")[0] == "- Price: 1200 yuan\n- Stock: 4\n- Price: 12 yuan\n- Stock: 3\n"
    gone = locate_again(meant, {1: content}, "- Price: 120 yuan\n- Stock: 3\n- Price: 12 yuan\n- Stock: 3\n")
    assert gone.hunks[0].based_on == 1
