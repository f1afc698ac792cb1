"""The icons of slides: names in both languages, similar names, and outlines that office programs can draw."""

import re

import pytest

from inkwright.artifacts.slides.icons.icon_catalogue import icon_named, icons, similar_icons

_STEPS = {"M": 2, "L": 2, "C": 6, "Z": 0}


@pytest.mark.parametrize(
    ("written", "name"),
    [("leaf", "leaf"), (" :Thumbs_Up: ", "thumbs-up"), ("叶子", "leaf"), ("leef", None), ("", None)],
)
def test_an_icon_is_found_by_its_name_in_either_language(written: str, name: str | None) -> None:
    found = icon_named(written)
    assert (found.name if found else None) == name


@pytest.mark.parametrize(("written", "first"), [("leef", "leaf"), ("money", "coins"), ("sunn", "sun"), ("叶", "leaf")])
def test_a_similar_name_or_another_word_for_it_is_suggested(written: str, first: str) -> None:
    assert similar_icons(written)[:1] == [first]


def test_every_outline_stays_inside_its_square_and_every_icon_has_names_of_its_own() -> None:
    for icon in icons().values():
        steps = re.findall(r"([A-Z])([^A-Z]*)", icon.outline)
        assert [len(numbers.split()) for _, numbers in steps] == [_STEPS[letter] for letter, _ in steps]
        assert steps[0][0] == "M"
        # A round corner may reach a little over the edge.
        beyond = icon.side // 100
        found = [int(number) for number in re.findall(r"-?\d+", icon.outline)]
        assert -beyond <= min(found) < max(found) <= icon.side + beyond, icon.name
    assert len({icon.chinese_name for icon in icons().values()}) == len(icons())
