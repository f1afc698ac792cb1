"""The text of an attached file, part by part, for its owner alone."""

import pytest
from pydantic import ValidationError

from inkwright.errors import NotFound
from inkwright.tools.read_attachment import TOOL
from tests.tools.contexts import Keepers


def test_a_file_is_read_in_parts_that_join() -> None:
    keepers = Keepers()
    keepers.attach("雨.md", "雨从海上来。")
    assert keepers.facts(TOOL, {"name": "雨.md", "length": 4}) == {
        "name": "雨.md",
        "text": "雨从海上",
        "start": 0,
        "next_start": 4,
        "characters": 6,
    }
    assert keepers.facts(TOOL, {"name": "雨.md", "start": 4}) == {
        "name": "雨.md",
        "text": "来。",
        "start": 4,
        "next_start": None,
        "characters": 6,
    }


def test_an_empty_file_is_empty() -> None:
    keepers = Keepers()
    keepers.attach("a.txt", "")
    facts = keepers.facts(TOOL, {"name": "a.txt"})
    assert (facts["text"], facts["next_start"]) == ("", None)


def test_what_is_anothers_or_elsewhere_or_nobodys_is_not_there() -> None:
    keepers = Keepers()
    keepers.attach("a.txt", "secret")
    keepers.attach("b.txt", "elsewhere", conversation="conv_2")
    for name, owner in (("a.txt", "you"), ("b.txt", "me"), ("none.txt", "me")):
        with pytest.raises(NotFound):
            keepers.facts(TOOL, {"name": name}, owner=owner)


@pytest.mark.parametrize("wrong", [{"length": 12_001}, {"length": 0}, {"start": -1}, {"conversation_id": "conv_2"}])
def test_a_part_is_bounded_and_of_this_conversation(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        TOOL.input.model_validate({"name": "a.txt", **wrong})


def test_it_is_offered_in_every_turn_and_makes_nothing() -> None:
    assert (TOOL.is_base, TOOL.makes_artifacts) == (True, False)
