"""Faults planted in good decks are all found in the file, and good decks raise no alarm."""

import pytest

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.slides.checks.deck import check_deck
from tests.artifacts.faults.deck_faults import IN_THE_FILE, Fault
from tests.artifacts.faults.valid_decks import a_deck, every_layout
from tests.artifacts.sample_decks import drafted


def told(content: bytes) -> list[str]:
    return [each.what for each in check_deck(drafted(content), "en")]


def test_the_deck_that_is_spoilt_is_good() -> None:
    assert told(every_layout()) == []


@pytest.mark.parametrize("fault", IN_THE_FILE, ids=lambda fault: fault.name)
def test_a_planted_fault_is_found_in_the_file(fault: Fault) -> None:
    assert [what for what in told(fault.spoil(every_layout())) if fault.told in what]


@pytest.mark.parametrize(
    ("draft", "what"),
    [
        (Draft("pptx", "deck.zip", "Deck", {"deck.zip": every_layout()}), "The file name of a deck must end in .pptx."),
        (
            Draft("pptx", "deck.pptx", "Deck", {"deck.pptx": every_layout(), "run.sh": b"true"}),
            "A deck is a single file. The extra file run.sh was not checked.",
        ),
    ],
    ids=["wrong ending", "a file beside it"],
)
def test_a_fault_of_the_draft_is_found(draft: Draft, what: str) -> None:
    assert [each.what for each in check_deck(draft, "en")] == [what]


@pytest.mark.parametrize("seed", range(40))
def test_a_good_deck_raises_no_alarm(seed: int) -> None:
    assert check_deck(a_deck(seed), "en") == []
