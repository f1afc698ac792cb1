"""Sentences, clauses and words of a text."""

from inkwright.research.citations.passages import clause_bounds, ordered_tokens, sentence_bounds


def test_long_sentences_are_cut_and_short_ones_are_not() -> None:
    assert sentence_bounds("One. Two is 3.5; three.") == [(0, 4), (4, 16), (16, 23)]
    assert len(sentence_bounds("x" * 4_000)) == 3


def test_tokens_are_stems_and_character_pairs() -> None:
    assert ordered_tokens("Vaccinated children 对照组") == ["vacci", "child", "对照", "照组"]


def test_a_clause_ends_at_a_comma_or_a_joining_word_and_not_inside_a_number() -> None:
    text = "It cost 1,200 dollars, and the state paid while it was built."
    assert [text[start:end].strip() for start, end in clause_bounds(text)] == [
        "It cost 1,200 dollars,",
        "and the state paid",
        "while it was built.",
    ]
