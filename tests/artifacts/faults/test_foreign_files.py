"""Good files of other programs have no findings."""

from inkwright.artifacts.verification import CHECKERS
from tests.artifacts.faults.deck_faults import codes
from tests.artifacts.faults.foreign_files import FOREIGN
from tests.each import each


@each("name", FOREIGN)
def test_a_good_file_of_another_program_has_no_findings(name: str) -> None:
    draft = FOREIGN[name]()
    assert codes(CHECKERS[draft.kind](draft)) == []
