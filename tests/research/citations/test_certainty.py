"""What a source only calls possible, or says did not change, is not a fact of the report."""

from inkwright.research.citations.check import check_sentence
from tests.each import each

_SOURCES = {
    1: "The authors caution that the drug may increase the risk of kidney damage; no effect on mortality was found. "
    "Grades in mathematics did not change. Sales rose by 4 percent.",
    2: "陈静教授认为，人口增长放缓可能与房价上涨有关。成绩没有明显变化。",
    3: "Nils Aalto estimates that the glacier could disappear by 2080 if emissions do not fall.",
}


@each(
    "sentence, kind",
    [
        ("The drug increases the risk of kidney damage [1].", "certainty"),
        ("房价上涨造成了人口增长放缓[2]。", "certainty"),
        ("Aalto says that the glacier will disappear by 2080 [3].", "certainty"),
        ("The drug lowered mortality [1].", "negation"),
        ("Grades in mathematics improved [1].", "negation"),
        ("成绩有所提高[2]。", "negation"),
    ],
)
def test_a_hedge_that_is_dropped_and_a_change_that_was_none_are_found(sentence: str, kind: str) -> None:
    assert [problem.kind for problem in check_sentence(sentence, _SOURCES)] == [kind]


@each(
    "sentence",
    [
        "The drug may raise the risk of kidney damage [1].",
        "The authors warn of kidney damage [1].",
        "Mortality was not affected [1].",
        "Sales rose by 4 percent [1].",
        "房价上涨可能是人口增长放缓的原因之一[2]。",
        "Aalto estimates the glacier could be gone by 2080 unless emissions fall [3].",
    ],
)
def test_what_keeps_the_doubt_passes(sentence: str) -> None:
    assert check_sentence(sentence, _SOURCES) == []
