"""Words that state a relation, and words that may show it."""

from inkwright.research.citations.relations import Relation, relations_shown, relations_stated
from tests.each import each


@each(
    ("text", "relation"),
    [
        ("It did not open.", "negation"),
        ("影院拒绝退票。", "negation"),
        ("It closed because of a flood.", "cause"),
        ("因此停业。", "cause"),
        ("It had closed before the war.", "before"),
        ("战争之后停业。", "after"),
        ("Visits increased.", "rise"),
        ("客流下降。", "fall"),
        ("All pupils took part.", "all"),
        ("Only two are left.", "only"),
        ("It may open.", "doubt"),
        ("预计明年开业。", "doubt"),
    ],
)
def test_a_stated_relation_is_also_shown(text: str, relation: Relation) -> None:
    assert relation in relations_stated(text)
    assert relation in relations_shown(text) or relation == "doubt"


@each(
    ("text", "relation"),
    [
        ("It was turned down.", "negation"),
        ("Owed to a flood.", "cause"),
        ("From 3 to 5.", "rise"),
        ("由洪水引起。", "cause"),
    ],
)
def test_other_words_show_a_relation_too(text: str, relation: Relation) -> None:
    assert relation in relations_shown(text)


def test_words_that_look_like_a_negation_state_none() -> None:
    for text in ("不同年份", "未来五年", "notable", "no fewer"):
        assert "negation" not in relations_stated(text)
