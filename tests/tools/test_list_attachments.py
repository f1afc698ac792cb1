"""The list of the files of a conversation, for its owner alone."""

import pytest
from pydantic import ValidationError

from inkwright.tools.list_attachments import TOOL
from tests.tools.contexts import Keepers


def test_the_files_of_this_conversation_are_listed_by_name() -> None:
    keepers = Keepers()
    keepers.attach("雨.md", "雨从海上来")
    keepers.attach("a.txt", "abc")
    keepers.attach("elsewhere.txt", "x", conversation="conv_2")
    keepers.attach("theirs.txt", "x", owner="you")
    assert keepers.facts(TOOL, {}) == {
        "attachments": [{"name": "a.txt", "characters": 3}, {"name": "雨.md", "characters": 5}]
    }
    assert keepers.facts(TOOL, {}, owner="eve") == {"attachments": []}


def test_it_takes_nothing() -> None:
    with pytest.raises(ValidationError):
        TOOL.input.model_validate({"conversation_id": "conv_2"})


def test_it_is_offered_in_every_turn_and_makes_nothing() -> None:
    assert (TOOL.is_base, TOOL.makes_artifacts) == (True, False)
