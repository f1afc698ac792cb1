"""Tests of the checks that all document formats share."""

from inkwright.artifacts.documents.file_checks import MAX_EXCERPT, excerpt, unprintable_characters


def test_a_character_without_a_glyph_is_unprintable() -> None:
    assert unprintable_characters("Party 🎉 and 𓀀, 🎉") == ["🎉", "𓀀"]


def test_letters_of_formulas_and_invisible_characters_are_printable() -> None:
    assert unprintable_characters("𝑥 ∮ a\u200bb \ufe0f") == []


def test_an_excerpt_is_one_short_line() -> None:
    assert excerpt("two\nlines") == "two lines"
    assert excerpt("x" * 100) == "x" * MAX_EXCERPT + "…"
