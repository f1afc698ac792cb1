"""Tests of the TeX tokens and of the rewriting of what pandoc cannot read."""

import pytest

from inkwright.artifacts.math.tex_rewrite import TexTokens, UnbalancedTex, pair_bars, replace_unknown_commands
from inkwright.artifacts.math.to_typst import unreadable_formulas
from tests.each import each


def test_a_group_and_an_option_are_read_with_their_nesting() -> None:
    tokens = TexTokens(r"\sqrt[3]{a{b}} c")
    assert [tokens.take(), tokens.option(), tokens.raw_group(), tokens.take_solid()] == [r"\sqrt", "3", "{a{b}}", "c"]
    with pytest.raises(UnbalancedTex):
        tokens.take()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("|x|", r"\left|x\right|"),
        ("2|x|-1", r"2\left|x\right|-1"),
        ("||a|-|b||", r"\left|\left|a\right|-\left|b\right|\right|"),
        (r"\ln|x|", r"\ln\left|x\right|"),
        (r"\frac{|a|}{|b|}", r"\frac{\left|a\right|}{\left|b\right|}"),
        (r"\begin{cases}|x|&y\\z&|w|\end{cases}", r"\begin{cases}\left|x\right|&y\\z&\left|w\right|\end{cases}"),
    ],
)
def test_paired_bars_become_left_and_right(written: str, meant: str) -> None:
    assert pair_bars(written) == meant


@pytest.mark.parametrize(
    "written",
    ["P(A|B)", r"\{x|x>0\}", "a|b, c|d", r"\left|x\right|", r"\big|x\big|", r"\text{|a|}", r"\{x||x|<2\}", "a|b=c|d"],
)
def test_bars_that_may_not_be_a_pair_stay(written: str) -> None:
    assert pair_bars(written) == written


@each(
    ("written", "meant"),
    [
        (r"90\degree", r"90^\circ"),
        (r"90^{\degree}", r"90^\circ"),
        (r"\xlongequal{a}", r"\overset{a}{=}"),
        (r"\xlongequal[b]{a}", r"\underset{b}{\overset{a}{=}}"),
        (r"\cfrac{1}{2}", r"\dfrac{1}{2}"),
        (r"\ce{H2O}", r"{\mathrm{H}_{2}\mathrm{O}}"),
        (r"\ce{Ca(OH)2}", r"{\mathrm{Ca}(\mathrm{OH})_{2}}"),
        (r"\ce{SO4^2-}", r"{\mathrm{SO}_{4}^{2-}}"),
        (r"\ce{Na+ + Cl-}", r"{\mathrm{Na}^{+} + \mathrm{Cl}^{-}}"),
        (r"\ce{CH3-CH3}", r"{\mathrm{CH}_{3}-\mathrm{CH}_{3}}"),
        (r"\ce{2H2 ->[点燃] X v}", r"{2\mathrm{H}_{2} \overset{\text{点燃}}{\rightarrow} \mathrm{X} \downarrow }"),
        (r"\ce{CO2 ^}", r"{\mathrm{CO}_{2} \uparrow }"),
    ],
)
def test_common_commands_that_pandoc_does_not_know_are_replaced(written: str, meant: str) -> None:
    assert " ".join(replace_unknown_commands(written).split()) == meant
    assert not unreadable_formulas([written])
