"""Which of two is more is compared with the words and with the numbers of the source."""

from inkwright.research.citations.check import check_sentence
from tests.each import each

_SOURCES = {
    1: "Females are slightly smaller than males. The decline was caused by the drainage of wetlands rather than by "
    "hunting. More people died of typhus than in the fighting.",
    2: "Serious bleeding occurred in 2.3 percent of the velaparin group and 1.1 percent of the placebo group. Exports "
    "fell by 12 percent to $48.3 billion, while imports fell by 9 percent to $51.0 billion.",
    3: "男生的平均身高比女生高。",
}


@each(
    "sentence",
    [
        "Females are slightly larger than males [1].",
        "Males are smaller than females [1].",
        "Hunting caused the decline [1].",
        "The fighting killed more people than typhus [1].",
        "Serious bleeding was more frequent in the placebo group [2].",
        "Imports fell more sharply than exports [2].",
        "女生的平均身高比男生高[3]。",
    ],
)
def test_a_comparison_that_is_turned_round_is_found(sentence: str) -> None:
    assert "negation" in [problem.kind for problem in check_sentence(sentence, _SOURCES)]


@each(
    "sentence",
    [
        "Males are slightly larger than females [1].",
        "Drainage, not hunting, caused the decline [1].",
        "Typhus killed more people than the fighting [1].",
        "Serious bleeding was more frequent in the velaparin group [2].",
        "Exports fell more sharply than imports [2].",
        "女生的平均身高低于男生[3]。",
    ],
)
def test_the_same_comparison_in_other_words_passes(sentence: str) -> None:
    assert check_sentence(sentence, _SOURCES) == []
