"""The examples that come along: there in both languages, and of the same build in both."""

from importlib.resources import files

import pytest

from inkwright.examples.reading import NAMES, read_example
from inkwright.examples.shapes import Example


def tools(example: Example) -> list[str]:
    return sorted(call.tool for turn in example.turns for reply in turn.does for call in reply.calls)


def test_every_name_has_a_file_in_both_languages_and_no_file_is_forgotten() -> None:
    there = {each.name for each in files("inkwright.examples").joinpath("written").iterdir()}
    assert there == {f"{name}.{language}.yaml" for name in NAMES for language in ("en", "zh")}
    assert len(NAMES) >= 8


@pytest.mark.parametrize("name", NAMES)
def test_an_example_shows_the_same_in_both_languages(name: str) -> None:
    english, chinese = read_example(name, "en"), read_example(name, "zh")
    assert [turn.ends for turn in english.turns] == [turn.ends for turn in chinese.turns]
    assert tools(english) == tools(chinese)
    assert len(english.seen) == len(chinese.seen)
    assert english.title != chinese.title
