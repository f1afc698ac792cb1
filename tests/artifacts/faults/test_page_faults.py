"""Faults that only the rendered page shows are all found there, and good decks raise no alarm."""

import asyncio

import pytest

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.rendering.office import Office
from inkwright.artifacts.slides.checks.rendered import check_rendered_decks
from tests.artifacts.faults.page_faults import ON_THE_PAGE
from tests.artifacts.faults.valid_decks import a_deck, every_layout
from tests.artifacts.sample_decks import drafted

BATCH = 8


def judged(drafts: list[Draft], office: Office) -> list[list[str]]:
    """What is said of each; a few in one go, which is how LibreOffice is quick."""
    batches = [drafts[first : first + BATCH] for first in range(0, len(drafts), BATCH)]
    found = [asyncio.run(check_rendered_decks(batch, "en", office=office)) for batch in batches]
    return [[each.what for each in findings] for batch in found for findings in batch]


def test_planted_faults_are_found_on_the_page(office: Office) -> None:
    spoilt = [drafted(fault.spoil(every_layout())) for fault in ON_THE_PAGE]
    told = judged([drafted(every_layout()), *spoilt], office)
    assert told[0] == []
    found = {
        fault.name: any(fault.told in what for what in each) for fault, each in zip(ON_THE_PAGE, told[1:], strict=True)
    }
    assert found == {fault.name: True for fault in ON_THE_PAGE}


@pytest.mark.parametrize("seeds", [range(BATCH), pytest.param(range(BATCH, 40), marks=pytest.mark.soak)])
def test_good_decks_raise_no_alarm_on_the_page(office: Office, seeds: range) -> None:
    decks = [a_deck(seed) for seed in seeds]
    told = judged(decks, office)
    assert {seed: each for seed, each in zip(seeds, told, strict=True) if each} == {}
