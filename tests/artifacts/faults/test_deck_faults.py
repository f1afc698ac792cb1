"""Faults planted in good decks are all found in the file, and good decks have no findings."""

import pytest

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.slides.checks.deck import check_deck
from tests.artifacts.faults.deck_faults import IN_THE_FILE, Fault, codes
from tests.artifacts.faults.valid_decks import a_deck, every_layout
from tests.artifacts.sample_decks import drafted
from tests.each import each


def found(content: bytes) -> list[str]:
    return codes(check_deck(drafted(content)))


def test_the_deck_without_faults_is_good() -> None:
    assert found(every_layout()) == []


@each("fault", IN_THE_FILE)
def test_a_planted_fault_is_found_in_the_file(fault: Fault) -> None:
    assert any(code.startswith(fault.code) for code in found(fault.spoil(every_layout())))


@pytest.mark.parametrize(
    ("draft", "code"),
    [
        (Draft("pptx", "deck.zip", "Deck", {"deck.zip": every_layout()}), "pptx.wrong_name"),
        (Draft("pptx", "deck.pptx", "Deck", {"deck.pptx": every_layout(), "run.sh": b"true"}), "pptx.extra_file"),
    ],
    ids=["wrong ending", "another file"],
)
def test_a_fault_of_the_draft_is_found(draft: Draft, code: str) -> None:
    assert codes(check_deck(draft)) == [code]


@each("seed", range(40))
def test_a_good_deck_has_no_findings(seed: int) -> None:
    assert check_deck(a_deck(seed)) == []
