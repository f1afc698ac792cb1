"""Edits at a quoted place: the right one or none, and not a byte outside of it changes."""

import random

import pytest

from inkwright.projects.anchored_edits import AnchoredEdit, EditAction, EditRefused, apply_hunks, locate_edits
from tests.each import each


def edited(content: str, *edits: AnchoredEdit) -> str:
    """Return the text after the edits, or the reason for which they were refused."""
    found = locate_edits(content, edits)
    return found.reason if isinstance(found, EditRefused) else apply_hunks(content, found)


@each(
    ("content", "anchor", "result"),
    [
        ("一二三", "二", "一X三"),
        ("a b a", "a", "ambiguous"),
        ("a b c", "d", "missing"),
        ("a b c", "  ", "empty"),
        ("one\r\ntwo\r\nthree", "two\n", "one\r\nXthree"),
        ("one\r\n\r\n  two", "one\n", "X\r\n  two"),
        ("one  \ntwo", "one\n", "Xtwo"),
        ("\tdeep = 1\nend", "    deep = 1", "X\nend"),
        ("He said “no”.", 'said "no"', "He X."),
        ("共（４５台）整", "(45台)", "共X整"),
        ("a  long\n  line", "a long line", "X"),
        ("cafe\u0301 noir", "café", "X noir"),
        ("cafe\u0301 noir", "cafe", "missing"),
        ("wave 👋🏽 now", "wave 👋", "missing"),
        ("It rains in the northern hills.", "It rains in the nothern hills.", "X"),
        ("See chapter 3 of the manual today.", "See chapter 4 of the manual today.", "missing"),
        ("第三章讲的是雨从海上来的道理。", "第四章讲的是雨从海上来的道理。", "missing"),
        ("A. Not every river reaches the sea.\n", "Every river reaches the sea.", "missing"),
        ("今天不去学校上课，也不回家休息吃饭。", "今天去学校上课，也回家休息吃饭。", "missing"),
        ("Do cross the river when it rains here.", "Don't cross the river when it rains here.", "missing"),
        ("The bill was paid.\nthe bill was paid.", "the bill was paid.", "The bill was paid.\nX"),
        ("pump one works well today\npump two works well today", "pump xne works well today", "ambiguous"),
    ],
)
def test_an_anchor_is_found_exactly_then_normalised_then_by_similarity(content: str, anchor: str, result: str) -> None:
    assert edited(content, AnchoredEdit("replace", anchor, "X")) == result


def test_several_edits_are_made_together_or_not_at_all() -> None:
    content = "one two three four"
    edits = (
        AnchoredEdit("delete", "three "),
        AnchoredEdit("insert_after", "one", "!"),
        AnchoredEdit("replace", "two", "2"),
    )
    assert edited(content, *edits) == "one! 2 four"
    refused = locate_edits(content, (*edits, AnchoredEdit("delete", "five")))
    assert refused == EditRefused(3, "missing", "five")
    assert edited(content, AnchoredEdit("delete", "one two"), AnchoredEdit("delete", "two three")) == "overlapping"


def test_a_refusal_shows_the_places_that_may_be_meant() -> None:
    refused = locate_edits("rain a\nrain b", [AnchoredEdit("delete", "rain")])
    assert isinstance(refused, EditRefused)
    assert refused.candidates == ("rain a\nrain b", "rain b")


_WORDS = "the rain river stone walks under a quiet bridge and nobody counts its long grey steps".split()
_HAN = "雨从海上来山里的人都知道它走过桥和老街回到河边的木屋门前坐下喝茶"


def _line(rng: random.Random, number: int) -> str:
    if number % 2:
        return f"{number}. " + " ".join(rng.choice(_WORDS) for _ in range(12)) + "."
    return f"第{number}节：" + "".join(rng.choice(_HAN) for _ in range(24)) + "。"


def _near_duplicate(rng: random.Random, line: str) -> str:
    place = rng.randrange(6, len(line) - 1)
    return line[:place] + rng.choice("xyz雪") + line[place + 1 :]


def _written_badly(rng: random.Random, line: str) -> str:
    place = rng.randrange(6, len(line) - 2)
    ways = (
        line,
        line.replace(" ", "  "),
        line.replace("：", ":"),
        line[:place] + line[place + 1 :],
        line[:place] + "q" + line[place:],
    )
    return rng.choice(ways)


def _check_generated_edits(seed: int, count: int) -> tuple[int, int]:
    """Make edits among near-duplicates; return how many were made and how many refused. A wrong one fails."""
    rng, made = random.Random(seed), 0
    for _ in range(count):
        lines = [_line(rng, number) for number in range(1, 30)]
        for _ in range(10):
            lines.insert(rng.randrange(len(lines)), _near_duplicate(rng, rng.choice(lines)))
        index = rng.randrange(len(lines))
        anchor = _written_badly(rng, lines[index])
        ending = rng.choice(["\n", "\r\n", "  \n"])
        action: EditAction = rng.choice(["replace", "insert_after", "delete"])
        result = edited(ending.join(lines), AnchoredEdit(action, anchor, "【新】"))
        if result in ("ambiguous", "missing"):
            continue
        # A line that occurs exactly wins over the one that the anchor was made from.
        meant = lines.index(anchor) if anchor in lines else index
        expected = {"replace": "【新】", "insert_after": lines[meant] + "【新】", "delete": ""}[action]
        assert result == ending.join([*lines[:meant], expected, *lines[meant + 1 :]])
        made += 1
    return made, count - made


def test_generated_edits_among_near_duplicates_are_never_at_the_wrong_place() -> None:
    made, refused = _check_generated_edits(seed=1, count=40)
    assert made > refused


@pytest.mark.soak
def test_five_hundred_generated_edits_are_never_at_the_wrong_place() -> None:
    made, refused = _check_generated_edits(seed=2, count=500)
    assert made > 2 * refused
