"""Faults planted in good documents are all found, and good documents have no findings."""

import pytest

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.verification import CHECKERS
from tests.artifacts.documents.sample_documents import river
from tests.artifacts.faults.deck_faults import Fault, codes
from tests.artifacts.faults.document_faults import IN_PDF, IN_WORD
from tests.each import each

ALL = [*(("docx", fault) for fault in IN_WORD), *(("pdf", fault) for fault in IN_PDF)]


def found(form: str, content: bytes) -> list[str]:
    name = f"river.{form}"
    return codes(CHECKERS[form](Draft(form, name, "Rivers", {name: content})))


@pytest.mark.parametrize("form", ["docx", "pdf"])
def test_the_document_without_faults_is_good(form: str) -> None:
    assert found(form, river(form).main) == []


@each(("form", "fault"), ALL)
def test_a_planted_fault_is_found_in_a_document(form: str, fault: Fault) -> None:
    assert any(code.startswith(fault.code) for code in found(form, fault.spoil(river(form).main)))
