"""Faults that only the rendered page shows are all found there, and good decks have no findings."""

import asyncio

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.rendering.office import Office
from inkwright.artifacts.slides.checks.rendered import check_rendered_decks
from tests.artifacts.faults.deck_faults import codes
from tests.artifacts.faults.page_faults import ON_THE_PAGE
from tests.artifacts.faults.valid_decks import a_deck, every_layout
from tests.artifacts.sample_decks import drafted

BATCH = 8


def checked(drafts: list[Draft], office: Office) -> list[list[str]]:
    """The codes for each deck; several at once, because LibreOffice is slow to start."""
    batches = [drafts[first : first + BATCH] for first in range(0, len(drafts), BATCH)]
    found = [asyncio.run(check_rendered_decks(batch, office=office)) for batch in batches]
    return [codes(findings) for batch in found for findings in batch]


def test_planted_faults_are_found_on_the_page(office: Office) -> None:
    spoilt = [drafted(fault.spoil(every_layout())) for fault in ON_THE_PAGE]
    results = checked([drafted(every_layout()), *spoilt], office)
    assert results[0] == []
    found = {
        fault.name: any(code.startswith(fault.code) for code in each)
        for fault, each in zip(ON_THE_PAGE, results[1:], strict=True)
    }
    assert found == {fault.name: True for fault in ON_THE_PAGE}


def test_good_decks_have_no_findings_on_the_page(office: Office) -> None:
    decks = [a_deck(seed) for seed in range(40)]
    results = checked(decks, office)
    assert {seed: each for seed, each in enumerate(results) if each} == {}
