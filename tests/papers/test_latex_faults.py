"""Planted faults in a good paper are all found without TeX; what cannot be decided is found by TeX."""

import pytest

from inkwright.artifacts.documents.tex.tex_checks import check_tex
from inkwright.artifacts.documents.tex.tex_compiler import compile_tex, xelatex_path
from inkwright.artifacts.drafts import Draft
from inkwright.errors import TypesettingFailed
from tests.papers import latex_edits
from tests.papers.latex_faults import FOUND_WITHOUT_TEX, ONLY_WITH_TEX, PAPER


def draft(fault: str = "") -> Draft:
    return Draft("tex", "paper.tex", "Paper", {"paper.tex": PAPER.replace("PLANT", fault).encode()})


def has_errors(fault: str) -> bool:
    return any(each.severity == "error" for each in check_tex(draft(fault)))


def test_the_paper_without_a_fault_has_no_findings() -> None:
    assert check_tex(draft()) == []


def test_every_fault_that_can_be_decided_is_found_without_tex() -> None:
    assert len(FOUND_WITHOUT_TEX) == 65
    assert [fault for fault in FOUND_WITHOUT_TEX if not has_errors(fault)] == []


@pytest.mark.skipif(xelatex_path() is None, reason="XELATEX IS NOT INSTALLED: nobody compiles the faults")
@pytest.mark.parametrize("fault", ONLY_WITH_TEX)
def test_tex_finds_what_nothing_else_can_know(fault: str) -> None:
    assert not has_errors(fault)
    with pytest.raises(TypesettingFailed) as found:
        compile_tex(draft(fault), seconds=120)
    # The error and its line, not a warning of the first run.
    assert "! Double subscript. (l.12: " in str(found.value)


def test_every_change_that_breaks_a_good_paper_is_found_without_tex() -> None:
    def findings(text: str) -> list[str]:
        return [each.code for each in check_tex(Draft("tex", "paper.tex", "Paper", {"paper.tex": text.encode()}))]

    assert findings(latex_edits.PAPER) == []
    assert len(latex_edits.EDITS) == 68
    assert [each for each in latex_edits.EDITS if not findings(latex_edits.PAPER.replace(*each, 1))] == []
