"""Faults that a reader sees at once are all found, and the same files without them have no findings."""

from inkwright.artifacts.verification import CHECKERS
from tests.artifacts.faults.deck_faults import codes
from tests.artifacts.faults.visible_faults import FAULTS, GOOD
from tests.each import each


@each("name", GOOD)
def test_a_file_without_faults_has_no_findings(name: str) -> None:
    draft = GOOD[name]()
    assert codes(CHECKERS[draft.kind](draft)) == []


@each("name", FAULTS)
def test_a_visible_fault_is_found(name: str) -> None:
    draft = FAULTS[name]()
    assert codes(CHECKERS[draft.kind](draft)) != []
