"""Sentences that lean on the one before them, and questions."""

from inkwright.grounding.context_dependence import depends_on_previous, is_question, refers_back, without_full_stop


def test_dependence_on_the_previous_sentence_is_recognised() -> None:
    leaning = ("It burns.", "这使水变热。", "The last is lost.")
    clear = ("There is water on Mars.", "水会蒸发。", "The last Ice Age ended.")
    assert [depends_on_previous(each) for each in (*leaning, *clear)] == [True] * 3 + [False] * 3
    assert refers_back("Water is lost through these openings.")
    assert not refers_back("Metals such as iron rust.")
    assert is_question("为什么？")
    assert without_full_stop("水会蒸发。") == "水会蒸发"
