"""The list of what was made before: newest first, bounded, and of this owner alone."""

import pytest
from pydantic import ValidationError

from inkwright.tools.list_artifacts import TOOL
from tests.tools.contexts import Keepers


def test_what_was_made_is_listed_newest_first_with_its_version() -> None:
    keepers = Keepers()
    made = [keepers.keep({"a.txt": b"1"}), keepers.keep({"a.txt": b"2"}), keepers.keep({"雨.txt": b"3"})]
    keepers.keep({"theirs.txt": b"4"}, owner="you")
    listed = keepers.facts(TOOL, {})["artifacts"]
    assert listed == [
        {"id": made[2].id, "name": "雨.txt", "kind": "note", "title": "Title of 雨.txt", "version": 1},
        {"id": made[1].id, "name": "a.txt", "kind": "note", "title": "Title of a.txt", "version": 1},
        {"id": made[0].id, "name": "a.txt", "kind": "note", "title": "Title of a.txt", "version": 1},
    ]
    assert keepers.facts(TOOL, {"limit": 1})["artifacts"] == listed[:1]


def test_who_has_made_nothing_sees_nothing_of_others() -> None:
    keepers = Keepers()
    keepers.keep({"a.txt": b"1"})
    assert keepers.facts(TOOL, {}, owner="you") == {"artifacts": []}


@pytest.mark.parametrize("arguments", [{"limit": 51}, {"limit": 0}, {"owner": "you"}])
def test_the_list_is_bounded_and_takes_nothing_else(arguments: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        TOOL.input.model_validate(arguments)


def test_it_is_offered_in_every_turn_and_makes_nothing() -> None:
    assert (TOOL.is_base, TOOL.makes_artifacts) == (True, False)
