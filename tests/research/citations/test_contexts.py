"""The words around numbers."""

from inkwright.research.citations.contexts import Item, SourceItems, ordered_tokens, sentence_bounds, surroundings_of

_TEXT = "Kell stores 1.9 billion and Upper Sarn 640 million."


def _items(text: str, *numbers: str) -> list[Item]:
    return [Item(text.index(each), text.index(each) + len(each), "volume", "", float(len(each))) for each in numbers]


def test_a_clause_ends_between_two_numbers_of_the_same_family() -> None:
    around = surroundings_of(_TEXT, _items(_TEXT, "1.9 billion", "640 million"))
    assert "sarn" not in around[0].clause
    assert "kell" not in around[1].clause


def test_words_of_another_number_show_that_a_claim_is_about_it() -> None:
    source = SourceItems(_TEXT, _items(_TEXT, "1.9 billion", "640 million"))
    claim = "Upper Sarn stores 1.9 billion."
    (around,) = surroundings_of(claim, _items(claim, "1.9 billion"), is_claim=True)
    assert source.is_about_another(around, [0])
    assert not source.is_about_another(around, [1])


def test_long_sentences_are_cut_and_short_ones_are_not() -> None:
    assert sentence_bounds("One. Two is 3.5; three.") == [(0, 4), (4, 16), (16, 23)]
    assert len(sentence_bounds("x" * 4_000)) == 3


def test_tokens_are_stems_and_character_pairs() -> None:
    assert ordered_tokens("Vaccinated children 对照组") == ["vacci", "child", "对照", "照组"]
