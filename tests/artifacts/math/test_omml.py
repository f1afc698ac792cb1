"""Tests of the OMML formulas in a .docx, which Word and other programs must show alike."""

import re

import pytest

from inkwright.artifacts.documents.document_builder import build_document
from tests.artifacts.documents.sample_documents import document, parts_of


def formula(tex: str) -> str:
    """Return the OMML of a formula without run properties."""
    part = parts_of(build_document(document(f"${tex}$"), "docx").main)["word/document.xml"].decode()
    [found] = re.findall(r"<m:oMath>(.*)</m:oMath>", part)
    return re.sub(r"<m:rPr>.*?</m:rPr>|<m:r>|</m:r>", "", found)


def test_bars_are_a_pair_and_a_single_bar_separates() -> None:
    assert '<m:begChr m:val="|"/>' in formula("|x|")
    assert formula("P(A|B)") == "<m:t>P</m:t><m:t>(</m:t><m:t>A</m:t><m:t>∣</m:t><m:t>B</m:t><m:t>)</m:t>"


def test_a_limit_is_a_function_with_its_limit_below() -> None:
    made = formula(r"\lim_{x\to 0}\frac{1}{x}+1")
    assert made.startswith("<m:func><m:fName><m:limLow><m:e><m:t>lim</m:t></m:e><m:lim><m:t>x</m:t>")
    assert re.search(r"</m:limLow></m:fName><m:e><m:f>.*</m:f></m:e></m:func><m:t>\+</m:t><m:t>1</m:t>$", made)


def test_a_limit_of_nothing_has_no_gap_to_fill() -> None:
    assert formula(r"\max_x").endswith("<m:e><m:t>\u200b</m:t></m:e></m:func>")


def test_aligned_lines_are_a_table_without_alignment_signs() -> None:
    made = formula(r"\begin{aligned}a&=b\\&=d\end{aligned}")
    assert "&amp;" not in made
    assert re.findall(r'<m:mcJc m:val="(\w+)"/>', made) == ["right", "left"]
    assert re.findall(r"<m:mr>.*?</m:mr>", made) == [
        "<m:mr><m:e><m:t>a</m:t></m:e><m:e><m:t>\u200b</m:t><m:t>=</m:t><m:t>b</m:t></m:e></m:mr>",
        "<m:mr><m:e><m:t>\u200b</m:t></m:e><m:e><m:t>\u200b</m:t><m:t>=</m:t><m:t>d</m:t></m:e></m:mr>",
    ]


@pytest.mark.parametrize(
    ("tex", "sign", "side"),
    [(r"\underbrace{a+b}_n", "⏟", "bot"), (r"\overbrace{a+b}^n", "⏞", "top"), (r"\overset{\frown}{AB}", "⏜", "top")],
)
def test_braces_and_arcs_are_as_wide_as_their_content(tex: str, sign: str, side: str) -> None:
    assert f'<m:groupChrPr><m:chr m:val="{sign}"/><m:pos m:val="{side}"/>' in formula(tex)


def test_different_brackets_are_a_pair() -> None:
    assert formula("[0,1)").startswith('<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val=")"/></m:dPr>')


def test_a_script_applies_to_the_whole_bracket() -> None:
    made = formula("((a+b)^2)^3")
    assert made.startswith("<m:sSup><m:e><m:d>")
    assert "<m:t>(</m:t>" not in made
    assert made.endswith("</m:d></m:e><m:sup><m:t>3</m:t></m:sup></m:sSup>")


def test_a_trailing_operator_and_a_lone_one_are_text() -> None:
    assert "<m:t>2</m:t><m:t>+</m:t></m:sup>" in formula(r"\ce{Ba^2+}")
    part = parts_of(build_document(document(r"$\overset{a}{=}$"), "docx").main)["word/document.xml"]
    assert b"<m:rPr><m:nor/></m:rPr><m:t>=</m:t>" in part


def test_the_numbers_of_an_isotope_come_before_its_symbol() -> None:
    assert formula(r"\ce{^{14}_{6}C}") == (
        "<m:sPre><m:sub><m:t>6</m:t></m:sub><m:sup><m:t>14</m:t></m:sup><m:e><m:t>C</m:t></m:e></m:sPre>"
    )


def test_formulas_in_footnotes_are_fixed_too() -> None:
    part = parts_of(build_document(document("x[^1]\n\n[^1]: $|x|$ and $P(A|B)$\n"), "docx").main)["word/footnotes.xml"]
    assert "<m:t>∣</m:t>" in part.decode()
